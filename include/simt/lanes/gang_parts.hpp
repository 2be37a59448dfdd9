#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/arch.hpp>
#include <simt/simd/mask.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The lanes of the widest gang, which is a whole block of the largest size.
inline constexpr int max_lanes = 1024;

/// The number of 32-bit lanes in a part; a gang of W lanes is an array of such parts.
template <int W>
inline constexpr int part_lanes = W == 1 ? 1 : simd::native_lanes;
/// The number of parts of a gang of W lanes.
template <int W>
inline constexpr int parts_of = W / part_lanes<W>;

/// True if masks of W lanes are copied and combined as one register of 64-bit words.
// Why: g++ 12 takes several instructions for each mask of a part otherwise. Gone when a gang of 256
// lanes compiles to as few instructions with this false.
template <int W>
inline constexpr bool has_mask_words = simd::has_bit_masks && W >= 256;
/// The bits of W lanes, 64 a word.
template <int W>
using mask_words = simd::vec<std::uint64_t, (W < 64 ? 1 : W / 64)>;
/// Reads the masks of all parts as words.
template <int W>
SIMT_INLINE mask_words<W> words_of(simd::part_mask<part_lanes<W>> const* k) {
  mask_words<W> r;
  __builtin_memcpy(&r, k, sizeof r);
  return r;
}
/// Writes the masks of all parts from words.
template <int W>
SIMT_INLINE void set_words(simd::part_mask<part_lanes<W>>* k, mask_words<W> const& words) {
  __builtin_memcpy(k, &words, sizeof words);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
