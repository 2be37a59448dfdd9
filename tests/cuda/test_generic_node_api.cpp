// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>
#include <simt/runtime/launch_call.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <set>

// Nodes by one structure of parameters, conditional nodes, captures into a graph, numbers of
// graphs.
namespace {

cudaGraphNodeParams of(cudaGraphNodeType type) {
  cudaGraphNodeParams out = {};
  out.type = type;
  return out;
}

void CUDART_CB count_up(void* p) { ++*static_cast<int*>(p); }

// Kernels that are known by their addresses: one adds, and one counts and sets a node's number.
void add(int* p, int step) { *p += step; }
void count_down(int* p, cudaGraphConditionalHandle handle) {
  *p -= 1;
  cudaGraphSetConditional(handle, static_cast<unsigned>(*p));
}
constexpr simt::parameter_layout add_sizes[] = {{sizeof(int*), alignof(int*)},
                                                {sizeof(int), alignof(int)}};
constexpr simt::parameter_layout count_sizes[] = {
    {sizeof(int*), alignof(int*)},
    {sizeof(cudaGraphConditionalHandle), alignof(cudaGraphConditionalHandle)}};

void know_kernels() {
  static simt::kernel_record records[2];
  if (records[0].address != nullptr) return;
  records[0].name = "add";
  records[0].address = reinterpret_cast<void const*>(&add);
  records[0].parameters = add_sizes;
  records[0].run_packed = [](simt::kernel_record const&, simt::dim3, simt::dim3, std::size_t,
                             void** args, bool) {
    add(*static_cast<int**>(args[0]), *static_cast<int*>(args[1]));
  };
  records[1].name = "count_down";
  records[1].address = reinterpret_cast<void const*>(&count_down);
  records[1].parameters = count_sizes;
  records[1].run_packed = [](simt::kernel_record const&, simt::dim3, simt::dim3, std::size_t,
                             void** args, bool) {
    count_down(*static_cast<int**>(args[0]), *static_cast<cudaGraphConditionalHandle*>(args[1]));
  };
  for (auto& each : records) {
    each.args = 2;
    simt::register_kernel(each);
  }
}

struct fixture {
  fixture() {
    know_kernels();
    REQUIRE(cudaMallocManaged(&value, 2 * sizeof(int)) == cudaSuccess);
    value[0] = value[1] = 0;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  }
  ~fixture() {
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    CHECK(cudaFree(value) == cudaSuccess);
    (void)cudaGetLastError();
  }
  cudaGraphNodeParams kernel(void* function, void** args) {
    auto p = of(cudaGraphNodeTypeKernel);
    p.kernel.func = function;
    p.kernel.gridDim = dim3(1);
    p.kernel.blockDim = dim3(1);
    p.kernel.kernelParams = args;
    return p;
  }
  cudaGraphNodeParams branch(cudaGraphConditionalNodeType type, unsigned size) {
    auto p = of(cudaGraphNodeTypeConditional);
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    return p;
  }
  // Adds `step` to the first number whenever it runs.
  cudaGraphNode_t add_step(cudaGraph_t into, int step) {
    void* args[] = {&value, &step};
    auto p = kernel(reinterpret_cast<void*>(&add), args);
    cudaGraphNode_t out = nullptr;
    CHECK(cudaGraphAddNode(&out, into, nullptr, nullptr, 0, &p) == cudaSuccess);
    return out;
  }
  void make_handle(unsigned initial, unsigned flags = cudaGraphCondAssignDefault) {
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, initial, flags) == cudaSuccess);
  }
  int run() {
    cudaGraphExec_t exec = nullptr;
    REQUIRE(cudaGraphInstantiate(&exec, graph) == cudaSuccess);
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    return value[0];
  }

  int* value = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphConditionalHandle handle = 0;
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "cudaGraphAddNode: each kind as by its own call") {
  auto fill = of(cudaGraphNodeTypeMemset);
  fill.memset = {value, 0, 5, 4, 1, 1};
  cudaGraphNode_t first = nullptr, second = nullptr, third = nullptr, fourth = nullptr;
  REQUIRE(cudaGraphAddNode(&first, graph, nullptr, 0, &fill) == cudaSuccess);
  auto copy = of(cudaGraphNodeTypeMemcpy);
  copy.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(value, 4, 4, 1);
  copy.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(value + 1, 4, 4, 1);
  copy.memcpy.copyParams.extent = make_cudaExtent(4, 1, 1);
  copy.memcpy.copyParams.kind = cudaMemcpyDefault;
  REQUIRE(cudaGraphAddNode_v2(&second, graph, &first, nullptr, 1, &copy) == cudaSuccess);
  int calls = 0;
  auto host = of(cudaGraphNodeTypeHost);
  host.host = {count_up, &calls};
  REQUIRE(cudaGraphAddNode(&third, graph, &second, nullptr, 1, &host) == cudaSuccess);
  int step = 7;
  void* args[] = {&value, &step};
  auto add_seven = kernel(reinterpret_cast<void*>(&add), args);
  REQUIRE(cudaGraphAddNode(&fourth, graph, &third, 1, &add_seven) == cudaSuccess);
  auto empty = of(cudaGraphNodeTypeEmpty);
  CHECK(cudaGraphAddNode(&node, graph, &fourth, 1, &empty) == cudaSuccess);
  cudaGraphNodeType type = cudaGraphNodeTypeCount;
  CHECK(cudaGraphNodeGetType(second, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeMemcpy);
  CHECK(run() == 12);
  CHECK(value[1] == 5);
  CHECK(calls == 1);

  // Changed in the graph, and in what was made of it.
  fill.memset.value = 9;
  CHECK(cudaGraphNodeSetParams(first, &fill) == cudaSuccess);
  CHECK(cudaGraphNodeSetParams(second, &fill) == cudaErrorInvalidValue);
  CHECK(run() == 16);
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiateParams how{};
  how.flags = cudaGraphInstantiateFlagUpload;
  REQUIRE(cudaGraphInstantiateWithParams(&exec, graph, &how) == cudaSuccess);
  CHECK(how.result_out == cudaGraphInstantiateSuccess);
  step = 1;
  CHECK(cudaGraphExecNodeSetParams(exec, fourth, &add_seven) == cudaSuccess);
  CHECK(cudaGraphExecNodeSetParams(exec, first, &add_seven) == cudaErrorInvalidValue);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
  CHECK(value[0] == 10);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, nullptr) == cudaErrorInvalidValue);
}

TEST_CASE_FIXTURE(fixture, "cudaGraphAddNode: memory, events and graphs within") {
  cudaGraph_t inner = nullptr;
  REQUIRE(cudaGraphCreate(&inner, 0) == cudaSuccess);
  add_step(inner, 3);
  auto child = of(cudaGraphNodeTypeGraph);
  child.graph.graph = inner;
  REQUIRE(cudaGraphAddNode(&node, graph, nullptr, 0, &child) == cudaSuccess);
  // The first node has a copy, the second one the graph itself.
  child.graph.ownership = cudaGraphChildGraphOwnershipMove;
  cudaGraphNode_t second = nullptr;
  REQUIRE(cudaGraphAddNode(&second, graph, &node, 1, &child) == cudaSuccess);
  cudaGraph_t found = nullptr;
  CHECK(cudaGraphChildGraphNodeGetGraph(second, &found) == cudaSuccess);
  CHECK(found == inner);
  CHECK(cudaGraphChildGraphNodeGetGraph(node, &found) == cudaSuccess);
  CHECK(found != inner);
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  auto record = of(cudaGraphNodeTypeEventRecord);
  record.eventRecord.event = event;
  CHECK(cudaGraphAddNode(&node, graph, &second, 1, &record) == cudaSuccess);
  CHECK(run() == 6);
  CHECK(cudaEventQuery(event) == cudaSuccess);
  CHECK(cudaEventDestroy(event) == cudaSuccess);

  cudaGraph_t other = nullptr;
  REQUIRE(cudaGraphCreate(&other, 0) == cudaSuccess);
  auto memory = of(cudaGraphNodeTypeMemAlloc);
  memory.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.alloc.poolProps.location = {cudaMemLocationTypeDevice, 0};
  memory.alloc.bytesize = 64;
  CHECK(cudaGraphAddNode(&node, other, nullptr, 0, &memory) == cudaSuccess);
  CHECK(memory.alloc.dptr != nullptr);
  auto released = of(cudaGraphNodeTypeMemFree);
  released.free.dptr = memory.alloc.dptr;
  CHECK(cudaGraphAddNode(&second, other, &node, 1, &released) == cudaSuccess);
  CHECK(cudaGraphDestroy(other) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "conditional nodes: if and else") {
  unsigned initial = 0;
  SUBCASE("set") { initial = 3; }
  SUBCASE("not set") {}
  make_handle(initial);
  auto p = branch(cudaGraphCondTypeIf, 2);
  REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaSuccess);
  add_step(p.conditional.phGraph_out[0], 10);
  add_step(p.conditional.phGraph_out[1], 100);
  CHECK(run() == (initial != 0 ? 10 : 100));
}

TEST_CASE_FIXTURE(fixture, "conditional nodes: as long as a kernel sets the number") {
  value[1] = 5;
  make_handle(1);
  auto p = branch(cudaGraphCondTypeWhile, 1);
  REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaSuccess);
  cudaGraph_t const body = p.conditional.phGraph_out[0];
  auto const first = add_step(body, 2);
  int* counter = value + 1;
  void* args[] = {&counter, &handle};
  auto last = kernel(reinterpret_cast<void*>(&count_down), args);
  cudaGraphNode_t end = nullptr;
  REQUIRE(cudaGraphAddNode(&end, body, &first, nullptr, 1, &last) == cudaSuccess);
  CHECK(run() == 10);
  CHECK(value[1] == 0);
  // The number begins anew with each launch: the loop runs until it is 0 again.
  value[1] = 3;
  CHECK(run() == 16);
  cudaGraph_t copy = nullptr;
  CHECK(cudaGraphClone(&copy, graph) == cudaErrorNotSupported);
  CHECK(cudaGraphAddChildGraphNode(&end, body, nullptr, 0, graph) == cudaErrorNotSupported);
}

TEST_CASE_FIXTURE(fixture, "conditional nodes: the graph of a number, and one within another") {
  unsigned choice = 0;
  SUBCASE("first") {}
  SUBCASE("second, which chooses again") { choice = 1; }
  SUBCASE("none") { choice = 7; }
  make_handle(choice);
  auto p = branch(cudaGraphCondTypeSwitch, 2);
  REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaSuccess);
  add_step(p.conditional.phGraph_out[0], 1);
  cudaGraph_t const second = p.conditional.phGraph_out[1];
  REQUIRE(cudaGraphConditionalHandleCreate_v2(&handle, second, nullptr, 1,
                                              cudaGraphCondAssignDefault) == cudaSuccess);
  auto within = branch(cudaGraphCondTypeIf, 1);
  REQUIRE(cudaGraphAddNode(&node, second, nullptr, nullptr, 0, &within) == cudaSuccess);
  add_step(within.conditional.phGraph_out[0], 20);
  CHECK(run() == (choice == 0 ? 1 : choice == 1 ? 20 : 0));
}

TEST_CASE_FIXTURE(fixture, "conditional nodes: what is refused, and why") {
  CHECK(cudaGraphConditionalHandleCreate(nullptr, graph) == cudaErrorInvalidValue);
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 2) == cudaErrorInvalidValue);
  auto p = branch(cudaGraphCondTypeIf, 1);
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &p) == cudaErrorInvalidValue);  // no handle
  make_handle(1);
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiateParams how{};
  CHECK(cudaGraphInstantiateWithParams(&exec, graph, &how) == cudaErrorInvalidValue);
  CHECK(how.result_out == cudaGraphInstantiateConditionalHandleUnused);
  p = branch(cudaGraphCondTypeWhile, 2);
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &p) == cudaErrorInvalidValue);
  p = branch(cudaGraphCondTypeSwitch, 0);
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &p) == cudaErrorInvalidValue);
  p = branch(cudaGraphCondTypeIf, 1);
  REQUIRE(cudaGraphAddNode(&node, graph, nullptr, 0, &p) == cudaSuccess);
  auto again = branch(cudaGraphCondTypeIf, 1);  // a number has one node
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &again) == cudaErrorInvalidValue);
  int calls = 0;
  auto host = of(cudaGraphNodeTypeHost);
  host.host = {count_up, &calls};
  CHECK(cudaGraphAddNode(&node, p.conditional.phGraph_out[0], nullptr, 0, &host) == cudaSuccess);
  CHECK(cudaGraphInstantiateWithParams(&exec, graph, &how) == cudaErrorNotSupported);
  CHECK(how.result_out == cudaGraphInstantiateNodeOperationNotSupported);
  CHECK(cudaGraphDestroyNode(node) == cudaSuccess);
  CHECK(run() == 0);
}

TEST_CASE_FIXTURE(fixture,
                  "cudaStreamBeginCaptureToGraph: into a conditional node's graph, behind a node") {
  make_handle(1);
  auto p = branch(cudaGraphCondTypeIf, 1);
  REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p) == cudaSuccess);
  cudaGraph_t const body = p.conditional.phGraph_out[0];
  auto const first = add_step(body, 2);
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  CHECK(cudaStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0,
                                      cudaStreamCaptureModeRelaxed) == cudaErrorInvalidValue);
  CHECK(cudaStreamBeginCaptureToGraph(stream, body, &node, nullptr, 1,
                                      cudaStreamCaptureModeRelaxed) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamBeginCaptureToGraph(stream, body, &first, nullptr, 1,
                                        cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(cudaMemcpyAsync(value + 1, value, 4, cudaMemcpyDefault, stream) == cudaSuccess);
  cudaGraph_t ended = nullptr;
  CHECK(cudaStreamEndCapture(stream, &ended) == cudaSuccess);
  CHECK(ended == body);
  std::size_t edges = 0;
  CHECK(cudaGraphGetEdges(body, nullptr, nullptr, &edges) == cudaSuccess);
  CHECK(edges == 1);
  CHECK(run() == 2);
  CHECK(value[1] == 2);
  // A capture that fails leaves the program's graph.
  REQUIRE(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0,
                                        cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(stream, &ended) == cudaErrorStreamCaptureInvalidated);
  CHECK(cudaGraphGetNodes(body, nullptr, &edges) == cudaSuccess);
  CHECK(edges == 2);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE_FIXTURE(fixture, "numbers of graphs and nodes differ; a node knows its graph") {
  cudaGraph_t other = nullptr, found = nullptr;
  REQUIRE(cudaGraphCreate(&other, 0) == cudaSuccess);
  auto const a = add_step(graph, 1), b = add_step(graph, 2), c = add_step(other, 3);
  unsigned ids[2], local[2];
  CHECK(cudaGraphGetId(graph, &ids[0]) == cudaSuccess);
  CHECK(cudaGraphGetId(other, &ids[1]) == cudaSuccess);
  CHECK(ids[0] != ids[1]);
  CHECK(cudaGraphNodeGetLocalId(a, &local[0]) == cudaSuccess);
  CHECK(cudaGraphNodeGetLocalId(b, &local[1]) == cudaSuccess);
  CHECK(local[0] != local[1]);
  std::set<unsigned long long> all;
  for (auto const each : {a, b, c}) {
    unsigned long long id = 0;
    CHECK(cudaGraphNodeGetToolsId(each, &id) == cudaSuccess);
    all.insert(id);
  }
  CHECK(all.size() == 3);
  CHECK(cudaGraphNodeGetContainingGraph(c, &found) == cudaSuccess);
  CHECK(found == other);
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph) == cudaSuccess);
  CHECK(cudaGraphExecGetId(exec, &local[0]) == cudaSuccess);
  CHECK(cudaGraphExecGetId(exec, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(other) == cudaSuccess);
  CHECK(cudaGraphGetId(other, &ids[0]) == cudaErrorInvalidValue);
}
