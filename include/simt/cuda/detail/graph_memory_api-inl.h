#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/graph_memory_api.h>
#include <simt/cuda/detail/graph_node_api-inl.h>
#include <simt/runtime/detail/graph_memory.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

/// The program's object: what holds it shares `kept`, the program itself by `own`.
struct user_object {
  std::atomic<bool> alive{false};
  std::mutex lock;
  std::weak_ptr<void> kept;
  std::vector<std::shared_ptr<void>> own;
};
inline simt::detail::handle_pool<user_object>& user_objects() {
  // Never destroyed: graphs may outlive main.
  static auto& pool = *new simt::detail::handle_pool<user_object>;
  return pool;
}

inline simt::detail::node_record* memory_node_of(cudaGraphNode_t node,
                                                 simt::detail::node_kind kind) {
  auto* const n = simt::detail::graphs().nodes.find(node);
  return n != nullptr && n->kind == kind ? n : nullptr;
}

/// Gives the program's references back.
inline error_code drop_references(cudaUserObject_t object, std::size_t count) {
  auto* const o = user_objects().find(object);
  if (o == nullptr || count == 0) return error_code::invalid_value;
  std::vector<std::shared_ptr<void>> gone;
  std::scoped_lock const hold(o->lock);
  if (count > o->own.size()) return error_code::invalid_value;
  for (; count != 0; --count) {
    gone.push_back(std::move(o->own.back()));
    o->own.pop_back();
  }
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                           cudaGraphNode_t const* after,
                                                           std::size_t count,
                                                           struct cudaMemAllocNodeParams* params) {
  using simt::cuda::detail::answer;
  if (params == nullptr || params->bytesize == 0 ||
      params->poolProps.allocType != cudaMemAllocationTypePinned ||
      params->poolProps.location.type != cudaMemLocationTypeDevice ||
      !simt::cuda::detail::is_device(params->poolProps.location.id) ||
      (params->accessDescs == nullptr && params->accessDescCount != 0) ||
      params->accessDescCount > static_cast<std::size_t>(simt::device_count()))
    return answer(simt::error_code::invalid_value);
  // Memory of a graph is for this process.
  if (params->poolProps.handleTypes != cudaMemHandleTypeNone)
    return answer(simt::error_code::not_supported);
  return simt::cuda::detail::call([&] {
    auto& d =
        *simt::detail::host().devices[static_cast<std::size_t>(params->poolProps.location.id)];
    auto const block = simt::detail::make_graph_block(params->bytesize, d);
    if (block == nullptr) return simt::error_code::memory_allocation;
    auto const e = simt::cuda::detail::add_node(node, graph, after, count,
                                                simt::detail::node_kind::allocate, [] {}, block);
    if (e == cudaSuccess) {
      params->dptr = block->at;
      simt::detail::graphs().nodes.find(*node)->hints =
          std::make_shared<cudaMemAllocNodeParams>(*params);
    }
    return static_cast<simt::error_code>(e);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams* params) {
  return simt::cuda::detail::call([&] {
    auto* const n =
        simt::cuda::detail::memory_node_of(node, simt::detail::node_kind::allocate);
    if (n == nullptr || params == nullptr) return simt::error_code::invalid_value;
    auto const* const block = static_cast<simt::detail::graph_block*>(n->details.get());
    *params = {};
    if (n->hints != nullptr) {
      *params = *static_cast<cudaMemAllocNodeParams*>(n->hints.get());
    } else {  // of a capture
      params->poolProps.allocType = cudaMemAllocationTypePinned;
      params->poolProps.location = {cudaMemLocationTypeDevice, block->device};
      params->bytesize = block->bytes;
      params->dptr = block->at;
    }
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                          cudaGraphNode_t const* after,
                                                          std::size_t count, void* p) {
  return simt::cuda::detail::call([&] {
    auto const block = simt::detail::graph_memory().find(p);
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (block == nullptr || g == nullptr) return simt::error_code::invalid_value;
    for (auto const* const n : g->nodes)  // freed once
      if (n->kind == simt::detail::node_kind::release && n->details == block)
        return simt::error_code::invalid_value;
    return static_cast<simt::error_code>(simt::cuda::detail::add_node(
        node, graph, after, count, simt::detail::node_kind::release, [] {}, block));
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* p) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::cuda::detail::memory_node_of(node, simt::detail::node_kind::release);
    if (n == nullptr || p == nullptr || n->details == nullptr)
      return simt::error_code::invalid_value;
    *static_cast<void**>(p) = static_cast<simt::detail::graph_block*>(n->details.get())->at;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetGraphMemAttribute(
    int device, enum cudaGraphMemAttributeType attribute, void* value) {
  return simt::cuda::detail::call([&] {
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_device;
    if (value == nullptr || static_cast<unsigned>(attribute) > 3)
      return simt::error_code::invalid_value;
    auto const c = simt::detail::graph_memory().count(device);
    std::uint64_t const all[] = {c.used, c.used_high, c.reserved, c.reserved_high};
    *static_cast<std::uint64_t*>(value) = all[static_cast<unsigned>(attribute)];
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceSetGraphMemAttribute(
    int device, enum cudaGraphMemAttributeType attribute, void* value) {
  return simt::cuda::detail::call([&] {
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_device;
    bool const of_reserved = attribute == cudaGraphMemAttrReservedMemHigh;
    if (value == nullptr || (!of_reserved && attribute != cudaGraphMemAttrUsedMemHigh) ||
        *static_cast<std::uint64_t*>(value) != 0)
      return simt::error_code::invalid_value;
    simt::detail::graph_memory().forget_high(device, of_reserved);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGraphMemTrim(int device) {
  return simt::cuda::detail::call([&] {
    return simt::cuda::detail::is_device(device) ? simt::error_code::success
                                                 : simt::error_code::invalid_device;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* p,
                                                       cudaHostFn_t destroy, unsigned count,
                                                       unsigned flags) {
  return simt::cuda::detail::call([&] {
    if (object == nullptr || destroy == nullptr || count == 0 ||
        flags != cudaUserObjectNoDestructorSync)
      return simt::error_code::invalid_value;
    auto& pool = simt::cuda::detail::user_objects();
    auto* const o = pool.take();
    std::shared_ptr<void> const kept(static_cast<void*>(o), [destroy, p, o](void*) {
      destroy(p);
      if (o->alive.exchange(false)) simt::cuda::detail::user_objects().give_back(o);
    });
    o->kept = kept;
    o->own.assign(count, kept);
    o->alive.store(true, std::memory_order_release);
    *object = reinterpret_cast<cudaUserObject_t>(o);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  return simt::cuda::detail::call([&] {
    auto* const o = simt::cuda::detail::user_objects().find(object);
    auto const kept = o != nullptr ? o->kept.lock() : nullptr;
    if (kept == nullptr || count == 0) return simt::error_code::invalid_value;
    std::scoped_lock const hold(o->lock);
    o->own.insert(o->own.end(), count, kept);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  return simt::cuda::detail::call(
      [&] { return simt::cuda::detail::drop_references(object, count); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph,
                                                            cudaUserObject_t object, unsigned count,
                                                            unsigned flags) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    auto* const o = simt::cuda::detail::user_objects().find(object);
    auto const kept = o != nullptr ? o->kept.lock() : nullptr;
    if (g == nullptr || kept == nullptr || count == 0 || flags > cudaGraphUserObjectMove)
      return simt::error_code::invalid_value;
    if (flags == cudaGraphUserObjectMove)
      if (auto const e = simt::cuda::detail::drop_references(object, count);
          e != simt::error_code::success)
        return e;
    g->kept.insert(g->kept.end(), count, kept);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph,
                                                             cudaUserObject_t object,
                                                             unsigned count) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    auto* const o = simt::cuda::detail::user_objects().find(object);
    auto const kept = o != nullptr ? o->kept.lock() : nullptr;
    if (g == nullptr || kept == nullptr || count == 0) return simt::error_code::invalid_value;
    if (static_cast<std::size_t>(std::count(g->kept.begin(), g->kept.end(), kept)) < count)
      return simt::error_code::invalid_value;
    for (auto at = g->kept.begin(); count != 0;)
      if (*at == kept) {
        at = g->kept.erase(at);
        --count;
      } else {
        ++at;
      }
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI
