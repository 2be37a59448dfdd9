// SPDX-License-Identifier: MIT
#include "requests.hpp"

#include <algorithm>
#include <bit>

namespace simt::profile {
namespace {

/// The most bytes that one instruction may take of such an access.
unsigned aligned_unit(unsigned bytes, std::uint32_t all_bits) {
  unsigned unit = 16;
  while (unit > 1 && (bytes % unit != 0 || all_bits % unit != 0)) unit /= 2;
  return unit;
}

bool uses_vectors(std::uintptr_t pc) {
  static auto& known = *new std::unordered_map<std::uintptr_t, bool>;
  auto const [at, fresh] = known.try_emplace(pc, false);
  if (fresh) at->second = check::widest_type(reinterpret_cast<void const*>(pc)) >= 8;
  return at->second;
}

bool returns(site& s) {
  if (s.returns < 0) s.returns = uses_result(s.pc) ? 1 : 0;
  return s.returns != 0;
}

}  // namespace

warp_access& requests::add() {
  if (kept_ == most) settle();
  return accesses_[kept_++];
}

void requests::settle() {
  for (unsigned i = 0; i < kept_; ++i) {
    warp_access& a = accesses_[i];
    if (a.done || a.kind == event::atomic) continue;
    unsigned const unit = aligned_unit(a.s.bytes, a.all_bits);
    if (unit != a.s.bytes) continue;
    merge(i);
  }
  for (unsigned i = 0; i < kept_; ++i)
    if (!accesses_[i].done) split(accesses_[i]);
  kept_ = 0;
}

void requests::split(warp_access const& a) {
  unsigned const unit = a.kind == event::atomic ? a.s.bytes : aligned_unit(a.s.bytes, a.all_bits);
  if (unit == a.s.bytes) {
    count(a);
    return;
  }
  warp_access part = a;
  part.s.bytes = unit;
  for (unsigned done = 0; done < a.s.bytes; done += unit) {
    count(part);
    each_of(a.s.lanes, [&](unsigned i) { part.s.address[i] += unit; });
  }
}

/// Loads, or stores, of neighbouring parts are one instruction where the whole is aligned for it.
void requests::merge(unsigned at) {
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
  for (unsigned j = at + 1; j < kept_ && n < std::size(parts); ++j) {
    warp_access const& b = accesses_[j];
    if (b.kind != a.kind) {
      // A write between, of the same memory perhaps, keeps the order.
      if (b.kind != event::load && b.shared == a.shared && a.kind == event::load) break;
      if (a.kind != event::load && b.shared == a.shared) break;
      continue;
    }
    if (b.done || b.shared != a.shared || b.constant != a.constant || b.s.lanes != a.s.lanes)
      continue;
    unsigned const first = static_cast<unsigned>(std::countr_zero(a.s.lanes));
    auto const away = static_cast<std::int64_t>(b.s.address[first] - a.s.address[first]);
    if (away < -16 || away > 16 || away == 0) continue;
    bool constant = true;
    each_of(a.s.lanes, [&](unsigned i) {
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
      if (!has_this || to - from < 2 || end - parts[from].offset != static_cast<int>(whole))
        continue;
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

void requests::count(warp_access const& a) {
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
  cost const k = a.shared                  ? shared_cost(a.s)
                 : a.kind == event::atomic ? atomic_cost(a.s)
                                           : global_cost(a.s);
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
    unsigned const way = a.kind == event::load    ? 0
                         : a.kind == event::store ? 2
                         : returns(s)             ? 6
                                                  : 4;
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

void requests::trace(event kind, bool shared, sample const& s) {
  if (!l_.steps.empty()) l_.steps.back().accesses.push_back({kind, shared, s});
}

}  // namespace simt::profile
