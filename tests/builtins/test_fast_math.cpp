// SPDX-License-Identifier: MIT
#define SIMT_FAST_MATH 1
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
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

namespace {
SIMT_KERNEL(angles, (simt::ptr<float const> x, simt::ptr<float> sine, simt::ptr<float> cosine,
                     simt::ptr<float> tangent)) {
  auto i = threadIdx.x;
  sine[i] = __sinf(x[i]);
  cosine[i] = __cosf(x[i]);
  tangent[i] = __tanf(x[i]);
}
struct recorded_angle {
  std::uint32_t x, sine, cosine, tangent;
};
// An angle, its sine, cosine and tangent.
constexpr recorded_angle recorded_angles[] = {
    {0x80000000u, 0x80000000u, 0x3f800000u, 0x80000000u},
    {0x3f800000u, 0x3f576aa3u, 0x3f0a5141u, 0x3fc75921u},
    {0x41480000u, 0xbd87d423u, 0x3f7f6fb4u, 0xbd8820ddu},
    {0x44000000u, 0x3da2e55au, 0xbf7f305du, 0xbda369e5u},
    {0xc4a20000u, 0xbf7ee565u, 0xbdbdfd30u, 0x412bbab9u},
    {0x47460000u, 0x3f7fe129u, 0x3cfb498cu, 0x420256d4u},
    {0x48f00000u, 0xbf61c598u, 0x3ef15aeau, 0xbfef789eu},
    {0x4a1c0000u, 0xbf7b14bfu, 0xbe47c5c0u, 0x40a0dff9u},
    {0x4b3a0000u, 0x3f800000u, 0x80000000u, 0xff800000u},
    {0x4b800000u, 0xbf800000u, 0x00000000u, 0xff800000u},
    {0x4b820000u, 0x3f800000u, 0x80000000u, 0xff800000u},
    {0xcb840000u, 0x3f800000u, 0x00000000u, 0x7f800000u},
    {0x4c020000u, 0x80000000u, 0xbf800000u, 0x00000000u},
    {0x50000000u, 0x00000000u, 0x3f800000u, 0x00000000u},
    {0xf0000000u, 0x80000000u, 0x3f800000u, 0x80000000u},
};
}  // namespace

TEST_CASE("[INTF-036] [INTF-037] [INTF-039] __sinf and its kind of large angles: an H100's") {
  constexpr std::size_t n = std::size(recorded_angles);
  std::vector<float> x(n), sine(n), cosine(n), tangent(n);
  for (std::size_t k = 0; k < n; ++k) x[k] = std::bit_cast<float>(recorded_angles[k].x);
  simt_test::at_widths([&]<int W>() {
    simt::launch_at<W>(angles, simt::shape{1, static_cast<int>(n)}, x.data(), sine.data(),
                       cosine.data(), tangent.data());
    for (std::size_t k = 0; k < n; ++k) {
      CAPTURE(x[k]);
      auto const near = [](float got, std::uint32_t bits) {
        float const want = std::bit_cast<float>(bits);
        if (want == 0 || std::isinf(want)) return std::bit_cast<std::uint32_t>(got) == bits;
        return std::fabs(got - want) <= 0x1p-21f * (1 + want * want);
      };
      CHECK(near(sine[k], recorded_angles[k].sine));
      CHECK(near(cosine[k], recorded_angles[k].cosine));
      CHECK(near(tangent[k], recorded_angles[k].tangent));
    }
  });
}
