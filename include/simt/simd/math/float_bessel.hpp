#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_wide.hpp>

// Modified Bessel functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// e^x / sqrt(x) times p(16 / x - 1), x >= 8.
template <class W>
SIMT_INLINE W wide_bessel_growth(W x, W p) {
  return wide_exp(x) / sqrt(x) * p;
}
/// Modified, of order 0.
template <class V>
SIMT_COLD V cyl_bessel_i0(V x) {
  return through_double(
      []<class W>(W x2) SIMT_LAMBDA_INLINE {
        auto const a = clamp(abs(x2), 0, 120);
        auto const s = clamp(a, 0, 8), b = clamp(a, 8, 120);
        auto const near = horner(
            s * s * W(1.0 / 64),
            {1.0, 0x1.ffffffffffe05p+3, 0x1.0000000001278p+6, 0x1.c71c71c6fa791p+6,
             0x1.c71c71c9279e9p+6, 0x1.23456776bc699p+6, 0x1.02e85ced55dbfp+5, 0x1.522a352eb9716p+3,
             0x1.522af05b0765dp+1, 0x1.0b2b92b41acfap-1, 0x1.5645000cf9642p-4, 0x1.678b7311e0be4p-7,
             0x1.4ed29f5f7c155p-10, 0x1.81bcaa8e9d7ddp-14, 0x1.0de64dc06c736p-16});
        auto const p =
            horner(W(16) / b - W(1),
                   {0x1.9bd428ad249a5p-2, 0x1.b8796bd2e8153p-9, 0x1.1daa985443708p-13,
                    0x1.75cb37f31d60bp-17, 0x1.8d544aec3b623p-20, 0x1.49c5ed2f4c189p-22,
                    0x1.b7129c83cf544p-24, 0x1.10994e1ed13bap-25, 0x1.b9a6ad71afdc1p-29});
        return select(a > W(8), wide_bessel_growth(b, p), near);
      },
      x);
}
/// Modified, of order 1.
template <class V>
SIMT_COLD V cyl_bessel_i1(V x) {
  auto const r = through_double(
      []<class W>(W x2) SIMT_LAMBDA_INLINE {
        auto const a = clamp(x2, 0, 120);
        auto const s = clamp(a, 0, 8), b = clamp(a, 8, 120);
        auto const near =
            s * horner(s * s * W(1.0 / 64),
                       {0.5, 0x1.0000000000675p+2, 0x1.55555555483abp+3, 0x1.c71c71c86b687p+3,
                        0x1.6c16c15aa6b51p+3, 0x1.845c8b23042f0p+2, 0x1.27e4f04183bc3p+1,
                        0x1.522ae0c062049p-1, 0x1.2c91643804baep-3, 0x1.abd33faf90357p-6,
                        0x1.ee6efcb29f454p-9, 0x1.f610f411cf770p-12, 0x1.39955102a07dap-15,
                        0x1.d872a06197e21p-18});
        auto const p =
            horner(W(16) / b - W(1),
                   {0x1.8ebe783a84030p-2, -0x1.3f79622136f8cp-7, -0x1.cbc575bdc3d3fp-13,
                    -0x1.f8810510370c3p-17, -0x1.eb82d24626b7bp-20, -0x1.809bfdfe04a7bp-22,
                    -0x1.eaa3161ebf831p-24, -0x1.346b2279a1ce2p-25, -0x1.23284b6239293p-28});
        return select(a > W(8), wide_bessel_growth(b, p), near);
      },
      abs(x));
  return copysign(r, x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
