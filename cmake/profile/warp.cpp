// SPDX-License-Identifier: MIT
// Runs again what the threads of a warp did one after another, as a warp would: in each step those
// threads that are at the same basic block take it together. Of several groups the one deepest in
// calls goes first, then the one whose block lies first in the code: whoever is still in a loop catches
// up with those that have left it. So threads come together behind branches and loops.
#include "requests.hpp"

#include <algorithm>
#include <bit>

namespace simt::profile {
namespace {

constexpr unsigned lanes_of_warp = 32;

class warp_run {
 public:
  warp_run(context& c, unsigned warp)
      : c_(c), l_(*c.of), warp_(warp), steps_(c.steps), requests_(c) {
    lanes_ = std::min(lanes_of_warp, c.threads - warp * lanes_of_warp);
    for (unsigned i = 0; i < lanes_; ++i) {
      lane_steps& t = *c.lane[warp * lanes_of_warp + i];
      if (t.cut) ++l_.truncated;
      t.cut = false;
      if (t.begin != t.at) left_ |= 1u << i;
      lane_[i] = {&t, t.begin, t.at, t.site, t.call, t.step};
    }
  }
  ~warp_run() {
    for (unsigned i = 0; i < lanes_; ++i) {
      lane const& x = lane_[i];
      x.steps->at = x.steps->begin;
      x.steps->site = x.site;
      x.steps->call = x.call;
      x.steps->step = x.step;
    }
    c_.steps = steps_;
  }
  warp_run(warp_run const&) = delete;
  warp_run& operator=(warp_run const&) = delete;

  void run() {
    while (left_ != 0) go(pick());
  }

 private:
  struct lane {
    lane_steps* steps;
    word const* p;
    word const* e;
    std::uint32_t site;  // of the basic block that it is in
    std::uint32_t call;  // of the function that it is in
    std::uint64_t step;  // in which it came there
  };

  lane& first_of(std::uint32_t lanes) { return lane_[std::countr_zero(lanes)]; }

  /// Says when it has its turn if `w` is its next step: the highest goes first. From where the
  /// engine calls a kernel does not count.
  word turn(std::uint32_t in, word w) const {
    bool const kernel = event_of(w) == event::enter && in == 0;
    return word{c_.calls[in].depth} << 48 | (kernel ? address_bits : ~w & address_bits);
  }

  /// The lanes that go next.
  std::uint32_t pick() {
    std::uint32_t group = 0;
    word best = 0;
    others_ = 0;
    each_of(left_, [&](unsigned i) {
      word const t = turn(lane_[i].call, *lane_[i].p);
      if (group != 0 && t < best) {
        others_ = std::max(others_, t);
        return;
      }
      if (group == 0 || t > best) {
        others_ = best;
        best = t;
        group = 0;
      }
      group |= 1u << i;
    });
    return group;
  }

  /// Takes the steps that a group's lanes have in common, until it is another's turn.
  void go(std::uint32_t group) {
    find_common(group);
    lane const& lead = first_of(group);
    word const* const from = lead.p;
    find_one(group);
    std::uint32_t done = 0;
    for (unsigned i = 0; i < common_; ++i) {
      word const w = from[begins_[i]];
      if (is_access(w)) {
        if (!keep(group, w, begins_[i] + 1)) break;
        done = begins_[i] + 2;
        continue;
      }
      requests_.settle();
      if (i != 0 && turn(one_ ? call_ : lead.call, w) <= others_) {
        advance(group, done);
        return;
      }
      take_step(group, w);
      done = begins_[i] + (event_of(w) == event::texel ? 2 : 1);
    }
    advance(group, done);
    take_accesses(group);
    requests_.settle();
    leave(group);
  }

  /// Finds where the next steps begin that all lanes of a group have: of basic blocks and calls at
  /// least the one for which they were picked.
  void find_common(std::uint32_t group) {
    lane const& lead = first_of(group);
    auto length = lead.e - lead.p;
    each_of(group, [&](unsigned i) { length = std::min(length, lane_[i].e - lane_[i].p); });
    unsigned n = 0;
    for (std::ptrdiff_t at = 0; at < length && n < std::size(begins_);) {
      event const kind = event_of(lead.p[at]);
      bool const alone = kind == event::texture || kind == event::texel || kind == event::own_array;
      if (alone && (n != 0 || kind != event::texel)) break;
      begins_[n++] = static_cast<std::uint32_t>(at);
      if (alone) break;
      at += is_access(lead.p[at]) ? 2 : 1;
    }
    unsigned const picked = is_access(*lead.p) ? 0 : 1;
    each_of(group, [&](unsigned i) {
      word const* const p = lane_[i].p;
      for (unsigned k = picked; k < n; ++k)
        if (p[begins_[k]] != lead.p[begins_[k]]) n = k;
    });
    common_ = n;
  }

  void advance(std::uint32_t group, std::uint32_t words) {
    each_of(group, [&](unsigned i) {
      lane_[i].p += words;
      if (!one_) return;
      lane_[i].site = site_;
      lane_[i].call = call_;
      lane_[i].step = step_;
    });
  }

  /// A basic block, or a call's begin or end.
  void take_step(std::uint32_t group, word w) {
    event const kind = event_of(w);
    ++steps_;
    if (kind == event::block) {
      std::uint32_t const s = site_at(w & address_bits);
      if (one_)
        follow(site_, s);
      else
        come_together(group, s);
      site& b = l_.sites[s];
      b.is_block = true;
      if (c_.tracing) {
        if (l_.steps.size() < most_steps) l_.steps.push_back({false, warp_, group, w & address_bits, {}});
        else c_.tracing = false;
      }
      ++b.times;
      b.threads += static_cast<unsigned>(std::popcount(group));
      if (!one_) each_of(group, [&](unsigned i) { lane_[i].site = s, lane_[i].step = steps_; });
      site_ = s;
      step_ = steps_;
    } else if (kind == event::enter || kind == event::leave) {
      auto const change = kind == event::enter ? &warp_run::enter : &warp_run::leave_call;
      if (one_)
        (this->*change)(w, site_, call_, step_);
      else
        each_of(group, [&](unsigned i) {
          (this->*change)(w, lane_[i].site, lane_[i].call, lane_[i].step);
        });
    }
    // (A texel's first one had no room.)
    if (!one_) find_one(group);
  }
  void find_one(std::uint32_t group) {
    lane const& lead = first_of(group);
    std::uint64_t other = 0;
    each_of(group, [&](unsigned i) {
      lane const& x = lane_[i];
      other |= (x.site ^ lead.site) | (x.call ^ lead.call) | (x.step ^ lead.step);
    });
    one_ = other == 0;
    site_ = lead.site;
    call_ = lead.call;
    step_ = lead.step;
  }
  void enter(word w, std::uint32_t& in, std::uint32_t& call, std::uint64_t&) {
    if (in != none) l_.sites[in].calls = true;
    if (in != none && c_.calls[call].depth == 1) l_.sites[in].launches = true;
    call = call_from(call, w & address_bits, in);
    in = none;
  }
  void leave_call(word, std::uint32_t& in, std::uint32_t& call, std::uint64_t& step) {
    if (call == 0) return;
    if (in != none) l_.sites[in].ends = true;
    in = c_.calls[call].site;
    call = c_.calls[call].outer;
    step = steps_;
  }
  std::uint32_t call_from(std::uint32_t outer, word from, std::uint32_t in) {
    auto& known = c_.calls;
    for (std::uint32_t at = known[outer].inner; at != none; at = known[at].other)
      if (known[at].from == from && known[at].site == in) return at;
    auto const made = static_cast<std::uint32_t>(known.size());
    known.push_back({from, in, outer, known[outer].depth + 1, none, known[outer].inner});
    known[outer].inner = made;
    return made;
  }

  /// The accesses that some of the lanes have next.
  void take_accesses(std::uint32_t group) {
    for (;;) {
      // What the first lane has next; lanes that lack it accessed memory of their own there.
      std::uint32_t with = 0;
      word w = 0;
      each_of(group, [&](unsigned i) {
        lane const& x = lane_[i];
        if (x.p == x.e || !is_access(*x.p)) return;
        if (with == 0) w = *x.p;
        if (*x.p == w) with |= 1u << i;
      });
      if (with == 0) return;
      if (event_of(w) == event::own_array)
        each_of(with, [&](unsigned i) { begin_array(lane_[i]); });
      else if (event_of(w) == event::texture)
        fetch(with);
      else if (keep(with, w, 1))
        each_of(with, [&](unsigned i) { lane_[i].p += 2; });
      else
        access_own(with);
    }
  }

  /// Keeps an access of lanes whose addresses lie that many words ahead. Returns false where they
  /// are arrays of the threads' own.
  bool keep(std::uint32_t with, word w, std::uint32_t ahead) {
    lane const& lead = first_of(with);
    std::uint64_t const at = lead.p[ahead] & address_bits, bytes = lead.p[ahead] >> 48;
    bool const outside = !region.holds(at);
    if (outside && (w & told) == 0 && internal(w & address_bits)) return true;
    if (outside && own_array_at(lead, at) != nullptr) return false;
    warp_access& a = requests_.add();
    a.site = access_site(w & address_bits, lead);
    a.kind = event_of(w);
    a.shared = at - c_.shared < c_.shared_bytes;
    a.constant = !a.shared && outside && is_constant(at);
    a.local = a.done = false;
    a.s.bytes = static_cast<unsigned>(bytes);
    a.s.lanes = with;
    std::uint32_t bits = (w & whole) != 0 ? structure_bits(w & address_bits, bytes) : 0;
    each_of(with, [&](unsigned i) {
      a.s.address[i] = lane_[i].p[ahead] & address_bits;
      bits |= static_cast<std::uint32_t>(a.s.address[i]);
    });
    a.all_bits = bits;
    std::uint32_t const in = one_ ? site_ : lead.site;
    if (in != none && !a.constant) ++l_.sites[in].accesses;
    return true;
  }

  /// The alignment that the type of a structure promises which is accessed as a whole.
  static std::uint32_t structure_bits(std::uintptr_t pc, std::size_t bytes) {
    static auto& known = *new std::unordered_map<std::uintptr_t, unsigned>;
    auto const [at, fresh] = known.try_emplace(pc, 0);
    if (fresh) at->second = check::type_alignment(reinterpret_cast<void const*>(pc), bytes);
    return at->second;
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
    warp_access a{};
    a.local = true;
    a.kind = event_of(*lead.p);
    a.s.bytes = static_cast<unsigned>(lead.p[1] >> 48);
    a.site = access_site(*lead.p & address_bits, lead);
    each_of(with, [&](unsigned i) {
      std::uint64_t const at = lane_[i].p[1] & address_bits;
      lane_[i].p += 2;
      auto const* const array = own_array_at(lane_[i], at);
      if (array == nullptr) return;
      a.s.lanes |= 1u << i;
      a.s.address[i] = array->place + (at - array->address);
      a.all_bits |= static_cast<std::uint32_t>(a.s.address[i]);
    });
    if (a.s.lanes != 0) requests_.count_alone(a);
  }

  /// A fetch of a texture by those lanes: the different sectors of all their texels.
  void fetch(std::uint32_t with) {
    site& s = l_.sites[access_site(*first_of(with).p & address_bits, first_of(with))];
    sample first;
    first.lanes = with;
    sectors_.clear();
    each_of(with, [&](unsigned i) {
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
    if (c_.tracing) requests_.trace(event::load, false, first);
  }

  /// The next step of a group's lanes.
  void leave(std::uint32_t group) {
    std::uint32_t ended = 0;
    word next = 0;
    bool same = true, any = false;
    each_of(group, [&](unsigned i) {
      lane const& x = lane_[i];
      if (x.p == x.e) {
        ended |= 1u << i;
        if (x.site != none && x.steps->ended) l_.sites[x.site].ends = true;
        return;
      }
      if (any && turn(x.call, *x.p) != next) same = false;
      next = turn(x.call, *x.p);
      any = true;
    });
    left_ &= ~ended;
    if (!any) return;
    std::uint32_t const from = first_of(group & ~ended).site;
    if (!same && from != none && first_of(group & ~ended).step == steps_)
      ++l_.sites[from].divergent;
  }

  /// Those of a group may come from several others.
  void come_together(std::uint32_t group, std::uint32_t s) {
    lane const& lead = first_of(group);
    bool one = true;
    each_of(group, [&](unsigned i) { one = one && lane_[i].step == lead.step; });
    if (one) {
      follow(lead.site, s);
      return;
    }
    std::uint64_t seen[lanes_of_warp];
    unsigned n = 0, jumps = 0;
    std::uint32_t jumped = none;
    each_of(group, [&](unsigned i) {
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
    site& of = l_.sites[s];
    if (of.in_program < 0) of.in_program = in_program(pc) ? 1 : 0;
    if (of.in_program != 0) return s;
    for (std::uint32_t at = one_ ? call_ : x.call; at != 0; at = c_.calls[at].outer)
      if (in_program(c_.calls[at].from)) return site_at(c_.calls[at].from);
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

  static constexpr std::size_t most_steps = 2000;  // of a trace
  context& c_;
  launch& l_;
  unsigned warp_;
  unsigned lanes_;
  lane lane_[lanes_of_warp];
  std::uint32_t left_ = 0;
  word others_ = 0;  // the turn of those that were not picked
  std::uint64_t steps_;
  // Of the group that goes:
  std::uint32_t begins_[64];  // of steps that its lanes have in common, from where they are
  unsigned common_ = 0;
  bool one_ = false;  // they are here, since this step, of which they know nothing yet
  std::uint32_t site_ = none, call_ = 0;
  std::uint64_t step_ = 0;
  requests requests_;
  std::vector<std::uint64_t> sectors_;
  static inline std::pair<word, std::uint32_t> recent_[512];
};

}  // namespace

void count_warp(context& c, unsigned warp) {
  warp_run(c, warp).run();
}

}  // namespace simt::profile
