#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/batch.hpp>

// Instructions of AVX-512 for mathematical functions, which other instruction sets have not: parts
// of a number, powers of two, estimates, classes, tables in registers. Formulas ask by_avx512<V>
// first.
namespace simt::inline SIMT_ABI::simd::detail {

/// True where V has the functions below.
template <class V>
inline constexpr bool by_avx512 = SIMT_ISA_AVX512&& lanes_in<V> > 1;

/// Classes of numbers, to be joined by |.
enum number_class : int {
  quiet_nan = 0x01,
  positive_zero = 0x02,
  negative_zero = 0x04,
  positive_infinity = 0x08,
  negative_infinity = 0x10,
  subnormal = 0x20,
  negative = 0x40,
  signalling_nan = 0x80
};

#if SIMT_ISA_AVX512
// Why maskz: in the forms without a mask lies an undefined register, of which g++ 12 warns in user
// code (GCC bug 105593, fixed in 13).
inline constexpr __mmask16 all16 = 0xffff;
inline constexpr __mmask8 all8 = 0xff;

/// Is a lane's number of one of these classes?
template <int Classes>
SIMT_INLINE xsimd::batch_bool<float, arch> is_of_class(xsimd::batch<float, arch> x) noexcept {
  return _mm512_fpclass_ps_mask(x, Classes);
}
template <int Classes>
SIMT_INLINE xsimd::batch_bool<double, arch> is_of_class(xsimd::batch<double, arch> x) noexcept {
  return _mm512_fpclass_pd_mask(x, Classes);
}
/// x * 2^n for an integral n, rounded once.
SIMT_INLINE xsimd::batch<float, arch> scale_by_power(xsimd::batch<float, arch> x,
                                                     xsimd::batch<float, arch> n) noexcept {
  return _mm512_maskz_scalef_ps(all16, x, n);
}
SIMT_INLINE xsimd::batch<double, arch> scale_by_power(xsimd::batch<double, arch> x,
                                                      xsimd::batch<double, arch> n) noexcept {
  return _mm512_maskz_scalef_pd(all8, x, n);
}
/// 1 / sqrt(x) to 14 bits; zero and infinity give infinity and zero.
SIMT_INLINE xsimd::batch<float, arch> rsqrt_estimate(xsimd::batch<float, arch> x) noexcept {
  return _mm512_maskz_rsqrt14_ps(all16, x);
}
SIMT_INLINE xsimd::batch<double, arch> rsqrt_estimate(xsimd::batch<double, arch> x) noexcept {
  return _mm512_maskz_rsqrt14_pd(all8, x);
}
/// 1 / x to 14 bits.
SIMT_INLINE xsimd::batch<double, arch> reciprocal_estimate(xsimd::batch<double, arch> x) noexcept {
  return _mm512_maskz_rcp14_pd(all8, x);
}
/// The exponent of |x| as a number, infinite for 0 and infinity.
SIMT_INLINE xsimd::batch<float, arch> exponent(xsimd::batch<float, arch> x) noexcept {
  return _mm512_maskz_getexp_ps(all16, x);
}
SIMT_INLINE xsimd::batch<double, arch> exponent(xsimd::batch<double, arch> x) noexcept {
  return _mm512_maskz_getexp_pd(all8, x);
}
/// The fraction of x: in [1, 2), without the sign; in [1/2, 1) and in [3/4, 3/2), NaN where x is
/// negative.
SIMT_INLINE xsimd::batch<float, arch> fraction_from_1(xsimd::batch<float, arch> x) noexcept {
  return _mm512_maskz_getmant_ps(all16, x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero);
}
SIMT_INLINE xsimd::batch<double, arch> fraction_from_1(xsimd::batch<double, arch> x) noexcept {
  return _mm512_maskz_getmant_pd(all8, x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero);
}
SIMT_INLINE xsimd::batch<float, arch> fraction_from_half(xsimd::batch<float, arch> x) noexcept {
  return _mm512_maskz_getmant_ps(all16, x, _MM_MANT_NORM_p5_1, _MM_MANT_SIGN_nan);
}
SIMT_INLINE xsimd::batch<float, arch> fraction_from_three_quarters(
    xsimd::batch<float, arch> x) noexcept {
  return _mm512_maskz_getmant_ps(all16, x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
}
SIMT_INLINE xsimd::batch<double, arch> fraction_from_three_quarters(
    xsimd::batch<double, arch> x) noexcept {
  return _mm512_maskz_getmant_pd(all8, x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
}
/// table[index mod the table's size] of each lane.
SIMT_INLINE xsimd::batch<float, arch> look_up(float const (&table)[16],
                                              vec<int, 16> index) noexcept {
  return _mm512_maskz_permutexvar_ps(all16, (__m512i)index, _mm512_loadu_ps(table));
}
SIMT_INLINE xsimd::batch<float, arch> look_up(float const (&table)[32],
                                              vec<int, 16> index) noexcept {
  return _mm512_permutex2var_ps(_mm512_loadu_ps(table), (__m512i)index,
                                _mm512_loadu_ps(table + 16));
}
SIMT_INLINE xsimd::batch<double, arch> look_up_in_register(double const (&table)[8],
                                                           vec<std::uint64_t, 8> index) noexcept {
  return _mm512_maskz_permutexvar_pd(all8, (__m512i)index, _mm512_loadu_pd(table));
}
SIMT_INLINE xsimd::batch<double, arch> look_up_in_register(double const (&table)[16],
                                                           vec<std::uint64_t, 8> index) noexcept {
  return _mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i)index, _mm512_loadu_pd(table + 8));
}
/// The lanes where i and `bits` have a bit in common.
SIMT_INLINE xsimd::batch_bool<double, arch> has_bits(vec<std::uint64_t, 8> i,
                                                     std::uint64_t bits) noexcept {
  return _mm512_test_epi64_mask((__m512i)i, (__m512i)broadcast<std::uint64_t, 8>(bits));
}
#else
template <class V>
V scale_by_power(V x, V n);
#endif

}  // namespace simt::inline SIMT_ABI::simd::detail
