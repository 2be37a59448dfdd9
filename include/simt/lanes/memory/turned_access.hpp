#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>
#include <simt/simd/strided.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Access across the rows of a gang: neighbours along x lie in different rows of memory, neighbours
// along y beside each other, as in `tile[threadIdx.x][threadIdx.y]`. Squares are read along memory
// and turned in registers: a gather takes as long as one load for each lane.
namespace simt::inline SIMT_ABI::detail {

/// The rows of a gang of registers V that are read together; 0 where such access is none of the
/// kind.
template <class V, class Index>
inline constexpr int turned_rows = [] {
  using G = typename Index::geometry_type;
  using M = typename V::value_type;
  constexpr int L = V::lanes, rows = L < 8 ? L : 8;
  constexpr bool whole = G::gx * G::gy * G::gz == G::width && G::gx % L == 0 && G::gy % rows == 0;
  constexpr bool plain_number = sizeof(M) == 4 && sizeof(typename V::reg) == 4;
  return L >= 4 && whole && plain_number && stride_is<decltype(Index::sy), 1> ? rows : 0;
}();

/// Exchanges, in squares of 2 D × 2 D, the quarters beside the diagonal: lanes of a with the bit D
/// for lanes of b without it.
template <class R, int L, int D>
SIMT_INLINE void exchange_quarters(simd::vec<R, L>& a, simd::vec<R, L>& b) {
  auto const low = a, high = b;
  a = simd::shuffle<R, L>(low, high, [](int i) { return (i & D) != 0 ? L + i - D : i; });
  b = simd::shuffle<R, L>(low, high, [](int i) { return (i & D) != 0 ? L + i : i + D; });
}
/// Turns a square of K registers, or the two halves of them by themselves.
template <class R, int L, int K, int D = K / 2>
SIMT_INLINE void turn_squares(simd::vec<R, L> (&r)[K]) {
  simd::each<K>([&](int k) SIMT_LAMBDA_INLINE {
    if ((k & D) == 0) exchange_quarters<R, L, D>(r[k], r[k + D]);
  });
  if constexpr (D > 1) turn_squares<R, L, K, D / 2>(r);
}

template <class R, int L>
SIMT_INLINE simd::vec<R, L / 2> upper_half(simd::vec<R, L> v) {
  return simd::shuffle<R, L, L / 2>(v, v, [](int i) { return i + L / 2; });
}

/// Calls f(number, at) for each square: the register of its first row, and the index of its first
/// lane.
template <class V, class Index, class F>
SIMT_INLINE void each_square(Index const& ix, F&& f) {
  using G = typename Index::geometry_type;
  constexpr int L = V::lanes, K = turned_rows<V, Index>;
  for (int lane = 0; lane < G::width; lane += K * G::gx)
    for (int x = 0; x < G::gx; x += L) f((lane + x) / L, ix.at(lane + x));
}

/// Loads all lanes of r from p[ix].
template <class V, class N, class Index>
SIMT_INLINE void load_turned(N const* p, Index const& ix, V& r) {
  using R = typename V::reg;
  constexpr int L = V::lanes, K = turned_rows<V, Index>, row = Index::geometry_type::gx / L;
  std::ptrdiff_t const step = ix.sx;
  each_square<V>(ix, [&](int number, std::ptrdiff_t at) SIMT_LAMBDA_INLINE {
    simd::vec<R, L> square[K];
    simd::each<K>([&](int k) SIMT_LAMBDA_INLINE {
      auto const* const from = p + at + k * step;
      simd::vec<R, K> low, high;
      __builtin_memcpy(&low, from, sizeof low);
      if constexpr (K == L) {
        square[k] = low;
      } else {
        __builtin_memcpy(&high, from + K * step, sizeof high);
        square[k] = simd::join_halves<R, K>(low, high);
      }
    });
    turn_squares<R, L, K>(square);
    simd::each<K>([&](int k) SIMT_LAMBDA_INLINE { r.v[number + k * row] = square[k]; });
  });
}

/// Stores all lanes of y to p[ix]. Needs: rows do not overlap.
template <class V, class N, class Index>
SIMT_INLINE void store_turned(N* p, Index const& ix, V const& y) {
  using R = typename V::reg;
  constexpr int L = V::lanes, K = turned_rows<V, Index>, row = Index::geometry_type::gx / L;
  std::ptrdiff_t const step = ix.sx;
  each_square<V>(ix, [&](int number, std::ptrdiff_t at) SIMT_LAMBDA_INLINE {
    simd::vec<R, L> square[K];
    simd::each<K>([&](int k) SIMT_LAMBDA_INLINE { square[k] = y.v[number + k * row]; });
    turn_squares<R, L, K>(square);
    simd::each<K>([&](int k) SIMT_LAMBDA_INLINE {
      auto* const to = p + at + k * step;
      constexpr auto bytes = std::size_t{4} * K;
      __builtin_memcpy(to, &square[k], bytes);
      if constexpr (K != L) {
        auto const high = upper_half<R, L>(square[k]);
        __builtin_memcpy(to + K * step, &high, bytes);
      }
    });
  });
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
