// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/builtins/vector_math.hpp>

#include <simt/builtins/vector_conversion.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <type_traits>
#include <vector>

// Operators and functions of vector types: uniform ones against the definition, lanes against
// uniform ones.
namespace {

using simt::float2, simt::float3, simt::float4, simt::int2, simt::int3, simt::int4;
using simt::make_float2, simt::make_float3, simt::make_float4, simt::make_int2, simt::make_int3;
using simt::uint3, simt::uint4, simt::make_uint3, simt::make_uint4, simt::make_int4;

bool same(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
bool same(float3 a, float3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
bool same(float4 a, float4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
bool same(int3 a, int3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
bool same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
bool same(float a, float b) { return a == b; }

constexpr int width = 32;
template <class T>
using lanes = simt::varying<T, width>;

float3 vector_of(int l) {
  return make_float3(0.25f * static_cast<float>(l) - 3.0f, 1.5f, static_cast<float>(l % 5));
}
/// f of lanes gives, lane by lane, f of numbers.
template <class F>
void check_lanes(F f) {
  lanes<float3> a(float3{}), b(float3{});
  for (int l = 0; l < width; ++l) {
    a.set_lane(l, vector_of(l));
    b.set_lane(l, vector_of(3 * l + 1));
  }
  auto const both = f(a, b);
  auto const one = f(a, vector_of(2));
  for (int l = 0; l < width; ++l) {
    CHECK(same(both.lane(l), f(vector_of(l), vector_of(3 * l + 1))));
    CHECK(same(one.lane(l), f(vector_of(l), vector_of(2))));
  }
}

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

}  // namespace

TEST_CASE("operators of vectors and numbers") {
  float3 const a = make_float3(1.0f, 2.0f, 3.0f), b = make_float3(4.0f, 8.0f, 0.5f);
  CHECK(same(a + b, make_float3(5.0f, 10.0f, 3.5f)));
  CHECK(same(a - b, make_float3(-3.0f, -6.0f, 2.5f)));
  CHECK(same(a * b, make_float3(4.0f, 16.0f, 1.5f)));
  CHECK(same(b / a, make_float3(4.0f, 4.0f, 0.5f / 3.0f)));
  CHECK(same(a + 1, make_float3(2.0f, 3.0f, 4.0f)));
  CHECK(same(2.0f * a, make_float3(2.0f, 4.0f, 6.0f)));
  CHECK(same(1.0f - a, make_float3(0.0f, -1.0f, -2.0f)));
  CHECK(same(-a, make_float3(-1.0f, -2.0f, -3.0f)));
  float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
  v += v;
  v -= 1.0f;
  v *= 2;
  v /= make_float4(1.0f, 2.0f, 4.0f, 7.0f);
  CHECK(same(v, make_float4(2.0f, 3.0f, 2.5f, 2.0f)));
  int3 i = make_int3(7, -7, 2);
  i *= make_int3(1, 2, 3);
  CHECK(same(i / 2, make_int3(3, -7, 3)));
  CHECK(same(simt::dim3(1, 2, 3) * make_uint3(2, 2, 2), make_uint3(2, 4, 6)));
  static_assert(std::is_same_v<decltype(a * 2.0), float3>);
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
TEST_CASE("[VEC-001] vectors made of others") {
  CHECK(same(make_float3(2.0f), make_float3(2.0f, 2.0f, 2.0f)));
  CHECK(same(make_float3(make_float2(1.0f, 2.0f)), make_float3(1.0f, 2.0f, 0.0f)));
  CHECK(same(make_float4(make_float3(1.0f, 2.0f, 3.0f), 4), make_float4(1.0f, 2.0f, 3.0f, 4.0f)));
  CHECK(same(make_float2(make_float4(1.0f, 2.0f, 3.0f, 4.0f)), make_float2(1.0f, 2.0f)));
  CHECK(same(make_int3(make_float4(1.5f, -2.5f, 3.0f, 4.0f)), make_int3(1, -2, 3)));
  CHECK(same(make_uint3(make_uint4(1, 2, 3, 4)), make_uint3(1, 2, 3)));
  lanes<float> x = 5.0f;
  CHECK(same(make_float4(make_float3(1.0f, 2.0f, 3.0f), x).lane(7),
             make_float4(1.0f, 2.0f, 3.0f, 5.0f)));
  CHECK(same(make_float3(x).lane(3), make_float3(5.0f)));
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
