// SPDX-License-Identifier: MIT
#include <simt/cuda/cooperative_groups.h>
#include <simt/cuda/crt/host_defines.h>
#include <simt/cuda/cuda_pipeline.h>
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/sm_20_atomic_functions.h>
#include <simt/cuda/sm_20_intrinsics.h>
#include <simt/cuda/sm_30_intrinsics.h>
#include <simt/cuda/sm_32_atomic_functions.h>
#include <simt/cuda/sm_32_intrinsics.h>
#include <simt/cuda/sm_35_atomic_functions.h>
#include <simt/cuda/sm_35_intrinsics.h>
#include <simt/cuda/sm_60_atomic_functions.h>
#include <simt/cuda/sm_61_intrinsics.h>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#pragma GCC diagnostic ignored "-Wsign-conversion"

// What public conformance suites ask for, with an H100's answers.

/// CUDA has no comparison of dim3: programs bring their own.
static bool operator==(dim3 const& a, dim3 const& b) { return a.x + 1 == b.x + 1 && a.y == b.y; }

namespace {

namespace cg = cooperative_groups;

template <class K, class... A>
void run(dim3 grid, dim3 block, K kernel, A... a) {
  ::simt::cuda::launch_configuration(grid, block).call("kernel", kernel, a...);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

__global__ void sizes_of_tiles(unsigned size, unsigned* sizes, unsigned* sums) {
  cg::thread_group const tile = cg::tiled_partition(cg::this_thread_block(), size);
  sizes[threadIdx.x] = static_cast<unsigned>(tile.size());
  atomicAdd(&sums[threadIdx.x / size], 1u);
  tile.sync();
  sums[64 + threadIdx.x] = sums[threadIdx.x / size];
}
__global__ void tiles_of_coalesced(unsigned* sizes, unsigned* ranks) {
  if (threadIdx.x % 3 == 0) return;
  cg::coalesced_group const together = cg::coalesced_threads();
  cg::coalesced_group const tile = cg::tiled_partition(together, 4);
  sizes[threadIdx.x] = tile.size();
  ranks[threadIdx.x] = tile.meta_group_rank() * 100 + tile.thread_rank() * 10 +
                       static_cast<unsigned>(tile.shfl(1, 0));
}
__global__ void write_layers(cudaSurfaceObject_t line, cudaSurfaceObject_t plane, float* out) {
  surf1DLayeredwrite(3.0f, line, 4, 0);
  surf2DLayeredwrite(5.0f, plane, 4, 1, 0);
  surf2DLayeredwrite(9.0f, plane, 4, 1, 1, cudaBoundaryModeZero);
  out[0] = surf1DLayeredread<float>(line, 4, 0);
  out[1] = surf2DLayeredread<float>(plane, 4, 1, 0);
  out[2] = surf2DLayeredread<float>(plane, 4, 1, 1, cudaBoundaryModeZero);
}
__global__ void pipelined(float const* in, float* out) {
  float here[4];
  __pipeline_memcpy_async(here, in, 16, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int i = 0; i < 4; ++i) out[i] = here[i];
}
__global__ void plain(int) {}
__global__ void dependent(int) {
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
}

std::uint64_t used(cudaMemPool_t pool, cudaMemPoolAttr which) {
  std::uint64_t bytes = ~std::uint64_t{0};
  CHECK(cudaMemPoolGetAttribute(pool, which, &bytes) == cudaSuccess);
  return bytes;
}

}  // namespace

TEST_CASE("[L2-010] the last tile of a block has the threads that are left") {
  unsigned* p = nullptr;
  REQUIRE(cudaMallocManaged(&p, 256 * sizeof *p) == cudaSuccess);
  for (unsigned const size : {4u, 16u, 32u}) {
    for (int i = 0; i < 256; ++i) p[i] = 0;
    run(
        1, 40, [](unsigned s, unsigned* a, unsigned* b) { sizes_of_tiles(s, a, b); }, size, p,
        p + 64);
    for (unsigned t = 0; t < 40; ++t) {
      unsigned const expected = std::min(size, 40 - t / size * size);
      CHECK(p[t] == expected);
      CHECK(p[128 + t] == expected);
    }
  }
  for (int i = 0; i < 256; ++i) p[i] = 0;
  run(
      1, 32, [](unsigned* a, unsigned* b) { tiles_of_coalesced(a, b); }, p, p + 64);
  for (unsigned t = 0; t < 32; ++t) {  // 21 threads: five tiles of 4 and one of 1
    unsigned const rank = t - t / 3 - 1;
    if (t % 3 == 0) continue;
    CHECK(p[t] == (rank < 20 ? 4u : 1u));
    CHECK(p[64 + t] == rank / 4 * 100 + rank % 4 * 10 + 1);
  }
  CHECK(cudaFree(p) == cudaSuccess);
}

TEST_CASE("[SURFM-001] layer 0 of an array without layers is the array") {
  auto const make = [](std::size_t height, cudaArray_t& a) {
    auto const format = cudaCreateChannelDesc<float>();
    REQUIRE(cudaMallocArray(&a, &format, 8, height, cudaArraySurfaceLoadStore) == cudaSuccess);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    cudaSurfaceObject_t s = 0;
    REQUIRE(cudaCreateSurfaceObject(&s, &resource) == cudaSuccess);
    return s;
  };
  cudaArray_t line = nullptr, plane = nullptr;
  auto const s1 = make(0, line), s2 = make(4, plane);
  float* out = nullptr;
  REQUIRE(cudaMallocManaged(&out, 4 * sizeof *out) == cudaSuccess);
  run(
      1, 1, [](cudaSurfaceObject_t a, cudaSurfaceObject_t b, float* o) { write_layers(a, b, o); },
      s1, s2, out);
  CHECK(out[0] == 3.0f);
  CHECK(out[1] == 5.0f);
  CHECK(out[2] == 0.0f);
  float texels[8] = {};
  CHECK(cudaMemcpy2DFromArray(texels, sizeof texels, plane, 0, 1, sizeof texels, 1,
                              cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(texels[1] == 5.0f);
  CHECK(cudaDestroySurfaceObject(s1) == cudaSuccess);
  CHECK(cudaDestroySurfaceObject(s2) == cudaSuccess);
  CHECK(cudaFreeArray(line) == cudaSuccess);
  CHECK(cudaFreeArray(plane) == cudaSuccess);
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE("memory of a pool goes back to that pool") {
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool = nullptr, standard = nullptr;
  REQUIRE(cudaMemPoolCreate(&pool, &props) == cudaSuccess);
  REQUIRE(cudaDeviceGetDefaultMemPool(&standard, 0) == cudaSuccess);
  std::uint64_t const before = used(standard, cudaMemPoolAttrUsedMemCurrent);
  std::uint64_t keep = ~std::uint64_t{0};
  REQUIRE(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep) == cudaSuccess);
  void *p = nullptr, *q = nullptr, *r = nullptr;
  REQUIRE(cudaMallocFromPoolAsync(&p, 1 << 20, pool, nullptr) == cudaSuccess);
  REQUIRE(cudaMallocFromPoolAsync(&q, 1 << 20, pool, nullptr) == cudaSuccess);
  CHECK(used(pool, cudaMemPoolAttrUsedMemCurrent) == 2 << 20);
  CHECK(cudaFreeAsync(p, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(used(pool, cudaMemPoolAttrUsedMemCurrent) == 1 << 20);
  CHECK(used(pool, cudaMemPoolAttrReservedMemCurrent) == 2 << 20);  // the threshold keeps it
  CHECK(used(standard, cudaMemPoolAttrUsedMemCurrent) == before);
  REQUIRE(cudaMallocFromPoolAsync(&r, 1 << 20, pool, nullptr) == cudaSuccess);
  CHECK(r == p);
  CHECK(cudaFree(q) == cudaSuccess);
  CHECK(cudaFreeAsync(r, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(used(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
  CHECK(cudaMemPoolTrimTo(pool, 0) == cudaSuccess);
  CHECK(used(pool, cudaMemPoolAttrReservedMemCurrent) == 0);
  // Memory that outlives its pool is freed all the same.
  REQUIRE(cudaMallocFromPoolAsync(&p, 1 << 20, pool, nullptr) == cudaSuccess);
  CHECK(cudaMemPoolDestroy(pool) == cudaSuccess);
  CHECK(cudaFreeAsync(p, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("[STREAM-012] a copy between memories of the host has happened when the call returns") {
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
  int *from = nullptr, *to = nullptr;
  REQUIRE(cudaMallocHost(&from, sizeof *from) == cudaSuccess);
  REQUIRE(cudaMallocHost(&to, sizeof *to) == cudaSuccess);
  *from = 1;
  *to = 0;
  REQUIRE(cudaLaunchHostFunc(
              s,
              [](void* p) {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                *static_cast<int*>(p) = 7;
              },
              from) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyHostToHost, s) == cudaSuccess);
  CHECK(*to == 7);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaFreeHost(from) == cudaSuccess);
  CHECK(cudaFreeHost(to) == cudaSuccess);
}

TEST_CASE("[L2-010] a cooperative launch with too much shared memory is too large") {
  int n = 0;
  void* arguments[] = {&n};
  CHECK(cudaLaunchCooperativeKernel(plain, 1, 32, arguments, 1 << 20) ==
        cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaLaunchCooperativeKernel(plain, 1, 2048, arguments) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE(
    "[OCC-001] what programs write: their own comparison of dim3, pointers of every "
    "type") {
  bool const own = dim3(1, 2, 3) == dim3(1, 2, 4);  // this file's, which leaves z out
  CHECK(own);
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 64, 0) == cudaSuccess);
  CHECK(blocks > 0);
  int const some = 0;
  int (*other)(int) = nullptr;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &some, 64, 0) != cudaSuccess);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, other, 64, 0) != cudaSuccess);
  (void)cudaGetLastError();
  float *in = nullptr, *out = nullptr;
  REQUIRE(cudaMallocManaged(&in, 16) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&out, 16) == cudaSuccess);
  for (int i = 0; i < 4; ++i) in[i] = static_cast<float>(i + 1);
  run(
      1, 1, [](float const* a, float* b) { pipelined(a, b); }, in, out);
  CHECK(out[2] == 3.0f);
  CHECK(out[3] == 0.0f);
  CHECK(cudaFree(in) == cudaSuccess);
  CHECK(cudaFree(out) == cudaSuccess);
}

TEST_CASE("[OCC-001] occupancy of no kernel, also where a program's template makes NULL a number") {
  int grid = 0, block = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, static_cast<void const*>(nullptr)) ==
        cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
            &grid, &block, static_cast<void (*)(int)>(nullptr), [](int) { return 0; }) ==
        cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&block, 0L, 64, 0) ==
        cudaErrorInvalidDeviceFunction);
  (void)cudaGetLastError();
}

TEST_CASE("[MULTI-016] handles of memory differ, where later memory has the place of what is freed") {
  cudaIpcMemHandle_t first{}, again{}, second{};
  void* p = nullptr;
  REQUIRE(cudaMalloc(&p, 1024) == cudaSuccess);
  void* const place = p;
  if (cudaIpcGetMemHandle(&first, p) == cudaErrorNotSupported) return;  // checked memory
  CHECK(cudaIpcGetMemHandle(&again, p) == cudaSuccess);
  CHECK(std::memcmp(&first, &again, sizeof first) == 0);
  REQUIRE(cudaFree(p) == cudaSuccess);
  REQUIRE(cudaMalloc(&p, 1024) == cudaSuccess);
  CHECK(p == place);
  CHECK(cudaIpcGetMemHandle(&second, p) == cudaSuccess);
  CHECK(std::memcmp(&first, &second, sizeof first) != 0);
  CHECK(cudaFree(p) == cudaSuccess);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattribute-warning"
TEST_CASE("Memory and semaphores of other interfaces compile, and are not supported") {
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc file{};
  file.type = cudaExternalMemoryHandleTypeOpaqueFd;
  file.handle.fd = 0;
  file.size = 4096;
  CHECK(cudaImportExternalMemory(&memory, &file) == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(cudaImportExternalMemory(nullptr, &file) == cudaErrorInvalidValue);
  CHECK(cudaImportExternalMemory(&memory, nullptr) == cudaErrorInvalidValue);
  void* p = nullptr;
  cudaExternalMemoryBufferDesc buffer{};
  CHECK(cudaExternalMemoryGetMappedBuffer(&p, memory, &buffer) == cudaErrorInvalidResourceHandle);
  CHECK(cudaExternalMemoryGetMappedBuffer(nullptr, memory, &buffer) == cudaErrorInvalidValue);
  cudaMipmappedArray_t array = nullptr;
  cudaExternalMemoryMipmappedArrayDesc levels{};
  CHECK(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &levels) ==
        cudaErrorInvalidResourceHandle);
  CHECK(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, nullptr) ==
        cudaErrorInvalidValue);
  CHECK(cudaDestroyExternalMemory(memory) == cudaErrorInvalidResourceHandle);
  CHECK(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                           cudaFlushGPUDirectRDMAWritesToOwner) ==
        cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreHandleDesc description{};
  CHECK(cudaImportExternalSemaphore(&semaphore, &description) == cudaErrorNotSupported);
  CHECK(cudaImportExternalSemaphore(&semaphore, nullptr) == cudaErrorInvalidValue);
  cudaExternalSemaphoreSignalParams signal{};
  signal.params.fence.value = 1;
  cudaExternalSemaphoreWaitParams wait{};
  wait.params.keyedMutex.timeoutMs = 1;
  CHECK(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1) ==
        cudaErrorInvalidResourceHandle);
  CHECK(cudaSignalExternalSemaphoresAsync(&semaphore, nullptr, 1) == cudaErrorInvalidValue);
  CHECK(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1) == cudaErrorInvalidResourceHandle);
  CHECK(cudaWaitExternalSemaphoresAsync(nullptr, &wait, 1) == cudaErrorInvalidValue);
  CHECK(cudaDestroyExternalSemaphore(semaphore) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
}
#pragma GCC diagnostic pop

TEST_CASE("a pool of a device that does not exist is an invalid value") {
  cudaMemPool_t pool = nullptr;
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = 99;
  CHECK(cudaMemPoolCreate(&pool, &props) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE("[PIN-004] memory that is not all the process' cannot be registered") {
  std::vector<int> some(1024);
  CHECK(cudaHostRegister(some.data(), std::size_t{1} << 46, 0) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaHostRegister(some.data(), 4096, 0) == cudaSuccess);
  CHECK(cudaHostUnregister(some.data()) == cudaSuccess);
}

TEST_CASE("access to a pool's memory: places and flags that do not exist are invalid values") {
  cudaMemPool_t pool = nullptr;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess);
  cudaMemAccessFlags flags{};
  CHECK(cudaMemPoolGetAccess(&flags, pool, &access.location) == cudaSuccess);
  CHECK(flags == cudaMemAccessFlagsProtReadWrite);
  access.location.id = 99;
  CHECK(cudaMemPoolGetAccess(&flags, pool, &access.location) == cudaErrorInvalidValue);
  access.location.id = 0;
  access.flags = static_cast<cudaMemAccessFlags>(0xffff);
  CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorInvalidValue);
  // As an H100 answers: the owner's access cannot be taken, reading alone is no access.
  access.flags = cudaMemAccessFlagsProtNone;
  CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorInvalidDevice);
  access.flags = cudaMemAccessFlagsProtRead;
  CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorNotSupported);
  int reuse = 7;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse) == cudaSuccess);
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse) == cudaSuccess);
  CHECK(reuse == 1);
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.handleTypes = static_cast<cudaMemAllocationHandleType>(64);
  cudaMemPool_t made = nullptr;
  CHECK(cudaMemPoolCreate(&made, &properties) == cudaErrorInvalidValue);
  access.location.type = cudaMemLocationTypeInvalid;
  CHECK(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorInvalidValue);
  CHECK(cudaMemPoolGetAccess(&flags, pool, &access.location) == cudaErrorInvalidValue);
  cudaMemPool_t imported = nullptr;
  CHECK(cudaMemPoolImportFromShareableHandle(
            &imported, nullptr, cudaMemHandleTypePosixFileDescriptor, 0) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}

TEST_CASE("[ARR-007] copies that an H100 refuses: arrays are the device's, and rows fit") {
  auto const format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaArray_t other = nullptr;
  CHECK(cudaMallocArray(&array, &format, 16, 4) == cudaSuccess);
  CHECK(cudaMallocArray(&other, &format, 16, 4) == cudaSuccess);
  std::array<float, 64> host{};
  auto const to = [&](std::size_t pitch, std::size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2DToArray(array, 0, 0, host.data(), pitch, 64, height, kind);
  };
  CHECK(to(64, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(to(64, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
  CHECK(to(32, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CHECK(to(32, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy2DFromArray(host.data(), 64, array, 0, 0, 64, 4, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidMemcpyDirection);
  auto const between = [&](cudaMemcpyKind kind) {
    return cudaMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, 32, 2, kind);
  };
  CHECK(between(cudaMemcpyHostToDevice) == cudaErrorInvalidMemcpyDirection);
  CHECK(between(cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaFreeArray(array) == cudaSuccess);
  CHECK(cudaFreeArray(other) == cudaSuccess);

  cudaPitchedPtr volume{};
  CHECK(cudaMalloc3D(&volume, cudaExtent{20, 3, 1}) == cudaSuccess);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = cudaPitchedPtr{host.data(), 20, 20, 3};
  copy.dstPtr = volume;
  copy.extent = cudaExtent{20, 3, 1};
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  copy.srcPos.x = 4;  // a row of 24 bytes does not fit a pitch of 20
  CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
  CHECK(cudaFree(volume.ptr) == cudaSuccess);

  std::size_t most = 0;
  auto const bytes = cudaCreateChannelDesc<unsigned char>();
  CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&most, &bytes, 0) == cudaSuccess);
  CHECK(most == std::size_t{1} << 30);
  auto const wide = cudaCreateChannelDesc<float4>();
  CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&most, &wide, 0) == cudaSuccess);
  CHECK(most == std::size_t{1} << 28);
  int device = 0;
  CHECK(cudaDeviceGetByPCIBusId(&device, "ffff:ff:ff.0") == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetByPCIBusId(&device, "hello") == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}
TEST_CASE("[ARR-007] a pitch or a plane's rows of 0 stay open where nothing lies behind") {
  std::array<char, 48> from{}, to{};
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<char>(i);
  cudaPitchedPtr rows{};
  REQUIRE(cudaMalloc3D(&rows, make_cudaExtent(12, 4, 2)) == cudaSuccess);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(from.data(), 0, 12, 4);
  copy.dstPtr = rows;
  copy.extent = make_cudaExtent(12, 1, 1);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  copy.extent = make_cudaExtent(12, 2, 1);
  CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidPitchValue);
  copy.srcPtr = make_cudaPitchedPtr(from.data(), 12, 12, 0);
  copy.extent = make_cudaExtent(12, 4, 1);
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  CHECK(cudaMemcpy2D(to.data(), 12, rows.ptr, rows.pitch, 12, 4, cudaMemcpyDeviceToHost) ==
        cudaSuccess);
  CHECK(to == from);
  copy.extent = make_cudaExtent(12, 4, 2);
  CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidPitchValue);
  CHECK(cudaFree(rows.ptr) == cudaSuccess);
}
TEST_CASE("attributes of launches that are not known are invalid, and others are hints") {
  cudaEvent_t began = nullptr;
  REQUIRE(cudaEventCreateWithFlags(&began, cudaEventDisableTiming) == cudaSuccess);
  cudaLaunchAttribute attributes[3]{};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeMemSyncDomain;
  attributes[1].val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  attributes[2].id = cudaLaunchAttributeLaunchCompletionEvent;
  attributes[2].val.launchCompletionEvent.event = began;
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(1);
  config.attrs = attributes;
  config.numAttrs = 3;
  CHECK(cudaLaunchKernelEx(&config, dependent, 1) == cudaSuccess);
  CHECK(cudaEventSynchronize(began) == cudaSuccess);
  attributes[1].id = static_cast<cudaLaunchAttributeID>(60);
  CHECK(cudaLaunchKernelEx(&config, dependent, 1) == cudaErrorInvalidValue);
  CHECK(cudaEventDestroy(began) == cudaSuccess);
}
TEST_CASE("an executable graph tells its flags") {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  unsigned long long flags = 1;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch) ==
          cudaSuccess);
  CHECK(cudaGraphExecGetFlags(exec, &flags) == cudaSuccess);
  CHECK(flags == cudaGraphInstantiateFlagAutoFreeOnLaunch);
  CHECK(cudaGraphExecGetFlags(exec, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}
TEST_CASE("[OCC-001] shared memory for more blocks than fit is an invalid value") {
  std::size_t bytes = 0;
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dependent, 2, 256) == cudaSuccess);
  CHECK(bytes == 48 * 1024);
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dependent, 33, 256) ==
        cudaErrorInvalidValue);
  CHECK(cudaSetValidDevices(nullptr, 0) == cudaSuccess);
}
