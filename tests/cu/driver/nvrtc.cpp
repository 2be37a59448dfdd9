// SPDX-License-Identifier: MIT
// CUDA's run-time compilation: a text becomes a module.
#include <nvrtc.h>

#include <cuda.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::string log_of(nvrtcProgram p) {
  std::size_t bytes = 0;
  CHECK(nvrtcGetProgramLogSize(p, &bytes) == NVRTC_SUCCESS);
  std::string log(bytes, ' ');
  CHECK(nvrtcGetProgramLog(p, log.data()) == NVRTC_SUCCESS);
  log.pop_back();
  return log;
}

}  // namespace

TEST_CASE("[L2-011] a text with a header, a macro and a name expression runs") {
  char const text[] =
      "#include \"scale.h\"\n"
      "extern \"C\" __global__ void add(float const* a, float* b, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) b[i] = scaled(a[i]) + OFFSET;\n"
      "}\n"
      "template <class T> __global__ void fill(T* p, T v) { p[threadIdx.x] = v; }\n"
      "__device__ int answer = 42;\n";
  char const* headers[] = {"__device__ inline float scaled(float x) { return 2 * x; }\n"};
  char const* names[] = {"scale.h"};
  nvrtcProgram p = nullptr;
  REQUIRE(nvrtcCreateProgram(&p, text, "add.cu", 1, headers, names) == NVRTC_SUCCESS);
  CHECK(nvrtcAddNameExpression(p, "fill<float>") == NVRTC_SUCCESS);
  CHECK(nvrtcAddNameExpression(p, "&answer") == NVRTC_SUCCESS);
  char const* name = nullptr;
  CHECK(nvrtcGetLoweredName(p, "fill<float>", &name) ==
        NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  char const* options[] = {"--gpu-architecture=sm_90", "-DOFFSET=1", "-lineinfo"};
  nvrtcResult const compiled = nvrtcCompileProgram(p, 3, options);
  INFO(log_of(p));
  REQUIRE(compiled == NVRTC_SUCCESS);
  CHECK(nvrtcAddNameExpression(p, "add") == NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  std::size_t bytes = 0;
  REQUIRE(nvrtcGetCUBINSize(p, &bytes) == NVRTC_SUCCESS);
  std::vector<char> image(bytes);
  CHECK(nvrtcGetCUBIN(p, image.data()) == NVRTC_SUCCESS);

  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  CUcontext c = nullptr;
  CUmodule m = nullptr;
  CUfunction f = nullptr;
  REQUIRE(cuCtxCreate(&c, 0, 0) == CUDA_SUCCESS);
  REQUIRE(cuModuleLoadData(&m, image.data()) == CUDA_SUCCESS);
  CUdeviceptr a = 0, b = 0;
  CHECK(cuMemAlloc(&a, 400) == CUDA_SUCCESS);
  CHECK(cuMemAlloc(&b, 400) == CUDA_SUCCESS);
  CHECK(nvrtcGetLoweredName(p, "fill<float>", &name) == NVRTC_SUCCESS);
  REQUIRE(cuModuleGetFunction(&f, m, name) == CUDA_SUCCESS);
  float three = 3;
  void* fill_args[] = {&a, &three};
  CHECK(cuLaunchKernel(f, 1, 1, 1, 100, 1, 1, 0, nullptr, fill_args, nullptr) == CUDA_SUCCESS);
  REQUIRE(cuModuleGetFunction(&f, m, "add") == CUDA_SUCCESS);
  int n = 100;
  void* args[] = {&a, &b, &n};
  CHECK(cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr) == CUDA_SUCCESS);
  std::vector<float> out(100);
  CHECK(cuMemcpyDtoH(out.data(), b, 400) == CUDA_SUCCESS);
  CHECK(out == std::vector<float>(100, 7));
  CHECK(nvrtcGetLoweredName(p, "&answer", &name) == NVRTC_SUCCESS);
  CUdeviceptr answer = 0;
  int value = 0;
  CHECK(cuModuleGetGlobal(&answer, nullptr, m, name) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoH(&value, answer, sizeof value) == CUDA_SUCCESS);
  CHECK(value == 42);
  CHECK(nvrtcGetLoweredName(p, "other", &name) == NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  CHECK(nvrtcDestroyProgram(&p) == NVRTC_SUCCESS);
  CHECK(p == nullptr);
  CHECK(cuCtxDestroy(c) == CUDA_SUCCESS);
}

TEST_CASE("[L2-011] mistakes are told with their lines") {
  nvrtcProgram p = nullptr;
  REQUIRE(nvrtcCreateProgram(&p,
                             "extern \"C\" __global__ void k(int* p) {\n"
                             "  p[0] = missing;\n"
                             "}\n",
                             "wrong.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS);
  CHECK(nvrtcCompileProgram(p, 0, nullptr) == NVRTC_ERROR_COMPILATION);
  std::string const log = log_of(p);
  INFO(log);
  CHECK(log.find("wrong.cu:2:") != std::string::npos);
  CHECK(log.find("missing") != std::string::npos);
  std::size_t bytes = 0;
  CHECK(nvrtcGetCUBINSize(p, &bytes) == NVRTC_ERROR_INVALID_PROGRAM);
  char const* odd[] = {"--no-such-option"};
  CHECK(nvrtcCompileProgram(p, 1, odd) == NVRTC_ERROR_INVALID_OPTION);
  CHECK(log_of(p).find("--no-such-option") != std::string::npos);
  setenv("SIMT_CU_TOOL", "/nowhere/simt-cu", 1);
  CHECK(nvrtcCompileProgram(p, 0, nullptr) == NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
  CHECK(log_of(p).find("simt_cuda_nvrtc(TARGET)") != std::string::npos);
  unsetenv("SIMT_CU_TOOL");
  CHECK(nvrtcDestroyProgram(&p) == NVRTC_SUCCESS);
  CHECK(nvrtcDestroyProgram(&p) == NVRTC_ERROR_INVALID_PROGRAM);
  CHECK(nvrtcCreateProgram(&p, nullptr, "a", 0, nullptr, nullptr) == NVRTC_ERROR_INVALID_INPUT);
  CHECK(std::string(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION)) == "NVRTC_ERROR_COMPILATION");
}
