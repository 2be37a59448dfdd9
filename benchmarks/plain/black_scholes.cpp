// SPDX-License-Identifier: MIT
//
// A register of options; the price of a put follows from that of the call.

#include "../hand_math.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;

BENCH_INLINE f32 distribution(f32 d) {
  f32 const k = 1.f / simd::fma(simd::abs(d), 0.2316419f, simd::splat(1.f));
  f32 p = simd::fma(k, 1.330274429f, simd::splat(-1.821255978f));
  p = simd::fma(p, k, simd::splat(1.781477937f));
  p = simd::fma(p, k, simd::splat(-0.356563782f));
  p = simd::fma(p, k, simd::splat(0.31938153f));
  f32 const tail = 0.39894228040143267794f * simd::exp(-.5f * d * d) * (k * p);
  return simd::select(simd::less(f32{}, d), 1.f - tail, tail);
}

}  // namespace

void black_scholes(float const* price, float const* strike, float const* years, float* call,
                   float* put, int n) {
  for_ranges(n, 8192, [=](int first, int last) {
    for (int i = first; i < last; i += simd::lanes) {
      f32 const s = simd::load(price + i), x = simd::load(strike + i), t = simd::load(years + i);
      f32 const spread = volatility * simd::sqrt(t);
      f32 const d1 =
          simd::fma(t, riskfree_rate + .5f * volatility * volatility, simd::log(s / x)) / spread;
      f32 const discounted = x * simd::exp(-riskfree_rate * t);
      f32 const c = s * distribution(d1) - discounted * distribution(d1 - spread);
      simd::store(call + i, c);
      simd::store(put + i, c + discounted - s);
    }
  });
}

}  // namespace bench::plain
