#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/memory.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Adds the n elements at a to those at d, n <= W: what `s[t] += s[t + d]` under `t < n` is.
// Why: no loop where W has few registers. Behind one, g++ 12 and clang 14 know nothing of the mask
// any more.
template <class T, int W>
SIMT_INLINE void add_run(T* d, T const* a, int n) {
  constexpr int L = simd::lanes_of<T, simd::native_lanes>;
  if constexpr (W <= 16 * L) {
    simd::each<W / L>([&](int i) SIMT_LAMBDA_INLINE {
      if (n >= (i + 1) * L)
        simd::store<T, L>(d + i * L, simd::load<T, L>(d + i * L) + simd::load<T, L>(a + i * L));
    });
    int const whole = n / L * L;
    n -= whole, d += whole, a += whole;
  } else {
    for (; n >= L; n -= L, d += L, a += L)
      simd::store<T, L>(d, simd::load<T, L>(d) + simd::load<T, L>(a));
  }
  if constexpr (L > 8)
    if (n >= 8) {
      simd::store<T, 8>(d, simd::load<T, 8>(d) + simd::load<T, 8>(a));
      n -= 8, d += 8, a += 8;
    }
  if constexpr (L > 4)
    if (n >= 4) {
      simd::store<T, 4>(d, simd::load<T, 4>(d) + simd::load<T, 4>(a));
      n -= 4, d += 4, a += 4;
    }
  if constexpr (L > 2)
    if (n >= 2) {
      simd::store<T, 2>(d, simd::load<T, 2>(d) + simd::load<T, 2>(a));
      n -= 2, d += 2, a += 2;
    }
  if (n >= 1) *d += *a;
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
