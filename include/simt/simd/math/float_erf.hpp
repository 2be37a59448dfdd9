#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Error functions, the normal distribution and their inverses of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// e^(a^2) erfc(a) for a >= 0, off by 2^-32: (1 + 2 a) of it is a polynomial in (a - 3) / (a + 3).
template <class W>
SIMT_INLINE W wide_erfcx(W a) {
  auto const three = W(3);
  auto const down = a + three, other = W(1) + (a + a);
  auto const inverse = W(1) / (down * other);  // one division for two
  auto const t = (a - three) * (other * inverse);
  auto const p =
      horner(t, {0x1.40c522d7d0cbp0, -0x1.15c084b38d2p-3, -0x1.85a15b64b27p-5, 0x1.0983638d909p-3,
                 -0x1.e88b88130cfp-4, 0x1.17ca8c6b905p-4, -0x1.8573fc93b9p-6, 0x1.4b3bed0743p-9,
                 0x1.eef4682a7p-10, -0x1.95550f3b2p-11, -0x1.b4b7a743cp-14, 0x1.e0cafaa8p-14,
                 0x1.02f6241p-18, -0x1.81428c9ap-17});
  return p * (down * inverse);
}
/// erfc x, as far down as floats reach.
template <class W>
SIMT_INLINE W wide_erfc(W x) {
  auto const a = clamp(abs(x), 0, 17);
  auto const r = wide_exp(negate(a * a)) * wide_erfcx(a);
  return select(x < W(0), W(2) - r, r);
}

template <class V>
SIMT_COLD V erf(V x) {
  auto const a = abs(x), z = x * x;
  auto const near = fmadd(a,
                          horner(z, {0x1.06eba8p-3, -0x1.81273ep-2, 0x1.ce2d1cp-4, -0x1.b7fdbap-6,
                                     0x1.543816p-8, -0x1.a5b0ap-11, 0x1.4ebacep-14}),
                          a);
  // erfc(a) = e^(a p(a)); from 3.93 on erf is 1.
  auto const b = clamp(a, 0, 3.94f);
  auto const far = V(1) - exp_below(b * horner(b, {-0x1.20fcd4p0, -0x1.44c4dcp-1, -0x1.b8bf86p-4,
                                                   0x1.9896e4p-6, -0x1.13fb58p-8, 0x1.f14636p-12,
                                                   -0x1.032584p-15, 0x1.c2f10cp-21}));
  return copysign(select(a < V(0.95f), near, far), x);
}
template <class V>
SIMT_COLD V erfc(V x) {
  if constexpr (in_float<V>) {  // the formula of wide_erfcx, about 2
    auto const one = V(1), two = V(2);
    auto const a = clamp(abs(x), 0.0, 10.5);
    auto const r = one / (a + two);
    auto q = (a - two) * r;
    auto const t = fnmadd(q + one, two, a);
    q = fmadd(r, fnmadd(q, a, t), q);
    auto const p = horner(
        q, {0x1.1ba03ap-02, -0x1.7bf616p-04, -0x1.540840p-03, 0x1.4ffc46p-03, -0x1.bc0b6ap-05,
            -0x1.081b82p-07, 0x1.1adcc4p-07, 0x1.585714p-10, -0x1.42a260p-10, -0x1.a4a000p-12});
    // (1 + p) / (1 + 2 a), rounded well.
    auto const s = V(0.5f) / (a + V(0.5f));
    auto const d = fmadd(p, s, s);
    auto const e = fmadd(fnmadd(d + d, a, one) + (p - d), s, d);
    // e^(-a^2), the rounding of a^2 made good.
    auto const z = a * a;
    exp_parts<V> const w(negate(z));
    auto const f = times_power(w.value(), w.n);
    auto const lost = fnmadd(a, a, z);
    auto const y = fmadd(e, f, e * f * lost);
    return select(x < V(0), two - y, y);
  }
  return through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_erfc(a); }, x);
}
/// e^(x^2) erfc x
template <class V>
SIMT_COLD V erfcx(V x) {
  return through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE {
        auto const r = wide_erfcx(clamp(abs(a), 0, 1e60));
        auto const below = clamp(a, -17, 0);
        auto const e = wide_exp(below * below);
        return select(a < W(0), e + e - r, r);
      },
      x);
}
/// The distribution function of the standard normal distribution.
template <class V>
SIMT_COLD V normcdf(V x) {
  return through_double(
      []<class W>(W a)
          SIMT_LAMBDA_INLINE { return W(0.5) * wide_erfc(a * W(-0x1.6a09e667f3bcdp-1)); },
      x);
}

/// erfinv(x) / |x| of w = -ln (1 - x^2), 0 <= w <= 106: a polynomial in w, beyond 6.25 in its root.
template <class W>
SIMT_INLINE W wide_erfinv_factor(W w) {
  auto r = horner(w - W(3.125),
                  {0x1.a755e7c9e4f1p0, 0x1.ebd80d99dfd3p-3, -0x1.8b6c35f4e6ep-8, -0x1.84575d325p-11,
                   0x1.879cbe105cp-13, -0x1.d1d6f068cdp-17, -0x1.6eb58eebbp-20, 0x1.c71783a5p-22,
                   -0x1.f09016178p-26, -0x1.21ed784bp-28, 0x1.1b7ccfda5p-30, -0x1.4c863699p-35,
                   -0x1.b42bae93p-37, 0x1.8000902p-40});
  auto const tail = w > W(6.25);
  if (!any(tail)) [[likely]]
    return r;
  auto const s = sqrt(w);
  auto const middle = horner(
      s - W(3.5), {0x1.aaf1322ca472p1, 0x1.01e2ec2b764p0, 0x1.ad802c538p-9, -0x1.0e6da1567p-9,
                   0x1.1ec21e197p-10, -0x1.64449219ep-11, 0x1.c18f4084p-12, -0x1.dae1f579ap-13,
                   0x1.5bec64d2p-14, -0x1.9bac993p-19, -0x1.370dff5dp-16, 0x1.00bb59ep-17});
  auto const far =
      horner(s - W(7.4),
             {0x1.d16e9d7f492fp2, 0x1.0218bb4e28b8p0, -0x1.06435ab98p-11, 0x1.ccf6fb978p-17,
              0x1.d0e36369p-19, -0x1.1120b26d7p-20, 0x1.a407ee58p-23, -0x1.1d6f2b17p-25,
              0x1.6034d8ebp-28, -0x1.54d8a02p-31, 0x1.86876f2p-34, -0x1.ba93ap-36, 0x1.e430dp-39});
  r = select(tail, middle, r);
  return select(s > W(4.5), far, r);
}
/// The x with erfc x = y for y > 0, y < 2.
template <class W>
SIMT_INLINE W wide_erfcinv(W y) {
  auto const one = W(1), two = W(2);
  return (one - y) * wide_erfinv_factor(negate(wide_log(y * (two - y))));
}
template <class V>
SIMT_COLD V erfinv(V x) {
  auto r = through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE {
        auto const one = W(1);
        return a * wide_erfinv_factor(negate(wide_log((one - a) * (one + a))));
      },
      x);
  r = within(x, r, -1, V(-infinity), 1, V(infinity));
  return select(x == V(0), x, r);
}
template <class V>
SIMT_COLD V erfcinv(V y) {
  auto const r = through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_erfcinv(a); }, y);
  return within(y, r, 0, V(infinity), 2, V(-infinity));
}
/// The inverse of normcdf.
template <class V>
SIMT_COLD V normcdfinv(V p) {
  auto const r = through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE { return wide_erfcinv(a + a) * W(-0x1.6a09e667f3bcdp0); },
      p);
  return select(p == V(0.5f), V(0), within(p, r, 0, V(-infinity), 1, V(infinity)));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
