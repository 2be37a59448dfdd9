#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/groups.h>
#include <simt/thread/group_algorithms.hpp>

#include <bit>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Functions that the threads of a tile, or coalesced threads, compute together, for lanes.
// - Source:  CUDA C Programming Guide 13.0, 10.6.5 (Group Collectives)
namespace simt::inline SIMT_ABI::cuda::lane {

template <class Op>
inline constexpr int fold_kind = 0;
template <class T>
inline constexpr int fold_kind<cooperative_groups::plus<T>> = 1;
template <class T>
inline constexpr int fold_kind<cooperative_groups::less<T>> = 2;
template <class T>
inline constexpr int fold_kind<cooperative_groups::greater<T>> = 3;
template <class T>
inline constexpr int fold_kind<cooperative_groups::bit_and<T>> = 4;
template <class T>
inline constexpr int fold_kind<cooperative_groups::bit_or<T>> = 5;
template <class T>
inline constexpr int fold_kind<cooperative_groups::bit_xor<T>> = 6;

/// - CUDA:    reduce(tile, value, op)
template <class G, unsigned Size, unsigned Of, class X, class Op>
SIMT_INLINE auto reduce(G const& g, tile_group<G, Size, Of> const& tile, X&& x, Op const& op) {
  using V = varying<clean<scalar<X>>, G::gang_width>;
  V r(lane::get(x));
  constexpr int kind = fold_kind<plain<Op>>;
  for (unsigned n = Size / 2; n > 0; n /= 2) {
    V const other = tile.shfl_xor(r, n);
    if constexpr (kind == 1)
      r = r + other;
    else if constexpr (kind == 2)
      r = simt::select(other < r, other, r);
    else if constexpr (kind == 3)
      r = simt::select(r < other, other, r);
    else if constexpr (kind == 4)
      r = r & other;
    else if constexpr (kind == 5)
      r = r | other;
    else if constexpr (kind == 6)
      r = r ^ other;
    else
      r = by_lane(g, op, r, other);
  }
  return r;
}

namespace detail {
/// Hands f(values, results, count) what the threads of each group passed, by rank.
template <class V, class G, class X, class F>
SIMT_INLINE varying<V, G::gang_width> fold_group(G const& g, X const& group,
                                                 varying<V, G::gang_width> const& x, F const& f) {
  constexpr int W = G::gang_width;
  varying<unsigned, W> const lanes = group.lanes();
  varying<V, W> out{};
  if constexpr (W == 1) {
    V values[32] = {}, results[32] = {};
    unsigned const mask = lanes.lane(0), count = static_cast<unsigned>(std::popcount(mask));
    for (unsigned i = 0; i < count; ++i) {
      varying<int, 1> const from(cooperative_groups::detail::lane_of_rank(mask, i));
      values[i] = varying<V, 1>(g.__shfl_sync(lanes, x, from)).lane(0);
    }
    f(values, results, count);
    out.set_lane(0, results[varying<unsigned, 1>(group.thread_rank()).lane(0) % 32]);
  } else {
    d::each_active<W>([&](int l) {
      unsigned const mask = lanes.lane(l);
      int const warp = l & ~31;
      if (l != warp + std::countr_zero(mask)) return;
      V values[32] = {}, results[32] = {};
      unsigned count = 0;
      for (unsigned m = mask; m != 0; m &= m - 1) values[count++] = x.lane(warp + std::countr_zero(m));
      f(values, results, count);
      count = 0;
      for (unsigned m = mask; m != 0; m &= m - 1)
        out.set_lane(warp + std::countr_zero(m), results[count++]);
    });
  }
  return out;
}
template <bool Inclusive, class G, class X, class V, class Op>
SIMT_INLINE auto scan_group(G const& g, X const& group, V&& value, Op const& op) {
  using T = clean<scalar<V>>;
  return fold_group<T>(g, group, varying<T, G::gang_width>(lane::get(value)),
                       [&](T const* in, T* out, unsigned count) {
                         for (unsigned i = 0; i < count; ++i) {
                           if constexpr (Inclusive)
                             out[i] = i == 0 ? in[0] : static_cast<T>(op(out[i - 1], in[i]));
                           else if (i != 0)
                             out[i] = i == 1 ? in[0] : static_cast<T>(op(out[i - 1], in[i - 1]));
                         }
                       });
}
}  // namespace detail

/// The same of coalesced threads.
template <class G, class X, class Op>
SIMT_INLINE auto reduce(G const& g, coalesced_lanes<G> const& group, X&& x, Op const& op) {
  using T = clean<scalar<X>>;
  return detail::fold_group<T>(g, group, varying<T, G::gang_width>(lane::get(x)),
                               [&](T* in, T* out, unsigned count) {
                                 cooperative_groups::detail::fold(in, count, count == 32, op);
                                 for (unsigned i = 0; i < count; ++i) out[i] = in[0];
                               });
}

/// - CUDA:    inclusive_scan(group, value, op), exclusive_scan(group, value, op)
template <class G, class X, class V, class Op = cooperative_groups::plus<clean<scalar<V>>>>
SIMT_INLINE auto inclusive_scan(G const& g, X const& group, V&& value, Op const& op = {}) {
  return detail::scan_group<true>(g, group, value, op);
}
template <class G, class X, class V, class Op = cooperative_groups::plus<clean<scalar<V>>>>
SIMT_INLINE auto exclusive_scan(G const& g, X const& group, V&& value, Op const& op = {}) {
  return detail::scan_group<false>(g, group, value, op);
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
