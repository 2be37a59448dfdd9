// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <simt/cuda/cuda_profiler_api.h>
#include <simt/cuda/cuda_runtime_api.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

// Before anything asks the runtime: four devices, of which the list lets two through.
[[maybe_unused]] bool const prepared = [] {
  setenv("SIMT_DEVICES", "4", 1);
  setenv("CUDA_VISIBLE_DEVICES", "0,2,-1,1", 1);
  setenv("SIMT_DEVICE_MEMORY", "64M", 1);
  setenv("SIMT_COMPUTE_CAPABILITY", "7.5", 1);
  return true;
}();

simt::kernel_record kernel;

template <class F>
cudaError_t launch(cudaStream_t stream, F f) {
  return static_cast<cudaError_t>(
      simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, stream, std::move(f)));
}

}  // namespace

TEST_CASE("[ENV-001][MULTI-001][DEV-005] CUDA_VISIBLE_DEVICES ends at the first bad index") {
  int n = 0;
  CHECK(cudaGetDeviceCount(&n) == cudaSuccess);
  CHECK(n == 2);
  CHECK(cudaSetDevice(2) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(simt::detail::visible_devices(3, "2,0").size() == 2);
  CHECK(simt::detail::visible_devices(3, "2,0").front() == 2);
  CHECK(simt::detail::visible_devices(3, "").empty());
  CHECK(simt::detail::visible_devices(3, "1,1").empty());
  CHECK(simt::detail::visible_devices(3, nullptr).size() == 3);
}

TEST_CASE("[DEV-006][DEV-007][DEV-008][DEV-009][DEV-010][DEV-013][DEV-016][DEV-017] properties") {
  cudaDeviceProp p;
  REQUIRE(cudaGetDeviceProperties(&p, 1) == cudaSuccess);
  CHECK(std::strlen(p.name) > 0);
  CHECK(p.major == 7);
  CHECK(p.minor == 5);
  CHECK(p.totalGlobalMem == 64u << 20);
  CHECK(p.warpSize == 32);
  CHECK(p.multiProcessorCount >= 1);
  CHECK(p.maxThreadsDim[2] == 64);
  CHECK(p.maxGridSize[0] == 2147483647);
  CHECK(p.integrated == 1);
  CHECK(p.unifiedAddressing == 1);
  CHECK(p.l2CacheSize > 0);
  int v = 0;
  CHECK(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 1) == cudaSuccess);
  CHECK(v == 7);
  char bus[32];
  int device = -1;
  CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, 1) == cudaSuccess);
  CHECK(cudaDeviceGetByPCIBusId(&device, bus) == cudaSuccess);
  CHECK(device == 1);
}

TEST_CASE("[MEM-019][DEV-016] a device's memory ends where SIMT_DEVICE_MEMORY says") {
  void* a = nullptr;
  void* b = nullptr;
  CHECK(cudaMalloc(&a, 60u << 20) == cudaSuccess);
  CHECK(cudaMalloc(&b, 8u << 20) == cudaErrorMemoryAllocation);
  CHECK(b == nullptr);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  CHECK(cudaMemGetInfo(&free_bytes, &total) == cudaSuccess);
  CHECK(total == 64u << 20);
  CHECK(free_bytes == 4u << 20);
  // The other device has its own.
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaMalloc(&b, 60u << 20) == cudaSuccess);
  cudaPointerAttributes at{};
  CHECK(cudaPointerGetAttributes(&at, b) == cudaSuccess);
  CHECK(at.device == 1);
  CHECK(cudaFree(b) == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaFree(a) == cudaSuccess);
  CHECK(simt::detail::parse_bytes("1k") == 1024);
  CHECK(simt::detail::parse_bytes("3G") == std::size_t{3} << 30);
  CHECK(simt::detail::parse_bytes("17") == 17);
  CHECK(simt::detail::parse_bytes("x") == 0);
}

TEST_CASE(
    "[MULTI-002][MULTI-003][MULTI-004][MULTI-005][MULTI-006][MULTI-007] streams and events across "
    "devices") {
  cudaStream_t s0 = nullptr;
  cudaStream_t s1 = nullptr;
  cudaEvent_t e0 = nullptr;
  cudaEvent_t e1 = nullptr;
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaStreamCreate(&s0) == cudaSuccess);
  CHECK(cudaEventCreate(&e0) == cudaSuccess);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaStreamCreate(&s1) == cudaSuccess);
  CHECK(cudaEventCreate(&e1) == cudaSuccess);
  std::atomic<int> x{0};
  // A launch into another device's stream fails, a copy does not.
  CHECK(launch(s0, [] {}) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  void* p = nullptr;
  CHECK(cudaMalloc(&p, 64) == cudaSuccess);
  CHECK(cudaMemsetAsync(p, 1, 64, s0) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s0) == cudaSuccess);
  CHECK(cudaFree(p) == cudaSuccess);
  CHECK(cudaEventRecord(e0, s1) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  // Waiting across devices works.
  CHECK(launch(s1, [&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          x = 1;
        }) == cudaSuccess);
  CHECK(cudaEventRecord(e1, s1) == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(s0, e1, 0) == cudaSuccess);
  int seen = -1;
  CHECK(launch(s0, [&] { seen = x; }) == cudaSuccess);
  CHECK(cudaEventRecord(e0, s0) == cudaSuccess);
  CHECK(cudaEventSynchronize(e1) == cudaSuccess);
  CHECK(cudaEventQuery(e1) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s0) == cudaSuccess);
  CHECK(seen == 1);
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, e0, e1) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(s0) == cudaSuccess);
  CHECK(cudaStreamDestroy(s1) == cudaSuccess);
  CHECK(cudaEventDestroy(e0) == cudaSuccess);
  CHECK(cudaEventDestroy(e1) == cudaSuccess);
}

TEST_CASE(
    "[MULTI-008][MULTI-009][MULTI-010][MULTI-011][MULTI-012] default streams, peers and copies "
    "between devices") {
  // The default streams of two devices do not wait for each other.
  std::atomic<bool> go{false};
  std::atomic<bool> ran{false};
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(launch(nullptr, [&] {
          while (!go) std::this_thread::yield();
        }) == cudaSuccess);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(launch(nullptr, [&] { ran = true; }) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(ran);
  CHECK(!go);
  go = true;
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);

  int can = -1;
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess);
  CHECK(can == 1);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaSuccess);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  (void)cudaGetLastError();
  int* a = nullptr;
  int* b = nullptr;
  std::array<int, 4> const in{1, 2, 3, 4};
  std::array<int, 4> out{};
  CHECK(cudaMalloc(&a, sizeof in) == cudaSuccess);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaMalloc(&b, sizeof in) == cudaSuccess);
  CHECK(cudaMemcpy(a, in.data(), sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyPeer(b, 1, a, 0, sizeof in) == cudaSuccess);
  CHECK(cudaMemcpy(out.data(), b, sizeof out, cudaMemcpyDefault) == cudaSuccess);
  CHECK(out == in);
  CHECK(cudaMemcpyPeerAsync(a, 0, b, 1, sizeof in, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(b) == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaFree(a) == cudaSuccess);
}

TEST_CASE(
    "[MULTI-016] sharing with other processes is refused with a code; profiler calls are no "
    "errors") {
  cudaIpcMemHandle_t handle{};
  CHECK(cudaIpcGetMemHandle(&handle, nullptr) == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(cudaProfilerStart() == cudaSuccess);
  CHECK(cudaProfilerStop() == cudaSuccess);
}

TEST_CASE("[DEV-003] a device's error is its own, and a reset ends it alone") {
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(launch(nullptr, [] {
          throw simt::device_fault(simt::error_code::launch_failure, "a fault of a test");
        }) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  (void)cudaGetLastError();
}
