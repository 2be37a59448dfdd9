#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/memory.hpp>

#include <utility>

// Loads and stores of every S-th number in memory, as members of structures lie: whole registers
// and permutes, which take a third of a gather's time and less.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {
/// True if load_strided and store_strided exist.
template <class M, int L, int S, class R = register_t<M>>
inline constexpr bool has_strided =
    SIMT_ISA_AVX512 && sizeof(M) >= 4 &&
    sizeof(M) == sizeof(R) && L * sizeof(M) == 64 && S >= 2 && S <= 4;

/// Lane l reads p[S * l]. Nothing behind the last of them is touched.
template <class M, int L, int S, class R = register_t<M>>
SIMT_INLINE vec<R, L> load_strided(M const* p) {
  auto r = load<M, L>(p);
  each_constant<S - 1>([&](auto k) SIMT_LAMBDA_INLINE {
    constexpr int K = k + 1;  // this register of S is merged into those before it
    auto const* const at = p + K * L;
    constexpr auto last = static_cast<mask<sizeof(R), L>>((1u << (L - S + 1)) - 1u);
    auto const next = K + 1 < S ? load<M, L>(at) : load_masked<M, L>(at, last);
    r = shuffle<R, L>(r, next, [](int l) {
      int const number = S * l;
      if (number / L == K) return L + number % L;
      return number / L > K ? -1 : K == 1 ? number : l;
    });
  });
  return r;
}
/// Lane l writes p[S * l].
template <class M, int L, int S, class R = register_t<M>>
SIMT_INLINE void store_strided(M* p, vec<R, L> v) {
  each_constant<S>([&](auto k) SIMT_LAMBDA_INLINE {
    constexpr int First = k * L;
    constexpr auto lane = [](int q) { return (First + q) % S == 0 ? (First + q) / S : -1; };
    constexpr auto lanes = [lane] {
      unsigned m = 0;
      for (int q = 0; q < L; ++q)
        if (lane(q) >= 0) m |= 1u << q;
      return static_cast<mask<sizeof(R), L>>(m);
    }();
    store_masked<M, L>(p + First, lanes, shuffle<R, L>(v, v, lane));
  });
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
