#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double.hpp>
#include <simt/simd/math/exact.hpp>
#include <simt/simd/math/float_bessel.hpp>
#include <simt/simd/math/float_erf.hpp>
#include <simt/simd/math/float_exp.hpp>
#include <simt/simd/math/float_gamma.hpp>
#include <simt/simd/math/float_log.hpp>
#include <simt/simd/math/float_pow.hpp>
#include <simt/simd/math/float_root.hpp>
#include <simt/simd/math/float_trig.hpp>

// Element functions on registers of float or double: math::f<R, L>(register). A single lane is
// <cmath>'s where that has the function, a register f32's or f64's, each within the largest error
// that CUDA promises. rounding.hpp and exact.hpp have the functions that are exact.
namespace simt::inline SIMT_ABI::simd::math {

// F32, F64 for registers and, where the name begins with OWN, for a single lane, too.
#define SIMT_DETAIL_OWN(name, Parameters, ...)  \
  template <class R, int L>                     \
  SIMT_INLINE vec<R, L> name Parameters {       \
    if constexpr (std::is_same_v<R, float>)     \
      return detail::f32::name<L>(__VA_ARGS__); \
    else                                        \
      return detail::f64::name<L>(__VA_ARGS__); \
  }
#define SIMT_DETAIL_STD(name, Parameters, ...)   \
  template <class R, int L>                      \
  SIMT_INLINE vec<R, L> name Parameters {        \
    if constexpr (L == 1)                        \
      return std::name(__VA_ARGS__);             \
    else if constexpr (std::is_same_v<R, float>) \
      return detail::f32::name<L>(__VA_ARGS__);  \
    else                                         \
      return detail::f64::name<L>(__VA_ARGS__);  \
  }
// As STD, but for a single double, too: there glibc 2.36 is further off than CUDA.
#define SIMT_DETAIL_STD_FLOAT_1(name)        \
  template <class R, int L>                  \
  SIMT_INLINE vec<R, L> name(vec<R, L> x) {  \
    if constexpr (std::is_same_v<R, double>) \
      return detail::f64::name<L>(x);        \
    else if constexpr (L == 1)               \
      return std::name(x);                   \
    else                                     \
      return detail::f32::name<L>(x);        \
  }
#define SIMT_DETAIL_OWN_1(name) SIMT_DETAIL_OWN(name, (vec<R, L> x), x)
#define SIMT_DETAIL_OWN_2(name) SIMT_DETAIL_OWN(name, (vec<R, L> x, vec<R, L> y), x, y)
#define SIMT_DETAIL_STD_1(name) SIMT_DETAIL_STD(name, (vec<R, L> x), x)
#define SIMT_DETAIL_STD_2(name) SIMT_DETAIL_STD(name, (vec<R, L> x, vec<R, L> y), x, y)

SIMT_DETAIL_STD_FLOAT_1(cbrt)
SIMT_DETAIL_STD_1(exp)
SIMT_DETAIL_STD_1(exp2)
SIMT_DETAIL_STD_1(expm1)
SIMT_DETAIL_STD_1(log)
SIMT_DETAIL_STD_1(log2)
SIMT_DETAIL_STD_FLOAT_1(log10)
SIMT_DETAIL_STD_1(log1p)
SIMT_DETAIL_STD_1(sin)
SIMT_DETAIL_STD_1(cos)
SIMT_DETAIL_STD_1(tan)
SIMT_DETAIL_STD_1(asin)
SIMT_DETAIL_STD_1(acos)
SIMT_DETAIL_STD_1(atan)
SIMT_DETAIL_STD_FLOAT_1(sinh)
SIMT_DETAIL_STD_FLOAT_1(cosh)
SIMT_DETAIL_STD_FLOAT_1(tanh)
SIMT_DETAIL_STD_1(asinh)
SIMT_DETAIL_STD_1(acosh)
SIMT_DETAIL_STD_1(atanh)
SIMT_DETAIL_STD_1(erf)
SIMT_DETAIL_STD_FLOAT_1(erfc)
SIMT_DETAIL_OWN_1(rsqrt)
SIMT_DETAIL_OWN_1(rcbrt)
SIMT_DETAIL_OWN_1(exp10)
SIMT_DETAIL_OWN_1(sinpi)
SIMT_DETAIL_OWN_1(cospi)
SIMT_DETAIL_OWN_1(erfcx)
SIMT_DETAIL_OWN_1(erfinv)
SIMT_DETAIL_OWN_1(erfcinv)
SIMT_DETAIL_OWN_1(normcdf)
SIMT_DETAIL_OWN_1(normcdfinv)
SIMT_DETAIL_OWN_1(lgamma)
SIMT_DETAIL_OWN_1(tgamma)
SIMT_DETAIL_OWN_1(j0)
SIMT_DETAIL_OWN_1(j1)
SIMT_DETAIL_OWN_1(y0)
SIMT_DETAIL_OWN_1(y1)
SIMT_DETAIL_OWN_1(cyl_bessel_i0)
SIMT_DETAIL_OWN_1(cyl_bessel_i1)
SIMT_DETAIL_OWN_2(hypot)  // C: NaN for a signalling NaN and infinity
SIMT_DETAIL_STD_2(atan2)
SIMT_DETAIL_STD_2(pow)
SIMT_DETAIL_STD_2(fmod)
SIMT_DETAIL_STD_2(remainder)
SIMT_DETAIL_OWN_2(rhypot)
SIMT_DETAIL_OWN_2(jn)
SIMT_DETAIL_OWN_2(yn)
SIMT_DETAIL_OWN(norm3d, (vec<R, L> x, vec<R, L> y, vec<R, L> z), x, y, z)
SIMT_DETAIL_OWN(rnorm3d, (vec<R, L> x, vec<R, L> y, vec<R, L> z), x, y, z)
SIMT_DETAIL_OWN(norm4d, (vec<R, L> x, vec<R, L> y, vec<R, L> z, vec<R, L> w), x, y, z, w)
SIMT_DETAIL_OWN(rnorm4d, (vec<R, L> x, vec<R, L> y, vec<R, L> z, vec<R, L> w), x, y, z, w)

#undef SIMT_DETAIL_STD_1
#undef SIMT_DETAIL_STD_FLOAT_1
#undef SIMT_DETAIL_STD_2
#undef SIMT_DETAIL_OWN_1
#undef SIMT_DETAIL_OWN_2
#undef SIMT_DETAIL_STD
#undef SIMT_DETAIL_OWN

/// sin x into s, cos x into c.
template <class R, int L>
SIMT_INLINE void sincos(vec<R, L> x, vec<R, L>& s, vec<R, L>& c) {
  if constexpr (L == 1) {
    s = std::sin(x);
    c = std::cos(x);
  } else if constexpr (std::is_same_v<R, float>) {
    detail::f32::sincos<L>(x, s, c);
  } else {
    detail::f64::sincos<L>(x, s, c);
  }
}
/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
template <class R, int L>
SIMT_INLINE void sincospi(vec<R, L> x, vec<R, L>& s, vec<R, L>& c) {
  if constexpr (std::is_same_v<R, float>)
    detail::f32::sincospi<L>(x, s, c);
  else
    detail::f64::sincospi<L>(x, s, c);
}

}  // namespace simt::inline SIMT_ABI::simd::math
