#pragma once
// SPDX-License-Identifier: MIT

// Graphs, capture and memory pools of the driver API: those of the runtime API. What nodes do, by
// the driver's parameters, is in cu_graph_nodes.h.

#include <simt/cuda/detail/cu_common.h>
#include <simt/cuda/detail/cu_memory_types.h>
#include <simt/cuda/detail/cu_runtime_enums.h>
#include <simt/runtime/memory_pool.hpp>

#include <cstddef>

typedef enum cudaStreamCaptureMode CUstreamCaptureMode;
typedef struct cudaGraphExecUpdateResultInfo CUgraphExecUpdateResultInfo;
typedef enum cudaLaunchAttributeID CUkernelNodeAttrID;
typedef union cudaLaunchAttributeValue CUkernelNodeAttrValue;
typedef cudaUserObject_t CUuserObject;
typedef struct cudaGraphEdgeData CUgraphEdgeData;
typedef struct cudaHostNodeParams CUDA_HOST_NODE_PARAMS;
typedef struct cudaMemPoolPtrExportData CUmemPoolPtrExportData;

inline constexpr CUstreamCaptureMode CU_STREAM_CAPTURE_MODE_GLOBAL = cudaStreamCaptureModeGlobal;
inline constexpr CUstreamCaptureMode CU_STREAM_CAPTURE_MODE_THREAD_LOCAL =
    cudaStreamCaptureModeThreadLocal;
inline constexpr CUstreamCaptureMode CU_STREAM_CAPTURE_MODE_RELAXED = cudaStreamCaptureModeRelaxed;

typedef struct CUDA_MEMSET_NODE_PARAMS_st {
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
} CUDA_MEMSET_NODE_PARAMS;

typedef struct CUmemPoolProps_st {
  CUmemAllocationType allocType;
  CUmemAllocationHandleType handleTypes;
  CUmemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
} CUmemPoolProps;

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline cudaMemPoolProps pool_props(CUmemPoolProps const& props) noexcept {
  cudaMemPoolProps p{};
  p.allocType = static_cast<cudaMemAllocationType>(props.allocType);
  p.handleTypes = static_cast<cudaMemAllocationHandleType>(props.handleTypes);
  p.location = {static_cast<cudaMemLocationType>(props.location.type), props.location.id};
  p.win32SecurityAttributes = props.win32SecurityAttributes;
  p.maxSize = props.maxSize;
  p.usage = props.usage;
  return p;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

// Each is the runtime API's call with the driver's result.
#define SIMT_DETAIL_DRIVER_CALL(name, parameters, call)           \
  inline CUresult name parameters {                               \
    return simt::cuda::detail::context_call([&] { return call; }); \
  }
SIMT_DETAIL_DRIVER_CALL(cuStreamBeginCapture, (CUstream stream, CUstreamCaptureMode mode),
                        cudaStreamBeginCapture(stream, mode))
SIMT_DETAIL_DRIVER_CALL(cuStreamEndCapture, (CUstream stream, CUgraph* graph),
                        cudaStreamEndCapture(stream, graph))
SIMT_DETAIL_DRIVER_CALL(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode),
                        cudaThreadExchangeStreamCaptureMode(mode))
SIMT_DETAIL_DRIVER_CALL(cuGraphCreate, (CUgraph * graph, unsigned flags),
                        cudaGraphCreate(graph, flags))
SIMT_DETAIL_DRIVER_CALL(cuGraphDestroy, (CUgraph graph), cudaGraphDestroy(graph))
SIMT_DETAIL_DRIVER_CALL(cuGraphClone, (CUgraph * clone, CUgraph graph),
                        cudaGraphClone(clone, graph))
SIMT_DETAIL_DRIVER_CALL(cuGraphInstantiate,
                        (CUgraphExec * exec, CUgraph graph, unsigned long long flags),
                        cudaGraphInstantiateWithFlags(exec, graph, flags))
SIMT_DETAIL_DRIVER_CALL(cuGraphInstantiateWithFlags,
                        (CUgraphExec * exec, CUgraph graph, unsigned long long flags),
                        cudaGraphInstantiateWithFlags(exec, graph, flags))
SIMT_DETAIL_DRIVER_CALL(cuGraphUpload, (CUgraphExec exec, CUstream stream),
                        cudaGraphUpload(exec, stream))
SIMT_DETAIL_DRIVER_CALL(cuGraphLaunch, (CUgraphExec exec, CUstream stream),
                        cudaGraphLaunch(exec, stream))
SIMT_DETAIL_DRIVER_CALL(cuGraphExecDestroy, (CUgraphExec exec), cudaGraphExecDestroy(exec))
SIMT_DETAIL_DRIVER_CALL(cuGraphAddEmptyNode,
                        (CUgraphNode * node, CUgraph graph, CUgraphNode const* after,
                         std::size_t count),
                        cudaGraphAddEmptyNode(node, graph, after, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphAddHostNode,
                        (CUgraphNode * node, CUgraph graph, CUgraphNode const* after,
                         std::size_t count, CUDA_HOST_NODE_PARAMS const* params),
                        cudaGraphAddHostNode(node, graph, after, count, params))
SIMT_DETAIL_DRIVER_CALL(cuGraphAddChildGraphNode,
                        (CUgraphNode * node, CUgraph graph, CUgraphNode const* after,
                         std::size_t count, CUgraph child),
                        cudaGraphAddChildGraphNode(node, graph, after, count, child))
SIMT_DETAIL_DRIVER_CALL(cuGraphAddEventRecordNode,
                        (CUgraphNode * node, CUgraph graph, CUgraphNode const* after,
                         std::size_t count, CUevent event),
                        cudaGraphAddEventRecordNode(node, graph, after, count, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphAddEventWaitNode,
                        (CUgraphNode * node, CUgraph graph, CUgraphNode const* after,
                         std::size_t count, CUevent event),
                        cudaGraphAddEventWaitNode(node, graph, after, count, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphAddDependencies,
                        (CUgraph graph, CUgraphNode const* from, CUgraphNode const* to,
                         std::size_t count),
                        cudaGraphAddDependencies(graph, from, to, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphRemoveDependencies,
                        (CUgraph graph, CUgraphNode const* from, CUgraphNode const* to,
                         std::size_t count),
                        cudaGraphRemoveDependencies(graph, from, to, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphAddDependencies,
                        (CUgraph graph, CUgraphNode const* from, CUgraphNode const* to,
                         CUgraphEdgeData const* edges, std::size_t count),
                        cudaGraphAddDependencies(graph, from, to, edges, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphRemoveDependencies,
                        (CUgraph graph, CUgraphNode const* from, CUgraphNode const* to,
                         CUgraphEdgeData const* edges, std::size_t count),
                        cudaGraphRemoveDependencies(graph, from, to, edges, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphGetNodes, (CUgraph graph, CUgraphNode* nodes, std::size_t* count),
                        cudaGraphGetNodes(graph, nodes, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphGetRootNodes,
                        (CUgraph graph, CUgraphNode* nodes, std::size_t* count),
                        cudaGraphGetRootNodes(graph, nodes, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeGetType, (CUgraphNode node, CUgraphNodeType* type),
                        cudaGraphNodeGetType(node, type))
SIMT_DETAIL_DRIVER_CALL(cuGraphDestroyNode, (CUgraphNode node), cudaGraphDestroyNode(node))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeGetDependencies,
                        (CUgraphNode node, CUgraphNode* after, std::size_t* count),
                        cudaGraphNodeGetDependencies(node, after, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeGetDependencies,
                        (CUgraphNode node, CUgraphNode* after, CUgraphEdgeData* edges,
                         std::size_t* count),
                        cudaGraphNodeGetDependencies(node, after, edges, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeGetDependentNodes,
                        (CUgraphNode node, CUgraphNode* before, std::size_t* count),
                        cudaGraphNodeGetDependentNodes(node, before, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeGetDependentNodes,
                        (CUgraphNode node, CUgraphNode* before, CUgraphEdgeData* edges,
                         std::size_t* count),
                        cudaGraphNodeGetDependentNodes(node, before, edges, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphGetEdges,
                        (CUgraph graph, CUgraphNode* from, CUgraphNode* to, std::size_t* count),
                        cudaGraphGetEdges(graph, from, to, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphGetEdges,
                        (CUgraph graph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* edges,
                         std::size_t* count),
                        cudaGraphGetEdges(graph, from, to, edges, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeFindInClone,
                        (CUgraphNode * twin, CUgraphNode original, CUgraph clone),
                        cudaGraphNodeFindInClone(twin, original, clone))
SIMT_DETAIL_DRIVER_CALL(cuGraphDebugDotPrint, (CUgraph graph, char const* path, unsigned flags),
                        cudaGraphDebugDotPrint(graph, path, flags))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeSetEnabled,
                        (CUgraphExec exec, CUgraphNode node, unsigned enabled),
                        cudaGraphNodeSetEnabled(exec, node, enabled))
SIMT_DETAIL_DRIVER_CALL(cuGraphNodeGetEnabled,
                        (CUgraphExec exec, CUgraphNode node, unsigned* enabled),
                        cudaGraphNodeGetEnabled(exec, node, enabled))
SIMT_DETAIL_DRIVER_CALL(cuGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph* graph),
                        cudaGraphChildGraphNodeGetGraph(node, graph))
SIMT_DETAIL_DRIVER_CALL(cuGraphExecChildGraphNodeSetParams,
                        (CUgraphExec exec, CUgraphNode node, CUgraph child),
                        cudaGraphExecChildGraphNodeSetParams(exec, node, child))
SIMT_DETAIL_DRIVER_CALL(cuGraphEventRecordNodeGetEvent, (CUgraphNode node, CUevent* event),
                        cudaGraphEventRecordNodeGetEvent(node, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphEventRecordNodeSetEvent, (CUgraphNode node, CUevent event),
                        cudaGraphEventRecordNodeSetEvent(node, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphEventWaitNodeGetEvent, (CUgraphNode node, CUevent* event),
                        cudaGraphEventWaitNodeGetEvent(node, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphEventWaitNodeSetEvent, (CUgraphNode node, CUevent event),
                        cudaGraphEventWaitNodeSetEvent(node, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphExecEventRecordNodeSetEvent,
                        (CUgraphExec exec, CUgraphNode node, CUevent event),
                        cudaGraphExecEventRecordNodeSetEvent(exec, node, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphExecEventWaitNodeSetEvent,
                        (CUgraphExec exec, CUgraphNode node, CUevent event),
                        cudaGraphExecEventWaitNodeSetEvent(exec, node, event))
SIMT_DETAIL_DRIVER_CALL(cuGraphExecUpdate,
                        (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo* info),
                        cudaGraphExecUpdate(exec, graph, info))
SIMT_DETAIL_DRIVER_CALL(cuGraphKernelNodeGetAttribute,
                        (CUgraphNode node, CUkernelNodeAttrID attribute,
                         CUkernelNodeAttrValue* value),
                        cudaGraphKernelNodeGetAttribute(node, attribute, value))
SIMT_DETAIL_DRIVER_CALL(cuGraphKernelNodeSetAttribute,
                        (CUgraphNode node, CUkernelNodeAttrID attribute,
                         CUkernelNodeAttrValue const* value),
                        cudaGraphKernelNodeSetAttribute(node, attribute, value))
SIMT_DETAIL_DRIVER_CALL(cuGraphKernelNodeCopyAttributes, (CUgraphNode to, CUgraphNode from),
                        cudaGraphKernelNodeCopyAttributes(to, from))
SIMT_DETAIL_DRIVER_CALL(cuStreamUpdateCaptureDependencies,
                        (CUstream stream, CUgraphNode* after, std::size_t count,
                         unsigned flags = 0),
                        cudaStreamUpdateCaptureDependencies(stream, after, count, flags))
SIMT_DETAIL_DRIVER_CALL(cuStreamUpdateCaptureDependencies,
                        (CUstream stream, CUgraphNode* after, CUgraphEdgeData const* edges,
                         std::size_t count, unsigned flags),
                        cudaStreamUpdateCaptureDependencies(stream, after, edges, count, flags))
SIMT_DETAIL_DRIVER_CALL(cuUserObjectCreate,
                        (CUuserObject * object, void* p, CUhostFn destroy, unsigned count,
                         unsigned flags),
                        cudaUserObjectCreate(object, p, destroy, count, flags))
SIMT_DETAIL_DRIVER_CALL(cuUserObjectRetain, (CUuserObject object, unsigned count),
                        cudaUserObjectRetain(object, count))
SIMT_DETAIL_DRIVER_CALL(cuUserObjectRelease, (CUuserObject object, unsigned count),
                        cudaUserObjectRelease(object, count))
SIMT_DETAIL_DRIVER_CALL(cuGraphRetainUserObject,
                        (CUgraph graph, CUuserObject object, unsigned count, unsigned flags),
                        cudaGraphRetainUserObject(graph, object, count, flags))
SIMT_DETAIL_DRIVER_CALL(cuGraphReleaseUserObject,
                        (CUgraph graph, CUuserObject object, unsigned count),
                        cudaGraphReleaseUserObject(graph, object, count))
SIMT_DETAIL_DRIVER_CALL(cuDeviceGetGraphMemAttribute,
                        (CUdevice device, CUgraphMem_attribute attribute, void* value),
                        cudaDeviceGetGraphMemAttribute(device, attribute, value))
SIMT_DETAIL_DRIVER_CALL(cuDeviceSetGraphMemAttribute,
                        (CUdevice device, CUgraphMem_attribute attribute, void* value),
                        cudaDeviceSetGraphMemAttribute(device, attribute, value))
SIMT_DETAIL_DRIVER_CALL(cuDeviceGraphMemTrim, (CUdevice device), cudaDeviceGraphMemTrim(device))

SIMT_DETAIL_DRIVER_CALL(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device),
                        cudaDeviceGetDefaultMemPool(pool, device))
SIMT_DETAIL_DRIVER_CALL(cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice device),
                        cudaDeviceGetMemPool(pool, device))
SIMT_DETAIL_DRIVER_CALL(cuDeviceSetMemPool, (CUdevice device, CUmemoryPool pool),
                        cudaDeviceSetMemPool(device, pool))
SIMT_DETAIL_DRIVER_CALL(cuMemPoolDestroy, (CUmemoryPool pool), cudaMemPoolDestroy(pool))
SIMT_DETAIL_DRIVER_CALL(cuMemPoolTrimTo, (CUmemoryPool pool, std::size_t keep),
                        cudaMemPoolTrimTo(pool, keep))
SIMT_DETAIL_DRIVER_CALL(cuMemPoolGetAttribute,
                        (CUmemoryPool pool, CUmemPool_attribute attribute, void* value),
                        cudaMemPoolGetAttribute(pool, attribute, value))
SIMT_DETAIL_DRIVER_CALL(cuMemPoolSetAttribute,
                        (CUmemoryPool pool, CUmemPool_attribute attribute, void* value),
                        cudaMemPoolSetAttribute(pool, attribute, value))
SIMT_DETAIL_DRIVER_CALL(cuMemPoolGetAccess,
                        (CUmemAccess_flags * flags, CUmemoryPool pool, CUmemLocation* location),
                        cudaMemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags*>(flags), pool,
                                             reinterpret_cast<cudaMemLocation*>(location)))
SIMT_DETAIL_DRIVER_CALL(cuMemPoolExportToShareableHandle,
                        (void* handle, CUmemoryPool pool, CUmemAllocationHandleType type,
                         unsigned long long flags),
                        cudaMemPoolExportToShareableHandle(
                            handle, pool, static_cast<cudaMemAllocationHandleType>(type),
                            static_cast<unsigned>(flags)))
SIMT_DETAIL_DRIVER_CALL(cuMemPoolExportPointer, (CUmemPoolPtrExportData * data, CUdeviceptr p),
                        cudaMemPoolExportPointer(data, simt::cuda::detail::pointer_of(p)))
#undef SIMT_DETAIL_DRIVER_CALL

inline CUresult cuMemPoolCreate(CUmemoryPool* pool, CUmemPoolProps const* props) {
  return simt::cuda::detail::context_call([&] {
    if (props == nullptr) return cudaErrorInvalidValue;
    auto const own = simt::cuda::detail::pool_props(*props);
    return cudaMemPoolCreate(pool, &own);
  });
}
/// - Errors:  as cudaMemPoolSetAccess, but CUDA_ERROR_NOT_SUPPORTED for a location of no type
inline CUresult cuMemPoolSetAccess(CUmemoryPool pool, CUmemAccessDesc const* list,
                                   std::size_t count) {
  return simt::cuda::detail::context_call([&] {
    for (std::size_t i = 0; list != nullptr && i < count; ++i)
      if (list[i].location.type == CU_MEM_LOCATION_TYPE_INVALID &&
          simt::detail::pools().pools.find(pool) != nullptr)
        return cudaErrorNotSupported;
    return cudaMemPoolSetAccess(pool, reinterpret_cast<cudaMemAccessDesc const*>(list), count);
  });
}
/// - Errors:  as cudaMemPoolImportFromShareableHandle, but CUDA_ERROR_INVALID_VALUE for Windows' handles
inline CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* pool, void* handle,
                                                   CUmemAllocationHandleType type,
                                                   unsigned long long flags) {
  return simt::cuda::detail::context_call([&] {
    if (type == CU_MEM_HANDLE_TYPE_WIN32) return cudaErrorInvalidValue;
    return cudaMemPoolImportFromShareableHandle(pool, handle,
                                                static_cast<cudaMemAllocationHandleType>(type),
                                                static_cast<unsigned>(flags));
  });
}
inline CUresult cuMemPoolImportPointer(CUdeviceptr* p, CUmemoryPool pool,
                                       CUmemPoolPtrExportData* data) {
  return simt::cuda::detail::context_call([&] {
    void* at = nullptr;
    cudaError_t const e = cudaMemPoolImportPointer(p == nullptr ? nullptr : &at, pool, data);
    if (e == cudaSuccess) *p = simt::cuda::detail::number_of(at);
    return e;
  });
}
inline CUresult cuMemAllocFromPoolAsync(CUdeviceptr* p, std::size_t bytes, CUmemoryPool pool,
                                        CUstream stream) {
  return simt::cuda::detail::context_call([&] {
    if (p == nullptr) return cudaErrorInvalidValue;
    void* at = nullptr;
    cudaError_t const e = cudaMallocFromPoolAsync(&at, bytes, pool, stream);
    if (e == cudaSuccess) *p = simt::cuda::detail::number_of(at);
    return e;
  });
}

}  // namespace SIMT_CUDA_ABI
