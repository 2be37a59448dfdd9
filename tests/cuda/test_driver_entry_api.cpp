// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda.h>

#include <doctest/doctest.h>

#include <cstring>

// The driver API's functions by their names.
TEST_CASE("functions of the driver API are found by their names and called") {
  REQUIRE(cudaFree(nullptr) == cudaSuccess);
  void* f = nullptr;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointVersionNotSufficent;
  CHECK(cudaGetDriverEntryPoint("cuDeviceGetName", &f, cudaEnableDefault, &status) == cudaSuccess);
  CHECK(status == cudaDriverEntryPointSuccess);
  char name[64] = {};
  CHECK(reinterpret_cast<CUresult (*)(char*, int, CUdevice)>(f)(name, 64, 0) == CUDA_SUCCESS);
  CHECK(std::strlen(name) != 0);
  CHECK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &f, 12000, cudaEnableDefault, &status) ==
        cudaSuccess);
  CUdeviceptr p = 0;
  CHECK(reinterpret_cast<CUresult (*)(CUdeviceptr*, std::size_t)>(f)(&p, 64) == CUDA_SUCCESS);
  CHECK(cuMemFree(p) == CUDA_SUCCESS);
  // The driver's own call finds itself.
  CHECK(cuGetProcAddress("cuGetProcAddress", &f, 13000, 0, nullptr) == CUDA_SUCCESS);
  CHECK(f == reinterpret_cast<void*>(&cuGetProcAddress));
}

TEST_CASE("of a function whose parameters have changed the version's form is found") {
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  void *old_form = nullptr, *new_form = nullptr, *exported = nullptr;
  CHECK(cuGetProcAddress("cuMemcpyBatchAsync", &old_form, 12080, 0) == CUDA_SUCCESS);
  CHECK(cuGetProcAddress("cuMemcpyBatchAsync", &new_form, 13000, 0) == CUDA_SUCCESS);
  CHECK(cuGetProcAddress("cuMemcpyBatchAsync_v2", &exported, 13000, 0) == CUDA_SUCCESS);
  CHECK(old_form != new_form);
  CHECK(exported == new_form);
  CUcontext context = nullptr;
  CHECK(cuGetProcAddress("cuCtxCreate", &old_form, 11000, 0) == CUDA_SUCCESS);
  CHECK(reinterpret_cast<CUresult (*)(CUcontext*, unsigned, CUdevice)>(old_form)(&context, 0, 0) ==
        CUDA_SUCCESS);
  CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
}

TEST_CASE("what is not found, and wrong questions") {
  void* f = &f;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSuccess;
  CHECK(cudaGetDriverEntryPoint("cuNothing", &f, cudaEnableDefault, &status) == cudaSuccess);
  CHECK(status == cudaDriverEntryPointSymbolNotFound);
  CHECK(f == nullptr);
  CHECK(cudaGetDriverEntryPoint("cuMemAlloc_", &f, cudaEnableDefault) == cudaErrorSymbolNotFound);
  CHECK(cudaGetDriverEntryPoint("cuMemAlloc", nullptr, cudaEnableDefault) == cudaErrorInvalidValue);
  CHECK(cudaGetDriverEntryPoint("", &f, cudaEnableDefault) == cudaErrorInvalidValue);
  CHECK(cudaGetDriverEntryPoint("cuMemAlloc", &f, 7) == cudaErrorInvalidValue);
  CHECK(cudaGetDriverEntryPoint("cuMemAlloc", &f, cudaEnableLegacyStream) == cudaSuccess);
  CHECK(cudaGetDriverEntryPoint("cuMemAlloc", &f, cudaEnablePerThreadDefaultStream) ==
        cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SUCCESS;
  CHECK(cuGetProcAddress("cuNothing", &f, 13000, 0, &found) == CUDA_ERROR_NOT_FOUND);
  CHECK(found == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  CHECK(cuGetProcAddress(nullptr, &f, 13000, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuGetProcAddress("cuMemAlloc", &f, 13000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) ==
        CUDA_ERROR_NOT_SUPPORTED);
}
