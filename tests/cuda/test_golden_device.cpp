// SPDX-License-Identifier: MIT
// LABELS: golden

#include "runtime_matrix.hpp"

#include <cstdlib>

using namespace matrix;

namespace {
static void device_part() {
  {
    Case c("device/count_and_set");
    int n = -1, d = -1;
    DO(cudaGetDeviceCount(&n));
    DO(cudaGetDeviceCount(0));
    DO(cudaGetDevice(&d));
    c.note(strf("device=%d", d));
    DO(cudaGetDevice(0));
    DO(cudaSetDevice(-1));
    DO(cudaSetDevice(n));
    DO(cudaSetDevice(1000));
    DO(cudaGetDevice(&d));
    c.note(strf("device=%d", d));
    DO(cudaSetDevice(0));
    cudaDeviceProp p;
    DO(cudaGetDeviceProperties(&p, -1));
    DO(cudaGetDeviceProperties(&p, n));
    DO(cudaGetDeviceProperties(0, 0));
    int v;
    DO(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0));
    DO(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, n));
    DO(cudaDeviceGetAttribute(&v, CAST(cudaDeviceAttr, 0), 0));
    DO(cudaDeviceGetAttribute(&v, CAST(cudaDeviceAttr, -1), 0));
    DO(cudaDeviceGetAttribute(&v, CAST(cudaDeviceAttr, 9999), 0));
    DO(cudaDeviceGetAttribute(0, cudaDevAttrWarpSize, 0));
    DO(cudaChooseDevice(&d, &p));
    DO(cudaDeviceCanAccessPeer(&v, 0, 0));
    c.note(strf("peer=%d", v));
    DO(cudaDeviceCanAccessPeer(&v, 0, n));
    DO(cudaDeviceEnablePeerAccess(0, 0));
    DO(cudaDeviceDisablePeerAccess(0));
    DO(cudaSetValidDevices(&d, 1));
    DO(cudaInitDevice(0, 0, 0));
    DO(cudaInitDevice(n, 0, 0));
  }
  {
    Case c("hw.device/versions");
    int v = 0;
    DO(cudaRuntimeGetVersion(&v));
    c.note(strf("runtime=%d", v));
    DO(cudaDriverGetVersion(&v));
    c.note(strf("driver=%d", v));
    DO(cudaRuntimeGetVersion(0));
  }
  for (int l : {0, 5}) {
    Case c(strf("hw.limit/%d", l));
    size_t v = 77;
    cudaError_t e = c.call(strf("cudaDeviceGetLimit(&v, (cudaLimit)%d)", l),
                           cudaDeviceGetLimit(&v, (cudaLimit)l));
    c.note(strf("default=%zu", v));
    if (e == cudaSuccess)
      for (size_t w : {(size_t)0, (size_t)1, (size_t)1000, (size_t)65536, (size_t)1 << 22, v}) {
        c.call(strf("cudaDeviceSetLimit(%d, %zu)", l, w), cudaDeviceSetLimit((cudaLimit)l, w));
        size_t g = 77;
        (void)cudaDeviceGetLimit(&g, (cudaLimit)l);
        c.note(strf("value=%zu", g));
      }
  }
  {
    Case c("device/limit_bad");
    size_t v;
    DO(cudaDeviceGetLimit(&v, CAST(cudaLimit, 77)));
    DO(cudaDeviceGetLimit(0, cudaLimitStackSize));
    DO(cudaDeviceSetLimit(CAST(cudaLimit, 77), 1));
    DO(cudaDeviceSetLimit(cudaLimitStackSize, (size_t)1 << 40));
    DO(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)1 << 50));
  }
  {
    Case c("device/malloc_heap_after_launch");
    RUN("empty<<<1, 1>>>()", launch<&empty>(1, 1)());
    DO(cudaDeviceSynchronize());
    DO(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    DO(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
    DO(cudaDeviceSetLimit(cudaLimitStackSize, 2048));
  }
  {
    Case c("device/cache_and_flags");
    cudaFuncCache fc;
    unsigned fl = 77;
    DO(cudaDeviceGetCacheConfig(&fc));
    c.note(strf("cache=%d", (int)fc));
    DO(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    DO(cudaDeviceSetCacheConfig(CAST(cudaFuncCache, 9)));
    DO(cudaFuncSetCacheConfig((const void*)empty, cudaFuncCachePreferL1));
    DO(cudaFuncSetCacheConfig((const void*)empty, CAST(cudaFuncCache, 9)));
    DO(cudaFuncSetCacheConfig((const void*)0, cudaFuncCachePreferL1));
    DO(cudaGetDeviceFlags(&fl));
    c.note(strf("flags=%u", fl));
    DO(cudaSetDeviceFlags(cudaDeviceScheduleYield));
    DO(cudaGetDeviceFlags(&fl));
    c.note(strf("flags=%u", fl));
    DO(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync | cudaDeviceMapHost));
    DO(cudaGetDeviceFlags(&fl));
    c.note(strf("flags=%u", fl));
    DO(cudaSetDeviceFlags(7));
    DO(cudaSetDeviceFlags(0x1000));
  }
  {
    Case c("device/reset");
    void* q;
    cudaStream_t s;
    cudaEvent_t e;
    DO(cudaMalloc(&q, 64));
    DO(cudaStreamCreate(&s));
    DO(cudaEventCreate(&e));
    DO(cudaDeviceReset());
    DO(cudaFree(q));
    DO(cudaDeviceReset());
    DO(cudaMalloc(&q, 64));
    DO(cudaMemset(q, 0, 64));
    DO(cudaFree(q));
  }
}
static void function_part() {
  {
    Case c("funcattributes/bad");
    cudaFuncAttributes a;
    DO(cudaFuncGetAttributes(&a, (const void*)0));
    DO(cudaFuncGetAttributes(&a, (const void*)&malloc));
    DO(cudaFuncGetAttributes(0, (const void*)empty));
  }
  {
    Case c("occupancy/bad");
    int n = -7;
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(0, (const void*)empty, 32, 0));
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void*)0, 32, 0));
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (const void*)empty, 32, 0, 0));
    c.note(strf("n=%d", n));
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (const void*)empty, 32, 0, 1));
    c.note(strf("n=%d", n));
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (const void*)empty, 32, 0, 2));
  }
}

}  // namespace

TEST_CASE(
    "[DEV-005][DEV-006][DEV-030..DEV-034][DEV-036][LIMIT-001][LIMIT-010][EXEC-009][EXEC-010] "
    "devices, limits and settings") {
  kernel_of<&empty>::get();
  device_part();
  finish({"device/", "hw.limit/", "hw.device/"},
         {{"hw.limit/1", "the H200 rounds the sizes of its buffers, and has a default of its own"},
          {"hw.limit/2", "the same"},
          {"hw.limit/3", "CUDA 13 has no cudaDeviceSynchronize in device code; the guide 8.0 has"},
          {"hw.limit/4", "as hw.limit/1"},
          {"hw.limit/6", "as hw.limit/1"},
          {"hw.limit/7", "a limit of thread block clusters"},
          {"hw.limit/8", "the same"}});
}

TEST_CASE("[OCC-001][OCC-007] attributes and occupancy of what is no kernel") {
  kernel_of<&empty>::get();
  function_part();
  finish({"funcattributes/", "occupancy/"});
}

TEST_CASE("every family of recorded answers is replayed by a test, or is the GPU's alone") {
  std::set<std::string> const replayed{
      "array",          "capture",       "device",         "error",
      "event",          "free",          "freeasync",      "freehost",
      "funcattributes", "graph",         "hostalloc",      "hostfunction",
      "hostgetflags",   "hostregister",  "hw.device",      "hostgetdevicepointer",
      "hw.limit",       "hw.malloc3d",   "hw.mallocarray", "hostunregister",
      "hw.mallocpitch", "hw.occupancy",  "hw.stream",      "hw.malloc3darray",
      "lasterror",      "launch",        "malloc",         "hw.occupancy_potential",
      "malloc3d",       "malloc3darray", "mallocarray",    "mallocasync",
      "mallochost",     "mallocmanaged", "mallocpitch",    "mallocmipmapped",
      "managed",        "memcpy",        "memcpy2d",       "memcpy3d",
      "memcpy_kind",    "memcpyarray",   "memcpypeer",     "memcpysymbol",
      "memgetinfo",     "mempool",       "memset",         "memset2d",
      "obs.waits",      "occupancy",     "order",          "pointer",
      "sticky",         "stream",        "symbol"};
  std::map<std::string, std::string> const of_the_gpu{
      {"_part", "says that a part of the recording has ended"},
      {"hw.attribute", "an H200's sizes, clocks and units"},
      {"hw.property", "the same"},
      {"hw.device_pointer_on_host", "the host reads device memory: a fault there, allowed here"},
      {"hw.pageable_on_device", "a kernel reads the host's memory: a fault there, allowed here"},
      {"hw.funcattributes", "registers and binaries of compiled kernels"},
      {"hw.launch", "registers, clusters of blocks, and sizes that lose their upper bits"},
      {"hw.malloc", "how far apart the driver puts small allocations"},
      {"hw.sticky", "addresses, stacks and break points of its own; unusable after the reset"}};
  for (auto const& answer : answers()) {
    std::string const family = answer.first.substr(0, answer.first.find('/'));
    CHECK_MESSAGE((replayed.count(family) != 0 || of_the_gpu.count(family) != 0), family);
  }
}
