#pragma once
// SPDX-License-Identifier: MIT

#include "support/double_references.hpp"

#include <doctest/doctest.h>

// A test case for each function of double lanes: `SIMT_TEST_SAMPLES` arguments from an interval,
// half as many from the whole range, and the neighbours of special points, against MPFR.
namespace ulp {

inline void check(char const* name, int bound, worst const& w) {
  w.print(name, bound);
  INFO(std::string(name) << " is " << w.units << " units off at (" << w.x[0] << ", " << w.x[1]
                         << ", " << w.x[2] << ", " << w.x[3] << "): " << w.got << ", not "
                         << w.want);
  CHECK(w.units <= static_cast<std::uint64_t>(bound));
}

}  // namespace ulp

#define ULP_TEST_CASE_1(row, name, bound, lo, hi, ...)                                 \
  TEST_CASE(row " " #name ": doubles within the guide's error of MPFR") {              \
    auto const x = ulp::arguments(lo, hi, SIMT_TEST_SAMPLES, 1);                       \
    auto const w = ulp::measure(                                                       \
        x, x, [](auto v, auto) { return ulp::sd::math::name<double, ulp::lanes>(v); }, \
        [](mpfr_ptr r, mpfr_ptr a, mpfr_ptr) { __VA_ARGS__; });                        \
    ulp::check(#name, bound, w);                                                       \
  }
#define ULP_TEST_CASE_2(row, name, bound, lo, hi, lo2, hi2, ...)                            \
  TEST_CASE(row " " #name ": doubles within the guide's error of MPFR") {                   \
    auto [x, y] = ulp::pairs(lo, hi, lo2, hi2, SIMT_TEST_SAMPLES);                          \
    auto const w = ulp::measure(                                                            \
        x, y, [](auto v, auto u) { return ulp::sd::math::name<double, ulp::lanes>(v, u); }, \
        [](mpfr_ptr r, mpfr_ptr a, mpfr_ptr b) { __VA_ARGS__; });                           \
    ulp::check(#name, bound, w);                                                            \
  }
// Only between lo and hi, also next to the points that follow.
#define ULP_TEST_CASE_WITHIN(row, name, bound, lo, hi, points, ...)                    \
  TEST_CASE(row " " #name ": doubles within the guide's error of MPFR") {              \
    auto const x = ulp::within(lo, hi, SIMT_TEST_SAMPLES, std::vector<double> points); \
    auto const w = ulp::measure(                                                       \
        x, x, [](auto v, auto) { return ulp::sd::math::name<double, ulp::lanes>(v); }, \
        [](mpfr_ptr r, mpfr_ptr a, mpfr_ptr) { __VA_ARGS__; });                        \
    ulp::check(#name, bound, w);                                                       \
  }
#define ULP_MPFR_1(row, name, bound, lo, hi) \
  ULP_TEST_CASE_1(row, name, bound, lo, hi, mpfr_##name(r, a, MPFR_RNDN))
#define ULP_MPFR_2(row, name, bound, lo, hi, lo2, hi2) \
  ULP_TEST_CASE_2(row, name, bound, lo, hi, lo2, hi2, mpfr_##name(r, a, b, MPFR_RNDN))
#define ULP_TEST_CASE_OWN_1(row, name, bound, lo, hi) \
  ULP_TEST_CASE_1(row, name, bound, lo, hi, ulp::exactly::name(r, a))

#define ULP_OPERATOR(row, text, op, function)                                      \
  TEST_CASE(row " " text ": doubles in registers are rounded once") {              \
    auto [x, y] = ulp::pairs(-3, 3, -3, 3, SIMT_TEST_SAMPLES);                     \
    auto const w = ulp::measure(                                                   \
        x, y, [](auto v, auto u) { return decltype(v)(v op u); },                  \
        [](mpfr_ptr r, mpfr_ptr a, mpfr_ptr b) { function(r, a, b, MPFR_RNDN); }); \
    ulp::check(text, 0, w);                                                        \
  }
ULP_OPERATOR("[MATHD-001]", "x + y", +, mpfr_add)
ULP_OPERATOR("[MATHD-002]", "x * y", *, mpfr_mul)
ULP_OPERATOR("[MATHD-003] [MATHD-004]", "x / y", /, mpfr_div)

ULP_MPFR_1("[MATHD-005]", sqrt, 0, 0, 4)
ULP_TEST_CASE_OWN_1("[MATHD-006]", rsqrt, 1, 0, 4)
ULP_MPFR_1("[MATHD-007]", cbrt, 1, -8, 8)
ULP_TEST_CASE_OWN_1("[MATHD-008]", rcbrt, 1, -8, 8)
ULP_MPFR_2("[MATHD-009]", hypot, 2, -3, 3, -3, 3)
ULP_TEST_CASE_2("[MATHD-010]", rhypot, 1, -3, 3, -3, 3, mpfr_hypot(r, a, b, MPFR_RNDN);
                mpfr_ui_div(r, 1, r, MPFR_RNDN))
ULP_MPFR_1("[MATHD-017]", exp, 1, -5, 5)
ULP_MPFR_1("[MATHD-018]", exp2, 1, -5, 5)
ULP_MPFR_1("[MATHD-019]", exp10, 1, -5, 5)
ULP_MPFR_1("[MATHD-020]", expm1, 1, -2, 2)
ULP_MPFR_1("[MATHD-021]", log, 1, 0.5, 2)
ULP_MPFR_1("[MATHD-022]", log2, 1, 0.5, 2)
ULP_MPFR_1("[MATHD-023]", log10, 1, 0.5, 2)
ULP_MPFR_1("[MATHD-024]", log1p, 1, -0.9, 2)
ULP_MPFR_1("[MATHD-025]", sin, 1, -10, 10)
ULP_MPFR_1("[MATHD-026]", cos, 1, -10, 10)
ULP_MPFR_1("[MATHD-027]", tan, 2, -10, 10)
ULP_MPFR_1("[MATHD-029]", sinpi, 1, -3, 3)
ULP_MPFR_1("[MATHD-030]", cospi, 1, -3, 3)
ULP_MPFR_1("[MATHD-032]", asin, 2, -1, 1)
ULP_MPFR_1("[MATHD-033]", acos, 1, -1, 1)
ULP_MPFR_1("[MATHD-034]", atan, 2, -5, 5)
ULP_MPFR_2("[MATHD-035]", atan2, 2, -3, 3, -3, 3)
ULP_MPFR_1("[MATHD-036]", sinh, 1, -5, 5)
ULP_MPFR_1("[MATHD-037]", cosh, 1, -5, 5)
ULP_MPFR_1("[MATHD-038]", tanh, 1, -3, 3)
ULP_MPFR_1("[MATHD-039]", asinh, 2, -3, 3)
ULP_MPFR_1("[MATHD-040]", acosh, 2, 1, 4)
ULP_MPFR_1("[MATHD-041]", atanh, 2, -1, 1)
ULP_MPFR_2("[MATHD-042]", pow, 2, 0, 4, -10, 10)
ULP_MPFR_1("[MATHD-043]", erf, 2, -4, 4)
ULP_MPFR_1("[MATHD-044]", erfc, 4, -3, 27)
ULP_TEST_CASE_OWN_1("[MATHD-045]", erfinv, 5, -1, 1)
ULP_TEST_CASE_OWN_1("[MATHD-046]", erfcinv, 6, 0, 2)
ULP_TEST_CASE_OWN_1("[MATHD-047]", erfcx, 3, -26, 30)
ULP_TEST_CASE_OWN_1("[MATHD-048]", normcdf, 5, -38, 9)
ULP_TEST_CASE_OWN_1("[MATHD-049]", normcdfinv, 7, 0, 1)
ULP_TEST_CASE_1("[MATHD-065]", cyl_bessel_i0, 6, -700, 700, ulp::exactly::bessel_i(r, a, 0))
ULP_TEST_CASE_1("[MATHD-066]", cyl_bessel_i1, 6, -30, 30, ulp::exactly::bessel_i(r, a, 1))
ULP_TEST_CASE_WITHIN("[MATHD-050]", lgamma, 4, -2.2637, 40, ({1, 2, 3, -1.5, -2.25}),
                     ulp::exactly::lgamma(r, a))
ULP_TEST_CASE_WITHIN("[MATHD-051]", tgamma, 8, -170, 171.6, ({0.5, 1, 2, 20, 100, 171.5}),
                     mpfr_gamma(r, a, MPFR_RNDN))
ULP_TEST_CASE_WITHIN("[MATHD-059]", j0, 7, -8, 8, ({2.404825557695773, 5.520078110286311}),
                     mpfr_j0(r, a, MPFR_RNDN))
ULP_TEST_CASE_WITHIN("[MATHD-060]", j1, 7, -8, 8, ({3.831705970207512, -7.015586669815619}),
                     mpfr_j1(r, a, MPFR_RNDN))
ULP_TEST_CASE_WITHIN("[MATHD-062]", y0, 7, 0, 8,
                     ({0.8935769662791675, 3.957678419314858, 7.086051060301773}),
                     mpfr_y0(r, a, MPFR_RNDN))
ULP_TEST_CASE_WITHIN("[MATHD-063]", y1, 7, 0, 8, ({2.197141326031017, 5.429681040794135}),
                     mpfr_y1(r, a, MPFR_RNDN))
