#pragma once
// SPDX-License-Identifier: MIT
//
// exp, log and the normal distribution as a programmer in need of speed writes them: a few units in the last place, no
// special values (the workloads have none).

#include "hand_simd.hpp"

namespace bench::simd {

/// exp(x) for x < 88, zero or next to it for x < -87: 2^n * e^r with |r| <= log(2) / 2.
BENCH_INLINE f32 exp(f32 x) {
#if defined(BENCH_AVX512)
  f32 const n = _mm512_roundscale_ps(x * 1.44269504f, 0);
#else
  x = select(less(x, splat(-87.f)), splat(-87.f), x);  // the exponent below holds no less
  f32 const magic = splat(12582912.f);                 // 1.5 * 2^23: adding it rounds to an integer
  f32 const n = (x * 1.44269504f + magic) - magic;
#endif
  f32 const r = fma(n, 1.42860677e-6f, fma(n, -0.693145752f, x));
  f32 p = splat(1.f / 720);
  p = fma(p, r, splat(1.f / 120));
  p = fma(p, r, splat(1.f / 24));
  p = fma(p, r, splat(1.f / 6));
  p = fma(p, r, splat(.5f));
  p = fma(p, r, splat(1.f));
  p = fma(p, r, splat(1.f));
#if defined(BENCH_AVX512)
  return _mm512_scalef_ps(p, n);
#else
  return p * as_float((to_int(n) + 127) << 23);
#endif
}

/// log(x) for normal x > 0: log(2^e * m) with m in [0.75, 1.5), log(m) = 2 atanh((m - 1) / (m +
/// 1)).
BENCH_INLINE f32 log(f32 x) {
#if defined(BENCH_AVX512)
  f32 const m = _mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
  f32 const e = _mm512_getexp_ps(_mm512_div_ps(x, m));
#else
  i32 const bits = as_int(x) - 0x3f400000;  // 0.75
  f32 const e = to_float(bits >> 23);
  f32 const m = as_float((bits & 0x007fffff) + 0x3f400000);
#endif
  f32 const f = m - 1.f;
  f32 const s = f / (m + 1.f);
  f32 const q = s * s;
  f32 p = splat(2.f / 9);
  p = fma(p, q, splat(2.f / 7));
  p = fma(p, q, splat(2.f / 5));
  p = fma(p, q, splat(2.f / 3));
  p = fma(p, q, splat(2.f));
  return fma(e, 0.69314718f, s * p);
}

/// The cumulative normal distribution, by the polynomial of CUDA's Black-Scholes sample.
BENCH_INLINE f32 normal_distribution(f32 d) {
  f32 const k = 1.f / fma(abs(d), 0.2316419f, splat(1.f));
  f32 p = fma(k, 1.330274429f, splat(-1.821255978f));
  p = fma(p, k, splat(1.781477937f));
  p = fma(p, k, splat(-0.356563782f));
  p = fma(p, k, splat(0.31938153f));
  f32 const tail = 0.39894228040143267794f * exp(-.5f * d * d) * (k * p);
  return select(less(f32{}, d), 1.f - tail, tail);
}

}  // namespace bench::simd
