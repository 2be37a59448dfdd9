// SPDX-License-Identifier: MIT
#include <simt/builtins/math.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

enum fast_function { f_sin, f_cos, f_tan, f_exp, f_exp10, f_log, f_log2, f_log10, f_pow, f_divide };
constexpr int functions = 10;

SIMT_KERNEL(fast_functions,
            (simt::ptr<float const> xs, simt::ptr<float const> ys, simt::ptr<float> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i >= n) simt_return;
  varying<float> const x = xs[i], y = ys[i];
  out[f_sin * n + i] = __sinf(x);
  out[f_cos * n + i] = __cosf(x);
  out[f_tan * n + i] = __tanf(x);
  out[f_exp * n + i] = __expf(x);
  out[f_exp10 * n + i] = __exp10f(x);
  out[f_log * n + i] = __logf(y);
  out[f_log2 * n + i] = __log2f(y);
  out[f_log10 * n + i] = __log10f(y);
  out[f_pow * n + i] = __powf(y, x);
  out[f_divide * n + i] = __fdividef(x, y);
  varying<float> s = 0.0f, c = 0.0f;
  __sincosf(x, &s, &c);
  out[functions * n + i] = s;
  out[(functions + 1) * n + i] = c;
}

double exact(int f, double x, double y) {
  switch (f) {
    case f_sin:
      return std::sin(x);
    case f_cos:
      return std::cos(x);
    case f_tan:
      return std::tan(x);
    case f_exp:
      return std::exp(x);
    case f_exp10:
      return std::pow(10.0, x);
    case f_log:
      return std::log(y);
    case f_log2:
      return std::log2(y);
    case f_log10:
      return std::log10(y);
    case f_pow:
      return std::pow(y, x);
    default:
      return x / y;
  }
}
/// The error that the guide's table of intrinsics allows, D.2: units in the last place of `value`,
/// or an absolute error.
double allowed(int f, double x, double y, double value) {
  int e = 0;
  std::frexp(value, &e);
  double const ulp = std::ldexp(1.0, e - 24);
  bool const near_one = y >= 0.5 && y <= 2;
  switch (f) {
    case f_sin:
      return std::exp2(-21.41);
    case f_cos:
      return std::exp2(-21.19);
    // sin over cos: both errors, scaled
    case f_tan:
      return 2 * std::exp2(-21.19) / std::pow(std::cos(x), 2) + 2 * ulp;
    case f_exp:
      return (2 + std::floor(std::fabs(1.16 * x))) * ulp;
    case f_exp10:
      return (2 + std::floor(std::fabs(2.95 * x))) * ulp;
    case f_log:
      return near_one ? std::exp2(-21.41) : 3 * ulp;
    case f_log2:
      return near_one ? std::exp2(-22) : 2 * ulp;
    case f_log10:
      return near_one ? std::exp2(-24) : 3 * ulp;
    // exp2 of a product that the logarithm's error reaches x-fold
    case f_pow:
      return (2 + 2 * std::fabs(x * std::log2(y))) * ulp + std::fabs(x) * std::exp2(-22) * value;
    default:
      return 2 * ulp;
  }
}

template <int W>
void check_fast_functions() {
  int const n = 300;
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<float> x(at(n)), y(at(n)), out(at((functions + 2) * n), -77.0f);
  simt_test::random random(5);
  for (int i = 0; i < n; ++i) {
    x[at(i)] = static_cast<float>(static_cast<int>(random.below(6001)) - 3000) / 1000.0f;
    y[at(i)] = static_cast<float>(random.below(100000) + 1) / (i % 2 == 0 ? 50000.0f : 700.0f);
  }
  simt::launch_at<W>(fast_functions, simt::shape{5, simt::block_shape<64>}, x.data(), y.data(),
                     out.data(), n);
  for (int f = 0; f < functions; ++f)
    for (int i = 0; i < n; ++i) {
      double const a = static_cast<double>(x[at(i)]), b = static_cast<double>(y[at(i)]);
      double const want = exact(f, a, b), got = static_cast<double>(out[at(f * n + i)]);
      if (!(std::fabs(got - want) <= allowed(f, a, b, want))) {
        INFO("function ", f, " of ", a, ", ", b, ": ", got, ", not ", want, ", width ", W);
        CHECK(std::fabs(got - want) <= allowed(f, a, b, want));
      }
    }
  for (int i = 0; i < n; ++i) {
    CHECK(out[at(functions * n + i)] == out[at(f_sin * n + i)]);
    CHECK(out[at((functions + 1) * n + i)] == out[at(f_cos * n + i)]);
  }
}

}  // namespace

TEST_CASE("[INTF-030..INTF-040] fast functions stay within the guide's errors") {
  simt_test::at_widths([]<int W>() { check_fast_functions<W>(); });
}

namespace {

SIMT_KERNEL(edges, (simt::ptr<float const> in, simt::ptr<float> out)) {
  auto i = threadIdx.x;
  varying<float> const x = in[i];
  out[i] = __powf(x, 2.5f);
  out[i + 32] = __saturatef(x);
  out[i + 64] = __expf(x);
  out[i + 96] = __logf(x);
}

}  // namespace

TEST_CASE("[INTF-031] [INTF-033] [INTF-040] fast functions of infinities, zero, NaN, negatives") {
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<float> in(32, 1.0f), out(128);
  in[0] = -2.0f;
  in[1] = 0.0f;
  in[2] = inf;
  in[3] = -inf;
  in[4] = std::numeric_limits<float>::quiet_NaN();
  simt_test::for_widths<1, 32>([&]<int W>() {
    simt::launch_at<W>(edges, simt::shape{1, simt::block_shape<32>}, in.data(), out.data());
    CHECK(std::isnan(out[0]));  // the logarithm of a negative number
    CHECK(out[1] == 0.0f);
    CHECK(out[2] == inf);
    CHECK(std::isnan(out[4]));
    CHECK(out[32] == 0.0f);
    CHECK(out[33] == 0.0f);
    CHECK(out[34] == 1.0f);
    CHECK(out[35] == 0.0f);
    CHECK(out[36] == 0.0f);  // NaN becomes 0
    CHECK(out[64 + 1] == 1.0f);
    CHECK(out[64 + 2] == inf);
    CHECK(out[64 + 3] == 0.0f);
    CHECK(std::isnan(out[64 + 4]));
    CHECK(std::isnan(out[96]));
    CHECK(out[96 + 1] == -inf);
    CHECK(out[96 + 2] == inf);
    CHECK(out[96 + 5] == 0.0f);
  });
}

namespace {

SIMT_KERNEL(more_functions, (simt::ptr<float const> in, simt::ptr<float> out, int n)) {
  auto i = threadIdx.x;
  varying<float> const x = in[i];
  varying<float> const v[3] = {x, 2.0f * x, 2.0f * x};
  out[i] = erfinvf(x);
  out[n + i] = erfcinv(x);
  out[2 * n + i] = erfcx(x);
  out[3 * n + i] = normcdff(x);
  out[4 * n + i] = normcdfinvf(x);
  out[5 * n + i] = cyl_bessel_i0f(x);
  out[6 * n + i] = cyl_bessel_i1(x);
  out[7 * n + i] = normf(3, v);
  out[8 * n + i] = rnorm(3, v);
  out[9 * n + i] = jnf(2, x);
  out[10 * n + i] = yn(2, x);
  out[11 * n + i] = fdividef(x, 4.0f);
  // Uniform arguments.
  out[12 * n + i] = normcdfinvf(0.5f) + erfcx(0.0f) + cyl_bessel_i0(0.0f) + fdividef(1.0f, 2.0f);
  out[13 * n + i] = __tanhf(x);
}

}  // namespace

TEST_CASE(
    "[MATHF-016] [MATHF-017] [MATHF-046..MATHF-050] [MATHF-062] [MATHF-065..MATHF-067] functions "
    "that C lacks stand bare in kernels") {
  constexpr int n = 32;
  std::vector<float> in(n), out(14 * n);
  for (std::size_t k = 0; k < n; ++k) in[k] = 0.02f + 0.03f * static_cast<float>(k);
  simt_test::at_widths([&]<int W>() {
    simt::launch_at<W>(more_functions, simt::shape{1, simt::block_shape<n>}, in.data(), out.data(),
                       n);
    for (std::size_t k = 0; k < n; ++k) {
      double const x = static_cast<double>(in[k]);
      auto const got = [&](std::size_t f) { return static_cast<double>(out[f * n + k]); };
      CHECK(std::erf(got(0)) == doctest::Approx(x).epsilon(1e-5));
      CHECK(std::erfc(got(1)) == doctest::Approx(x).epsilon(1e-5));
      CHECK(got(2) == doctest::Approx(std::exp(x * x) * std::erfc(x)).epsilon(1e-6));
      CHECK(got(3) == doctest::Approx(0.5 * std::erfc(-x * std::sqrt(0.5))).epsilon(1e-6));
      CHECK(0.5 * std::erfc(-got(4) * std::sqrt(0.5)) == doctest::Approx(x).epsilon(1e-5));
      CHECK(got(5) == doctest::Approx(std::sinh(x) / x).epsilon(0.1));
      CHECK(got(6) == doctest::Approx(x / 2 * (1 + x * x / 8)).epsilon(0.02));
      CHECK(got(7) == doctest::Approx(3 * x).epsilon(1e-6));
      CHECK(got(8) == doctest::Approx(1 / (3 * x)).epsilon(1e-6));
      CHECK(got(9) == doctest::Approx(::jn(2, x)).epsilon(1e-5));
      CHECK(got(10) == doctest::Approx(::yn(2, x)).epsilon(1e-5));
      CHECK(got(11) == x / 4);
      CHECK(got(12) == 2.5);
      CHECK(got(13) == doctest::Approx(std::tanh(x)).epsilon(1e-6));
    }
  });
}

namespace {

SIMT_KERNEL(lengths, (simt::ptr<double const> in, simt::ptr<double> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<double> const v[4] = {in[4 * i], in[4 * i + 1], in[4 * i + 2], in[4 * i + 3]};
  for (int d = 1; d <= 4; ++d) {
    out[(2 * d - 2) * n + i] = norm(d, v);
    out[(2 * d - 1) * n + i] = rnorm(d, v);
  }
}

/// Doubles between a and b; both NaN, infinite or of one sign.
std::int64_t doubles_between(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : 1000;
  std::int64_t p, q;
  std::memcpy(&p, &a, sizeof p);
  std::memcpy(&q, &b, sizeof q);
  return std::abs(p - q);
}

SIMT_KERNEL(quotients,
            (simt::ptr<float const> x, simt::ptr<float const> y, simt::ptr<float> out, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<float> const a = x[i], b = y[i];
  out[i] = a / b;
  out[n + i] = sqrtf(fabsf(a));
  out[2 * n + i] = 1.0f / b;
}

}  // namespace

TEST_CASE("[MATHD-015] [MATHD-016] norm and rnorm of doubles stay within the guide's errors") {
  constexpr int n = 64 * 8;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> inside(-3, 3);
  std::vector<double> in(4 * n), out(8 * n);
  for (std::size_t k = 0; k < in.size(); ++k) {
    double const scales[] = {1, 1e300, 1e-300, 1e160, 1e-170, 0x1p-1070};
    in[k] = inside(random) * scales[k / 64 % 6];
  }
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < 4; ++k) in[k] = in[4 + k] = in[8 + k] = 0;
  in[5] = -inf;
  in[6] = nan;
  in[9] = nan;
  simt_test::at_widths([&]<int W>() {
    simt::launch_at<W>(lengths, simt::shape{8, simt::block_shape<64>}, in.data(), out.data(), n);
    for (std::size_t i = 0; i < n; ++i) {
      long double sum = 0;
      bool endless = false;
      for (std::size_t d = 1; d <= 4; ++d) {
        double const x = in[4 * i + d - 1];
        sum += static_cast<long double>(x) * static_cast<long double>(x);
        endless = endless || std::isinf(x);
        long double const length = endless ? static_cast<long double>(inf) : std::sqrt(sum);
        CAPTURE(i);
        CAPTURE(d);
        CHECK(doubles_between(out[(2 * d - 2) * n + i], static_cast<double>(length)) <= 3);
        CHECK(doubles_between(out[(2 * d - 1) * n + i], static_cast<double>(1 / length)) <= 2);
      }
    }
  });
}

TEST_CASE("[FP-012] [FP-013] division and square root of floats are rounded once") {
  constexpr int n = 4096;
  std::mt19937 random(6);
  std::vector<float> x(n), y(n), out(3 * n);
  for (std::size_t k = 0; k < n; ++k) {
    auto const any = [&] {  // any finite number, denormal ones too
      auto const bits = static_cast<std::uint32_t>(random()) & 0xbfffffffu;
      float f;
      std::memcpy(&f, &bits, sizeof f);
      return f;
    };
    x[k] = any();
    y[k] = any();
  }
  simt_test::at_widths([&]<int W>() {
    simt::launch_at<W>(quotients, simt::shape{n / 64, simt::block_shape<64>}, x.data(), y.data(),
                       out.data(), n);
    int wrong = 0;
    for (std::size_t k = 0; k < n; ++k) {  // a double's rounding first changes none of these
      auto const a = static_cast<double>(x[k]), b = static_cast<double>(y[k]);
      wrong += out[k] != static_cast<float>(a / b) && !std::isnan(a / b);
      wrong += out[n + k] != static_cast<float>(std::sqrt(std::fabs(a)));
      wrong += out[2 * n + k] != static_cast<float>(1 / b);
    }
    CHECK(wrong == 0);
  });
}
