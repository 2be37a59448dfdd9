// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

// Graphs, capture and pools by the driver API's names.
namespace {

CUgraphNodeParams of(CUgraphNodeType type) {
  CUgraphNodeParams out = {};
  out.type = type;
  return out;
}

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

TEST_CASE_FIXTURE(initialised, "copies as nodes of the driver API: rows of memory and of arrays") {
  int const values[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  int out[12] = {};
  CUDA_ARRAY_DESCRIPTOR const shape{4, 3, CU_AD_FORMAT_SIGNED_INT32, 1};
  CUarray array = nullptr;
  REQUIRE(cuArrayCreate(&array, &shape) == CUDA_SUCCESS);
  CUDA_MEMCPY3D in{};
  in.srcMemoryType = CU_MEMORYTYPE_HOST;
  in.srcHost = values;
  in.srcPitch = 16;
  in.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  in.dstArray = array;
  in.WidthInBytes = 16;
  in.Height = 3;
  in.Depth = 1;
  // Back come the right half of the lower two rows.
  CUDA_MEMCPY3D back{};
  back.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  back.srcArray = array;
  back.srcXInBytes = 8;
  back.srcY = 1;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = out;
  back.dstPitch = 8;
  back.WidthInBytes = 8;
  back.Height = 2;
  back.Depth = 1;
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  CUgraphNode first = nullptr, second = nullptr;
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  REQUIRE(cuGraphAddMemcpyNode(&first, graph, nullptr, 0, &in, nullptr) == CUDA_SUCCESS);
  REQUIRE(cuGraphAddMemcpyNode(&second, graph, &first, 1, &back, nullptr) == CUDA_SUCCESS);
  auto part = back;
  part.srcXInBytes = 6;  // of an element
  CHECK(cuGraphAddMemcpyNode(&second, graph, nullptr, 0, &part, nullptr) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cuGraphAddMemcpyNode(&second, graph, nullptr, 0, nullptr, nullptr) ==
        CUDA_ERROR_INVALID_VALUE);

  CUDA_MEMCPY3D told{};
  REQUIRE(cuGraphMemcpyNodeGetParams(second, &told) == CUDA_SUCCESS);
  CHECK(told.srcMemoryType == CU_MEMORYTYPE_ARRAY);
  CHECK(told.srcArray == array);
  CHECK(told.srcXInBytes == 8);
  CHECK(told.srcY == 1);
  CHECK(told.dstMemoryType == CU_MEMORYTYPE_HOST);
  CHECK(told.dstHost == out);
  CHECK(told.dstPitch == 8);
  CHECK(told.WidthInBytes == 8);
  CHECK(told.Height == 2);
  // What is told can be given back.
  CHECK(cuGraphMemcpyNodeSetParams(second, &told) == CUDA_SUCCESS);

  std::size_t count = 1;
  CUgraphNode before = nullptr, after = nullptr;
  CHECK(cuGraphNodeGetDependencies(second, &before, &count) == CUDA_SUCCESS);
  CHECK(before == first);
  CHECK(cuGraphNodeGetDependentNodes(first, &after, nullptr, &count) == CUDA_SUCCESS);
  CHECK(after == second);
  CHECK(cuGraphGetEdges(graph, nullptr, nullptr, &count) == CUDA_SUCCESS);
  CHECK(count == 1);

  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
  CHECK(out[0] == 7);
  CHECK(out[1] == 8);
  CHECK(out[2] == 11);
  CHECK(out[3] == 12);
  back.dstHost = out + 6;
  CHECK(cuGraphExecMemcpyNodeSetParams(exec, second, &back, nullptr) == CUDA_SUCCESS);
  unsigned enabled = 7;
  CHECK(cuGraphNodeSetEnabled(exec, first, 0) == CUDA_SUCCESS);
  CHECK(cuGraphNodeGetEnabled(exec, first, &enabled) == CUDA_SUCCESS);
  CHECK(enabled == 0);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
  CHECK(out[6] == 7);
  CHECK(out[9] == 12);
  CUgraphExecUpdateResultInfo info{};
  CHECK(cuGraphExecUpdate(exec, graph, &info) == CUDA_SUCCESS);
  CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
  CHECK(cuArrayDestroy(array) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(initialised, "fills, host functions and memory as nodes of the driver API") {
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  CUgraphNode make = nullptr, fill = nullptr, copy = nullptr, call = nullptr, drop = nullptr;
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  CUDA_MEM_ALLOC_NODE_PARAMS memory{};
  memory.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  memory.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  memory.bytesize = 64;
  REQUIRE(cuGraphAddMemAllocNode(&make, graph, nullptr, 0, &memory) == CUDA_SUCCESS);
  CHECK(memory.dptr != 0);
  CUDA_MEMSET_NODE_PARAMS set{memory.dptr, 0, 7, 4, 16, 1};
  REQUIRE(cuGraphAddMemsetNode(&fill, graph, &make, 1, &set, nullptr) == CUDA_SUCCESS);
  set.value = 9;
  CHECK(cuGraphMemsetNodeSetParams(fill, &set) == CUDA_SUCCESS);
  CUDA_MEMSET_NODE_PARAMS told{};
  CHECK(cuGraphMemsetNodeGetParams(fill, &told) == CUDA_SUCCESS);
  CHECK(told.dst == memory.dptr);
  CHECK(told.value == 9);
  CHECK(told.width == 16);
  int out[16] = {};
  CUDA_MEMCPY3D back{};
  back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  back.srcDevice = memory.dptr;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = out;
  back.WidthInBytes = 64;
  back.Height = back.Depth = 1;
  REQUIRE(cuGraphAddMemcpyNode(&copy, graph, &fill, 1, &back, nullptr) == CUDA_SUCCESS);
  REQUIRE(cuGraphAddMemFreeNode(&drop, graph, &copy, 1, memory.dptr) == CUDA_SUCCESS);
  int calls = 0, other_calls = 0;
  CUDA_HOST_NODE_PARAMS const host{add_one, &calls}, other{add_one, &other_calls};
  REQUIRE(cuGraphAddHostNode(&call, graph, &copy, 1, &host) == CUDA_SUCCESS);
  CUDA_HOST_NODE_PARAMS told_host{};
  CHECK(cuGraphHostNodeGetParams(call, &told_host) == CUDA_SUCCESS);
  CHECK(told_host.userData == &calls);
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
  CHECK(out[15] == 9);
  CHECK(calls == 1);
  CHECK(cuGraphExecHostNodeSetParams(exec, call, &other) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
  CHECK(calls == 1);
  CHECK(other_calls == 1);
  CUDA_KERNEL_NODE_PARAMS nothing{};
  CHECK(cuGraphAddKernelNode(&make, graph, nullptr, 0, &nothing) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuGraphAddKernelNode(&make, graph, nullptr, 0, nullptr) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
  unsigned long long used = 1;
  CHECK(cuDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used) == CUDA_SUCCESS);
  CHECK(used == 0);
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

TEST_CASE_FIXTURE(initialised, "[UM-025] advice about managed memory by the driver API") {
  CUdeviceptr p = 0;
  REQUIRE(cuMemAllocManaged(&p, 4096, CU_MEM_ATTACH_GLOBAL) == CUDA_SUCCESS);
  CHECK(cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, 0) == CUDA_SUCCESS);
  CUmemLocation const device{CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CHECK(cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device) == CUDA_SUCCESS);
  CHECK(cuMemPrefetchAsync(p, 4096, device, 0, nullptr) == CUDA_SUCCESS);
  CHECK(cuMemPrefetchAsync(p, 4096, CUdevice{0}, nullptr) == CUDA_SUCCESS);
  int mostly_read = 0, place = -7;
  CHECK(cuMemRangeGetAttribute(&mostly_read, sizeof mostly_read, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                               p, 4096) == CUDA_SUCCESS);
  CHECK(mostly_read == 1);
  void* where[] = {&mostly_read, &place};
  std::size_t sizes[] = {sizeof(int), sizeof(int)};
  CUmem_range_attribute which[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                   CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION};
  CHECK(cuMemRangeGetAttributes(where, sizes, which, 2, p, 4096) == CUDA_SUCCESS);
  CHECK(place == 0);
  CHECK(cuMemAdvise(p, 4096, static_cast<CUmem_advise>(77), 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAdvise(p, 1 << 20, CU_MEM_ADVISE_SET_READ_MOSTLY, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemFree(p) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(initialised, "handles for other processes by the driver API") {
  CUdeviceptr p = 0, opened = 0;
  REQUIRE(cuMemAlloc(&p, 4096) == CUDA_SUCCESS);
  CUipcMemHandle memory{};
  CHECK(cuIpcGetMemHandle(&memory, p) == CUDA_SUCCESS);
  CHECK(cuIpcGetMemHandle(nullptr, p) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuIpcOpenMemHandle(&opened, memory, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuIpcOpenMemHandle(nullptr, memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cuIpcCloseMemHandle(p) != CUDA_SUCCESS);  // not opened
  CUevent event = nullptr;
  CUipcEventHandle handle{};
  REQUIRE(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING) == CUDA_SUCCESS);
  CHECK(cuIpcGetEventHandle(&handle, event) == CUDA_SUCCESS);
  CHECK(cuIpcOpenEventHandle(nullptr, handle) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuEventDestroy(event) == CUDA_SUCCESS);
  CHECK(cuMemFree(p) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(initialised, "nodes of the driver API by one structure of parameters") {
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  CUdeviceptr memory = 0;
  REQUIRE(cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  CUgraphConditionalHandle handle = 0;
  REQUIRE(cuGraphConditionalHandleCreate(&handle, graph, nullptr, 1,
                                         CU_GRAPH_COND_ASSIGN_DEFAULT) == CUDA_SUCCESS);
  auto branch = of(CU_GRAPH_NODE_TYPE_CONDITIONAL);
  branch.conditional.handle = handle;
  branch.conditional.type = CU_GRAPH_COND_TYPE_SWITCH;
  branch.conditional.size = 2;
  CUgraphNode node = nullptr, fill = nullptr, count = nullptr;
  REQUIRE(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &branch) == CUDA_SUCCESS);
  auto set = of(CU_GRAPH_NODE_TYPE_MEMSET);
  set.memset = {memory, 0, 7, 4, 16, 1, nullptr};
  REQUIRE(cuGraphAddNode(&fill, branch.conditional.phGraph_out[1], nullptr, nullptr, 0, &set) ==
          CUDA_SUCCESS);
  int calls = 0;
  auto host = of(CU_GRAPH_NODE_TYPE_HOST);
  host.host = {add_one, &calls};
  REQUIRE(cuGraphAddNode(&count, graph, &node, 1, &host) == CUDA_SUCCESS);
  set.memset.value = 9;
  CHECK(cuGraphNodeSetParams(fill, &set) == CUDA_SUCCESS);
  CHECK(cuGraphNodeSetParams(fill, &host) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuGraphAddNode(&node, graph, nullptr, 0, nullptr) == CUDA_ERROR_INVALID_VALUE);
  CUDA_GRAPH_INSTANTIATE_PARAMS how{};
  REQUIRE(cuGraphInstantiateWithParams(&exec, graph, &how) == CUDA_SUCCESS);
  CHECK(how.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS);
  cuuint64_t flags = 1;
  CHECK(cuGraphExecGetFlags(exec, &flags) == CUDA_SUCCESS);
  CHECK(flags == 0);
  int other = 0;
  host.host.userData = &other;
  CHECK(cuGraphExecNodeSetParams(exec, count, &host) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
  int last = 0;
  CHECK(cuMemcpyDtoH(&last, memory + 60, 4) == CUDA_SUCCESS);
  CHECK(last == 9);
  CHECK(calls == 0);
  CHECK(other == 1);
  CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
  CHECK(cuMemFree(memory) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(initialised, "many copies by one call of the driver API") {
  CUdeviceptr memory = 0;
  CUstream stream = nullptr;
  REQUIRE(cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
  REQUIRE(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  int const values[] = {3, 4};
  int out[2] = {};
  auto const address = [](void const* p) {
    return static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(p));
  };
  CUdeviceptr to[] = {memory, memory + 8}, from[] = {address(values + 1), address(values)};
  std::size_t sizes[] = {4, 4}, first = 0, failed = 0;
  CUmemcpyAttributes how{};
  how.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL;
  CHECK(cuMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, stream) == CUDA_SUCCESS);
  to[0] = address(out);
  to[1] = address(out + 1);
  from[0] = memory;
  from[1] = memory + 8;
  CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS);
  CHECK(cuMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, &failed, stream) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS);
  CHECK(out[0] == 4);
  CHECK(out[1] == 3);
  from[1] = 0;
  CHECK(cuMemcpyBatchAsync(to, from, sizes, 2, &how, &first, 1, &failed, stream) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(failed == 1);
  CUmemLocation place{CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemoryPool pool = nullptr, other = nullptr;
  CHECK(cuMemGetDefaultMemPool(&pool, &place, CU_MEM_ALLOCATION_TYPE_PINNED) == CUDA_SUCCESS);
  CHECK(cuDeviceGetDefaultMemPool(&other, 0) == CUDA_SUCCESS);
  CHECK(pool == other);
  CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
  CHECK(cuMemFree(memory) == CUDA_SUCCESS);
}

TEST_CASE_FIXTURE(initialised, "streams' attributes, mipmapped arrays and copies between contexts") {
  CUstream stream = nullptr, other = nullptr;
  REQUIRE(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  REQUIRE(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  CUstreamAttrValue value{}, told{};
  value.syncPolicy = cudaSyncPolicyYield;
  CHECK(cuStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value) ==
        CUDA_SUCCESS);
  CHECK(cuStreamCopyAttributes(other, stream) == CUDA_SUCCESS);
  CHECK(cuStreamGetAttribute(other, cudaLaunchAttributeSynchronizationPolicy, &told) ==
        CUDA_SUCCESS);
  CHECK(told.syncPolicy == cudaSyncPolicyYield);

  CUmipmappedArray levels = nullptr;
  CUarray level = nullptr;
  CUDA_ARRAY3D_DESCRIPTOR d{};
  d.Width = 8;
  d.Height = 4;
  d.Format = CU_AD_FORMAT_UNSIGNED_INT32;
  d.NumChannels = 1;
  REQUIRE(cuMipmappedArrayCreate(&levels, &d, 3) == CUDA_SUCCESS);
  CHECK(cuMipmappedArrayGetLevel(&level, levels, 1) == CUDA_SUCCESS);
  CHECK(cuMipmappedArrayGetLevel(&level, levels, 3) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuArray3DGetDescriptor(&d, level) == CUDA_SUCCESS);
  CHECK(d.Width == 4);
  unsigned const from[] = {1, 2, 3, 4};
  unsigned to[4] = {};
  CUDA_MEMCPY3D_PEER copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = from;
  copy.srcPitch = 16;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = level;
  copy.WidthInBytes = 16;
  copy.Height = copy.Depth = 1;
  CHECK(cuMemcpy3DPeer(&copy) == CUDA_SUCCESS);
  CHECK(cuMemcpy3DPeerAsync(nullptr, stream) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemcpyAtoH(to, level, 0, 16) == CUDA_SUCCESS);
  CHECK(to[3] == 4);
  CHECK(cuMipmappedArrayDestroy(levels) == CUDA_SUCCESS);
  CHECK(cuMipmappedArrayDestroy(levels) == CUDA_ERROR_INVALID_HANDLE);

  std::size_t width = 0;
  CHECK(cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 1, 0) == CUDA_SUCCESS);
  CHECK(width != 0);
  int atomics = 0;
  CHECK(cuDeviceGetP2PAttribute(&atomics, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, 0, 0) ==
        CUDA_ERROR_INVALID_DEVICE);
  CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
  CHECK(cuStreamDestroy(other) == CUDA_SUCCESS);
}
