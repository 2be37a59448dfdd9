// SPDX-License-Identifier: MIT
// ALONE: sets the environment before anything asks the runtime

#include <doctest/doctest.h>
#include <simt/cuda/cuda_profiler_api.h>
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/runtime/detail/state.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/submit.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
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
  setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);
  setenv("CUDA_DEVICE_WAITS_ON_EXCEPTION", "1", 1);
  return true;
}();
// Still at the program's beginning: which calls set the runtime up.
struct first_calls {
  int version = 0;
  bool version_sets_up = true;
  cudaError_t first = cudaErrorUnknown;
  bool first_sets_up = false;
} const beginning = [] {
  first_calls f;
  (void)cudaRuntimeGetVersion(&f.version);
  f.version_sets_up = simt::detail::kept_host_state != nullptr;
  f.first = cudaFree(nullptr);
  f.first_sets_up = simt::detail::kept_host_state != nullptr;
  return f;
}();

// What CUDA_DEVICE_WAITS_ON_EXCEPTION stops with.
std::atomic<int> stops{0};
[[maybe_unused]] auto const previous = std::signal(SIGTRAP, [](int) { ++stops; });

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

TEST_CASE("[DEV-001] the first call sets the runtime up; asking for its version does not") {
  CHECK(beginning.version == CUDART_VERSION);
  CHECK(!beginning.version_sets_up);
  CHECK(beginning.first == cudaSuccess);
  CHECK(beginning.first_sets_up);
}

TEST_CASE("devices have the workers of a NUMA node each, where there are as many devices") {
  using shares = std::vector<simt::detail::worker_share>;
  auto const split = [](int devices, int workers, shares const& nodes) {
    std::vector<std::array<int, 2>> out;
    for (auto const& s : simt::detail::split_workers(devices, workers, nodes))
      out.push_back({s.node, s.workers});
    return out;
  };
  using answer = std::vector<std::array<int, 2>>;
  shares const one{{0, 8}};
  shares const two{{0, 8}, {3, 4}};
  CHECK(split(1, 8, one) == answer{{-1, 8}});
  CHECK(split(3, 8, one) == answer{{-1, 2}, {-1, 2}, {-1, 2}});
  CHECK(split(4, 2, one) == answer{{-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}});
  CHECK(split(1, 12, two) == answer{{-1, 12}});
  CHECK(split(2, 12, two) == answer{{0, 8}, {3, 4}});
  CHECK(split(3, 12, two) == answer{{0, 8}, {3, 2}, {3, 2}});
  CHECK(split(4, 12, two) == answer{{0, 4}, {0, 4}, {3, 2}, {3, 2}});
  for (auto const& n : simt::detail::numa_nodes()) CHECK(n.workers >= 1);
  CHECK(split(2, 8, {}) == answer{{-1, 4}, {-1, 4}});
}

TEST_CASE("[DEV-006..DEV-029] [ENV-003] properties: what the machine has, and CUDA's constants") {
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
  CHECK(p.maxThreadsPerBlock == 1024);
  CHECK(p.maxThreadsPerMultiProcessor == 1024);  // those of 7.5
  CHECK(p.regsPerBlock == 65536);
  CHECK(p.sharedMemPerBlock == 48 * 1024);
  CHECK(p.concurrentKernels == 1);
  CHECK(p.asyncEngineCount == 2);
  CHECK(p.canMapHostMemory == 1);
  CHECK(p.computeMode == cudaComputeModeDefault);
  CHECK(p.managedMemory == 1);
  CHECK(p.concurrentManagedAccess == 1);
  CHECK(p.pageableMemoryAccess == 1);
  CHECK(p.persistingL2CacheMaxSize > 0);
  CHECK(p.persistingL2CacheMaxSize <= p.l2CacheSize);
  CHECK(p.accessPolicyMaxWindowSize > 0);
  struct {
    cudaDeviceAttr attribute;
    int value;
  } const same[] = {{cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
                    {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
                    {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
                    {cudaDevAttrMaxSharedMemoryPerBlock, 48 * 1024},
                    {cudaDevAttrConcurrentKernels, 1},
                    {cudaDevAttrAsyncEngineCount, 2},
                    {cudaDevAttrCanMapHostMemory, 1},
                    {cudaDevAttrIntegrated, 1},
                    {cudaDevAttrUnifiedAddressing, 1},
                    {cudaDevAttrComputeMode, cudaComputeModeDefault},
                    {cudaDevAttrL2CacheSize, p.l2CacheSize},
                    {cudaDevAttrManagedMemory, 1},
                    {cudaDevAttrConcurrentManagedAccess, 1},
                    {cudaDevAttrPageableMemoryAccess, 1}};
  for (auto const& s : same) {
    CAPTURE(static_cast<int>(s.attribute));
    CHECK(cudaDeviceGetAttribute(&v, s.attribute, 1) == cudaSuccess);
    CHECK(v == s.value);
  }
  // All devices are alike: both orders are that of the bus.
  int bus_before = 0;
  for (int d = 0; d < 2; ++d) {
    CHECK(cudaGetDeviceProperties(&p, d) == cudaSuccess);
    CHECK(p.pciBusID > bus_before);
    bus_before = p.pciBusID;
  }
  char bus[32];
  int device = -1;
  CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, 1) == cudaSuccess);
  char part[8] = {1, 1, 1, 1, 1, 1, 1, 1};  // what fits, as on an H100
  CHECK(cudaDeviceGetPCIBusId(part, 6, 1) == cudaErrorInvalidValue);
  CHECK(std::string(part) == std::string(bus).substr(0, 5));
  CHECK(part[6] == 1);
  CHECK(cudaDeviceGetPCIBusId(part, 0, 1) == cudaErrorInvalidValue);
  cudaSharedMemConfig banks{};
  CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) == cudaSuccess);
  CHECK(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess);
  CHECK(banks == cudaSharedMemBankSizeFourByte);
  cudaMemPool_t pool = nullptr;
  CHECK(cudaDeviceGetMemPool(&pool, -1) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetMemPool(&pool, 0) == cudaSuccess);
  CHECK(cudaDeviceSetMemPool(-1, pool) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
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
    "[STREAM-021][MULTI-002][MULTI-003][MULTI-004][MULTI-005][MULTI-006][MULTI-007] streams and "
    "events across devices") {
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

TEST_CASE("profiler calls are no errors") {
  CHECK(cudaProfilerStart() == cudaSuccess);
  CHECK(cudaProfilerStop() == cudaSuccess);
}

TEST_CASE(
    "[DEV-003][ENV-011] a device's error is its own, stops where asked to, and a reset ends it "
    "alone") {
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(launch(nullptr, [] {
          throw simt::device_fault(simt::error_code::launch_failure, "a fault of a test");
        }) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
#if SIMT_HAS_SIGNALS
  CHECK(stops == 1);
#endif
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("[DEV-002] host threads share a device's memory and streams") {
  int* p = nullptr;
  cudaStream_t s = nullptr;
  std::thread([&] {
    CHECK(cudaMalloc(&p, sizeof(int)) == cudaSuccess);
    CHECK(cudaStreamCreate(&s) == cudaSuccess);
    CHECK(launch(s, [p] { *p = 5; }) == cudaSuccess);
  }).join();
  CHECK(launch(s, [p] { *p += 1; }) == cudaSuccess);
  int out = 0;
  CHECK(cudaMemcpyAsync(&out, p, sizeof out, cudaMemcpyDeviceToHost, s) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s) == cudaSuccess);
  CHECK(out == 6);
  CHECK(cudaFree(p) == cudaSuccess);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
}

TEST_CASE("[MULTI-013] boxes go from one device's memory to another's") {
  constexpr std::size_t w = 11, h = 4, depth = 3;
  cudaPitchedPtr from{}, to{};
  REQUIRE(cudaMalloc3D(&from, make_cudaExtent(w, h, depth)) == cudaSuccess);
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaMalloc3D(&to, make_cudaExtent(w, h, depth)) == cudaSuccess);
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  auto const byte_at = [](cudaPitchedPtr const& p, std::size_t x, std::size_t y, std::size_t z) {
    return static_cast<unsigned char*>(p.ptr) + (z * h + y) * p.pitch + x;
  };
  for (bool const async : {false, true}) {
    CHECK(cudaMemset3D(to, 200, make_cudaExtent(w, h, depth)) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (std::size_t i = 0; i < w * h * depth; ++i)
      *byte_at(from, i % w, i / w % h, i / w / h) = static_cast<unsigned char>(i + (async ? 1 : 0));
    cudaMemcpy3DPeerParms m{};
    m.srcPtr = from;
    m.srcDevice = 0;
    m.srcPos = make_cudaPos(1, 2, 1);
    m.dstPtr = to;
    m.dstDevice = 1;
    m.dstPos = make_cudaPos(4, 0, 1);
    m.extent = make_cudaExtent(6, 2, 2);
    CHECK((async ? cudaMemcpy3DPeerAsync(&m, s) : cudaMemcpy3DPeer(&m)) == cudaSuccess);
    CHECK(cudaStreamSynchronize(s) == cudaSuccess);
    for (std::size_t z = 0; z < depth; ++z)
      for (std::size_t y = 0; y < h; ++y)
        for (std::size_t x = 0; x < w; ++x) {
          bool const inside = x >= 4 && x < 10 && y < 2 && z >= 1;
          unsigned char const want = inside ? *byte_at(from, x - 3, y + 2, z) : 200;
          CHECK(*byte_at(to, x, y, z) == want);
        }
  }
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaFree(to.ptr) == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaFree(from.ptr) == cudaSuccess);
}

TEST_CASE("[DEV-038] cudaDeviceSynchronize waits for every host thread's streams, with the error") {
  std::array<int, 3> done{};
  std::vector<std::thread> threads;
  for (int& d : done)
    threads.emplace_back([&d] {
      cudaStream_t s = nullptr;
      CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
      CHECK(launch(s, [&d] {
              std::this_thread::sleep_for(std::chrono::milliseconds(5));
              d = 1;
            }) == cudaSuccess);
      CHECK(cudaStreamDestroy(s) == cudaSuccess);  // its work goes on
    });
  for (std::thread& t : threads) t.join();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(done == std::array<int, 3>{1, 1, 1});
  CHECK(launch(nullptr, [] {
          throw simt::runtime_error(simt::error_code::invalid_value, "work of a test");
        }) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaErrorInvalidValue);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("[DEV-043] a program that lists the devices") {
  int n = 0;
  REQUIRE(cudaGetDeviceCount(&n) == cudaSuccess);
  std::string text;
  for (int i = 0; i < n; ++i) {
    cudaDeviceProp p;
    REQUIRE(cudaGetDeviceProperties(&p, i) == cudaSuccess);
    char line[400];
    std::snprintf(line, sizeof line, "Dev #%i is %s, %d.%d\n", i, p.name, p.major, p.minor);
    text += line;
  }
  CHECK(text.find("Dev #0 is ") == 0);
  CHECK(text.find("\nDev #1 is ") != std::string::npos);
  CHECK(text.find(", 7.5\n") != std::string::npos);
}

TEST_CASE("[LIMIT-002][LIMIT-006][LIMIT-008][LIMIT-009] limits have CUDA's defaults and are kept") {
  struct {
    cudaLimit limit;
    std::size_t before, set;
  } const limits[] = {{cudaLimitMallocHeapSize, 8u << 20, 16u << 20},
                      {cudaLimitDevRuntimeSyncDepth, 2, 4},
                      {cudaLimitDevRuntimePendingLaunchCount, 2048, 4096}};
  std::size_t v = 0;
  for (auto const& l : limits) {
    CAPTURE(static_cast<int>(l.limit));
    CHECK(cudaDeviceGetLimit(&v, l.limit) == cudaSuccess);
    CHECK(v == l.before);
    CHECK(cudaDeviceSetLimit(l.limit, l.set) == cudaSuccess);
    CHECK(cudaThreadGetLimit(&v, l.limit) == cudaSuccess);  // by its older name
    CHECK(v == l.set);
  }
  cudaDeviceProp p;
  REQUIRE(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
  auto const most = static_cast<std::size_t>(p.persistingL2CacheMaxSize);
  for (std::size_t wanted : {most, most + 4096}) {
    CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, wanted) == cudaSuccess);
    CHECK(cudaDeviceGetLimit(&v, cudaLimitPersistingL2CacheSize) == cudaSuccess);
    CHECK(v == most);
  }
  // Host functions may not.
  cudaError_t inside = cudaSuccess;
  CHECK(cudaLaunchHostFunc(
            nullptr,
            [](void* e) {
              *static_cast<cudaError_t*>(e) = cudaDeviceSetLimit(cudaLimitStackSize, 2048);
            },
            &inside) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(inside == cudaErrorNotPermitted);
  CHECK(cudaDeviceReset() == cudaSuccess);
}

TEST_CASE("[EXEC-011][STREAM-017] the banks of shared memory and the way to wait are kept") {
  cudaSharedMemConfig banks = cudaSharedMemBankSizeFourByte;
  CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) == cudaSuccess);
  CHECK(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess);
  CHECK(banks == cudaSharedMemBankSizeFourByte);  // as an H100 keeps them
  CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeDefault) == cudaSuccess);
  unsigned const ways[] = {cudaDeviceScheduleSpin, cudaDeviceScheduleYield,
                           cudaDeviceScheduleBlockingSync, cudaDeviceScheduleAuto};
  for (unsigned const way : ways) {
    unsigned flags = 77;
    int x = 0;
    CHECK(cudaSetDeviceFlags(way) == cudaSuccess);
    CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess);
    CHECK((flags & cudaDeviceScheduleMask) == way);
    CHECK(launch(nullptr, [&x] { x = 1; }) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(x == 1);
  }
}

TEST_CASE("[UM-011..UM-016] [UM-023] advice for managed memory is kept for who asks") {
  static_assert(cudaCpuDeviceId == -1 && cudaInvalidDeviceId == -2);
  constexpr std::size_t bytes = 64 * 1024;
  std::byte* m = nullptr;
  REQUIRE(cudaMallocManaged(&m, bytes) == cudaSuccess);
  auto const ask = [&](cudaMemRangeAttribute what, std::size_t from, std::size_t count) {
    int v = 77;
    CHECK(cudaMemRangeGetAttribute(&v, sizeof v, what, m + from, count) == cudaSuccess);
    return v;
  };
  CHECK(ask(cudaMemRangeAttributeReadMostly, 0, bytes) == 0);
  CHECK(ask(cudaMemRangeAttributePreferredLocation, 0, bytes) == cudaInvalidDeviceId);
  CHECK(ask(cudaMemRangeAttributeLastPrefetchLocation, 0, bytes) == cudaInvalidDeviceId);
  // Read-mostly only if all pages are; the device does not matter.
  CHECK(cudaMemAdvise(m, bytes / 2, cudaMemAdviseSetReadMostly, 99) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributeReadMostly, 0, bytes / 2) == 1);
  CHECK(ask(cudaMemRangeAttributeReadMostly, 0, bytes) == 0);
  CHECK(cudaMemAdvise(m + bytes / 2, bytes / 2, cudaMemAdviseSetReadMostly, 0) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributeReadMostly, 0, bytes) == 1);
  CHECK(cudaMemAdvise(m + 8192, 4096, cudaMemAdviseUnsetReadMostly, 0) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributeReadMostly, 0, bytes) == 0);
  CHECK(ask(cudaMemRangeAttributeReadMostly, 0, 8192) == 1);
  // A preferred place if all pages agree.
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseSetPreferredLocation, 1) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributePreferredLocation, 100, bytes - 100) == 1);
  CHECK(cudaMemAdvise(m, 4096, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributePreferredLocation, 0, 4096) == cudaCpuDeviceId);
  CHECK(ask(cudaMemRangeAttributePreferredLocation, 0, bytes) == cudaInvalidDeviceId);
  CHECK(cudaMemAdvise(m, 4096, cudaMemAdviseUnsetPreferredLocation, 0) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributePreferredLocation, 0, 4096) == cudaInvalidDeviceId);
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseSetPreferredLocation, 2) == cudaErrorInvalidValue);
  // Who accesses it: a list.
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseSetAccessedBy, 1) == cudaSuccess);
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId) == cudaSuccess);
  CHECK(cudaMemAdvise(m, 4096, cudaMemAdviseSetAccessedBy, 0) == cudaSuccess);
  std::array<int, 4> who{};
  CHECK(cudaMemRangeGetAttribute(who.data(), sizeof who, cudaMemRangeAttributeAccessedBy, m,
                                 bytes) == cudaSuccess);
  CHECK(who == std::array<int, 4>{1, cudaCpuDeviceId, cudaInvalidDeviceId, cudaInvalidDeviceId});
  CHECK(cudaMemRangeGetAttribute(who.data(), sizeof who, cudaMemRangeAttributeAccessedBy, m,
                                 4096) == cudaSuccess);
  CHECK(who == std::array<int, 4>{0, 1, cudaCpuDeviceId, cudaInvalidDeviceId});
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseUnsetAccessedBy, 1) == cudaSuccess);
  // The last place that was asked for.
  CHECK(cudaMemPrefetchAsync(m, bytes, 1) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(m, 4096, cudaCpuDeviceId) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributeLastPrefetchLocation, 4096, 4096) == 1);
  CHECK(ask(cudaMemRangeAttributeLastPrefetchLocation, 0, bytes) == cudaInvalidDeviceId);
  int last = 0, mostly = 0;
  void* data[] = {&last, &mostly, who.data()};
  std::size_t sizes[] = {sizeof last, sizeof mostly, sizeof who};
  cudaMemRangeAttribute what[] = {cudaMemRangeAttributeLastPrefetchLocation,
                                  cudaMemRangeAttributeReadMostly, cudaMemRangeAttributeAccessedBy};
  CHECK(cudaMemRangeGetAttributes(data, sizes, what, 3, m, 4096) == cudaSuccess);
  CHECK(last == cudaCpuDeviceId);
  CHECK(mostly == 1);
  CHECK(who[0] == 0);
  CHECK(who[1] == cudaCpuDeviceId);
  CHECK(who[2] == cudaInvalidDeviceId);
  // A range from within one piece over another, each with advice of its own.
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseUnsetReadMostly, 0) == cudaSuccess);
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseUnsetPreferredLocation, 0) == cudaSuccess);
  CHECK(cudaMemAdvise(m, bytes, cudaMemAdviseUnsetAccessedBy, cudaCpuDeviceId) == cudaSuccess);
  CHECK(cudaMemAdvise(m, 8192, cudaMemAdviseSetReadMostly, 0) == cudaSuccess);
  CHECK(cudaMemAdvise(m + 8192, 4096, cudaMemAdviseSetPreferredLocation, 0) == cudaSuccess);
  CHECK(cudaMemAdvise(m + 4096, 8192, cudaMemAdviseSetAccessedBy, 1) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributeReadMostly, 4096, 4096) == 1);
  CHECK(ask(cudaMemRangeAttributePreferredLocation, 8192, 4096) == 0);
  // Nothing of it changes what the memory holds, or outlives it.
  int other = 0;
  CHECK(cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeReadMostly, &other, 4) ==
        cudaErrorInvalidValue);
  CHECK(cudaFree(m) == cudaSuccess);
  CHECK(cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeReadMostly, m, 4) ==
        cudaErrorInvalidValue);
  REQUIRE(cudaMallocManaged(&m, bytes) == cudaSuccess);
  CHECK(ask(cudaMemRangeAttributePreferredLocation, 0, bytes) == cudaInvalidDeviceId);
  CHECK(cudaFree(m) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE(
    "[UM-008][UM-018][UM-021] managed memory: copies of every kind, size, and when to have it") {
  int* m = nullptr;
  // More than the device has.
  CHECK(cudaMallocManaged(&m, 80u << 20) == cudaSuccess);
  m[(80u << 20) / sizeof(int) - 1] = 3;
  CHECK(cudaFree(m) == cudaSuccess);
  // While a kernel runs.
  std::atomic<bool> go{false};
  CHECK(launch(nullptr, [&] {
          while (!go) std::this_thread::yield();
        }) == cudaSuccess);
  CHECK(cudaMallocManaged(&m, 4 * sizeof(int)) == cudaSuccess);
  m[0] = 1;
  go = true;
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(m[0] == 1);
  int* d = nullptr;
  CHECK(cudaMalloc(&d, 4 * sizeof(int)) == cudaSuccess);
  std::array<int, 4> const in{1, 2, 3, 4};
  std::array<int, 4> out{};
  for (cudaMemcpyKind const to : {cudaMemcpyHostToDevice, cudaMemcpyDefault, cudaMemcpyHostToHost})
    for (cudaMemcpyKind const from :
         {cudaMemcpyDeviceToHost, cudaMemcpyDefault, cudaMemcpyHostToHost}) {
      CHECK(cudaMemset(m, 0, sizeof in) == cudaSuccess);
      CHECK(cudaMemcpy(m, in.data(), sizeof in, to) == cudaSuccess);
      CHECK(cudaMemcpy(out.data(), m, sizeof out, from) == cudaSuccess);
      CHECK(out == in);
      out = {};
    }
  // Managed memory is the host's and the device's in one.
  CHECK(cudaMemcpy(d, m, sizeof in, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemset(m, 0, sizeof in) == cudaSuccess);
  CHECK(cudaMemcpy(m, d, sizeof in, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(std::memcmp(m, in.data(), sizeof in) == 0);
  CHECK(cudaFree(d) == cudaSuccess);
  CHECK(cudaFree(m) == cudaSuccess);
}
