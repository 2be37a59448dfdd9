// SPDX-License-Identifier: MIT
// Libraries and kernels by their handles, of both APIs, and the driver's functions by their names.
#include <cuda.h>
#include <cuda_runtime.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "thread/capture.hpp"

namespace {

std::string const file = SIMT_DRIVER_MODULE;

struct device_memory {
  float* p = nullptr;
  device_memory() {
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
    REQUIRE(cudaMalloc(&p, 3 * 64 * sizeof(float)) == cudaSuccess);
    std::vector<float> numbers(128);
    for (std::size_t i = 0; i < 128; ++i) numbers[i] = static_cast<float>(i);
    REQUIRE(cudaMemcpy(p, numbers.data(), 512, cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~device_memory() {
    CHECK(cudaFree(p) == cudaSuccess);
    (void)cudaGetLastError();
  }
  float last_sum() {
    float out = 0;
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cudaMemcpy(&out, p + 191, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(cudaMemset(p + 128, 0, 256) == cudaSuccess);
    return out;
  }
};

}  // namespace

TEST_CASE_FIXTURE(device_memory, "libraries of the runtime API: kernels and variables by name") {
  cudaLibrary_t library = nullptr;
  REQUIRE(cudaLibraryLoadFromFile(&library, file.c_str(), nullptr, nullptr, 0, nullptr, nullptr,
                                  0) == cudaSuccess);
  cudaKernel_t kernel = nullptr;
  CHECK(cudaLibraryGetKernel(&kernel, library, "nothing") == cudaErrorSymbolNotFound);
  CHECK(cudaLibraryGetKernel(nullptr, library, "add") == cudaErrorInvalidValue);
  REQUIRE(cudaLibraryGetKernel(&kernel, library, "add") == cudaSuccess);
  // A kernel's handle goes wherever a kernel's address does.
  float *a = p, *b = p + 64, *c = p + 128;
  int n = 64;
  void* args[] = {&a, &b, &c, &n};
  CHECK(cudaLaunchKernel(reinterpret_cast<void const*>(kernel), 2, 32, args, 0, nullptr) ==
        cudaSuccess);
  CHECK(last_sum() == 63 + 127);
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, reinterpret_cast<void const*>(kernel)) == cudaSuccess);
  CHECK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024,
                                        0) == cudaSuccess);
  CHECK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024,
                                        99) == cudaErrorInvalidDevice);

  unsigned count = 0;
  CHECK(cudaLibraryGetKernelCount(&count, library) == cudaSuccess);
  CHECK(count == 11);
  std::vector<cudaKernel_t> all(count + 1);
  CHECK(cudaLibraryEnumerateKernels(all.data(), count + 1, library) == cudaSuccess);
  CHECK(all.back() == nullptr);
  CHECK(std::count(all.begin(), all.end(), kernel) == 1);

  void* variable = nullptr;
  std::size_t bytes = 0;
  CHECK(cudaLibraryGetGlobal(&variable, &bytes, library, "factor") == cudaSuccess);
  CHECK(bytes == 16);
  CHECK(cudaLibraryGetManaged(&variable, &bytes, library, "nothing") == cudaErrorSymbolNotFound);
  CHECK(cudaLibraryGetUnifiedFunction(&variable, library, "_Z9factoriali") == cudaSuccess);
  CHECK(reinterpret_cast<int (*)(int)>(variable)(5) == 120);
  CHECK(cudaLibraryUnload(library) == cudaSuccess);
  CHECK(cudaLibraryUnload(library) == cudaErrorInvalidResourceHandle);
  CHECK(cudaLibraryGetKernel(&kernel, library, "add") == cudaErrorInvalidResourceHandle);
}

TEST_CASE_FIXTURE(device_memory, "libraries of the runtime API: what is none says why") {
  cudaLibrary_t library = nullptr;
  char log[200] = {};
  cudaJitOption options[] = {cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  CHECK(cudaLibraryLoadData(&library, ".version 8.0\n.target sm_90\n", options, values, 2, nullptr,
                            nullptr, 0) == cudaErrorNoKernelImageForDevice);
  CHECK(std::string(log).find("PTX") != std::string::npos);
  CHECK(cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
        cudaErrorInvalidValue);
  CHECK(cudaLibraryLoadData(&library, log, nullptr, nullptr, 2, nullptr, nullptr, 0) ==
        cudaErrorInvalidValue);
  CHECK(captured(2, [&] {
          CHECK(cudaLibraryLoadFromFile(&library, "/nowhere/at_all", nullptr, nullptr, 0, nullptr,
                                        nullptr, 0) == cudaErrorFileNotFound);
        }) == "simt: cudaLibraryLoad: cannot read /nowhere/at_all\n");
}

TEST_CASE_FIXTURE(device_memory, "libraries of the driver API, and what is asked of functions") {
  std::ifstream in(file, std::ios::binary);
  std::string const image{std::istreambuf_iterator<char>(in), {}};
  CUlibrary library = nullptr;
  REQUIRE(cuLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0) ==
          CUDA_SUCCESS);
  CUkernel kernel = nullptr;
  REQUIRE(cuLibraryGetKernel(&kernel, library, "add") == CUDA_SUCCESS);
  CUfunction function = nullptr;
  REQUIRE(cuKernelGetFunction(&function, kernel) == CUDA_SUCCESS);
  char const* name = nullptr;
  CHECK(cuKernelGetName(&name, kernel) == CUDA_SUCCESS);
  CHECK(std::string(name) == "add");
  CUlibrary owner = nullptr;
  CHECK(cuKernelGetLibrary(&owner, kernel) == CUDA_SUCCESS);
  CHECK(owner == library);
  float *a = p, *b = p + 64, *c = p + 128;
  int n = 64;
  void* args[] = {&a, &b, &c, &n};
  // A kernel's handle is taken for a function's, too.
  for (CUfunction const each : {function, reinterpret_cast<CUfunction>(kernel)}) {
    CUlaunchConfig config{};
    config.gridDimX = 2;
    config.blockDimX = 32;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    CHECK(cuLaunchKernelEx(&config, each, args, nullptr) == CUDA_SUCCESS);
    CHECK(last_sum() == 63 + 127);
  }
  CHECK(cuLaunchKernelEx(nullptr, function, args, nullptr) == CUDA_ERROR_INVALID_VALUE);
  int most = 0;
  CHECK(cuKernelGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0) ==
        CUDA_SUCCESS);
  CHECK(most == 1024);
  CHECK(cuKernelGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 9) ==
        CUDA_ERROR_INVALID_DEVICE);
  std::size_t parameters = 0, offset = 0, bytes = 0;
  CHECK(cuKernelGetParamCount(kernel, &parameters) == CUDA_SUCCESS);
  CHECK(parameters == 4);
  CHECK(cuFuncGetParamInfo(function, 3, &offset, &bytes) == CUDA_SUCCESS);
  CHECK(offset == 24);
  CHECK(bytes == 4);
  CUfunctionLoadingState state{};
  CHECK(cuFuncIsLoaded(&state, function) == CUDA_SUCCESS);
  CHECK(state == CU_FUNCTION_LOADING_STATE_LOADED);
  CHECK(cuFuncLoad(function) == CUDA_SUCCESS);

  unsigned count = 0;
  CHECK(cuLibraryGetKernelCount(&count, library) == CUDA_SUCCESS);
  CUmodule module = nullptr;
  CHECK(cuLibraryGetModule(&module, library) == CUDA_SUCCESS);
  unsigned functions = 0;
  CHECK(cuModuleGetFunctionCount(&functions, module) == CUDA_SUCCESS);
  CHECK(functions == count);
  std::vector<CUfunction> all(functions);
  CHECK(cuModuleEnumerateFunctions(all.data(), functions, module) == CUDA_SUCCESS);
  CHECK(std::count(all.begin(), all.end(), function) == 1);
  CUdeviceptr variable = 0;
  CHECK(cuLibraryGetGlobal(&variable, &bytes, library, "pair") == CUDA_SUCCESS);
  CHECK(bytes == 16);
  CHECK(cuLibraryUnload(library) == CUDA_SUCCESS);
  CHECK(cuLibraryUnload(library) == CUDA_ERROR_INVALID_HANDLE);
}
