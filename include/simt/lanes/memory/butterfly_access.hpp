#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/indexed_access.hpp>
#include <simt/simd/permute.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Loads and stores lanes whose indices are an aligned block of L elements with the lane numbers
/// xored, as those of the partners in a butterfly are: one access and one permute instead of a
/// gather. `is_one` says whether the indices are such a block.
template <class N, class I, int W>
struct butterfly_access {
  using A = indexed_access<N, I, W>;
  using R = typename A::R;
  static constexpr int L = A::L;
  static constexpr bool possible =
      simd::has_lane_permutes<L> && sizeof(N) == 4 && A::narrow_index && A::X::lanes == L;

  std::ptrdiff_t first;  // of the block
  int by;                // what the lane numbers are xored with
  bool is_one;

  SIMT_INLINE butterfly_access(typename A::X const& x, int j) {
    auto const index = A::indices(x, j);
    int const zero = index[0];
    is_one = simd::mask_all<L>(simd::compare_lanes<simd::compare::eq, int, L>(
        simd::mask_full<L>(), index ^ simd::broadcast<int, L>(zero), simd::iota<int, L>()));
    by = zero & (L - 1);
    first = zero - by;
  }

  SIMT_INLINE simd::vec<R, L> load(N const* p, simd::part_mask<L> m) const {
    if (by == 0) return simd::load_masked<N, L>(p + first, m);
    return simd::xor_lanes<R, L>(simd::load_masked<N, L>(p + first, simd::xor_mask<L>(m, by)), by);
  }
  SIMT_INLINE void store(N* p, simd::part_mask<L> m, simd::vec<R, L> v) const {
    if (by == 0)
      simd::store_masked<N, L>(p + first, m, v);
    else
      simd::store_masked<N, L>(p + first, simd::xor_mask<L>(m, by), simd::xor_lanes<R, L>(v, by));
  }
};

/// Gathers one register, or loads it as a butterfly's.
template <class N, class I, int W, class M>
SIMT_INLINE auto load_scattered(N const* p, varying<I, W> const& x, int j, M m) {
  if constexpr (butterfly_access<N, I, W>::possible) {
    if (!simd::mask_any<butterfly_access<N, I, W>::L>(m))
      return simd::vec<typename indexed_access<N, I, W>::R, butterfly_access<N, I, W>::L>{};
    if (butterfly_access<N, I, W> const b(x, j); b.is_one) return b.load(p, m);
  }
  return indexed_access<N, I, W>::load(p, x, j, m);
}
/// Scatters one register, or stores it as a butterfly's.
template <class N, class I, int W, class M, class V>
SIMT_INLINE void store_scattered(N* p, varying<I, W> const& x, int j, M m, V v) {
  if constexpr (butterfly_access<N, I, W>::possible) {
    if (!simd::mask_any<butterfly_access<N, I, W>::L>(m)) return;
    if (butterfly_access<N, I, W> const b(x, j); b.is_one) return b.store(p, m, v);
  }
  indexed_access<N, I, W>::store(p, x, j, m, v);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
