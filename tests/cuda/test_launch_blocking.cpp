// SPDX-License-Identifier: MIT
// ALONE: sets the environment before anything asks the runtime

#include <doctest/doctest.h>
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/launch_call.hpp>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

namespace {

// Before anything asks the runtime.
[[maybe_unused]] bool const prepared = [] {
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  return true;
}();

simt::kernel_record kernel;

template <class F>
cudaError_t launch(cudaStream_t stream, F f) {
  return static_cast<cudaError_t>(
      simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, stream, std::move(f)));
}

}  // namespace

TEST_CASE(
    "[ENV-008][STREAM-014] CUDA_LAUNCH_BLOCKING=1: a launch returns when its kernel is done, with its error") {
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  int value = 0;
  CHECK(launch(s, [&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          value = 3;
        }) == cudaSuccess);
  CHECK(value == 3);
  CHECK(launch(nullptr, [] {
          throw simt::device_fault(simt::error_code::illegal_address, "a fault of a test");
        }) == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaDeviceReset() == cudaSuccess);
}
