// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>

// What appendix G.2 of the CUDA C Programming Guide says of floating-point numbers.
namespace {

struct answers {
  float sum, quotient, root, subnormal;
  double wide, negated, absolute;
};

__global__ void compute(float one, float tiny, double nan, answers* out) {
  out->sum = one + tiny;
  out->quotient = one / 3.0f;
  out->root = sqrtf(2.0f * one);
  out->subnormal = tiny * 0x1p-120f;
  out->wide = 1.0 / (3.0 * static_cast<double>(one));
  out->negated = -nan;
  out->absolute = fabs(nan);
}
__global__ void divide(float zero, float* out) {
  out[0] = 1.0f / zero;
  out[1] = zero / zero;
  out[2] = 3e38f + 3e38f / (1.0f + zero);
}
__global__ void thirds(float one, float* out) {
  unsigned const i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  out[i % 4096] = one / 3.0f;         // the nearest number is above
  out[(i + 1) % 4096] = -one / 3.0f;  // and here below
}
constexpr float to_round[] = {2.5f, -2.5f, 3.5f, 0.25f, -0.75f, 1.0f};
constexpr int rounded[] = {2, -2, 4, 0, -1, 1};
/// By each function that takes the nearest integer, the even one of two.
__global__ void to_integers(float const* in, long long* out) {
  float const x = in[threadIdx.x];
  double const wide = static_cast<double>(x);
  long long* const to = out + 8 * threadIdx.x;
  to[0] = static_cast<long long>(rintf(x));
  to[1] = static_cast<long long>(nearbyintf(x));
  to[2] = lrintf(x);
  to[3] = llrintf(x);
  to[4] = static_cast<long long>(rint(wide));
  to[5] = static_cast<long long>(nearbyint(wide));
  to[6] = lrint(wide);
  to[7] = llrint(wide);
}
__global__ void add_subnormals(float* global, float x) {
  atomicAdd(global, x);
  atomicAdd(global + 1, x);
}

template <class K, class... A>
void run(K kernel, A... a) {
  ::simt::cuda::launch_configuration(1, 1).call("kernel", kernel, a...);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}
std::uint64_t bits(double x) {
  std::uint64_t b = 0;
  std::memcpy(&b, &x, sizeof b);
  return b;
}
double with_bits(std::uint64_t b) {
  double x = 0;
  std::memcpy(&x, &b, sizeof x);
  return x;
}

}  // namespace

TEST_CASE(
    "[FP-001] [FP-005] quotients, roots and subnormal numbers are IEEE's; -x and |x| of NaN keep "
    "its bits") {
  answers* out = nullptr;
  REQUIRE(cudaMallocManaged(&out, sizeof *out) == cudaSuccess);
  double const nan = with_bits(0x7ff8000000012345);
  run([](float a, float b, double c, answers* o) { compute(a, b, c, o); }, 1.0f, 0x1p-20f, nan,
      out);
  CHECK(out->sum == 0x1.00001p0f);
  CHECK(out->quotient == 0x1.555556p-2f);
  CHECK(out->root == 0x1.6a09e6p0f);
  CHECK(out->subnormal == 0x1p-140f);
  CHECK(out->wide == 0x1.5555555555555p-2);
  CHECK(bits(out->negated) == 0xfff8000000012345);
  CHECK(bits(out->absolute) == 0x7ff8000000012345);
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE("[FP-002] kernels round to the nearest number, whatever the host does") {
  float* out = nullptr;
  REQUIRE(cudaMallocManaged(&out, 4096 * sizeof *out) == cudaSuccess);
  for (int const mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO})
    for (int const blocks : {1, 64}) {
      REQUIRE(std::fesetround(mode) == 0);
      ::simt::cuda::launch_configuration(blocks, 64)
          .call(
              "thirds", [](float x, float* o) { thirds(x, o); }, 1.0f, out);
      auto const done = cudaDeviceSynchronize();
      int const after = std::fegetround();
      REQUIRE(std::fesetround(FE_TONEAREST) == 0);
      CHECK(done == cudaSuccess);
      CHECK(after == mode);  // the host's own stays
      for (int i = 0; i < blocks * 64; ++i) {
        CHECK(out[2 * i % 4096] == 0x1.555556p-2f);
        CHECK(out[(2 * i + 1) % 4096] == -0x1.555556p-2f);
      }
    }
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE(
    "[MATHF-075] [MATHF-076] [MATHF-079] [MATHF-081] [MATHD-074] [MATHD-075] [MATHD-078] "
    "[MATHD-080] "
    "the nearest integers are so, whatever the host does") {
  constexpr unsigned n = std::size(to_round);
  float* in = nullptr;
  long long* out = nullptr;
  REQUIRE(cudaMallocManaged(&in, sizeof to_round) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&out, 8 * n * sizeof *out) == cudaSuccess);
  std::copy_n(to_round, n, in);
  for (int const mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::fill_n(out, 8 * n, -77);
    REQUIRE(std::fesetround(mode) == 0);
    ::simt::cuda::launch_configuration(1, n).call(
        "to_integers", [](float const* i, long long* o) { to_integers(i, o); }, in, out);
    auto const done = cudaDeviceSynchronize();
    REQUIRE(std::fesetround(FE_TONEAREST) == 0);
    CHECK(done == cudaSuccess);
    for (unsigned i = 0; i < 8 * n; ++i) {
      CAPTURE(mode);
      CAPTURE(i % 8);
      CHECK(out[i] == rounded[i / 8]);
    }
  }
  CHECK(cudaFree(in) == cudaSuccess);
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE("[FP-003] what divides by zero or overflows is a number, whatever the host traps") {
  float* out = nullptr;
  REQUIRE(cudaMallocManaged(&out, 3 * sizeof *out) == cudaSuccess);
  run([](float z, float* o) { divide(z, o); }, 0.0f, out);
  CHECK(out[0] == std::numeric_limits<float>::infinity());
  CHECK(std::isnan(out[1]));
  CHECK(out[2] == std::numeric_limits<float>::infinity());
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE("[FP-007] sums of floats in global memory take subnormal numbers for zeros") {
  float* out = nullptr;
  REQUIRE(cudaMallocManaged(&out, 2 * sizeof *out) == cudaSuccess);
  out[0] = 0.0f;
  out[1] = 0x1p-100f;
  run([](float* o, float x) { add_subnormals(o, x); }, out, 0x1p-127f);
  CHECK(out[0] == 0.0f);
  CHECK(out[1] == 0x1p-100f);
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE("[FP-018] rint takes halves to even numbers, round away from zero") {
  float volatile const x = 2.5f, y = -0.5f;
  CHECK(rintf(x) == 2.0f);
  CHECK(roundf(x) == 3.0f);
  CHECK(rintf(y) == 0.0f);
  CHECK(roundf(y) == -1.0f);
  CHECK(truncf(x) == 2.0f);
  CHECK(ceilf(x) == 3.0f);
  CHECK(floorf(y) == -1.0f);
}
