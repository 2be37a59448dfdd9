#pragma once
// SPDX-License-Identifier: MIT

// libstdc++ puts C++20's std::lerp into global scope with the C functions, where many programs have
// a lerp of their own, and its overloads of functions whose answers at the edges are not CUDA's.
// This must come before any other inclusion of <math.h>.
#include <cmath>
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_MATH_H)
#define SIMT_DETAIL_OWN_OVERLOADS 1
namespace std {
void simt_left_out();
}
#define lerp simt_left_out
#define fmin simt_left_out
#define fmax simt_left_out
#define hypot simt_left_out
#define lrint simt_left_out
#define lround simt_left_out
#define llrint simt_left_out
#define llround simt_left_out
#define remquo simt_left_out
#include <math.h>
#undef lerp
#undef fmin
#undef fmax
#undef hypot
#undef lrint
#undef lround
#undef llrint
#undef llround
#undef remquo
#else
#include <math.h>
#endif

#include <simt/builtins/clock.hpp>
#include <simt/builtins/intrinsics.hpp>
#include <simt/builtins/math.hpp>
#include <simt/cuda/detail/c_math_functions.h>
#include <simt/cuda/math_constants.h>
#include <simt/thread/rounding.hpp>

#include <stdlib.h>
#include <type_traits>

// CUDA's functions on numbers, in global scope; those of C are <math.h>'s, whatever SIMT_FAST_MATH
// says: a scalar call gains nothing by being less exact.
// - Differs: pow of a signalling NaN. Where C differs from CUDA (fmin and fmax of zeros, hypot of a
//            signalling NaN and infinity, lrint and lround of what fits no long, quotients of
//            remquo beyond three bits, jn and yn of negative orders) the functions of global scope
//            do as CUDA, those of std as C
// - Source:  CUDA C Programming Guide 8.0, D (Mathematical Functions); CUDA Math API

#define SIMT_DETAIL_INTRINSIC_1(name, effect, op, T, R) \
  SIMT_INLINE constexpr R name(T x) { return simt::name(x); }
#define SIMT_DETAIL_INTRINSIC_2(name, effect, op, T, R) \
  SIMT_INLINE constexpr R name(T x, T y) { return simt::name(x, y); }
#define SIMT_DETAIL_INTRINSIC_3(name, effect, op, T, Last, R) \
  SIMT_INLINE constexpr R name(T x, T y, Last z) { return simt::name(x, y, z); }
#define SIMT_DETAIL_DOT_PRODUCT(name, ...)                                            \
  SIMT_INLINE constexpr int name(int x, int y, int z) { return simt::name(x, y, z); } \
  SIMT_INLINE constexpr unsigned name(unsigned x, unsigned y, unsigned z) {           \
    return simt::name(x, y, z);                                                       \
  }
#define SIMT_DETAIL_BIT_CAST(name, effect, T, R) \
  SIMT_INLINE R name(T x) { return simt::name(x); }
#define SIMT_DETAIL_EXTREME(name, effect, op, T) \
  SIMT_INLINE T name(T x, T y) noexcept { return simt::name(x, y); }
SIMT_BUILTINS_INTEGER_1(SIMT_DETAIL_INTRINSIC_1)
SIMT_BUILTINS_INTEGER_2(SIMT_DETAIL_INTRINSIC_2)
SIMT_BUILTINS_INTEGER_3(SIMT_DETAIL_INTRINSIC_3)
SIMT_BUILTINS_DOT_PRODUCTS(SIMT_DETAIL_DOT_PRODUCT)
SIMT_BUILTINS_BIT_CASTS(SIMT_DETAIL_BIT_CAST)
SIMT_BUILTINS_INTEGER_EXTREMES(SIMT_DETAIL_EXTREME)
#undef SIMT_DETAIL_INTRINSIC_1
#undef SIMT_DETAIL_INTRINSIC_2
#undef SIMT_DETAIL_INTRINSIC_3
#undef SIMT_DETAIL_DOT_PRODUCT
#undef SIMT_DETAIL_BIT_CAST
#undef SIMT_DETAIL_EXTREME
SIMT_INLINE long long clock64() { return simt::clock64(); }

// glibc has declared some of these names, with noexcept, for itself: only an inline function with
// the same signature is found before them.
#define SIMT_DETAIL_FAST_1(name, ...) \
  SIMT_INLINE float name(float x) noexcept { return simt::name(x); }
#define SIMT_DETAIL_FAST_2(name, ...) \
  SIMT_INLINE float name(float x, float y) noexcept { return simt::name(x, y); }
SIMT_BUILTINS_FAST_1(SIMT_DETAIL_FAST_1)
SIMT_BUILTINS_FAST_2(SIMT_DETAIL_FAST_2)
#undef SIMT_DETAIL_FAST_1
#undef SIMT_DETAIL_FAST_2
SIMT_INLINE void __sincosf(float x, float* s, float* c) noexcept {
  *s = __sinf(x);
  *c = __cosf(x);
}
#define SIMT_DETAIL_USING(name, ...) using simt::cuda::name;
#define SIMT_DETAIL_USING_MODES(name, ...) \
  SIMT_DETAIL_USING(name##_rn)             \
  SIMT_DETAIL_USING(name##_rz)             \
  SIMT_DETAIL_USING(name##_ru)             \
  SIMT_DETAIL_USING(name##_rd)
SIMT_BUILTINS_ROUNDED_1(SIMT_DETAIL_USING_MODES)
SIMT_BUILTINS_ROUNDED_2(SIMT_DETAIL_USING_MODES)
SIMT_BUILTINS_ROUNDED_3(SIMT_DETAIL_USING_MODES)
SIMT_BUILTINS_ROUNDED_CONVERSIONS(SIMT_DETAIL_USING_MODES)
SIMT_BUILTINS_EXACT_CONVERSIONS(SIMT_DETAIL_USING)
SIMT_BUILTINS_ROUNDED_OTHER_1(SIMT_DETAIL_USING)
SIMT_BUILTINS_ROUNDED_OTHER_2(SIMT_DETAIL_USING)
#undef SIMT_DETAIL_USING_MODES
#undef SIMT_DETAIL_USING

// What C's library lacks.
#define SIMT_DETAIL_BOTH_1(name, ...)                                      \
  SIMT_INLINE float name##f(float x) noexcept { return simt::name##f(x); } \
  SIMT_INLINE float name(float x) noexcept { return simt::name##f(x); }    \
  SIMT_INLINE double name(double x) noexcept { return simt::name(x); }     \
  template <class X>                                                       \
  requires(std::is_integral_v<X>) SIMT_INLINE double name(X x) noexcept {  \
    return simt::name(static_cast<double>(x));                             \
  }
SIMT_BUILTINS_CUDA_MATH_1(SIMT_DETAIL_BOTH_1)
#undef SIMT_DETAIL_BOTH_1
// What it has for double by name and for float with f; C++ and CUDA overload the name.
#define SIMT_DETAIL_OVERLOAD_1(name)                                      \
  SIMT_INLINE float name(float x) noexcept { return ::name##f(x); }       \
  template <class X>                                                      \
  requires(std::is_integral_v<X>) SIMT_INLINE double name(X x) noexcept { \
    return ::name(static_cast<double>(x));                                \
  }
SIMT_DETAIL_OVERLOAD_1(exp10)
SIMT_DETAIL_OVERLOAD_1(j0)
SIMT_DETAIL_OVERLOAD_1(j1)
SIMT_DETAIL_OVERLOAD_1(y0)
SIMT_DETAIL_OVERLOAD_1(y1)
#undef SIMT_DETAIL_OVERLOAD_1
SIMT_INLINE float jn(int n, float x) noexcept { return ::jnf(n, x); }
SIMT_INLINE float yn(int n, float x) noexcept { return ::ynf(n, x); }
template <class X>
requires(std::is_integral_v<X>) SIMT_INLINE double jn(int n, X x) noexcept {
  return ::jn(n, static_cast<double>(x));
}
template <class X>
requires(std::is_integral_v<X>) SIMT_INLINE double yn(int n, X x) noexcept {
  return ::yn(n, static_cast<double>(x));
}

// float where every argument is float, else double; mixed arguments, as C++'s own functions take
// them.
#define SIMT_DETAIL_OVERLOADS(name, Parameters, FloatParameters, ...)                       \
  SIMT_INLINE double name Parameters noexcept { return simt::name(__VA_ARGS__); }           \
  SIMT_INLINE float name##f FloatParameters noexcept { return simt::name##f(__VA_ARGS__); } \
  SIMT_INLINE float name FloatParameters noexcept { return simt::name##f(__VA_ARGS__); }    \
  template <class... X>                                                                     \
  requires(sizeof...(X) >= 2 && (std::is_arithmetic_v<X> && ...) &&                         \
           !(std::is_same_v<X, float> && ...) && !(std::is_same_v<X, double> && ...))       \
      SIMT_INLINE double                                                                    \
      name(X... x) noexcept {                                                               \
    return name(static_cast<double>(x)...);                                                 \
  }
#define SIMT_DETAIL_BOTH_2(name, ...) \
  SIMT_DETAIL_OVERLOADS(name, (double x, double y), (float x, float y), x, y)
#define SIMT_DETAIL_BOTH_3(name, ...)                                                            \
  SIMT_DETAIL_OVERLOADS(name, (double x, double y, double z), (float x, float y, float z), x, y, \
                        z)
#define SIMT_DETAIL_BOTH_4(name, ...)                                    \
  SIMT_DETAIL_OVERLOADS(name, (double x, double y, double z, double w),  \
                        (float x, float y, float z, float w), x, y, z, w)
SIMT_BUILTINS_CUDA_MATH_2(SIMT_DETAIL_BOTH_2)
SIMT_BUILTINS_CUDA_MATH_3(SIMT_DETAIL_BOTH_3)
SIMT_BUILTINS_CUDA_MATH_4(SIMT_DETAIL_BOTH_4)
#undef SIMT_DETAIL_OVERLOADS
#undef SIMT_DETAIL_BOTH_2
#undef SIMT_DETAIL_BOTH_3
#undef SIMT_DETAIL_BOTH_4
SIMT_INLINE double norm(int dim, double const* p) noexcept {
  return simt::detail::array_norm<false>(dim, p);
}
SIMT_INLINE double rnorm(int dim, double const* p) noexcept {
  return simt::detail::array_norm<true>(dim, p);
}
SIMT_INLINE float normf(int dim, float const* p) noexcept {
  return simt::detail::array_norm<false>(dim, p);
}
SIMT_INLINE float rnormf(int dim, float const* p) noexcept {
  return simt::detail::array_norm<true>(dim, p);
}
SIMT_INLINE float norm(int dim, float const* p) noexcept { return normf(dim, p); }
SIMT_INLINE float rnorm(int dim, float const* p) noexcept { return rnormf(dim, p); }

SIMT_INLINE void sincospi(double x, double* s, double* c) noexcept {
  simt::simd::math::sincospi<double, 1>(x, *s, *c);
}
SIMT_INLINE void sincospif(float x, float* s, float* c) noexcept {
  simt::simd::math::sincospi<float, 1>(x, *s, *c);
}
SIMT_INLINE void sincospi(float x, float* s, float* c) noexcept { sincospif(x, s, c); }
SIMT_INLINE void sincos(float x, float* s, float* c) noexcept { ::sincosf(x, s, c); }

namespace simt::inline SIMT_ABI::detail {
/// The number that x is in arithmetic: an enumerator without a scope is one, too.
template <class X>
struct number_in_arithmetic {};
template <class X>
requires(std::is_arithmetic_v<X>) struct number_in_arithmetic<X> {
  using type = X;
};
template <class X>
requires(std::is_enum_v<X>&& std::is_convertible_v<X, int>) struct number_in_arithmetic<X> {
  using type = decltype(+X{});
};
template <class X>
concept number_like = requires {
  typename number_in_arithmetic<X>::type;
};
template <class X, class Y>
using common_number = std::common_type_t<typename number_in_arithmetic<X>::type,
                                         typename number_in_arithmetic<Y>::type>;
}  // namespace simt::inline SIMT_ABI::detail

// As C++'s usual arithmetic conversions say; of float with double the result is double. Enumerators
// without a scope are numbers, too, as for CUDA's functions of int.
template <class X, class Y>
requires(simt::detail::number_like<X>&& simt::detail::number_like<Y>) SIMT_INLINE
    constexpr auto min(X x, Y y) {
  using T = simt::detail::common_number<X, Y>;
  auto const a = static_cast<T>(x), b = static_cast<T>(y);
  if constexpr (std::is_floating_point_v<T>)
    return simt::simd::detail::extreme<false>(a, b);
  else
    return b < a ? b : a;
}
template <class X, class Y>
requires(simt::detail::number_like<X>&& simt::detail::number_like<Y>) SIMT_INLINE
    constexpr auto max(X x, Y y) {
  using T = simt::detail::common_number<X, Y>;
  auto const a = static_cast<T>(x), b = static_cast<T>(y);
  if constexpr (std::is_floating_point_v<T>)
    return simt::simd::detail::extreme<true>(a, b);
  else
    return a < b ? b : a;
}
