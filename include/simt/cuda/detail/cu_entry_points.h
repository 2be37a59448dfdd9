#pragma once
// SPDX-License-Identifier: MIT

// The driver API's functions by their names.

#include <simt/cuda/detail/cu_array.h>
#include <simt/cuda/detail/cu_batch.h>
#include <simt/cuda/detail/cu_context.h>
#include <simt/cuda/detail/cu_generic_nodes.h>
#include <simt/cuda/detail/cu_graph.h>
#include <simt/cuda/detail/cu_graph_nodes.h>
#include <simt/cuda/detail/cu_graphics.h>
#include <simt/cuda/detail/cu_library.h>
#include <simt/cuda/detail/cu_managed.h>
#include <simt/cuda/detail/cu_memory.h>
#include <simt/cuda/detail/cu_mipmap.h>
#include <simt/cuda/detail/cu_module.h>
#include <simt/cuda/detail/cu_peer.h>
#include <simt/cuda/detail/cu_stream.h>
#include <simt/cuda/detail/driver_entry_api.h>
#include <simt/cuda/detail/entry_points.h>

#include <cstddef>
#include <string_view>

inline namespace SIMT_CUDA_ABI {
inline CUresult cuGetProcAddress(char const* symbol, void** function, int version, cuuint64_t flags,
                                 CUdriverProcAddressQueryResult* status = nullptr);
}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

struct driver_entry {
  std::string_view name;
  unsigned since;  // of forms that have changed: the version with which this one came, else 0
  void* address;
};
template <class... P>
void* entry_address(CUresult (*function)(P...)) {
  return reinterpret_cast<void*>(function);
}

/// A name without the version that exported ones end with: cuMemAlloc of cuMemAlloc_v2.
constexpr std::string_view plain_name(std::string_view name) {
  std::size_t const at = name.rfind("_v");
  if (at == name.npos || at + 2 == name.size()) return name;
  for (char const c : name.substr(at + 2))
    if (c < '0' || c > '9') return name;
  return name.substr(0, at);
}

/// The function of that name; of its forms the newest that the version has. Null where there is
/// none.
inline void* find_entry(entry_query const& query) {
  static driver_entry const entries[] = {
#define SIMT_DETAIL_ENTRY(name) {#name, 0, entry_address(&name)},
      SIMT_DETAIL_ENTRY_POINTS(SIMT_DETAIL_ENTRY)
#undef SIMT_DETAIL_ENTRY
          {"cuGraphAddDependencies", 0,
           entry_address<CUgraph, CUgraphNode const*, CUgraphNode const*, std::size_t>(
               &cuGraphAddDependencies)},
      {"cuGraphAddDependencies", 12030,
       entry_address<CUgraph, CUgraphNode const*, CUgraphNode const*, CUgraphEdgeData const*,
                     std::size_t>(&cuGraphAddDependencies)},
      {"cuGraphRemoveDependencies", 0,
       entry_address<CUgraph, CUgraphNode const*, CUgraphNode const*, std::size_t>(
           &cuGraphRemoveDependencies)},
      {"cuGraphRemoveDependencies", 12030,
       entry_address<CUgraph, CUgraphNode const*, CUgraphNode const*, CUgraphEdgeData const*,
                     std::size_t>(&cuGraphRemoveDependencies)},
      {"cuGraphNodeGetDependencies", 0,
       entry_address<CUgraphNode, CUgraphNode*, std::size_t*>(&cuGraphNodeGetDependencies)},
      {"cuGraphNodeGetDependencies", 12030,
       entry_address<CUgraphNode, CUgraphNode*, CUgraphEdgeData*, std::size_t*>(
           &cuGraphNodeGetDependencies)},
      {"cuGraphNodeGetDependentNodes", 0,
       entry_address<CUgraphNode, CUgraphNode*, std::size_t*>(&cuGraphNodeGetDependentNodes)},
      {"cuGraphNodeGetDependentNodes", 12030,
       entry_address<CUgraphNode, CUgraphNode*, CUgraphEdgeData*, std::size_t*>(
           &cuGraphNodeGetDependentNodes)},
      {"cuGraphGetEdges", 0,
       entry_address<CUgraph, CUgraphNode*, CUgraphNode*, std::size_t*>(&cuGraphGetEdges)},
      {"cuGraphGetEdges", 12030,
       entry_address<CUgraph, CUgraphNode*, CUgraphNode*, CUgraphEdgeData*, std::size_t*>(
           &cuGraphGetEdges)},
      {"cuGraphAddNode", 0,
       entry_address<CUgraphNode*, CUgraph, CUgraphNode const*, std::size_t, CUgraphNodeParams*>(
           &cuGraphAddNode)},
      {"cuGraphAddNode", 12030,
       entry_address<CUgraphNode*, CUgraph, CUgraphNode const*, CUgraphEdgeData const*, std::size_t,
                     CUgraphNodeParams*>(&cuGraphAddNode)},
      {"cuStreamUpdateCaptureDependencies", 0,
       entry_address<CUstream, CUgraphNode*, std::size_t, unsigned>(
           &cuStreamUpdateCaptureDependencies)},
      {"cuStreamUpdateCaptureDependencies", 12030,
       entry_address<CUstream, CUgraphNode*, CUgraphEdgeData const*, std::size_t, unsigned>(
           &cuStreamUpdateCaptureDependencies)},
      {"cuMemcpyBatchAsync", 0,
       entry_address<CUdeviceptr*, CUdeviceptr*, std::size_t*, std::size_t, CUmemcpyAttributes*,
                     std::size_t*, std::size_t, std::size_t*, CUstream>(&cuMemcpyBatchAsync)},
      {"cuMemcpyBatchAsync", 13000,
       entry_address<CUdeviceptr*, CUdeviceptr*, std::size_t*, std::size_t, CUmemcpyAttributes*,
                     std::size_t*, std::size_t, CUstream>(&cuMemcpyBatchAsync)},
      {"cuMemcpy3DBatchAsync", 0,
       entry_address<std::size_t, CUDA_MEMCPY3D_BATCH_OP*, std::size_t*, unsigned long long,
                     CUstream>(&cuMemcpy3DBatchAsync)},
      {"cuMemcpy3DBatchAsync", 13000,
       entry_address<std::size_t, CUDA_MEMCPY3D_BATCH_OP*, unsigned long long, CUstream>(
           &cuMemcpy3DBatchAsync)},
      {"cuCtxCreate", 0, entry_address<CUcontext*, unsigned, CUdevice>(&cuCtxCreate)},
      {"cuCtxCreate", 12050,
       entry_address<CUcontext*, CUctxCreateParams*, unsigned, CUdevice>(&cuCtxCreate)},
      {"cuMemAdvise", 0,
       entry_address<CUdeviceptr, std::size_t, CUmem_advise, CUdevice>(&cuMemAdvise)},
      {"cuMemAdvise", 12020,
       entry_address<CUdeviceptr, std::size_t, CUmem_advise, CUmemLocation>(&cuMemAdvise)},
      {"cuMemPrefetchAsync", 0,
       entry_address<CUdeviceptr, std::size_t, CUdevice, CUstream>(&cuMemPrefetchAsync)},
      {"cuMemPrefetchAsync", 12020,
       entry_address<CUdeviceptr, std::size_t, CUmemLocation, unsigned, CUstream>(
           &cuMemPrefetchAsync)},
  };
  void* found = nullptr;
  std::string_view const wanted = plain_name(query.name);
  for (driver_entry const& e : entries)
    if (e.name == wanted && e.since <= query.version) found = e.address;
  return found;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

/// Finds a function of the driver API by its name.
/// - Errors:  CUDA_ERROR_INVALID_VALUE; CUDA_ERROR_NOT_FOUND; CUDA_ERROR_NOT_SUPPORTED for the
/// other
///            default stream than this file's
/// - Differs: a function is found for each version of CUDA
inline CUresult cuGetProcAddress(char const* symbol, void** function, int version, cuuint64_t flags,
                                 CUdriverProcAddressQueryResult* status) {
  cuuint64_t const own = SIMT_PER_THREAD_DEFAULT_STREAM
                             ? CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
                             : CU_GET_PROC_ADDRESS_LEGACY_STREAM;
  if (symbol == nullptr || *symbol == 0 || function == nullptr || version < 0 ||
      flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
    return CUDA_ERROR_INVALID_VALUE;
  if (flags != CU_GET_PROC_ADDRESS_DEFAULT && flags != own) return CUDA_ERROR_NOT_SUPPORTED;
  *function = simt::cuda::detail::find_entry({symbol, static_cast<unsigned>(version)});
  if (status != nullptr)
    *status =
        *function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // namespace SIMT_CUDA_ABI
