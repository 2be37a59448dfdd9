#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns a + b; integers wrap, as registers have them.
template <class T>
SIMT_INLINE constexpr T wrapping_sum(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) +
                          static_cast<std::make_unsigned_t<T>>(b));
  else
    return a + b;
}
/// Returns a - b; integers wrap.
template <class T>
SIMT_INLINE constexpr T wrapping_difference(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) -
                          static_cast<std::make_unsigned_t<T>>(b));
  else
    return a - b;
}
/// Returns a * b modulo two to the number of T's bits, for integers of 32 bits and more.
template <class T>
SIMT_INLINE constexpr T wrapping_product(T a, T b) {
  static_assert(std::is_integral_v<T> && sizeof(T) >= sizeof(int));
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) *
                        static_cast<std::make_unsigned_t<T>>(b));
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
