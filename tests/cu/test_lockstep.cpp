// SPDX-License-Identifier: MIT
#include <cu/thread_form/lockstep.hpp>

#include <doctest/doctest.h>

#include <string>

#include "rewritten.hpp"

namespace {

bool meets(std::string const& text) {
  return rewritten(text).find("warp_step") != std::string::npos;
}

}  // namespace

TEST_CASE("lockstep: a warp's statements on volatile arrays meet") {
  CHECK(rewritten("__device__ void f(volatile int* v, int t) { v[t] += v[t + 16]; }") ==
        "__device__ void f(volatile int* v, int t) { ::simt::cuda::warp_meet(__FILE__, 13, v[t]), "
        "::simt::cuda::warp_step(__FILE__, 13, v[t]) += v[t + 16]; }");
  CHECK(meets(
      "__global__ void k(int t) { volatile int* v = s; if (t < 16) v[t] = x = x + v[t + 16]; }"));
  CHECK(meets("__device__ void f(volatile int* v, int t) { v[t] = max(v[t], v[t + 1]); }"));
}

TEST_CASE("lockstep: other statements stay") {
  CHECK_FALSE(meets("__device__ void f(int* v, int t) { v[t] += v[t + 16]; }"));
  CHECK_FALSE(meets("__device__ void f(volatile int* v, int t) { v[t] += 16; v[t] = v[t] * 2; }"));
  CHECK_FALSE(
      meets("__device__ void f(volatile int* v, int t) { v[t] += v[t + 16]; __syncwarp(); }"));
  // Of the thread's own.
  CHECK_FALSE(meets("__global__ void k(int t) { volatile int v[32]; v[t] += v[t + 16]; }"));
  CHECK(meets("__global__ void k(int t) { volatile __shared__ int v[32]; v[t] += v[t + 16]; }"));
  CHECK(meets("__global__ void k(int t) { __shared__ volatile int v[32]; v[t] += v[t + 16]; }"));
  // Volatile in another function.
  CHECK_FALSE(
      meets("__device__ void f(volatile int* v) {} __device__ void g(int* v, int t) { v[t] += "
            "v[t + 16]; }"));
  CHECK_FALSE(meets("void f(volatile int* v, int t) { v[t] += v[t + 16]; }"));
}
