#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Roots and lengths, remainders of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// 1 / sqrt(x)
template <int L>
SIMT_INLINE vec<float, L> rsqrt(vec<float, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16) {
    // 14 bits and one step of Newton; 0 and infinity keep what the estimate says.
    auto const y = _mm512_maskz_rsqrt14_ps(all16, (__m512)x);
    auto const e = _mm512_fnmadd_ps(_mm512_mul_ps((__m512)x, y), y, _mm512_set1_ps(1.0f));
    auto const done = _mm512_fpclass_ps_mask((__m512)x, 0x02 | 0x04 | 0x08);
    return (vec<float, L>)_mm512_mask3_fmadd_ps(_mm512_mul_ps(y, _mm512_set1_ps(0.5f)), e, y,
                                                static_cast<__mmask16>(~done));
  } else
#endif
    return vec<float, L>(k<float, L>(1) / math::sqrt<float, L>(x));
}

/// The cube root of |x|, a number but 0, or 1 over it.
template <bool Reciprocal, int L>
SIMT_INLINE vec<float, L> cube_root(vec<float, L> x) {
  using I = vec<int, L>;
  auto a = math::fabs<float, L>(x);
  auto const tiny = is<compare::lt, float, L>(a, 0x1p-126);
  a = blend<float, L>(tiny, a * k<float, L>(0x1p24), a);
  vec<float, L> r;
  // A third of the exponent and of the fraction: 5 bits of the root.
  auto const third =
      convert<int, float, L>(convert<float, int, L>(bits_as<I>(a)) * k<float, L>(1.0 / 3));
  if constexpr (L > 1 && has_fma) {
    // y = a^(-1/3) by two steps of y (1 + h / 3 + 2 h^2 / 9), h = 1 - a y^3: 13 and 24 bits.
    auto y = bits_as<vec<float, L>>(splat<int, L>(0x54a21d2a) - third);
    auto const one = kf<L>(1);
    auto h = fma<L>(-(a * y), y * y, one);
    y = fma<L>(y * h, fma<L>(h, kf<L>(2.0 / 9), kf<L>(1.0 / 3)), y);
    h = fma<L>(-(a * y), y * y, one);
    y = fma<L>(y * h, fma<L>(h, kf<L>(2.0 / 9), kf<L>(1.0 / 3)), y);
    if constexpr (Reciprocal) {
      // h once more, with the parts that rounding takes from y^2 and a y.
      auto const y2 = y * y, ay = a * y;
      auto const low = fma<L>(ay, fma<L>(y, y, -y2), fma<L>(a, y, -ay) * y2);
      h = fma<L>(-ay, y2, one) - low;
      r = fma<L>(y * h, kf<L>(1.0 / 3), y);
    } else {
      auto const s = a * (y * y);
      auto const s2 = s * s;
      auto const e = fma<L>(s2, s, -a) + fma<L>(s, s, -s2) * s;  // s^3 - a
      r = fma<L>(e * (y * y), kf<L>(-1.0 / 3), s);
    }
  } else {
    constexpr int D = wide_lanes<L>;
    auto const guess = bits_as<vec<float, L>>(third + splat<int, L>(0x2a5137a0));
    r = through_double<L>(
        [](wide<D> b, wide<D> y) SIMT_LAMBDA_INLINE {
          // Halley's method, twice: 15 and 45 bits.
          auto y3 = y * y * y;
          y = y * (y3 + b + b) / (y3 + y3 + b);
          y3 = y * y * y;
          if constexpr (Reciprocal)
            return wide<D>((y3 + y3 + b) / (y * (y3 + b + b)));
          else
            return wide<D>(y * (y3 + b + b) / (y3 + y3 + b));
        },
        a, guess);
  }
  return blend<float, L>(tiny, r * k<float, L>(Reciprocal ? 256 : 1.0 / 256), r);
}
template <int L>
SIMT_COLD vec<float, L> cbrt(vec<float, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16) {
    constexpr int no_number_or_zero = 0x80 | 0x10 | 0x08 | 0x04 | 0x02 | 0x01;
    if (_mm512_fpclass_ps_mask((__m512)x, no_number_or_zero) == 0) [[likely]] {
      auto const m =
          _mm512_maskz_getmant_ps(all16, (__m512)x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero);
      auto const e = (vec<float, L>)_mm512_maskz_getexp_ps(all16, (__m512)x);
      // e = 3 q + j. Bits 3 and 4 of the bits of m above its upper three are set: one j more.
      auto const q = math::floor<float, L>(e * kf<L>(1.0 / 3));
      auto const j = (vec<int, L>)fma<L>(fma<L>(q, kf<L>(-3), e), kf<L>(8), kf<L>(0x1p23));
      auto const i = _mm512_maskz_srli_epi32(all16, (__m512i)m, 20);
      auto const r = _mm512_maskz_permutexvar_ps(all16, i, _mm512_loadu_ps(cbrt_r));
      auto const t = (vec<float, L>)_mm512_permutex2var_ps(
          _mm512_loadu_ps(cbrt_t), (__m512i)((vec<int, L>)i + j), _mm512_loadu_ps(cbrt_t + 16));
      auto const f = (vec<float, L>)_mm512_fmsub_ps(m, r, _mm512_set1_ps(1.0f));
      auto const p = series<L>(f, {0x1.55555p-2, -0x1.c71c3ap-4, 0x1.fac1c6p-5, -0x1.5255d6p-5});
      return math::copysign<float, L>(times_power<L>(fma<L>(t * f, p, t), q), x);
    }
  }
#endif
  auto const r = cube_root<false, L>(x);
  auto const ordinary = is<compare::lt, float, L>(math::fabs<float, L>(x), HUGE_VAL);
  auto const z = blend<float, L>(ordinary, r, x);
  return math::copysign<float, L>(blend<float, L>(is<compare::eq, float, L>(x, 0), x, z), x);
}
/// 1 / cbrt(x)
template <int L>
SIMT_COLD vec<float, L> rcbrt(vec<float, L> x) {
  auto const r = cube_root<true, L>(x);
  auto const ordinary = is<compare::lt, float, L>(math::fabs<float, L>(x), HUGE_VAL);
  auto const z = blend<float, L>(ordinary, r, k<float, L>(1) / x);
  return math::copysign<float, L>(
      blend<float, L>(is<compare::eq, float, L>(x, 0), k<float, L>(HUGE_VAL), z), x);
}

/// The length of a vector, or 1 over it. In double the squares neither overflow nor vanish.
template <bool Reciprocal, int L, class... X>
SIMT_COLD vec<float, L> length_any(X... x) {
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>(
      [](auto... a) SIMT_LAMBDA_INLINE {
        wide<D> sum{};
        ((sum = multiply_add<double, D>(a, a, sum)), ...);
        auto const root = wide_sqrt<D>(sum);
        if constexpr (Reciprocal)
          return wide<D>(kd<D>(1) / root);
        else
          return root;
      },
      x...);
  // Infinity wins against NaN.
  auto const end = Reciprocal ? vec<float, L>{} : k<float, L>(HUGE_VAL);
  ((r = blend<float, L>(is<compare::eq, float, L>(math::fabs<float, L>(x), HUGE_VAL), end, r)),
   ...);
  return r;
}
template <bool Reciprocal, int L, class... X>
SIMT_INLINE vec<float, L> length(X... x) {
  if constexpr (L > 1 && has_fma) {
    vec<float, L> sum{};
    ((sum = fma<L>(x, x, sum)), ...);
    if (every<float, L>(is<compare::gt, float, L>(sum, 0x1p-98)) &&
        every<float, L>(is<compare::lt, float, L>(sum, 0x1p126))) [[likely]]
      return root_inside<Reciprocal, L>(sum);
  }
  return length_any<Reciprocal, L>(x...);
}
template <int L>
SIMT_INLINE vec<float, L> hypot(vec<float, L> x, vec<float, L> y) {
  return length<false, L>(x, y);
}
template <int L>
SIMT_INLINE vec<float, L> rhypot(vec<float, L> x, vec<float, L> y) {
  return length<true, L>(x, y);
}
template <int L>
SIMT_INLINE vec<float, L> norm3d(vec<float, L> x, vec<float, L> y, vec<float, L> z) {
  return length<false, L>(x, y, z);
}
template <int L>
SIMT_INLINE vec<float, L> rnorm3d(vec<float, L> x, vec<float, L> y, vec<float, L> z) {
  return length<true, L>(x, y, z);
}
template <int L>
SIMT_INLINE vec<float, L> norm4d(vec<float, L> x, vec<float, L> y, vec<float, L> z,
                                 vec<float, L> w) {
  return length<false, L>(x, y, z, w);
}
template <int L>
SIMT_INLINE vec<float, L> rnorm4d(vec<float, L> x, vec<float, L> y, vec<float, L> z,
                                  vec<float, L> w) {
  return length<true, L>(x, y, z, w);
}

/// The remainder of x / y with the sign of x, exact.
template <int L>
SIMT_COLD vec<float, L> fmod(vec<float, L> x, vec<float, L> y) {
  if constexpr (has_fma) {
    auto const ax = math::fabs<float, L>(x);
    auto const ay = math::fabs<float, L>(y);
    auto const q = math::trunc<float, L>(ax / ay);
    if (every<float, L>(is<compare::lt, float, L>(q, 0x1p22)) &&
        every<float, L>(is<compare::lt, float, L>(ay, HUGE_VAL))) [[likely]] {
      // The quotient may have been rounded up to the next integer.
      auto r = fused<float, L>(-q, ay, ax);
      r = blend<float, L>(is<compare::lt, float, L>(r, 0), r + ay, r);
      r = blend<float, L>(test<compare::ge, float, L>(r, ay), r - ay, r);
      return math::copysign<float, L>(r, x);
    }
  }
  return by_lane<float, L>([](float a, float b) { return std::fmod(a, b); }, x, y);
}
/// x - n y for the integer n next to x / y, of two the even one; exact.
template <int L>
SIMT_COLD vec<float, L> remainder(vec<float, L> x, vec<float, L> y) {
  if constexpr (has_fma) {
    auto const ax = math::fabs<float, L>(x);
    auto const ay = math::fabs<float, L>(y);
    auto const q = ax / ay;
    if (every<float, L>(is<compare::lt, float, L>(q, 0x1p22)) &&
        every<float, L>(is<compare::lt, float, L>(ay, HUGE_VAL))) [[likely]] {
      auto r = fused<float, L>(-math::rint<float, L>(q), ay, ax);
      // The quotient may have been rounded over the middle between two integers.
      auto const beyond = test<compare::gt, float, L>(math::fabs<float, L>(r + r), ay);
      r = blend<float, L>(beyond, r - math::copysign<float, L>(ay, r), r);
      using I = vec<int, L>;
      return bits_as<vec<float, L>>(bits_as<I>(r) ^ (bits_as<I>(x) & sign_bit<float, L>()));
    }
  }
  return by_lane<float, L>([](float a, float b) { return std::remainder(a, b); }, x, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
