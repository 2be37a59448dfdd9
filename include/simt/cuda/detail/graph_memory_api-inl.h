#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/graph_memory_api.h>
#include <simt/cuda/detail/graph_node_api-inl.h>
#include <simt/runtime/detail/graph_memory.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

/// True for as many references as a call gives or takes at once.
inline bool is_count(unsigned references) noexcept {
  return references != 0 && references <= unsigned{std::numeric_limits<int>::max()};
}

/// The program's object: what holds it shares `kept`, the program itself by `own`, as long as it has
/// references.
struct user_object {
  std::atomic<bool> alive{false};
  std::mutex lock;
  std::weak_ptr<void> kept;
  std::shared_ptr<void> own;
  std::uint64_t references = 0;
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

/// Gives back so many of the program's references; where there are not as many, none of them.
inline void drop_references(user_object& o, std::uint64_t count) {
  std::shared_ptr<void> gone;  // is destroyed behind the lock
  std::scoped_lock const hold(o.lock);
  if (o.references < count) return;
  o.references -= count;
  if (o.references == 0) gone = std::move(o.own);
}
/// The place of an object among those that a graph keeps.
inline auto find_kept(simt::detail::graph_record& g, std::shared_ptr<void> const& object) {
  return std::find_if(g.kept.begin(), g.kept.end(),
                      [&](simt::detail::kept_object const& k) { return k.object == object; });
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
    if (object == nullptr || destroy == nullptr || !simt::cuda::detail::is_count(count) ||
        flags != cudaUserObjectNoDestructorSync)
      return simt::error_code::invalid_value;
    auto& pool = simt::cuda::detail::user_objects();
    auto* const o = pool.take();
    std::shared_ptr<void> const kept(static_cast<void*>(o), [destroy, p, o](void*) {
      destroy(p);
      if (o->alive.exchange(false)) simt::cuda::detail::user_objects().give_back(o);
    });
    o->kept = kept;
    o->own = kept;
    o->references = count;
    o->alive.store(true, std::memory_order_release);
    *object = reinterpret_cast<cudaUserObject_t>(o);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  return simt::cuda::detail::call([&] {
    auto* const o = simt::cuda::detail::user_objects().find(object);
    auto kept = o != nullptr ? o->kept.lock() : nullptr;
    if (kept == nullptr || !simt::cuda::detail::is_count(count))
      return simt::error_code::invalid_value;
    std::scoped_lock const hold(o->lock);
    o->own = std::move(kept);
    o->references += count;
    return simt::error_code::success;
  });
}
// As on a GPU, giving back more references than there are is no error and destroys nothing.
SIMT_RUNTIME_FUNCTION cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  return simt::cuda::detail::call([&] {
    auto& pool = simt::cuda::detail::user_objects();
    if (!pool.has_place(object) || !simt::cuda::detail::is_count(count))
      return simt::error_code::invalid_value;
    if (auto* const o = pool.find(object)) simt::cuda::detail::drop_references(*o, count);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph,
                                                            cudaUserObject_t object, unsigned count,
                                                            unsigned flags) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    auto* const o = simt::cuda::detail::user_objects().find(object);
    auto const kept = o != nullptr ? o->kept.lock() : nullptr;
    if (g == nullptr || kept == nullptr || !simt::cuda::detail::is_count(count) ||
        flags > cudaGraphUserObjectMove)
      return simt::error_code::invalid_value;
    if (flags == cudaGraphUserObjectMove) simt::cuda::detail::drop_references(*o, count);
    if (auto const at = simt::cuda::detail::find_kept(*g, kept); at != g->kept.end())
      at->references += count;
    else
      g->kept.push_back({kept, count});
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
    if (g == nullptr || kept == nullptr || !simt::cuda::detail::is_count(count))
      return simt::error_code::invalid_value;
    auto const at = simt::cuda::detail::find_kept(*g, kept);
    if (at == g->kept.end() || at->references < count) return simt::error_code::success;
    at->references -= count;
    if (at->references == 0) g->kept.erase(at);
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI
