// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda.h>
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "thread/capture.hpp"

namespace {

__global__ void prints(int n) { printf("kernel %d\n", n); }
__global__ void prints_much(int lines) {
  for (int i = 0; i < lines; ++i) printf("%7d\n", i);
}

void launch(int n) {
  ::simt::cuda::launch_configuration(1, 1).call(
      "prints", [](auto simt_1) { prints(simt_1); }, n);
}
void CUDART_CB called_back(cudaStream_t, cudaError_t, void*) { std::printf("callback\n"); }

}  // namespace

TEST_CASE("[DIAG-005] a kernel's text stands before what the host prints behind a flush") {
  cudaEvent_t event;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  int* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, sizeof(int)) == cudaSuccess);
  int value = 0;
  auto const text = captured(1, [&] {
    auto flush = [n = 0](auto const& wait) mutable {
      std::printf("launch %d\n", n);
      launch(n);
      CHECK(wait() == cudaSuccess);
      std::printf("host %d\n", n++);
    };
    flush([] { return cudaDeviceSynchronize(); });
    flush([] { return cudaStreamSynchronize(nullptr); });
    flush([&] {
      CHECK(cudaEventRecord(event) == cudaSuccess);
      return cudaEventSynchronize(event);
    });
    flush([&] { return cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost); });
    flush([&] { return cudaMemcpy(memory, &value, sizeof value, cudaMemcpyHostToDevice); });
    // The next launch of a stream, and a callback, begin behind the kernel.
    launch(5);
    launch(6);
    CHECK(cudaStreamAddCallback(nullptr, called_back, nullptr, 0) == cudaSuccess);
    launch(7);
    CHECK(cudaDeviceReset() == cudaSuccess);
    std::printf("end\n");
  });
  std::string expected;
  for (int i = 0; i < 5; ++i) {
    auto const n = std::to_string(i) + "\n";
    expected += "launch " + n + "kernel " + n + "host " + n;
  }
  CHECK(text == expected + "kernel 5\nkernel 6\ncallback\nkernel 7\nend\n");
}

TEST_CASE("[DIAG-004] text beyond the buffer's size is not lost") {
  std::size_t bytes = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize) == cudaSuccess);
  int const lines = static_cast<int>(bytes / 8) + 1000;
  auto const text = captured(1, [&] {
    ::simt::cuda::launch_configuration(1, 1).call(
        "prints_much", [](auto simt_1) { prints_much(simt_1); }, lines);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  });
  CHECK(text.size() == static_cast<std::size_t>(lines) * 8);
  CHECK(text.substr(0, 8) == "      0\n");
  CHECK(cudaDeviceReset() == cudaSuccess);
}

TEST_CASE("[DIAG-008][LIMIT-005] the printf buffer's size is kept, though nothing needs it") {
  std::size_t first = 0, now = 0;
  CHECK(cudaDeviceGetLimit(&first, cudaLimitPrintfFifoSize) == cudaSuccess);
  CHECK(first >= std::size_t{1} << 20);
  CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 * first) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&now, cudaLimitPrintfFifoSize) == cudaSuccess);
  CHECK(now >= 2 * first);
  CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, first) == cudaSuccess);
}
