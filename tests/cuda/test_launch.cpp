// SPDX-License-Identifier: MIT
#include <simt/cuda/cooperative_groups.h>
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <vector>

// Launches as the .cu step writes them.
#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace {

__global__ void saxpy(float* y, float const* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
template <class T>
__global__ void fill(T* p, T v) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void dynamic(int* out) {
  SIMT_CUDA_DYNAMIC_SHARED(s, int);
  s[threadIdx.x] = 7;
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void traps() { __trap(); }
__global__ void neighbours(int* a, int rounds) {
  auto const grid = cooperative_groups::this_grid();
  auto const n = grid.num_threads(), t = grid.thread_rank();
  for (int i = 0; i < rounds; ++i) {
    int const next = a[(t + 33) % n];
    grid.sync();
    a[t] += next;
    grid.sync();
  }
}
struct add {
  float value;
  __device__ float operator()(float x) const { return x + value; }
};
template <class F>
__global__ void apply(float* p, F f) {
  p[threadIdx.x] = f(p[threadIdx.x]);
}

}  // namespace

TEST_CASE("[EXEC-001][HIER-008][HIER-010][HIER-015] launches") {
  int const n = 1000;
  std::vector<float> x(n, 2), y(n, 1);
  ::simt::cuda::launch_configuration((n + 255) / 256, 256)
      .call(
          "saxpy", [=](auto... simt_a) { saxpy(simt_a...); }, y.data(), x.data(), 3.0f, n);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (float v : y) CHECK(v == 7);
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  std::vector<int> out(64);
  ::simt::cuda::launch_configuration(dim3(1), dim3(64), 64 * sizeof(int), stream)
      .call(
          "dynamic", [=](auto simt_1) { dynamic(simt_1); }, out.data());
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  for (int v : out) CHECK(v == 7);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  std::vector<double> d(32);
  ::simt::cuda::launch_configuration({2}, {16}).call(
      "fill<double>", [](auto simt_1) { fill<double>(simt_1, 2.5); }, d.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (double v : d) CHECK(v == 2.5);
}

TEST_CASE("[LANG-007][LANG-015][LANG-028] functors, lambdas and pointers to kernels") {
  std::vector<float> p(8, 1);
  ::simt::cuda::launch_configuration(1, 8).call(
      "apply", [=](auto... simt_a) { apply(simt_a...); }, p.data(), add{2});
  float const factor = 3;
  ::simt::cuda::launch_configuration(1, 8).call(
      "apply", [=](auto... simt_a) { apply(simt_a...); }, p.data(),
      [=] __host__ __device__(float x) { return x * factor; });
  auto const kernel = &fill<float>;
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (float v : p) CHECK(v == 9);
  ::simt::cuda::launch_configuration(1, 8).call(
      "kernel", [=](auto... simt_a) { kernel(simt_a...); }, p.data(), 4.0f);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (float v : p) CHECK(v == 4);
}

TEST_CASE("[EXEC-002][EXEC-003][EXEC-004] bad launches are the last error") {
  int* const none = nullptr;
  auto const call = [&](dim3 g, dim3 b, std::size_t s) {
    ::simt::cuda::launch_configuration(g, b, s).call(
        "dynamic", [=](auto simt_1) { dynamic(simt_1); }, none);
    return cudaGetLastError();
  };
  CHECK(call(0, 32, 0) == cudaErrorInvalidValue);
  CHECK(call(1, 2048, 0) == cudaErrorInvalidValue);
  CHECK(call(1, dim3(1, 1, 65), 0) == cudaErrorInvalidValue);
  CHECK(call(1, 32, 300 * 1024) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("[EXEC-001] kernels by their address") {
  std::vector<int> values(64);
  int* p = values.data();
  int v = 5;
  void* args[] = {&p, &v};
  CHECK(cudaLaunchKernel(&fill<int>, dim3(2), dim3(32), args) == cudaSuccess);
  CHECK(cudaLaunchKernel(::simt::cuda::kernel_address(fill<int>), dim3(2), dim3(32), args, 0,
                         nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int x : values) CHECK(x == 5);
  cudaFuncAttributes a;
  CHECK(cudaFuncGetAttributes(&a, dynamic) == cudaSuccess);
  CHECK(a.maxThreadsPerBlock == 1024);
  CHECK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) ==
        cudaSuccess);
  int blocks = 0, grid = 0, block = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 128, 0) == cudaSuccess);
  CHECK(blocks > 0);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, dynamic, 0, 0) == cudaSuccess);
  CHECK(block % 32 == 0);
}

TEST_CASE("[L2-010] cooperative launches") {
  std::vector<int> values(4 * 32, 1);
  int* p = values.data();
  int rounds = 3;
  void* args[] = {&p, &rounds};
  CHECK(cudaLaunchCooperativeKernel(neighbours, dim3(4), dim3(32), args) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int v : values) CHECK(v == 8);
  // As a plain launch its sync() is an error that names kernel, block and thread.
  ::simt::cuda::launch_configuration(4, 32).call(
      "neighbours", [=](auto... simt_a) { neighbours(simt_a...); }, p, rounds);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(cudaDeviceReset() == cudaSuccess);
}

TEST_CASE("[DIAG-013] what a kernel throws becomes the device's error") {
  ::simt::cuda::launch_configuration(1, 4).call("traps", [](auto...) { traps(); });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
