#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/memory.hpp>

#include <utility>

// Loads and stores of every S-th number in memory, as members of structures lie: whole registers and
// permutes, which take a third of a gather's time and less.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {
namespace detail {

/// Where lane l of S registers in a row comes from, when register k is merged into those before it.
template <int L, int S>
constexpr int strided_lane(int k, int l) {
  int const f = S * l;
  if (f / L == k) return L + f % L;
  return f / L > k ? -1 : k == 1 ? f : l;
}
template <class R, int L, int S, int K, int... I>
SIMT_INLINE vec<R, L> merge_strided(vec<R, L> before, vec<R, L> next,
                                    std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(before, next, strided_lane<L, S>(K, I)...);
}
/// The lane that is number q of register k in memory.
template <int L, int S>
constexpr int spread_lane(int k, int q) {
  return (k * L + q) % S == 0 ? (k * L + q) / S : -1;
}
template <class R, int L, int S, int K, int... I>
SIMT_INLINE vec<R, L> spread(vec<R, L> v, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(v, v, spread_lane<L, S>(K, I)...);
}
template <int L, int S>
constexpr unsigned spread_mask(int k) {
  unsigned m = 0;
  for (int q = 0; q < L; ++q)
    if (spread_lane<L, S>(k, q) >= 0) m |= 1u << q;
  return m;
}

}  // namespace detail

/// True if load_strided and store_strided exist.
template <class M, int L, int S, class R = register_t<M>>
inline constexpr bool has_strided = SIMT_ISA_AVX512 && sizeof(M) >= 4 && sizeof(M) == sizeof(R) &&
                                    L * sizeof(M) == 64 && S >= 2 && S <= 4;

/// Lane l reads p[S * l]. Nothing behind the last of them is touched.
template <class M, int L, int S, class R = register_t<M>>
SIMT_INLINE vec<R, L> load_strided(M const* p) {
  auto r = load<M, L>(p);
  [&]<int... K>(std::integer_sequence<int, K...>) SIMT_LAMBDA_INLINE {
    ((r = detail::merge_strided<R, L, S, K + 1>(
          r,
          K + 2 < S ? load<M, L>(p + (K + 1) * L)
                    : load_masked<M, L>(p + (K + 1) * L, static_cast<mask<sizeof(R), L>>(
                                                             (1u << (L - S + 1)) - 1u)),
          std::make_integer_sequence<int, L>{})),
     ...);
  }
  (std::make_integer_sequence<int, S - 1>{});
  return r;
}
/// Lane l writes p[S * l].
template <class M, int L, int S, class R = register_t<M>>
SIMT_INLINE void store_strided(M* p, vec<R, L> v) {
  [&]<int... K>(std::integer_sequence<int, K...>) SIMT_LAMBDA_INLINE {
    (store_masked<M, L>(
         p + K * L, static_cast<mask<sizeof(R), L>>(detail::spread_mask<L, S>(K)),
         detail::spread<R, L, S, K>(v, std::make_integer_sequence<int, L>{})),
     ...);
  }
  (std::make_integer_sequence<int, S>{});
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
