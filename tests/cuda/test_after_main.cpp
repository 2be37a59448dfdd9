// SPDX-License-Identifier: MIT
// ALONE: an object that ends after the runtime

#include <doctest/doctest.h>
#include <simt/cuda/cuda.h>
#include <simt/cuda/cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

namespace {

// Made before the runtime, so that it ends after it: what a program's static objects do.
struct static_owner {
  void* memory = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  int* ran = nullptr;
  bool used = false;

  ~static_owner() {
    if (!used) return;
    bool const right = cudaFree(memory) == cudaErrorCudartUnloading &&
                       cudaStreamSynchronize(stream) == cudaErrorCudartUnloading &&
                       cudaStreamDestroy(stream) == cudaErrorCudartUnloading &&
                       cudaEventDestroy(event) == cudaErrorCudartUnloading &&
                       cudaGetLastError() == cudaErrorCudartUnloading &&
                       cuMemFree(reinterpret_cast<CUdeviceptr>(memory)) ==
                           CUDA_ERROR_DEINITIALIZED &&
                       cuModuleUnload(nullptr) == CUDA_ERROR_DEINITIALIZED &&
                       // What was queued when main returned has run.
                       *ran == 1;
    if (right) return;
    std::fputs("calls after main: a wrong answer\n", stderr);
    std::_Exit(1);
  }
};
static_owner owner;

// Made after the runtime, so that it ends before it, but after the main thread's thread_local objects.
struct late_owner {
  CUdeviceptr memory = 0;
  ~late_owner() {
    if (cuMemFree(memory) == CUDA_SUCCESS) return;
    std::fputs("calls of the driver API behind main: the context is gone\n", stderr);
    std::_Exit(1);
  }
};
int ran = 0;

}  // namespace

TEST_CASE("[DEV-004] calls after main has returned answer cudaErrorCudartUnloading") {
  REQUIRE(cudaMalloc(&owner.memory, 1000) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&owner.stream) == cudaSuccess);
  REQUIRE(cudaEventCreate(&owner.event) == cudaSuccess);
  static simt::kernel_record kernel;
  owner.ran = &ran;
  CHECK(simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, owner.stream,
                            [] { ran = 1; }) == simt::error_code::success);
  owner.used = true;
  CUcontext context = nullptr;
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
  REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  static late_owner late;
  CHECK(cuMemAlloc(&late.memory, 64) == CUDA_SUCCESS);
}
