#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_conversion.hpp>
#include <doctest/doctest.h>

// Operators and functions of vector types: uniform ones against the definition, lanes against
// uniform ones.
namespace simt_test::vector_values {


using simt::float2, simt::float3, simt::float4, simt::int2, simt::int3, simt::int4;
using simt::make_float2, simt::make_float3, simt::make_float4, simt::make_int2, simt::make_int3;
using simt::uint3, simt::uint4, simt::make_uint3, simt::make_uint4, simt::make_int4;

inline bool same(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
inline bool same(float3 a, float3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline bool same(float4 a, float4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
inline bool same(int3 a, int3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline bool same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline bool same(float a, float b) { return a == b; }

constexpr int width = 32;
template <class T>
using lanes = simt::varying<T, width>;

inline float3 vector_of(int l) {
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

}  // namespace simt_test::vector_values
