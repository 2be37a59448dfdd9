#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_wide.hpp>

// Modified Bessel functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// I0 or I1 of |x|: the polynomial `near` of (x / 8)^2, for I1 times x, up to 8, and e^x / sqrt(x)
/// times the polynomial `far` of 16 / x - 1 beyond.
template <int Order, class V, int Near, int Far>
SIMT_INLINE V bessel_i(V x, double const (&near)[Near], double const (&far)[Far]) {
  return through_double(
      [&]<class W>(W x2) SIMT_LAMBDA_INLINE {
        auto const a = clamp(x2, 0, 120), s = clamp(a, 0, 8), b = clamp(a, 8, 120);
        auto const low = horner(s * s * W(1.0 / 64), near);
        auto const high = wide_exp(b) / sqrt(b) * horner(W(16) / b - W(1), far);
        return select(a > W(8), high, Order == 0 ? low : s * low);
      },
      abs(x));
}
template <class V>
SIMT_COLD V cyl_bessel_i0(V x) {
  return bessel_i<0>(
      x,
      {1.0, 0x1.ffffffffffe05p3, 0x1.0000000001278p6, 0x1.c71c71c6fa791p6, 0x1.c71c71c9279e9p6,
       0x1.23456776bc699p6, 0x1.02e85ced55dbfp5, 0x1.522a352eb9716p3, 0x1.522af05b0766p1,
       0x1.0b2b92b41adp-1, 0x1.5645000cf96p-4, 0x1.678b7311e1p-7, 0x1.4ed29f5f8p-10,
       0x1.81bcaa8eap-14, 0x1.0de64dcp-16},
      {0x1.9bd428ad249ap-2, 0x1.b8796bd2e8p-9, 0x1.1daa98544p-13, 0x1.75cb37f3p-17, 0x1.8d544afp-20,
       0x1.49c5ed3p-22, 0x1.b7129c8p-24, 0x1.10994ep-25, 0x1.b9a6bp-29});
}
template <class V>
SIMT_COLD V cyl_bessel_i1(V x) {
  auto const r = bessel_i<1>(
      x,
      {0.5, 0x1.0000000000675p2, 0x1.55555555483abp3, 0x1.c71c71c86b687p3, 0x1.6c16c15aa6b5p3,
       0x1.845c8b23042fp2, 0x1.27e4f04183bcp1, 0x1.522ae0c06205p-1, 0x1.2c91643804bbp-3,
       0x1.abd33faf903p-6, 0x1.ee6efcb2ap-9, 0x1.f610f411dp-12, 0x1.39955102ap-15, 0x1.d872a06p-18},
      {0x1.8ebe783a8403p-2, -0x1.3f79622137p-7, -0x1.cbc575bdcp-13, -0x1.f881051p-17,
       -0x1.eb82d24p-20, -0x1.809bfep-22, -0x1.eaa316p-24, -0x1.346b22p-25, -0x1.23285p-28});
  return copysign(r, x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
