#pragma once
// SPDX-License-Identifier: MIT

#include "support/ulp_double.hpp"

// What MPFR lacks: the exact values, to about 200 bits.
namespace ulp::exactly {

inline void rsqrt(mpfr_ptr r, mpfr_ptr x) {
  mpfr_sqrt(r, x, MPFR_RNDN);
  mpfr_ui_div(r, 1, r, MPFR_RNDN);
}
inline void rcbrt(mpfr_ptr r, mpfr_ptr x) {
  mpfr_cbrt(r, x, MPFR_RNDN);
  mpfr_ui_div(r, 1, r, MPFR_RNDN);
}
inline void lgamma(mpfr_ptr r, mpfr_ptr x) {
  int sign;
  mpfr_lgamma(r, &sign, x, MPFR_RNDN);
}

/// sqrt of half pi, and of 2.
inline void root_of_pi(mpfr_ptr r) {
  mpfr_const_pi(r, MPFR_RNDN);
  mpfr_sqrt(r, r, MPFR_RNDN);
}
inline void root_of_two(mpfr_ptr r) { mpfr_sqrt_ui(r, 2, MPFR_RNDN); }

/// e^(x^2) erfc(x)
inline void erfcx(mpfr_ptr r, mpfr_ptr x) {
  if (mpfr_nan_p(x)) {
    mpfr_set_nan(r);
  } else if (mpfr_cmp_si(x, -30) < 0) {
    mpfr_set_inf(r, 1);
  } else if (mpfr_inf_p(x)) {
    mpfr_set_zero(r, 1);
  } else if (mpfr_cmp_si(x, 20000) > 0) {  // (1 - 1 / 2x^2 + 3 / 4x^4) / (x sqrt(pi))
    real z, s, pi;
    mpfr_sqr(z, x, MPFR_RNDN);
    mpfr_ui_div(z, 1, z, MPFR_RNDN);
    mpfr_mul_d(s, z, 0.75, MPFR_RNDN);
    mpfr_sub_d(s, s, 0.5, MPFR_RNDN);
    mpfr_mul(s, s, z, MPFR_RNDN);
    mpfr_add_ui(s, s, 1, MPFR_RNDN);
    root_of_pi(pi);
    mpfr_mul(pi, pi, x, MPFR_RNDN);
    mpfr_div(r, s, pi, MPFR_RNDN);
  } else {
    real e, c;
    mpfr_sqr(e, x, MPFR_RNDN);
    mpfr_exp(e, e, MPFR_RNDN);
    mpfr_erfc(c, x, MPFR_RNDN);
    mpfr_mul(r, e, c, MPFR_RNDN);
  }
}
/// erfc(-x / sqrt(2)) / 2
inline void normcdf(mpfr_ptr r, mpfr_ptr x) {
  real t;
  root_of_two(t);
  mpfr_div(t, x, t, MPFR_RNDN);
  mpfr_neg(t, t, MPFR_RNDN);
  mpfr_erfc(r, t, MPFR_RNDN);
  mpfr_div_2ui(r, r, 1, MPFR_RNDN);
}

/// z with erf(z) = p and erfc(z) = q, q = 1 - p, of which the smaller one is exact, by Newton's
/// method on it; the beginning is good to more than 20 bits.
inline void inverse(mpfr_ptr z, mpfr_ptr p, mpfr_ptr q, double begin) {
  mpfr_set_d(z, begin, MPFR_RNDN);
  if (!std::isfinite(begin) || begin == 0) return;
  for (int k = 0; k < 3; ++k) {
    real v, d, e, pi;
    if (std::fabs(begin) < 0.5) {
      mpfr_erf(v, z, MPFR_RNDN);
      mpfr_sub(d, p, v, MPFR_RNDN);
    } else {
      real a, tail;
      mpfr_abs(a, z, MPFR_RNDN);
      if (begin > 0)
        mpfr_set(tail, q, MPFR_RNDN);
      else
        mpfr_add_ui(tail, p, 1, MPFR_RNDN);
      mpfr_erfc(v, a, MPFR_RNDN);
      mpfr_div(d, v, tail, MPFR_RNDN);
      mpfr_log(d, d, MPFR_RNDN);
      mpfr_mul(d, d, v, MPFR_RNDN);
      if (begin < 0) mpfr_neg(d, d, MPFR_RNDN);
    }
    mpfr_sqr(e, z, MPFR_RNDN);
    mpfr_exp(e, e, MPFR_RNDN);
    mpfr_mul(d, d, e, MPFR_RNDN);
    root_of_pi(pi);
    mpfr_div_2ui(pi, pi, 1, MPFR_RNDN);
    mpfr_mul(d, d, pi, MPFR_RNDN);
    mpfr_add(z, z, d, MPFR_RNDN);
  }
}
// Where erfinv and the others are infinite, or 0, or nothing, is for the recorded answers to check;
// the beginnings come from the functions themselves.
inline void erfinv(mpfr_ptr r, mpfr_ptr x) {
  real q;
  mpfr_ui_sub(q, 1, x, MPFR_RNDN);
  inverse(r, x, q, sd::math::erfinv<double, 1>(mpfr_get_d(x, MPFR_RNDN)));
}
inline void erfcinv(mpfr_ptr r, mpfr_ptr x) {
  real p;
  mpfr_set_prec(p, 1400);
  mpfr_ui_sub(p, 1, x, MPFR_RNDN);
  inverse(r, p, x, sd::math::erfcinv<double, 1>(mpfr_get_d(x, MPFR_RNDN)));
}
inline void normcdfinv(mpfr_ptr r, mpfr_ptr x) {
  real p, q, root;
  mpfr_set_prec(p, 1400);
  mpfr_mul_2ui(q, x, 1, MPFR_RNDN);
  mpfr_ui_sub(p, 1, q, MPFR_RNDN);
  root_of_two(root);
  inverse(r, p, q, -sd::math::normcdfinv<double, 1>(mpfr_get_d(x, MPFR_RNDN)) / std::sqrt(2.0));
  mpfr_mul(r, r, root, MPFR_RNDN);
  mpfr_neg(r, r, MPFR_RNDN);
}

/// The series of I0 or I1: all terms are positive.
inline void bessel_i(mpfr_ptr r, mpfr_ptr x, unsigned order) {
  if (!mpfr_number_p(x) || mpfr_cmpabs(x, real(1000.0)) > 0) {
    if (mpfr_nan_p(x))
      mpfr_set_nan(r);
    else
      mpfr_set_inf(r, order == 1 && mpfr_signbit(x) ? -1 : 1);
    return;
  }
  real q, t;
  mpfr_sqr(q, x, MPFR_RNDN);
  mpfr_div_2ui(q, q, 2, MPFR_RNDN);
  if (order == 1)
    mpfr_div_2ui(t, x, 1, MPFR_RNDN);
  else
    mpfr_set_ui(t, 1, MPFR_RNDN);
  mpfr_set(r, t, MPFR_RNDN);
  for (unsigned n = 1; n < 4000; ++n) {
    mpfr_mul(t, t, q, MPFR_RNDN);
    mpfr_div_ui(t, t, n * (n + order), MPFR_RNDN);
    mpfr_add(r, r, t, MPFR_RNDN);
    if (mpfr_zero_p(t) || mpfr_get_exp(t) < mpfr_get_exp(r) - 120) break;
  }
}

}  // namespace ulp::exactly
