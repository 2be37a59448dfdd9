#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_log.hpp>

// Error functions of double lanes and their inverses.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// erf(3/8 i + t) as a polynomial of t, |t| <= 3/16 (the last one up to 6).
inline constexpr table16 erf_pieces[13] = {
    {{0x0.0p+0, 0x1.9dd0d2b721f39p-2, 0x1.6c1c9759d0e5fp-1, 0x1.c6dad2829ec62p-1,
      0x1.eea5557137ae0p-1, 0x1.fbe61eef4cf6ap-1, 0x1.ff404760319b4p-1, 0x1.ffe514bbdc197p-1,
      0x1.fffd1ac4135f9p-1, 0x1.ffffc316d9ed0p-1, 0x1.fffffc2f171e3p-1, 0x1.ffffffd169d0cp-1,
      0x1.fffffffe4fa30p-1, 0x1.fffffffff4188p-1, 0x1.ffffffffffc05p-1, 0x1.ffffffffffff0p-1}},
    {{0x1.20dd750429b6dp+0, 0x1.f5f0cdaf15315p-1, 0x1.492e42d78d2c8p-1, 0x1.45e99bcbb7910p-2,
      0x1.e723726b824a2p-4, 0x1.12ceb37ff9bd5p-5, 0x1.d4143a9dfe96dp-8, 0x1.2ce89880923ddp-10,
      0x1.2408e9ba33266p-13, 0x1.abe09e91451aep-17, 0x1.d9371e2ff8866p-21, 0x1.8b0cfce052fb8p-25,
      0x1.f1e3523b108c1p-30, 0x1.d9a880f231a45p-35, 0x1.5422ef5b742acp-40, 0x1.70beafcf62960p-46}},
    {{0x1.5fda4ce238ef6p-55, -0x1.78749a434fe60p-2, -0x1.edc5644353c53p-2, -0x1.6ea6cf452e836p-2,
      -0x1.6d5a95d0a1b6dp-3, -0x1.01a1c847fa20bp-4, -0x1.074b60f8df365p-6, -0x1.8af14828bff72p-9,
      -0x1.b60d5e974cad2p-12, -0x1.690585ca9212dp-15, -0x1.bba3ac4cf9221p-19,
      -0x1.976564c75a231p-23, -0x1.180fde4149aabp-27, -0x1.20a2ae93d2b4bp-32,
      -0x1.be6dda291b65ep-38, -0x1.03460dab7d352p-43}},
    {{-0x1.812746b037a96p-2, -0x1.e106c51d20496p-3, 0x1.b6e8591f4ed04p-6, 0x1.4cb3cf0aa2c7dp-3,
      0x1.1c2a02beb7674p-3, 0x1.143d1c6f4d4c1p-4, 0x1.63ef61e823d2dp-6, 0x1.407fbd18f6afap-8,
      0x1.9db74b1d1f25ep-11, 0x1.84522fe859cdbp-14, 0x1.0b6a7b0ef3cbdp-17, 0x1.0fdac55a9d6ecp-21,
      0x1.99b8665fd5323p-26, 0x1.cb2a2e80a7a7ep-31, 0x1.7f8a0fa8cc241p-36, 0x1.de74b6fe9d705p-42}},
    {{0x1.1127cb9a07982p-40, 0x1.5529abcd02dc4p-3, 0x1.349b5eaa1d2a0p-3, 0x1.ca508316787d4p-6,
      -0x1.6d5a95d0a9a0ap-5, -0x1.5a316520b76fap-5, -0x1.38a9832785bc7p-6, -0x1.62d4c6d49f5a5p-8,
      -0x1.11c85b1e96e2fp-10, -0x1.298f8d45eb3bap-13, -0x1.d06f5860344d7p-17,
      -0x1.07600ca6ed275p-20, -0x1.b598cb4b0bee8p-25, -0x1.0bc6ed058ab47p-29,
      -0x1.e4cb4b4727430p-35, -0x1.459d1fda98ac1p-40}},
    {{0x1.ce2f219cd3d73p-4, 0x1.7488b8acba767p-5, -0x1.b42a1885dcfa1p-5, -0x1.f65d15f91ebc2p-5,
      -0x1.e72372761aa12p-7, 0x1.779b1e635f615p-7, 0x1.5d3b17bcaf48bp-7, 0x1.146c4b39359bdp-8,
      0x1.0a7b55461471ap-10, 0x1.57757799fb02bp-13, 0x1.3436bcb195e05p-16, 0x1.89ca76df9cf4ep-20,
      0x1.6b1bad192b1e8p-24, 0x1.e7ba4dea6d6c4p-29, 0x1.e0449c03713a0p-34, 0x1.5c601d6ec18d6p-39}},
    {{0x1.a136195bf589dp-30, -0x1.9a7945cffd1b5p-5, -0x1.b847798cb4dbbp-6, 0x1.fd1c6c10a84abp-7,
      0x1.3ca3d735ffec2p-6, 0x1.0d099c7821c43p-8, -0x1.7cae0d569c604p-9, -0x1.267f3bc06646fp-9,
      -0x1.82f235a76e551p-11, -0x1.330aab7ea04adp-13, -0x1.4357b571b7f1ep-16,
      -0x1.d73aa4dd1d1b7p-20, -0x1.e650e1bfca0c1p-24, -0x1.689342c798ee0p-28,
      -0x1.83ea3d71b1fb2p-33, -0x1.30d9c49f227a0p-38}},
    {{-0x1.b82d027a34d22p-6, -0x1.65c11a4c9126fp-8, 0x1.2e0af29d10861p-6, 0x1.3acc8363f5b59p-7,
      -0x1.36d7323fb14bap-8, -0x1.42fcc41015598p-8, -0x1.5f8318b99602ap-11, 0x1.64f8a0c670eb3p-11,
      0x1.998b48c0ea42fp-12, 0x1.ac998a72ec270p-14, 0x1.110dddca05379p-16, 0x1.cd9e34783bf15p-20,
      0x1.0d67f9904d7d3p-23, 0x1.bc2c930c11fd7p-28, 0x1.065ba0c0bc485p-32, 0x1.c051e1d444cc3p-38}},
    {{0x1.8ebd386a03529p-22, 0x1.709ab4a9d6bb4p-7, 0x1.2db37e1fdbfa5p-9, -0x1.8b43c196f0034p-8,
      -0x1.35ae64adcb9e0p-9, 0x1.76ff5b139886ap-10, 0x1.0602ed51b194dp-10, 0x1.229eaf5082279p-15,
      -0x1.1aa5ecdbad78dp-13, -0x1.cc1570d2841e0p-15, -0x1.7566adef244ebp-17,
      -0x1.7710b84bfbf74p-20, -0x1.f5f38c63403fep-24, -0x1.d0115567b879bp-28,
      -0x1.2ec75d0fc6cb0p-32, -0x1.1b1c844dca2b7p-37}},
    {{0x1.5626f510cb479p-8, 0x1.047b252b87cfcp-13, -0x1.040a1289242d3p-8, -0x1.79f243281bf54p-12,
      0x1.c031fffbad93bp-10, 0x1.7bf6532fe1f5ap-12, -0x1.8350ee2872c47p-12, -0x1.4011e6fbf4983p-13,
      0x1.d29d657b09e0cp-17, 0x1.64cf1f2677e4dp-16, 0x1.99fad2e554f33p-18, 0x1.fc0ba99f7e598p-21,
      0x1.8d0725b1f1ed5p-24, 0x1.a008a21af2802p-28, 0x1.2dcc5e8d2a269p-32, 0x1.393d50521eba9p-37}},
    {{0x1.28b3b8368d169p-16, -0x1.07531743fff3cp-9, 0x1.858fdec0dce08p-13, 0x1.2e4fbad65a546p-10,
      -0x1.854b6396470dcp-14, -0x1.991de21a7193bp-12, -0x1.81864db5e8342p-17, 0x1.3636bcbb87cc8p-14,
      0x1.060c433b3f10ap-16, -0x1.34f9ada120fa6p-18, -0x1.5d732f748f965p-19, -0x1.1dd3257aac3a0p-21,
      -0x1.0c2958ee54cd6p-24, -0x1.43421895b6756p-28, -0x1.0732be6d1f4b1p-32,
      -0x1.2c6af11366e29p-37}},
    {{-0x1.e151dc3afcf97p-11, 0x1.d99041c7155abp-14, 0x1.42a6121af3409p-11, -0x1.675b4d8e4dbd5p-13,
      -0x1.08a7a3bbe16cbp-12, 0x1.2b56193ff3ebdp-14, 0x1.10888881f6d04p-14, -0x1.4a9acea631af5p-17,
      -0x1.69a962f42e56ap-17, -0x1.7bcfdccb848ffp-21, 0x1.9caf3bbac3b35p-21, 0x1.0903911196b07p-22,
      0x1.3be44201dee0dp-25, 0x1.c450b663ba75ep-29, 0x1.a73dca7df47b6p-33, 0x1.b92608f9d97dcp-38}},
    {{0x1.1242afe7bb608p-13, 0x1.33f000d2917f3p-12, -0x1.ac42bdcfdefeep-14, -0x1.268ffaac7a9b5p-13,
      0x1.3dfb2cdee96f3p-14, 0x1.2f91b64a58f4ap-15, -0x1.752ae716b2434p-16, -0x1.c6b4074962494p-18,
      0x1.8ed7c956f4e02p-19, 0x1.20f7a210f6d66p-20, -0x1.6aea56f67b406p-24, -0x1.77b66efca1649p-24,
      -0x1.31e39405110b3p-26, -0x1.08d3bc3fb6b38p-29, -0x1.1d76f40cfac9dp-33,
      -0x1.5933237f815b7p-39}},
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
    {{0x1.812746b0379e7p-3, 0x1.9c8c29c04061ap-3, 0x1.bbd3628d99b55p-3, 0x1.dfc987758a7e0p-3,
      0x1.04b76c0ae9916p-2, 0x1.1d02763676159p-2, 0x1.398fa42e218fbp-2, 0x1.5b5b659580707p-2,
      0x1.839fc553d58dcp-2, 0x1.b3e012d89f71ap-2, 0x1.edf487f74041cp-2, 0x1.1a0a79c899f95p-1,
      0x1.4470aa24cce40p-1, 0x1.77b3ab9933a35p-1, 0x1.b591ef09a7e7fp-1, 0x1.p+0}},
    {{0x1.9ad48faae5fe5p-7, 0x1.d37ab5906a791p-7, 0x1.0bc584200597dp-6, 0x1.34f0a2ae97582p-6,
      0x1.670efc27e69abp-6, 0x1.a469b504396aap-6, 0x1.efda4500a4477p-6, 0x1.26701b72e85a8p-5,
      0x1.5fd8b7f80fc16p-5, 0x1.a6a051476c941p-5, 0x1.fd9ae98c353eap-5, 0x1.33f587331f8a1p-4,
      0x1.747681377bc78p-4, 0x1.c20d09fac9159p-4, 0x1.0f398ace22752p-3, 0x1.45a69917ba359p-3}},
    {{0x1.9ddf9e017f672p-11, 0x1.ef7cac84aac57p-11, 0x1.2aa96800a9f31p-10, 0x1.6a7082383eee4p-10,
      0x1.ba7e1839b4f40p-10, 0x1.0f7b8e0a96874p-9, 0x1.4e5cd83619999p-9, 0x1.9ca0d749ea665p-9,
      0x1.fd35e06fec044p-9, 0x1.398554361e57ep-8, 0x1.8067dce48d590p-8, 0x1.d458b9ee6dcffp-8,
      0x1.1b050c15a2efbp-7, 0x1.52d71fd3b0938p-7, 0x1.9172dd335c921p-7, 0x1.d65ce0163309cp-7}},
    {{0x1.85872b4cb351dp-15, 0x1.e4dc85db7970fp-15, 0x1.2f219aeb9bbdep-14, 0x1.7c31f35f63a2bp-14,
      0x1.dd635a7bc0ca2p-14, 0x1.2b54145167bb5p-13, 0x1.75d6f8454ebc6p-13, 0x1.cf9d98a6365bep-13,
      0x1.1c9c883268334p-12, 0x1.59077e8523750p-12, 0x1.9c0de464eb06fp-12, 0x1.e3f18f539865ep-12,
      0x1.1725abf45a0e0p-11, 0x1.3c1ba3c255bbap-11, 0x1.5f48eb1b88116p-11, 0x1.7f1ddd86ba608p-11}},
    {{0x1.51038c3e7acf7p-19, 0x1.ad60915a23f73p-19, 0x1.11243da1df983p-18, 0x1.59e57bf7daf41p-18,
      0x1.b24efbd86220ap-18, 0x1.0d2b18205eb8dp-17, 0x1.47df5addac8efp-17, 0x1.86bc9392cc8edp-17,
      0x1.c5bc8b596cf2fp-17, 0x1.ff9c3ee2f0554p-17, 0x1.173a4cc3ebb1bp-16, 0x1.2645ea6f06235p-16,
      0x1.2a96db1ecb551p-16, 0x1.22ac523e9ff15p-16, 0x1.0e0eef62747e7p-16, 0x1.daaab17cb9a49p-17}},
    {{0x1.04fe4de72e0a9p-23, 0x1.4c7ecffa016fep-23, 0x1.a1ec8c3a79e06p-23, 0x1.016e6b44b1e04p-22,
      0x1.346dbfddc2fb4p-22, 0x1.6431e93e53440p-22, 0x1.8887a68fac53fp-22, 0x1.97cfb1ce6c25dp-22,
      0x1.88e8b19bfc600p-22, 0x1.557d5156d2a5ep-22, 0x1.f7dae5533dfd4p-23, 0x1.0048d3aa110bbp-23,
      -0x1.4e5423a04c92ap-26, -0x1.6d82fa70ee1f8p-23, -0x1.57b2b3b6d275dp-22,
      -0x1.eac833d1a93e2p-22}},
    {{0x1.57c2b1c0e9e64p-28, 0x1.a337557cec659p-28, 0x1.ea0251e9a2d97p-28, 0x1.0d2f415b2eb62p-27,
      0x1.0daa357265e17p-27, 0x1.d0ec7156f893dp-28, 0x1.24c29ea42c380p-28, 0x1.0942efa98a0f7p-32,
      -0x1.5a1d4c8208c69p-28, -0x1.78f08c197042ap-27, -0x1.1f6db695378b8p-26,
      -0x1.70b2a7292aa10p-26, -0x1.a48bca11b0d66p-26, -0x1.b4813c3f927dfp-26,
      -0x1.a0075181ba0f9p-26, -0x1.6bb4d4105ac91p-26}},
    {{0x1.515b1ad745bd7p-33, 0x1.58ca680aa194dp-33, 0x1.20eb962121128p-33, 0x1.0bcaa64736235p-34,
      -0x1.26341033ffb35p-34, -0x1.138d6ba54c112p-32, -0x1.01177a237983ap-31,
      -0x1.72d9f895ede5bp-31, -0x1.c2193ea683579p-31, -0x1.d6ccc6c594790p-31,
      -0x1.a67c6138fcfa8p-31, -0x1.376e2830ac580p-31, -0x1.3b452ec484175p-32, 0x1.8261c990195f7p-36,
      0x1.5702ce2526f93p-32, 0x1.2c98c61eadf61p-31}},
    {{0x1.caff5f5a0f7c0p-40, -0x1.29c1a9d1ce6c2p-40, -0x1.8f65085188ec7p-38, -0x1.aed2c8be2f590p-37,
      -0x1.5a5e56757af79p-36, -0x1.c4a8698064677p-36, -0x1.e42e650eb7b12p-36,
      -0x1.94444b9823b8ep-36, -0x1.a779a2001ca67p-37, 0x1.af403f5bb9c2dp-39, 0x1.47d9f47b84c1fp-36,
      0x1.10d410ed8f50fp-35, 0x1.4c68059f3ffa9p-35, 0x1.50c98c3d017d6p-35, 0x1.259a85bbe8c6cp-35,
      0x1.b650365d0b964p-36}},
    {{-0x1.0fde31944b109p-42, -0x1.be2f6cbeab37dp-42, -0x1.629a657c4c5e1p-41,
      -0x1.c80ba770e8dfep-41, -0x1.c2dd0b8797f85p-41, -0x1.12346cae65c8fp-41, 0x1.218aeb51a8f4cp-43,
      0x1.efe15babeadc7p-41, 0x1.a7f36f19510f7p-40, 0x1.f4587201e7995p-40, 0x1.c615eb8a35c5fp-40,
      0x1.33f90c5f9c004p-40, 0x1.c417b27529e99p-42, -0x1.314b0f2feeca8p-42, -0x1.b91e56c601492p-41,
      -0x1.2019c276360e9p-40}},
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

/// erfinv(y) = y F(s) with s^2 = -log(1 - y^2): F(s) u / 3, u = 3 / (3 + s), as a polynomial of
/// 15 u - i. Numbers have s < 27.4; the first piece only leads infinity to infinity.
inline constexpr table16 erfinv_pieces[17] = {
    {{0x1.p+0, 0x1.dd60697a99f55p-1, 0x1.ba11a639f3586p-1, 0x1.963b08bb41d06p-1,
      0x1.71f58de9c7ff2p-1, 0x1.4d5d2badec11ep-1, 0x1.289a13835e5cdp-1, 0x1.03ec69ef8e9d8p-1,
      0x1.bfb017f54b682p-2, 0x1.7cad8eeeb07cfp-2, 0x1.479174a27dbe7p-2, 0x1.260543fbce844p-2,
      0x1.168497908670dp-2, 0x1.14ef305721cc0p-2, 0x1.1dbbe2191dd74p-2, 0x1.2e7fb0bcdf4f2p-2}},
    {{0x0.0p+0, -0x1.18074150d6fd3p-4, -0x1.1cb8e2d475e50p-4, -0x1.20912db7f82acp-4,
      -0x1.23a259e111992p-4, -0x1.25afaac774b74p-4, -0x1.262edfdd5c106p-4, -0x1.241b19bc91a77p-4,
      -0x1.1ae86702d9d74p-4, -0x1.ed089bb1b7517p-5, -0x1.5c9c5863b3c83p-5, -0x1.7e251f88927bcp-6,
      -0x1.f6f4bff5338d8p-8, 0x1.064f3cd2b9ffep-8, 0x1.a352d9fc3b9d3p-7, 0x1.42aa561ecc102p-6}},
    {{0x0.0p+0, -0x1.51baa051773c9p-11, -0x1.0e4f3612e7df2p-11, -0x1.bc92c0a32b2fep-12,
      -0x1.4f94a5092317ap-12, -0x1.64fb726e3507ep-13, 0x1.1e1fa3a1924a9p-14, 0x1.024aa2ae512b1p-11,
      0x1.21be7569f4862p-9, 0x1.c8657dc7cf1d0p-8, 0x1.44862af203e5bp-7, 0x1.237876de830e2p-7,
      0x1.badb64b8df094p-8, 0x1.4914e6374a127p-8, 0x1.f96501b2c8a45p-9, 0x1.9579284435389p-9}},
    {{0x0.0p+0, 0x1.03a8fae406d51p-14, 0x1.1188a9858c42dp-15, 0x1.01d404ca7cdcfp-15,
      0x1.52457248c9f40p-15, 0x1.0375858836cb0p-14, 0x1.a640e7630980ep-14, 0x1.ce45be54987b9p-13,
      0x1.26e5d941e8abdp-10, 0x1.b1d7a8b97edb3p-10, 0x1.9ff4cd818d7e5p-13, -0x1.5f5c01fda5f96p-11,
      -0x1.6301a1cf05ef4p-11, -0x1.f3fcca54a23bbp-12, -0x1.460dcfff977fdp-12,
      -0x1.b0813c047d092p-13}},
    {{0x0.0p+0, -0x1.1bcc28f9832c5p-16, -0x1.45321be73ab1ap-19, 0x1.22df4b69ac7f2p-20,
      0x1.f7c2059a5f5bcp-19, 0x1.e57a443f3c586p-18, 0x1.aa51b43a905b8p-17, 0x1.4a883adbed725p-14,
      0x1.67cb3dba5679bp-12, -0x1.9f58851ce42eap-13, -0x1.80861249fa3b1p-12, -0x1.410a6e7618a9ap-14,
      0x1.64aa14285fcdcp-15, 0x1.9c249c2fbadfbp-15, 0x1.179051081ffefp-15, 0x1.4e02d100ecc22p-16}},
    {{0x0.0p+0, 0x1.00dd1c96e45efp-17, 0x1.1a30342b8f33bp-20, 0x1.1e23896bc4a9cp-21,
      0x1.375f8a2d2ef90p-21, 0x1.c513022d22054p-21, 0x1.b65efc7ebfeb0p-20, 0x1.5e42978519551p-15,
      -0x1.050ee6c088f3dp-18, -0x1.16a98c5cc757ap-13, 0x1.a287558dc21a1p-15, 0x1.73da137c9bcb9p-15,
      0x1.0e6e8f57649a0p-17, -0x1.4d4b75270417dp-19, -0x1.aa98025f436b3p-19,
      -0x1.205ed3840bdbep-19}},
    {{0x0.0p+0, -0x1.034c8a14adf0cp-18, -0x1.cd3594ac87786p-23, -0x1.3b6659d5566b1p-26,
      0x1.e100277de77fep-26, 0x1.0062f2d1b5331p-24, 0x1.172167c7cfd72p-21, 0x1.0393870397a07p-16,
      -0x1.70253667ca45dp-15, 0x1.99e99b5403b6fp-16, 0x1.e4e187ffbb296p-17, -0x1.07602b3ee2ed2p-17,
      -0x1.d8b91688b2bdbp-19, -0x1.2caac56f847eep-21, 0x1.12907767bea65p-23,
      0x1.78fcb10ce65ebp-23}},
    {{0x0.0p+0, 0x1.2d5101e38bdf3p-19, 0x1.257fd98165cc5p-24, 0x1.635e5aaffc1f3p-27,
      0x1.49d3545c479b9p-28, 0x1.34d24c06f09bbp-28, 0x1.bf9fe73904f15p-22, 0x1.ae964f418d531p-21,
      -0x1.ace494dde78cbp-18, 0x1.75d40bf1b0cbbp-17, -0x1.c7387c1125f28p-18, -0x1.59215eb72ebdbp-24,
      0x1.6d9ea16addbbdp-21, 0x1.ba80916c93d25p-23, 0x1.023cea42ccaeep-25, -0x1.8908edbae8acbp-28}},
    {{0x0.0p+0, -0x1.7bf34cdf2667ep-20, -0x1.6d89aa9d81fc3p-26, -0x1.d46951ca6bcd0p-30,
      -0x1.79fb92f443f86p-33, 0x1.194aac6fffbe8p-35, 0x1.3a1382c7759a5p-22, -0x1.31129b0681a6ep-19,
      0x1.4bea16ff55b1dp-18, -0x1.eeece82cc464fp-19, 0x1.200dc2abcc365p-21, 0x1.d0f1874554de1p-22,
      -0x1.1013559b4dfefp-24, -0x1.5333b3330d85dp-25, -0x1.4ae7cb443f561p-27,
      -0x1.6e95f91995855p-30}},
    {{0x0.0p+0, 0x1.fb79cdbf240fap-21, 0x1.eec58b047e6f7p-28, 0x1.c738a5525f0fap-32,
      0x1.dddbf1826eae9p-35, 0x1.659809eb3559ap-35, 0x1.2e92dca3c86e9p-23, -0x1.d453439863d1dp-21,
      0x1.3047e362171b6p-20, -0x1.655287802655fp-21, 0x1.9ac83cdc9ff0ep-22, -0x1.066937291de69p-23,
      -0x1.feeacd905c2f9p-28, 0x1.5a22b450764cfp-28, 0x1.e1fe820ac7271p-30, 0x1.a0e0c69a41332p-32}},
    {{0x0.0p+0, -0x1.631d6eb4afc2ep-21, -0x1.5cff796dc2dadp-29, -0x1.a94a40c936d15p-34,
      -0x1.69ff106610983p-37, 0x1.167a0387b897cp-34, 0x1.14db92283deeap-25, 0x1.e29037ecd714dp-24,
      -0x1.248cb0a03965cp-21, 0x1.f1ed680bc5d11p-22, -0x1.2be454266a2b5p-23, 0x1.b56044f81ac6bp-27,
      0x1.3f7b9050a6331p-28, -0x1.31c1dd9e02f30p-32, -0x1.05ffb8ae44dd9p-32,
      -0x1.1bd7d439c6f96p-34}},
    {{0x0.0p+0, 0x1.13e31a7f2c299p-21, 0x1.ff212d2272b5ep-31, 0x1.9f73bb9b7f6cfp-36,
      0x1.c3ce0dd2f00ffp-40, 0x1.643e620cb27e8p-34, -0x1.6a48ae23d33e1p-27, 0x1.3b4545a62ba43p-23,
      -0x1.33aa6164af858p-23, -0x1.ad9f0211a2e13p-31, 0x1.e72a26ac19ecep-28, 0x1.925e6e9a8b221p-29,
      -0x1.2d91c42ddf92ap-30, -0x1.23ca1eb062561p-34, 0x1.96ad7624f0599p-36,
      0x1.306d70907ff7bp-37}},
    {{0x0.0p+0, -0x1.aec46d13dd614p-22, -0x1.815e99b956e3bp-32, -0x1.a35254969861ap-38,
      -0x1.8219be1d60cb6p-42, 0x1.626c91bed449cp-34, -0x1.8f50fa6dd890dp-27, 0x1.4792aa4cb554fp-27,
      0x1.f0d5573b07fdfp-25, -0x1.875e470bece0dp-25, 0x1.32a0a9e4358a8p-27, -0x1.bab9a6a3e832ep-30,
      0x1.40dd879910e2bp-33, 0x1.d5205d0fc7ab4p-36, -0x1.b1077ebc680c7p-41,
      -0x1.07b519958a214p-40}},
    {{0x0.0p+0, 0x1.7686127e14c07p-23, 0x1.251fce46d044fp-33, 0x1.aefbf90904c38p-40,
      0x1.19b5b0a059c81p-44, 0x1.2863dbb6d6dd1p-34, -0x1.9164c78520d9cp-29, -0x1.2191f5db3f5dep-26,
      0x1.040fc8fad1d09p-26, 0x1.d96fa7f61b4c8p-28, -0x1.94ae85a812781p-29, 0x1.6e94c5ecbc0c0p-32,
      -0x1.2c3177f73ab71p-42, -0x1.8a4208bb04697p-38, -0x1.58e103abd4afbp-42,
      0x1.4e5373c12d34bp-44}},
    {{0x0.0p+0, -0x1.b1b9d22f7b6c8p-24, -0x1.cc15d1aaaed74p-35, -0x1.c58b6569bb0f7p-42,
      -0x1.c83d1b31472e6p-47, 0x1.83b2e4078f581p-35, 0x1.173e6678f27bdp-30, -0x1.6e2bd322100bdp-29,
      -0x1.821bd176905e7p-28, 0x1.c94494e8790f4p-29, 0x1.c39d4a934707bp-34, -0x1.b7d8a79564384p-37,
      -0x1.9ae0f0d71bc04p-38, 0x1.c6a9d4f864171p-41, 0x1.b197eb0e4c6cdp-44,
      -0x1.cf72959f8a3bbp-51}},
    {{0x0.0p+0, 0x1.a298e4e70111dp-22, 0x1.c38f97d35afdep-36, 0x1.08081481155d1p-43,
      0x1.7f8ad90713a3fp-49, 0x1.2d0af7b29a982p-36, 0x1.7ffb41af9a64fp-31, 0x1.99649ddd72f7ap-30,
      -0x1.691ffb1f0494ep-30, -0x1.1a5a745230613p-30, 0x1.b6d08d5590b04p-33, -0x1.16175059f04b5p-36,
      0x1.01c216c369704p-39, -0x1.1113cc474dd1ap-44, -0x1.4e0fc48d471f1p-46,
      -0x1.c48f674a9685dp-52}},
    {{0x0.0p+0, -0x1.7b6eaaa97bceep-22, -0x1.781409030f8fcp-37, -0x1.21829349881a0p-45,
      -0x1.2cc20ecba62c3p-51, 0x1.bbb18dcdd466ap-40, 0x1.1b2045207918cp-36, 0x1.387e5c00a5e80p-32,
      0x1.e312cd62bd73dp-32, -0x1.3f2de2e0aa60bp-33, -0x1.f5ecac9ad4edcp-35, 0x1.76cfd65295e5cp-38,
      -0x1.601b701b4961ap-42, -0x1.dc3538f0f7a53p-48, 0x1.7bca2470774e7p-49,
      0x1.18552e4dcf3efp-51}},
};
/// F of -log(1 - y^2), given that logarithm.
template <class V>
SIMT_INLINE V erfinv_factor(V logarithm) {
  V const s = sqrt(abs(logarithm));
  place_of_fraction<V> const f(s, 3);
  return (s + 3) * horner(f.t, erfinv_pieces, f.i);
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
