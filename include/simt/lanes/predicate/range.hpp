#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/gang_parts.hpp>
#include <simt/lanes/traits.hpp>

#include <cstddef>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The lanes lo … hi-1: a comparison of a consecutive thread index with a uniform. OftenPartial:
/// the index is the thread's own, and parts a gang as often as not.
template <int W, bool OftenPartial>
struct range_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  static constexpr bool often_partial = OftenPartial;
  std::ptrdiff_t lo, hi;
  SIMT_INLINE range_predicate(std::ptrdiff_t l, std::ptrdiff_t h) : lo(l), hi(h) {}
  SIMT_INLINE range_predicate(range_predicate const& o) : lo(o.lo), hi(o.hi) {}
  SIMT_DETAIL_NO_ASSIGNMENT(range_predicate, SIMT_DETAIL_CONDITION)
  SIMT_INLINE int uniform_outcome() const {
    if (lo <= 0 && hi >= W) return 1;
    if (hi <= 0 || lo >= W || lo >= hi) return 0;
    return -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    auto const upto = simd::mask_and<part>(simd::mask_first<part>(hi - i * part), live);
    return simd::mask_andnot<part>(upto, simd::mask_first<part>(lo - i * part));
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
