#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math.hpp>
#include <simt/simd/memory.hpp>

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Functions of double lanes against MPFR: the guide's measure is the number of units in the last
/// place between a result and the correctly rounded one.
namespace ulp {

namespace sd = simt::simd;
inline constexpr int lanes = sd::lanes_of<double, sd::native_lanes>;

/// A number of 160 bits, three times a double: MPFR takes four times as long for erfc of 256.
class real {
 public:
  real() { mpfr_init2(x_, 160); }
  explicit real(double d) : real() { mpfr_set_d(x_, d, MPFR_RNDN); }
  real(real const&) = delete;
  real& operator=(real const&) = delete;
  ~real() { mpfr_clear(x_); }
  operator mpfr_ptr() { return x_; }

 private:
  mpfr_t x_;
};

/// Place among the doubles: neighbours differ by one, both zeros are 0.
inline std::int64_t place(double x) {
  auto const i = sd::bits_as<std::int64_t>(x);
  return i < 0 ? std::numeric_limits<std::int64_t>::min() - i : i;
}
inline std::uint64_t distance(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : ~std::uint64_t{0};
  auto const p = place(a), q = place(b);
  return p < q ? static_cast<std::uint64_t>(q) - static_cast<std::uint64_t>(p)
               : static_cast<std::uint64_t>(p) - static_cast<std::uint64_t>(q);
}

/// Worst distance, its arguments, and the worst error before rounding, in the same units.
struct worst {
  std::uint64_t units = 0;
  double exact = 0;
  double x[4] = {}, got = 0, want = 0;
  void add(double const (&a)[4], double y, mpfr_ptr reference) {
    double const r = mpfr_get_d(reference, MPFR_RNDN);
    auto const d = distance(y, r);
    double e = 0;
    if (std::isfinite(y) && std::isfinite(r)) {
      real diff;
      mpfr_sub_d(diff, reference, y, MPFR_RNDN);
      int exponent;
      std::frexp(r, &exponent);
      mpfr_mul_2si(diff, diff, 53 - std::max(exponent, -1021), MPFR_RNDN);
      e = std::fabs(mpfr_get_d(diff, MPFR_RNDN));
    }
    if (d > units || (d == units && e > exact)) {
      std::copy(a, a + 4, x);
      got = y;
      want = r;
    }
    units = std::max(units, d);
    exact = std::max(exact, e);
  }
  void print(char const* name, double bound) const {
    std::printf(
        "%-14s bound %4.0f  worst %llu (%.3f before rounding) at (%a, %a, %a, %a): %a, not %a\n",
        name, bound, static_cast<unsigned long long>(units), exact, x[0], x[1], x[2], x[3], got,
        want);
  }
};

/// Neighbours of the points where functions change, and of the ends of their ranges.
inline std::vector<double> special_points() {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<double> out{std::numeric_limits<double>::quiet_NaN()};
  for (double p : {0.0,
                   0x1p-1074,
                   0x1p-1022,
                   0x1p-500,
                   0x1p-54,
                   0x1p-28,
                   0.35,
                   0.375,
                   0.5,
                   0.55,
                   0.75,
                   1.0,
                   1.25,
                   1.5,
                   2.0,
                   3.0,
                   3.141592653589793,
                   1.5707963267948966,
                   8.0,
                   22.0,
                   27.2,
                   37.5,
                   38.5,
                   709.78271289338397,
                   710.4758600739439,
                   713.98,
                   745.13321910194122,
                   1024.0,
                   0x1p28,
                   0x1p31,
                   0x1p51,
                   0x1p52,
                   0x1p53,
                   0x1p54,
                   0x1p500,
                   0x1p1000,
                   0x1p1023,
                   inf})
    for (double s : {1.0, -1.0}) {
      double down = p, up = p;
      out.push_back(s * p);
      for (int k = 0; k < 3; ++k) {
        down = std::nextafter(down, -inf);
        up = std::nextafter(up, inf);
        out.push_back(s * down);
        out.push_back(s * up);
      }
    }
  return out;
}
/// Numbers between lo and hi, for each four of them one of any bits and one of any binade near 1.
inline std::vector<double> samples(double lo, double hi, int count, unsigned seed) {
  std::mt19937_64 r(seed);
  std::uniform_real_distribution<double> inside(lo, hi);
  std::vector<double> out;
  for (int k = 0; k < count; ++k) {
    out.push_back(inside(r));
    if (k % 4 == 0) out.push_back(sd::bits_as<double>(r()));
    if (k % 4 == 1)
      out.push_back(std::ldexp(1 + std::ldexp(static_cast<double>(r() >> 12), -52),
                               static_cast<int>(r() % 40) - 20) *
                    (r() % 2 != 0 ? 1 : -1));
  }
  return out;
}
inline std::vector<double> arguments(double lo, double hi, int count, unsigned seed) {
  auto x = samples(lo, hi, count, seed);
  for (double p : special_points()) x.push_back(p);
  while (x.size() % lanes != 0) x.push_back(1);
  return x;
}
/// Pairs of samples, and every third special point with every third other.
inline std::pair<std::vector<double>, std::vector<double>> pairs(double lo, double hi, double lo2,
                                                                 double hi2, int count) {
  auto x = samples(lo, hi, count, 1), y = samples(lo2, hi2, count, 2);
  auto const p = special_points();
  for (std::size_t i = 0; i < p.size(); i += 3)
    for (std::size_t j = 0; j < p.size(); j += 3) {
      x.push_back(p[i]);
      y.push_back(p[j]);
    }
  while (x.size() % lanes != 0) {
    x.push_back(1);
    y.push_back(1);
  }
  return {x, y};
}

/// Numbers between lo and hi, and the neighbours of some of them.
inline std::vector<double> within(double lo, double hi, int count,
                                  std::vector<double> const& points) {
  std::mt19937_64 r(3);
  std::uniform_real_distribution<double> inside(lo, hi);
  std::vector<double> x;
  for (int k = 0; k < count; ++k) x.push_back(inside(r));
  for (double p : points)
    for (int k = -60; k <= 60; ++k) x.push_back(p + std::copysign(std::ldexp(p, -std::abs(k)), k));
  while (x.size() % lanes != 0) x.push_back(1);
  return x;
}

/// f of a register and g(result, x…) with MPFR, for sets of arguments.
template <class F, class G>
worst measure(std::vector<double> const& x, std::vector<double> const& y, F f, G g) {
  worst w;
  alignas(64) double out[lanes];
  real result, a, b;
  for (std::size_t k = 0; k < x.size(); k += lanes) {
    sd::store<double, lanes>(out,
                             f(sd::load<double, lanes>(&x[k]), sd::load<double, lanes>(&y[k])));
    for (std::size_t l = 0; l < lanes; ++l) {
      mpfr_set_d(a, x[k + l], MPFR_RNDN);
      mpfr_set_d(b, y[k + l], MPFR_RNDN);
      g(result, a, b);
      w.add({x[k + l], y[k + l], 0, 0}, out[l], result);
    }
  }
  return w;
}

}  // namespace ulp
