#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/batch.hpp>

#include <type_traits>

namespace simt::inline SIMT_ABI::simd {

/// True if a register shifts each lane by its own count, and shifts all bits out where the count is
/// too large. (The compilers' operators do not: to them such a count is undefined.)
template <class R, int L>
inline constexpr bool has_variable_shift =
    std::is_integral_v<R> && fills_register<R, L> && (SIMT_ISA_AVX512 || SIMT_ISA_AVX2);

/// Shifts each lane to the left by its own count.
// Why: on AVX-512 by the instruction. xsimd 8.1 has none there and shifts lane by lane as C++ does,
// to which a count beyond the width is undefined: -1 << 32 stays -1. Gone when
// tests/lanes/operators/test_shift.cpp passes with xsimd's operator and bench_micro is as fast.
template <class R, int L>
SIMT_INLINE vec<R, L> shift_left(vec<R, L> a, vec<R, L> b) {
  static_assert(has_variable_shift<R, L>);
#if SIMT_ISA_AVX512
  if constexpr (sizeof(R) == 4)
    return (vec<R, L>)_mm512_maskz_sllv_epi32(__mmask16(0xffff), (__m512i)a, (__m512i)b);
  else
    return (vec<R, L>)_mm512_maskz_sllv_epi64(__mmask8(0xff), (__m512i)a, (__m512i)b);
#else
  return to_vec(to_batch<R, L>(a) << to_batch<R, L>(b));
#endif
}
/// Shifts each lane to the right by its own count; signed lanes fill with their sign.
template <class R, int L>
SIMT_INLINE vec<R, L> shift_right(vec<R, L> a, vec<R, L> b) {
  static_assert(has_variable_shift<R, L>);
#if SIMT_ISA_AVX512
  if constexpr (sizeof(R) == 4 && std::is_signed_v<R>)
    return (vec<R, L>)_mm512_maskz_srav_epi32(__mmask16(0xffff), (__m512i)a, (__m512i)b);
  else if constexpr (sizeof(R) == 4)
    return (vec<R, L>)_mm512_maskz_srlv_epi32(__mmask16(0xffff), (__m512i)a, (__m512i)b);
  else if constexpr (std::is_signed_v<R>)
    return (vec<R, L>)_mm512_maskz_srav_epi64(__mmask8(0xff), (__m512i)a, (__m512i)b);
  else
    return (vec<R, L>)_mm512_maskz_srlv_epi64(__mmask8(0xff), (__m512i)a, (__m512i)b);
#else
  if constexpr (SIMT_ISA_AVX2 && sizeof(R) == 8 && std::is_signed_v<R>) {
    // No such instruction; xsimd 8.1 shifts lane by lane.
    using U = std::make_unsigned_t<R>;
    auto const sign = a < vec<R, L>{};
    return (vec<R, L>)shift_right<U, L>((vec<U, L>)(a ^ sign), (vec<U, L>)b) ^ sign;
  } else {
    return to_vec(to_batch<R, L>(a) >> to_batch<R, L>(b));
  }
#endif
}

}  // namespace simt::inline SIMT_ABI::simd
