// SPDX-License-Identifier: MIT
// Runs again what the threads of a warp did one after another, as a warp would: in each step those
// threads that are at the same basic block take it together. Of several groups the one deepest in
// calls goes first, then the one whose block lies first in the code: whoever is still in a loop catches
// up with those that have left it. So threads come together behind branches and loops.
#include "profiler.hpp"

#include <algorithm>
#include <bit>

namespace simt::profile {
namespace {

constexpr unsigned lanes_of_warp = 32;

struct warp_access {
  std::uint32_t site = 0;
  event kind = event::load;
  bool shared = false, constant = false, local = false, done = false;
  std::uint32_t all_bits = 0;  // of the addresses, or-ed: what they are multiples of
  sample s;
};

class warp_run {
 public:
  warp_run(context& c, unsigned warp) : c_(c), l_(*c.of), warp_(warp) {
    for (unsigned i = 0; i < lanes_of_warp && warp * lanes_of_warp + i < c.threads; ++i) {
      lane_steps& t = *c.lane[warp * lanes_of_warp + i];
      lane& x = lane_[i];
      x.steps = &t;
      x.p = t.begin;
      x.e = t.at;
      if (t.cut) ++l_.truncated;
      t.cut = false;
      if (x.p != x.e) left_ |= 1u << i;
      x.site = t.site;
      x.step = t.step;
    }
    steps_ = c.steps;
  }
  ~warp_run() {
    for (lane& x : lane_) {
      if (x.steps == nullptr) continue;
      x.steps->at = x.steps->begin;
      x.steps->site = x.site;
      x.steps->step = x.step;
    }
    c_.steps = steps_;
  }
  warp_run(warp_run const&) = delete;
  warp_run& operator=(warp_run const&) = delete;

  void run() {
    std::uint32_t group = 0;
    bool together = false;
    while (left_ != 0) {
      if (!together) group = pick();
      together = take_step(group) && group == left_;
    }
  }

 private:
  struct lane {
    lane_steps* steps = nullptr;
    word const* p = nullptr;
    word const* e = nullptr;
    std::uint32_t site = none;  // of the basic block that it is in
    std::uint64_t step = 0;     // in which it took it
  };

  template <class F>
  static void each(std::uint32_t lanes, F const& f) {
    for (; lanes != 0; lanes &= lanes - 1) f(static_cast<unsigned>(std::countr_zero(lanes)));
  }
  lane& first_of(std::uint32_t lanes) { return lane_[std::countr_zero(lanes)]; }

  /// The lanes that go next.
  std::uint32_t pick() {
    std::uint32_t group = 0;
    std::size_t depth = 0;
    word at = 0;
    each(left_, [&](unsigned i) {
      lane const& x = lane_[i];
      std::size_t const d = x.steps->calls.size();
      word const w = place(x) & address_bits;
      if (group != 0 && (d < depth || (d == depth && w > at))) return;
      if (group == 0 || d != depth || w != at) group = 0;
      depth = d;
      at = w;
      group |= 1u << i;
    });
    return group;
  }

  /// Its next step. From where the engine calls a kernel does not count.
  static word place(lane const& x) {
    bool const kernel = event_of(*x.p) == event::enter && x.steps->calls.empty();
    return kernel ? *x.p & ~address_bits : *x.p;
  }

  /// A basic block, or the rest of one behind a call. Returns whether all of the group go on to the same.
  bool take_step(std::uint32_t group) {
    word const w = *first_of(group).p;
    event const kind = event_of(w);
    ++steps_;
    if (kind == event::block) {
      std::uint32_t const s = site_at(w & address_bits);
      come_together(group, s);
      site& b = l_.sites[s];
      b.is_block = true;
      if (c_.tracing) {
        if (l_.steps.size() < most_steps) l_.steps.push_back({false, warp_, group, w & address_bits, {}});
        else c_.tracing = false;
      }
      ++b.times;
      b.threads += static_cast<unsigned>(std::popcount(group));
      each(group, [&](unsigned i) {
        ++lane_[i].p;
        lane_[i].site = s;
        lane_[i].step = steps_;
      });
    } else if (kind == event::enter || kind == event::leave) {
      each(group, [&](unsigned i) {
        lane& x = lane_[i];
        ++x.p;
        if (kind == event::enter) {
          if (x.site != none) l_.sites[x.site].calls = true;
          if (x.site != none && x.steps->calls.size() == 1) l_.sites[x.site].launches = true;
          x.steps->calls.push_back({w & address_bits, x.site});
          x.site = none;
        } else if (!x.steps->calls.empty()) {
          if (x.site != none) l_.sites[x.site].ends = true;
          x.site = x.steps->calls.back().site;
          x.step = steps_;
          x.steps->calls.pop_back();
        }
      });
    } else if (kind == event::texel) {  // whose first one had no room
      each(group, [&](unsigned i) { lane_[i].p += 2; });
    }
    take_accesses(group);
    return leave(group);
  }

  void take_accesses(std::uint32_t group) {
    batch_ = 0;
    for (;;) {
      // What the first lane has next; lanes that lack it accessed memory of their own there.
      std::uint32_t with = 0;
      word w = 0;
      each(group, [&](unsigned i) {
        lane const& x = lane_[i];
        if (x.p == x.e || !is_access(*x.p)) return;
        if (with == 0) w = *x.p;
        if (*x.p == w) with |= 1u << i;
      });
      if (with == 0) break;
      std::uint64_t const begins = first_of(with).p[1] & address_bits;
      if ((w & told) == 0 && begins - c_.region >= c_.region_bytes && internal(w & address_bits)) {
        each(with, [&](unsigned i) { lane_[i].p += 2; });
        continue;
      }
      if (event_of(w) == event::own_array) {
        each(with, [&](unsigned i) { begin_array(lane_[i]); });
        continue;
      }
      if (event_of(w) == event::texture) {
        fetch(with);
        continue;
      }
      if (begins - c_.region >= c_.region_bytes &&
          own_array_at(first_of(with), begins) != nullptr) {
        access_own(with);
        continue;
      }
      if (batch_ == batch_size) settle();
      warp_access& a = accesses_[batch_++];
      a.local = false;
      a.kind = event_of(w);
      a.done = false;
      a.s.lanes = with;
      a.all_bits = (w & whole) != 0 ? structure_bits(w & address_bits, lane_[static_cast<unsigned>(std::countr_zero(with))].p[1] >> 48) : 0;
      unsigned const first = static_cast<unsigned>(std::countr_zero(with));
      std::uint64_t const at = lane_[first].p[1] & address_bits;
      a.s.bytes = static_cast<unsigned>(lane_[first].p[1] >> 48);
      a.shared = at - c_.shared < c_.shared_bytes;
      a.site = access_site(w & address_bits, lane_[first]);
      a.constant = !a.shared && at - c_.region >= c_.region_bytes && is_constant(at);
      if (lane_[first].site != none && !a.constant) ++l_.sites[lane_[first].site].accesses;
      each(with, [&](unsigned i) {
        a.s.address[i] = lane_[i].p[1] & address_bits;
        a.all_bits |= static_cast<std::uint32_t>(a.s.address[i]);
        lane_[i].p += 2;
      });
    }
    settle();
  }

  // Local memory.

  static lane_steps::own_array const* own_array_at(lane const& x, std::uint64_t at) {
    for (auto const& a : x.steps->arrays)
      if (at - a.address < a.bytes) return &a;
    return nullptr;
  }
  /// An array of the thread's own takes the place of what lay there.
  void begin_array(lane& x) {
    word const pc = x.p[0] & address_bits;
    std::uint64_t const at = x.p[1] & address_bits, bytes = x.p[1] >> 48;
    x.p += 2;
    auto const [place, fresh] = l_.local_places.try_emplace(pc, l_.local_bytes);
    if (fresh) l_.local_bytes += (bytes + 15) / 16 * 16;
    std::erase_if(x.steps->arrays, [&](auto const& a) {
      return a.address < at + bytes && at < a.address + a.bytes;
    });
    x.steps->arrays.push_back({at, bytes, place->second});
  }
  /// An access to arrays of the threads' own, at their places in local memory.
  void access_own(std::uint32_t with) {
    lane& lead = first_of(with);
    warp_access a;
    a.local = true;
    a.kind = event_of(*lead.p);
    a.s.bytes = static_cast<unsigned>(lead.p[1] >> 48);
    a.site = access_site(*lead.p & address_bits, lead);
    each(with, [&](unsigned i) {
      std::uint64_t const at = lane_[i].p[1] & address_bits;
      lane_[i].p += 2;
      auto const* const array = own_array_at(lane_[i], at);
      if (array == nullptr) return;
      a.s.lanes |= 1u << i;
      a.s.address[i] = array->place + (at - array->address);
      a.all_bits |= static_cast<std::uint32_t>(a.s.address[i]);
    });
    if (a.s.lanes != 0) split(a);
  }

  /// A fetch of a texture by those lanes: the different sectors of all their texels.
  void fetch(std::uint32_t with) {
    site& s = l_.sites[access_site(*first_of(with).p & address_bits, first_of(with))];
    sample first;
    first.lanes = with;
    sectors_.clear();
    each(with, [&](unsigned i) {
      lane& x = lane_[i];
      first.bytes = static_cast<unsigned>(x.p[1] >> 48);
      first.address[i] = x.p[1] & address_bits;
      do {
        std::uint64_t const at = x.p[1] & address_bits;
        sectors_.push_back(at / 32);
        s.count[texture_bytes] += x.p[1] >> 48;
        x.p += 2;
      } while (x.p != x.e && event_of(*x.p) == event::texel);
    });
    std::sort(sectors_.begin(), sectors_.end());
    auto const sectors =
        static_cast<unsigned>(std::unique(sectors_.begin(), sectors_.end()) - sectors_.begin());
    ++s.count[texture_requests];
    s.count[texture_sectors] += sectors;
    if (sectors > s.worst_cost) {
      s.worst_cost = sectors;
      s.worst = first;
    }
    if (c_.tracing) trace(event::load, false, first);
  }

  /// The next step of a group's lanes.
  bool leave(std::uint32_t group) {
    std::uint32_t ended = 0;
    word next = 0;
    bool same = true, any = false;
    each(group, [&](unsigned i) {
      lane const& x = lane_[i];
      if (x.p == x.e) {
        ended |= 1u << i;
        if (x.site != none && x.steps->ended) l_.sites[x.site].ends = true;
        return;
      }
      if (any && place(x) != next) same = false;
      next = place(x);
      any = true;
    });
    left_ &= ~ended;
    if (!any) return ended == group;
    std::uint32_t const from = first_of(group & ~ended).site;
    if (!same && from != none && first_of(group & ~ended).step == steps_)
      ++l_.sites[from].divergent;
    return same && ended == 0;
  }

  /// Those of a group may come from several others.
  void come_together(std::uint32_t group, std::uint32_t s) {
    lane const& lead = first_of(group);
    bool one = true;
    each(group, [&](unsigned i) { one = one && lane_[i].step == lead.step; });
    if (one) {
      follow(lead.site, s);
      return;
    }
    std::uint64_t seen[lanes_of_warp];
    unsigned n = 0, jumps = 0;
    std::uint32_t jumped = none;
    each(group, [&](unsigned i) {
      lane const& x = lane_[i];
      if (std::find(seen, seen + n, x.step) != seen + n) return;
      seen[n++] = x.step;
      follow(x.site, s);
      if (x.site == none || (l_.sites[x.site].next[1] != none && !leaves_unrolled(x.site))) return;
      ++jumps;
      jumped = x.site;
    });
    // All but one of those that come from a branch's arms have jumped here.
    if (jumps > 1) l_.sites[jumped].jumps += jumps - 1;
  }
  bool leaves_unrolled(std::uint32_t at) {
    site& s = l_.sites[at];
    if (s.more_next || std::min(l_.sites[s.next[0]].pc, l_.sites[s.next[1]].pc) > s.pc) return false;
    return is_unrolled(s);
  }
  void follow(std::uint32_t from, std::uint32_t to) {
    if (from == none) return;
    site& b = l_.sites[from];
    if (b.next[0] == to || b.next[1] == to) return;
    if (b.next[0] == none) b.next[0] = to;
    else if (b.next[1] == none) b.next[1] = to;
    else b.more_next = true;
  }

  std::uint32_t site_at(word pc) {
    auto& known = recent_[pc / 2 % std::size(recent_)];
    if (known.first != pc || known.second >= l_.sites.size() || l_.sites[known.second].pc != pc)
      known = {pc, l_.site_of(pc)};
    return known.second;
  }
  /// Where the library accesses memory for the program, the program's own place is meant.
  std::uint32_t access_site(word pc, lane const& x) {
    std::uint32_t const s = site_at(pc);
    if (in_program(pc)) return s;
    auto const& calls = x.steps->calls;
    for (auto at = calls.rbegin(); at != calls.rend(); ++at)
      if (in_program(at->from)) return site_at(at->from);
    return s;
  }
  /// A variable that the engine uses for itself.
  static bool internal(word pc) {
    static auto& known = *new std::unordered_map<word, bool>;
    auto const [at, fresh] = known.try_emplace(pc, false);
    if (fresh) at->second = check::is_internal(reinterpret_cast<void const*>(pc));
    return at->second;
  }
  static bool in_program(word pc) {
    static auto& known = *new std::unordered_map<word, bool>;
    auto const [at, fresh] = known.try_emplace(pc, false);
    if (fresh) at->second = access_place(pc).line != 0;
    return at->second;
  }

  // Instructions of a GPU from the accesses of a basic block.

  void settle() {
    for (unsigned i = 0; i < batch_; ++i) {
      warp_access& a = accesses_[i];
      if (a.done || a.kind == event::atomic) continue;
      unsigned const unit = aligned_unit(a.s.bytes, a.all_bits);
      if (unit != a.s.bytes) continue;
      merge(i);
    }
    for (unsigned i = 0; i < batch_; ++i)
      if (!accesses_[i].done) split(accesses_[i]);
    batch_ = 0;
  }

  /// The most bytes that one instruction may take of such an access.
  static unsigned aligned_unit(unsigned bytes, std::uint32_t all_bits) {
    unsigned unit = 16;
    while (unit > 1 && (bytes % unit != 0 || all_bits % unit != 0)) unit /= 2;
    return unit;
  }

  void split(warp_access const& a) {
    unsigned const unit = a.kind == event::atomic ? a.s.bytes : aligned_unit(a.s.bytes, a.all_bits);
    if (unit == a.s.bytes) {
      count(a);
      return;
    }
    warp_access part = a;
    part.s.bytes = unit;
    for (unsigned done = 0; done < a.s.bytes; done += unit) {
      count(part);
      each(a.s.lanes, [&](unsigned i) { part.s.address[i] += unit; });
    }
  }

  /// The alignment that the type of a structure promises which is accessed as a whole.
  static std::uint32_t structure_bits(std::uintptr_t pc, std::size_t bytes) {
    static auto& known = *new std::unordered_map<std::uintptr_t, unsigned>;
    auto const [at, fresh] = known.try_emplace(pc, 0);
    if (fresh) at->second = check::type_alignment(reinterpret_cast<void const*>(pc), bytes);
    return at->second;
  }
  static bool uses_vectors(std::uintptr_t pc) {
    static auto& known = *new std::unordered_map<std::uintptr_t, bool>;
    auto const [at, fresh] = known.try_emplace(pc, false);
    if (fresh) at->second = check::widest_type(reinterpret_cast<void const*>(pc)) >= 8;
    return at->second;
  }
  /// Loads, or stores, of neighbouring parts are one instruction where the whole is aligned for it.
  void merge(unsigned at) {
    warp_access& a = accesses_[at];
    bool const evident = std::popcount(a.s.lanes) > 1;
    if (a.s.bytes >= 16 || !evident) return;
    struct part {
      unsigned index;
      int offset;
    };
    part parts[32];
    unsigned n = 0;
    parts[n++] = {at, 0};
    for (unsigned j = at + 1; j < batch_ && n < std::size(parts); ++j) {
      warp_access const& b = accesses_[j];
      if (b.kind != a.kind) {
        // What may be written between keeps the order.
        if (b.kind != event::load && b.shared == a.shared && a.kind == event::load) break;
        if (a.kind != event::load && b.shared == a.shared) break;
        continue;
      }
      if (b.done || b.shared != a.shared || b.constant != a.constant || b.s.lanes != a.s.lanes) continue;
      unsigned const first = static_cast<unsigned>(std::countr_zero(a.s.lanes));
      auto const away = static_cast<std::int64_t>(b.s.address[first] - a.s.address[first]);
      if (away < -16 || away > 16 || away == 0) continue;
      bool constant = true;
      each(a.s.lanes, [&](unsigned i) {
        constant = constant && static_cast<std::int64_t>(b.s.address[i] - a.s.address[i]) == away;
      });
      if (constant) parts[n++] = {j, static_cast<int>(away)};
    }
    // Where shared arrays lie is known when code is made; of pointers, what their types promise.
    if (n == 1 || !(a.shared || uses_vectors(l_.sites[a.site].pc))) return;
    std::sort(parts, parts + n, [](part const& x, part const& y) { return x.offset < y.offset; });
    for (unsigned const whole : {16u, 8u, 4u, 2u}) {
      for (unsigned from = 0; from < n; ++from) {
        warp_access const& b = accesses_[parts[from].index];
        if (b.all_bits % whole != 0) continue;
        int end = parts[from].offset;
        unsigned to = from;
        bool has_this = false;
        while (to < n && parts[to].offset == end) {
          has_this = has_this || parts[to].index == at;
          end += static_cast<int>(accesses_[parts[to].index].s.bytes);
          ++to;
          if (end - parts[from].offset >= static_cast<int>(whole)) break;
        }
        if (!has_this || to - from < 2 || end - parts[from].offset != static_cast<int>(whole)) continue;
        warp_access merged = b;
        merged.s.bytes = whole;
        for (unsigned k = from; k < to; ++k) accesses_[parts[k].index].done = true;
        warp_access& kept = accesses_[parts[from].index];
        kept = merged;
        kept.done = false;
        return;
      }
    }
  }

  void count(warp_access const& a) {
    site& s = l_.sites[a.site];
    if (a.constant) {
      ++s.count[constant_requests];
      s.count[constant_words] += different_words(a.s);
      return;
    }
    if (a.local) {
      counter const way = a.kind == event::load ? local_load_requests : local_store_requests;
      ++s.count[way];
      s.count[way + 1] += local_cost(a.s).sectors;
      return;
    }
    s.shared = a.shared;
    s.stores = a.kind != event::load;
    unsigned const threads = static_cast<unsigned>(std::popcount(a.s.lanes));
    counts& n = s.count;
    cost const k = a.shared ? shared_cost(a.s)
                   : a.kind == event::atomic ? atomic_cost(a.s) : global_cost(a.s);
    unsigned worst = k.sectors;
    if (a.kind == event::atomic) {
      cost const same = a.shared ? atomic_cost(a.s) : k;
      n[atomic_threads] += threads;
      n[atomic_same_address] += same.same;
      worst = same.same;
    }
    if (a.shared) {
      unsigned const way = a.kind == event::load ? 0 : a.kind == event::store ? 1 : 2;
      ++n[shared_load_requests + way];
      n[shared_load_wavefronts + way] += k.wavefronts;
      n[shared_load_conflicts + way] += k.wavefronts - k.least;
      if (a.kind != event::atomic) worst = k.wavefronts;
    } else {
      unsigned const way = a.kind == event::load ? 0 : a.kind == event::store ? 2 : returns(s) ? 6 : 4;
      ++n[global_load_requests + way];
      n[global_load_sectors + way] += k.sectors;
      if (way == 0) n[global_load_lines] += k.lines;
      if (way == 2) n[global_store_lines] += k.lines;
      if (a.kind != event::load) n[global_store_bytes] += threads * a.s.bytes;
      if (a.kind != event::store) n[global_load_bytes] += threads * a.s.bytes;
    }
    if (worst > s.worst_cost) {
      s.worst_cost = worst;
      s.worst = a.s;
    }
    if (c_.tracing) trace(a.kind, a.shared, a.s);
  }

  static bool returns(site& s) {
    if (s.returns < 0) s.returns = uses_result(s.pc) ? 1 : 0;
    return s.returns != 0;
  }
  void trace(event kind, bool shared, sample const& s);

  static constexpr unsigned batch_size = 48;
  static constexpr std::size_t most_steps = 2000;  // of a trace
  context& c_;
  launch& l_;
  unsigned warp_;
  lane lane_[lanes_of_warp];
  std::uint32_t left_ = 0;
  std::uint64_t steps_ = 0;
  unsigned batch_ = 0;
  warp_access accesses_[batch_size];
  std::vector<std::uint64_t> sectors_;
  static inline std::pair<word, std::uint32_t> recent_[512];
};

void warp_run::trace(event kind, bool shared, sample const& s) {
  if (!l_.steps.empty()) l_.steps.back().accesses.push_back({kind, shared, s});
}

}  // namespace

void count_warp(context& c, unsigned warp) {
  warp_run(c, warp).run();
}

}  // namespace simt::profile
