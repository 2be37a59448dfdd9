// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/runtime/fault.hpp>
#include <simt/runtime/host_graph.hpp>
#include <simt/runtime/launch_call.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <vector>

namespace {

// A kernel that is known by its address.
void scale(int* p, int factor) { *p = *p * factor + 1; }
constexpr simt::parameter_layout scale_sizes[] = {{sizeof(int*), alignof(int*)},
                                                  {sizeof(int), alignof(int)}};

simt::kernel_record& known() {
  static simt::kernel_record record;
  record.name = "scale";
  record.address = reinterpret_cast<void const*>(&scale);
  record.parameters = scale_sizes;
  record.args = 2;
  record.run_packed = [](simt::kernel_record const&, simt::dim3, simt::dim3, std::size_t,
                         void** args, bool) {
    scale(*static_cast<int**>(args[0]), *static_cast<int*>(args[1]));
  };
  simt::register_kernel(record);
  return record;
}

cudaKernelNodeParams params_of(void** args) {
  cudaKernelNodeParams p{};
  p.func = reinterpret_cast<void*>(&scale);
  p.gridDim = simt::dim3(1);
  p.blockDim = simt::dim3(1);
  p.kernelParams = args;
  return p;
}

}  // namespace

TEST_CASE("[L2-003] a graph built by hand: kinds of nodes, order, launches, changes") {
  known();
  int* value = nullptr;
  REQUIRE(cudaMallocManaged(&value, sizeof(int)) == cudaSuccess);
  *value = 100;
  cudaGraph_t g = nullptr;
  REQUIRE(cudaGraphCreate(&g, 0) == cudaSuccess);
  int factor = 10;
  void* args[] = {&value, &factor};
  auto params = params_of(args);
  cudaGraphNode_t set = nullptr, first = nullptr, second = nullptr, host = nullptr, copy = nullptr;
  // value = 2; value = value * 10 + 1; value = value * 3 + 1; calls += 1; out = value
  cudaMemsetParams fill{};
  fill.dst = value;
  fill.value = 2;
  fill.elementSize = 4;
  fill.width = 1;
  fill.height = 1;
  static int calls = 0;
  int out = 0;
  CHECK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &fill) == cudaSuccess);
  CHECK(cudaGraphAddKernelNode(&first, g, &set, 1, &params) == cudaSuccess);
  factor = 3;  // arguments are copied when the node is made
  CHECK(cudaGraphAddKernelNode(&second, g, nullptr, 0, &params) == cudaSuccess);
  CHECK(cudaGraphAddDependencies(g, &first, &second, 1) == cudaSuccess);
  cudaHostNodeParams call{[](void*) { ++calls; }, nullptr};
  CHECK(cudaGraphAddHostNode(&host, g, &second, 1, &call) == cudaSuccess);
  CHECK(cudaGraphAddMemcpyNode1D(&copy, g, &host, 1, &out, value, sizeof out,
                                 cudaMemcpyDeviceToHost) == cudaSuccess);
  std::size_t n = 0;
  CHECK(cudaGraphGetNodes(g, nullptr, &n) == cudaSuccess);
  CHECK(n == 5);
  CHECK(cudaGraphGetRootNodes(g, nullptr, &n) == cudaSuccess);
  CHECK(n == 1);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  CHECK(cudaGraphNodeGetType(host, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeHost);

  cudaGraphExec_t x = nullptr;
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&x, g, 0) == cudaSuccess);
  CHECK(*value == 100);
  CHECK(cudaGraphLaunch(x, s) == cudaSuccess);
  CHECK(cudaGraphLaunch(x, s) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s) == cudaSuccess);
  CHECK(out == (2 * 10 + 1) * 3 + 1);
  CHECK(calls == 2);

  // One kernel of the executable graph becomes another.
  factor = 1;
  CHECK(cudaGraphExecKernelNodeSetParams(x, second, &params) == cudaSuccess);
  CHECK(cudaGraphLaunch(x, s) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s) == cudaSuccess);
  CHECK(out == (2 * 10 + 1) + 1);

  // A copy of the graph, updated into the executable one.
  cudaGraph_t twin = nullptr;
  CHECK(cudaGraphClone(&twin, g) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info{};
  CHECK(cudaGraphExecUpdate(x, twin, &info) == cudaSuccess);
  CHECK(info.result == cudaGraphExecUpdateSuccess);
  CHECK(cudaGraphDestroy(g) == cudaSuccess);
  CHECK(cudaGraphLaunch(x, s) == cudaSuccess);
  CHECK(cudaStreamSynchronize(s) == cudaSuccess);
  CHECK(out == (2 * 10 + 1) * 3 + 1);
  cudaGraph_t empty = nullptr;
  CHECK(cudaGraphCreate(&empty, 0) == cudaSuccess);
  CHECK(cudaGraphExecUpdate(x, empty, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  CHECK(info.errorNode == nullptr);
  (void)cudaGetLastError();

  CHECK(cudaGraphExecDestroy(x) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(x) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(twin) == cudaSuccess);
  CHECK(cudaGraphDestroy(empty) == cudaSuccess);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaFree(value) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("an update that is refused names the node that differs, and how") {
  cudaGraph_t first = nullptr, other = nullptr;
  cudaGraphNode_t a = nullptr, b = nullptr, c = nullptr;
  REQUIRE(cudaGraphCreate(&first, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&a, first, nullptr, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&b, first, &a, 1) == cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, first, 0) == cudaSuccess);

  REQUIRE(cudaGraphCreate(&other, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&a, other, nullptr, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&b, other, nullptr, 0) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info{};
  CHECK(cudaGraphExecUpdate(exec, other, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  CHECK((info.errorNode == a || info.errorNode == b));

  CHECK(cudaGraphDestroyNode(b) == cudaSuccess);
  cudaHostNodeParams const call{[](void*) {}, nullptr};
  REQUIRE(cudaGraphAddHostNode(&c, other, &a, 1, &call) == cudaSuccess);
  CHECK(cudaGraphExecUpdate(exec, other, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorNodeTypeChanged);
  CHECK(info.errorNode == c);
  cudaGraphNode_t bad = nullptr;
  cudaGraphExecUpdateResult result{};
  CHECK(cudaGraphExecUpdate(exec, other, &bad, &result) == cudaErrorGraphExecUpdateFailure);
  CHECK(result == cudaGraphExecUpdateErrorNodeTypeChanged);
  CHECK(bad == c);
  (void)cudaGetLastError();
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(first) == cudaSuccess);
  CHECK(cudaGraphDestroy(other) == cudaSuccess);
}

TEST_CASE("[L2-003] a captured graph: memory of its own, events that fork and join, child graphs") {
  known();
  cudaStream_t s = nullptr, t = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  int* value = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(cudaEventCreate(&fork) == cudaSuccess);
  REQUIRE(cudaEventCreate(&join) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&value, sizeof(int)) == cudaSuccess);
  *value = 1;
  auto const launch = [](cudaStream_t q, auto f) {
    return simt::submit_launch(known(), simt::dim3(1), simt::dim3(1), 0, q, f);
  };
  int* kept = nullptr;
  REQUIRE(cudaMallocManaged(&kept, sizeof(int)) == cudaSuccess);
  auto const capture = [&](bool own) {
    int* scratch = kept;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    if (own) CHECK(cudaMallocAsync(&scratch, 64, s) == cudaSuccess);
    CHECK(launch(s, [=] { *scratch = *value; }) == simt::error_code::success);
    CHECK(cudaEventRecord(fork, s) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(t, fork, 0) == cudaSuccess);
    CHECK(launch(t, [=] { *scratch += 5; }) == simt::error_code::success);
    CHECK(cudaEventRecord(join, t) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(s, join, 0) == cudaSuccess);
    CHECK(launch(s, [=] { *value = *scratch * 2; }) == simt::error_code::success);
    if (own) CHECK(cudaFreeAsync(scratch, s) == cudaSuccess);
    cudaGraph_t g = nullptr;
    CHECK(cudaStreamEndCapture(s, &g) == cudaSuccess);
    CHECK(*value == 1);
    std::size_t n = 0;
    CHECK(cudaGraphGetNodes(g, nullptr, &n) == cudaSuccess);
    CHECK(n == (own ? 5u : 3u));
    return g;
  };
  cudaGraph_t own = capture(true), g = capture(false);

  // As part of another graph, twice; not where it has memory of its own.
  cudaGraph_t outer = nullptr;
  cudaGraphNode_t a = nullptr, b = nullptr;
  CHECK(cudaGraphCreate(&outer, 0) == cudaSuccess);
  CHECK(cudaGraphAddChildGraphNode(&a, outer, nullptr, 0, own) == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(cudaGraphAddChildGraphNode(&a, outer, nullptr, 0, g) == cudaSuccess);
  CHECK(cudaGraphAddChildGraphNode(&b, outer, &a, 1, g) == cudaSuccess);
  cudaGraphExec_t x = nullptr, y = nullptr;
  REQUIRE(cudaGraphInstantiateWithFlags(&x, outer, 0) == cudaSuccess);
  REQUIRE(cudaGraphInstantiateWithFlags(&y, own, 0) == cudaSuccess);
  CHECK(cudaGraphLaunch(x, t) == cudaSuccess);
  CHECK(cudaGraphLaunch(x, s) == cudaSuccess);  // after the launch in t
  CHECK(cudaGraphLaunch(y, s) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  int wanted = 1;
  for (int i = 0; i < 5; ++i) wanted = (wanted + 5) * 2;
  CHECK(*value == wanted);
  CHECK(cudaGraphExecDestroy(x) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(y) == cudaSuccess);
  CHECK(cudaGraphDestroy(own) == cudaSuccess);
  CHECK(cudaFree(kept) == cudaSuccess);
  CHECK(cudaGraphDestroy(outer) == cudaSuccess);
  CHECK(cudaGraphDestroy(g) == cudaSuccess);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaStreamDestroy(t) == cudaSuccess);
  CHECK(cudaFree(value) == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE(
    "[STREAM-019][L2-001][L2-002][L2-004][L2-005][L2-006][L2-007] attributes of streams are kept, limits "
    "of caches "
    "answered") {
  cudaStream_t s = nullptr, t = nullptr;
  REQUIRE(cudaStreamCreate(&s) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&t) == cudaSuccess);
  cudaStreamAttrValue in{};
  in.accessPolicyWindow.base_ptr = s;
  in.accessPolicyWindow.num_bytes = 4096;
  in.accessPolicyWindow.hitRatio = 0.5F;
  in.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  in.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &in) == cudaSuccess);
  CHECK(cudaStreamCopyAttributes(t, s) == cudaSuccess);
  cudaStreamAttrValue out{};
  CHECK(cudaStreamGetAttribute(t, cudaStreamAttributeAccessPolicyWindow, &out) == cudaSuccess);
  CHECK(out.accessPolicyWindow.base_ptr == s);
  CHECK(out.accessPolicyWindow.num_bytes == 4096);
  CHECK(out.accessPolicyWindow.hitRatio == 0.5F);
  // The guide's examples: 16 KB set aside, windows of 32 KB. They change what stays in a GPU's cache,
  // and no number.
  unsigned* data = nullptr;
  REQUIRE(cudaMallocManaged(&data, 32768) == cudaSuccess);
  CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 16384) == cudaSuccess);
  for (float const ratio : {0.5F, 1.0F}) {
    in.accessPolicyWindow.base_ptr = data;
    in.accessPolicyWindow.num_bytes = 32768;
    in.accessPolicyWindow.hitRatio = ratio;
    for (cudaStream_t const each : {s, t}) {
      CHECK(cudaStreamSetAttribute(each, cudaStreamAttributeAccessPolicyWindow, &in) ==
            cudaSuccess);
      CHECK(cudaMemsetAsync(data, ratio == 1 ? 1 : 2, 32768, each) == cudaSuccess);
      CHECK(cudaStreamSynchronize(each) == cudaSuccess);
      CHECK(data[8191] == (ratio == 1 ? 0x01010101u : 0x02020202u));
    }
    CHECK(cudaStreamGetAttribute(t, cudaStreamAttributeAccessPolicyWindow, &out) == cudaSuccess);
    CHECK(out.accessPolicyWindow.hitRatio == ratio);
  }
  CHECK(cudaFree(data) == cudaSuccess);
  in.accessPolicyWindow.hitRatio = 2;
  CHECK(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &in) ==
        cudaErrorInvalidValue);
  (void)cudaGetLastError();
  CHECK(cudaCtxResetPersistingL2Cache() == cudaSuccess);
  std::size_t bytes = 1;
  CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 65536) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize) == cudaSuccess);
  CHECK(bytes == 65536);
  cudaDeviceProp p;
  CHECK(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
  CHECK(p.l2CacheSize > 0);
  CHECK(p.accessPolicyMaxWindowSize > 0);
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaStreamDestroy(t) == cudaSuccess);
}

TEST_CASE("[L2-003] a stream that has been joined may be destroyed while its work is captured") {
  cudaStream_t s = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
  int* data = nullptr;
  REQUIRE(cudaMallocManaged(&data, 2 * sizeof(int)) == cudaSuccess);
  for (bool const joins : {true, false}) {
    cudaStream_t t = nullptr;
    cudaEvent_t fork = nullptr, join = nullptr;
    REQUIRE(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaEventCreate(&fork) == cudaSuccess);
    REQUIRE(cudaEventCreate(&join) == cudaSuccess);
    data[0] = data[1] = 0;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess);
    CHECK(cudaEventRecord(fork, s) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(t, fork, 0) == cudaSuccess);
    CHECK(cudaMemsetAsync(data, 1, sizeof(int), t) == cudaSuccess);
    CHECK(cudaMemsetAsync(data + 1, 2, sizeof(int), s) == cudaSuccess);
    CHECK(cudaEventRecord(join, t) == cudaSuccess);
    if (joins) CHECK(cudaStreamWaitEvent(s, join, 0) == cudaSuccess);
    CHECK(cudaStreamDestroy(t) == cudaSuccess);
    CHECK(cudaEventDestroy(fork) == cudaSuccess);
    CHECK(cudaEventDestroy(join) == cudaSuccess);
    cudaGraph_t g = nullptr;
    cudaError_t const ended = cudaStreamEndCapture(s, &g);
    CHECK(ended == (joins ? cudaSuccess : cudaErrorStreamCaptureInvalidated));
    (void)cudaGetLastError();
    if (!joins) continue;
    cudaGraphExec_t x = nullptr;
    REQUIRE(cudaGraphInstantiateWithFlags(&x, g, 0) == cudaSuccess);
    CHECK(cudaGraphLaunch(x, s) == cudaSuccess);
    CHECK(cudaStreamSynchronize(s) == cudaSuccess);
    CHECK(data[0] == 0x01010101);
    CHECK(data[1] == 0x02020202);
    CHECK(cudaGraphExecDestroy(x) == cudaSuccess);
    CHECK(cudaGraphDestroy(g) == cudaSuccess);
  }
  CHECK(cudaStreamDestroy(s) == cudaSuccess);
  CHECK(cudaFree(data) == cudaSuccess);
}

TEST_CASE("[L2-003] a child graph: each node once a launch, none after a fault") {
  cudaGraph_t child = nullptr, parent = nullptr, copy = nullptr;
  REQUIRE(cudaGraphCreate(&child, 0) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&parent, 0) == cudaSuccess);
  std::atomic<int> ran{0};
  bool fails = false;
  simt::node_handle first = nullptr, last = nullptr;
  auto const add = [&](simt::node_handle* out, simt::node_handle const* after, auto work) {
    CHECK(simt::add_graph_node(out, child, after, after != nullptr ? 1 : 0,
                               simt::detail::node_kind::kernel, work) == simt::error_code::success);
  };
  add(&first, nullptr, [&] {
    ++ran;
    if (fails) throw simt::device_fault(simt::error_code::launch_failure, "a fault of a test");
  });
  for (int i = 0; i < 4; ++i) add(&last, &first, [&] { ++ran; });
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child) == cudaSuccess);
  CHECK(cudaGraphAddChildGraphNode(&node, parent, &node, 1, child) == cudaSuccess);
  CHECK(cudaGraphDestroy(child) == cudaSuccess);  // the parent has its own
  CHECK(cudaGraphClone(&copy, parent) == cudaSuccess);
  for (cudaGraph_t const g : {parent, copy}) {
    cudaGraphExec_t exec = nullptr;
    CHECK(cudaGraphInstantiate(&exec, g) == cudaSuccess);
    ran = 0;
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(ran == 20);
    ran = 0;
    fails = true;
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(ran == 1);
    fails = false;
    CHECK(cudaDeviceReset() == cudaSuccess);
    (void)cudaGetLastError();
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    CHECK(cudaGraphDestroy(g) == cudaSuccess);
  }
}
