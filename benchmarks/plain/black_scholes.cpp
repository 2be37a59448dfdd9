// SPDX-License-Identifier: MIT
//
// A register of options; the price of a put follows from that of the call.

#include "../hand_math.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {

using simd::f32;

void black_scholes(float const* price, float const* strike, float const* years, float* call,
                   float* put, int n) {
  for_ranges(n, 8192, [=](int first, int last) {
    for (int i = first; i < last; i += simd::lanes) {
      f32 const s = simd::load(price + i), x = simd::load(strike + i), t = simd::load(years + i);
      f32 const spread = volatility * simd::sqrt(t);
      f32 const d1 =
          simd::fma(t, riskfree_rate + .5f * volatility * volatility, simd::log(s / x)) / spread;
      f32 const discounted = x * simd::exp(-riskfree_rate * t);
      f32 const c = s * simd::normal_distribution(d1) - discounted * simd::normal_distribution(d1 - spread);
      simd::store(call + i, c);
      simd::store(put + i, c + discounted - s);
    }
  });
}

}  // namespace bench::plain
