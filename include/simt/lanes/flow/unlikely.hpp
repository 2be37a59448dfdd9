#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/if.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Conditions that hold for no thread in most turns of a loop, as `if (found) break;`.
namespace simt::inline SIMT_ABI::detail {

/// Marks a condition of a simt_if that mostly holds for no lane.
template <class Pred>
struct unlikely_condition {
  Pred p;
};

/// Returns a mask that is empty if p.at(i, live) is. It may have other lanes than those.
template <class Pred, class M>
SIMT_INLINE M some_at(Pred const& p, int i, M live) {
  return p.at(i, live);
}
template <simd::compare C, class T, int W, bool Loaded, class M>
SIMT_INLINE M some_at(compare_predicate<C, T, W, Loaded> const& p, int i, M live) {
  using V = varying<T, W>;
  using R = typename V::reg;
  constexpr int P = part_lanes<W>;
  if constexpr (V::lanes == P) {
    return p.at(i, live);
  } else {
    // Joining the masks of two registers would cost more than the comparisons.
    auto const lo = simd::compare_lanes<C, R, V::lanes>(simd::mask_sub<8, P>(live, 0), p.a.v[2 * i],
                                                        p.b.v[2 * i]);
    auto const hi = simd::compare_lanes<C, R, V::lanes>(simd::mask_sub<8, P>(live, 1),
                                                        p.a.v[2 * i + 1], p.b.v[2 * i + 1]);
    return (M)(lo | hi);
  }
}

/// The scope of a simt_if over such a condition. Where it holds for no lane, nothing of the mask is
/// worked out or changes; else its masks are made out of line.
template <int W, class Pred>
class unlikely_scope : public two_sides {
  static constexpr int P = part_lanes<W>;
  static constexpr int N = parts_of<W>;

 public:
  SIMT_INLINE explicit unlikely_scope(Pred const& p) {
    auto& e = active_mask();
    int const q = p.uniform_outcome();
    if (q == 1) return;
    if (q == 0 || !holds_somewhere(p)) [[likely]] {
      only_otherwise();
      return;
    }
    was_all_ = e.all;
    bool const removed = e.removed_any;
    auto const entry = enter_guard<W>(Pred(p));
    mask_still_partial(e, removed);
    saved_ = entry.saved;
    second_ = entry.rest;
  }
  unlikely_scope(unlikely_scope const&) = delete;
  unlikely_scope& operator=(unlikely_scope const&) = delete;
  SIMT_INLINE ~unlikely_scope() noexcept(false) {
    if (!ended_) [[unlikely]] {
      leave();
      scope_abandoned();
    }
  }
  SIMT_INLINE void next(int turn) {
    if (turn == 0) {
      if (saved_ != nullptr && second_) [[unlikely]]
        guard_otherwise(saved_);
    } else {
      leave();
      ended_ = true;
    }
  }

 private:
  SIMT_INLINE static bool holds_somewhere(Pred const& p) {
    auto& e = active_mask();
    auto some = simd::mask_none<P>();
    keeping_mask([&]() SIMT_LAMBDA_INLINE {
      if (e.all)
        simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
          some = simd::mask_or<P>(some, some_at(p, i, simd::mask_full<P>()));
        });
      else
        simd::each<N>([&](int i) SIMT_LAMBDA_INLINE {
          some = simd::mask_or<P>(some, some_at(p, i, active_part<P>(e, i)));
        });
    });
    return simd::mask_any<P>(some);
  }
  SIMT_INLINE void leave() {
    if (saved_ != nullptr) [[unlikely]]
      guard_leave<early_exits::possible>(saved_, was_all_);
  }

  saved_mask* saved_ = nullptr;
  bool was_all_ = false;
};

template <early_exits = early_exits::possible, class Pred>
SIMT_INLINE auto make_if(unlikely_condition<Pred>&& c) {
  constexpr int W = Pred::width;
  if constexpr (W == 1)
    return if_scope<W, early_exits::possible>(c.p);
  else
    return unlikely_scope<W, Pred>(c.p);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
