#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_log.hpp>

// Error functions of double lanes and their inverses.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// erf(3/8 i + t) as a polynomial of t, |t| <= 3/16 (the last one up to 6).
inline constexpr table16 erf_pieces[13] = {
    {{0, 0x1.9dd0d2b721f39p-2, 0x1.6c1c9759d0e5fp-1, 0x1.c6dad2829ec62p-1, 0x1.eea5557137aep-1,
      0x1.fbe61eef4cf6ap-1, 0x1.ff404760319b4p-1, 0x1.ffe514bbdc197p-1, 0x1.fffd1ac4135f9p-1,
      0x1.ffffc316d9edp-1, 0x1.fffffc2f171e3p-1, 0x1.ffffffd169d0cp-1, 0x1.fffffffe4fa3p-1,
      0x1.fffffffff4188p-1, 0x1.ffffffffffc05p-1, 0x1.ffffffffffffp-1}},
    {{0x1.20dd750429b6dp0, 0x1.f5f0cdaf15315p-1, 0x1.492e42d78d2c8p-1, 0x1.45e99bcbb791p-2,
      0x1.e723726b824a2p-4, 0x1.12ceb37ff9bd5p-5, 0x1.d4143a9dfe97p-8, 0x1.2ce89880923ep-10,
      0x1.2408e9ba332p-13, 0x1.abe09e9145p-17, 0x1.d9371e3p-21, 0x1.8b0cfcep-25, 0x1.f1e3524p-30,
      0x1.d9a88p-35, 0x1.5423p-40, 0x1.70cp-46}},
    {{0x1.6p-55, -0x1.78749a434fe6p-2, -0x1.edc5644353c53p-2, -0x1.6ea6cf452e836p-2,
      -0x1.6d5a95d0a1b6dp-3, -0x1.01a1c847fa20bp-4, -0x1.074b60f8df36p-6, -0x1.8af14828bff7p-9,
      -0x1.b60d5e974cbp-12, -0x1.690585ca92p-15, -0x1.bba3ac4dp-19, -0x1.976564c7p-23,
      -0x1.180fde4p-27, -0x1.20a2bp-32, -0x1.be6ep-38, -0x1.0346p-43}},
    {{-0x1.812746b037a96p-2, -0x1.e106c51d20496p-3, 0x1.b6e8591f4edp-6, 0x1.4cb3cf0aa2c8p-3,
      0x1.1c2a02beb767p-3, 0x1.143d1c6f4d4cp-4, 0x1.63ef61e823d3p-6, 0x1.407fbd18f6bp-8,
      0x1.9db74b1d1fp-11, 0x1.84522fe85ap-14, 0x1.0b6a7b0fp-17, 0x1.0fdac55bp-21, 0x1.99b8666p-26,
      0x1.cb2a3p-31, 0x1.7f8ap-36, 0x1.de7p-42}},
    {{0x1.112p-40, 0x1.5529abcd02dcp-3, 0x1.349b5eaa1d2ap-3, 0x1.ca508316788p-6,
      -0x1.6d5a95d0a9ap-5, -0x1.5a316520b77p-5, -0x1.38a9832785cp-6, -0x1.62d4c6d49f6p-8,
      -0x1.11c85b1e97p-10, -0x1.298f8d45fp-13, -0x1.d06f586p-17, -0x1.07600ca7p-20, -0x1.b598cbp-25,
      -0x1.0bc6fp-29, -0x1.e4cbp-35, -0x1.45ap-40}},
    {{0x1.ce2f219cd3d7p-4, 0x1.7488b8acba7p-5, -0x1.b42a1885ddp-5, -0x1.f65d15f91ecp-5,
      -0x1.e72372761bp-7, 0x1.779b1e635fp-7, 0x1.5d3b17bcafp-7, 0x1.146c4b3936p-8,
      0x1.0a7b554614p-10, 0x1.5775779ap-13, 0x1.3436bcb2p-16, 0x1.89ca76ep-20, 0x1.6b1badp-24,
      0x1.e7ba5p-29, 0x1.e045p-34, 0x1.5c6p-39}},
    {{0x1.a136p-30, -0x1.9a7945cffdp-5, -0x1.b847798cb5p-6, 0x1.fd1c6c10a8p-7, 0x1.3ca3d736p-6,
      0x1.0d099c782p-8, -0x1.7cae0d56ap-9, -0x1.267f3bc06p-9, -0x1.82f235a77p-11, -0x1.330aab7fp-13,
      -0x1.4357b57p-16, -0x1.d73aa5p-20, -0x1.e650ep-24, -0x1.6893p-28, -0x1.83fp-33,
      -0x1.30dap-38}},
    {{-0x1.b82d027a35p-6, -0x1.65c11a4c9p-8, 0x1.2e0af29d1p-6, 0x1.3acc8364p-7, -0x1.36d7323fbp-8,
      -0x1.42fcc41p-8, -0x1.5f8318bap-11, 0x1.64f8a0c6p-11, 0x1.998b48cp-12, 0x1.ac998a7p-14,
      0x1.110ddddp-16, 0x1.cd9e34p-20, 0x1.0d68p-23, 0x1.bc2dp-28, 0x1.066p-32, 0x1.c05p-38}},
    {{0x1.8ebd38p-22, 0x1.709ab4a9dp-7, 0x1.2db37e2p-9, -0x1.8b43c197p-8, -0x1.35ae64aep-9,
      0x1.76ff5b14p-10, 0x1.0602ed5p-10, 0x1.229eaf5p-15, -0x1.1aa5ecep-13, -0x1.cc1571p-15,
      -0x1.7566aep-17, -0x1.7710cp-20, -0x1.f5f4p-24, -0x1.d01p-28, -0x1.2fp-32, -0x1.1b2p-37}},
    {{0x1.5626f511p-8, 0x1.047b253p-13, -0x1.040a1289p-8, -0x1.79f243p-12, 0x1.c032p-10,
      0x1.7bf653p-12, -0x1.8350eep-12, -0x1.4011e7p-13, 0x1.d29d6p-17, 0x1.64cf2p-16, 0x1.99fadp-18,
      0x1.fc0cp-21, 0x1.8d07p-24, 0x1.ap-28, 0x1.3p-32, 0x1.394p-37}},
    {{0x1.28b3b8p-16, -0x1.0753174p-9, 0x1.858fep-13, 0x1.2e4fbbp-10, -0x1.854b6p-14,
      -0x1.991de2p-12, -0x1.81865p-17, 0x1.3636cp-14, 0x1.060c4p-16, -0x1.34f9bp-18, -0x1.5d73p-19,
      -0x1.1dd3p-21, -0x1.0c3p-24, -0x1.43p-28, -0x1p-32, -0x1.2cp-37}},
    {{-0x1.e151dcp-11, 0x1.d9904p-14, 0x1.42a612p-11, -0x1.675b5p-13, -0x1.08a7ap-12, 0x1.2b562p-14,
      0x1.10889p-14, -0x1.4a9bp-17, -0x1.69a9p-17, -0x1.7bdp-21, 0x1.9cbp-21, 0x1.09p-22,
      0x1.3cp-25, 0x1.cp-29, 0x1p-32, 0x1.b9p-38}},
    {{0x1.1242bp-13, 0x1.33fp-12, -0x1.ac43p-14, -0x1.269p-13, 0x1.3dfbp-14, 0x1.2f92p-15,
      -0x1.752bp-16, -0x1.c6bp-18, 0x1.8edp-19, 0x1.21p-20, -0x1.6bp-24, -0x1.78p-24, -0x1.3p-26,
      -0x1p-29, -0x1p-33, -0x1.6p-39}},
};
template <class V>
SIMT_COLD V erf(V x) {
  V const a = at_most(abs(x), 6);
  rounded<0, V> const k(at_most(a, 5.8) * (8.0 / 3));
  return flip(horner(multiply_add(k.n, -0.375, a), erf_pieces, k.i), sign_of(x));
}

/// Of x >= 0 the fraction u = k / (k + x), and where it lies among 0/15 … 15/15: functions that
/// fall off like a power of x are smooth in u.
template <class V>
struct place_of_fraction {
  V u, t;
  unsigned_bits_of<V> i;
  SIMT_INLINE place_of_fraction(V x, double k) {
    auto const d = exact_sum(x, V(k));
    u = k / d.h;
    rounded<0, V> const r(u * 15);
    i = r.i;
    // What rounding u lost: some functions change three times as fast as u.
    V const rest = (fused_exact(negate(u), d.h, k) - u * d.l) * u;
    V const finite_rest = select(x < 0x1p60, rest, V(0));
    t = multiply_add(finite_rest, 15 / k, multiply_add(u, 15, negate(r.n)));
  }
};

/// erfcx(3 / u - 3) / u as a polynomial of 15 u - i.
inline constexpr table16 erfcx_pieces[10] = {
    {{0x1.812746b0379e7p-3, 0x1.9c8c29c04061ap-3, 0x1.bbd3628d99b55p-3, 0x1.dfc987758a7ep-3,
      0x1.04b76c0ae9916p-2, 0x1.1d02763676159p-2, 0x1.398fa42e218fbp-2, 0x1.5b5b659580707p-2,
      0x1.839fc553d58dcp-2, 0x1.b3e012d89f71ap-2, 0x1.edf487f74041cp-2, 0x1.1a0a79c899f95p-1,
      0x1.4470aa24cce4p-1, 0x1.77b3ab9933a35p-1, 0x1.b591ef09a7e7fp-1, 0x1p0}},
    {{0x1.9ad48faae5fe5p-7, 0x1.d37ab5906a791p-7, 0x1.0bc584200597dp-6, 0x1.34f0a2ae97582p-6,
      0x1.670efc27e69abp-6, 0x1.a469b504396aap-6, 0x1.efda4500a4477p-6, 0x1.26701b72e85a8p-5,
      0x1.5fd8b7f80fc16p-5, 0x1.a6a051476c941p-5, 0x1.fd9ae98c353eap-5, 0x1.33f587331f8a1p-4,
      0x1.747681377bc78p-4, 0x1.c20d09fac9159p-4, 0x1.0f398ace22752p-3, 0x1.45a69917ba359p-3}},
    {{0x1.9ddf9e017f67p-11, 0x1.ef7cac84aac57p-11, 0x1.2aa96800a9f3p-10, 0x1.6a7082383eee4p-10,
      0x1.ba7e1839b4f4p-10, 0x1.0f7b8e0a96874p-9, 0x1.4e5cd83619999p-9, 0x1.9ca0d749ea665p-9,
      0x1.fd35e06fec044p-9, 0x1.398554361e57ep-8, 0x1.8067dce48d59p-8, 0x1.d458b9ee6ddp-8,
      0x1.1b050c15a2efbp-7, 0x1.52d71fd3b0938p-7, 0x1.9172dd335c92p-7, 0x1.d65ce0163309cp-7}},
    {{0x1.85872b4cb35p-15, 0x1.e4dc85db797p-15, 0x1.2f219aeb9bcp-14, 0x1.7c31f35f63ap-14,
      0x1.dd635a7bc0dp-14, 0x1.2b54145167bbp-13, 0x1.75d6f8454ecp-13, 0x1.cf9d98a6366p-13,
      0x1.1c9c88326833p-12, 0x1.59077e852375p-12, 0x1.9c0de464eb07p-12, 0x1.e3f18f539866p-12,
      0x1.1725abf45a1p-11, 0x1.3c1ba3c255bcp-11, 0x1.5f48eb1b881p-11, 0x1.7f1ddd86ba6p-11}},
    {{0x1.51038c3e7bp-19, 0x1.ad60915a24p-19, 0x1.11243da1ep-18, 0x1.59e57bf7dbp-18,
      0x1.b24efbd862p-18, 0x1.0d2b18205fp-17, 0x1.47df5addadp-17, 0x1.86bc9392cdp-17,
      0x1.c5bc8b596dp-17, 0x1.ff9c3ee2fp-17, 0x1.173a4cc3ecp-16, 0x1.2645ea6f06p-16,
      0x1.2a96db1ecbp-16, 0x1.22ac523eap-16, 0x1.0e0eef6274p-16, 0x1.daaab17cbap-17}},
    {{0x1.04fe4de7p-23, 0x1.4c7ecffap-23, 0x1.a1ec8c3a8p-23, 0x1.016e6b44bp-22, 0x1.346dbfddcp-22,
      0x1.6431e93e5p-22, 0x1.8887a68fbp-22, 0x1.97cfb1ce7p-22, 0x1.88e8b19cp-22, 0x1.557d5157p-22,
      0x1.f7dae553p-23, 0x1.0048d3aap-23, -0x1.4e5423ap-26, -0x1.6d82fa71p-23, -0x1.57b2b3b7p-22,
      -0x1.eac833d2p-22}},
    {{0x1.57c2b1cp-28, 0x1.a337558p-28, 0x1.ea0251fp-28, 0x1.0d2f416p-27, 0x1.0daa357p-27,
      0x1.d0ec715p-28, 0x1.24c29eap-28, 0x1.0942fp-32, -0x1.5a1d4c8p-28, -0x1.78f08c2p-27,
      -0x1.1f6db69p-26, -0x1.70b2a73p-26, -0x1.a48bca1p-26, -0x1.b4813c4p-26, -0x1.a007518p-26,
      -0x1.6bb4d41p-26}},
    {{0x1.515b1bp-33, 0x1.58ca68p-33, 0x1.20eb96p-33, 0x1.0bcaap-34, -0x1.26341p-34,
      -0x1.138d6cp-32, -0x1.01177ap-31, -0x1.72d9f9p-31, -0x1.c2194p-31, -0x1.d6ccc7p-31,
      -0x1.a67c6p-31, -0x1.376e28p-31, -0x1.3b453p-32, 0x1.8262p-36, 0x1.5702dp-32,
      0x1.2c98c6p-31}},
    {{0x1.cbp-40, -0x1.29cp-40, -0x1.8f65p-38, -0x1.aed3p-37, -0x1.5a5e5p-36, -0x1.c4a87p-36,
      -0x1.e42e6p-36, -0x1.9444p-36, -0x1.a77ap-37, 0x1.af4p-39, 0x1.47dap-36, 0x1.10d4p-35,
      0x1.4c68p-35, 0x1.50c99p-35, 0x1.259a8p-35, 0x1.b65p-36}},
    {{-0x1.0fep-42, -0x1.be3p-42, -0x1.62ap-41, -0x1.c8p-41, -0x1.c2ep-41, -0x1.123p-41,
      0x1.219p-43, 0x1.efep-41, 0x1.a7fp-40, 0x1.f46p-40, 0x1.c61p-40, 0x1.34p-40, 0x1.c4p-42,
      -0x1.31p-42, -0x1.b9p-41, -0x1.2p-40}},
};
/// e^(x^2) erfc(x / scale) for x >= 0.
template <class V>
SIMT_INLINE V erfcx_positive(V x, double scale) {
  place_of_fraction<V> const f(x, 3 * scale);
  return f.u * horner(f.t, erfcx_pieces, f.i);
}
/// e^(x y) to 0.53 units in the last place, |x y| < 1380.
template <class V>
SIMT_INLINE power_of_two<V> exp_of_product(V x, V y) {
  auto const p = exact_product(x, y);
  return power_of_e(p.h, p.l);
}

template <class V>
SIMT_COLD V erfc(V x) {
  V const a = at_most(abs(x), 28);
  V const r = exp_of_product(a, negate(a)).times(erfcx_positive(a, 1));
  return select(x < 0, 2 - r, r);
}
/// e^(x^2) erfc(x)
template <class V>
SIMT_COLD V erfcx(V x) {
  V const a = abs(x);
  V const r = erfcx_positive(a, 1);
  auto const left = x < 0;
  if (!any(left)) [[likely]]
    return r;
  V const b = at_most(a, 30);
  V const e = exp_of_product(b, b).value();
  return select(left, (e + e) - r, r);
}
/// The distribution function of the standard normal distribution.
template <class V>
SIMT_COLD V normcdf(V x) {
  V const a = at_most(abs(x), 40);
  V const half = erfcx_positive(a, 0x1.6a09e667f3bcdp+0) * 0.5;
  V const r = exp_of_product(a * -0.5, a).times(half);
  return select(x > 0, 1 - r, r);
}

/// erfinv(y) / y, given log(1 - y^2) = -w: a polynomial in w, beyond 6.25 in its root, beyond 25
/// that root times one in its reciprocal.
template <class V>
SIMT_INLINE V erfinv_factor(V logarithm) {
  V const w = abs(logarithm);
  V const r =
      horner(w - 3.125, {0x1.a755e7c99ae86p0,    0x1.ebd80d9b13df9p-3,  -0x1.8b6c33114eeaep-8,
                         -0x1.84576948353e1p-11, 0x1.879c2a20da432p-13, -0x1.d1d1f7ca4030fp-17,
                         -0x1.6e8a53f106129p-20, 0x1.c6b4f890935ddp-22, -0x1.f36ce4ae848p-26,
                         -0x1.1a9eb1bc8f1p-28,   0x1.20f4e6bf074dp-30,  -0x1.dc3ee8b6c54p-35,
                         -0x1.c89564c5d1p-37,    0x1.723527b7dp-39,     -0x1.6d9ec5e3ecp-44,
                         -0x1.686642b676p-45,    0x1.db523eb04p-48,     -0x1.73898c38p-55,
                         -0x1.2c266176e7p-53,    0x1.1f4ba5de6p-56,     0x1.536d397fap-60,
                         -0x1.9d290dd4p-62,      -0x1.5087a24p-70,      0x1.e9b8ae7p-69});
  auto const tail = w > 6.25;
  if (!any(tail)) [[likely]]
    return r;
  V const s = sqrt(w);
  V const middle = horner(
      s - 3.75,
      {0x1.cb3356535398bp1,   0x1.0238b2a254ce3p0,    0x1.0d47b91473e7p-9, -0x1.514c18b2e20a5p-10,
       0x1.1d8c5869c7e06p-11, -0x1.167a2f8d41ea6p-12, 0x1.4e9225661f2p-13, -0x1.9182fe35a175p-14,
       0x1.8cc2d1915b6bp-15,  -0x1.0d13010c51fap-16,  0x1.a3ba0a2b12p-20,  0x1.2004055a8b3p-19,
       -0x1.b1e59e9173p-20,   0x1.2cdbd0f6a75p-21,    -0x1.590b01c9aep-25, -0x1.1c66f1c94p-24,
       0x1.4e070176aep-25,    -0x1.4cbbaeaa26p-27,    -0x1.4b4ad7a8p-32,   0x1.60d7a8f6ep-30,
       -0x1.5b1d7515ep-31,    0x1.5512dae0ap-33,      0x1.b35e0a9ap-36,    -0x1.e7ff4c48p-36,
       0x1.1b2b9a4p-38,       0x1.2d2e3aap-41});
  V const far = horner(
      12 / s - 1.4,
      {0x1.f8e9089c89f33p-1,  -0x1.ea07bc221d54p-7, -0x1.f33edea5be928p-10, 0x1.a7b25aabcadcbp-11,
       -0x1.3c5c27dc06e3p-13, 0x1.5602a00fe0b8p-15, -0x1.f6573e0e7c4p-17,   0x1.9e3a946068p-18,
       -0x1.71aefcca86bp-19,  0x1.5fcb5abb1dp-20,   -0x1.6039071108p-21,    0x1.6dfbcd5f8cp-22,
       -0x1.7c5ae34c25p-23,   0x1.9f8c0a10dp-24,    -0x1.3b09e31e3p-24,     0x1.747f6b55p-25,
       0x1.70739ebdp-26,      -0x1.07550f59p-26,    -0x1.319d369a8p-24,     0x1.8dc3cb4f9p-25,
       0x1.27eaacec4p-24,     -0x1.84dcc6ee7p-25,   -0x1.c38fea7p-25,       0x1.27c00476dp-25,
       0x1.7cd4a4a04p-26,     -0x1.f36553269p-27,   -0x1.486fd9e5p-28,      0x1.ad6c73e2p-29});
  return select(tail, select(s > 5, s * far, middle), r);
}
template <class V>
SIMT_COLD V erfinv(V x) {
  return x * erfinv_factor(f64::log(fused_exact(negate(x), x, 1)));
}
template <class V>
SIMT_COLD V erfcinv(V x) {
  return (1 - x) * erfinv_factor(f64::log(x * (2 - x)));
}
/// The inverse of normcdf.
template <class V>
SIMT_COLD V normcdfinv(V x) {
  V const d = x + x;
  return (d - 1) * (erfinv_factor(f64::log(d * (2 - d))) * 0x1.6a09e667f3bcdp+0);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
