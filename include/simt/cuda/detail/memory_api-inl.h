#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/cuda/detail/memory_api.h>
#include <simt/runtime/memory.hpp>
#include <simt/runtime/memory_pool.hpp>
#include <simt/thread/heap.hpp>

#include <link.h>
#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI::cuda::detail {

/// cudaMalloc and cudaFree in device code: its malloc and free.
/// - Source:  CUDA C Programming Guide 8.0, C.4.3.1.5 (Memory Allocation and Lifetime)
inline cudaError_t allocate_in_kernel(void** out, std::size_t bytes) noexcept {
  return call([&] {
    if (out == nullptr) return error_code::invalid_value;
    void* const p = device_malloc(bytes);
    if (p == nullptr) return error_code::memory_allocation;
    *out = p;
    return error_code::success;
  });
}
inline cudaError_t free_in_kernel(void* p) noexcept {
  return call([&] {
    if (p == nullptr) return error_code::success;
    bool const aligned = reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
    if (!aligned || simt::detail::memory().ranges.find(p) || simt::detail::private_memory(p) ||
        (static_cast<simt::detail::heap_header*>(p) - 1)->mark != simt::detail::heap_header::live)
      return error_code::invalid_value;
    device_free(p);
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaMalloc(void** p, std::size_t bytes) {
  if (simt::cuda::detail::in_kernel()) return simt::cuda::detail::allocate_in_kernel(p, bytes);
  return simt::cuda::detail::answer(simt::allocate_device(p, bytes));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFree(void* p) {
  if (simt::cuda::detail::in_kernel()) return simt::cuda::detail::free_in_kernel(p);
  return simt::cuda::detail::answer(simt::free_device(p));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMallocManaged(void** p, std::size_t bytes, unsigned flags) {
  return simt::cuda::detail::answer(simt::allocate_managed(p, bytes, flags));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaHostAlloc(void** p, std::size_t bytes, unsigned flags) {
  return simt::cuda::detail::answer(simt::allocate_host(p, bytes, flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMallocHost(void** p, std::size_t bytes, unsigned flags) {
  return cudaHostAlloc(p, bytes, flags);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFreeHost(void* p) {
  return simt::cuda::detail::answer(simt::free_host(p));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaHostRegister(void* p, std::size_t bytes, unsigned flags) {
  return simt::cuda::detail::answer(simt::register_host(p, bytes, flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaHostUnregister(void* p) {
  return simt::cuda::detail::answer(simt::unregister_host(p));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaHostGetFlags(unsigned* flags, void* p) {
  return simt::cuda::detail::call([&] {
    auto const a = simt::detail::memory().ranges.find(p);
    if (flags == nullptr || !a || a->kind == simt::memory_kind::device)
      return simt::error_code::invalid_value;
    *flags = a->kind == simt::memory_kind::managed ? unsigned{cudaHostAllocMapped} : a->flags;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaHostGetDevicePointer(void** device, void* p, unsigned flags) {
  return simt::cuda::detail::call([&] {
    if (device == nullptr) return simt::error_code::invalid_value;
    *device = nullptr;
    auto const a = simt::detail::memory().ranges.find(p);
    if (flags != 0 || !a || a->kind != simt::memory_kind::host)
      return simt::error_code::invalid_value;
    *device = p;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMallocPitch(void** p, std::size_t* pitch, std::size_t width,
                                                  std::size_t height) {
  return simt::cuda::detail::answer(simt::allocate_pitched(p, pitch, width, height));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMalloc3D(struct cudaPitchedPtr* p, struct cudaExtent extent) {
  return simt::cuda::detail::call([&] {
    if (p == nullptr) return simt::error_code::invalid_value;
    *p = {nullptr, 0, extent.width, extent.height};
    if (extent.depth == 0) return simt::error_code::success;
    if (extent.height > ~std::size_t{0} / extent.depth) return simt::error_code::invalid_value;
    return simt::allocate_pitched(&p->ptr, &p->pitch, extent.width, extent.height * extent.depth);
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemGetInfo(std::size_t* free_bytes,
                                                 std::size_t* total_bytes) {
  return simt::cuda::detail::answer(simt::memory_info(free_bytes, total_bytes));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes,
                                                           void const* p) {
  return simt::cuda::detail::device_call([&] {
    if (attributes == nullptr) return simt::error_code::invalid_value;
    void* const pointer = const_cast<void*>(p);
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, pointer};
    auto const a = simt::detail::memory().ranges.find(p);
    if (!a) return simt::error_code::success;
    attributes->type = static_cast<cudaMemoryType>(a->kind);
    attributes->device = a->device;
    attributes->devicePointer = pointer;
    if (a->kind == simt::memory_kind::device) attributes->hostPointer = nullptr;
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

/// True where a range is one of managed memory.
[[nodiscard]] inline bool is_managed(void const* p, std::size_t bytes) {
  auto const a = simt::detail::memory().ranges.find(p);
  return bytes != 0 && a && a->kind == memory_kind::managed &&
         a->contains(reinterpret_cast<std::uintptr_t>(p), bytes);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemAdvise(void const* p, std::size_t bytes,
                                                enum cudaMemoryAdvise advice, int device) {
  return simt::cuda::detail::call([&] {
    if (!simt::cuda::detail::is_managed(p, bytes)) return simt::error_code::invalid_value;
    bool const ignores_device = advice == cudaMemAdviseSetReadMostly ||
                                advice == cudaMemAdviseUnsetReadMostly ||
                                advice == cudaMemAdviseUnsetPreferredLocation;
    if (static_cast<unsigned>(advice) - 1 > 5 ||
        (!ignores_device && device != cudaCpuDeviceId && !simt::cuda::detail::is_device(device)))
      return simt::error_code::invalid_value;
    simt::detail::advice().change(p, bytes, [&](simt::detail::memory_advice& kept) {
      bool const access = advice == cudaMemAdviseSetAccessedBy;
      switch (advice) {
        case cudaMemAdviseSetReadMostly:
        case cudaMemAdviseUnsetReadMostly:
          kept.read_mostly = advice == cudaMemAdviseSetReadMostly;
          break;
        case cudaMemAdviseSetPreferredLocation:
          kept.preferred = device;
          break;
        case cudaMemAdviseUnsetPreferredLocation:
          kept.preferred = simt::detail::memory_advice::nowhere;
          break;
        default:
          if (device == cudaCpuDeviceId) {
            kept.accessed_by_host = access;
          } else {
            auto const bit = std::uint64_t{1} << static_cast<unsigned>(device);
            kept.accessed_by = access ? kept.accessed_by | bit : kept.accessed_by & ~bit;
          }
      }
    });
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemAdvise(void const* p, std::size_t bytes,
                                                enum cudaMemoryAdvise advice,
                                                struct cudaMemLocation location) {
  return cudaMemAdvise(p, bytes, advice,
                       location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPrefetchAsync(void const* p, std::size_t bytes,
                                                       struct cudaMemLocation location,
                                                       unsigned flags, cudaStream_t stream) {
  return simt::cuda::detail::call([&] {
    if (flags != 0) return simt::error_code::invalid_value;
    bool const to_device = location.type == cudaMemLocationTypeDevice;
    if (to_device && !simt::cuda::detail::is_device(location.id))
      return simt::error_code::invalid_device;
    if (location.type == cudaMemLocationTypeInvalid || !simt::cuda::detail::is_managed(p, bytes))
      return simt::error_code::invalid_value;
    if (simt::detail::find_stream(stream, simt::cuda::detail::per_thread) == nullptr)
      return simt::error_code::invalid_resource_handle;
    simt::detail::advice().change(p, bytes, [&](simt::detail::memory_advice& kept) {
      kept.prefetched = to_device ? location.id : cudaCpuDeviceId;
    });
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemPrefetchAsync(void const* p, std::size_t bytes, int device,
                                                       cudaStream_t stream) {
  cudaMemLocation const where{
      device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
  return cudaMemPrefetchAsync(p, bytes, where, 0, stream);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t size,
                                                           enum cudaMemRangeAttribute attribute,
                                                           void const* p, std::size_t count) {
  return simt::cuda::detail::call([&] {
    bool const is_list = attribute == cudaMemRangeAttributeAccessedBy;
    if (data == nullptr || size < sizeof(int) || size % sizeof(int) != 0 ||
        (!is_list && size != sizeof(int)) || !simt::cuda::detail::is_managed(p, count) ||
        static_cast<unsigned>(attribute) - 1 > 7)
      return simt::error_code::invalid_value;
    using kept_advice = simt::detail::memory_advice;
    simt::detail::advice_table& table = simt::detail::advice();
    auto* const out = static_cast<int*>(data);
    auto const place = [&](int kept_advice::*which) {
      return table.common(p, count, int{cudaInvalidDeviceId},
                          [which](kept_advice const& a) { return a.*which; });
    };
    auto const place_type = [](int where) {
      return where == cudaInvalidDeviceId ? cudaMemLocationTypeInvalid
             : where == cudaCpuDeviceId   ? cudaMemLocationTypeHost
                                          : cudaMemLocationTypeDevice;
    };
    switch (static_cast<int>(attribute)) {
      case cudaMemRangeAttributeReadMostly:
        *out = table.common(p, count, 0, [](kept_advice const& a) { return int{a.read_mostly}; });
        break;
      case cudaMemRangeAttributePreferredLocation:
      case cudaMemRangeAttributePreferredLocationId:
        *out = place(&kept_advice::preferred);
        break;
      case cudaMemRangeAttributeLastPrefetchLocation:
      case cudaMemRangeAttributeLastPrefetchLocationId:
        *out = place(&kept_advice::prefetched);
        break;
      case cudaMemRangeAttributePreferredLocationType:
        *out = place_type(place(&kept_advice::preferred));
        break;
      case cudaMemRangeAttributeLastPrefetchLocationType:
        *out = place_type(place(&kept_advice::prefetched));
        break;
      default: {
        std::size_t used = 0;
        std::size_t const room = size / sizeof(int);
        auto const add = [&](int device, bool accesses) {
          if (accesses && used < room) out[used++] = device;
        };
        for (int d = 0; d < simt::device_count(); ++d)
          add(d, table.common(p, count, false, [d](kept_advice const& a) {
            return (a.accessed_by >> static_cast<unsigned>(d) & 1) != 0;
          }));
        add(cudaCpuDeviceId,
            table.common(p, count, false, [](kept_advice const& a) { return a.accessed_by_host; }));
        while (used < room) out[used++] = cudaInvalidDeviceId;
      }
    }
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* sizes,
                                                            enum cudaMemRangeAttribute* attributes,
                                                            std::size_t n, void const* p,
                                                            std::size_t count) {
  if (data == nullptr || sizes == nullptr || attributes == nullptr || n == 0)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  for (std::size_t i = 0; i < n; ++i)
    if (auto const e = cudaMemRangeGetAttribute(data[i], sizes[i], attributes[i], p, count);
        e != cudaSuccess)
      return e;
  return cudaSuccess;
}

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

/// True where a variable of static storage lies there, as each that is marked __managed__ does: the
/// mark leaves no trace in C++.
[[nodiscard]] inline bool is_static_variable(void const* p) noexcept {
  struct search {
    std::uintptr_t at;
    static int visit(dl_phdr_info* object, std::size_t, void* data) {
      auto const at = static_cast<search const*>(data)->at;
      for (int i = 0; i < object->dlpi_phnum; ++i) {
        auto const& part = object->dlpi_phdr[i];
        if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
        if (at - (object->dlpi_addr + part.p_vaddr) < part.p_memsz) return 1;
      }
      return 0;
    }
  } wanted{reinterpret_cast<std::uintptr_t>(p)};
  return dl_iterate_phdr(&search::visit, &wanted) != 0;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* p,
                                                           std::size_t bytes, unsigned flags) {
  return simt::cuda::detail::call([&] {
    auto const* const s = simt::detail::find_stream(stream, simt::cuda::detail::per_thread);
    if (s == nullptr) return simt::error_code::invalid_resource_handle;
    auto const a = simt::detail::memory().ranges.find(p);
    bool const allocated = a && (a->kind == simt::memory_kind::managed) &&
                           a->begin == reinterpret_cast<std::uintptr_t>(p);
    bool const whole = allocated ? bytes == 0 || bytes == a->bytes
                                 : (!a || a->from == simt::detail::allocation::origin::symbol) &&
                                       simt::cuda::detail::is_static_variable(p);
    if (!whole || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
                   flags != cudaMemAttachSingle))
      return simt::error_code::invalid_value;
    bool const default_stream = s == s->device->legacy;
    if (flags == cudaMemAttachSingle && default_stream) return simt::error_code::invalid_value;
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI
