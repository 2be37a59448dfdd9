// SPDX-License-Identifier: MIT
// ALONE: sets the environment before anything asks the runtime
#include <simt/cuda/cuda_fp16.h>
#include <simt/cuda/cuda_occupancy.h>
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

// Devices of several compute capabilities: launches, allocations, properties and occupancy go by
// theirs.

#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace {

[[maybe_unused]] bool const prepared = [] {
  setenv("SIMT_DEVICES", "7", 1);
  setenv("SIMT_DEVICE_MEMORY", "1G", 1);
  setenv("SIMT_COMPUTE_CAPABILITY", "2.0,35,3.7,5.3,6.1,4.0,9.0", 1);
  return true;
}();
constexpr unsigned capabilities[] = {20, 35, 37, 53, 61, 90, 90};  // 4.0 was never made

/// Runs the body for each device, which is then the calling thread's.
template <class F>
void on_each(F const& f) {
  for (int d = 0; d < 7; ++d) {
    REQUIRE(cudaSetDevice(d) == cudaSuccess);
    INFO("compute capability ", capabilities[d]);
    f(*simt::device_limits(capabilities[d]));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    (void)cudaGetLastError();
  }
  CHECK(cudaSetDevice(0) == cudaSuccess);
}

__global__ void nothing() {}
template <int Bytes>
struct block_of {
  char bytes[Bytes];
};
template <int Bytes>
__global__ void takes(block_of<Bytes>) {}

#define RUN(kernel, config, ...)                  \
  ::simt::cuda::launch_configuration config.call( \
      #kernel, [=](auto... simt_a) { kernel(simt_a...); } __VA_OPT__(, ) __VA_ARGS__)

cudaError_t launch(dim3 grid, dim3 block, std::size_t shared = 0) {
  RUN(nothing, (grid, block, shared));
  return cudaGetLastError();
}

cudaError_t array(std::size_t w, std::size_t h, std::size_t d, unsigned flags) {
  cudaChannelFormatDesc const format = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t a = nullptr;
  cudaError_t const e = cudaMalloc3DArray(&a, &format, make_cudaExtent(w, h, d), flags);
  if (e == cudaSuccess) CHECK(cudaFreeArray(a) == cudaSuccess);
  (void)cudaGetLastError();
  return e;
}

/// Each function of Table 12 that is no matter of the host.
__global__ void features(int* counts, long long* longs, float* floats, double* doubles) {
  atomicAdd(&counts[0], 1);
  atomicExch(&floats[1], 2.5f);
  atomicAdd(reinterpret_cast<unsigned long long*>(&longs[0]), 1ull << 32);
  atomicMax(&longs[1], (long long)threadIdx.x << 33);
  // 64 bits in shared and in global memory: each operation, from 40 on.
  using word = unsigned long long;
  SIMT_CUDA_SHARED(own, word[8]);
  word* const all = reinterpret_cast<word*>(longs + 2);
  if (threadIdx.x < 8) own[threadIdx.x] = 40;
  __syncthreads();
  for (word* const p : {&own[0], all}) {
    word const x = threadIdx.x + 9, high = word{1} << (32 + threadIdx.x);
    atomicAdd(p, x << 32);
    atomicMin(p + 1, x);
    atomicMax(p + 2, x << 32);
    atomicAnd(p + 3, ~high ^ 8);
    atomicOr(p + 4, high);
    atomicXor(p + 5, high | 1);
    atomicCAS(p + 6, word{40}, x << 40);
    atomicExch(p + 7, word{7} << 40);
  }
  __syncthreads();
  if (threadIdx.x < 8 && blockIdx.x + blockIdx.z == 0) all[8 + threadIdx.x] = own[threadIdx.x];
  atomicAdd(&floats[0], 0.5f);
  atomicAdd(&doubles[0], 0.25);
  unsigned const ballot = __ballot_sync(~0u, threadIdx.x % 2 == 0);
  __threadfence_system();
  int const odd = __syncthreads_count(threadIdx.x % 2);
  if (threadIdx.x == 0) {
    counts[1] = (int)ballot;
    counts[2] = odd;
    counts[3] = (int)__funnelshift_l(0x80000000u, 1u, 1);
    floats[2] = __half2float(__hadd(__float2half(1.5f), __float2half(2.0f)));
    counts[4] = gridDim.z;
  }
}

}  // namespace

TEST_CASE("SIMT_COMPUTE_CAPABILITY: one for each device, and what was never made is one of 9.0") {
  for (int d = 0; d < 7; ++d) {
    cudaDeviceProp p;
    REQUIRE(cudaGetDeviceProperties(&p, d) == cudaSuccess);
    CHECK(unsigned(p.major * 10 + p.minor) == capabilities[d]);
  }
}

TEST_CASE(
    "[SPEC-003][SPEC-004][SPEC-006][SPEC-007][SPEC-008][SPEC-017] launches beyond the tables "
    "fail") {
  on_each([](simt::capability_limits const& l) {
    CHECK(launch(1, 1) == cudaSuccess);
    CHECK(launch(65535, 1) == cudaSuccess);
    CHECK(launch(65536, 1) == (l.capability < 30 ? cudaErrorInvalidValue : cudaSuccess));
    CHECK(launch({1, 65536}, 1) == cudaErrorInvalidValue);
    CHECK(launch({1, 1, 65536}, 1) == cudaErrorInvalidValue);
    CHECK(launch(1, {1, 1024}) == cudaSuccess);
    CHECK(launch(1, {1, 1025}) == cudaErrorInvalidValue);
    CHECK(launch(1, {1, 1, 64}) == cudaSuccess);
    CHECK(launch(1, {1, 1, 65}) == cudaErrorInvalidValue);
    CHECK(launch(1, {32, 32, 1}) == cudaSuccess);
    CHECK(launch(1, {32, 33, 1}) == cudaErrorInvalidValue);
    CHECK(launch(1, 1, 48 * 1024) == cudaSuccess);
    void const* const kernel = simt::cuda::kernel_address(&nothing);
    int const most = static_cast<int>(l.block_shared_optin);
    auto const dynamic = cudaFuncAttributeMaxDynamicSharedMemorySize;
    CHECK(cudaFuncSetAttribute(kernel, dynamic, most + 1) == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(kernel, dynamic, most) == cudaSuccess);
    CHECK(cudaLaunchKernel(kernel, 1, 1, nullptr, l.block_shared_optin) == cudaSuccess);
    CHECK(cudaFuncSetAttribute(kernel, dynamic, 48 * 1024) == cudaSuccess);
  });
}

TEST_CASE("[SPEC-043] parameters beyond 4 KiB need a device of 7.0") {
  on_each([](simt::capability_limits const& l) {
    RUN(takes<4096>, (1, 1), block_of<4096>{});
    CHECK(cudaGetLastError() == cudaSuccess);
    RUN(takes<4100>, (1, 1), block_of<4100>{});
    CHECK(cudaGetLastError() == (l.capability < 70 ? cudaErrorInvalidValue : cudaSuccess));
  });
}

TEST_CASE("[STREAM-015] more launches than a device runs at once wait for their turn") {
  on_each([](simt::capability_limits const& l) {
    std::vector<cudaStream_t> streams(l.resident_grids + 3);
    std::vector<int> done(streams.size());
    for (std::size_t i = 0; i < streams.size(); ++i) {
      REQUIRE(cudaStreamCreate(&streams[i]) == cudaSuccess);
      ::simt::cuda::launch_configuration(1, 1, 0, streams[i])
          .call(
              "mark", [](int* p) { *p = 1; }, &done[i]);
    }
    for (cudaStream_t s : streams) {
      CHECK(cudaStreamSynchronize(s) == cudaSuccess);
      CHECK(cudaStreamDestroy(s) == cudaSuccess);
    }
    for (int const d : done) CHECK(d == 1);
  });
}

TEST_CASE(
    "[SPEC-023][SPEC-025][SPEC-026][SPEC-029..SPEC-032][SPEC-034..SPEC-036] arrays beyond the "
    "tables fail") {
  on_each([](simt::capability_limits const& l) {
    if (l.capability >= 70) return;  // an H200's answers are replayed elsewhere
    std::size_t const cube = l.capability < 30 ? 2048 : 4096;
    auto const bad = cudaErrorInvalidValue;
    CHECK(array(65536, 0, 0, 0) == cudaSuccess);
    CHECK(array(65537, 0, 0, 0) == bad);
    CHECK(array(16384, 0, 2, cudaArrayLayered) == cudaSuccess);
    CHECK(array(16385, 0, 2, cudaArrayLayered) == bad);
    CHECK(array(1, 0, 2048, cudaArrayLayered) == cudaSuccess);
    CHECK(array(1, 0, 2049, cudaArrayLayered) == bad);
    CHECK(array(65536, 1, 0, 0) == cudaSuccess);
    CHECK(array(65537, 1, 0, 0) == bad);
    CHECK(array(1, 65535, 0, 0) == cudaSuccess);
    CHECK(array(1, 65536, 0, 0) == bad);
    CHECK(array(1, 32768, 0, cudaArraySurfaceLoadStore) == cudaSuccess);
    CHECK(array(1, 32769, 0, cudaArraySurfaceLoadStore) == bad);
    CHECK(array(16384, 1, 0, cudaArrayTextureGather) == cudaSuccess);
    CHECK(array(16385, 1, 0, cudaArrayTextureGather) == bad);
    CHECK(array(16385, 1, 2, cudaArrayLayered) == bad);
    CHECK(array(1, 16385, 2, cudaArrayLayered) == bad);
    CHECK(array(1, 1, 2049, cudaArrayLayered) == bad);
    CHECK(array(cube, 1, 1, 0) == cudaSuccess);
    CHECK(array(cube + 1, 1, 1, 0) == bad);
    CHECK(array(1, 1, cube, 0) == cudaSuccess);
    CHECK(array(1, 1, cube + 1, 0) == bad);
    CHECK(array(1, 1, 2049, cudaArraySurfaceLoadStore) == bad);
    CHECK(array(16385, 16385, 6, cudaArrayCubemap) == bad);
    CHECK(array(1, 1, 2046, cudaArrayCubemap | cudaArrayLayered) == cudaSuccess);
    CHECK(array(1, 1, 2052, cudaArrayCubemap | cudaArrayLayered) == bad);
  });
}

TEST_CASE("[SPEC-024][SPEC-027] textures of linear memory") {
  on_each([](simt::capability_limits const& l) {
    void* p = nullptr;
    REQUIRE(cudaMalloc(&p, std::size_t{65024} * 512) == cudaSuccess);
    cudaResourceDesc r{};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = p;
    r.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    r.res.pitch2D.width = 500;
    r.res.pitch2D.height = 65000;
    r.res.pitch2D.pitchInBytes = 512;
    cudaTextureDesc t{};
    cudaTextureObject_t o = 0;
    CHECK(cudaCreateTextureObject(&o, &r, &t, nullptr) == cudaSuccess);
    CHECK(cudaDestroyTextureObject(o) == cudaSuccess);
    r.res.pitch2D.height = 65001;
    CHECK(cudaCreateTextureObject(&o, &r, &t, nullptr) == cudaErrorInvalidValue);
    CHECK(cudaFree(p) == cudaSuccess);
    cudaDeviceProp d;
    int device = 0;
    CHECK(cudaGetDevice(&device) == cudaSuccess);
    CHECK(cudaGetDeviceProperties(&d, device) == cudaSuccess);
    CHECK(d.maxTexture1DLinear == (l.capability < 70 ? 1 << 27 : 1 << 28));
  });
}

TEST_CASE("[SPEC-009..SPEC-020] properties are those of the compute capability") {
  for (int i = 0; i < 7; ++i) {
    simt::capability_limits const& l = *simt::device_limits(capabilities[i]);
    cudaDeviceProp p;
    REQUIRE(cudaGetDeviceProperties(&p, i) == cudaSuccess);
    CHECK(p.warpSize == 32);
    CHECK(unsigned(p.maxGridSize[0]) == l.grid[0]);
    CHECK(unsigned(p.maxBlocksPerMultiProcessor) == l.resident_blocks);
    CHECK(unsigned(p.maxThreadsPerMultiProcessor) == l.resident_threads);
    CHECK(unsigned(p.regsPerMultiprocessor) == l.registers);
    CHECK(unsigned(p.regsPerBlock) == l.block_registers);
    CHECK(p.sharedMemPerMultiprocessor == l.shared_bytes);
    CHECK(p.sharedMemPerBlock == 48 * 1024);
    CHECK(p.totalConstMem == 64 * 1024);
    CHECK(unsigned(p.maxTexture1D) == l.texture.width_1d);
    CHECK(unsigned(p.maxSurface2D[1]) == l.surface.extent_2d[1]);
    CHECK((p.managedMemory == 1) == l.has.unified_memory);
    int value = -1;
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerMultiProcessor, i) == cudaSuccess);
    CHECK(value == p.maxThreadsPerMultiProcessor);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrManagedMemory, i) == cudaSuccess);
    CHECK(value == p.managedMemory);
    CHECK(cudaSetDevice(i) == cudaSuccess);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 512 * 1024) == cudaErrorInvalidValue);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 512 * 1024 - 16) == cudaSuccess);
    CHECK(cudaDeviceReset() == cudaSuccess);
  }
  CHECK(cudaSetDevice(0) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("[CCF-001..CCF-010][CCF-012][CCF-014] the functions of Table 12 work") {
  on_each([](simt::capability_limits const&) {
    int counts[5] = {};
    long long longs[2 + 16] = {};
    std::fill(longs + 2, longs + 10, 40);
    float floats[3] = {};
    double doubles[1] = {};
    ::simt::cuda::launch_configuration(dim3(2, 1, 2), 32)
        .call(
            "features", [](auto... a) { features(a...); }, &counts[0], &longs[0], &floats[0],
            &doubles[0]);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(counts[0] == 4 * 32);
    CHECK(counts[1] == 0x55555555);
    CHECK(counts[2] == 16);
    CHECK(counts[3] == 3);
    CHECK(counts[4] == 2);
    CHECK(longs[0] == (128ll << 32));
    CHECK(longs[1] == (31ll << 33));
    // Of the four blocks' threads, and of one block's.
    long long const sum = 32 * 9 + 31 * 16;
    for (int const blocks : {4, 1}) {
      long long const* const p = longs + (blocks == 4 ? 2 : 10);
      CHECK(p[0] == 40 + blocks * sum * (1ll << 32));
      CHECK(p[1] == 9);
      CHECK(p[2] == 40ll << 32);
      CHECK(p[3] == 32);
      CHECK(p[4] == (0xffffffffll << 32 | 40));
      CHECK(p[5] == (blocks == 4 ? 40 : 0xffffffffll << 32 | 40));
      CHECK((p[6] % (1ll << 40) == 0 && p[6] >> 40 >= 9 && p[6] >> 40 <= 40));
      CHECK(p[7] == 7ll << 40);
    }
    CHECK(floats[0] == 64);
    CHECK(floats[1] == 2.5f);
    CHECK(floats[2] == 3.5f);
    CHECK(doubles[0] == 32);
  });
}

TEST_CASE("[CCF-011][CCF-013] devices without unified memory or dynamic parallelism say so") {
  on_each([](simt::capability_limits const& l) {
    void* p = nullptr;
    CHECK(cudaMallocManaged(&p, 64) == (l.capability < 30 ? cudaErrorNotSupported : cudaSuccess));
    CHECK(cudaFree(p) == cudaSuccess);
    std::size_t pending = 0;
    CHECK(cudaDeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount) ==
          (l.capability < 35 ? cudaErrorUnsupportedLimit : cudaSuccess));
  });
}

TEST_CASE(
    "[SPEC-010][SPEC-011][SPEC-016][PERF-030] occupancy by capability and by the preferred L1") {
  on_each([](simt::capability_limits const& l) {
    void const* const kernel = simt::cuda::kernel_address(&nothing);
    auto const blocks = [&](int threads, std::size_t shared = 0) {
      int n = -1;
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, threads, shared) ==
            cudaSuccess);
      return unsigned(n);
    };
    CHECK(blocks(32) == l.resident_blocks);
    CHECK(blocks(1024) == l.resident_warps / 32);
    std::size_t const block = 8 * 1024;
    CHECK(blocks(64, block) == l.shared_bytes / (block + l.reserved_shared));
    CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess);
    std::size_t const expected = l.capability < 37 ? 2  // 16 KiB
                                 : l.capability == 37
                                     ? 10  // 80 KiB
                                     : l.shared_bytes / (block + l.reserved_shared);
    CHECK(blocks(64, block) == expected);
    CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone) == cudaSuccess);
    CHECK(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferEqual) == cudaSuccess);
    if (l.capability == 35) CHECK(blocks(64, block) == 4);
    if (l.capability == 20) CHECK(blocks(64, block) == 6);
    CHECK(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferNone) == cudaSuccess);
  });
}

TEST_CASE("[OCC-004] cuda_occupancy.h: the calculator says what the runtime says") {
  for (int i = 0; i < 7; ++i) {
    simt::capability_limits const& l = *simt::device_limits(capabilities[i]);
    INFO(l.capability);
    REQUIRE(cudaSetDevice(i) == cudaSuccess);
    cudaDeviceProp p;
    REQUIRE(cudaGetDeviceProperties(&p, i) == cudaSuccess);
    cudaOccDeviceProp const properties = p;
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = 1024;
    cudaOccDeviceState const state;
    void const* const kernel = simt::cuda::kernel_address(&nothing);
    for (int threads : {1, 32, 33, 192, 256, 1000, 1024, 1025})
      for (std::size_t shared : {0, 1, 5000, 20000, 49152}) {
        int n = -1;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, threads, shared) ==
              cudaSuccess);
        cudaOccResult r;
        CHECK(cudaOccMaxActiveBlocksPerMultiprocessor(&r, &properties, &attributes, &state, threads,
                                                      shared) == CUDA_OCC_SUCCESS);
        CHECK(r.activeBlocksPerMultiprocessor == n);
      }
    int grid = -1, block = -1, occ_grid = -1, occ_block = -1;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 3000) == cudaSuccess);
    CHECK(cudaOccMaxPotentialOccupancyBlockSize(&occ_grid, &occ_block, &properties, &attributes,
                                                &state, nullptr, 3000) == CUDA_OCC_SUCCESS);
    CHECK(block == occ_block);
    CHECK(grid == occ_grid);
  }
  CHECK(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("[OCC-004] [TOOLS-007] cuda_occupancy.h: registers, limiting factors, carveout and errors") {
  cudaDeviceProp p;
  REQUIRE(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
  cudaOccDeviceProp properties = p;
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = 48;
  cudaOccDeviceState state;
  cudaOccResult r;
  auto const ask = [&](int threads, std::size_t shared) {
    return cudaOccMaxActiveBlocksPerMultiprocessor(&r, &properties, &attributes, &state, threads,
                                                   shared);
  };
  // The textbook's example: 12288 registers a block, of 32 K.
  REQUIRE(ask(256, 0) == CUDA_OCC_SUCCESS);
  CHECK(r.activeBlocksPerMultiprocessor == 2);
  CHECK(r.limitingFactors == OCC_LIMIT_REGISTERS);
  CHECK(r.allocatedRegistersPerBlock == 12288);
  CHECK(r.blockLimitWarps == 6);
  CHECK(r.blockLimitBlocks == 8);
  REQUIRE(ask(64, 13000) == CUDA_OCC_SUCCESS);
  CHECK(r.limitingFactors == OCC_LIMIT_SHARED_MEMORY);
  CHECK(r.activeBlocksPerMultiprocessor == 3);
  CHECK(r.allocatedSharedMemPerBlock == 13056);  // multiples of 128
  state.cacheConfig = CACHE_PREFER_L1;
  REQUIRE(ask(64, 13000) == CUDA_OCC_SUCCESS);
  CHECK(r.activeBlocksPerMultiprocessor == 1);
  state.cacheConfig = CACHE_PREFER_NONE;
  CHECK(ask(0, 0) == CUDA_OCC_ERROR_INVALID_INPUT);
  properties.computeMajor = 4;
  CHECK(ask(64, 0) == CUDA_OCC_ERROR_UNKNOWN_DEVICE);

  REQUIRE(cudaGetDeviceProperties(&p, 6) == cudaSuccess);
  properties = cudaOccDeviceProp(p);
  attributes.numRegs = 32;
  REQUIRE(ask(256, 20000) == CUDA_OCC_SUCCESS);
  CHECK(r.activeBlocksPerMultiprocessor == 8);
  CHECK(r.limitingFactors == (OCC_LIMIT_WARPS | OCC_LIMIT_REGISTERS));
  state.carveoutConfig = SHAREDMEM_CARVEOUT_HALF;  // 114 KiB: the next is 132
  REQUIRE(ask(256, 20000) == CUDA_OCC_SUCCESS);
  CHECK(r.activeBlocksPerMultiprocessor == 6);
  CHECK(r.limitingFactors == OCC_LIMIT_SHARED_MEMORY);
  std::size_t left = 1;
  CHECK(cudaOccAvailableDynamicSMemPerBlock(&left, &properties, &attributes, &state, 4, 256) ==
        CUDA_OCC_SUCCESS);
  CHECK(left == 132 * 1024 / 4 - 1024);
}
