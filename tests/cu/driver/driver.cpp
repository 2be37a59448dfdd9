// SPDX-License-Identifier: MIT
// The driver API, with a module that simt_add_cuda(… MODULE …) has built.
#include <cuda.h>
#include <cuda_runtime.h>

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "thread/capture.hpp"

namespace {

// Before anything asks the runtime.
CUresult const before_init = [] {
  setenv("SIMT_DEVICES", "2", 1);
  setenv("SIMT_DEVICE_MEMORY", "256M", 1);
  int n = 0;
  return cuDeviceGetCount(&n);
}();

std::string const file = SIMT_DRIVER_MODULE;
std::string bytes_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A context of device 0, current as long as this lives.
struct context {
  CUcontext handle = nullptr;
  context() {
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuCtxCreate(&handle, 0, 0) == CUDA_SUCCESS);
  }
  context(context const&) = delete;
  context& operator=(context const&) = delete;
  ~context() { CHECK(cuCtxDestroy(handle) == CUDA_SUCCESS); }
};
struct loaded : context {
  CUmodule module = nullptr;
  loaded() { REQUIRE(cuModuleLoad(&module, file.c_str()) == CUDA_SUCCESS); }
  CUfunction function(char const* name) const {
    CUfunction f = nullptr;
    CHECK(cuModuleGetFunction(&f, module, name) == CUDA_SUCCESS);
    return f;
  }
};

CUresult launch(CUfunction f, unsigned grid, unsigned block, void** args, unsigned shared = 0) {
  return cuLaunchKernel(f, grid, 1, 1, block, 1, 1, shared, nullptr, args, nullptr);
}
template <class T>
std::vector<T> read(CUdeviceptr p, std::size_t n) {
  std::vector<T> out(n);
  CHECK(cuMemcpyDtoH(out.data(), p, n * sizeof(T)) == CUDA_SUCCESS);
  return out;
}
CUdeviceptr allocate(std::size_t bytes) {
  CUdeviceptr p = 0;
  CHECK(cuMemAlloc(&p, bytes) == CUDA_SUCCESS);
  return p;
}
CUcontext current() {
  CUcontext c = nullptr;
  CHECK(cuCtxGetCurrent(&c) == CUDA_SUCCESS);
  return c;
}

}  // namespace

TEST_CASE("[DRV-001][DRV-025] before cuInit there is CUDA_ERROR_NOT_INITIALIZED") {
  CHECK(before_init == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuInit(1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuInit(0) == CUDA_SUCCESS);
  CHECK(CUDA_SUCCESS == 0);
  CHECK(CUDA_ERROR_INVALID_CONTEXT == 201);
  CHECK(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED == 303);
  char const* text = nullptr;
  CHECK(cuGetErrorName(CUDA_ERROR_INVALID_CONTEXT, &text) == CUDA_SUCCESS);
  CHECK(std::string(text) == "CUDA_ERROR_INVALID_CONTEXT");
  CHECK(cuGetErrorString(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, &text) == CUDA_SUCCESS);
  CHECK(std::string(text) == "context already current");
  CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text) == CUDA_SUCCESS);
  CHECK(std::string(text) == "out of memory");
  CHECK(cuGetErrorName(static_cast<CUresult>(12), &text) == CUDA_ERROR_INVALID_VALUE);
  int version = 0;
  CHECK(cuDriverGetVersion(&version) == CUDA_SUCCESS);
  CHECK(version == CUDA_VERSION);
}

TEST_CASE("[DRV-025][ERR-015] without a context there is CUDA_ERROR_INVALID_CONTEXT") {
  // A thread that has called nothing.
  std::thread([] {
    CUdeviceptr p = 0;
    CHECK(cuMemAlloc(&p, 16) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxSynchronize() == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxPopCurrent(nullptr) == CUDA_ERROR_INVALID_CONTEXT);
    CUmodule m = nullptr;
    CHECK(cuModuleLoad(&m, file.c_str()) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(current() == nullptr);
    // Questions about devices need none, and make none.
    int n = 0;
    CHECK(cuDeviceGetCount(&n) == CUDA_SUCCESS);
    CHECK(cudaGetDeviceCount(&n) == cudaSuccess);
    CHECK(current() == nullptr);
    CHECK(cudaGetLastError() == cudaSuccess);
  }).join();
}

TEST_CASE("[DRV-002][DRV-003] devices and handles") {
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  int n = 0;
  CHECK(cuDeviceGetCount(&n) == CUDA_SUCCESS);
  CHECK(n == 2);
  CUdevice d = -1;
  CHECK(cuDeviceGet(&d, 1) == CUDA_SUCCESS);
  CHECK(d == 1);
  CHECK(cuDeviceGet(&d, 2) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(cuDeviceGet(&d, -1) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(cuDeviceGet(nullptr, 0) == CUDA_ERROR_INVALID_VALUE);
  char name[64] = "";
  CHECK(cuDeviceGetName(name, sizeof name, 0) == CUDA_SUCCESS);
  CHECK(std::strlen(name) > 0);
  std::size_t bytes = 0;
  CHECK(cuDeviceTotalMem(&bytes, 0) == CUDA_SUCCESS);
  CHECK(bytes == std::size_t{256} << 20);
  int warp = 0, major = 0, minor = 0;
  CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0) == CUDA_SUCCESS);
  CHECK(warp == 32);
  CHECK(cuDeviceComputeCapability(&major, &minor, 0) == CUDA_SUCCESS);
  CHECK(major == 9);
  CUdevprop p;
  CHECK(cuDeviceGetProperties(&p, 0) == CUDA_SUCCESS);
  CHECK(p.SIMDWidth == 32);
  CHECK(p.maxGridSize[2] == 65535);
  // Table 14: a device pointer is a number that holds a pointer.
  static_assert(sizeof(CUdeviceptr) == sizeof(void*) && alignof(CUdeviceptr) == alignof(void*));
  static_assert(std::is_pointer_v<CUcontext> && std::is_pointer_v<CUmodule> &&
                std::is_pointer_v<CUfunction> && std::is_pointer_v<CUarray> &&
                std::is_pointer_v<CUtexref> && std::is_pointer_v<CUsurfref>);
  static_assert(std::is_same_v<CUstream, cudaStream_t> && std::is_same_v<CUevent, cudaEvent_t>);
}

TEST_CASE("[DRV-004][DRV-005][DRV-007][DRV-008] a thread's stack of contexts") {
  std::thread([] {
    CUcontext a = nullptr, b = nullptr, popped = nullptr;
    CHECK(cuCtxCreate(&a, 0, 0) == CUDA_SUCCESS);
    CHECK(current() == a);
    CUctxCreateParams parameters{};
    CHECK(cuCtxCreate(&b, &parameters, CU_CTX_SCHED_SPIN, 1) == CUDA_SUCCESS);
    CHECK(current() == b);
    CUdevice d = -1;
    unsigned flags = 0;
    CHECK(cuCtxGetDevice(&d) == CUDA_SUCCESS);
    CHECK(d == 1);
    CHECK(cuCtxGetFlags(&flags) == CUDA_SUCCESS);
    CHECK(flags == CU_CTX_SCHED_SPIN);
    CHECK(cuCtxPopCurrent(&popped) == CUDA_SUCCESS);
    CHECK(popped == b);
    CHECK(current() == a);
    // It floats: another thread may take it.
    std::thread([b] {
      CHECK(cuCtxPushCurrent(b) == CUDA_SUCCESS);
      CHECK(current() == b);
      CHECK(cuCtxPopCurrent(nullptr) == CUDA_SUCCESS);
      CHECK(current() == nullptr);
    }).join();
    CHECK(cuCtxPushCurrent(b) == CUDA_SUCCESS);
    CHECK(cuCtxSetCurrent(a) == CUDA_SUCCESS);  // in b's place
    CHECK(cuCtxPopCurrent(&popped) == CUDA_SUCCESS);
    CHECK(popped == a);
    CHECK(cuCtxDestroy(b) == CUDA_SUCCESS);
    CHECK(cuCtxDestroy(b) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CHECK(cuCtxPushCurrent(b) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CHECK(current() == a);
    CHECK(cuCtxDestroy(a) == CUDA_SUCCESS);
    CHECK(current() == nullptr);
    CHECK(cuCtxDestroy(nullptr) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuCtxCreate(&a, 0, 7) == CUDA_ERROR_INVALID_DEVICE);
    CHECK(cuCtxCreate(&a, 3, 0) == CUDA_ERROR_INVALID_VALUE);
  }).join();
}

TEST_CASE("[DRV-006] the context goes with its last user") {
  std::thread([] {
    CUcontext a = nullptr, again = nullptr;
    CHECK(cuCtxCreate(&a, 0, 0) == CUDA_SUCCESS);
    CHECK(cuCtxAttach(&again, 0) == CUDA_SUCCESS);
    CHECK(again == a);
    CHECK(cuCtxDetach(a) == CUDA_SUCCESS);
    CHECK(current() == a);
    CHECK(cuCtxDetach(a) == CUDA_SUCCESS);
    CHECK(current() == nullptr);
    CHECK(cuCtxPushCurrent(a) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CHECK(cuCtxAttach(&again, 0) == CUDA_ERROR_INVALID_CONTEXT);
  }).join();
}

TEST_CASE("[DRV-007][DRV-012] destroying a context frees what was made in it, and nothing else") {
  context outer;
  std::size_t before = 0, now = 0, total = 0;
  CHECK(cuMemGetInfo(&before, &total) == CUDA_SUCCESS);
  CUdeviceptr const kept = allocate(1 << 20);
  CUcontext inner = nullptr;
  REQUIRE(cuCtxCreate(&inner, 0, 0) == CUDA_SUCCESS);
  CUdeviceptr const gone = allocate(1 << 20);
  CHECK(gone != kept);
  CUstream stream = nullptr;
  CUevent event = nullptr;
  CUcontext of = nullptr;
  CHECK(cuStreamCreate(&stream, 0) == CUDA_SUCCESS);
  CHECK(cuStreamGetCtx(stream, &of) == CUDA_SUCCESS);
  CHECK(of == inner);
  CHECK(cuEventCreate(&event, 0) == CUDA_SUCCESS);
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CHECK(cuModuleLoad(&module, file.c_str()) == CUDA_SUCCESS);
  CHECK(cuModuleGetFunction(&function, module, "says") == CUDA_SUCCESS);
  // What a kernel prints is there when the context is gone.
  int n = 3;
  void* args[] = {&n};
  CHECK(captured(1, [&] {
          CHECK(launch(function, 1, 1, args) == CUDA_SUCCESS);
          CHECK(cuCtxDestroy(inner) == CUDA_SUCCESS);
        }) == "module says 3\n");
  CHECK(current() == outer.handle);
  CHECK(cuStreamQuery(stream) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuEventQuery(event) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(launch(function, 1, 1, args) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuMemFree(gone) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemFree(kept) == CUDA_SUCCESS);
  CHECK(cuMemGetInfo(&now, &total) == CUDA_SUCCESS);
  CHECK(now == before);
}

TEST_CASE(
    "[DRV-008][DRV-024] the runtime's primary context, and contexts of the driver API under it") {
  std::thread([] {
    CHECK(cudaFree(nullptr) == cudaSuccess);
    CUcontext const primary = current();
    REQUIRE(primary != nullptr);
    CUcontext retained = nullptr;
    unsigned flags = 7;
    int active = 0;
    CHECK(cuDevicePrimaryCtxRetain(&retained, 0) == CUDA_SUCCESS);
    CHECK(retained == primary);
    CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active) == CUDA_SUCCESS);
    CHECK(active == 1);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxDestroy(primary) == CUDA_ERROR_INVALID_CONTEXT);
    // The runtime picks up what the driver API makes current, and cudaSetDevice goes the other way.
    CUcontext other = nullptr;
    int device = -1;
    CHECK(cuCtxCreate(&other, 0, 1) == CUDA_SUCCESS);
    CHECK(cudaGetDevice(&device) == cudaSuccess);
    CHECK(device == 1);
    CHECK(cudaSetDevice(0) == cudaSuccess);
    CHECK(current() == primary);
    CHECK(cuCtxDestroy(other) == CUDA_SUCCESS);
    // Memory of either is the other's.
    void* p = nullptr;
    CHECK(cudaMalloc(&p, 64) == cudaSuccess);
    auto const number = reinterpret_cast<CUdeviceptr>(p);
    CHECK(cuMemsetD8(number, 7, 64) == CUDA_SUCCESS);
    unsigned char back[64] = {};
    CHECK(cudaMemcpy(back, p, 64, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back[63] == 7);
    CHECK(cuMemFree(number) == CUDA_SUCCESS);
    CUdeviceptr const q = allocate(64);
    CHECK(cudaFree(reinterpret_cast<void*>(q)) == cudaSuccess);
    // Errors of one are no last errors of the other.
    CHECK(cuMemFree(12345) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cudaGetLastError() == cudaSuccess);
    CUstream stream = nullptr;
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS);
    CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
    CHECK(cudaStreamQuery(stream) == cudaErrorInvalidResourceHandle);
    (void)cudaGetLastError();
    int version = 0;
    CHECK(cudaDriverGetVersion(&version) == cudaSuccess);
    CHECK(version == CUDA_VERSION);
  }).join();
}

TEST_CASE("[DRV-010][DRV-011] limits and preferences of caches") {
  loaded m;
  std::size_t value = 0;
  CHECK(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 1 << 20) == CUDA_SUCCESS);
  CHECK(cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE) == CUDA_SUCCESS);
  CHECK(value == 1 << 20);
  std::size_t runtime = 0;
  CHECK(cudaDeviceGetLimit(&runtime, cudaLimitPrintfFifoSize) == cudaSuccess);
  CHECK(runtime == value);
  CHECK(cuCtxSetLimit(static_cast<CUlimit>(77), 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE) == CUDA_ERROR_INVALID_VALUE);
  CUfunc_cache cache = CU_FUNC_CACHE_PREFER_NONE;
  CHECK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1) == CUDA_SUCCESS);
  CHECK(cuCtxGetCacheConfig(&cache) == CUDA_SUCCESS);
  CHECK(cache == CU_FUNC_CACHE_PREFER_L1);
  CHECK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_NONE) == CUDA_SUCCESS);
  CHECK(cuFuncSetCacheConfig(m.function("add"), CU_FUNC_CACHE_PREFER_SHARED) == CUDA_SUCCESS);
  CHECK(cuFuncSetCacheConfig(m.function("add"), static_cast<CUfunc_cache>(9)) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cuFuncSetCacheConfig(nullptr, CU_FUNC_CACHE_PREFER_L1) == CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE("[DRV-013][DRV-014][DRV-015] modules from files of any name and from memory") {
  context c;
  std::string const bytes = bytes_of(file);
  std::string const disguised = file + "_kernel64.ptx";
  std::ofstream(disguised, std::ios::binary) << bytes;
  CUmodule a = nullptr, b = nullptr;
  REQUIRE(cuModuleLoad(&a, disguised.c_str()) == CUDA_SUCCESS);
  REQUIRE(cuModuleLoadData(&b, bytes.data()) == CUDA_SUCCESS);
  CHECK(a != b);
  // Each has variables of its own.
  CUdeviceptr of_a = 0, of_b = 0;
  std::size_t size = 0;
  CHECK(cuModuleGetGlobal(&of_a, &size, a, "counter") == CUDA_SUCCESS);
  CHECK(size == sizeof(int));
  CHECK(cuModuleGetGlobal(&of_b, nullptr, b, "counter") == CUDA_SUCCESS);
  CHECK(of_a != of_b);
  CHECK(cuMemsetD32(of_a, 100, 1) == CUDA_SUCCESS);
  CHECK(read<int>(of_b, 1)[0] == 5);
  CUfunction f = nullptr;
  CHECK(cuModuleGetFunction(&f, b, "add") == CUDA_SUCCESS);
  CHECK(cuModuleUnload(a) == CUDA_SUCCESS);
  CHECK(cuModuleUnload(a) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuModuleGetFunction(&f, a, "add") == CUDA_ERROR_INVALID_HANDLE);
  // Unloading waits for what was launched, and what it printed is there.
  int n = 4;
  void* args[] = {&n};
  CHECK(cuModuleGetFunction(&f, b, "says") == CUDA_SUCCESS);
  CHECK(captured(1, [&] {
          CHECK(launch(f, 1, 1, args) == CUDA_SUCCESS);
          CHECK(cuModuleUnload(b) == CUDA_SUCCESS);
        }) == "module says 4\n");
  CHECK(launch(f, 1, 1, args) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuModuleLoad(&a, "/nowhere/at_all.ptx") == CUDA_ERROR_FILE_NOT_FOUND);
  CHECK(cuModuleLoad(&a, nullptr) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuModuleLoad(&a, "") == CUDA_ERROR_INVALID_VALUE);  // as on an H100
}

TEST_CASE("[DRV-013][DRV-014] PTX, cubins and other images say what to do") {
  context c;
  CUmodule m = nullptr;
  char log[512] = "";
  char info[64] = "x";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_INFO_LOG_BUFFER,
                            CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_TARGET_FROM_CUCONTEXT,
                            CU_JIT_WALL_TIME,
                            CU_JIT_LOG_VERBOSE};
  auto const load = [&](void const* image) {
    void* values[] = {log,
                      reinterpret_cast<void*>(sizeof log),
                      info,
                      reinterpret_cast<void*>(sizeof info),
                      nullptr,
                      nullptr,
                      reinterpret_cast<void*>(1)};
    CUresult const e = cuModuleLoadDataEx(&m, image, 7, options, values);
    CHECK(std::string(info).empty());
    CHECK(reinterpret_cast<std::uintptr_t>(values[1]) == std::strlen(log) + 1);
    return e;
  };
  char const ptx[] =
      "//\n.version 8.0\n.target sm_50\n.address_size 64\n.visible .entry k() { ret; }\n";
  CHECK(load(ptx) == CUDA_ERROR_NO_BINARY_FOR_GPU);
  CHECK(std::string(log).find("PTX") != std::string::npos);
  CHECK(std::string(log).find("simt_add_cuda(NAME MODULE") != std::string::npos);
  std::string cubin = bytes_of(file).substr(0, 4096);
  cubin[18] = static_cast<char>(190);  // EM_CUDA
  cubin[19] = 0;
  std::memset(&cubin[40], 0, 8);  // no sections
  cubin[56] = cubin[57] = cubin[60] = cubin[61] = 0;
  std::string const path = file + ".cubin";
  std::ofstream(path, std::ios::binary) << cubin;
  std::string const told =
      captured(2, [&] { CHECK(cuModuleLoad(&m, path.c_str()) == CUDA_ERROR_NO_BINARY_FOR_GPU); });
  CHECK(told.find("cubin") != std::string::npos);
  CHECK(load("no image at all") == CUDA_ERROR_INVALID_IMAGE);
  CHECK(load("\x50\xed\x55\xba ") == CUDA_ERROR_NO_BINARY_FOR_GPU);
  CHECK(cuModuleLoadData(&m, nullptr) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("[DRV-016][DRV-017] functions and variables by name") {
  loaded m;
  CUfunction f = nullptr;
  CHECK(cuModuleGetFunction(&f, m.module, "nothing") == CUDA_ERROR_NOT_FOUND);
  CHECK(cuModuleGetFunction(&f, m.module, "mangled") == CUDA_ERROR_NOT_FOUND);
  CHECK(cuModuleGetFunction(&f, m.module, "counter") == CUDA_ERROR_NOT_FOUND);
  CHECK(cuModuleGetFunction(&f, m.module, nullptr) == CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr const p = allocate(32 * sizeof(double));
  CUdeviceptr q = allocate(32 * sizeof(float));
  CUdeviceptr arg = p;
  void* args[] = {&arg, &q};
  CHECK(launch(m.function("_Z7mangledPi"), 1, 32, args) == CUDA_SUCCESS);
  CHECK(read<int>(p, 32) == std::vector<int>(32, 7));
  double value = 2.5;
  void* fill_args[] = {&arg, &value};
  CHECK(launch(m.function("_Z4fillIdEvPT_S0_"), 1, 32, fill_args) == CUDA_SUCCESS);
  CHECK(read<double>(p, 32) == std::vector<double>(32, 2.5));
  CHECK(launch(m.function("recursive"), 1, 8, args) == CUDA_SUCCESS);
  CHECK(read<int>(p, 8)[7] == 5040);
  CHECK(launch(m.function("bounded"), 1, 64, args) == CUDA_SUCCESS);
  CHECK(launch(m.function("bounded"), 1, 65, args) == CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr global = 0;
  std::size_t bytes = 0;
  CHECK(cuModuleGetGlobal(&global, &bytes, m.module, "pair") == CUDA_SUCCESS);
  CHECK(cuModuleGetGlobal(&global, &bytes, m.module, "") == CUDA_ERROR_INVALID_VALUE);
  CUfunction nameless = nullptr;
  CHECK(cuModuleGetFunction(&nameless, m.module, "") == CUDA_ERROR_INVALID_VALUE);
  CHECK(bytes == 16);
  CHECK(read<double>(global, 2)[1] == 2.5);
  CHECK(cuModuleGetGlobal(&global, &bytes, m.module, "factor") == CUDA_SUCCESS);
  float const three = 3;
  CHECK(cuMemcpyHtoD(global + 4, &three, 4) == CUDA_SUCCESS);
  CHECK(launch(m.function("counts"), 1, 32, args) == CUDA_SUCCESS);
  CHECK(read<float>(q, 32)[5] == 15);
  CHECK(cuModuleGetGlobal(&global, &bytes, m.module, "counter") == CUDA_SUCCESS);
  CHECK(read<int>(global, 1)[0] == 37);
  CHECK(cuModuleGetGlobal(&global, &bytes, m.module, "add") == CUDA_ERROR_NOT_FOUND);
  CHECK(cuModuleGetGlobal(nullptr, nullptr, m.module, "pair") == CUDA_ERROR_INVALID_VALUE);
  int most = 0;
  CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, m.function("bounded")) ==
        CUDA_SUCCESS);
  CHECK(most == 64);
}

TEST_CASE("[DRV-018] the linker takes a module, and nothing else") {
  context c;
  std::string bytes = bytes_of(file);
  CUlinkState state = nullptr;
  char log[256] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  REQUIRE(cuLinkCreate(2, options, values, &state) == CUDA_SUCCESS);
  char ptx[] = ".version 8.0\n.target sm_50\n";
  CHECK(cuLinkAddData(state, CU_JIT_INPUT_PTX, ptx, sizeof ptx, "a.ptx", 0, nullptr, nullptr) ==
        CUDA_ERROR_NO_BINARY_FOR_GPU);
  CHECK(std::string(log).find("a.ptx: the image is PTX") != std::string::npos);
  void* image = nullptr;
  std::size_t size = 0;
  CHECK(cuLinkComplete(state, &image, &size) == CUDA_ERROR_NO_BINARY_FOR_GPU);
  CHECK(cuLinkAddData(state, CU_JIT_INPUT_CUBIN, bytes.data(), bytes.size(), "m", 0, nullptr,
                      nullptr) == CUDA_SUCCESS);
  CHECK(cuLinkAddFile(state, CU_JIT_INPUT_CUBIN, file.c_str(), 0, nullptr, nullptr) ==
        CUDA_ERROR_NOT_SUPPORTED);
  CHECK(cuLinkComplete(state, &image, &size) == CUDA_SUCCESS);
  CHECK(size == bytes.size());
  CUmodule m = nullptr;
  CHECK(cuModuleLoadData(&m, image) == CUDA_SUCCESS);
  CHECK(cuLinkDestroy(state) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(loaded, "[DRV-019][DRV-020] kernels as nodes of graphs, by the driver's parameters") {
  CUfunction const f = function("mixed");
  CUdeviceptr const out = allocate(4 * sizeof(double));
  char tag = 3;
  double x = 2.5;
  float4 v{1, 0, 0, 4};
  short s = 9;
  CUdeviceptr to = out;
  void* args[] = {&tag, &x, &v, &s, &to};
  CUDA_KERNEL_NODE_PARAMS p{};
  p.func = f;
  p.gridDimX = p.gridDimY = p.gridDimZ = p.blockDimX = p.blockDimY = p.blockDimZ = 1;
  p.kernelParams = args;
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  CUgraphNode node = nullptr;
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  REQUIRE(cuGraphAddKernelNode(&node, graph, nullptr, 0, &p) == CUDA_SUCCESS);
  tag = 0;  // the node has its own
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
  CHECK(read<double>(out, 4) == std::vector<double>{3, 2.5, 5, 9});

  CUDA_KERNEL_NODE_PARAMS told{};
  REQUIRE(cuGraphKernelNodeGetParams(node, &told) == CUDA_SUCCESS);
  CHECK(told.func == f);
  CHECK(told.blockDimX == 1);
  CHECK(*static_cast<char*>(told.kernelParams[0]) == 3);

  // The same from a buffer.
  struct {
    char tag = 5;
    double x = 1;
    alignas(16) float v[4] = {2, 0, 0, 2};
    short s = 1;
    double* out;
  } packed;
  packed.out = reinterpret_cast<double*>(out);
  std::size_t bytes = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  p.extra = extra;
  CHECK(cuGraphExecKernelNodeSetParams(exec, node, &p) == CUDA_ERROR_INVALID_VALUE);
  p.kernelParams = nullptr;
  CHECK(cuGraphExecKernelNodeSetParams(exec, node, &p) == CUDA_SUCCESS);
  CHECK(cuGraphKernelNodeSetParams(node, &p) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
  CHECK(read<double>(out, 4) == std::vector<double>{5, 1, 4, 1});
  p.func = nullptr;
  CHECK(cuGraphAddKernelNode(&node, graph, nullptr, 0, &p) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
  CHECK(cuMemFree(out) == CUDA_SUCCESS);
}

TEST_CASE("[DRV-019][DRV-020] both ways of passing parameters") {
  loaded m;
  CUdeviceptr out = allocate(4 * sizeof(double));
  char tag = 'x';
  double x = 1.25;
  float4 v{1, 2, 3, 4};
  short s = -3;
  void* args[] = {&tag, &x, &v, &s, &out};
  CHECK(launch(m.function("mixed"), 1, 1, args) == CUDA_SUCCESS);
  std::vector<double> const expected{'x', 1.25, 5, -3};
  CHECK(read<double>(out, 4) == expected);
  CHECK(cuMemsetD8(out, 0, 32) == CUDA_SUCCESS);
  // Each at a multiple of its alignment: 0, 8, 16, 32, 40.
  alignas(16) char buffer[48] = {};
  std::memcpy(buffer, &tag, sizeof tag);
  std::memcpy(buffer + 8, &x, sizeof x);
  std::memcpy(buffer + 16, &v, sizeof v);
  std::memcpy(buffer + 32, &s, sizeof s);
  std::memcpy(buffer + 40, &out, sizeof out);
  std::size_t bytes = sizeof buffer;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  CUfunction const f = m.function("mixed");
  CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra) == CUDA_SUCCESS);
  CHECK(read<double>(out, 4) == expected);
  CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, extra) == CUDA_ERROR_INVALID_VALUE);
  bytes = 40;
  CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(launch(f, 1, 1, nullptr) == CUDA_ERROR_INVALID_VALUE);
  CHECK(launch(f, 1, 1025, args) == CUDA_ERROR_INVALID_VALUE);
  CHECK(launch(nullptr, 1, 1, args) == CUDA_ERROR_INVALID_HANDLE);

  // The grid's extents come first; lane kernels, by the two forms of a block.
  int n = 1000;
  std::vector<float> a(1000), b(1000, 2);
  for (int i = 0; i < n; ++i) a[std::size_t(i)] = float(i);
  CUdeviceptr da = allocate(4000), db = allocate(4000), dc = allocate(4000);
  CHECK(cuMemcpyHtoD(da, a.data(), 4000) == CUDA_SUCCESS);
  CHECK(cuMemcpyHtoD(db, b.data(), 4000) == CUDA_SUCCESS);
  void* add_args[] = {&da, &db, &dc, &n};
  for (unsigned block : {256u, 100u}) {
    CHECK(cuMemsetD32(dc, 0, 1000) == CUDA_SUCCESS);
    CHECK(launch(m.function("add"), (1000 + block - 1) / block, block, add_args) == CUDA_SUCCESS);
    auto const c = read<float>(dc, 1000);
    for (int i = 0; i < n; ++i) CHECK(c[std::size_t(i)] == float(i) + 2);
  }
  CUdeviceptr shared_out = allocate(64 * sizeof(int));
  void* shared_args[] = {&shared_out};
  CHECK(launch(m.function("shares"), 1, 64, shared_args, 64 * sizeof(int)) == CUDA_SUCCESS);
  CHECK(read<int>(shared_out, 64)[0] == 63);
  CHECK(launch(m.function("shares"), 1, 64, shared_args, 1 << 20) == CUDA_ERROR_INVALID_VALUE);
  int blocks = 0, grid = 0, size = 0;
  CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, m.function("add"), 1024, 0) ==
        CUDA_SUCCESS);
  CHECK(blocks == 2);
  CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &size, m.function("bounded"), nullptr, 0, 0) ==
        CUDA_SUCCESS);
  CHECK(size == 64);
}

TEST_CASE("[DRV-021][UM-025] memory of each kind") {
  context c;
  CUdeviceptr p = 0;
  CHECK(cuMemAlloc(&p, 1000) == CUDA_SUCCESS);
  CHECK(p % 256 == 0);
  CUdeviceptr begin = 0;
  std::size_t bytes = 0;
  CHECK(cuMemGetAddressRange(&begin, &bytes, p + 10) == CUDA_SUCCESS);
  CHECK(begin == p);
  CHECK(bytes == 1000);
  CHECK(cuMemAlloc(&p, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAlloc(&p, std::size_t{1} << 40) == CUDA_ERROR_OUT_OF_MEMORY);
  std::size_t pitch = 0;
  CHECK(cuMemAllocPitch(&p, &pitch, 100, 4, 4) == CUDA_SUCCESS);
  CHECK(pitch >= 100);
  CHECK(pitch % 256 == 0);
  CHECK(cuMemAllocPitch(&p, &pitch, 100, 4, 5) == CUDA_ERROR_INVALID_VALUE);
  for (unsigned flags : {unsigned{CU_MEM_ATTACH_GLOBAL}, unsigned{CU_MEM_ATTACH_HOST}}) {
    CHECK(cuMemAllocManaged(&p, 64, flags) == CUDA_SUCCESS);
    unsigned managed = 0;
    CHECK(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, p) == CUDA_SUCCESS);
    unsigned long long number = 0, inside = 0;
    CHECK(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_BUFFER_ID, p) == CUDA_SUCCESS);
    CHECK(cuPointerGetAttribute(&inside, CU_POINTER_ATTRIBUTE_BUFFER_ID, p + 1) == CUDA_SUCCESS);
    CHECK(number != 0);
    CHECK(number == inside);
    unsigned mapped = 0, access = 0;
    CHECK(cuPointerGetAttribute(&mapped, CU_POINTER_ATTRIBUTE_MAPPED, p) == CUDA_SUCCESS);
    CHECK(mapped == 1);
    CHECK(cuPointerGetAttribute(&access, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, p) == CUDA_SUCCESS);
    CHECK(access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    CHECK(managed == 1);
    unsigned type = 0;
    int ordinal = -1;
    CUdeviceptr start = 0;
    CUpointer_attribute several[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                     CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                     CU_POINTER_ATTRIBUTE_RANGE_START_ADDR};
    void* places[] = {&type, &ordinal, &start};
    CHECK(cuPointerGetAttributes(3, several, places, p + 4) == CUDA_SUCCESS);
    CHECK(type == CU_MEMORYTYPE_DEVICE);
    CHECK(ordinal == 0);
    CHECK(start == p);
    CHECK(cuPointerGetAttributes(0, several, places, p) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuPointerGetAttributes(3, nullptr, places, p) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuPointerGetAttributes(3, several, nullptr, p) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuPointerGetAttributes(3, several, places, 0) == CUDA_ERROR_INVALID_VALUE);
    several[1] = static_cast<CUpointer_attribute>(1000);
    CHECK(cuPointerGetAttributes(3, several, places, p) == CUDA_ERROR_INVALID_VALUE);
    several[1] = CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
    int local = 5;  // memory that is not CUDA's
    CHECK(cuPointerGetAttributes(3, several, places, reinterpret_cast<CUdeviceptr>(&local)) ==
          CUDA_SUCCESS);
    CHECK(type == 0);
    CHECK(start == 0);
    *reinterpret_cast<int*>(p) = 5;  // the host's as well
    CHECK(read<int>(p, 1)[0] == 5);
    CUstream stream = nullptr;
    CHECK(cuStreamCreate(&stream, 0) == CUDA_SUCCESS);
    CHECK(cuStreamAttachMemAsync(stream, p, 0, CU_MEM_ATTACH_SINGLE) == CUDA_SUCCESS);
    CHECK(cuMemFree(p) == CUDA_SUCCESS);
  }
  CHECK(cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_SINGLE) == CUDA_ERROR_INVALID_VALUE);
  void* host = nullptr;
  CHECK(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP) == CUDA_SUCCESS);
  CHECK(cuMemHostGetDevicePointer(&p, host, 0) == CUDA_SUCCESS);
  CHECK(reinterpret_cast<void*>(p) == host);
  CHECK(cuMemFreeHost(host) == CUDA_SUCCESS);
}

TEST_CASE("[DRV-022] copies and fills") {
  loaded m;
  CUdeviceptr const p = allocate(64), q = allocate(64);
  CHECK(cuMemsetD32(p, 0x01020304, 16) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoD(q, p, 64) == CUDA_SUCCESS);
  CHECK(read<int>(q, 16)[15] == 0x01020304);
  CHECK(cuMemsetD16(q, 0x0506, 4) == CUDA_SUCCESS);
  CHECK(read<short>(q, 4)[3] == 0x0506);
  CHECK(cuMemsetD2D8(q, 16, 9, 4, 2) == CUDA_SUCCESS);
  auto const rows = read<unsigned char>(q, 32);
  CHECK(rows[3] == 9);
  CHECK(rows[4] == 6);
  CHECK(rows[16] == 9);
  CHECK(cuMemsetD32(p + 2, 1, 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemcpyHtoD(p, nullptr, 4) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemcpyHtoD(p, &rows[0], 65) == CUDA_ERROR_INVALID_VALUE);
  int value = 6;
  CHECK(cuMemcpy(p, reinterpret_cast<CUdeviceptr>(&value), 4) == CUDA_SUCCESS);
  CHECK(read<int>(p, 1)[0] == 6);
  // A copy that waits has let what was printed before out.
  int n = 1;
  void* args[] = {&n};
  CHECK(captured(1, [&] {
          CHECK(launch(m.function("says"), 1, 1, args) == CUDA_SUCCESS);
          CHECK(cuMemcpyDtoH(&value, p, 4) == CUDA_SUCCESS);
        }) == "module says 1\n");
}

TEST_CASE("[DRV-009][DRV-023] waiting for contexts, streams and events lets printed text out") {
  loaded m;
  CUstream stream = nullptr;
  CUevent event = nullptr;
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  CHECK(cuEventCreate(&event, CU_EVENT_DEFAULT) == CUDA_SUCCESS);
  CUfunction const f = m.function("says");
  int n = 0;
  void* args[] = {&n};
  auto const run = [&](auto const& wait) {
    ++n;
    return captured(1, [&] {
      CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, stream, args, nullptr) == CUDA_SUCCESS);
      CHECK(wait() == CUDA_SUCCESS);
    });
  };
  CHECK(run([] { return cuCtxSynchronize(); }) == "module says 1\n");
  CHECK(run([&] { return cuStreamSynchronize(stream); }) == "module says 2\n");
  CHECK(run([&] {
          CHECK(cuEventRecord(event, stream) == CUDA_SUCCESS);
          return cuEventSynchronize(event);
        }) == "module says 3\n");
  CHECK(cuEventQuery(event) == CUDA_SUCCESS);
  struct seen {
    CUstream stream = nullptr;
    CUresult status = CUDA_ERROR_UNKNOWN;
    CUresult inside = CUDA_SUCCESS;
  } got;
  CHECK(cuStreamAddCallback(
            stream,
            [](CUstream s, CUresult status, void* p) {
              auto& to = *static_cast<seen*>(p);
              to.stream = s;
              to.status = status;
              to.inside = cuCtxSynchronize();
            },
            &got, 0) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS);
  CHECK(got.stream == stream);
  CHECK(got.status == CUDA_SUCCESS);
  CHECK(got.inside == CUDA_ERROR_NOT_PERMITTED);
  CHECK(cuStreamAddCallback(stream, nullptr, nullptr, 0) == CUDA_ERROR_INVALID_VALUE);
  float ms = -1;
  CHECK(cuEventElapsedTime(&ms, event, event) == CUDA_SUCCESS);
  CHECK(ms == 0);
}

TEST_CASE("[DRV-003] arrays, and textures of them") {
  loaded m;
  CUarray array = nullptr;
  CUDA_ARRAY_DESCRIPTOR d{8, 2, CU_AD_FORMAT_FLOAT, 1};
  REQUIRE(cuArrayCreate(&array, &d) == CUDA_SUCCESS);
  CUDA_ARRAY_DESCRIPTOR back{};
  CHECK(cuArrayGetDescriptor(&back, array) == CUDA_SUCCESS);
  CHECK(back.Width == 8);
  CHECK(back.Height == 2);
  CHECK(back.Format == CU_AD_FORMAT_FLOAT);
  CHECK(back.NumChannels == 1);
  float const texels[16] = {0, 10, 20, 30, 40, 50, 60, 70};
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = texels;
  copy.srcPitch = 32;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 32;
  copy.Height = 2;
  CHECK(cuMemcpy2D(&copy) == CUDA_SUCCESS);
  copy.dstArray = nullptr;
  CHECK(cuMemcpy2D(&copy) == CUDA_ERROR_INVALID_VALUE);
  float two[2] = {};
  CHECK(cuMemcpyAtoH(two, array, 8, 8) == CUDA_SUCCESS);
  CHECK(two[1] == 30);
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC texture{};
  texture.filterMode = CU_TR_FILTER_MODE_POINT;
  CUtexObject object = 0;
  REQUIRE(cuTexObjectCreate(&object, &resource, &texture, nullptr) == CUDA_SUCCESS);
  CUdeviceptr out = allocate(32);
  void* args[] = {&object, &out};
  CHECK(launch(m.function("reads"), 1, 8, args) == CUDA_SUCCESS);
  CHECK(read<float>(out, 8)[6] == 60);
  CHECK(cuTexObjectDestroy(object) == CUDA_SUCCESS);
  CHECK(cuArrayDestroy(array) == CUDA_SUCCESS);
  CHECK(cuArrayDestroy(array) == CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE(
    "[HEAP-006] a module does not load where the device has no room for the heap of kernels") {
  context c;
  CUmodule m = nullptr;
  std::size_t heap = 0;
  CHECK(cuCtxGetLimit(&heap, CU_LIMIT_MALLOC_HEAP_SIZE) == CUDA_SUCCESS);
  CHECK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, std::size_t{512} << 20) == CUDA_SUCCESS);
  CHECK(cuModuleLoad(&m, file.c_str()) == CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
  CHECK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, heap) == CUDA_SUCCESS);
  CHECK(cuModuleLoad(&m, file.c_str()) == CUDA_SUCCESS);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattribute-warning"
TEST_CASE("functions that are not there say so by name") {
  context c;
  CHECK(captured(2, [] { CHECK(cuMemAddressFree(0, 0) == CUDA_ERROR_NOT_SUPPORTED); }) ==
        "simt: cuMemAddressFree of CUDA's driver API is not supported\n");
}
#pragma GCC diagnostic pop

TEST_CASE("a kernel of a module that traps leaves its device with the error") {
  loaded m;
  CHECK(launch(m.function("traps"), 1, 1, nullptr) == CUDA_SUCCESS);
  CHECK(cuCtxSynchronize() == CUDA_ERROR_LAUNCH_FAILED);
  CHECK(cuCtxSynchronize() == CUDA_ERROR_LAUNCH_FAILED);
  CHECK(cudaDeviceReset() == cudaSuccess);
}
