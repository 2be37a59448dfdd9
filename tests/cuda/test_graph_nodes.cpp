// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <unistd.h>
#include <cstdio>
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
