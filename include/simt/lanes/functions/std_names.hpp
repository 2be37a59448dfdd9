#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/call.hpp>

#include <cmath>
#include <cstdlib>

// std::sqrt(x) of one value per thread: the functions of namespace std take one number, and say
// what to write.
//
// Why: a call by its whole name finds what stands in std only, and without these its float, double
// and long double are "ambiguous". Bare calls find simt's, whose constraints are narrower: also
// behind `using namespace std`. Gone when conversions of a class can be told from those to a
// number.
namespace simt::inline SIMT_ABI::detail {

/// Keeps the rest of the expression free of errors.
template <class... X>
using std_result = varying<float, call_width<X...>()>;
/// Places p[i], not two variables, which std::swap exchanges.
template <class X, class Y>
concept exchanges_places =
    has_lanes_in<X, Y> && !(std::is_lvalue_reference_v<X> && std::is_lvalue_reference_v<Y>);

}  // namespace simt::inline SIMT_ABI::detail

namespace std {
#define SIMT_DETAIL_STD_1(name)                                                             \
  template <class X>                                                                        \
  requires ::simt::detail::has_lanes_in<X>                                                  \
  auto name(X&&) {                                                                          \
    static_assert(::simt::detail::always_false<X>,                                          \
                  "simt: std::" #name " takes one number, not one per thread: write " #name \
                  " without std::");                                                        \
    return ::simt::detail::std_result<X>{};                                                 \
  }
#define SIMT_DETAIL_STD_2(name)                                                             \
  template <class X, class Y>                                                               \
  requires ::simt::detail::has_lanes_in<X, Y>                                               \
  auto name(X&&, Y&&) {                                                                     \
    static_assert(::simt::detail::always_false<X>,                                          \
                  "simt: std::" #name " takes one number, not one per thread: write " #name \
                  " without std::");                                                        \
    return ::simt::detail::std_result<X, Y>{};                                              \
  }
SIMT_DETAIL_STD_1(abs)
SIMT_DETAIL_STD_1(acos)
SIMT_DETAIL_STD_1(acosh)
SIMT_DETAIL_STD_1(asin)
SIMT_DETAIL_STD_1(asinh)
SIMT_DETAIL_STD_1(atan)
SIMT_DETAIL_STD_1(atanh)
SIMT_DETAIL_STD_1(cbrt)
SIMT_DETAIL_STD_1(ceil)
SIMT_DETAIL_STD_1(cos)
SIMT_DETAIL_STD_1(cosh)
SIMT_DETAIL_STD_1(erf)
SIMT_DETAIL_STD_1(erfc)
SIMT_DETAIL_STD_1(exp2)
SIMT_DETAIL_STD_1(expm1)
SIMT_DETAIL_STD_1(fabs)
SIMT_DETAIL_STD_1(floor)
SIMT_DETAIL_STD_1(isfinite)
SIMT_DETAIL_STD_1(isinf)
SIMT_DETAIL_STD_1(isnan)
SIMT_DETAIL_STD_1(lgamma)
SIMT_DETAIL_STD_1(log)
SIMT_DETAIL_STD_1(log10)
SIMT_DETAIL_STD_1(log1p)
SIMT_DETAIL_STD_1(log2)
SIMT_DETAIL_STD_1(logb)
SIMT_DETAIL_STD_1(nearbyint)
SIMT_DETAIL_STD_1(rint)
SIMT_DETAIL_STD_1(round)
SIMT_DETAIL_STD_1(signbit)
SIMT_DETAIL_STD_1(sin)
SIMT_DETAIL_STD_1(sinh)
SIMT_DETAIL_STD_1(sqrt)
SIMT_DETAIL_STD_1(tan)
SIMT_DETAIL_STD_1(tanh)
SIMT_DETAIL_STD_1(tgamma)
SIMT_DETAIL_STD_1(trunc)
SIMT_DETAIL_STD_2(atan2)
SIMT_DETAIL_STD_2(copysign)
SIMT_DETAIL_STD_2(fdim)
SIMT_DETAIL_STD_2(fmax)
SIMT_DETAIL_STD_2(fmin)
SIMT_DETAIL_STD_2(fmod)
SIMT_DETAIL_STD_2(hypot)
SIMT_DETAIL_STD_2(max)
SIMT_DETAIL_STD_2(min)
SIMT_DETAIL_STD_2(nextafter)
SIMT_DETAIL_STD_2(remainder)
#undef SIMT_DETAIL_STD_1
#undef SIMT_DETAIL_STD_2

// simt's have SIMT_FAST_MATH among their template arguments.
template <class X, bool Fast = (SIMT_FAST_MATH != 0)>
requires ::simt::detail::has_lanes_in<X>
auto exp(X&&) {
  static_assert(::simt::detail::always_false<X>,
                "simt: std::exp takes one number, not one per thread: write exp without std::");
  return ::simt::detail::std_result<X>{};
}
template <class X, class Y, bool Fast = (SIMT_FAST_MATH != 0)>
requires ::simt::detail::has_lanes_in<X, Y>
auto pow(X&&, Y&&) {
  static_assert(::simt::detail::always_false<X>,
                "simt: std::pow takes one number, not one per thread: write pow without std::");
  return ::simt::detail::std_result<X, Y>{};
}
template <class X, class Y, class Z>
requires ::simt::detail::has_lanes_in<X, Y, Z>
auto fma(X&&, Y&&, Z&&) {
  static_assert(::simt::detail::always_false<X>,
                "simt: std::fma takes one number, not one per thread: write fma without std::");
  return ::simt::detail::std_result<X, Y, Z>{};
}
template <class X, class Y, class Z>
requires ::simt::detail::has_lanes_in<X, Y, Z>
auto clamp(X&&, Y&&, Z&&) {
  static_assert(::simt::detail::always_false<X>,
                "simt: std::clamp takes one number, not one per thread: write min(max(x, low), "
                "high) without std::");
  return ::simt::detail::std_result<X, Y, Z>{};
}
template <class X, class Y>
requires ::simt::detail::exchanges_places<X, Y>
auto swap(X&&, Y&&) {
  static_assert(::simt::detail::always_false<X>,
                "simt: std::swap exchanges variables, not places: write auto const x = "
                "simt::value(p[i]); p[i] = p[j]; p[j] = x;");
  return ::simt::detail::std_result<X, Y>{};
}
}  // namespace std
