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

template <class R, int L>
SIMT_INLINE vec<R, L> shift_left(vec<R, L> a, vec<R, L> b) {
  static_assert(has_variable_shift<R, L>);
  return to_vec(to_batch<R, L>(a) << to_batch<R, L>(b));
}
/// Signed lanes fill with their sign.
template <class R, int L>
SIMT_INLINE vec<R, L> shift_right(vec<R, L> a, vec<R, L> b) {
  static_assert(has_variable_shift<R, L>);
  if constexpr (SIMT_ISA_AVX2 && sizeof(R) == 8 && std::is_signed_v<R>) {
    // No such instruction; xsimd 8.1 shifts lane by lane.
    using U = std::make_unsigned_t<R>;
    auto const sign = a < vec<R, L>{};
    return (vec<R, L>)shift_right<U, L>((vec<U, L>)(a ^ sign), (vec<U, L>)b) ^ sign;
  } else {
    return to_vec(to_batch<R, L>(a) >> to_batch<R, L>(b));
  }
}

}  // namespace simt::inline SIMT_ABI::simd
