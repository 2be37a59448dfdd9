#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// a C b, compared when asked. Loaded: a or b was read from memory in this expression.
template <simd::compare C, class T, int W, bool Loaded>
struct compare_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  static constexpr bool from_memory = Loaded;
  using V = varying<T, W>;
  V a, b;
  SIMT_INLINE compare_predicate(V const& x, V const& y) : a(x), b(y) {}
  SIMT_INLINE compare_predicate(compare_predicate const& o) : a(o.a), b(o.b) {}
  SIMT_DETAIL_NO_ASSIGNMENT(compare_predicate, SIMT_DETAIL_CONDITION)
  SIMT_INLINE int uniform_outcome() const { return -1; }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    using R = typename V::reg;
    constexpr int L = V::lanes;
    if constexpr (L == part) {
      return simd::compare_lanes<C, R, L>(live, a.v[i], b.v[i]);
    } else {
      return simd::mask_join<part>(
          simd::compare_lanes<C, R, L>(simd::mask_sub<8, part>(live, 0), a.v[2 * i], b.v[2 * i]),
          simd::compare_lanes<C, R, L>(simd::mask_sub<8, part>(live, 1), a.v[2 * i + 1],
                                       b.v[2 * i + 1]));
    }
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
