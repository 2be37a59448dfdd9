#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/avx512.hpp>

// Logarithms and cube roots of float lanes by AVX-512's tables in registers.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// A logarithm by AVX-512's tables in registers: x = m 2^e with m in [0.75, 1.5), of which the
/// upper bits of the fraction choose r, next to 1 / m, and t, the logarithm of 1 / r; both are 1
/// and 0 next to 1. The r are such that t is nearly a float. f is m r - 1, |f| < 1 / 15.
struct log_table {
  float r[16], t[16];
};
template <class V>
struct log_by_table {
  V e, f, t;
  SIMT_INLINE log_by_table(V x, log_table const& table) {
    auto const m = fraction_from_three_quarters(x);
    e = exponent(x) - exponent(m);
    auto const i = bits(m) >> 19;
    t = look_up(table.t, i);
    f = fmsub(m, look_up(table.r, i), V(1));
  }
};
inline constexpr log_table ln_table = {
    {1, 0x1.d3d274p-1f, 0x1.ba90fp-1f, 0x1.a3d95ep-1f, 0x1.8f6252p-1f, 0x1.7c93b4p-1f,
     0x1.6c86e8p-1f, 0x1.5c5efap-1f, 0x1.4e5f7ep0f, 0x1.40ee68p0f, 0x1.3514bcp0f, 0x1.2a48dp0f,
     0x1.1fb26p0f, 0x1.15f8a4p0f, 0x1.0c38b2p0f, 1},
    {0, 0x1.719be6p-4f, 0x1.2a76eep-3f, 0x1.966218p-3f, 0x1.fcb9b8p-3f, 0x1.2fc166p-2f,
     0x1.5be0ap-2f, 0x1.8a4c48p-2f, -0x1.117d5ap-2f, -0x1.cef312p-3f, -0x1.81e572p-3f,
     -0x1.3913ecp-3f, -0x1.de1fe2p-4f, -0x1.514404p-4f, -0x1.7e09dcp-5f, 0}};
inline constexpr log_table log2_table = {
    {1, 0x1.d49126p-1f, 0x1.ba76ccp-1f, 0x1.a38beep-1f, 0x1.8fd5aep-1f, 0x1.7c8994p-1f,
     0x1.6be0a8p-1f, 0x1.5c3628p-1f, 0x1.4ec874p0f, 0x1.410876p0f, 0x1.3538d4p0f, 0x1.2a4fp0f,
     0x1.1f1b58p0f, 0x1.15b03cp0f, 0x1.0c83c2p0f, 1},
    {0, 0x1.05ea68p-3f, 0x1.af467p-3f, 0x1.26355p-2f, 0x1.6d4d4cp-2f, 0x1.b6614ap-2f,
     0x1.f883eap-2f, 0x1.1cc398p-1f, -0x1.8c5f5ep-2f, -0x1.4e6a78p-2f, -0x1.170ap-2f,
     -0x1.c3ea4cp-3f, -0x1.52d42cp-3f, -0x1.e08e46p-4f, -0x1.1a09f4p-4f, 0}};
inline constexpr log_table log10_table = {
    {1, 0x1.d4352ap-1f, 0x1.ba8b32p-1f, 0x1.a37a42p-1f, 0x1.8f994ep-1f, 0x1.7d50a8p-1f,
     0x1.6c9e26p-1f, 0x1.5c91eap-1f, 0x1.4e2c7ap0f, 0x1.413152p0f, 0x1.356584p0f, 0x1.29ec18p0f,
     0x1.1f5648p0f, 0x1.1579ecp0f, 0x1.0c7ea2p0f, 1},
    {0, 0x1.3e1b6cp-5f, 0x1.03554cp-4f, 0x1.628e04p-4f, 0x1.b8eabcp-4f, 0x1.061d86p-3f,
     0x1.2df0e6p-3f, 0x1.55f99ap-3f, -0x1.da0a2ap-4f, -0x1.938fap-4f, -0x1.51001cp-4f,
     -0x1.0dc652p-4f, -0x1.9ad79ep-5f, -0x1.1e9aacp-5f, -0x1.5314p-6f, 0}};
/// Of every eighth of [1, 2) an r next to 1 / m, and the cube roots of 2 / r, 4 / r and, in the
/// last eight, 1 / r.
inline constexpr float cbrt_r[16] = {
    0x1.e0c4a2p-1f, 0x1.ae19a4p-1f, 0x1.858b4p-1f,  0x1.64131p-1f,  0x1.46f1fap-1f, 0x1.2f6934p-1f,
    0x1.1a677cp-1f, 0x1.081c1ap-1f, 0x1.e0c4a2p-1f, 0x1.ae19a4p-1f, 0x1.858b4p-1f,  0x1.64131p-1f,
    0x1.46f1fap-1f, 0x1.2f6934p-1f, 0x1.1a677cp-1f, 0x1.081c1ap-1f};
inline constexpr float cbrt_t[32] = {  // clang-format off
    0x1.4960ccp0f, 0x1.55d5cep0f, 0x1.614f0ep0f, 0x1.6c0c82p0f, 0x1.768dfp0f, 0x1.7fff9ep0f,
    0x1.894b02p0f, 0x1.922c06p0f, 0x1.9efd8cp0f, 0x1.aeaf72p0f, 0x1.bd2426p0f, 0x1.caac3ep0f,
    0x1.d7e8b6p0f, 0x1.e3ceccp0f, 0x1.ef84a4p0f, 0x1.fab476p0f, 0, 0, 0, 0, 0, 0, 0, 0,
    0x1.056d76p0f, 0x1.0f5094p0f, 0x1.186bep0f, 0x1.20f21ep0f, 0x1.2948b8p0f, 0x1.30c7a2p0f,
    0x1.382828p0f, 0x1.3f344p0f};  // clang-format on

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
