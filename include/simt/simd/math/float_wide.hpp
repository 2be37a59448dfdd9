#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/exact.hpp>
#include <simt/simd/math/formula.hpp>

#include <limits>

// What float functions need of exp, log, sin ... in double lanes: 30 to 45 exact bits, so that the
// float they are rounded to is nearly always the nearest one, with or without fused multiply-adds.
// Arguments come from floats: no subnormal numbers, no overflow on the way. W is a batch of
// doubles.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f32 {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// f(lanes of double …) for the float lanes of each x.
template <class F, class V, class... X>
SIMT_INLINE V through_double(F f, V x, X... others) {
  constexpr int L = lanes_in<V>;
  constexpr int H = L == 1 ? 1 : L / 2;
  struct halves {
    vec<float, H> h[L / H];
  };
  auto const in = [](V v) SIMT_LAMBDA_INLINE { return bits_as<halves>(to_vec(v)); };
  auto const each_half = [&](auto const&... y) SIMT_LAMBDA_INLINE {
    halves r;
    each<L / H>([&](int i) SIMT_LAMBDA_INLINE {
      r.h[i] = convert<float, double, H>(
          to_vec(f(to_batch<double, H>(convert<double, float, H>(y.h[i]))...)));
    });
    return r;
  };
  return to_batch<float, L>(bits_as<vec<float, L>>(each_half(in(x), in(others)...)));
}

/// The integer next to x, as a number and (modulo 2^52) as bits.
template <class W>
struct wide_nearest {
  W n;
  bits_of<W> i;
  SIMT_INLINE explicit wide_nearest(W x) {
    auto const t = x + W(0x1.8p52);
    n = t - W(0x1.8p52);
    i = bits(t);
  }
};
/// p * 2^n, both far from the ends of the range.
template <class W>
SIMT_INLINE W wide_scale(W p, bits_of<W> n) {
  return from_bits<W>(bits(p) + (n << 52));
}

/// (e^r - 1) / r for |r| <= ln(2) / 2, off by 2^-32.
template <class W>
SIMT_INLINE W wide_expm1_reduced(W r) {
  return horner(
      r, {0x1.0000000022ccbp0, 0x1.000000288262cp-1, 0x1.555554c47a9ffp-3, 0x1.5554ac7fee051p-5,
          0x1.1111a789cb36ep-7, 0x1.6d75c3ed881dap-10, 0x1.a019e869bba06p-13});
}
/// e^x for |x| <= 600.
template <class W>
SIMT_INLINE W wide_exp(W x) {
  wide_nearest<W> const n(x * W(0x1.71547652b82fep0));
  auto const r = multiply_add(n.n, W(-0x1.62e42fefa39efp-1), x);
  return wide_scale(multiply_add(wide_expm1_reduced(r), r, W(1)), n.i);
}
template <class W>
SIMT_INLINE W wide_exp2(W x) {
  wide_nearest<W> const n(x);
  auto const r = (x - n.n) * W(0x1.62e42fefa39efp-1);
  return wide_scale(multiply_add(wide_expm1_reduced(r), r, W(1)), n.i);
}
/// x = m * 2^n with m between sqrt(1/2) and sqrt(2): n, and ln m = factor * s p(s^2).
template <class W>
struct wide_log_parts {
  W n, s, p;
  SIMT_INLINE explicit wide_log_parts(W x) {
    constexpr std::int64_t root_of_half = 0x3fe6a09e667f3bcd;  // its bits
    // Unsigned: of a negative number the difference would overflow.
    auto const i = bits_as<bits_of<W>>(unsigned_bits(x) - std::uint64_t{root_of_half});
    auto const m = from_bits<W>((i & 0x000fffffffffffff) + root_of_half);
    s = (m - W(1)) / (m + W(1));
    p = horner(s * s, {0x1.fffffffffff1p-1, 0x1.55555556735f6p-2, 0x1.9999962747f3cp-3,
                       0x1.249439faba34ap-3, 0x1.c6205714110ap-4, 0x1.919b498b8b28ep-4});
    // The exponent as a number, by the bits of 2^52 + 2^51 + n.
    n = from_bits<W>((i >> 52) + bits(W(0x1.8p52))) - W(0x1.8p52);
  }
};
/// ln x for normal x > 0.
template <class W>
SIMT_INLINE W wide_log(W x) {
  wide_log_parts<W> const l(x);
  auto const m = (l.s + l.s) * l.p;
  return multiply_add(l.n, W(0x1.62e42fefa39efp-1), m);
}
template <class W>
SIMT_INLINE W wide_log2(W x) {
  wide_log_parts<W> const l(x);
  return multiply_add(l.s * l.p, W(2 * 1.44269504088896340736), l.n);
}
/// sin and cos of r, |r| <= pi / 4.
template <class W>
SIMT_INLINE W wide_sin_reduced(W r) {
  auto const z = r * r;
  auto const p = horner(z, {-0x1.5555555551f58p-3, 0x1.1111110c5b243p-7, -0x1.a019f902aa4a5p-13,
                            0x1.71d751c5e442bp-19, -0x1.a95827c27b3c4p-26});
  return multiply_add(p * z, r, r);
}
template <class W>
SIMT_INLINE W wide_cos_reduced(W r) {
  auto const z = r * r;
  auto const p = horner(z, {-0x1.ffffffffe8409p-2, 0x1.555555452a924p-5, -0x1.6c16b2ea7528fp-10,
                            0x1.a00e8b568f286p-16, -0x1.23c18dda7102bp-22});
  return multiply_add(p, z, W(1));
}

/// sin of r, |r| <= pi / 2.
template <class W>
SIMT_INLINE W wide_sin_half_turn(W r) {
  auto const z = r * r;
  auto const p = horner(z, {-0x1.55555555469bcp-3, 0x1.1111110a33633p-7, -0x1.a019fd4ba937p-13,
                            0x1.71dcf5cf71495p-19, -0x1.ae038c2b67da6p-26, 0x1.52d4f7f9c08bcp-33});
  return multiply_add(p * z, r, r);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32

SIMT_DETAIL_QUIET_END
