// SPDX-License-Identifier: MIT
#include <simt/launch/check_widths.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using simt::check_widths;
using simt::in_out;
using simt::shape;

namespace {

SIMT_KERNEL(saxpy, (float a, simt::ptr<float const> x, simt::ptr<float> y, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}

// The slip: `count` is one variable for all threads of a gang.
SIMT_KERNEL(uniform_under_divergence, (simt::ptr<int> out, simt::ptr<int> other)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  simt_if (i % 5 == 0) ++count;
  other[i] = i;
  out[i] = count;
}

SIMT_KERNEL(missing_barrier, (simt::ptr<int> out)) {
  __shared__ simt::tile<int[96]> s;
  auto i = threadIdx.x;
  s[i] = -1;
  __syncthreads();
  s[i] = i;
  out[i] = s[95 - i];
}

SIMT_KERNEL(warp_sum, (simt::ptr<int> out)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> x = i;
  for (int d = 16; d > 0; d /= 2) x += __shfl_xor(x, d);
  out[i] = x;
}

SIMT_KERNEL(wrong_number, (simt::ptr<double> out, int element, double value)) {
  auto i = threadIdx.x;
  // A value that the kernel gets from its width, as no kernel should.
  out[i] = 100.0;
  simt_if (i == element) out[i] = this->gang_width == 1 ? 100.0 : value;
}

struct pair {
  int a;
  float b;
};

}  // namespace

TEST_CASE("check_widths: a kernel without mistakes leaves its result in the buffers") {
  int const n = 1000;
  std::vector<float> x(n), y(n), want(n);
  for (int i = 0; i < n; ++i) {
    auto const k = static_cast<std::size_t>(i);
    x[k] = static_cast<float>(i % 17) / 3.0F;
    y[k] = static_cast<float>(i % 11);
    want[k] = 2.5F * x[k] + y[k];
  }
  auto const start = y;
  check_widths(saxpy, shape{8, 128}, 2.5F, x.data(), in_out(y), n);
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(y[i] == doctest::Approx(want[i]));
  y = start;
  check_widths(saxpy, shape{8, simt::block_shape<128>}, 2.5F, x.data(), in_out(std::span(y)), n);
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(y[i] == doctest::Approx(want[i]));
}

TEST_CASE("check_widths: a uniform changed under divergence is found and named") {
  std::vector<int> out(96, 7), other(96, 8);
  try {
    check_widths(uniform_under_divergence, shape{2, 48}, in_out(out), in_out(other));
    FAIL("no error");
  } catch (simt::width_mismatch const& e) {
    // Thread 1 is the first that must not count; in a gang with thread 0 it does.
    CHECK(e.kernel() == "uniform_under_divergence");
    CHECK(e.buffer() == 0);
    CHECK(e.element() == 1);
    CHECK(e.first().width == 1);
    CHECK(e.first().value == "0");
    CHECK(e.second().width == simt::simd::native_lanes);
    CHECK(e.second().value == "1");
    CHECK(std::string(e.what()) ==
          "simt::check_widths: kernel uniform_under_divergence, buffer 0, element 1: 0 at gang "
          "width 1, 1 at gang width " +
              std::to_string(simt::simd::native_lanes));
  }
  // Untouched after an error
  CHECK(out == std::vector<int>(96, 7));
  CHECK(other == std::vector<int>(96, 8));
}

TEST_CASE("check_widths: the buffer's number counts in_out arguments only") {
  std::vector<int> a(32, 0), b(32, 0);
  try {
    check_widths<1, 32>(
        shape{1, simt::block_shape<32>},
        [](auto& t, int one, simt::ptr<int> p, simt::ptr<int> q) {
          int last = 0;
          simt_if (t.threadIdx.x >= 30) last = one;
          p[t.threadIdx.x] = one;
          q[t.threadIdx.x] = last;
        },
        1, in_out(a), in_out(b));
    FAIL("no error");
  } catch (simt::width_mismatch const& e) {
    CHECK(e.kernel() == "lambda");
    CHECK(e.buffer() == 1);
    CHECK(e.element() == 0);
    CHECK(e.second().width == 32);
  }
}

TEST_CASE("check_widths: a missing barrier is found, by the whole block too") {
  std::vector<int> out(96);
  CHECK_THROWS_AS(check_widths(missing_barrier, shape{1, simt::block_shape<96>}, in_out(out)),
                  simt::width_mismatch);
  try {
    check_widths<32, simt::whole_block>(missing_barrier, shape{1, simt::block_shape<96>},
                                        in_out(out));
    FAIL("no error");
  } catch (simt::width_mismatch const& e) {
    CHECK(e.element() == 0);
    CHECK(e.first().width == 32);
    CHECK(e.first().value == "-1");
    CHECK(e.second().width == 96);
    CHECK(e.second().value == "95");
  }
}

TEST_CASE("check_widths: kernels with warp functions name their widths") {
  std::vector<int> out(128);
  check_widths<1, 32, 64, simt::whole_block>(warp_sum, shape{1, simt::block_shape<128>},
                                             in_out(out));
  for (int w = 0; w < 4; ++w)
    for (int l = 0; l < 32; ++l)
      CHECK(out[static_cast<std::size_t>(w * 32 + l)] == 32 * 32 * w + 31 * 16);
}

TEST_CASE("check_widths: floats may differ by the tolerance, relative to them or to the buffer") {
  std::vector<double> out(32);
  auto const run = [&](double value, double tolerance) {
    check_widths<1, 32>(wrong_number, shape{1, simt::block_shape<32>}, in_out(out, tolerance), 9,
                        value);
  };
  run(100.5, 0.01);
  CHECK_THROWS_AS(run(102.0, 0.01), simt::width_mismatch);
  CHECK_THROWS_AS(run(std::nextafter(100.0, 101.0), 0.0), simt::width_mismatch);
  CHECK_THROWS_AS(run(std::numeric_limits<double>::infinity(), 1e9), simt::width_mismatch);
  CHECK_THROWS_AS(run(std::numeric_limits<double>::quiet_NaN(), 1e9), simt::width_mismatch);
  // By default: rounding passes, a float's accuracy in a double does not.
  auto const run_default = [&](double value) {
    check_widths<1, 32>(wrong_number, shape{1, simt::block_shape<32>}, in_out(out), 9, value);
  };
  run_default(std::nextafter(100.0, 101.0));
  CHECK_THROWS_AS(run_default(100.0 + 1e-6), simt::width_mismatch);
  try {
    run_default(101.25);
    FAIL("no error");
  } catch (simt::width_mismatch const& e) {
    CHECK(e.element() == 9);
    CHECK(e.second().value == "101.25");
    // Contraction may be why: the message tells of the tolerance, that of integers does not.
    CHECK(std::string(e.what()).find(
              "Rounding may differ from width to width, here by 5.6843418860808015e-14 of a number: "
              "if this kernel makes more of it, say so by in_out(buffer, tolerance)") !=
          std::string::npos);
  }
}

TEST_CASE("check_widths: NaNs agree, what is about zero agrees where the others are large") {
  namespace d = simt::detail;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const inf = std::numeric_limits<double>::infinity();
  CHECK(d::same_element(nan, nan, 0, 0));
  CHECK(d::same_element(inf, inf, 0, 0));
  CHECK_FALSE(d::same_element(inf, -inf, 1, 0));
  CHECK(d::same_element(0.0, -0.0, 0, 0));
  CHECK(d::same_element(1e-9, -1e-9, 1e-6, 1.0));
  CHECK_FALSE(d::same_element(1e-9, -1e-9, 1e-6, 1e-9));
  CHECK(d::same_element(simt::float2{1, 2}, simt::float2{1, 2.00001F}, 1e-4, 0));
  CHECK_FALSE(d::same_element(simt::float2{1, 2}, simt::float2{1.1F, 2}, 1e-4, 0));
  CHECK(d::same_element(pair{1, 2}, pair{1, 2}, 0, 0));
  CHECK_FALSE(d::same_element(pair{1, 2}, pair{2, 2}, 1, 1));
  CHECK(d::element_text(simt::float2{1, 2.5F}) == "(1, 2.5)");
  CHECK(d::element_text(0.1F) == "0.100000001");
  CHECK(d::element_text(true) == "true");
  CHECK(d::element_text(std::int8_t{-5}) == "-5");
  std::vector<double> const values{1, -3, nan, inf};
  CHECK(d::mean_magnitude(values.data(), values.size()) == 2.0);
}

struct particle {
  float position[3];
  int cell;
  float mass;
};
struct wide_particle {
  double position;
  long long cell;
  float mass, charge;
};
struct exact {
  float x;
  bool operator==(exact const&) const = default;
};

TEST_CASE("check_widths: floats in structs may differ by the tolerance, all else may not") {
  namespace d = simt::detail;
  double const by_default = d::default_tolerance<particle>();
  auto const same = [&](auto a, auto b) { return d::same_element(a, b, by_default, 0); };
  particle const p{{1, 2, -3}, 70000, 4};
  auto q = p;
  q.position[2] = std::nextafter(-3.0F, 0.0F);
  q.mass = std::nextafter(4.0F, 5.0F);
  CHECK(same(p, q));
  CHECK_FALSE(d::same_element(p, q, 0, 0));
  q.position[2] = -3.001F;
  CHECK_FALSE(same(p, q));
  q = p;
  q.cell = 70001;
  CHECK_FALSE(same(p, q));

  wide_particle const r{1.5, 70000, 2, 3};
  auto s = r;
  s.position = std::nextafter(1.5, 2.0);
  s.charge = std::nextafter(3.0F, 2.0F);
  CHECK(same(r, s));
  s.position = 1.5 + 1e-9;
  CHECK_FALSE(same(r, s));
  s = r;
  ++s.cell;
  CHECK_FALSE(same(r, s));
  s = r;
  s.mass = 2.5F;  // the low half of what could be a double
  CHECK_FALSE(same(r, s));
  CHECK_FALSE(same(exact{1}, exact{std::nextafter(1.0F, 2.0F)}));
}

SIMT_KERNEL(move_particles, (simt::ptr<float> x, simt::ptr<float> v, float dt, int steps)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<float> position = x[i], speed = v[i];
  for (int s = 0; s < steps; ++s) {
    speed += -position * dt;
    simt_if (speed > 0.0F) position += speed * dt;
    position += position * dt * dt;
  }
  x[i] = position;
  v[i] = speed;
}

TEST_CASE("check_widths: a kernel whose products are rounded at will passes by default") {
  std::vector<float> x(256), v(256);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = 0.1F + static_cast<float>(i) / 77;
    v[i] = 1 - static_cast<float>(i % 13) / 7;
  }
  check_widths(move_particles, shape{4, simt::block_shape<64>}, in_out(x), in_out(v), 0.01F, 20);
}

TEST_CASE("check_widths: buffers of many types and containers, also empty ones") {
  std::array<bool, 40> flags{};
  double raw[40] = {};
  std::vector<simt::float4> quads(40);
  std::vector<unsigned char> bytes(40);
  std::vector<long long> none;
  check_widths(
      shape{1, simt::block_shape<40>},
      [](auto& t, simt::ptr<bool> f, simt::ptr<double> r, simt::ptr<simt::float4> q,
         simt::ptr<unsigned char> b, simt::ptr<long long>) {
        auto i = t.threadIdx.x;
        auto const x = t.var(i);
        f[i] = x % 3 == 0;
        r[i] = simt::varying<double, decltype(x)::width>(x) * 0.5;
        q[i].y = x * 2.0F;
        b[i] = x + 250;
      },
      in_out(flags), in_out(raw), in_out(quads), in_out(bytes), in_out(none));
  for (int i = 0; i < 40; ++i) {
    auto const k = static_cast<std::size_t>(i);
    CHECK(flags[k] == (i % 3 == 0));
    CHECK(raw[k] == i * 0.5);
    CHECK(quads[k].y == static_cast<float>(2 * i));
    CHECK(bytes[k] == (i + 250) % 256);
  }
}

TEST_CASE("check_widths: errors of the kernel and of the launch pass, buffers stay") {
  std::vector<int> out(64, 5);
  auto const fails = [](auto& t, simt::ptr<int> p) {
    p[t.threadIdx.x] = 1;
    if (t.gang_width == 32) throw std::runtime_error("at 32");
  };
  CHECK_THROWS_WITH_AS((check_widths<1, 32>(shape{1, simt::block_shape<64>}, fails, in_out(out))),
                       "at 32", std::runtime_error);
  CHECK(out == std::vector<int>(64, 5));
  CHECK_THROWS_AS((check_widths<1, 32>(shape{0, simt::block_shape<64>}, fails, in_out(out))),
                  simt::launch_error);
  CHECK(out == std::vector<int>(64, 5));
}

TEST_CASE("check_widths: buffers that share memory are refused") {
  std::vector<int> v(64);
  auto const nothing = [](auto&, simt::ptr<int>, simt::ptr<int>) {};
  auto const run = [&](std::span<int> a, std::span<int> b) {
    check_widths<1, 32>(shape{1, simt::block_shape<32>}, nothing, in_out(a), in_out(b));
  };
  std::span<int> const all(v);
  run(all.first(32), all.last(32));
  CHECK_THROWS_WITH_AS(run(all, all),
                       "simt::check_widths: two in_out buffers share memory; pass each buffer once",
                       simt::error);
  CHECK_THROWS_AS(run(all.first(33), all.last(32)), simt::error);
}

TEST_CASE("check_widths: a shape with a stream waits for what is queued there") {
  simt::stream s;
  std::vector<int> v(32, 1);
  s.enqueue([&] {
    for (int& x : v) x = 20;
  });
  check_widths<1, 32>(
      shape{1, simt::block_shape<32>, 0, s},
      [](auto& t, simt::ptr<int> p) { p[t.threadIdx.x] += 3; }, in_out(v));
  CHECK(v == std::vector<int>(32, 23));
}
