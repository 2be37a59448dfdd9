#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math.hpp>
#include <simt/simd/memory.hpp>

// Set by the build where MPFR is found.
#ifndef SIMT_TEST_MPFR
#define SIMT_TEST_MPFR 0
#endif
#if SIMT_TEST_MPFR
#include <mpfr.h>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

/// The float functions of one and two arguments, each with CUDA's largest error and a reference
/// that is exact enough to say which float is the nearest: <cmath> in double or long double, and
/// MPFR where that lies too close to the middle between two floats.
namespace simt_test {

namespace sd = simt::simd;
inline constexpr int P = sd::native_lanes;

#if SIMT_TEST_MPFR
using exact_function = int (*)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
#define SIMT_TEST_EXACT(name) mpfr_##name
#else
using exact_function = void (*)();
#define SIMT_TEST_EXACT(name) nullptr
#endif

struct float_function {
  char const* name;
  char const* row;
  int bound;                                    // in units of the last place, to the nearest float
  void (*registers)(float const* x, float* y);  // P of them
  float (*lane)(float x);
  double (*reference)(double x);
  exact_function exact;  // null where MPFR lacks it
};

namespace reference {

using wide = long double;
inline constexpr wide pi = 3.14159265358979323846264338327950288L;
inline constexpr wide root_half = 0.70710678118654752440084436210484904L;

inline double rounded(wide x) { return static_cast<double>(x); }
inline double rsqrt(double x) { return rounded(1 / std::sqrt(wide(x))); }
inline double rcbrt(double x) { return rounded(1 / std::cbrt(wide(x))); }
inline double exp10(double x) { return rounded(std::pow(wide(10), wide(x))); }
inline double sinpi(double x) {
  if (std::isinf(x)) return std::nan("");
  auto const n = std::nearbyint(2 * x);
  wide const r = wide(x - n / 2) * pi;
  auto const turn = std::fmod(std::fabs(n), 4.0) * (n < 0 ? -1 : 1);
  auto const k = (static_cast<int>(turn) + 4) % 4;
  wide const v = k == 0 ? std::sin(r) : k == 1 ? std::cos(r) : k == 2 ? -std::sin(r) : -std::cos(r);
  return v == 0 ? std::copysign(0.0, x) : rounded(v);
}
inline double cospi(double x) {
  if (std::isinf(x)) return std::nan("");
  auto const n = std::nearbyint(2 * x);
  wide const r = wide(x - n / 2) * pi;
  auto const k = static_cast<int>(std::fmod(std::fabs(n), 4.0));
  wide const s = n < 0 ? -std::sin(r) : std::sin(r);
  wide const v = k == 0 ? std::cos(r) : k == 1 ? -s : k == 2 ? -std::cos(r) : s;
  return v == 0 ? 0.0 : rounded(v);
}
inline wide erfcx_wide(wide x) {
  if (x > 60) {  // asymptotic
    wide const q = 1 / (2 * x * x);
    return (1 - q * (1 - 3 * q * (1 - 5 * q * (1 - 7 * q)))) / (x * std::sqrt(pi));
  }
  return std::exp(x * x) * std::erfc(x);
}
inline double erfcx(double x) {
  if (std::isinf(x)) return x < 0 ? HUGE_VAL : 0.0;
  return rounded(erfcx_wide(x));
}
inline double normcdf(double x) { return rounded(0.5L * std::erfc(-wide(x) * root_half)); }
/// The x with erfc x = y, 0 < y <= 1: bisection in x^2, then Halley's method.
inline wide erfcinv_upper(wide y) {
  wide x = 0;
  if (y < 0.5L) {
    x = std::sqrt(-std::log(y * std::sqrt(-std::log(y) * pi) + 1e-4940L));
    if (!(x > 0.3L)) x = 0.5L;
  } else {
    x = (1 - y) * std::sqrt(pi) / 2;
  }
  for (int k = 0; k < 6; ++k) {
    wide const e = x < 0.5L ? (1 - y) - std::erf(x) : std::erfc(x) - y;
    wide const step = e / (2 / std::sqrt(pi) * std::exp(-x * x)) * (1);
    x += step / (1 - x * step);
  }
  return x;
}
inline double erfcinv(double y) {
  if (!(y >= 0 && y <= 2)) return std::nan("");
  if (y == 0) return HUGE_VAL;
  if (y == 2) return -HUGE_VAL;
  return rounded(y <= 1 ? erfcinv_upper(y) : -erfcinv_upper(2 - wide(y)));
}
inline double erfinv(double x) {
  if (!(std::fabs(x) <= 1)) return std::nan("");
  if (std::fabs(x) == 1) return std::copysign(HUGE_VAL, x);
  if (std::fabs(x) < 1e-9) return rounded(x * std::sqrt(pi) / 2);
  wide const a = std::fabs(wide(x));
  return std::copysign(rounded(erfcinv_upper(1 - a)), x);
}
inline double normcdfinv(double p) {
  if (!(p >= 0 && p <= 1)) return std::nan("");
  if (p == 0) return -HUGE_VAL;
  if (p == 1) return HUGE_VAL;
  wide const y = 2 * wide(p);
  wide const v = y <= 1 ? -erfcinv_upper(y) : erfcinv_upper(2 - y);
  return v == 0 ? 0.0 : rounded(v / root_half);
}
inline double lgamma(double x) {
  int sign;
  return rounded(::lgammal_r(x, &sign));
}
/// gamma has no limit at minus infinity, and poles at the negative integers.
inline double tgamma(double x) {
  if (x < 0 && (std::isinf(x) || std::trunc(x) == x)) return std::nan("");
  return rounded(std::tgamma(wide(x)));
}
/// The series of the modified Bessel functions has positive terms only.
inline double bessel_i(double x, int n) {
  if (std::isinf(x)) return n == 0 ? HUGE_VAL : x;
  if (std::fabs(x) > 200) return n == 0 ? HUGE_VAL : std::copysign(HUGE_VAL, x);
  wide const q = wide(x) * x / 4;
  wide term = n == 0 ? wide(1) : wide(x) / 2, sum = term;
  for (int k = 1; k < 400 && std::fabs(term) > std::fabs(sum) * 1e-20L; ++k) {
    term *= q / (wide(k) * (k + n));
    sum += term;
  }
  return rounded(sum);
}
inline double cyl_bessel_i0(double x) { return bessel_i(x, 0); }
inline double cyl_bessel_i1(double x) { return bessel_i(x, 1); }

}  // namespace reference

#if SIMT_TEST_MPFR
inline int mpfr_log_gamma(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rnd) {
  int sign;
  return mpfr_lgamma(r, &sign, x, rnd);
}
#endif

#define SIMT_TEST_FLOAT(name, row, bound, reference, exact)                                 \
  float_function {                                                                          \
#name, row, bound,                                                                        \
        [](float const* x, float* y) {                                                        \
          sd::store<float, P>(y, sd::math::name<float, P>(sd::load<float, P>(x)));            \
        },                                                                                    \
        [](float x) { return sd::math::name<float, 1>(x); }, reference, exact \
  }
#define SIMT_TEST_FLOAT_STD(name, row, bound) \
  SIMT_TEST_FLOAT(                            \
      name, row, bound, [](double x) { return std::name(x); }, SIMT_TEST_EXACT(name))
#define SIMT_TEST_FLOAT_OWN(name, row, bound, exact) \
  SIMT_TEST_FLOAT(name, row, bound, reference::name, exact)

inline std::span<float_function const> float_functions() {
  static std::array const all{
      SIMT_TEST_FLOAT_STD(exp, "MATHF-018", 2),
      SIMT_TEST_FLOAT_STD(exp2, "MATHF-019", 2),
      SIMT_TEST_FLOAT_OWN(exp10, "MATHF-020", 2, SIMT_TEST_EXACT(exp10)),
      SIMT_TEST_FLOAT_STD(expm1, "MATHF-021", 1),
      SIMT_TEST_FLOAT_STD(log, "MATHF-022", 1),
      SIMT_TEST_FLOAT_STD(log2, "MATHF-023", 1),
      SIMT_TEST_FLOAT_STD(log10, "MATHF-024", 2),
      SIMT_TEST_FLOAT_STD(log1p, "MATHF-025", 1),
      SIMT_TEST_FLOAT_STD(sin, "MATHF-026", 2),
      SIMT_TEST_FLOAT_STD(cos, "MATHF-027", 2),
      SIMT_TEST_FLOAT_STD(tan, "MATHF-028", 4),
      SIMT_TEST_FLOAT_OWN(sinpi, "MATHF-030", 2, nullptr),
      SIMT_TEST_FLOAT_OWN(cospi, "MATHF-031", 2, nullptr),
      SIMT_TEST_FLOAT_STD(asin, "MATHF-033", 4),
      SIMT_TEST_FLOAT_STD(acos, "MATHF-034", 3),
      SIMT_TEST_FLOAT_STD(atan, "MATHF-035", 2),
      SIMT_TEST_FLOAT_STD(sinh, "MATHF-037", 3),
      SIMT_TEST_FLOAT_STD(cosh, "MATHF-038", 2),
      SIMT_TEST_FLOAT_STD(tanh, "MATHF-039", 2),
      SIMT_TEST_FLOAT_STD(asinh, "MATHF-040", 3),
      SIMT_TEST_FLOAT_STD(acosh, "MATHF-041", 4),
      SIMT_TEST_FLOAT_STD(atanh, "MATHF-042", 3),
      SIMT_TEST_FLOAT_STD(sqrt, "MATHF-007", 0),
      SIMT_TEST_FLOAT_OWN(rsqrt, "MATHF-005", 2, SIMT_TEST_EXACT(rec_sqrt)),
      SIMT_TEST_FLOAT_STD(cbrt, "MATHF-008", 1),
      SIMT_TEST_FLOAT_OWN(rcbrt, "MATHF-009", 1, nullptr),
      SIMT_TEST_FLOAT_STD(erf, "MATHF-044", 2),
      SIMT_TEST_FLOAT_STD(erfc, "MATHF-045", 4),
      SIMT_TEST_FLOAT_OWN(erfinv, "MATHF-046", 2, nullptr),
      SIMT_TEST_FLOAT_OWN(erfcinv, "MATHF-047", 2, nullptr),
      SIMT_TEST_FLOAT_OWN(erfcx, "MATHF-048", 4, nullptr),
      SIMT_TEST_FLOAT_OWN(normcdf, "MATHF-049", 5, nullptr),
      SIMT_TEST_FLOAT_OWN(normcdfinv, "MATHF-050", 5, nullptr),
      SIMT_TEST_FLOAT_OWN(lgamma, "MATHF-051", 6, SIMT_TEST_EXACT(log_gamma)),
      SIMT_TEST_FLOAT_OWN(tgamma, "MATHF-052", 11, SIMT_TEST_EXACT(gamma)),
      SIMT_TEST_FLOAT_OWN(cyl_bessel_i0, "MATHF-066", 6, nullptr),
      SIMT_TEST_FLOAT_OWN(cyl_bessel_i1, "MATHF-067", 6, nullptr),
  };
  return all;
}

/// Functions of two arguments.
struct float_function_2 {
  char const* name;
  char const* row;
  int bound;
  void (*registers)(float const* x, float const* y, float* z);
  float (*lane)(float x, float y);
  double (*reference)(double x, double y);
};
namespace reference {
inline double rhypot(double x, double y) { return rounded(1 / std::hypot(wide(x), wide(y))); }
inline double hypot(double x, double y) { return rounded(std::hypot(wide(x), wide(y))); }
}  // namespace reference
#define SIMT_TEST_FLOAT_2(name, row, bound, reference)                                     \
  float_function_2 {                                                                       \
#name, row, bound,                                                                       \
        [](float const* x, float const* y, float* z) {                                       \
          sd::store<float, P>(                                                               \
              z, sd::math::name<float, P>(sd::load<float, P>(x), sd::load<float, P>(y)));    \
        },                                                                                   \
        [](float x, float y) { return sd::math::name<float, 1>(x, y); }, reference \
  }
#define SIMT_TEST_FLOAT_2_STD(name, row, bound) \
  SIMT_TEST_FLOAT_2(name, row, bound, [](double x, double y) { return std::name(x, y); })
inline std::span<float_function_2 const> float_functions_2() {
  static std::array const all{
      SIMT_TEST_FLOAT_2_STD(atan2, "MATHF-036", 3),
      SIMT_TEST_FLOAT_2_STD(pow, "MATHF-043", 4),  // CUDA: 8
      SIMT_TEST_FLOAT_2(hypot, "MATHF-010", 3, reference::hypot),
      SIMT_TEST_FLOAT_2(rhypot, "MATHF-011", 2, reference::rhypot),
      SIMT_TEST_FLOAT_2_STD(fmod, "MATHF-068", 0),
      SIMT_TEST_FLOAT_2_STD(remainder, "MATHF-069", 0),
      SIMT_TEST_FLOAT_2_STD(fdim, "MATHF-072", 0),
      SIMT_TEST_FLOAT_2_STD(fmin, "MATHF-083", 0),
      SIMT_TEST_FLOAT_2_STD(fmax, "MATHF-084", 0),
  };
  return all;
}

inline std::uint32_t bits(float x) {
  std::uint32_t b;
  std::memcpy(&b, &x, sizeof b);
  return b;
}
inline float from_bits(std::uint32_t b) {
  float x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}

/// Floats between a and b; 1000000 where only one is NaN, or for zeros of different sign.
inline int float_distance(float a, float b) {
  constexpr int wrong = 1000000;
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : wrong;
  if (a == 0 && b == 0) return std::signbit(a) == std::signbit(b) ? 0 : wrong;
  auto const place = [](float x) {
    auto const b2 = static_cast<std::int64_t>(bits(x) & 0x7fffffff);
    return std::signbit(x) ? -b2 : b2;
  };
  auto const d = place(a) - place(b);
  return static_cast<int>(std::min<std::int64_t>(d < 0 ? -d : d, wrong));
}

/// Where `value`, off by a few units of double, does not say which of two floats is the nearest.
inline bool undecided(double value) {
  if (!std::isfinite(value) || value == 0) return false;
  auto const near = static_cast<float>(value);
  if (!std::isfinite(near)) return std::fabs(value) < 0x1.ffffff000001p127;
  double const there = static_cast<double>(near);
  float const next = std::nextafter(near, value > there ? HUGE_VALF : -HUGE_VALF);
  double const middle = std::isinf(next) ? std::copysign(0x1.ffffffp127, value)
                                         : 0.5 * (there + static_cast<double>(next));
  return std::fabs(value - middle) <= 0x1p-49 * std::fabs(value);
}

#if SIMT_TEST_MPFR
/// The float that is nearest to f(x), by MPFR.
inline float nearest_by_mpfr(float_function const& f, float x) {
  mpfr_t a, r;
  mpfr_init2(a, 24);
  mpfr_init2(r, 24);
  auto const low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_set_flt(a, x, MPFR_RNDN);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  int const side = f.exact(r, a, MPFR_RNDN);
  mpfr_subnormalize(r, side, MPFR_RNDN);
  float const y = mpfr_get_flt(r, MPFR_RNDN);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  mpfr_clear(a);
  mpfr_clear(r);
  return y;
}
#endif

/// The largest error that was seen, and its argument.
struct worst_error {
  int units = 0;
  float at = 0;
  void take(int d, float x) {
    if (d > units) {
      units = d;
      at = x;
    }
  }
};

/// Compares y = f(x) with the reference.
inline void compare(float_function const& f, float x, float y, worst_error& worst) {
  double const want = f.reference(static_cast<double>(x));
  int d = float_distance(y, static_cast<float>(want));
  if (d > worst.units && undecided(want)) {
#if SIMT_TEST_MPFR
    if (f.exact != nullptr) {
      worst.take(float_distance(y, nearest_by_mpfr(f, x)), x);
      return;
    }
#endif
    --d;  // either of the two may be the nearest
  }
  worst.take(d, x);
}

}  // namespace simt_test
