#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/access_by_call.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// True if an access is a column of a matrix in a large device function, in two registers and more:
/// lanes lie apart by a number that the text does not tell. It is a call there.
// Why: in line each is dozens of statements, and compilers get functions of hundreds of them.
// Elsewhere a call within a loop, be it for a case that hardly occurs, keeps what the loop needs
// out of registers.
template <class V, class Index>
inline constexpr bool is_column =
    V::count > 1 && V::lanes > 1 && Index::geometry_type::gx == Index::width &&
    std::is_same_v<decltype(Index::sx), far_stride>;
template <int W>
using column_index = index<std::ptrdiff_t, geometry<W, W, 1, 1>, dynamic_stride, fixed_stride<0>,
                           fixed_stride<0>, false>;

/// Returns true if all W lanes are active, also where the mask is there to say so.
template <int W>
SIMT_INLINE bool is_full_gang(execution_mask const& e) {
  constexpr int P = part_lanes<W>;
  bool full = true;
  simd::each<parts_of<W>>(
      [&](int i) SIMT_LAMBDA_INLINE { full = full && simd::mask_all<P>(partial_part<P>(e, i)); });
  return e.all || full;
}
/// Loads L lanes that lie `step` apart, four by four. A gather takes longer.
// Why: g++ 12 puts a wider register together lane by lane, each under a mask. Gone when a loop over
// all L lanes compiles to inserts.
template <class R, int L, class N>
SIMT_INLINE simd::vec<R, L> load_steps(N const* p, std::ptrdiff_t step) {
  if constexpr (L > 4) {
    return simd::join_halves<R, L / 2>(load_steps<R, L / 2>(p, step),
                                       load_steps<R, L / 2>(p + L / 2 * step, step));
  } else {
    simd::vec<R, L> r{};
    simd::each<L>([&](int l) SIMT_LAMBDA_INLINE {
      simd::set<R, L>(r, l, static_cast<R>(p[l * step]));
    });
    return r;
  }
}
/// Loads one element for each lane, `step` apart.
template <class V, class N>
[[gnu::noinline, gnu::pure]] V load_column(N const* p, std::ptrdiff_t step) {
  V r;
  if (is_full_gang<V::width>(active_mask())) [[likely]]
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = load_steps<typename V::reg, V::lanes>(p + i * V::lanes * step, step);
    });
  else
    load_by_call<V>(p, column_index<V::width>(0, {step}, {}, {}), r);
  return r;
}
/// Stores one element for each lane, `step` apart.
// Why: y is a copy. A reference would keep it in memory throughout the caller.
template <class V, class N>
[[gnu::noinline]] void store_column(N* p, std::ptrdiff_t step, V y) {
  if (!is_full_gang<V::width>(active_mask())) [[unlikely]]
    return store_by_call<V>(p, column_index<V::width>(0, {step}, {}, {}), y);
  simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
    simd::each<V::lanes>([&](int l) SIMT_LAMBDA_INLINE {
      *p = static_cast<N>(simd::get<typename V::reg, V::lanes>(y.v[i], l));
      p += step;
    });
  });
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
