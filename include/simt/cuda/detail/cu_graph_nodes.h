#pragma once
// SPDX-License-Identifier: MIT

// Nodes of graphs by the driver API's parameters: kernels, copies, fills, host functions, memory.

#include <simt/cuda/detail/cu_array.h>
#include <simt/cuda/detail/cu_graph.h>
#include <simt/cuda/detail/cu_module.h>

#include <algorithm>
#include <cstddef>

typedef struct CUDA_KERNEL_NODE_PARAMS_st {
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
  struct CUkern_st* kern;
  CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS;

typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_st {
  CUmemPoolProps poolProps;
  CUmemAccessDesc const* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  CUdeviceptr dptr;
} CUDA_MEM_ALLOC_NODE_PARAMS;

namespace simt::inline SIMT_ABI::cuda::detail {

/// The runtime's parameters of a kernel node, and the arguments that came in a buffer.
struct kernel_node : cudaKernelNodeParams {
  buffered_arguments buffered{};
};
/// - Errors:  invalid_resource_handle for what is no function and no kernel
inline error_code kernel_params(kernel_node& out, CUDA_KERNEL_NODE_PARAMS const* p) {
  if (p == nullptr) return error_code::invalid_value;
  auto* const f = p->func != nullptr ? simt::detail::find_function(p->func)
                                     : simt::detail::find_function(p->kern);
  if (f == nullptr) return error_code::invalid_resource_handle;
  if (p->kernelParams != nullptr && p->extra != nullptr) return error_code::invalid_value;
  out.func = const_cast<void*>(f->kernel->address);
  out.gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ};
  out.blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ};
  out.sharedMemBytes = p->sharedMemBytes;
  out.kernelParams = p->kernelParams;
  if (p->extra == nullptr) return error_code::success;
  auto const e = read_extra(out.buffered, *f->kernel, p->extra);
  out.kernelParams = out.buffered.pointers();
  return e;
}
/// The other way.
inline CUDA_KERNEL_NODE_PARAMS driver_params(cudaKernelNodeParams const& p) {
  CUDA_KERNEL_NODE_PARAMS out{};
  simt::function_handle function = nullptr;
  if (simt::program_function(&function, p.func) == error_code::success)
    out.func = static_cast<CUfunction>(function);
  out.gridDimX = p.gridDim.x;
  out.gridDimY = p.gridDim.y;
  out.gridDimZ = p.gridDim.z;
  out.blockDimX = p.blockDim.x;
  out.blockDimY = p.blockDim.y;
  out.blockDimZ = p.blockDim.z;
  out.sharedMemBytes = p.sharedMemBytes;
  out.kernelParams = p.kernelParams;
  return out;
}

/// One side of a copy: its memory or its array, and where in it, which the runtime counts in
/// elements of an array. False for memory of no kind and for a part of an element.
inline bool runtime_side(cudaPitchedPtr& memory, cudaArray_t& array, cudaPos& at,
                         driver_side const& s) {
  if (!s.valid) return false;
  at = {s.side.x, s.side.y, s.side.z};
  if (s.side.array == nullptr) {
    memory = make_cudaPitchedPtr(s.side.base, s.side.pitch, s.side.pitch, s.side.rows);
    return true;
  }
  std::size_t const unit = s.side.array->element_bytes;
  if (s.side.x % unit != 0) return false;
  at.x /= unit;
  array = reinterpret_cast<cudaArray_t>(s.side.array);
  return true;
}

/// The runtime's parameters of a copy.
inline error_code copy_params(cudaMemcpy3DParms& out, CUDA_MEMCPY3D const* p) {
  if (p == nullptr || p->srcLOD != 0 || p->dstLOD != 0) return error_code::invalid_value;
  simt::detail::box const size{p->WidthInBytes, p->Height, p->Depth};
  auto const from = side_of(p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcXInBytes,
                            p->srcY, p->srcZ, p->srcPitch, p->srcHeight, size);
  auto const to = side_of(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstXInBytes,
                          p->dstY, p->dstZ, p->dstPitch, p->dstHeight, size);
  if (!runtime_side(out.srcPtr, out.srcArray, out.srcPos, from) ||
      !runtime_side(out.dstPtr, out.dstArray, out.dstPos, to))
    return error_code::invalid_value;
  auto const* const array = from.side.array != nullptr ? from.side.array : to.side.array;
  std::size_t const unit = array != nullptr ? array->element_bytes : 1;
  if (p->WidthInBytes % unit != 0) return error_code::invalid_value;
  out.extent = make_cudaExtent(p->WidthInBytes / unit, p->Height, p->Depth);
  out.kind = static_cast<cudaMemcpyKind>(side_kind(from, to));
  return error_code::success;
}

/// The other way: sides by their address, but where the kind says whose they are.
inline CUDA_MEMCPY3D driver_params(cudaMemcpy3DParms const& p) {
  CUDA_MEMCPY3D out{};
  auto const* const from = simt::detail::arrays().arrays.find(p.srcArray);
  auto const* const to = simt::detail::arrays().arrays.find(p.dstArray);
  auto const side = [](auto const* array, cudaPitchedPtr const& memory, cudaPos const& at,
                       int device, CUmemorytype& type, auto& host, CUdeviceptr& pointer,
                       std::size_t& x, std::size_t& y, std::size_t& z, std::size_t& pitch,
                       std::size_t& rows) {
    x = at.x * (array != nullptr ? array->element_bytes : 1);
    y = at.y;
    z = at.z;
    if (array != nullptr) {
      type = CU_MEMORYTYPE_ARRAY;
      return;
    }
    pitch = memory.pitch;
    rows = memory.ysize;
    type = device < 0   ? CU_MEMORYTYPE_UNIFIED
           : device > 0 ? CU_MEMORYTYPE_DEVICE
                        : CU_MEMORYTYPE_HOST;
    if (type == CU_MEMORYTYPE_HOST)
      host = memory.ptr;
    else
      pointer = number_of(memory.ptr);
  };
  bool const by_address = p.kind == cudaMemcpyDefault;
  int const kind = static_cast<int>(p.kind);
  side(from, p.srcPtr, p.srcPos, by_address ? -1 : kind >> 1 & 1, out.srcMemoryType, out.srcHost,
       out.srcDevice, out.srcXInBytes, out.srcY, out.srcZ, out.srcPitch, out.srcHeight);
  side(to, p.dstPtr, p.dstPos, by_address ? -1 : kind & 1, out.dstMemoryType, out.dstHost,
       out.dstDevice, out.dstXInBytes, out.dstY, out.dstZ, out.dstPitch, out.dstHeight);
  out.srcArray = reinterpret_cast<CUarray>(p.srcArray);
  out.dstArray = reinterpret_cast<CUarray>(p.dstArray);
  auto const* const array = from != nullptr ? from : to;
  out.WidthInBytes = p.extent.width * (array != nullptr ? array->element_bytes : 1);
  out.Height = p.extent.height;
  out.Depth = p.extent.depth;
  return out;
}

inline error_code fill_params(cudaMemsetParams& out, CUDA_MEMSET_NODE_PARAMS const* p) {
  if (p == nullptr) return error_code::invalid_value;
  out = {pointer_of(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height};
  return error_code::success;
}
inline CUDA_MEMSET_NODE_PARAMS driver_params(cudaMemsetParams const& p) {
  return {number_of(p.dst), p.pitch, p.value, p.elementSize, p.width, p.height};
}

inline cudaMemAllocNodeParams alloc_params(CUDA_MEM_ALLOC_NODE_PARAMS const& p) {
  return {pool_props(p.poolProps), reinterpret_cast<cudaMemAccessDesc const*>(p.accessDescs),
          p.accessDescCount, p.bytesize, nullptr};
}

inline error_code same_params(cudaHostNodeParams& out, CUDA_HOST_NODE_PARAMS const* p) {
  if (p == nullptr) return error_code::invalid_value;
  out = *p;
  return error_code::success;
}
inline CUDA_HOST_NODE_PARAMS driver_params(cudaHostNodeParams const& p) { return p; }

/// Calls the runtime with its form of the parameters.
template <class Runtime, class Params, class Make, class Call>
CUresult with_params(Params const* p, Make const& make, Call const& call) noexcept {
  return context_call([&] {
    Runtime own{};
    if (auto const e = make(own, p); e != error_code::success) return driver_result(e);
    return driver_result(call(&own));
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

// For a kind of node: its parameters told and set, in graphs and in executable ones, which are
// given a context as well for copies and fills.
#define SIMT_DETAIL_NODE_PARAMS(Kind, Params, Runtime, make)                                      \
  inline CUresult cuGraph##Kind##NodeGetParams(CUgraphNode node, Params* params) {                \
    return simt::cuda::detail::context_call([&] {                                                 \
      Runtime own{};                                                                              \
      if (params == nullptr) return cudaErrorInvalidValue;                                        \
      cudaError_t const e = cudaGraph##Kind##NodeGetParams(node, &own);                           \
      if (e == cudaSuccess) *params = simt::cuda::detail::driver_params(own);                     \
      return e;                                                                                   \
    });                                                                                           \
  }                                                                                               \
  inline CUresult cuGraph##Kind##NodeSetParams(CUgraphNode node, Params const* params) {          \
    if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;                                         \
    return simt::cuda::detail::with_params<Runtime>(                                              \
        params, simt::cuda::detail::make,                                                         \
        [&](Runtime const* own) { return cudaGraph##Kind##NodeSetParams(node, own); });           \
  }                                                                                               \
  inline CUresult cuGraphExec##Kind##NodeSetParams(CUgraphExec exec, CUgraphNode node,            \
                                                   Params const* params, CUcontext = nullptr) {   \
    return simt::cuda::detail::with_params<Runtime>(                                              \
        params, simt::cuda::detail::make,                                                         \
        [&](Runtime const* own) { return cudaGraphExec##Kind##NodeSetParams(exec, node, own); }); \
  }
SIMT_DETAIL_NODE_PARAMS(Kernel, CUDA_KERNEL_NODE_PARAMS, simt::cuda::detail::kernel_node,
                        kernel_params)
SIMT_DETAIL_NODE_PARAMS(Memcpy, CUDA_MEMCPY3D, cudaMemcpy3DParms, copy_params)
SIMT_DETAIL_NODE_PARAMS(Memset, CUDA_MEMSET_NODE_PARAMS, cudaMemsetParams, fill_params)
SIMT_DETAIL_NODE_PARAMS(Host, CUDA_HOST_NODE_PARAMS, cudaHostNodeParams, same_params)
#undef SIMT_DETAIL_NODE_PARAMS

inline CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, CUgraphNode const* after,
                                     std::size_t count, CUDA_KERNEL_NODE_PARAMS const* params) {
  return simt::cuda::detail::with_params<simt::cuda::detail::kernel_node>(
      params, simt::cuda::detail::kernel_params, [&](cudaKernelNodeParams const* own) {
        return cudaGraphAddKernelNode(node, graph, after, count, own);
      });
}
inline CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, CUgraphNode const* after,
                                     std::size_t count, CUDA_MEMCPY3D const* params, CUcontext) {
  return simt::cuda::detail::with_params<cudaMemcpy3DParms>(
      params, simt::cuda::detail::copy_params, [&](cudaMemcpy3DParms const* own) {
        return cudaGraphAddMemcpyNode(node, graph, after, count, own);
      });
}
inline CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, CUgraphNode const* after,
                                     std::size_t count, CUDA_MEMSET_NODE_PARAMS const* params,
                                     CUcontext) {
  return simt::cuda::detail::with_params<cudaMemsetParams>(
      params, simt::cuda::detail::fill_params, [&](cudaMemsetParams const* own) {
        return cudaGraphAddMemsetNode(node, graph, after, count, own);
      });
}
/// Tells in the parameters where the memory will be.
inline CUresult cuGraphAddMemAllocNode(CUgraphNode* node, CUgraph graph, CUgraphNode const* after,
                                       std::size_t count, CUDA_MEM_ALLOC_NODE_PARAMS* params) {
  return simt::cuda::detail::context_call([&] {
    if (params == nullptr) return cudaErrorInvalidValue;
    auto own = simt::cuda::detail::alloc_params(*params);
    cudaError_t const e = cudaGraphAddMemAllocNode(node, graph, after, count, &own);
    params->dptr = simt::cuda::detail::number_of(own.dptr);
    return e;
  });
}
inline CUresult cuGraphAddMemFreeNode(CUgraphNode* node, CUgraph graph, CUgraphNode const* after,
                                      std::size_t count, CUdeviceptr p) {
  return simt::cuda::detail::context_call([&] {
    return cudaGraphAddMemFreeNode(node, graph, after, count, simt::cuda::detail::pointer_of(p));
  });
}

}  // namespace SIMT_CUDA_ABI
