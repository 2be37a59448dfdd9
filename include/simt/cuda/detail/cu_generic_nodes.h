#pragma once
// SPDX-License-Identifier: MIT

// Nodes of graphs by the driver API's one structure of parameters, and conditional nodes: those of
// the runtime API.

#include <simt/cuda/detail/cu_graph.h>
#include <simt/cuda/detail/cu_graph_nodes.h>
#include <simt/cuda/detail/generic_node_api.h>

#include <cstddef>

typedef cudaGraphConditionalHandle CUgraphConditionalHandle;

#define CU_GRAPH_COND_ASSIGN_DEFAULT 0x1

#define CUDA_KERNEL_NODE_PARAMS_v3 CUDA_KERNEL_NODE_PARAMS
#define CUDA_HOST_NODE_PARAMS_v2 CUDA_HOST_NODE_PARAMS
#define CUDA_MEM_ALLOC_NODE_PARAMS_v2 CUDA_MEM_ALLOC_NODE_PARAMS

typedef struct CUDA_MEMCPY_NODE_PARAMS_st {
  int flags;
  int reserved;
  CUcontext copyCtx;
  CUDA_MEMCPY3D copyParams;
} CUDA_MEMCPY_NODE_PARAMS;
typedef struct CUDA_MEMSET_NODE_PARAMS_v2_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
  CUcontext ctx;
} CUDA_MEMSET_NODE_PARAMS_v2;
typedef struct CUDA_CHILD_GRAPH_NODE_PARAMS_st {
  CUgraph graph;
  CUgraphChildGraphNodeOwnership ownership;
} CUDA_CHILD_GRAPH_NODE_PARAMS;
typedef struct CUDA_EVENT_RECORD_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_RECORD_NODE_PARAMS;
typedef struct CUDA_EVENT_WAIT_NODE_PARAMS_st {
  CUevent event;
} CUDA_EVENT_WAIT_NODE_PARAMS;
typedef struct CUDA_MEM_FREE_NODE_PARAMS_st {
  CUdeviceptr dptr;
} CUDA_MEM_FREE_NODE_PARAMS;
typedef struct CUDA_CONDITIONAL_NODE_PARAMS_st {
  CUgraphConditionalHandle handle;
  CUgraphConditionalNodeType type;
  unsigned int size;
  CUgraph* phGraph_out;
  CUcontext ctx;
} CUDA_CONDITIONAL_NODE_PARAMS;

typedef struct CUgraphNodeParams_st {
  CUgraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    CUDA_KERNEL_NODE_PARAMS_v3 kernel;
    CUDA_MEMCPY_NODE_PARAMS memcpy;
    CUDA_MEMSET_NODE_PARAMS_v2 memset;
    CUDA_HOST_NODE_PARAMS_v2 host;
    CUDA_CHILD_GRAPH_NODE_PARAMS graph;
    CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
    CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
    CUDA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
    CUDA_MEM_FREE_NODE_PARAMS free;
    CUDA_CONDITIONAL_NODE_PARAMS conditional;
  };
  long long reserved2;
} CUgraphNodeParams;

typedef struct CUDA_GRAPH_INSTANTIATE_PARAMS_st {
  cuuint64_t flags;
  CUstream hUploadStream;
  CUgraphNode hErrNode_out;
  CUgraphInstantiateResult result_out;
} CUDA_GRAPH_INSTANTIATE_PARAMS;

namespace simt::inline SIMT_ABI::cuda::detail {

/// The runtime's parameters of a node of any kind, and what they point to.
struct runtime_node {
  cudaGraphNodeParams params = {};
  kernel_node kernel{};
};
inline error_code node_params(runtime_node& out, CUgraphNodeParams const* p) {
  if (p == nullptr) return error_code::invalid_value;
  auto& r = out.params;
  r.type = p->type;
  switch (p->type) {
    case cudaGraphNodeTypeKernel: {
      auto const e = kernel_params(out.kernel, &p->kernel);
      r.kernel = out.kernel;
      return e;
    }
    case cudaGraphNodeTypeMemcpy:
      return copy_params(r.memcpy.copyParams, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      r.memset = {pointer_of(p->memset.dst), p->memset.pitch, p->memset.value,
                  p->memset.elementSize,     p->memset.width, p->memset.height};
      break;
    case cudaGraphNodeTypeHost:
      r.host = p->host;
      break;
    case cudaGraphNodeTypeGraph:
      r.graph = {p->graph.graph, static_cast<cudaGraphChildGraphNodeOwnership>(p->graph.ownership)};
      break;
    case cudaGraphNodeTypeWaitEvent:
      r.eventWait.event = p->eventWait.event;
      break;
    case cudaGraphNodeTypeEventRecord:
      r.eventRecord.event = p->eventRecord.event;
      break;
    case cudaGraphNodeTypeMemAlloc:
      r.alloc = alloc_params(p->alloc);
      break;
    case cudaGraphNodeTypeMemFree:
      r.free.dptr = pointer_of(p->free.dptr);
      break;
    case cudaGraphNodeTypeConditional:
      r.conditional = {p->conditional.handle,
                       static_cast<cudaGraphConditionalNodeType>(p->conditional.type),
                       p->conditional.size, nullptr};
      break;
    default:
      break;
  }
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

/// Tells in the parameters where memory will be, and which graphs a conditional node has.
inline CUresult cuGraphAddNode(CUgraphNode* node, CUgraph graph, CUgraphNode const* after,
                               std::size_t count, CUgraphNodeParams* params) {
  return simt::cuda::detail::with_params<simt::cuda::detail::runtime_node>(
      params, simt::cuda::detail::node_params, [&](simt::cuda::detail::runtime_node* own) {
        auto const e = cudaGraphAddNode(node, graph, after, count, &own->params);
        if (params->type == cudaGraphNodeTypeMemAlloc)
          params->alloc.dptr = simt::cuda::detail::number_of(own->params.alloc.dptr);
        if (params->type == cudaGraphNodeTypeConditional)
          params->conditional.phGraph_out = own->params.conditional.phGraph_out;
        return e;
      });
}
/// As CUDA 13 declares it: edges carry no data here.
inline CUresult cuGraphAddNode(CUgraphNode* node, CUgraph graph, CUgraphNode const* after,
                               CUgraphEdgeData const*, std::size_t count,
                               CUgraphNodeParams* params) {
  return cuGraphAddNode(node, graph, after, count, params);
}
inline CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* params) {
  return simt::cuda::detail::with_params<simt::cuda::detail::runtime_node>(
      params, simt::cuda::detail::node_params, [&](simt::cuda::detail::runtime_node* own) {
        return cudaGraphNodeSetParams(node, &own->params);
      });
}
inline CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                         CUgraphNodeParams* params) {
  return simt::cuda::detail::with_params<simt::cuda::detail::runtime_node>(
      params, simt::cuda::detail::node_params, [&](simt::cuda::detail::runtime_node* own) {
        return cudaGraphExecNodeSetParams(exec, node, &own->params);
      });
}
inline CUresult cuGraphInstantiateWithParams(CUgraphExec* exec, CUgraph graph,
                                             CUDA_GRAPH_INSTANTIATE_PARAMS* params) {
  return simt::cuda::detail::context_call([&] {
    if (params == nullptr) return cudaErrorInvalidValue;
    cudaGraphInstantiateParams own{params->flags, params->hUploadStream, nullptr,
                                   cudaGraphInstantiateSuccess};
    auto const e = cudaGraphInstantiateWithParams(exec, graph, &own);
    params->hErrNode_out = own.errNode_out;
    params->result_out = static_cast<CUgraphInstantiateResult>(own.result_out);
    return e;
  });
}
inline CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t* flags) {
  return simt::cuda::detail::context_call([&] { return cudaGraphExecGetFlags(exec, flags); });
}
inline CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* handle, CUgraph graph,
                                               CUcontext, unsigned initial, unsigned flags) {
  return simt::cuda::detail::context_call(
      [&] { return cudaGraphConditionalHandleCreate(handle, graph, initial, flags); });
}
inline CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                            CUgraphNode const* after, CUgraphEdgeData const* edges,
                                            std::size_t count, CUstreamCaptureMode mode) {
  return simt::cuda::detail::context_call(
      [&] { return cudaStreamBeginCaptureToGraph(stream, graph, after, edges, count, mode); });
}

// Numbers of graphs, of what was made of them, of nodes.
#define SIMT_DETAIL_TELL(name, call, Handle, Value)                               \
  inline CUresult name(Handle handle, Value* value) {                             \
    return simt::cuda::detail::context_call([&] { return call(handle, value); }); \
  }
SIMT_DETAIL_TELL(cuGraphGetId, cudaGraphGetId, CUgraph, unsigned)
SIMT_DETAIL_TELL(cuGraphExecGetId, cudaGraphExecGetId, CUgraphExec, unsigned)
SIMT_DETAIL_TELL(cuGraphNodeGetLocalId, cudaGraphNodeGetLocalId, CUgraphNode, unsigned)
SIMT_DETAIL_TELL(cuGraphNodeGetToolsId, cudaGraphNodeGetToolsId, CUgraphNode, unsigned long long)
SIMT_DETAIL_TELL(cuGraphNodeGetContainingGraph, cudaGraphNodeGetContainingGraph, CUgraphNode,
                 CUgraph)
#undef SIMT_DETAIL_TELL

}  // namespace SIMT_CUDA_ABI
