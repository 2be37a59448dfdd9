#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>
#include <simt/simd/math/float_tables.hpp>

// Roots and lengths of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// 1 / sqrt(x)
template <class V>
SIMT_INLINE V rsqrt(V x) {
  if constexpr (by_avx512<V>) {
    // 14 bits and one step of Newton; 0 and infinity keep what the estimate says.
    auto const y = rsqrt_estimate(x);
    auto const e = fnmadd(x * y, y, V(1));
    auto const done = is_of_class<positive_zero | negative_zero | positive_infinity>(x);
    return select(done, y, fmadd(y * V(0.5f), e, y));
  } else {
    return V(1) / sqrt(x);
  }
}

/// The cube root of |x|, a number but 0, or 1 over it.
template <bool Reciprocal, class V>
SIMT_INLINE V cube_root(V x) {
  auto a = abs(x);
  auto const tiny = a < V(0x1p-126f);
  a = select(tiny, a * V(0x1p24f), a);
  V r;
  // A third of the exponent and of the fraction: 5 bits of the root.
  auto const third = to_integer(to_number<V>(bits(a)) * V(1.0f / 3));
  if constexpr (in_float<V>) {
    // y = a^(-1/3) by two steps of y (1 + h / 3 + 2 h^2 / 9), h = 1 - a y^3: 13 and 24 bits.
    auto y = from_bits<V>(0x54a21d2a - third);
    auto const one = V(1);
    auto h = fnmadd(a * y, y * y, one);
    y = fmadd(y * h, fmadd(h, V(2.0f / 9), V(1.0f / 3)), y);
    h = fnmadd(a * y, y * y, one);
    y = fmadd(y * h, fmadd(h, V(2.0f / 9), V(1.0f / 3)), y);
    if constexpr (Reciprocal) {
      // h once more, with the parts that rounding takes from y^2 and a y.
      auto const y2 = y * y, ay = a * y;
      auto const low = fmadd(ay, fmsub(y, y, y2), fmsub(a, y, ay) * y2);
      h = fnmadd(ay, y2, one) - low;
      r = fmadd(y * h, V(1.0f / 3), y);
    } else {
      auto const s = a * (y * y);
      auto const s2 = s * s;
      auto const e = fmsub(s2, s, a) + fmsub(s, s, s2) * s;  // s^3 - a
      r = fmadd(e * (y * y), V(-1.0f / 3), s);
    }
  } else {
    auto const guess = from_bits<V>(third + 0x2a5137a0);
    r = through_double(
        []<class W>(W b, W y) SIMT_LAMBDA_INLINE {
          // Halley's method, twice: 15 and 45 bits.
          auto y3 = y * y * y;
          y = y * (y3 + b + b) / (y3 + y3 + b);
          y3 = y * y * y;
          if constexpr (Reciprocal)
            return W((y3 + y3 + b) / (y * (y3 + b + b)));
          else
            return W(y * (y3 + b + b) / (y3 + y3 + b));
        },
        a, guess);
  }
  return select(tiny, r * V(Reciprocal ? 256 : 1.0f / 256), r);
}
template <class V>
SIMT_COLD V cbrt(V x) {
  if constexpr (by_avx512<V>) {
    constexpr int no_number_or_zero = signalling_nan | quiet_nan | positive_infinity |
                                      negative_infinity | positive_zero | negative_zero;
    if (!any(is_of_class<no_number_or_zero>(x))) [[likely]] {
      auto const m = fraction_from_1(x), e = exponent(x);
      // e = 3 q + j. Bits 3 and 4 of the bits of m above its upper three are set: one j more.
      auto const q = math::floor(e * V(1.0f / 3));
      auto const j = bits(fmadd(fmadd(q, V(-3), e), V(8), V(0x1p23f)));
      auto const i = unsigned_bits(m) >> 20;
      auto const r = look_up(cbrt_r, (bits_of<V>)i);
      auto const t = look_up(cbrt_t, (bits_of<V>)i + j);
      auto const f = fmsub(m, r, V(1));
      auto const p = horner(f, {0x1.55555p-2, -0x1.c71c3ap-4, 0x1.fac1c6p-5, -0x1.5255d6p-5});
      return copysign(times_power(fmadd(t * f, p, t), q), x);
    }
  }
  auto const r = cube_root<false>(x);
  auto const ordinary = ((abs(x)) < V(infinity));
  auto const z = select(ordinary, r, x);
  return copysign(select(x == V(0), x, z), x);
}
/// 1 / cbrt(x)
template <class V>
SIMT_COLD V rcbrt(V x) {
  auto const r = cube_root<true>(x);
  auto const ordinary = ((abs(x)) < V(infinity));
  auto const z = select(ordinary, r, V(1) / x);
  return copysign(select(x == V(0), V(infinity), z), x);
}

/// The length of a vector, or 1 over it. In double the squares neither overflow nor vanish.
template <bool Reciprocal, class V, class... X>
SIMT_COLD V length_any(V x, X... others) {
  auto r = through_double(
      []<class W, class... Y>(W a, Y... b) SIMT_LAMBDA_INLINE {
        W sum(0);
        sum = multiply_add(a, a, sum);
        ((sum = multiply_add(b, b, sum)), ...);
        auto const root = sqrt(sum);
        if constexpr (Reciprocal)
          return W(1) / root;
        else
          return root;
      },
      x, others...);
  // Infinity wins against NaN.
  V const end(Reciprocal ? 0 : infinity);
  r = select(abs(x) == V(infinity), end, r);
  ((r = select(abs(others) == V(infinity), end, r)), ...);
  return r;
}
template <bool Reciprocal, class V, class... X>
SIMT_INLINE V length(V x, X... others) {
  if constexpr (in_float<V>) {
    V sum = fmadd(x, x, V(0));
    ((sum = fmadd(others, others, sum)), ...);
    if (all(sum > V(0x1p-98f)) && all(sum < V(0x1p126f))) [[likely]]
      return root_inside<Reciprocal>(sum);
  }
  return length_any<Reciprocal>(x, others...);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
