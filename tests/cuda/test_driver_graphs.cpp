// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

// Graphs, capture and pools by the driver API's names.
namespace {

void CUDA_CB add_one(void* p) { ++*static_cast<int*>(p); }

struct initialised {
  initialised() {
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cudaFree(nullptr) == cudaSuccess);  // makes the primary context current
  }
};

}  // namespace

TEST_CASE_FIXTURE(initialised, "a graph of the driver API runs its nodes in their order") {
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  CUgraphNode empty = nullptr, fill = nullptr, count = nullptr;
  CUdeviceptr memory = 0;
  int calls = 0;
  REQUIRE(cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  REQUIRE(cuGraphAddEmptyNode(&empty, graph, nullptr, 0) == CUDA_SUCCESS);
  CUDA_MEMSET_NODE_PARAMS const set{memory, 0, 7, 4, 16, 1};
  REQUIRE(cuGraphAddMemsetNode(&fill, graph, &empty, 1, &set, nullptr) == CUDA_SUCCESS);
  CUDA_HOST_NODE_PARAMS const host{add_one, &calls};
  REQUIRE(cuGraphAddHostNode(&count, graph, nullptr, 0, &host) == CUDA_SUCCESS);
  CHECK(cuGraphAddDependencies(graph, &fill, &count, 1) == CUDA_SUCCESS);
  CHECK(cuGraphAddDependencies(graph, &fill, &count, 1) == CUDA_ERROR_INVALID_VALUE);
  std::size_t nodes = 0;
  CHECK(cuGraphGetNodes(graph, nullptr, &nodes) == CUDA_SUCCESS);
  CHECK(nodes == 3);
  CUgraphNodeType type{};
  CHECK(cuGraphNodeGetType(fill, &type) == CUDA_SUCCESS);
  CHECK(type == CU_GRAPH_NODE_TYPE_MEMSET);
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
  CHECK(calls == 2);
  int last = 0;
  CHECK(cuMemcpyDtoH(&last, memory + 60, 4) == CUDA_SUCCESS);
  CHECK(last == 7);
  CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemFree(memory) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(initialised, "capture by the driver API") {
  CUstream stream = nullptr;
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  CUdeviceptr memory = 0;
  REQUIRE(cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
  REQUIRE(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  REQUIRE(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL) == CUDA_SUCCESS);
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  CHECK(cuStreamIsCapturing(stream, &status) == CUDA_SUCCESS);
  CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
  CHECK(cuMemsetD32Async(memory, 9, 16, stream) == CUDA_SUCCESS);
  CHECK(cuStreamEndCapture(stream, &graph) == CUDA_SUCCESS);
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, stream) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS);
  int last = 0;
  CHECK(cuMemcpyDtoH(&last, memory + 60, 4) == CUDA_SUCCESS);
  CHECK(last == 9);
  CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
  CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
  CHECK(cuMemFree(memory) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(initialised, "memory pools of the driver API") {
  CUmemoryPool pool = nullptr, device_pool = nullptr;
  CUmemPoolProps what{};
  what.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  what.handleTypes = CU_MEM_HANDLE_TYPE_NONE;
  what.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  REQUIRE(cuMemPoolCreate(&pool, &what) == CUDA_SUCCESS);
  CHECK(cuDeviceGetDefaultMemPool(&device_pool, 0) == CUDA_SUCCESS);
  CHECK(device_pool != pool);
  CUdeviceptr p = 0;
  REQUIRE(cuMemAllocFromPoolAsync(&p, 4096, pool, nullptr) == CUDA_SUCCESS);
  std::uint64_t used = 0;
  CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used) == CUDA_SUCCESS);
  CHECK(used == 4096);
  CHECK(cuMemFreeAsync(p, nullptr) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
  CHECK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used) == CUDA_SUCCESS);
  CHECK(used == 0);
  CHECK(cuMemPoolDestroy(pool) == CUDA_SUCCESS);
  CHECK(cuMemPoolDestroy(pool) == CUDA_ERROR_INVALID_VALUE);
}
