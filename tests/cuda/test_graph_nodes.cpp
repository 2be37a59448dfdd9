// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <unistd.h>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

// What can be asked of a graph's nodes and changed in them.
namespace {

void CUDART_CB count_up(void* p) { ++*static_cast<int*>(p); }
void CUDART_CB count_ten(void* p) { *static_cast<int*>(p) += 10; }

cudaMemsetParams filled(void* p, unsigned value, std::size_t words) {
  cudaMemsetParams out{};
  out.dst = p;
  out.value = value;
  out.elementSize = 4;
  out.width = words;
  out.height = 1;
  return out;
}

struct fixture {
  fixture() {
    REQUIRE(cudaMallocManaged(&from, 16) == cudaSuccess);
    REQUIRE(cudaMallocManaged(&to, 16) == cudaSuccess);
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    auto const first = filled(from, 7, 4);
    REQUIRE(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &first) == cudaSuccess);
    REQUIRE(cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, to, from, 16, cudaMemcpyDefault) ==
            cudaSuccess);
    cudaHostNodeParams const up{count_up, &calls};
    REQUIRE(cudaGraphAddHostNode(&host, graph, &fill, 1, &up) == cudaSuccess);
  }
  ~fixture() {
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    CHECK(cudaFree(from) == cudaSuccess);
    CHECK(cudaFree(to) == cudaSuccess);
    (void)cudaGetLastError();
  }
  void run(cudaGraphExec_t exec) {
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
  }

  unsigned *from = nullptr, *to = nullptr;
  int calls = 0;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t fill = nullptr, copy = nullptr, host = nullptr;
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "edges, dependent nodes, and what a clone's nodes come from") {
  cudaGraphNode_t nodes[3], others[3];
  std::size_t n = 3;
  CHECK(cudaGraphNodeGetDependentNodes(fill, nodes, &n) == cudaSuccess);
  CHECK(n == 2);
  CHECK(nodes[0] == copy);
  CHECK(nodes[1] == host);
  CHECK(nodes[2] == nullptr);
  n = 0;
  CHECK(cudaGraphNodeGetDependentNodes(copy, nullptr, nullptr, &n) == cudaSuccess);
  CHECK(n == 0);
  n = 3;
  CHECK(cudaGraphNodeGetDependencies(copy, nodes, nullptr, &n) == cudaSuccess);
  CHECK(n == 1);
  CHECK(nodes[0] == fill);
  CHECK(nodes[1] == nullptr);
  n = 3;
  CHECK(cudaGraphGetEdges(graph, nodes, others, nullptr, &n) == cudaSuccess);
  CHECK(n == 2);
  CHECK(nodes[1] == fill);
  CHECK(others[1] == host);
  CHECK(others[2] == nullptr);
  CHECK(cudaGraphGetEdges(graph, nullptr, others, &n) == cudaErrorInvalidValue);

  cudaGraph_t clone = nullptr;
  REQUIRE(cudaGraphClone(&clone, graph) == cudaSuccess);
  cudaGraphNode_t twin = nullptr;
  CHECK(cudaGraphNodeFindInClone(&twin, copy, clone) == cudaSuccess);
  CHECK(twin != copy);
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(twin, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeMemcpy);
  CHECK(cudaGraphNodeFindInClone(&twin, copy, graph) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(clone) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "parameters of nodes, in a graph and in what was made of it") {
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  run(exec);
  CHECK(to[3] == 7);
  CHECK(calls == 1);

  cudaHostNodeParams h{};
  CHECK(cudaGraphHostNodeGetParams(host, &h) == cudaSuccess);
  bool const same = h.fn == count_up;
  CHECK(same);
  CHECK(cudaGraphHostNodeGetParams(copy, &h) == cudaErrorInvalidValue);
  cudaMemsetParams f{};
  CHECK(cudaGraphMemsetNodeGetParams(fill, &f) == cudaSuccess);
  CHECK(f.value == 7);
  cudaMemcpy3DParms c{};
  CHECK(cudaGraphMemcpyNodeGetParams(copy, &c) == cudaSuccess);
  CHECK(c.extent.width == 16);

  // The executable graph alone.
  cudaHostNodeParams const ten{count_ten, &calls};
  auto const eight = filled(from, 8, 4);
  CHECK(cudaGraphExecHostNodeSetParams(exec, host, &ten) == cudaSuccess);
  CHECK(cudaGraphExecMemsetNodeSetParams(exec, fill, &eight) == cudaSuccess);
  CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, to, from, 8, cudaMemcpyDefault) ==
        cudaSuccess);
  CHECK(cudaGraphExecHostNodeSetParams(exec, copy, &ten) == cudaErrorInvalidValue);
  run(exec);
  CHECK(calls == 11);
  CHECK(to[1] == 8);
  CHECK(to[2] == 7);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);

  // The graph, and what is made of it then.
  auto const nine = filled(from, 9, 4);
  CHECK(cudaGraphMemsetNodeSetParams(fill, &nine) == cudaSuccess);
  CHECK(cudaGraphHostNodeSetParams(host, &ten) == cudaSuccess);
  CHECK(cudaGraphMemcpyNodeSetParams1D(copy, to, from, 4, cudaMemcpyDefault) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  run(exec);
  CHECK(calls == 21);
  CHECK(to[0] == 9);
  CHECK(to[1] == 8);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "nodes that are not enabled do nothing") {
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  from[0] = to[0] = 1;
  unsigned enabled = 5;
  CHECK(cudaGraphNodeGetEnabled(exec, fill, &enabled) == cudaSuccess);
  CHECK(enabled == 1);
  CHECK(cudaGraphNodeSetEnabled(exec, fill, 0) == cudaSuccess);
  CHECK(cudaGraphNodeGetEnabled(exec, fill, &enabled) == cudaSuccess);
  CHECK(enabled == 0);
  run(exec);
  CHECK(from[0] == 1);
  CHECK(to[0] == 1);
  CHECK(calls == 1);  // what waits for it goes on
  CHECK(cudaGraphNodeSetEnabled(exec, fill, 1) == cudaSuccess);
  run(exec);
  CHECK(to[0] == 7);
  CHECK(cudaGraphNodeSetEnabled(exec, host, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "a copy of nothing, or of no known kind, is refused") {
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, from, 0, cudaMemcpyDefault) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, from, 4,
                                 static_cast<cudaMemcpyKind>(77)) ==
        cudaErrorInvalidMemcpyDirection);
}

TEST_CASE_FIXTURE(fixture, "a graph as text for Graphviz") {
  auto const path =
      std::filesystem::temp_directory_path() / ("simt_graph_" + std::to_string(getpid()) + ".dot");
  CHECK(cudaGraphDebugDotPrint(graph, path.c_str(), 0) == cudaSuccess);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  CHECK(text.str().find("digraph") == 0);
  CHECK(text.str().find("\"node_0\" -> \"node_2\"") != std::string::npos);
  CHECK(text.str().find("memset") != std::string::npos);
  std::filesystem::remove(path);
  CHECK(cudaGraphDebugDotPrint(graph, "/no/such/folder/graph.dot", 0) == cudaErrorOperatingSystem);
}

namespace {

int variable[4] = {1, 2, 3, 4};
void CUDART_CB destroyed(void* p) { ++*static_cast<int*>(p); }

cudaMemAllocNodeParams memory_of(std::size_t bytes) {
  cudaMemAllocNodeParams out{};
  out.poolProps.allocType = cudaMemAllocationTypePinned;
  out.poolProps.location.type = cudaMemLocationTypeDevice;
  out.bytesize = bytes;
  return out;
}

std::uint64_t graph_memory(cudaGraphMemAttributeType which) {
  std::uint64_t out = ~std::uint64_t{0};
  CHECK(cudaDeviceGetGraphMemAttribute(0, which, &out) == cudaSuccess);
  return out;
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "nodes that record events and wait for them") {
  cudaEvent_t before = nullptr, done = nullptr, got = nullptr;
  REQUIRE(cudaEventCreate(&before) == cudaSuccess);
  REQUIRE(cudaEventCreate(&done) == cudaSuccess);
  cudaGraphNode_t wait = nullptr, record = nullptr, first = nullptr;
  CHECK(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphAddEventRecordNode(&first, graph, nullptr, 0, before) == cudaSuccess);
  REQUIRE(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, before) == cudaSuccess);
  REQUIRE(cudaGraphAddEventRecordNode(&record, graph, &copy, 1, before) == cudaSuccess);
  CHECK(cudaGraphAddDependencies(graph, &wait, &fill, 1) == cudaSuccess);
  CHECK(cudaGraphAddDependencies(graph, &first, &fill, 1) == cudaSuccess);
  cudaGraphNodeType type{};
  CHECK(cudaGraphNodeGetType(record, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeEventRecord);
  CHECK(cudaGraphNodeGetType(wait, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeWaitEvent);
  CHECK(cudaGraphEventRecordNodeSetEvent(record, done) == cudaSuccess);
  CHECK(cudaGraphEventRecordNodeGetEvent(record, &got) == cudaSuccess);
  CHECK(got == done);
  CHECK(cudaGraphEventWaitNodeGetEvent(wait, &got) == cudaSuccess);
  CHECK(got == before);
  CHECK(cudaGraphEventWaitNodeGetEvent(record, &got) == cudaErrorInvalidValue);
  // Another stream's work comes before the graph, and the graph before the event.
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  cudaStream_t other = nullptr, stream = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  std::memset(to, 0, 16);
  CHECK(cudaLaunchHostFunc(
            other, [](void* p) { usleep(10000), std::memset(p, 1, 16); }, to) == cudaSuccess);
  CHECK(cudaEventRecord(before, other) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
  CHECK(cudaEventSynchronize(done) == cudaSuccess);
  CHECK(to[3] == 7);
  float ms = -1;
  CHECK(cudaEventSynchronize(before) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, before, done) == cudaSuccess);
  CHECK(ms >= 0);
  CHECK(cudaGraphExecEventRecordNodeSetEvent(exec, wait, done) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecEventRecordNodeSetEvent(exec, record, before) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  for (cudaStream_t const s : {other, stream}) CHECK(cudaStreamDestroy(s) == cudaSuccess);
  for (cudaEvent_t const e : {before, done}) CHECK(cudaEventDestroy(e) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "copies of variables, and a graph within a graph") {
  cudaGraphNode_t in = nullptr, out = nullptr, inner = nullptr;
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&in, graph, &fill, 1, variable, from, 20, 0,
                                       cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&in, graph, &fill, 1, variable, from, 8, 4,
                                       cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&in, graph, &fill, 1, static_cast<void const*>(nullptr),
                                       from, 8, 4, cudaMemcpyDeviceToDevice) ==
        cudaErrorInvalidSymbol);
  REQUIRE(cudaGraphAddMemcpyNodeToSymbol(&in, graph, &fill, 1, variable, from, 8, 4,
                                         cudaMemcpyDeviceToDevice) == cudaSuccess);
  int back[4] = {};
  REQUIRE(cudaGraphAddMemcpyNodeFromSymbol(&out, graph, &in, 1, back, variable, 4, 0,
                                           cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaGraphMemcpyNodeSetParamsFromSymbol(out, back, variable, 16, 0,
                                               cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(nullptr, in, variable, from, 8, 4,
                                                 cudaMemcpyDeviceToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(nullptr, out, back, variable, 4, 0,
                                                   cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidValue);
  cudaGraph_t outer = nullptr, child = nullptr;
  REQUIRE(cudaGraphCreate(&outer, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddChildGraphNode(&inner, outer, nullptr, 0, graph) == cudaSuccess);
  CHECK(cudaGraphChildGraphNodeGetGraph(fill, &child) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphChildGraphNodeGetGraph(inner, &child) == cudaSuccess);
  CHECK(child != graph);
  // Changes of the child within count; those of the graph that it came from do not.
  cudaGraphNode_t twin = nullptr;
  REQUIRE(cudaGraphNodeFindInClone(&twin, fill, child) == cudaSuccess);
  auto const other = filled(from, 9, 4);
  CHECK(cudaGraphMemsetNodeSetParams(twin, &other) == cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, outer, 0) == cudaSuccess);
  run(exec);
  CHECK(back[0] == 1);
  CHECK(back[1] == 9);
  CHECK(back[2] == 9);
  CHECK(back[3] == 4);
  CHECK(cudaGraphExecChildGraphNodeSetParams(exec, inner, graph) == cudaSuccess);
  run(exec);
  CHECK(back[1] == 7);
  CHECK(cudaGraphExecChildGraphNodeSetParams(exec, inner, outer) == cudaErrorGraphExecUpdateFailure);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(outer) == cudaSuccess);
  variable[1] = 2, variable[2] = 3;
}

TEST_CASE_FIXTURE(fixture, "memory that a graph allocates and frees") {
  auto const used = graph_memory(cudaGraphMemAttrUsedMemCurrent);
  auto const reserved = graph_memory(cudaGraphMemAttrReservedMemCurrent);
  cudaGraphNode_t allocate = nullptr, write = nullptr, release = nullptr;
  auto params = memory_of(0);
  CHECK(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params) == cudaErrorInvalidValue);
  params = memory_of(64);
  REQUIRE(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params) == cudaSuccess);
  REQUIRE(params.dptr != nullptr);
  auto const set = filled(params.dptr, 5, 16);
  REQUIRE(cudaGraphAddMemsetNode(&write, graph, &allocate, 1, &set) == cudaSuccess);
  cudaMemAllocNodeParams told{};
  CHECK(cudaGraphMemAllocNodeGetParams(allocate, &told) == cudaSuccess);
  CHECK(told.dptr == params.dptr);
  CHECK(told.bytesize == 64);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == used);
  cudaGraphExec_t exec = nullptr, again = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  // There is one of it at a time, and no copy (an H100's answers, CUDA 13.0).
  CHECK(cudaGraphInstantiate(&again, graph, 0) == cudaErrorNotSupported);
  cudaGraph_t other = nullptr;
  cudaGraphNode_t child = nullptr;
  CHECK(cudaGraphClone(&other, graph) == cudaErrorNotSupported);
  REQUIRE(cudaGraphCreate(&other, 0) == cudaSuccess);
  CHECK(cudaGraphAddChildGraphNode(&child, other, nullptr, 0, graph) == cudaErrorNotSupported);
  CHECK(cudaGraphDestroy(other) == cudaSuccess);
  CHECK(cudaGraphRemoveDependencies(graph, &allocate, &write, 1) == cudaErrorNotSupported);
  CHECK(cudaGraphDestroyNode(allocate) == cudaErrorNotSupported);
  auto for_others = memory_of(64);
  for_others.poolProps.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  CHECK(cudaGraphAddMemAllocNode(&child, graph, nullptr, 0, &for_others) == cudaErrorNotSupported);
  run(exec);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == used + 64);
  CHECK(graph_memory(cudaGraphMemAttrReservedMemCurrent) == reserved + 64);
  unsigned read = 0;
  CHECK(cudaMemcpy(&read, static_cast<unsigned*>(params.dptr) + 15, 4, cudaMemcpyDefault) ==
        cudaSuccess);
  CHECK(read == 5);
  // Allocated until it is freed, by whomever.
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&again, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch) ==
          cudaSuccess);
  CHECK(cudaGraphLaunch(again, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(params.dptr, nullptr) == cudaSuccess);
  CHECK(cudaFree(params.dptr) == cudaErrorInvalidValue);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == used);
  run(again);
  CHECK(cudaFree(params.dptr) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(again) == cudaSuccess);
  // By a node of the graph.
  REQUIRE(cudaGraphAddMemFreeNode(&release, graph, &write, 1, params.dptr) == cudaSuccess);
  CHECK(cudaGraphAddMemFreeNode(&release, graph, &write, 1, params.dptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddMemFreeNode(&release, graph, &write, 1, from) == cudaErrorInvalidValue);
  void* at = nullptr;
  CHECK(cudaGraphMemFreeNodeGetParams(release, &at) == cudaSuccess);
  CHECK(at == params.dptr);
  std::uint64_t zero = 0;
  CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero) == cudaSuccess);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemHigh) == used);
  CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero) ==
        cudaErrorInvalidValue);
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  run(exec);
  run(exec);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == used);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemHigh) == used + 64);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaDeviceGraphMemTrim(0) == cudaSuccess);
  CHECK(cudaDeviceGraphMemTrim(99) == cudaErrorInvalidDevice);
}

TEST_CASE_FIXTURE(fixture, "objects that graphs keep, and hints of kernel nodes") {
  int gone = 0;
  cudaUserObject_t object = nullptr;
  CHECK(cudaUserObjectCreate(&object, &gone, destroyed, 0, cudaUserObjectNoDestructorSync) ==
        cudaErrorInvalidValue);
  CHECK(cudaUserObjectCreate(&object, &gone, destroyed, 1, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaUserObjectCreate(&object, &gone, destroyed, 1, cudaUserObjectNoDestructorSync) ==
          cudaSuccess);
  CHECK(cudaUserObjectRetain(object, 2) == cudaSuccess);
  CHECK(cudaUserObjectRelease(object, 0) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectRelease(object, 4) == cudaSuccess);  // more than there are: nothing happens
  CHECK(cudaGraphRetainUserObject(graph, object, 1, 0) == cudaSuccess);
  CHECK(cudaGraphReleaseUserObject(graph, object, 1) == cudaSuccess);
  CHECK(cudaGraphReleaseUserObject(graph, object, 1) == cudaSuccess);
  CHECK(cudaGraphRetainUserObject(graph, object, INT_MAX, 0) == cudaSuccess);
  CHECK(cudaGraphReleaseUserObject(graph, object, INT_MAX) == cudaSuccess);
  CHECK(cudaGraphRetainUserObject(graph, object, 3, cudaGraphUserObjectMove) == cudaSuccess);
  CHECK(cudaUserObjectRelease(object, 1) == cudaSuccess);
  CHECK(cudaGraphReleaseUserObject(graph, object, 4) == cudaSuccess);
  CHECK(gone == 0);
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(cudaGraphReleaseUserObject(graph, object, 3) == cudaSuccess);
  CHECK(gone == 0);  // what was made from the graph keeps it
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(gone == 1);
  CHECK(cudaUserObjectRelease(object, 1) == cudaSuccess);  // as a GPU says of one that is gone
  CHECK(cudaUserObjectRetain(object, 1) == cudaErrorInvalidValue);
  CHECK(gone == 1);

  cudaKernelNodeAttrValue value{};
  value.priority = -2;
  CHECK(cudaGraphKernelNodeSetAttribute(host, cudaLaunchAttributePriority, &value) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeGetAttribute(host, cudaLaunchAttributePriority, &value) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeCopyAttributes(host, fill) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(fixture, "what a capture is, and other dependencies of what comes next") {
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  cudaStreamCaptureStatus status{};
  unsigned long long id = 0, other = 0;
  cudaGraph_t captured = nullptr, same = nullptr;
  cudaGraphNode_t const* after = nullptr;
  std::size_t count = 0;
  CHECK(cudaStreamGetCaptureInfo(stream, &status, &id) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusNone);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &fill, 1, 0u) == cudaErrorIllegalState);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaMemsetAsync(from, 3, 16, stream) == cudaSuccess);
  CHECK(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &captured, &after, &count) ==
        cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusActive);
  CHECK(count == 1);
  cudaGraphNode_t const first = after[0];
  cudaGraphNode_t extra = nullptr;
  REQUIRE(cudaGraphAddEmptyNode(&extra, captured, nullptr, 0) == cudaSuccess);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &fill, 1, 0u) == cudaErrorInvalidValue);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &extra, 1,
                                            cudaStreamAddCaptureDependencies) == cudaSuccess);
  cudaGraphEdgeData const* edges = nullptr;
  CHECK(cudaStreamGetCaptureInfo(stream, &status, &other, &same, &after, &edges, &count) ==
        cudaSuccess);
  CHECK(other == id);
  CHECK(same == captured);
  CHECK(count == 2);
  CHECK(after[0] == first);
  CHECK(after[1] == extra);
  CHECK(cudaMemcpyAsync(to, from, 16, cudaMemcpyDefault, stream) == cudaSuccess);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &extra, nullptr, 0,
                                            cudaStreamAddCaptureDependencies) == cudaSuccess);
  CHECK(cudaStreamEndCapture(stream, &same) == cudaSuccess);
  CHECK(cudaGraphDestroy(same) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

// What an H100 with CUDA 13.0 answered.
TEST_CASE_FIXTURE(fixture, "lists of nodes are as long as the caller's room at most") {
  cudaGraphNode_t list[5] = {};
  std::size_t n = 2;
  CHECK(cudaGraphGetNodes(graph, list, &n) == cudaSuccess);
  CHECK(n == 2);
  CHECK(list[2] == nullptr);
  n = 5;
  list[4] = fill;
  CHECK(cudaGraphGetNodes(graph, list, &n) == cudaSuccess);
  CHECK(n == 3);
  CHECK(list[4] == nullptr);
  n = 5;
  list[4] = fill;
  CHECK(cudaGraphGetRootNodes(graph, list, &n) == cudaSuccess);
  CHECK(n == 1);
  CHECK(list[0] == fill);
  CHECK(list[4] == nullptr);
  n = 0;
  CHECK(cudaGraphGetRootNodes(graph, list, &n) == cudaSuccess);
  CHECK(n == 0);
  cudaGraphNode_t from_list[3] = {}, to_list[3] = {};
  n = 1;
  CHECK(cudaGraphGetEdges(graph, from_list, to_list, &n) == cudaSuccess);
  CHECK(n == 1);
  CHECK(from_list[1] == nullptr);
}

TEST_CASE_FIXTURE(fixture, "memset and memcpy nodes check what they are given") {
  cudaGraphNode_t n = nullptr;
  auto const whole = filled(from, 1, 4);
  for (int k = 0; k < 4; ++k) {
    auto bad = whole;
    if (k == 0) bad.width = 0;
    if (k == 1) bad.height = 0;
    if (k == 2) bad.elementSize = 3;
    if (k == 3) bad.width = 2, bad.height = 2, bad.pitch = 4;
    CAPTURE(k);
    CHECK(cudaGraphAddMemsetNode(&n, graph, nullptr, 0, &bad) == cudaErrorInvalidValue);
    CHECK(cudaGraphMemsetNodeSetParams(fill, &bad) == cudaErrorInvalidValue);
  }
  cudaMemcpy3DParms box{};
  box.srcPtr = make_cudaPitchedPtr(from, 4, 4, 4);
  box.dstPtr = make_cudaPitchedPtr(to, 4, 4, 4);
  box.extent = make_cudaExtent(4, 4, 1);
  box.kind = cudaMemcpyDefault;
  CHECK(cudaGraphAddMemcpyNode(&n, graph, nullptr, 0, &box) == cudaSuccess);
  auto bad = box;
  bad.dstPtr.pitch = 3;
  CHECK(cudaGraphAddMemcpyNode(&n, graph, nullptr, 0, &bad) == cudaErrorInvalidPitchValue);
  bad = box;
  bad.srcPtr.pitch = 3;
  CHECK(cudaGraphAddMemcpyNode(&n, graph, nullptr, 0, &bad) == cudaErrorInvalidPitchValue);
  bad = box;
  bad.srcPtr.pitch = 3;
  bad.extent.height = 1;
  CHECK(cudaGraphAddMemcpyNode(&n, graph, nullptr, 0, &bad) == cudaErrorInvalidValue);
  bad = box;
  bad.dstPtr.pitch = std::size_t{1} << 32;
  CHECK(cudaGraphAddMemcpyNode(&n, graph, nullptr, 0, &bad) == cudaErrorInvalidValue);
  bad = box;
  bad.kind = static_cast<cudaMemcpyKind>(-1);
  CHECK(cudaGraphAddMemcpyNode(&n, graph, nullptr, 0, &bad) == cudaErrorInvalidMemcpyDirection);
  cudaGraphExec_t none = nullptr;
  CHECK(cudaGraphInstantiateWithFlags(&none, graph, 10) == cudaErrorInvalidValue);
  bad = box;
  bad.extent.width = 0;
  CHECK(cudaGraphAddMemcpyNode(&n, graph, nullptr, 0, &bad) == cudaErrorInvalidValue);

  // An executable graph keeps a copy's kind, and the size of rows that it fills.
  cudaGraphNode_t rows = nullptr;
  auto two = filled(to, 1, 1);
  two.height = 2;
  two.pitch = 8;
  REQUIRE(cudaGraphAddMemsetNode(&rows, graph, nullptr, 0, &two) == cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, to, from, 16, cudaMemcpyDeviceToDevice) ==
        cudaErrorInvalidValue);
  two.value = 3;
  CHECK(cudaGraphExecMemsetNodeSetParams(exec, rows, &two) == cudaSuccess);
  two.width = 2;
  CHECK(cudaGraphExecMemsetNodeSetParams(exec, rows, &two) == cudaErrorInvalidValue);
  auto const one = filled(to, 1, 1);
  CHECK(cudaGraphExecMemsetNodeSetParams(exec, rows, &one) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
}

__global__ void add_to(int* at, int value) { atomicAdd(at, value); }

TEST_CASE_FIXTURE(fixture, "a kernel node has arguments of its own, which a program can give back") {
  cudaGraphNode_t node = nullptr;
  auto* const at = reinterpret_cast<int*>(from);
  {
    int* pointer = at;
    int value = 5;
    void* arguments[] = {&pointer, &value};
    cudaKernelNodeParams p{};
    p.func = const_cast<void*>(simt::cuda::kernel_address(add_to));
    p.gridDim = 1;
    p.blockDim = 1;
    p.kernelParams = arguments;
    REQUIRE(cudaGraphAddKernelNode(&node, graph, &host, 1, &p) == cudaSuccess);
    value = 100;
    pointer = nullptr;
  }
  cudaKernelNodeParams told{};
  REQUIRE(cudaGraphKernelNodeGetParams(node, &told) == cudaSuccess);
  CHECK(*static_cast<int*>(told.kernelParams[1]) == 5);
  told.gridDim = 2;
  REQUIRE(cudaGraphKernelNodeSetParams(node, &told) == cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  run(exec);
  CHECK(*at == 7 + 10);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);

  cudaKernelNodeAttrValue value{};
  auto const none = static_cast<cudaKernelNodeAttrID>(-1);
  CHECK(cudaGraphKernelNodeGetAttribute(node, none, &value) == cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeSetAttribute(node, none, &value) == cudaErrorInvalidValue);
  auto const window = cudaLaunchAttributeAccessPolicyWindow;
  value.accessPolicyWindow.num_bytes = std::size_t{1} << 40;
  CHECK(cudaGraphKernelNodeSetAttribute(node, window, &value) == cudaErrorInvalidValue);
  value.accessPolicyWindow.num_bytes = 32;
  for (float const ratio : {-0.6f, 1.1f}) {
    value.accessPolicyWindow.hitRatio = ratio;
    CHECK(cudaGraphKernelNodeSetAttribute(node, window, &value) == cudaErrorInvalidValue);
  }
  value.accessPolicyWindow.hitRatio = 0.5f;
  CHECK(cudaGraphKernelNodeSetAttribute(node, window, &value) == cudaSuccess);
  value.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
  CHECK(cudaGraphKernelNodeSetAttribute(node, window, &value) == cudaErrorInvalidValue);
}

TEST_CASE("a stream that is told not to wait for its own work has nothing that is unjoined") {
  cudaStream_t stream = nullptr, other = nullptr;
  int* p = nullptr;
  REQUIRE(cudaMalloc(&p, 64) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  bool fork = false;
  SUBCASE("one stream") {}
  SUBCASE("work of another stream must still be joined") { fork = true; }
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaMemsetAsync(p, 1, 16, stream) == cudaSuccess);
  CHECK(cudaMemsetAsync(p, 2, 16, stream) == cudaSuccess);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, nullptr, std::size_t{0},
                                            cudaStreamSetCaptureDependencies) == cudaSuccess);
  CHECK(cudaMemsetAsync(p + 8, 3, 16, stream) == cudaSuccess);
  if (fork) {
    CHECK(cudaEventRecord(event, stream) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(other, event, 0) == cudaSuccess);
    CHECK(cudaMemsetAsync(p + 4, 3, 16, other) == cudaSuccess);
  }
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(stream, &graph) ==
        (fork ? cudaErrorStreamCaptureUnjoined : cudaSuccess));
  if (!fork) {
    std::size_t roots = 0;
    CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots) == cudaSuccess);
    CHECK(roots == 2);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  }
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamDestroy(other) == cudaSuccess);
  CHECK(cudaFree(p) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE_FIXTURE(fixture, "an executable graph takes over no copy of another direction") {
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info{};
  CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess);
  CHECK(info.result == cudaGraphExecUpdateSuccess);
  CHECK(cudaGraphMemcpyNodeSetParams1D(copy, to, from, 16, cudaMemcpyDeviceToDevice) ==
        cudaSuccess);
  CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorParametersChanged);
  CHECK(info.errorNode == copy);
  // Other memory is no change of that kind, nor another value.
  CHECK(cudaGraphMemcpyNodeSetParams1D(copy, from, to, 16, cudaMemcpyDefault) == cudaSuccess);
  auto const other = filled(from, 9, 3);
  CHECK(cudaGraphMemsetNodeSetParams(fill, &other) == cudaSuccess);
  CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess);
  auto rows = filled(from, 9, 1);
  rows.height = 2;
  rows.pitch = 8;
  CHECK(cudaGraphMemsetNodeSetParams(fill, &rows) == cudaSuccess);
  CHECK(cudaGraphExecUpdate(exec, graph, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorParametersChanged);
  CHECK(info.errorNode == fill);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
}

TEST_CASE("copies of no variable are refused by graphs' nodes") {
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaGraphNode_t node = nullptr;
  int host = 0;
  void* nothing = nullptr;
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, nullptr, &host, 4, 0,
                                       cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, nothing, &host, 4, 0,
                                       cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, static_cast<void const*>(&host),
                                       &host, 4, 0,
                                       cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
  CHECK(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, &host, nullptr, 4, 0,
                                         cudaMemcpyDeviceToHost) == cudaErrorInvalidSymbol);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  (void)cudaGetLastError();
}
