// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace scene {

struct point {
  double x, y;
};
SIMT_STRUCT(point, x, y)
struct body {
  float mass;
  unsigned char tag;
  point at;
  simt::float4 color;
  int* counter;
  bool fixed;
};
SIMT_STRUCT(body, mass, tag, at, color, counter, fixed)

simt::constant_variable<point[3]> corners{{{1, 2}, {3, 4}, {5, 6}}};

SIMT_KERNEL(move, (simt::ptr<body> p, simt::ptr<body const> from, simt::ptr<int const> where, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<body> b = from[where[i]];
    b.at.x += 0.5;
    b.color.y = b.mass * 2.0f;
    simt_if (b.mass > 3.0f) {
      b.mass = -1.0f;
      b.tag = i;
      b.at = corners[i % 3];
    }
    varying<body> other = from[i];
    simt_if (i % 5 == 0) b = other;
    b.fixed = simt::select(i % 2 == 0, b.fixed, true);
    p[i] = simt::select(i % 7 == 3, from[0], b);
    p[i].at.y *= 2.0;
    simt_if (i == 1) p[i].color = simt::make_float4(9, 8, 7, 6);
    *b.counter = i;
  }
}

}  // namespace scene

TEST_CASE_TEMPLATE("SIMT_STRUCT: values and places of a struct have its members by name", Width,
                   std::integral_constant<int, 1>, std::integral_constant<int, 32>) {
  constexpr int n = 70;
  std::vector<int> counters(n, -1), where(n);
  std::vector<scene::body> in(n), out(n);
  for (int i = 0; i < n; ++i) {
    auto const k = static_cast<std::size_t>(i);
    where[k] = (i * 31) % n;
    in[k] = {static_cast<float>(i % 6), static_cast<unsigned char>(200 + i % 50),
             {i * 1.0, i * 2.0}, simt::make_float4(1, 2, 3, static_cast<float>(i)), &counters[k], i % 3 == 0};
    out[k] = {};
  }
  auto want = out;
  scene::point const corners[3] = {{1, 2}, {3, 4}, {5, 6}};
  for (int i = 0; i < n; ++i) {
    auto const k = static_cast<std::size_t>(i);
    scene::body b = in[static_cast<std::size_t>(where[k])];
    b.at.x += 0.5;
    b.color.y = b.mass * 2.0f;
    if (b.mass > 3.0f) {
      b.mass = -1.0f;
      b.tag = static_cast<unsigned char>(i);
      b.at = corners[i % 3];
    }
    if (i % 5 == 0) b = in[k];
    if (i % 2 != 0) b.fixed = true;
    want[k] = i % 7 == 3 ? in[0] : b;
    want[k].at.y *= 2.0;
    if (i == 1) want[k].color = simt::make_float4(9, 8, 7, 6);
  }
  simt::launch_at<Width::value>(scene::move, simt::shape{3, 32}, out.data(), in.data(), where.data(), n);
  for (std::size_t k = 0; k < n; ++k) {
    CAPTURE(k);
    CHECK(out[k].mass == want[k].mass);
    CHECK(out[k].tag == want[k].tag);
    CHECK(out[k].at.x == want[k].at.x);
    CHECK(out[k].at.y == want[k].at.y);
    CHECK(out[k].color.y == want[k].color.y);
    CHECK(out[k].color.w == want[k].color.w);
    CHECK(out[k].counter == want[k].counter);
    CHECK(out[k].fixed == want[k].fixed);
  }
  CHECK(counters[5] >= 0);  // thread 5 holds its own
  static_assert(std::is_same_v<decltype(simt::varying<scene::body, 32>::mass), simt::varying<float, 32>>);
  simt::varying<scene::body, 32> v = in[5];
  v.set_lane(3, in[7]);
  CHECK(v.lane(3).at.y == 14.0);
  CHECK(v.lane(4).at.y == 10.0);
}
