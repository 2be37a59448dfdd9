#pragma once
// SPDX-License-Identifier: MIT

// libstdc++ puts C++20's std::lerp into global scope with the C functions, where many programs have
// a lerp of their own, and its fmin and fmax, of which CUDA's differ. This must come before any
// other inclusion of <math.h>.
#include <cmath>
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_MATH_H)
#define SIMT_DETAIL_EXTREMES 1
namespace std {
void simt_left_out();
}
#define lerp simt_left_out
#define fmin simt_left_out
#define fmax simt_left_out
#include <math.h>
#undef lerp
#undef fmin
#undef fmax
#else
#include <math.h>
#endif

#include <simt/builtins/intrinsics.hpp>
#include <simt/builtins/math.hpp>
#include <simt/cuda/math_constants.h>
#include <simt/thread/rounding.hpp>

#include <stdlib.h>
#include <type_traits>

// CUDA's functions on numbers, in global scope; those of C are <math.h>'s, whatever SIMT_FAST_MATH
// says: a scalar call gains nothing by being less exact.
// - Differs: of C's: lrint, lround, llrint, llround of what fits no long; jn, yn of negative orders
//            (CUDA: the last long, NaN); functions of signalling NaN; std::fmin and std::fmax of
//            zeros (fmin, fmax, fminf, fmaxf, min, max: -0 is less than +0, as on GPUs)
// - Source:  CUDA C Programming Guide 8.0, D (Mathematical Functions); CUDA Math API

#define SIMT_DETAIL_INTRINSIC_1(name, T, R) \
  SIMT_INLINE constexpr R name(T x) { return simt::name(x); }
#define SIMT_DETAIL_INTRINSIC_2(name, T, R) \
  SIMT_INLINE constexpr R name(T x, T y) { return simt::name(x, y); }
#define SIMT_DETAIL_INTRINSIC_3(name, T, R) \
  SIMT_INLINE constexpr R name(T x, T y, T z) { return simt::name(x, y, z); }
SIMT_DETAIL_INTRINSIC_1(__brev, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_1(__brevll, unsigned long long, unsigned long long)
SIMT_DETAIL_INTRINSIC_1(__popc, unsigned, int)
SIMT_DETAIL_INTRINSIC_1(__popcll, unsigned long long, int)
SIMT_DETAIL_INTRINSIC_1(__clz, int, int)
SIMT_DETAIL_INTRINSIC_1(__clzll, long long, int)
SIMT_DETAIL_INTRINSIC_1(__ffs, int, int)
SIMT_DETAIL_INTRINSIC_1(__ffsll, long long, int)
SIMT_DETAIL_INTRINSIC_2(__mulhi, int, int)
SIMT_DETAIL_INTRINSIC_2(__umulhi, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_2(__mul64hi, long long, long long)
SIMT_DETAIL_INTRINSIC_2(__umul64hi, unsigned long long, unsigned long long)
SIMT_DETAIL_INTRINSIC_2(__mul24, int, int)
SIMT_DETAIL_INTRINSIC_2(__umul24, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_2(__hadd, int, int)
SIMT_DETAIL_INTRINSIC_2(__rhadd, int, int)
SIMT_DETAIL_INTRINSIC_2(__uhadd, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_2(__urhadd, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_3(__byte_perm, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_3(__funnelshift_l, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_3(__funnelshift_lc, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_3(__funnelshift_r, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_3(__funnelshift_rc, unsigned, unsigned)
SIMT_INLINE constexpr unsigned __sad(int x, int y, unsigned z) { return simt::__sad(x, y, z); }
SIMT_INLINE constexpr unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return simt::__usad(x, y, z);
}
SIMT_DETAIL_INTRINSIC_3(__dp4a, int, int)
SIMT_DETAIL_INTRINSIC_3(__dp4a, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_3(__dp2a_lo, int, int)
SIMT_DETAIL_INTRINSIC_3(__dp2a_lo, unsigned, unsigned)
SIMT_DETAIL_INTRINSIC_3(__dp2a_hi, int, int)
SIMT_DETAIL_INTRINSIC_3(__dp2a_hi, unsigned, unsigned)
#undef SIMT_DETAIL_INTRINSIC_1
#undef SIMT_DETAIL_INTRINSIC_2
#undef SIMT_DETAIL_INTRINSIC_3

SIMT_INLINE int __float_as_int(float x) { return simt::__float_as_int(x); }
SIMT_INLINE unsigned __float_as_uint(float x) { return simt::__float_as_uint(x); }
SIMT_INLINE float __int_as_float(int x) { return simt::__int_as_float(x); }
SIMT_INLINE float __uint_as_float(unsigned x) { return simt::__uint_as_float(x); }
SIMT_INLINE long long __double_as_longlong(double x) { return simt::__double_as_longlong(x); }
SIMT_INLINE double __longlong_as_double(long long x) { return simt::__longlong_as_double(x); }
SIMT_INLINE long long clock64() { return simt::clock64(); }

// glibc has declared some of these names, with noexcept, for itself: only an inline function with
// the same signature is found before them.
#define SIMT_DETAIL_FAST(name) \
  SIMT_INLINE float name(float x) noexcept { return simt::name(x); }
SIMT_DETAIL_FAST(__sinf)
SIMT_DETAIL_FAST(__cosf)
SIMT_DETAIL_FAST(__tanf)
SIMT_DETAIL_FAST(__expf)
SIMT_DETAIL_FAST(__exp10f)
SIMT_DETAIL_FAST(__logf)
SIMT_DETAIL_FAST(__log2f)
SIMT_DETAIL_FAST(__log10f)
SIMT_DETAIL_FAST(__saturatef)
SIMT_DETAIL_FAST(__tanhf)
#undef SIMT_DETAIL_FAST
SIMT_INLINE float __powf(float x, float y) noexcept { return simt::__powf(x, y); }
SIMT_INLINE float __fdividef(float x, float y) noexcept { return simt::__fdividef(x, y); }
SIMT_INLINE float fdividef(float x, float y) noexcept { return x / y; }
SIMT_INLINE void __sincosf(float x, float* s, float* c) noexcept {
  *s = std::sin(x);
  *c = std::cos(x);
}
#define SIMT_DETAIL_ROUNDED(name) \
  using simt::cuda::name##_rn;    \
  using simt::cuda::name##_rz;    \
  using simt::cuda::name##_ru;    \
  using simt::cuda::name##_rd;
SIMT_DETAIL_ROUNDED(__fadd)
SIMT_DETAIL_ROUNDED(__fsub)
SIMT_DETAIL_ROUNDED(__fmul)
SIMT_DETAIL_ROUNDED(__fdiv)
SIMT_DETAIL_ROUNDED(__frcp)
SIMT_DETAIL_ROUNDED(__fsqrt)
SIMT_DETAIL_ROUNDED(__fmaf)
SIMT_DETAIL_ROUNDED(__fmaf_ieee)
SIMT_DETAIL_ROUNDED(__dadd)
SIMT_DETAIL_ROUNDED(__dsub)
SIMT_DETAIL_ROUNDED(__dmul)
SIMT_DETAIL_ROUNDED(__ddiv)
SIMT_DETAIL_ROUNDED(__drcp)
SIMT_DETAIL_ROUNDED(__dsqrt)
SIMT_DETAIL_ROUNDED(__fma)
SIMT_DETAIL_ROUNDED(__double2float)
SIMT_DETAIL_ROUNDED(__float2int)
SIMT_DETAIL_ROUNDED(__float2uint)
SIMT_DETAIL_ROUNDED(__float2ll)
SIMT_DETAIL_ROUNDED(__float2ull)
SIMT_DETAIL_ROUNDED(__double2int)
SIMT_DETAIL_ROUNDED(__double2uint)
SIMT_DETAIL_ROUNDED(__double2ll)
SIMT_DETAIL_ROUNDED(__double2ull)
SIMT_DETAIL_ROUNDED(__int2float)
SIMT_DETAIL_ROUNDED(__uint2float)
SIMT_DETAIL_ROUNDED(__ll2float)
SIMT_DETAIL_ROUNDED(__ull2float)
SIMT_DETAIL_ROUNDED(__ll2double)
SIMT_DETAIL_ROUNDED(__ull2double)
#undef SIMT_DETAIL_ROUNDED
using simt::cuda::__double2hiint;
using simt::cuda::__double2loint;
using simt::cuda::__frsqrt_rn;
using simt::cuda::__hiloint2double;
using simt::cuda::__int2double_rn;
using simt::cuda::__uint2double_rn;

// What C's library lacks.
#define SIMT_DETAIL_BOTH_1(name)                                           \
  SIMT_INLINE float name##f(float x) noexcept { return simt::name##f(x); } \
  SIMT_INLINE float name(float x) noexcept { return simt::name##f(x); }    \
  SIMT_INLINE double name(double x) noexcept { return simt::name(x); }     \
  template <class X>                                                       \
  requires(std::is_integral_v<X>) SIMT_INLINE double name(X x) noexcept {  \
    return simt::name(static_cast<double>(x));                             \
  }
SIMT_DETAIL_BOTH_1(rsqrt)
SIMT_DETAIL_BOTH_1(rcbrt)
SIMT_DETAIL_BOTH_1(sinpi)
SIMT_DETAIL_BOTH_1(cospi)
SIMT_DETAIL_BOTH_1(erfcx)
SIMT_DETAIL_BOTH_1(erfinv)
SIMT_DETAIL_BOTH_1(erfcinv)
SIMT_DETAIL_BOTH_1(normcdf)
SIMT_DETAIL_BOTH_1(normcdfinv)
SIMT_DETAIL_BOTH_1(cyl_bessel_i0)
SIMT_DETAIL_BOTH_1(cyl_bessel_i1)
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

// float where every argument is float, else double.
#define SIMT_DETAIL_OVERLOADS(name, Parameters, FloatParameters, ...)                       \
  SIMT_INLINE double name Parameters noexcept { return simt::name(__VA_ARGS__); }           \
  SIMT_INLINE float name##f FloatParameters noexcept { return simt::name##f(__VA_ARGS__); } \
  SIMT_INLINE float name FloatParameters noexcept { return simt::name##f(__VA_ARGS__); }
SIMT_DETAIL_OVERLOADS(rhypot, (double x, double y), (float x, float y), x, y)
SIMT_DETAIL_OVERLOADS(norm3d, (double x, double y, double z), (float x, float y, float z), x, y, z)
SIMT_DETAIL_OVERLOADS(rnorm3d, (double x, double y, double z), (float x, float y, float z), x, y, z)
SIMT_DETAIL_OVERLOADS(norm4d, (double x, double y, double z, double w),
                      (float x, float y, float z, float w), x, y, z, w)
SIMT_DETAIL_OVERLOADS(rnorm4d, (double x, double y, double z, double w),
                      (float x, float y, float z, float w), x, y, z, w)
#undef SIMT_DETAIL_OVERLOADS
// Mixed arguments, as C++'s own functions take them.
#define SIMT_DETAIL_MIXED(name)                                                       \
  template <class... X>                                                               \
  requires(sizeof...(X) >= 2 && (std::is_arithmetic_v<X> && ...) &&                   \
           !(std::is_same_v<X, float> && ...) && !(std::is_same_v<X, double> && ...)) \
      SIMT_INLINE double                                                              \
      name(X... x) noexcept {                                                         \
    return name(static_cast<double>(x)...);                                           \
  }
SIMT_DETAIL_MIXED(rhypot)
SIMT_DETAIL_MIXED(norm3d)
SIMT_DETAIL_MIXED(rnorm3d)
SIMT_DETAIL_MIXED(norm4d)
SIMT_DETAIL_MIXED(rnorm4d)
#undef SIMT_DETAIL_MIXED
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

// As C++'s usual arithmetic conversions say; of float with double the result is double.
template <class X, class Y>
requires(std::is_arithmetic_v<X>&& std::is_arithmetic_v<Y>) SIMT_INLINE
    constexpr std::common_type_t<X, Y> min(X x, Y y) {
  using T = std::common_type_t<X, Y>;
  auto const a = static_cast<T>(x), b = static_cast<T>(y);
  if constexpr (std::is_floating_point_v<T>)
    return simt::simd::detail::extreme<false>(a, b);
  else
    return b < a ? b : a;
}
template <class X, class Y>
requires(std::is_arithmetic_v<X>&& std::is_arithmetic_v<Y>) SIMT_INLINE
    constexpr std::common_type_t<X, Y> max(X x, Y y) {
  using T = std::common_type_t<X, Y>;
  auto const a = static_cast<T>(x), b = static_cast<T>(y);
  if constexpr (std::is_floating_point_v<T>)
    return simt::simd::detail::extreme<true>(a, b);
  else
    return a < b ? b : a;
}
// The C library's of zeros give either one. (Inline bodies of its own functions, as its <string.h>
// has them: no symbol comes of them, and their addresses stay the library's.)
#define SIMT_DETAIL_EXTREME(name, T, larger)                                           \
  extern inline __attribute__((gnu_inline, always_inline)) T name(T x, T y) noexcept { \
    return simt::simd::detail::extreme<larger>(x, y);                                  \
  }
extern "C" {
SIMT_DETAIL_EXTREME(fminf, float, false)
SIMT_DETAIL_EXTREME(fmaxf, float, true)
SIMT_DETAIL_EXTREME(fmin, double, false)
SIMT_DETAIL_EXTREME(fmax, double, true)
}
#undef SIMT_DETAIL_EXTREME
#ifdef SIMT_DETAIL_EXTREMES
#undef SIMT_DETAIL_EXTREMES
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
#endif
SIMT_INLINE unsigned umin(unsigned x, unsigned y) noexcept { return min(x, y); }
SIMT_INLINE unsigned umax(unsigned x, unsigned y) noexcept { return max(x, y); }
SIMT_INLINE long long llmin(long long x, long long y) noexcept { return min(x, y); }
SIMT_INLINE long long llmax(long long x, long long y) noexcept { return max(x, y); }
SIMT_INLINE unsigned long long ullmin(unsigned long long x, unsigned long long y) noexcept {
  return min(x, y);
}
SIMT_INLINE unsigned long long ullmax(unsigned long long x, unsigned long long y) noexcept {
  return max(x, y);
}
