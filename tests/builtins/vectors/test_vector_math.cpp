// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/builtins/vector_math.hpp>

#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/vector_values.hpp>

#include <vector>

namespace simt_test::vector_values {

SIMT_KERNEL(move, (simt::ptr<float3> p, simt::ptr<float3 const> v, simt::ptr<float> speed, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i >= n) simt_return;
  varying<float3> x = p[i];
  x += v[i] * 0.5f;
  simt_if (x.x > 2.0f) {
    x *= 2;
  }
  p[i] = x;
  p[i] -= simt::make_float3(1.0f, 0.0f, 0.0f);
  speed[i] = simt::dot(v[i], v[i]);
}

TEST_CASE("functions of vectors") {
  float3 const a = make_float3(1.0f, -2.0f, 2.0f), b = make_float3(0.5f, 3.0f, -1.25f);
  CHECK(simt::dot(a, b) == -8.0f);
  CHECK(simt::dot(make_int2(3, 4), make_int2(5, -6)) == -9);
  CHECK(simt::length(a) == 3.0f);
  CHECK(same(simt::cross(make_float3(1.0f, 0.0f, 0.0f), make_float3(0.0f, 1.0f, 0.0f)),
             make_float3(0.0f, 0.0f, 1.0f)));
  CHECK(simt::length(simt::normalize(b)) == doctest::Approx(1.0));
  CHECK(same(simt::reflect(make_float3(1.0f, -1.0f, 0.0f), make_float3(0.0f, 1.0f, 0.0f)),
             make_float3(1.0f, 1.0f, 0.0f)));
  CHECK(same(simt::lerp(a, b, 0.5f), make_float3(0.75f, 0.5f, 0.375f)));
  CHECK(simt::lerp(2.0f, 4.0f, 0.25f) == 2.5f);
  CHECK(same(simt::clamp(b, -1.0f, 1.0f), make_float3(0.5f, 1.0f, -1.0f)));
  CHECK(same(simt::clamp(b, a, a + 1.0f), make_float3(1.0f, -1.0f, 2.0f)));
  CHECK(same(simt::fminf(a, b), make_float3(0.5f, -2.0f, -1.25f)));
  CHECK(same(simt::fmaxf(a, b), make_float3(1.0f, 3.0f, 2.0f)));
  CHECK(same(simt::fabs(a), make_float3(1.0f, 2.0f, 2.0f)));
  CHECK(same(simt::floorf(b), make_float3(0.0f, 3.0f, -2.0f)));
  CHECK(same(simt::fracf(b), make_float3(0.5f, 0.0f, 0.75f)));
  CHECK(same(simt::fmodf(b, make_float3(1.0f, 2.0f, 1.0f)), make_float3(0.5f, 1.0f, -0.25f)));
  CHECK(simt::fracf(-0.25f) == 0.75f);
  CHECK(simt::smoothstep(0.0f, 2.0f, 1.0f) == 0.5f);
  CHECK(same(
      simt::smoothstep(make_float2(0.0f, 0.0f), make_float2(1.0f, 1.0f), make_float2(-1.0f, 5.0f)),
      make_float2(0.0f, 1.0f)));
  CHECK(same(simt::abs(make_int3(-1, 2, -3)), make_int3(1, 2, 3)));
  CHECK(same(simt::max(make_int3(-1, 2, -3), make_int3(0, 0, 0)), make_int3(0, 2, 0)));
}
TEST_CASE("lanes compute what numbers do") {
  check_lanes([](auto const& a, auto const& b) { return a + b; });
  check_lanes([](auto const& a, auto const& b) { return 2 * a - b; });
  check_lanes([](auto const& a, auto const& b) { return a * b / 4.0f; });
  check_lanes([](auto const& a, auto const& b) { return simt::fmaxf(-a, b); });
  check_lanes([](auto const& a, auto const& b) { return simt::clamp(a, b, b + 1.0f); });
  check_lanes([](auto const& a, auto const& b) { return simt::floorf(a) + simt::fabs(b); });
  check_lanes([](auto const& a, auto const& b) { return simt::make_int3(a + b); });
  check_lanes([](auto const& a, auto const& b) { return simt::dot(a, b); });
}
TEST_CASE("a kernel that computes with vectors in memory") {
  constexpr int n = 100;
  std::vector<float3> p, v;
  std::vector<float> speed(n);
  for (int i = 0; i < n; ++i) {
    p.push_back(vector_of(i));
    v.push_back(make_float3(1.0f, 0.0f, 2.0f));
  }
  simt::launch(move, simt::shape{4, 32}, simt::ptr<float3>(p.data()),
               simt::ptr<float3 const>(v.data()), simt::ptr<float>(speed.data()), n);
  for (int i = 0; i < n; ++i) {
    float3 want = vector_of(i) + v[static_cast<std::size_t>(i)] * 0.5f;
    if (want.x > 2.0f) want *= 2;
    want -= make_float3(1.0f, 0.0f, 0.0f);
    CHECK(same(p[static_cast<std::size_t>(i)], want));
    CHECK(speed[static_cast<std::size_t>(i)] == 5.0f);
  }
}

}  // namespace simt_test::vector_values
