#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/rounding.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

// Functions of C's library whose answers at the edges are not CUDA's: bodies that are inlined in
// their place, as its <string.h> has them. No symbol comes of them, and their addresses stay the
// library's.
#define SIMT_DETAIL_C_BODY extern inline __attribute__((gnu_inline, always_inline))
extern "C" {

// The library's own by the names that glibc has for types of 32 and 64 bits: a body that called
// itself by its own name would be no body for clang.
float simt_c_hypotf(float x, float y) noexcept __asm__("hypotf32");
double simt_c_hypot(double x, double y) noexcept __asm__("hypotf64");
float simt_c_jnf(int n, float x) noexcept __asm__("jnf32");
double simt_c_jn(int n, double x) noexcept __asm__("jnf64");
float simt_c_ynf(int n, float x) noexcept __asm__("ynf32");
double simt_c_yn(int n, double x) noexcept __asm__("ynf64");
float simt_c_remquof(float x, float y, int* quotient) noexcept __asm__("remquof32");
double simt_c_remquo(double x, double y, int* quotient) noexcept __asm__("remquof64");

// Of zeros it gives either one; on GPUs -0 is less than +0.
#define SIMT_DETAIL_C_EXTREME(name, T, larger) \
  SIMT_DETAIL_C_BODY T name(T x, T y) noexcept { return simt::simd::detail::extreme<larger>(x, y); }
SIMT_DETAIL_C_EXTREME(fminf, float, false)
SIMT_DETAIL_C_EXTREME(fmaxf, float, true)
SIMT_DETAIL_C_EXTREME(fmin, double, false)
SIMT_DETAIL_C_EXTREME(fmax, double, true)
#undef SIMT_DETAIL_C_EXTREME

// Infinite where an argument is, whatever NaN the other one may be.
#define SIMT_DETAIL_C_HYPOT(name, T)                                                     \
  SIMT_DETAIL_C_BODY T name(T x, T y) noexcept {                                         \
    return __builtin_isinf(x) || __builtin_isinf(y) ? std::numeric_limits<T>::infinity() \
                                                    : simt_c_##name(x, y);               \
  }
SIMT_DETAIL_C_HYPOT(hypotf, float)
SIMT_DETAIL_C_HYPOT(hypot, double)
#undef SIMT_DETAIL_C_HYPOT

// NaN of a negative order.
#define SIMT_DETAIL_C_BESSEL(name, T)                                         \
  SIMT_DETAIL_C_BODY T name(int n, T x) noexcept {                            \
    return n < 0 ? std::numeric_limits<T>::quiet_NaN() : simt_c_##name(n, x); \
  }
SIMT_DETAIL_C_BESSEL(jnf, float)
SIMT_DETAIL_C_BESSEL(jn, double)
SIMT_DETAIL_C_BESSEL(ynf, float)
SIMT_DETAIL_C_BESSEL(yn, double)
#undef SIMT_DETAIL_C_BESSEL

// Three bits of the quotient; the library gives 8 for some whose three bits are none.
#define SIMT_DETAIL_C_REMQUO(name, T)                           \
  SIMT_DETAIL_C_BODY T name(T x, T y, int* quotient) noexcept { \
    T const remainder = simt_c_##name(x, y, quotient);          \
    *quotient %= 8;                                             \
    return remainder;                                           \
  }
SIMT_DETAIL_C_REMQUO(remquof, float)
SIMT_DETAIL_C_REMQUO(remquo, double)
#undef SIMT_DETAIL_C_REMQUO

// What fits no integer is the last one or the first, as NaN is.
#define SIMT_DETAIL_C_TO_INTEGER(name, Integer, T, whole)               \
  SIMT_DETAIL_C_BODY Integer name(T x) noexcept {                       \
    if (!(x >= T(-0x1p63))) return std::numeric_limits<Integer>::min(); \
    T const rounded = whole(x);                                         \
    return rounded >= T(0x1p63) ? std::numeric_limits<Integer>::max()   \
                                : static_cast<Integer>(rounded);        \
  }
static_assert(sizeof(long) == 8);
SIMT_DETAIL_C_TO_INTEGER(lrintf, long, float, __builtin_rintf)
SIMT_DETAIL_C_TO_INTEGER(lrint, long, double, __builtin_rint)
SIMT_DETAIL_C_TO_INTEGER(llrintf, long long, float, __builtin_rintf)
SIMT_DETAIL_C_TO_INTEGER(llrint, long long, double, __builtin_rint)
SIMT_DETAIL_C_TO_INTEGER(lroundf, long, float, __builtin_roundf)
SIMT_DETAIL_C_TO_INTEGER(lround, long, double, __builtin_round)
SIMT_DETAIL_C_TO_INTEGER(llroundf, long long, float, __builtin_roundf)
SIMT_DETAIL_C_TO_INTEGER(llround, long long, double, __builtin_round)
#undef SIMT_DETAIL_C_TO_INTEGER

}  // extern "C"
#undef SIMT_DETAIL_C_BODY

// C++'s overloads of them, where math_functions.h has kept libstdc++'s out of global scope.
#ifdef SIMT_DETAIL_OWN_OVERLOADS
#undef SIMT_DETAIL_OWN_OVERLOADS
#define SIMT_DETAIL_EXTREME(name, larger)                                                       \
  template <class X, class Y>                                                                   \
  requires(std::is_arithmetic_v<X> && std::is_arithmetic_v<Y>) SIMT_INLINE constexpr auto name( \
      X x, Y y) noexcept {                                                                      \
    using A = std::conditional_t<std::is_integral_v<X>, double, X>;                             \
    using B = std::conditional_t<std::is_integral_v<Y>, double, Y>;                             \
    using T = std::common_type_t<A, B>;                                                         \
    return simt::simd::detail::extreme<larger>(static_cast<T>(x), static_cast<T>(y));           \
  }
SIMT_DETAIL_EXTREME(fmin, false)
SIMT_DETAIL_EXTREME(fmax, true)
#undef SIMT_DETAIL_EXTREME

template <class X, class Y>
requires(std::is_arithmetic_v<X>&& std::is_arithmetic_v<Y>) SIMT_INLINE
    auto hypot(X x, Y y) noexcept {
  using A = std::conditional_t<std::is_integral_v<X>, double, X>;
  using B = std::conditional_t<std::is_integral_v<Y>, double, Y>;
  using T = std::common_type_t<A, B>;
  if constexpr (std::is_same_v<T, float>)
    return ::hypotf(x, y);
  else if constexpr (std::is_same_v<T, double>)
    return ::hypot(static_cast<double>(x), static_cast<double>(y));
  else
    return std::hypot(static_cast<T>(x), static_cast<T>(y));
}
template <class X, class Y, class Z>
requires(std::is_arithmetic_v<X>&& std::is_arithmetic_v<Y>&& std::is_arithmetic_v<Z>) SIMT_INLINE
    auto hypot(X x, Y y, Z z) noexcept {
  return std::hypot(x, y, z);
}
template <class X, class Y>
requires(std::is_arithmetic_v<X>&& std::is_arithmetic_v<Y>) SIMT_INLINE
    auto remquo(X x, Y y, int* quotient) noexcept {
  using A = std::conditional_t<std::is_integral_v<X>, double, X>;
  using B = std::conditional_t<std::is_integral_v<Y>, double, Y>;
  using T = std::common_type_t<A, B>;
  if constexpr (std::is_same_v<T, float>)
    return ::remquof(x, y, quotient);
  else if constexpr (std::is_same_v<T, double>)
    return ::remquo(static_cast<double>(x), static_cast<double>(y), quotient);
  else
    return std::remquo(static_cast<T>(x), static_cast<T>(y), quotient);
}
#define SIMT_DETAIL_TO_INTEGER(name)                                      \
  template <class X>                                                      \
  requires(std::is_arithmetic_v<X>) SIMT_INLINE auto name(X x) noexcept { \
    if constexpr (std::is_same_v<X, float>)                               \
      return ::name##f(x);                                                \
    else if constexpr (std::is_same_v<X, long double>)                    \
      return ::name##l(x);                                                \
    else                                                                  \
      return ::name(static_cast<double>(x));                              \
  }
SIMT_DETAIL_TO_INTEGER(lrint)
SIMT_DETAIL_TO_INTEGER(llrint)
SIMT_DETAIL_TO_INTEGER(lround)
SIMT_DETAIL_TO_INTEGER(llround)
#undef SIMT_DETAIL_TO_INTEGER
#endif
