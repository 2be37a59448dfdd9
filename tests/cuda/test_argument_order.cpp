// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda.h>
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

// Which of several wrong arguments a call tells, what it leaves in its results, and the driver API's
// handles of linked kernels: as an H200 answered (CUDA 13.0).
namespace {

simt::kernel_record& linked_kernel() {
  static simt::kernel_record record;
  record.name = "linked";
  record.address = &record;
  record.max_threads = 1024;
  record.max_dynamic_shared = 49152;
  simt::register_kernel(record);
  return record;
}

struct argument_order {
  void* device = nullptr;
  void* managed = nullptr;
  cudaStream_t stream = nullptr;
  argument_order() {
    REQUIRE(cudaMalloc(&device, 1 << 16) == cudaSuccess);
    REQUIRE(cudaMallocManaged(&managed, 4096) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  }
  ~argument_order() {
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaFree(managed) == cudaSuccess);
    CHECK(cudaFree(device) == cudaSuccess);
    static_cast<void>(cudaGetLastError());
  }
};

constexpr std::size_t huge = std::size_t{1} << 62;
constexpr unsigned many = ~0u;
template <class T>
T* filled() {
  return reinterpret_cast<T*>(std::uintptr_t{0x5a5a});
}

}  // namespace

TEST_CASE_FIXTURE(argument_order, "sizes whose product overflows are told") {
  void* p = nullptr;
  std::size_t pitch = 0;
  CHECK(cudaMallocPitch(&p, &pitch, 16, huge) == cudaErrorInvalidValue);
  CHECK(cudaMallocPitch(&p, &pitch, huge, 16) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy2D(device, 16, managed, 16, 16, huge, cudaMemcpyDefault) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpy2DAsync(device, 16, managed, 16, 16, huge, cudaMemcpyDefault, stream) ==
        cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(argument_order, "a device is looked at before other arguments") {
  int value = 77;
  char text[32];
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 0) ==
        cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(9), 0, 1000) ==
        cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetPCIBusId(text, 0, 1000) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetPCIBusId(text, 0, 0) == cudaErrorInvalidValue);
  CHECK(cuDeviceGetName(text, 0, 1000) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(cudaSetValidDevices(&value, 1000) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0) == cudaErrorInvalidValue);
  CHECK(value == 77);
  cudaMemLocation const nowhere{cudaMemLocationTypeDevice, 99};
  CHECK(cudaMemPrefetchAsync(device, 16, nowhere, 0, stream) == cudaErrorInvalidDevice);
  cudaMemLocation const none{cudaMemLocationTypeInvalid, 0};
  CHECK(cudaMemPrefetchAsync(managed, 16, none, 0, stream) == cudaErrorInvalidValue);
  std::size_t bytes = 77;
  CHECK(cuDeviceTotalMem(&bytes, 1000) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(bytes == 0);
}

TEST_CASE_FIXTURE(argument_order, "calls about streams, graphs and limits") {
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal) == cudaErrorIllegalState);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 1, 99) ==
        cudaErrorIllegalState);

  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t node = nullptr, twin = filled<CUgraphNode_st>();
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&node, graph, nullptr, 0) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagUpload) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphInstantiate(&exec, graph, ~0ull) == cudaErrorInvalidValue);
  CHECK(cudaGraphNodeFindInClone(&twin, node, graph) == cudaErrorInvalidValue);
  CHECK(twin == nullptr);
  std::size_t count = 77;
  std::array<CUgraphEdgeData, 4> edges{};
  CHECK(cuGraphNodeGetDependencies(node, nullptr, edges.data(), &count) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cuGraphNodeGetDependentNodes(node, nullptr, edges.data(), &count) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(count == 77);
  cudaUserObject_t object = nullptr;
  int target = 0;
  REQUIRE(cudaUserObjectCreate(
              &object, &target, [](void* p) { *static_cast<int*>(p) = 1; }, 1,
              cudaUserObjectNoDestructorSync) == cudaSuccess);
  CHECK(cudaUserObjectRetain(object, many) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectRelease(object, many) == cudaErrorInvalidValue);
  CHECK(cudaGraphRetainUserObject(graph, object, many, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphReleaseUserObject(graph, object, many) == cudaErrorInvalidValue);
  CHECK(target == 0);
  CHECK(cudaUserObjectRelease(object, 1) == cudaSuccess);
  CHECK(target == 1);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);

  std::size_t limit = 77;
  CHECK(cudaDeviceGetLimit(&limit, static_cast<cudaLimit>(9)) == cudaErrorUnsupportedLimit);
  CHECK(cudaDeviceSetLimit(static_cast<cudaLimit>(9), 1) == cudaErrorUnsupportedLimit);
  CHECK(cudaDeviceGetLimit(&limit, static_cast<cudaLimit>(10)) == cudaErrorInvalidValue);
  CHECK(limit == 77);
}

TEST_CASE_FIXTURE(argument_order, "no bytes, and results of what fails") {
  void* p = filled<void>();
  unsigned flags = 77;
  CHECK(cudaMallocManaged(&p, 0) == cudaSuccess);
  CHECK(p == nullptr);
  CHECK(cudaHostGetFlags(&flags, managed) == cudaSuccess);
  CHECK(flags == cudaHostAllocMapped);
  p = filled<void>();
  CHECK(cudaMallocFromPoolAsync(&p, 16, nullptr, stream) == cudaErrorInvalidValue);
  CHECK(p == nullptr);
  cudaMemPool_t pool = filled<CUmemPoolHandle_st>();
  CHECK(cudaMemPoolImportFromShareableHandle(&pool, device, cudaMemHandleTypeWin32, 0) ==
        cudaErrorNotSupported);
  CHECK(pool == nullptr);

  CHECK(cuMemAllocHost(&p, 0) == CUDA_SUCCESS);
  CHECK(p == nullptr);
  CHECK(cuMemHostAlloc(&p, 0, 0) == CUDA_SUCCESS);
  CHECK(cuMemFreeHost(nullptr) == CUDA_SUCCESS);
  CUdeviceptr d = 77;
  CHECK(cuMemAllocAsync(&d, 0, stream) == CUDA_SUCCESS);
  CHECK(d == 0);
  std::size_t pitch = 77;
  for (auto const code : {cuMemAlloc(&(d = 77), 0), cuMemAllocManaged(&(d = 77), 0, 1),
                          cuMemAllocPitch(&(d = 77), &pitch, 0, 1, 4),
                          cuMemHostGetDevicePointer(&(d = 77), &pitch, 0)}) {
    CHECK(code == CUDA_ERROR_INVALID_VALUE);
    CHECK(d == 0);
  }
  CHECK(pitch == 0);
  std::size_t bytes = 77;
  d = 77;
  CHECK(cuMemGetAddressRange(&d, &bytes, reinterpret_cast<CUdeviceptr>(&bytes)) ==
        CUDA_ERROR_NOT_FOUND);
  CHECK(d == 0);
  CHECK(bytes == 0);
  CHECK(cuPointerGetAttribute(&bytes, static_cast<CUpointer_attribute>(0),
                              reinterpret_cast<CUdeviceptr>(device)) == CUDA_ERROR_INVALID_VALUE);
  auto const at = reinterpret_cast<CUdeviceptr>(device);
  CHECK(cuMemcpyPeer(at, nullptr, at + 64, nullptr, 16) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(argument_order, "kernels: what is checked before they are looked for") {
  void const* const kernel = linked_kernel().address;
  int host = 0, a = 77, b = 77;
  std::size_t bytes = 77;
  CHECK(cudaFuncSetAttribute(nullptr, static_cast<cudaFuncAttribute>(0), 1) ==
        cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(&host, static_cast<cudaFuncAttribute>(0), 1) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, &host, 0, 0) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, nullptr, 0, 0) ==
        cudaErrorInvalidDeviceFunction);
  static_cast<void>(cudaGetLastError());
  CHECK(cudaOccupancyMaxPotentialBlockSize(nullptr, &b, kernel, 0, 0) == cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&a, nullptr, kernel, 0, 0) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaOccupancyMaxPotentialBlockSizeWithFlags(&a, &b, kernel, 0, 0, 2) ==
        cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(argument_order, "driver API: codes that are not the runtime API's") {
  CUevent from = nullptr, to = nullptr;
  CHECK(cuEventCreate(&from, 0) == CUDA_SUCCESS);
  CHECK(cuEventCreate(&to, 0) == CUDA_SUCCESS);
  CHECK(cuEventElapsedTime(nullptr, from, to) == CUDA_ERROR_INVALID_HANDLE);  // not recorded
  CHECK(cuEventRecord(from, nullptr) == CUDA_SUCCESS);
  CHECK(cuEventRecord(to, nullptr) == CUDA_SUCCESS);
  CHECK(cuEventSynchronize(to) == CUDA_SUCCESS);
  CHECK(cuEventElapsedTime(nullptr, from, to) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuEventDestroy(from) == CUDA_SUCCESS);
  CHECK(cuEventDestroy(to) == CUDA_SUCCESS);
  CUmemoryPool pool = nullptr;
  REQUIRE(cuDeviceGetDefaultMemPool(&pool, 0) == CUDA_SUCCESS);
  CUmemAccessDesc nowhere{};
  CHECK(cuMemPoolSetAccess(pool, &nowhere, 1) == CUDA_ERROR_NOT_SUPPORTED);
  CHECK(cuMemPoolSetAccess(nullptr, &nowhere, 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemPoolSetAccess(pool, nullptr, 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemPoolImportFromShareableHandle(&pool, nullptr, CU_MEM_HANDLE_TYPE_WIN32, 0) ==
        CUDA_ERROR_INVALID_VALUE);
  CUDA_KERNEL_NODE_PARAMS node{};
  CHECK(cuGraphKernelNodeSetParams(nullptr, &node) == CUDA_ERROR_INVALID_VALUE);
  auto const format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 16, 2) == cudaSuccess);
  CHECK(cudaMemcpy2DArrayToArray(nullptr, 0, 0, array, 0, 0, 16, 1) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy2DArrayToArray(array, 0, 0, nullptr, 0, 0, 16, 1) ==
        cudaErrorInvalidResourceHandle);
  CHECK(cudaFreeArray(array) == cudaSuccess);
}

TEST_CASE_FIXTURE(argument_order, "[DRV-016] a linked kernel has one handle for the driver API") {
  void const* const kernel = linked_kernel().address;
  cudaFunction_t function = nullptr, again = nullptr;
  REQUIRE(cudaGetFuncBySymbol(&function, kernel) == cudaSuccess);
  REQUIRE(cudaGetFuncBySymbol(&again, kernel) == cudaSuccess);
  CHECK(function != nullptr);
  CHECK(function == again);
  int threads = 0;
  CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function) ==
        CUDA_SUCCESS);
  CHECK(threads == 1024);
  char const* name = nullptr;
  CHECK(cuFuncGetName(&name, function) == CUDA_SUCCESS);
  CHECK(std::string(name).find("linked") != std::string::npos);
  CUmodule module = nullptr;
  CHECK(cuFuncGetModule(&module, function) == CUDA_SUCCESS);
  CHECK(module != nullptr);
  int blocks = 0;
  CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 1024, 0) == CUDA_SUCCESS);
  CHECK(blocks == 2);
  // Without a function some calls tell a wrong value, others a wrong handle.
  std::size_t bytes = 77;
  CHECK(cuFuncGetName(&name, nullptr) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuFuncGetModule(&module, nullptr) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, nullptr, 1, 32) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cuOccupancyMaxPotentialBlockSize(&blocks, &threads, function, nullptr, 0, -1) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cudaGetFuncBySymbol(&function, nullptr) == cudaErrorInvalidDeviceFunction);
  CHECK(cudaGetFuncBySymbol(&function, &threads) == cudaErrorInvalidDeviceFunction);
  CHECK(function == again);
}

TEST_CASE_FIXTURE(argument_order, "[DRV-006] the primary context is detached from, not destroyed") {
  CUcontext primary = nullptr;
  unsigned version = 0;
  REQUIRE(cuCtxGetCurrent(&primary) == CUDA_SUCCESS);
  CHECK(cuCtxGetApiVersion(primary, &version) == CUDA_SUCCESS);
  CHECK(version == 3020);
  CHECK(cuCtxDetach(primary) == CUDA_SUCCESS);
  CHECK(cuCtxDestroy(primary) == CUDA_ERROR_INVALID_CONTEXT);
  CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
}
