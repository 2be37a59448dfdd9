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

using floats = xsimd::batch<float, arch>;
using doubles = xsimd::batch<double, arch>;

/// Is a lane's number of one of these classes?
template <int Classes>
SIMT_INLINE mask_of<floats> is_of_class(floats x) noexcept {
  return _mm512_fpclass_ps_mask(x, Classes);
}
template <int Classes>
SIMT_INLINE mask_of<doubles> is_of_class(doubles x) noexcept {
  return _mm512_fpclass_pd_mask(x, Classes);
}

// An instruction for float and double: its name here and there, and what it takes after x.
#define SIMT_DETAIL_INSTRUCTION(name, instruction, ...)           \
  SIMT_INLINE floats name(floats x) noexcept {                    \
    return _mm512_maskz_##instruction##_ps(all16, x __VA_ARGS__); \
  }                                                               \
  SIMT_INLINE doubles name(doubles x) noexcept {                  \
    return _mm512_maskz_##instruction##_pd(all8, x __VA_ARGS__);  \
  }
/// 1 / sqrt(x) to 14 bits; zero and infinity give infinity and zero.
SIMT_DETAIL_INSTRUCTION(rsqrt_estimate, rsqrt14)
/// 1 / x to 14 bits.
SIMT_DETAIL_INSTRUCTION(reciprocal_estimate, rcp14)
/// The exponent of |x| as a number, infinite for 0 and infinity.
SIMT_DETAIL_INSTRUCTION(exponent, getexp)
/// The fraction of x: in [1, 2), without the sign; in [1/2, 1) and in [3/4, 3/2), NaN where x is
/// negative.
SIMT_DETAIL_INSTRUCTION(fraction_from_1, getmant, , _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero)
SIMT_DETAIL_INSTRUCTION(fraction_from_half, getmant, , _MM_MANT_NORM_p5_1, _MM_MANT_SIGN_nan)
SIMT_DETAIL_INSTRUCTION(fraction_from_three_quarters, getmant, , _MM_MANT_NORM_p75_1p5,
                        _MM_MANT_SIGN_nan)
#undef SIMT_DETAIL_INSTRUCTION
/// x * 2^n for an integral n, rounded once.
SIMT_INLINE floats scale_by_power(floats x, floats n) noexcept {
  return _mm512_maskz_scalef_ps(all16, x, n);
}
SIMT_INLINE doubles scale_by_power(doubles x, doubles n) noexcept {
  return _mm512_maskz_scalef_pd(all8, x, n);
}
/// table[index mod the table's size] of each lane.
SIMT_INLINE floats look_up(float const (&table)[16], vec<int, 16> index) noexcept {
  return _mm512_maskz_permutexvar_ps(all16, (__m512i)index, _mm512_loadu_ps(table));
}
SIMT_INLINE floats look_up(float const (&table)[32], vec<int, 16> index) noexcept {
  return _mm512_permutex2var_ps(_mm512_loadu_ps(table), (__m512i)index,
                                _mm512_loadu_ps(table + 16));
}
SIMT_INLINE doubles look_up_in_register(double const (&table)[8],
                                        vec<std::uint64_t, 8> index) noexcept {
  return _mm512_maskz_permutexvar_pd(all8, (__m512i)index, _mm512_loadu_pd(table));
}
SIMT_INLINE doubles look_up_in_register(double const (&table)[16],
                                        vec<std::uint64_t, 8> index) noexcept {
  return _mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i)index, _mm512_loadu_pd(table + 8));
}
/// The lanes where i and `bits` have a bit in common.
SIMT_INLINE mask_of<doubles> has_bits(vec<std::uint64_t, 8> i, std::uint64_t bits) noexcept {
  return _mm512_test_epi64_mask((__m512i)i, (__m512i)broadcast<std::uint64_t, 8>(bits));
}
#else
template <class V>
V scale_by_power(V x, V n);
#endif

}  // namespace simt::inline SIMT_ABI::simd::detail
