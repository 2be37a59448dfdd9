#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/cuda/detail/pool_api.h>
#include <simt/runtime/ipc.hpp>
#include <simt/runtime/memory_pool.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaMallocAsync(void** p, std::size_t bytes,
                                                  cudaStream_t stream) {
  return simt::cuda::detail::answer(
      simt::allocate_async(p, bytes, nullptr, stream, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t bytes,
                                                          cudaMemPool_t pool, cudaStream_t stream) {
  if (pool == nullptr) {
    if (p != nullptr) *p = nullptr;
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  }
  return simt::cuda::detail::answer(
      simt::allocate_async(p, bytes, pool, stream, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFreeAsync(void* p, cudaStream_t stream) {
  return simt::cuda::detail::answer(simt::free_async(p, stream, simt::cuda::detail::per_thread));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return simt::cuda::detail::call([&] {
    if (pool == nullptr) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_device;
    auto& d = *simt::detail::host().devices[static_cast<std::size_t>(device)];
    *pool = reinterpret_cast<cudaMemPool_t>(&simt::detail::device_pool(d, true));
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return simt::cuda::detail::call([&] {
    if (pool == nullptr) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_value;
    auto& d = *simt::detail::host().devices[static_cast<std::size_t>(device)];
    *pool = reinterpret_cast<cudaMemPool_t>(&simt::detail::device_pool(d, false));
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return simt::cuda::detail::call([&] {
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::invalid_value;
    auto& state = simt::detail::pools();
    auto* const p = state.pools.find(pool);
    auto& d = *simt::detail::host().devices[static_cast<std::size_t>(device)];
    if (p == nullptr || p->device != &d) return simt::error_code::invalid_value;
    (void)simt::detail::device_pool(d, true);
    std::scoped_lock const hold(state.lock);
    state.current[static_cast<std::size_t>(device)] = p;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool,
                                                    struct cudaMemPoolProps const* props) {
  return simt::cuda::detail::call([&] {
    if (pool == nullptr || props == nullptr || props->allocType != cudaMemAllocationTypePinned ||
        props->location.type != cudaMemLocationTypeDevice ||
        !simt::cuda::detail::is_device(props->location.id))
      return simt::error_code::invalid_value;
    constexpr int known = cudaMemHandleTypePosixFileDescriptor | cudaMemHandleTypeWin32 |
                          cudaMemHandleTypeWin32Kmt | cudaMemHandleTypeFabric;
    if ((props->handleTypes & ~known) != 0) return simt::error_code::invalid_value;
    if (props->handleTypes != cudaMemHandleTypeNone &&
        props->handleTypes != cudaMemHandleTypePosixFileDescriptor)
      return simt::error_code::not_supported;
    auto& d = *simt::detail::host().devices[static_cast<std::size_t>(props->location.id)];
    auto& made = simt::detail::add_pool(d, false);
    made.is_exportable = props->handleTypes == cudaMemHandleTypePosixFileDescriptor;
    *pool = reinterpret_cast<cudaMemPool_t>(&made);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return simt::cuda::detail::call([&] {
    auto& state = simt::detail::pools();
    auto* const p = state.pools.find(pool);
    if (p == nullptr || p->is_default || !p->alive.exchange(false))
      return simt::error_code::invalid_value;
    simt::detail::wait_for_device(*p->device);
    p->trim(0);
    {
      auto& standard = simt::detail::device_pool(*p->device, true);
      std::scoped_lock const hold(state.lock);
      for (auto*& c : state.current)
        if (c == p) c = &standard;
    }
    state.pools.give_back(p);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t keep) {
  return simt::cuda::detail::call([&] {
    auto* const p = simt::detail::pools().pools.find(pool);
    if (p == nullptr) return simt::error_code::invalid_value;
    p->trim(keep);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                                          enum cudaMemPoolAttr attribute,
                                                          void* value) {
  return simt::cuda::detail::call([&] {
    auto* const p = simt::detail::pools().pools.find(pool);
    if (p == nullptr || value == nullptr) return simt::error_code::invalid_value;
    auto* const flag = static_cast<int*>(value);
    auto* const bytes = static_cast<std::uint64_t*>(value);
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
        *flag = p->reuse_follow_events;
        break;
      case cudaMemPoolReuseAllowOpportunistic:
        *flag = p->reuse_opportunistic;
        break;
      case cudaMemPoolReuseAllowInternalDependencies:
        *flag = p->reuse_internal;
        break;
      case cudaMemPoolAttrReleaseThreshold:
        *bytes = p->release_threshold;
        break;
      case cudaMemPoolAttrReservedMemCurrent: {
        std::scoped_lock const hold(p->lock);
        *bytes = p->used + p->resting_bytes;
        break;
      }
      case cudaMemPoolAttrReservedMemHigh:
        *bytes = std::max(p->reserved_high.load(), p->used_high.load());
        break;
      case cudaMemPoolAttrUsedMemCurrent:
        *bytes = p->used;
        break;
      case cudaMemPoolAttrUsedMemHigh:
        *bytes = p->used_high;
        break;
      default:
        return simt::error_code::invalid_value;
    }
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                                          enum cudaMemPoolAttr attribute,
                                                          void* value) {
  return simt::cuda::detail::call([&] {
    auto* const p = simt::detail::pools().pools.find(pool);
    if (p == nullptr || value == nullptr) return simt::error_code::invalid_value;
    auto const flag = [&] { return *static_cast<int*>(value) != 0 ? 1 : 0; };
    auto const bytes = [&] { return *static_cast<std::uint64_t*>(value); };
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
        p->reuse_follow_events = flag();
        break;
      case cudaMemPoolReuseAllowOpportunistic:
        p->reuse_opportunistic = flag();
        break;
      case cudaMemPoolReuseAllowInternalDependencies:
        p->reuse_internal = flag();
        break;
      case cudaMemPoolAttrReleaseThreshold:
        p->release_threshold = bytes();
        break;
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        // High-water marks can only be set back.
        if (bytes() != 0) return simt::error_code::invalid_value;
        (attribute == cudaMemPoolAttrUsedMemHigh ? p->used_high : p->reserved_high)
            .store(p->used.load());
        break;
      default:
        return simt::error_code::invalid_value;
    }
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool,
                                                       struct cudaMemAccessDesc const* list,
                                                       std::size_t count) {
  return simt::cuda::detail::call([&] {
    auto* const p = simt::detail::pools().pools.find(pool);
    if (p == nullptr || (list == nullptr && count != 0)) return simt::error_code::invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      int const flags = list[i].flags;
      if (list[i].location.type == cudaMemLocationTypeInvalid ||
          (flags != cudaMemAccessFlagsProtNone && flags != cudaMemAccessFlagsProtRead &&
           flags != cudaMemAccessFlagsProtReadWrite))
        return simt::error_code::invalid_value;
      if (list[i].location.type == cudaMemLocationTypeDevice &&
          (!simt::cuda::detail::is_device(list[i].location.id) ||
           (list[i].location.id == p->device->id && flags == cudaMemAccessFlagsProtNone)))
        return simt::error_code::invalid_device;
      if (flags == cudaMemAccessFlagsProtRead) return simt::error_code::not_supported;
    }
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags,
                                                       cudaMemPool_t pool,
                                                       struct cudaMemLocation* location) {
  return simt::cuda::detail::call([&] {
    if (flags == nullptr || location == nullptr || location->type == cudaMemLocationTypeInvalid ||
        (location->type == cudaMemLocationTypeDevice &&
         !simt::cuda::detail::is_device(location->id)) ||
        simt::detail::pools().pools.find(pool) == nullptr)
      return simt::error_code::invalid_value;
    *flags = cudaMemAccessFlagsProtReadWrite;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolExportToShareableHandle(
    void* handle, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned flags) {
  return simt::cuda::detail::call([&] {
    auto* const p = simt::detail::pools().pools.find(pool);
    if (handle == nullptr || p == nullptr || !p->is_exportable || flags != 0 ||
        type != cudaMemHandleTypePosixFileDescriptor)
      return simt::error_code::invalid_value;
    return simt::detail::write_pool_file(*static_cast<int*>(handle), p->device->id);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolImportFromShareableHandle(
    cudaMemPool_t* pool, void* handle, enum cudaMemAllocationHandleType type, unsigned flags) {
  return simt::cuda::detail::call([&] {
    if (pool == nullptr) return simt::error_code::invalid_value;
    *pool = nullptr;
    if (type == cudaMemHandleTypeWin32) return simt::error_code::not_supported;
    if (flags != 0 || type != cudaMemHandleTypePosixFileDescriptor)
      return simt::error_code::invalid_value;
    auto const file = static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
    if (file == 0) return simt::error_code::invalid_value;  // no handle
    int const device = simt::detail::read_pool_file(file);
    if (!simt::cuda::detail::is_device(device)) return simt::error_code::unknown;
    auto& d = *simt::detail::host().devices[static_cast<std::size_t>(device)];
    auto& made = simt::detail::add_pool(d, false);
    made.is_imported = true;
    *pool = reinterpret_cast<cudaMemPool_t>(&made);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData* data,
                                                           void* p) {
  return simt::cuda::detail::call([&] {
    auto const known = simt::detail::memory().ranges.find(p);
    if (data == nullptr || !known || known->pool == nullptr ||
        !static_cast<simt::detail::pool_record*>(known->pool)->is_exportable)
      return simt::error_code::invalid_value;
    simt::detail::ticket_text text;
    auto const e = simt::detail::show_memory(text, p, true);
    if (e != simt::error_code::success) return e;
    std::memcpy(data, simt::detail::write_ticket(text).data(), sizeof *data);
    return e;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPoolImportPointer(void** p, cudaMemPool_t pool,
                                                           struct cudaMemPoolPtrExportData* data) {
  return simt::cuda::detail::call([&] {
    auto* const from = simt::detail::pools().pools.find(pool);
    if (p == nullptr || data == nullptr || from == nullptr || !from->is_imported)
      return simt::error_code::invalid_value;
    simt::ipc_ticket ticket{};
    std::memcpy(ticket.data(), data, sizeof *data);
    return simt::detail::see_memory(p, simt::detail::read_ticket(ticket),
                                    simt::detail::from_imported_pool);
  });
}

}  // namespace SIMT_CUDA_ABI
