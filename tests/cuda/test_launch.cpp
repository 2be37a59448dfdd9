// SPDX-License-Identifier: MIT
#include <simt/cuda/cooperative_groups.h>
#include <simt/cuda/cuda.h>
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/cuda_runtime_api.h>

#include <doctest/doctest.h>

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "thread/capture.hpp"

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
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void recursive(int* out) { out[threadIdx.x] = factorial(threadIdx.x); }
/// Each thread has an array of its own, with or without a barrier while it lives.
template <int Bytes, bool Waits>
__global__ void much_stack(int* out) {
  char volatile local[Bytes];
  local[0] = char(threadIdx.x);
  local[Bytes - 1] = char(threadIdx.x + 1);
  if (Waits) __syncthreads();
  out[threadIdx.x] = local[0] + local[Bytes - 1];
}
__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void add_one(int* p) { p[threadIdx.x] += 1; }
__global__ void prints() { printf("kernel %d\n", 1); }
[[maybe_unused]] __global__ void writes_to(int* p, bool waits) {
  if (waits) __syncthreads();
  if (threadIdx.x == 3) *p = 1;
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

#define RUN(kernel, config, ...)                  \
  ::simt::cuda::launch_configuration config.call( \
      #kernel, [=](auto... simt_a) { kernel(simt_a...); } __VA_OPT__(, ) __VA_ARGS__)

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

TEST_CASE("[EXEC-003] dynamic shared memory above 48 KiB is refused until a kernel asks for it") {
  int* const none = nullptr;
  auto const call = [&](std::size_t s) {
    ::simt::cuda::launch_configuration(1, 1, s).call(
        "dynamic", [=](auto simt_1) { static_cast<void>(simt_1); }, none);
    return cudaGetLastError();
  };
  CHECK(call(48 * 1024) == cudaSuccess);
  CHECK(call(48 * 1024 + 1) == cudaErrorInvalidValue);
  void* args[] = {const_cast<int**>(&none)};
  CHECK(cudaLaunchKernel(dynamic, 1, 1, args, 64 * 1024) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024) ==
        cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024) ==
        cudaSuccess);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(call(64 * 1024) == cudaSuccess);
  CHECK(call(64 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("[DIAG-011] after a failed assertion the device does nothing more until its reset") {
  int* p = nullptr;
  REQUIRE(cudaMallocManaged(&p, sizeof(int)) == cudaSuccess);
  *p = 1;
  ::simt::cuda::launch_configuration(1, 1).call(
      "asserts", [] { ::simt::cuda::assertion_failed("false", __FILE__, __LINE__, "asserts"); });
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  ::simt::cuda::launch_configuration(1, 1).call(
      "fill", [](auto simt_1) { fill(simt_1, 2); }, p);
  CHECK(cudaGetLastError() == cudaErrorAssert);
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  CHECK(cudaStreamSynchronize(nullptr) == cudaErrorAssert);
  CHECK(cudaMemcpy(p, p, 0, cudaMemcpyDefault) == cudaErrorAssert);
  CHECK(*p == 1);
  CHECK(cudaDeviceReset() == cudaSuccess);
  static_cast<void>(cudaGetLastError());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("[HIER-019][COMPILE-004][COMPILE-005] compute capability and versions") {
  cudaDeviceProp properties;
  REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  int major = 0, minor = 0, runtime = 0, driver = 0;
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess);
  CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0) == cudaSuccess);
  CHECK(properties.major == major);
  CHECK(properties.minor == minor);
  CHECK(major >= 7);
  // What programs count as compiled for, which runs on all later devices.
  CHECK(SIMT_CUDA_ARCH <= 10 * (10 * major + minor));
  cudaFuncAttributes attributes;
  REQUIRE(cudaFuncGetAttributes(&attributes, ::simt::cuda::kernel_address(fill<int>)) ==
          cudaSuccess);
  CHECK(attributes.ptxVersion * 10 == SIMT_CUDA_ARCH);
  CHECK(attributes.binaryVersion == 10 * major + minor);
  // What every capability from 5 on has.
  CHECK(properties.warpSize == 32);
  CHECK(properties.maxThreadsPerBlock == 1024);
  CHECK(properties.maxThreadsDim[2] == 64);
  CHECK(properties.maxGridSize[0] == 2147483647);
  CHECK(properties.maxGridSize[1] == 65535);
  CHECK(properties.sharedMemPerBlock == 48 * 1024);
  CHECK(cudaRuntimeGetVersion(&runtime) == cudaSuccess);
  CHECK(runtime == CUDART_VERSION);
  CHECK(cudaDriverGetVersion(&driver) == cudaSuccess);
  CHECK(driver >= runtime);
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
  int grid_of_flags = 0, block_of_flags = 0;
  auto const no_shared = [](int) { return std::size_t{0}; };
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
            &grid_of_flags, &block_of_flags, dynamic, no_shared, 0, cudaOccupancyDefault) ==
        cudaSuccess);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, dynamic, 0, 0) == cudaSuccess);
  CHECK(grid_of_flags == grid);
  CHECK(block_of_flags == block);
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

TEST_CASE("[DEV-037][DEV-042] CUDA's header names, and the version in each") {
  int version = 0;
  CHECK(cudaRuntimeGetVersion(&version) == cudaSuccess);
  CHECK(version == CUDART_VERSION);
  CHECK(CUDA_VERSION == CUDART_VERSION);
  CUresult const result = CUDA_SUCCESS;     // cuda.h
  cudaError_t const error = cudaSuccess;    // cuda_runtime_api.h
  uint3 const place = make_uint3(1, 2, 3);  // cuda_runtime.h
  CHECK(int(result) == int(error));
  CHECK(place.z == 3);
}

TEST_CASE("[LIMIT-011] device functions call themselves") {
  std::vector<int> out(10);
  RUN(recursive, (1, 10), out.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out == std::vector<int>{1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880});
}

TEST_CASE("[LIMIT-003][LIMIT-004] threads have the stack that was asked for, below 512 KiB") {
  std::vector<int> out(4);
  std::vector<int> const right{1, 3, 5, 7};
  RUN((much_stack<135200, false>), (1, 4), out.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out == right);
  out.assign(4, 0);
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 512 * 1024) == cudaErrorInvalidValue);
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 400000) == cudaSuccess);
  std::size_t bytes = 0;
  CHECK(cudaDeviceGetLimit(&bytes, cudaLimitStackSize) == cudaSuccess);
  CHECK(bytes == 400000);
  RUN((much_stack<320000, true>), (2, 4), out.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out == right);
  (void)cudaGetLastError();
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 1024) == cudaSuccess);
}

#if SIMT_CATCH_OVERFLOW
TEST_CASE("a bad address ends the kernel, the device answers so until its reset, on request") {
  simt::catch_illegal_addresses();
  simt::handle_stack_overflow();  // doctest has put its own handler in front
  for (bool const waits : {false, true}) {
    CAPTURE(waits);
    auto* const bad = reinterpret_cast<int*>(std::uintptr_t{64});
    RUN(writes_to, (1, 8), bad, waits);
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    void* p = nullptr;
    CHECK(cudaMalloc(&p, 16) == cudaErrorIllegalAddress);
    CHECK(cudaDeviceReset() == cudaSuccess);
    (void)cudaGetLastError();
    int good = 0;
    RUN(writes_to, (1, 8), &good, waits);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(good == 1);
  }
  simt::catch_illegal_addresses(false);
}
#endif

TEST_CASE("[PIN-007][PIN-008][PIN-009] mapped memory: one address, atomics, seen after a wait") {
  CHECK(cudaSetDeviceFlags(cudaDeviceMapHost) == cudaSuccess);
  int* host = nullptr;
  int* device = nullptr;
  REQUIRE(cudaHostAlloc(&host, sizeof(int), cudaHostAllocMapped) == cudaSuccess);
  CHECK(cudaHostGetDevicePointer(&device, host, 0) == cudaSuccess);
  CHECK(device == host);
  *host = 0;
  cudaStream_t s;
  cudaEvent_t e;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  REQUIRE(cudaEventCreate(&e) == cudaSuccess);
  RUN(count, (10, 32, 0, s), device);
  // Atomic for the host, too, where a GPU's are not.
  for (int i = 0; i < 100; ++i) std::atomic_ref<int>(*host).fetch_add(1);
  CHECK(cudaEventRecord(e, s) == cudaSuccess);
  CHECK(cudaEventSynchronize(e) == cudaSuccess);
  CHECK(*host == 420);
  CHECK(cudaEventDestroy(e) == cudaSuccess);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaFreeHost(host) == cudaSuccess);
}

TEST_CASE("[UM-005][UM-017] kernels work on the host's memory; each way to wait shows their work") {
  int pageable = 0;
  CHECK(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0) == cudaSuccess);
  CHECK(pageable == 1);
  std::vector<int> on_heap(8, 1);
  auto const by_new = std::make_unique<int[]>(8);
  int* managed = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 8 * sizeof(int)) == cudaSuccess);
  std::fill_n(managed, 8, 0);
  cudaStream_t s;
  cudaEvent_t e;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  REQUIRE(cudaEventCreate(&e) == cudaSuccess);
  RUN(add_one, (1, 8, 0, s), on_heap.data());
  RUN(add_one, (1, 8, 0, s), by_new.get());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(on_heap == std::vector<int>(8, 2));
  CHECK(by_new[7] == 1);
  int scratch = 0;
  for (int way = 0; way < 7; ++way) {
    CAPTURE(way);
    RUN(add_one, (1, 8, 0, s), managed);
    CHECK(cudaEventRecord(e, s) == cudaSuccess);
    switch (way) {
      case 0:
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        break;
      case 1:
        CHECK(cudaStreamSynchronize(s) == cudaSuccess);
        break;
      case 2:
        while (cudaStreamQuery(s) != cudaSuccess) std::this_thread::yield();
        break;
      case 3:
        CHECK(cudaEventSynchronize(e) == cudaSuccess);
        break;
      case 4:
        while (cudaEventQuery(e) != cudaSuccess) std::this_thread::yield();
        break;
      case 5:
        CHECK(cudaMemcpy(&scratch, managed, sizeof scratch, cudaMemcpyDefault) == cudaSuccess);
        CHECK(scratch == way + 1);
        break;
      default:
        CHECK(cudaMemset(&managed[7], 0, sizeof(int)) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(managed[7] == 0);
    }
    CHECK(managed[3] == way + 1);
  }
  CHECK(cudaEventDestroy(e) == cudaSuccess);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE("[CB-005][CB-006] a host function: after what kernels print, with managed memory") {
  int* managed = nullptr;
  REQUIRE(cudaMallocManaged(&managed, sizeof(int)) == cudaSuccess);
  *managed = 0;
  std::string const text = captured(1, [&] {
    for (int i = 0; i < 3; ++i) {
      RUN(prints, (1, 1));
      RUN(add_one, (1, 1), managed);
      CHECK(cudaLaunchHostFunc(
                nullptr,
                [](void* p) {
                  std::printf("host %d\n", *static_cast<int*>(p));
                  *static_cast<int*>(p) += 10;
                },
                managed) == cudaSuccess);
    }
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  });
  CHECK(text == "kernel 1\nhost 1\nkernel 1\nhost 12\nkernel 1\nhost 23\n");
  CHECK(*managed == 33);
  CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE("[EVENT-008] an event takes the time at which its stream gets there") {
  cudaStream_t s;
  cudaEvent_t before, after;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  REQUIRE(cudaEventCreate(&before) == cudaSuccess);
  REQUIRE(cudaEventCreate(&after) == cudaSuccess);
  CHECK(cudaEventRecord(before, s) == cudaSuccess);
  CHECK(cudaLaunchHostFunc(
            s, [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); },
            nullptr) == cudaSuccess);
  CHECK(cudaEventRecord(after, s) == cudaSuccess);  // at once
  CHECK(cudaEventSynchronize(after) == cudaSuccess);
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, before, after) == cudaSuccess);
  CHECK(ms >= 19.9F);
  CHECK(cudaEventDestroy(before) == cudaSuccess);
  CHECK(cudaEventDestroy(after) == cudaSuccess);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
}

#if !SIMT_ASAN && !SIMT_TSAN
TEST_CASE("a million queued launches take less than 400 MB") {
  auto const resident_bytes = [] {
    long pages = 0;
    if (std::FILE* const f = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
      std::fclose(f);
    }
    return static_cast<std::size_t>(pages) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  };
  std::atomic<bool> go{false};
  static simt::kernel_record holder;
  CHECK(simt::submit_launch(holder, dim3(1), dim3(1), 0, nullptr, [&go] {
          while (!go) std::this_thread::yield();
          // What is queued behind it is dropped.
          throw simt::device_fault(simt::error_code::launch_failure, "the end of a test");
        }) == simt::error_code::success);
  std::size_t const before = resident_bytes();
  int* const none = nullptr;
  for (int i = 0; i < 1000000; ++i) RUN(recursive, (1, 32), none);
  std::size_t const after = resident_bytes();
  CHECK(after - std::min(before, after) < 400'000'000);
  go = true;
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(cudaDeviceReset() == cudaSuccess);
  (void)cudaGetLastError();
}
#endif

TEST_CASE("[STREAM-012] copies run while another stream's kernel does, in any order of issue") {
  int *pinned = nullptr, *device = nullptr;
  REQUIRE(cudaMallocHost(&pinned, sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMalloc(&device, sizeof(int)) == cudaSuccess);
  cudaStream_t a, b;
  REQUIRE(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking) == cudaSuccess);
  for (bool const copy_first : {false, true}) {
    CAPTURE(copy_first);
    std::atomic<bool> copied{false};
    *pinned = 7;
    auto const kernel = [&] {
      static simt::kernel_record record;
      CHECK(simt::submit_launch(record, dim3(1), dim3(1), 0, a, [&copied] {
              while (!copied) std::this_thread::yield();
            }) == simt::error_code::success);
    };
    auto const copy = [&] {
      CHECK(cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, b) == cudaSuccess);
      CHECK(cudaLaunchHostFunc(
                b, [](void* p) { *static_cast<std::atomic<bool>*>(p) = true; }, &copied) ==
            cudaSuccess);
    };
    if (copy_first) copy();
    kernel();
    if (!copy_first) copy();
    // The kernel ends after the copy alone.
    CHECK(cudaStreamSynchronize(b) == cudaSuccess);
    CHECK(cudaStreamSynchronize(a) == cudaSuccess);
    CHECK(copied);
  }
  CHECK(cudaStreamDestroy(a) == cudaSuccess);
  CHECK(cudaStreamDestroy(b) == cudaSuccess);
  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
}

namespace {
/// An argument of a launch: `Bytes` that are copied, or a share in a count.
template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) plain_load {
  unsigned char data[Bytes];
  void operator()() const { CHECK(data[Bytes - 1] == 5); }
};
struct counted_load {
  std::shared_ptr<int> runs;
  void operator()() const {
    CHECK(reinterpret_cast<std::uintptr_t>(this) % alignof(counted_load) == 0);
    ++*runs;
  }
};
struct alignas(64) counted_vector : counted_load {
  void operator()() const {
    CHECK(reinterpret_cast<std::uintptr_t>(this) % 64 == 0);
    counted_load::operator()();
  }
};
}  // namespace

TEST_CASE("[EXEC-001] a launch keeps its own copy of what it runs, of any size and alignment") {
  static simt::kernel_record record;
  auto const launch = [](cudaStream_t s, auto run) {
    CHECK(simt::submit_launch(record, dim3(1), dim3(1), 0, s, std::move(run)) ==
          simt::error_code::success);
  };
  cudaStream_t s;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  auto const runs = std::make_shared<int>(0);
  auto const all = [&] {
    plain_load<4, 4> small{};
    plain_load<4096, 4> large{};
    plain_load<64, 64> vector{};
    small.data[3] = large.data[4095] = vector.data[63] = 5;
    launch(s, small);
    launch(s, large);
    launch(s, vector);
    launch(s, counted_load{runs});
    launch(s, counted_vector{{runs}});
    counted_load const kept{runs};
    CHECK(simt::submit_launch(record, dim3(1), dim3(1), 0, s, kept) == simt::error_code::success);
    CHECK(kept.runs != nullptr);
  };
  all();
  CHECK(cudaStreamSynchronize(s) == cudaSuccess);
  CHECK(*runs == 3);
  CHECK(runs.use_count() == 1);

  REQUIRE(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess);
  all();
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  REQUIRE(cudaStreamEndCapture(s, &graph) == cudaSuccess);
  CHECK(*runs == 3);
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  for (int i = 0; i < 2; ++i) CHECK(cudaGraphLaunch(exec, s) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s) == cudaSuccess);
  CHECK(*runs == 9);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(runs.use_count() == 1);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
}
