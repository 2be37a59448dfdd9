#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/by_lane.hpp>
#include <simt/simd/math/double_bessel.hpp>
#include <simt/simd/math/double_erf.hpp>
#include <simt/simd/math/double_exp.hpp>
#include <simt/simd/math/double_inverse_trig.hpp>
#include <simt/simd/math/double_log.hpp>
#include <simt/simd/math/double_root.hpp>
#include <simt/simd/math/double_trig.hpp>
#include <simt/simd/math/exact.hpp>
#include <simt/simd/math/float_bessel.hpp>
#include <simt/simd/math/float_erf.hpp>
#include <simt/simd/math/float_exp.hpp>
#include <simt/simd/math/float_gamma.hpp>
#include <simt/simd/math/float_log.hpp>
#include <simt/simd/math/float_pow.hpp>
#include <simt/simd/math/float_root.hpp>
#include <simt/simd/math/float_trig.hpp>
#include <simt/simd/math/remainder.hpp>

// Element functions on registers of float or double: math::f<R, L>(register). A single lane is
// <cmath>'s where that has the function, a register f32's or f64's, each within the largest error
// that CUDA promises. rounding.hpp and exact.hpp have the functions that are exact.
namespace simt::inline SIMT_ABI::simd::math {

// OWN: f32's and f64's, for a single lane, too. STD: a single lane is <cmath>'s. STD_FLOAT: a
// single float is; of double glibc 2.36 is further off than CUDA.
#define SIMT_DETAIL_FUNCTION(name, f, ...)                                         \
  template <class R, int L, class... X>                                            \
  SIMT_INLINE vec<R, L> name(vec<R, L> x, X... others) {                           \
    __VA_ARGS__                                                                    \
    if constexpr (std::is_same_v<R, float>)                                        \
      return to_vec(detail::f32::f(to_batch<R, L>(x), to_batch<R, L>(others)...)); \
    else                                                                           \
      return to_vec(detail::f64::f(to_batch<R, L>(x), to_batch<R, L>(others)...)); \
  }
#define SIMT_DETAIL_OWN(name) SIMT_DETAIL_FUNCTION(name, name)
#define SIMT_DETAIL_STD(name) \
  SIMT_DETAIL_FUNCTION(name, name, if constexpr (L == 1) return std::name(x, others...); else)
#define SIMT_DETAIL_STD_FLOAT(name) \
  SIMT_DETAIL_FUNCTION(             \
      name, name, if constexpr (L == 1 && std::is_same_v<R, float>) return std::name(x); else)
#define SIMT_DETAIL_LENGTH(name, reciprocal_name) \
  SIMT_DETAIL_FUNCTION(name, length<false>)       \
  SIMT_DETAIL_FUNCTION(reciprocal_name, length<true>)

SIMT_DETAIL_STD_FLOAT(cbrt)
SIMT_DETAIL_STD(exp)
SIMT_DETAIL_STD(exp2)
SIMT_DETAIL_STD(expm1)
SIMT_DETAIL_STD(log)
SIMT_DETAIL_STD(log2)
SIMT_DETAIL_STD_FLOAT(log10)
SIMT_DETAIL_STD(log1p)
SIMT_DETAIL_STD(sin)
SIMT_DETAIL_STD(cos)
SIMT_DETAIL_STD(tan)
SIMT_DETAIL_STD(asin)
SIMT_DETAIL_STD(acos)
SIMT_DETAIL_STD(atan)
SIMT_DETAIL_STD_FLOAT(sinh)
SIMT_DETAIL_STD_FLOAT(cosh)
SIMT_DETAIL_STD_FLOAT(tanh)
SIMT_DETAIL_STD(asinh)
SIMT_DETAIL_STD(acosh)
SIMT_DETAIL_STD(atanh)
SIMT_DETAIL_STD(erf)
SIMT_DETAIL_STD_FLOAT(erfc)
SIMT_DETAIL_OWN(rsqrt)
SIMT_DETAIL_OWN(rcbrt)
SIMT_DETAIL_OWN(exp10)
SIMT_DETAIL_OWN(sinpi)
SIMT_DETAIL_OWN(cospi)
SIMT_DETAIL_OWN(erfcx)
SIMT_DETAIL_OWN(erfinv)
SIMT_DETAIL_OWN(erfcinv)
SIMT_DETAIL_OWN(normcdf)
SIMT_DETAIL_OWN(normcdfinv)
SIMT_DETAIL_OWN(lgamma)
SIMT_DETAIL_OWN(tgamma)
SIMT_DETAIL_OWN(j0)
SIMT_DETAIL_OWN(j1)
SIMT_DETAIL_OWN(y0)
SIMT_DETAIL_OWN(y1)
SIMT_DETAIL_OWN(cyl_bessel_i0)
SIMT_DETAIL_OWN(cyl_bessel_i1)
SIMT_DETAIL_LENGTH(hypot, rhypot)  // C: NaN for a signalling NaN and infinity
SIMT_DETAIL_LENGTH(norm3d, rnorm3d)
SIMT_DETAIL_LENGTH(norm4d, rnorm4d)
SIMT_DETAIL_STD(atan2)
SIMT_DETAIL_STD(pow)
SIMT_DETAIL_STD(fmod)
SIMT_DETAIL_STD(remainder)
SIMT_DETAIL_OWN(jn)
SIMT_DETAIL_OWN(yn)

#undef SIMT_DETAIL_FUNCTION
#undef SIMT_DETAIL_LENGTH
#undef SIMT_DETAIL_OWN
#undef SIMT_DETAIL_STD
#undef SIMT_DETAIL_STD_FLOAT

/// sin x into s, cos x into c.
template <class R, int L>
SIMT_INLINE void sincos(vec<R, L> x, vec<R, L>& s, vec<R, L>& c) {
  if constexpr (L == 1) {
    s = std::sin(x);
    c = std::cos(x);
  } else {
    batch<R, L> sin, cos;
    if constexpr (std::is_same_v<R, float>)
      detail::f32::sincos(to_batch<R, L>(x), sin, cos);
    else
      detail::f64::sincos(to_batch<R, L>(x), sin, cos);
    s = to_vec(sin);
    c = to_vec(cos);
  }
}
/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
template <class R, int L>
SIMT_INLINE void sincospi(vec<R, L> x, vec<R, L>& s, vec<R, L>& c) {
  batch<R, L> sin, cos;
  if constexpr (std::is_same_v<R, float>)
    detail::f32::sincospi(to_batch<R, L>(x), sin, cos);
  else
    detail::f64::sincospi(to_batch<R, L>(x), sin, cos);
  s = to_vec(sin);
  c = to_vec(cos);
}

}  // namespace simt::inline SIMT_ABI::simd::math
