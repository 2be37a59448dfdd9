#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// A copy of the mask of a gang in which not all lanes are active.
// Why: g++ 12 takes masked loads for stores as well, and would fetch the mask from memory again
// after each. Gone when consecutive masked loads do not reload it.
template <int W>
struct partial_mask {
  static constexpr int P = part_lanes<W>;
  simd::part_mask<P> masks[parts_of<W>];
  SIMT_INLINE explicit partial_mask(execution_mask const& e) {
    simd::each<parts_of<W>>([&](int i) SIMT_LAMBDA_INLINE { masks[i] = partial_part<P>(e, i); });
  }
  /// Returns the number of the lane that alone is active in every part that has active lanes, as in
  /// a column at the rim of a tile; else -1.
  SIMT_INLINE int only_lane() const {
    if constexpr (simd::has_bit_masks && P != 1) {
      unsigned some = 0;
      simd::each<parts_of<W>>([&](int i) SIMT_LAMBDA_INLINE { some |= masks[i]; });
      if ((some & (some - 1)) == 0 && some != 0) return __builtin_ctz(some);
    }
    return -1;
  }
  /// Returns the mask of register i, where a register holds L lanes of R: a part or half of one.
  template <class R, int L>
  SIMT_INLINE simd::mask<sizeof(R), L> of(int i) const {
    return simd::mask_sub<sizeof(R), P>(masks[i * L / P], i);
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
