#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>
#include <simt/simd/traits.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Widest gang: one that is a whole block of the largest size.
inline constexpr int max_lanes = 1024;

/// Lanes of 32 bits in a part of a gang of W lanes: the gang is an array of such parts.
template <int W>
inline constexpr int part_lanes = W == 1 ? 1 : simd::native_lanes;
template <int W>
inline constexpr int parts_of = W / part_lanes<W>;

/// Whether masks of W lanes, sixteen or more of them, are copied and combined as one register: what
/// g++ makes of them one by one is several instructions each.
template <int W>
inline constexpr bool has_mask_words = simd::has_bit_masks && W >= 256;
template <int W>
using mask_words = simd::vec<std::uint64_t, (W < 64 ? 1 : W / 64)>;
template <int W>
SIMT_INLINE mask_words<W> words_of(simd::part_mask<part_lanes<W>> const* k) {
  mask_words<W> r;
  __builtin_memcpy(&r, k, sizeof r);
  return r;
}
template <int W>
SIMT_INLINE void set_words(simd::part_mask<part_lanes<W>>* k, mask_words<W> const& words) {
  __builtin_memcpy(k, &words, sizeof words);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
