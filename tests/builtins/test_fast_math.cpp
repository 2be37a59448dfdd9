// SPDX-License-Identifier: MIT
#define SIMT_FAST_MATH 1
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace {

SIMT_KERNEL(fast, (simt::ptr<float const> in, simt::ptr<float> out, int n)) {
  auto i = threadIdx.x;
  varying<float> const x = in[i];
  out[i] = expf(x) - __expf(x);
  out[n + i] = exp(x) - __expf(x);
  out[2 * n + i] = exp10f(x) - __exp10f(x);
  out[3 * n + i] = powf(x, 2.5f) - __powf(x, 2.5f);
  out[4 * n + i] = pow(-x, 2.0f);  // the fast one takes the logarithm of its base
  out[5 * n + i] = expf(x);
  varying<double> const d = x;
  out[6 * n + i] = pow(-d, 2.0);  // double stays exact
}

}  // namespace

TEST_CASE("[FP-014] SIMT_FAST_MATH replaces the float functions that have a faster form") {
  constexpr int n = 32;
  std::vector<float> in(n), out(7 * n);
  for (std::size_t k = 0; k < n; ++k) in[k] = 0.5f + 0.25f * static_cast<float>(k);
  simt_test::at_widths([&]<int W>() {
    simt::launch_at<W>(fast, simt::shape{1, simt::block_shape<n>}, in.data(), out.data(), n);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t f = 0; f < 4; ++f) CHECK(out[f * n + k] == 0.0f);
      CHECK(std::isnan(out[4 * n + k]));
      CHECK(out[5 * n + k] == doctest::Approx(std::exp(static_cast<double>(in[k]))).epsilon(1e-5));
      CHECK(out[6 * n + k] == doctest::Approx(in[k] * in[k]).epsilon(1e-6));
    }
  });
}

namespace {
SIMT_KERNEL(quotients_and_powers, (simt::ptr<float const> x, simt::ptr<float const> y,
                                   simt::ptr<float> quotient, simt::ptr<float> exact,
                                   simt::ptr<float> power)) {
  auto i = threadIdx.x;
  exact[i] = fdividef(x[i], y[i]);
  quotient[i] = __fdividef(x[i], y[i]);
  power[i] = __powf(x[i], y[i]);
}
}  // namespace

TEST_CASE("[INTF-030] [INTF-040] __fdividef and __powf near the largest numbers: an H100's") {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float largest = std::numeric_limits<float>::max();
  struct answer {
    float x, y, quotient, power;  // power: nan where it is not of interest
  } const recorded[] = {
      {inf, largest, nan, inf},       {-1.5f, 1.7e38f, -0.0f, nan}, {-100.0f, -largest, 0.0f, nan},
      {88.72f, 1.8e38f, 0.0f, inf},   {inf, 8.5e37f, inf, inf},     {inf, 8.6e37f, nan, inf},
      {3.0f, 0x1p126f, 3 * 0x1p-126f, inf}, {1.0f, inf, 0.0f, nan}, {largest, 1.0f, largest, 3.4028058e38f},
      {largest, 2.0f, largest / 2, inf},    {inf, 1.0f, inf, inf},  {0.0f, -largest, -0.0f, inf}};
  constexpr int n = 12;
  std::vector<float> x(n), y(n), quotient(n), exact(n), power(n);
  for (std::size_t k = 0; k < n; ++k) {
    x[k] = recorded[k].x;
    y[k] = recorded[k].y;
  }
  simt_test::at_widths([&]<int W>() {
    simt::launch_at<W>(quotients_and_powers, simt::shape{1, n}, x.data(), y.data(), quotient.data(),
                       exact.data(), power.data());
    for (std::size_t k = 0; k < n; ++k) {
      CAPTURE(k);
      auto const [a, b, q, p] = recorded[k];
      CHECK((std::isnan(q) ? std::isnan(quotient[k])
                           : quotient[k] == q && std::signbit(quotient[k]) == std::signbit(q)));
      float const whole = a / b;
      CHECK((std::isnan(whole) ? std::isnan(exact[k])
                               : exact[k] == whole && std::signbit(exact[k]) == std::signbit(whole)));
      if (!std::isnan(p)) CHECK((power[k] == p || std::abs(power[k] / p - 1) < 1e-6f));
    }
  });
}
