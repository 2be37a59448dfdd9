#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_exp.hpp>

// Modified Bessel functions of double lanes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// I0 or I1 of |x|: the polynomial `near` of x^2, for I1 times x, up to 6, and e^x / sqrt(x) times
/// the polynomial `far` of 12 / x - 1 beyond.
template <int Order, class V, int Near, int Far>
SIMT_INLINE V bessel_i(V x, double const (&near)[Near], double const (&far)[Far]) {
  V const a = at_most(abs(x), 800), b = at_least(a, 6);
  V const p = estrin(a * a, near), low = Order == 0 ? p : a * p;
  auto const beyond = a > 6;
  if (!any(beyond)) return low;
  V const inverse = 1 / b;
  V const q = estrin(multiply_add(inverse, 12, -1), far);
  return select(beyond, power_of_e(b, V(0)).times(q * sqrt(inverse)), low);
}
template <class V>
SIMT_COLD V cyl_bessel_i0(V x) {
  return bessel_i<0>(
      x,
      {0x1p0, 0x1p-2, 0x1p-6, 0x1.c71c71c71c71ep-12, 0x1.c71c71c71c6efp-18, 0x1.23456789ac041p-24,
       0x1.02e85c0893754p-31, 0x1.522a43f708ee4p-39, 0x1.522a43e515b2ep-47, 0x1.0b3133bc85875p-55,
       0x1.5601691c16e69p-64, 0x1.69ccf1d9647p-73, 0x1.41777d7148ap-82, 0x1.e993e24238p-92,
       0x1.2e8ec0acp-101, 0x1.def245ep-111},
      {0x1.9cfde3ab6c049p-2, 0x1.2dee270f67842p-8, 0x1.14c904e1278cap-12, 0x1.0d39b15b00aep-15,
       0x1.d1f04e5a38p-18,   0x1.57995b594c4p-19,  0x1.596d5cb2103p-20,   0x1.84de4e9138p-22,
       -0x1.1628f960ea6p-21, -0x1.8f3807d359p-21,  -0x1.0798fb12bp-25,    0x1.420d2ebfde9p-21,
       0x1.1475ba2d4p-23,    -0x1.13950bc933p-21,  -0x1.ba9ae94559p-25,   0x1.fedff29da3p-22,
       -0x1.7909a8f1c8p-24,  -0x1.c1ff02bf9ap-22,  0x1.c0475e634p-23,     0x1.4f116f1a44p-22,
       -0x1.04bf2efd85p-22,  -0x1.823453d63ap-23,  0x1.87e1f2d285p-23,    0x1.3bb76e088p-24,
       -0x1.7ec24c8d93p-24,  -0x1.420028a52p-26,   0x1.bbaf24365p-26,     0x1.31f0c664p-29,
       -0x1.d0365bdfp-29});
}
template <class V>
SIMT_COLD V cyl_bessel_i1(V x) {
  V const y = bessel_i<1>(
      x,
      {0x1p-1, 0x1p-4, 0x1.5555555555555p-9, 0x1.c71c71c71c71dp-15, 0x1.6c16c16c16c0cp-21,
       0x1.845c8a0ce52bcp-28, 0x1.27e4fb778784fp-35, 0x1.522a43f6a84cp-43, 0x1.2c9758d2f37eap-51,
       0x1.ab81eb92fb91p-60, 0x1.f1767ac352ep-69, 0x1.e265a6c0b9p-78, 0x1.8bb06f1c2p-87,
       0x1.17802358p-96, 0x1.44d4ea2p-106, 0x1.d7350cp-116},
      {0x1.8b640021ed0c8p-2, -0x1.b0954c1fa3431p-7, -0x1.b748789ce79fp-12, -0x1.6553ef6ed2a9p-15,
       -0x1.19f03d56ed3p-17, -0x1.88dc707570ep-19,  -0x1.8211306d4ep-20,   -0x1.ca87454768p-22,
       0x1.1a27ac560fp-21,   0x1.aaca069504p-21,    0x1.07b5a72577p-24,    -0x1.4ebf0fe6b8p-21,
       -0x1.536ada348p-23,   0x1.1bfa787ff7p-21,    0x1.3f199f1ac5p-24,    -0x1.07f3449827p-21,
       0x1.36459e48b7p-24,   0x1.d3f3fa154cp-22,    -0x1.ae81fd146p-23,    -0x1.5eafd56f3p-22,
       0x1.020138637dp-22,   0x1.96813d4f16p-23,    -0x1.887eaea51ep-23,   -0x1.4ded25c8c4p-24,
       0x1.81d678d2e8p-24,   0x1.55fb0f431p-26,     -0x1.c1070181p-26,     -0x1.4611c2fbp-29,
       0x1.d70d6d307p-29});
  return flip(y, sign_of(x));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
