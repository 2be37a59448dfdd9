#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions.hpp>

// The functions of CUDA that <cmath> lacks, on uniforms and on lanes, and what of them stands bare
// in kernels. All others are found by argument-dependent lookup (lanes/functions.hpp) or are
// <cmath>'s.
namespace simt::inline SIMT_ABI {

// - CUDA:    __sinf, __cosf, __tanf, __tanhf, __expf, __exp10f, __logf, __log2f, __log10f, __powf
// - Differs: but for __expf, __exp10f and __powf as exact as the functions without __; negative x
//            in __powf gives NaN, as there
// - Source:  CUDA C Programming Guide 8.0, D.2 (Intrinsic Functions)
#define SIMT_DETAIL_FAST_1(name, function)                            \
  template <class X>                                                  \
  requires detail::function_call<X>                                   \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                        \
    return detail::call<detail::function, float>(std::forward<X>(x)); \
  }
SIMT_DETAIL_FAST_1(__sinf, sin_function)
SIMT_DETAIL_FAST_1(__cosf, cos_function)
SIMT_DETAIL_FAST_1(__tanf, tan_function)
SIMT_DETAIL_FAST_1(__expf, fast_exp_function)
SIMT_DETAIL_FAST_1(__exp10f, fast_exp10_function)
SIMT_DETAIL_FAST_1(__logf, log_function)
SIMT_DETAIL_FAST_1(__log2f, log2_function)
SIMT_DETAIL_FAST_1(__log10f, log10_function)
SIMT_DETAIL_FAST_1(__tanhf, tanh_function)

namespace detail {
struct fast_divide_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {
    return x / y;
  }
};
struct saturate_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {  // NaN becomes 0
    return simd::math::fmin<R, L>(simd::math::fmax<R, L>(x, simd::splat<R, L>(R{0})),
                                  simd::splat<R, L>(R{1}));
  }
};
}  // namespace detail
SIMT_DETAIL_FAST_1(__saturatef, saturate_function)
#undef SIMT_DETAIL_FAST_1

template <class X, class Y>
requires detail::function_call<X, Y>
[[nodiscard]] SIMT_INLINE auto __powf(X&& x, Y&& y) {
  return detail::call<detail::fast_power_function, float>(std::forward<X>(x), std::forward<Y>(y));
}
/// - CUDA:    __fdividef(x, y)
/// - Differs: exact, also for y above 2^126
template <class X, class Y>
requires detail::function_call<X, Y>
[[nodiscard]] SIMT_INLINE auto __fdividef(X&& x, Y&& y) {
  return detail::call<detail::fast_divide_function, float>(std::forward<X>(x), std::forward<Y>(y));
}
/// - CUDA:    fdividef(x, y)
/// - Differs: exact
template <class X, class Y>
requires detail::function_call<X, Y>
[[nodiscard]] SIMT_INLINE auto fdividef(X&& x, Y&& y) {
  return detail::call<detail::fast_divide_function, float>(std::forward<X>(x), std::forward<Y>(y));
}
/// - CUDA:    __sincosf(x, &s, &c)
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void __sincosf(X&& x, S const& s, C const& c) {
  simt::sincosf(std::forward<X>(x), s, c);
}

namespace detail {

/// Names that a kernel finds without qualification, for uniform arguments, too.
struct math_functions {
#define SIMT_DETAIL_MEMBER(name) \
  template <class... X>          \
  requires function_call<X...>   \
  [[nodiscard]] SIMT_INLINE static auto name(X&&... x) { return simt::name(std::forward<X>(x)...); }
  SIMT_DETAIL_MEMBER(min)
  SIMT_DETAIL_MEMBER(max)
  SIMT_DETAIL_MEMBER(rsqrt)
  SIMT_DETAIL_MEMBER(rsqrtf)
  SIMT_DETAIL_MEMBER(rcbrt)
  SIMT_DETAIL_MEMBER(rcbrtf)
  SIMT_DETAIL_MEMBER(rhypot)
  SIMT_DETAIL_MEMBER(rhypotf)
  SIMT_DETAIL_MEMBER(norm3d)
  SIMT_DETAIL_MEMBER(norm3df)
  SIMT_DETAIL_MEMBER(rnorm3d)
  SIMT_DETAIL_MEMBER(rnorm3df)
  SIMT_DETAIL_MEMBER(norm4d)
  SIMT_DETAIL_MEMBER(norm4df)
  SIMT_DETAIL_MEMBER(rnorm4d)
  SIMT_DETAIL_MEMBER(rnorm4df)
  SIMT_DETAIL_MEMBER(sinpi)
  SIMT_DETAIL_MEMBER(sinpif)
  SIMT_DETAIL_MEMBER(cospi)
  SIMT_DETAIL_MEMBER(cospif)
  SIMT_DETAIL_MEMBER(erfcx)
  SIMT_DETAIL_MEMBER(erfcxf)
  SIMT_DETAIL_MEMBER(erfinv)
  SIMT_DETAIL_MEMBER(erfinvf)
  SIMT_DETAIL_MEMBER(erfcinv)
  SIMT_DETAIL_MEMBER(erfcinvf)
  SIMT_DETAIL_MEMBER(normcdf)
  SIMT_DETAIL_MEMBER(normcdff)
  SIMT_DETAIL_MEMBER(normcdfinv)
  SIMT_DETAIL_MEMBER(normcdfinvf)
  SIMT_DETAIL_MEMBER(cyl_bessel_i0)
  SIMT_DETAIL_MEMBER(cyl_bessel_i0f)
  SIMT_DETAIL_MEMBER(cyl_bessel_i1)
  SIMT_DETAIL_MEMBER(cyl_bessel_i1f)
  SIMT_DETAIL_MEMBER(__tanhf)
  SIMT_DETAIL_MEMBER(fdividef)
  SIMT_DETAIL_MEMBER(__sinf)
  SIMT_DETAIL_MEMBER(__cosf)
  SIMT_DETAIL_MEMBER(__tanf)
  SIMT_DETAIL_MEMBER(__expf)
  SIMT_DETAIL_MEMBER(__exp10f)
  SIMT_DETAIL_MEMBER(__logf)
  SIMT_DETAIL_MEMBER(__log2f)
  SIMT_DETAIL_MEMBER(__log10f)
  SIMT_DETAIL_MEMBER(__powf)
  SIMT_DETAIL_MEMBER(__fdividef)
  SIMT_DETAIL_MEMBER(__saturatef)
#undef SIMT_DETAIL_MEMBER
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

#define SIMT_DETAIL_MATH_BUILTINS(G) \
  using G::min;                      \
  using G::max;                      \
  using G::rsqrt;                    \
  using G::rsqrtf;                   \
  using G::rcbrt;                    \
  using G::rcbrtf;                   \
  using G::rhypot;                   \
  using G::rhypotf;                  \
  using G::norm3d;                   \
  using G::norm3df;                  \
  using G::rnorm3d;                  \
  using G::rnorm3df;                 \
  using G::norm4d;                   \
  using G::norm4df;                  \
  using G::rnorm4d;                  \
  using G::rnorm4df;                 \
  using G::sinpi;                    \
  using G::sinpif;                   \
  using G::cospi;                    \
  using G::cospif;                   \
  using G::erfcx;                    \
  using G::erfcxf;                   \
  using G::erfinv;                   \
  using G::erfinvf;                  \
  using G::erfcinv;                  \
  using G::erfcinvf;                 \
  using G::normcdf;                  \
  using G::normcdff;                 \
  using G::normcdfinv;               \
  using G::normcdfinvf;              \
  using G::cyl_bessel_i0;            \
  using G::cyl_bessel_i0f;           \
  using G::cyl_bessel_i1;            \
  using G::cyl_bessel_i1f;           \
  using G::__tanhf;                  \
  using G::fdividef;                 \
  using G::__sinf;                   \
  using G::__cosf;                   \
  using G::__tanf;                   \
  using G::__expf;                   \
  using G::__exp10f;                 \
  using G::__logf;                   \
  using G::__log2f;                  \
  using G::__log10f;                 \
  using G::__powf;                   \
  using G::__fdividef;               \
  using G::__saturatef;
