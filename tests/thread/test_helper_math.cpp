// SPDX-License-Identifier: MIT
#include <simt/cuda/helper_math.h>

#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <vector>

// The operators and functions of CUDA's samples in thread kernels, by their global names.
namespace {

__global__ void move(float3* p, float4 const* v, uint3* at, float dt) {
  uint const i = threadIdx.x;
  float3 const speed = make_float3(v[i]);
  p[i] += dt * speed;
  p[i] = clamp(p[i], make_float3(-1.0f), make_float3(1.0f));
  p[i].x = lerp(p[i].x, 0.0f, 0.5f);
  at[i] = make_uint3(make_int3(fracf(p[i]) * 8.0f)) + blockIdx * blockDim;
  if (dot(speed, speed) > 0.0f)
    p[i] = p[i] + normalize(cross(speed, make_float3(0.0f, 0.0f, 1.0f)));
}

}  // namespace

TEST_CASE("[VEC-001] operators and functions of vectors in a thread kernel") {
  std::vector<float3> p{make_float3(0.5f, -2.0f, 0.25f), make_float3(3.0f)};
  std::vector<float4> const v{make_float4(1.0f, 0.0f, 0.0f, 9.0f), make_float4(0.0f)};
  std::vector<uint3> at(2);
  run_threads(1, 2, 0, KERNEL(move), p.data(), v.data(), at.data(), 0.25f);
  CHECK(p[0].x == 0.375f);
  CHECK(p[0].y == -2.0f);  // -1 after clamping, then one step along -y
  CHECK(p[0].z == 0.25f);
  CHECK(p[1].x == 0.5f);
  CHECK(p[1].y == 1.0f);
  CHECK(at[0] == make_uint3(3, 0, 2));
  CHECK(at[1] == make_uint3(4, 0, 0));
}
