#pragma once
// SPDX-License-Identifier: MIT

// Memory of the driver API: that of the runtime API, by numbers instead of pointers.

#include <simt/cuda/detail/cu_common.h>
#include <simt/runtime/copy.hpp>

#include <cstring>

namespace simt::inline SIMT_ABI::cuda::detail {

inline CUresult driver_copy(void* to, void const* from, std::size_t bytes, copy_kind kind,
                            CUstream stream, bool async) noexcept {
  return context_call(
      [&] { return copy_memory(to, from, bytes, kind, stream, driver_per_thread, async); });
}

/// Runs the body of an allocation, which writes a pointer; what fails gives 0, as on a GPU.
template <class F>
CUresult driver_allocation(CUdeviceptr* p, F&& allocate) noexcept {
  return context_call([&] {
    if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
    void* made = nullptr;
    CUresult const e = driver_result(allocate(&made));
    *p = e == CUDA_SUCCESS ? number_of(made) : 0;
    return e;
  });
}

/// Fills rows with a value of 1, 2 or 4 bytes.
template <class T>
CUresult driver_fill(CUdeviceptr to, std::size_t pitch, T value, std::size_t width,
                     std::size_t height, CUstream stream, bool async) noexcept {
  return context_call([&] {
    void* const p = pointer_of(to);
    if (to % sizeof(T) != 0 || (height > 1 && pitch % sizeof(T) != 0))
      return error_code::invalid_value;
    std::size_t const row = width * sizeof(T);
    if constexpr (sizeof(T) == 1) {
      return height == 1
                 ? fill_memory(p, value, width, stream, driver_per_thread, async)
                 : fill_memory_2d(p, pitch, value, width, height, stream, driver_per_thread, async);
    } else {
      if (row == 0 || height == 0) return error_code::success;
      if (height > 1 && row > pitch) return error_code::invalid_value;
      return simt::detail::guarded([&] {
        auto* const s = simt::detail::find_stream(stream, driver_per_thread);
        if (s == nullptr) return error_code::invalid_resource_handle;
        auto const at = simt::detail::locate(p, (height - 1) * pitch + row);
        if (at.error != error_code::success || at.kind == memory_kind::unregistered)
          return error_code::invalid_value;
        simt::detail::check_implicit(*s);
        if (!async) simt::detail::forbid_on_captured(*s);
        simt::detail::submit(
            *s,
            [=] {
              for (std::size_t y = 0; y < height; ++y)
                std::fill_n(reinterpret_cast<T*>(static_cast<char*>(p) + y * pitch), width, value);
            },
            simt::detail::node_kind::fill);
        return !async && at.kind == memory_kind::host ? simt::detail::wait_for_stream(*s)
                                                      : error_code::success;
      });
    }
  });
}

/// Runs the body of a copy between contexts with the ordinals of their devices.
template <class F>
CUresult with_peers(CUcontext to, CUcontext from, F&& copy) noexcept {
  return context_call([&] {
    auto const find = [](CUcontext c) {
      return c == nullptr ? simt::detail::current_context() : simt::detail::find_context(c);
    };
    auto const* const a = find(to);
    auto const* const b = find(from);
    return a == nullptr || b == nullptr ? cudaErrorDeviceUninitialized
                                        : copy(a->device->id, b->device->id);
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline CUresult cuMemGetInfo(std::size_t* free_bytes, std::size_t* total) {
  return simt::cuda::detail::context_call([&] { return simt::memory_info(free_bytes, total); });
}
/// - Errors:  CUDA_ERROR_INVALID_VALUE for no bytes, which cudaMalloc takes
inline CUresult cuMemAlloc(CUdeviceptr* p, std::size_t bytes) {
  return simt::cuda::detail::driver_allocation(p, [&](void** made) {
    return bytes == 0 ? simt::error_code::invalid_value : simt::allocate_device(made, bytes);
  });
}
/// - Needs:   element_bytes 4, 8 or 16: what kernels read at once
inline CUresult cuMemAllocPitch(CUdeviceptr* p, std::size_t* pitch, std::size_t width,
                                std::size_t height, unsigned element_bytes) {
  if (pitch != nullptr) *pitch = 0;
  return simt::cuda::detail::driver_allocation(p, [&](void** made) {
    bool const known = element_bytes == 4 || element_bytes == 8 || element_bytes == 16;
    return width == 0 || height == 0 || !known
               ? simt::error_code::invalid_value
               : simt::allocate_pitched(made, pitch, width, height);
  });
}
inline CUresult cuMemAllocManaged(CUdeviceptr* p, std::size_t bytes, unsigned flags) {
  return simt::cuda::detail::driver_allocation(p, [&](void** made) {
    return bytes == 0 ? simt::error_code::invalid_value
                      : simt::allocate_managed(made, bytes, flags);
  });
}
inline CUresult cuMemFree(CUdeviceptr p) {
  return simt::cuda::detail::context_call(
      [&] { return simt::free_device(simt::cuda::detail::pointer_of(p)); });
}
inline CUresult cuMemAllocAsync(CUdeviceptr* p, std::size_t bytes, CUstream stream) {
  return simt::cuda::detail::driver_allocation(
      p, [&](void** made) { return cudaMallocAsync(made, bytes, stream); });
}
inline CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream) {
  return simt::cuda::detail::context_call(
      [&] { return cudaFreeAsync(simt::cuda::detail::pointer_of(p), stream); });
}
inline CUresult cuMemHostAlloc(void** p, std::size_t bytes, unsigned flags) {
  return simt::cuda::detail::context_call([&] { return simt::allocate_host(p, bytes, flags); });
}
inline CUresult cuMemAllocHost(void** p, std::size_t bytes) { return cuMemHostAlloc(p, bytes, 0); }
inline CUresult cuMemFreeHost(void* p) {
  return simt::cuda::detail::context_call([&] { return simt::free_host(p); });
}
inline CUresult cuMemHostRegister(void* p, std::size_t bytes, unsigned flags) {
  return simt::cuda::detail::context_call([&] { return simt::register_host(p, bytes, flags); });
}
inline CUresult cuMemHostUnregister(void* p) {
  return simt::cuda::detail::context_call([&] { return simt::unregister_host(p); });
}
inline CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* p, unsigned flags) {
  return simt::cuda::detail::driver_allocation(
      device, [&](void** mapped) { return cudaHostGetDevicePointer(mapped, p, flags); });
}
inline CUresult cuMemHostGetFlags(unsigned* flags, void* p) {
  return simt::cuda::detail::context_call([&] { return cudaHostGetFlags(flags, p); });
}
/// - Errors:  CUDA_ERROR_NOT_FOUND for what is no device memory
inline CUresult cuMemGetAddressRange(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr p) {
  return simt::cuda::detail::context_call([&] {
    auto const a = simt::detail::memory().ranges.find(simt::cuda::detail::pointer_of(p));
    if (begin != nullptr) *begin = a ? a->begin : 0;
    if (bytes != nullptr) *bytes = a ? a->bytes : 0;
    return a ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
  });
}
inline CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr p) {
  return simt::cuda::detail::context_call([&] {
    void* const pointer = simt::cuda::detail::pointer_of(p);
    auto const a = simt::detail::memory().ranges.find(pointer);
    if (data == nullptr || !a || attribute < CU_POINTER_ATTRIBUTE_CONTEXT ||
        attribute > CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE)
      return CUDA_ERROR_INVALID_VALUE;
    auto const put = [&](auto value) {
      std::memcpy(data, &value, sizeof value);
      return CUDA_SUCCESS;
    };
    bool const host = a->kind == simt::memory_kind::host;
    switch (attribute) {
      case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return put(static_cast<unsigned>(host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
      case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        return put(p);
      case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        return a->kind == simt::memory_kind::device ? CUDA_ERROR_INVALID_VALUE : put(pointer);
      case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        return put(unsigned{a->kind == simt::memory_kind::managed});
      case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return put(a->device);
      case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        return put(CUdeviceptr{a->begin});
      case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        return put(a->bytes);
      case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        return put(static_cast<unsigned long long>(a->number));
      case CU_POINTER_ATTRIBUTE_MAPPED:
        return put(1u);
      case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        return put(static_cast<unsigned>(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
      case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        return put(0u);
      case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        return put(unsigned{a->kind == simt::memory_kind::device && a->pool == nullptr &&
                            a->from == simt::detail::allocation::origin::ours});
      case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        return put(0ull);
      default:
        return CUDA_ERROR_NOT_SUPPORTED;
    }
  });
}

/// Several attributes of one pointer; those that memory of its kind does not have, and all of
/// memory that is not CUDA's, are zero.
inline CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** data,
                                       CUdeviceptr p) {
  return simt::cuda::detail::context_call([&] {
    if (count == 0 || attributes == nullptr || data == nullptr || p == 0)
      return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; ++i)
      if (data[i] == nullptr || attributes[i] < CU_POINTER_ATTRIBUTE_CONTEXT ||
          attributes[i] > CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; ++i) {
      bool const is_small = attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE ||
                            attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
      CUresult const e = cuPointerGetAttribute(data[i], attributes[i], p);
      if (e == CUDA_ERROR_INVALID_VALUE)
        std::memset(data[i], 0, is_small ? sizeof(int) : sizeof(void*));
      else if (e != CUDA_SUCCESS)
        return e;
    }
    return CUDA_SUCCESS;
  });
}

// Copies wait as those of the runtime API do.
#define SIMT_DETAIL_COPY(name, to_type, to_value, from_type, from_value, kind)                  \
  inline CUresult name(to_type to, from_type from, std::size_t bytes) {                         \
    return simt::cuda::detail::driver_copy(to_value, from_value, bytes, simt::copy_kind::kind,  \
                                           nullptr, false);                                     \
  }                                                                                             \
  inline CUresult name##Async(to_type to, from_type from, std::size_t bytes, CUstream stream) { \
    return simt::cuda::detail::driver_copy(to_value, from_value, bytes, simt::copy_kind::kind,  \
                                           stream, true);                                       \
  }
SIMT_DETAIL_COPY(cuMemcpy, CUdeviceptr, simt::cuda::detail::pointer_of(to), CUdeviceptr,
                 simt::cuda::detail::pointer_of(from), automatic)
SIMT_DETAIL_COPY(cuMemcpyHtoD, CUdeviceptr, simt::cuda::detail::pointer_of(to), void const*, from,
                 host_to_device)
SIMT_DETAIL_COPY(cuMemcpyDtoH, void*, to, CUdeviceptr, simt::cuda::detail::pointer_of(from),
                 device_to_host)
SIMT_DETAIL_COPY(cuMemcpyDtoD, CUdeviceptr, simt::cuda::detail::pointer_of(to), CUdeviceptr,
                 simt::cuda::detail::pointer_of(from), device_to_device)
#undef SIMT_DETAIL_COPY

#define SIMT_DETAIL_FILL(bits, type)                                                         \
  inline CUresult cuMemsetD##bits(CUdeviceptr to, type value, std::size_t count) {           \
    return simt::cuda::detail::driver_fill(to, 0, value, count, 1, nullptr, false);          \
  }                                                                                          \
  inline CUresult cuMemsetD##bits##Async(CUdeviceptr to, type value, std::size_t count,      \
                                         CUstream stream) {                                  \
    return simt::cuda::detail::driver_fill(to, 0, value, count, 1, stream, true);            \
  }                                                                                          \
  inline CUresult cuMemsetD2D##bits(CUdeviceptr to, std::size_t pitch, type value,           \
                                    std::size_t width, std::size_t height) {                 \
    return simt::cuda::detail::driver_fill(to, pitch, value, width, height, nullptr, false); \
  }                                                                                          \
  inline CUresult cuMemsetD2D##bits##Async(CUdeviceptr to, std::size_t pitch, type value,    \
                                           std::size_t width, std::size_t height,            \
                                           CUstream stream) {                                \
    return simt::cuda::detail::driver_fill(to, pitch, value, width, height, stream, true);   \
  }
SIMT_DETAIL_FILL(8, unsigned char)
SIMT_DETAIL_FILL(16, unsigned short)
SIMT_DETAIL_FILL(32, unsigned)
#undef SIMT_DETAIL_FILL

/// A null context stands for the current one.
inline CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                  CUcontext from_context, std::size_t bytes, CUstream stream) {
  return simt::cuda::detail::with_peers(to_context, from_context, [&](int to_device, int device) {
    return cudaMemcpyPeerAsync(simt::cuda::detail::pointer_of(to), to_device,
                               simt::cuda::detail::pointer_of(from), device, bytes, stream);
  });
}
inline CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                             CUcontext from_context, std::size_t bytes) {
  return simt::cuda::detail::with_peers(to_context, from_context, [&](int to_device, int device) {
    return cudaMemcpyPeer(simt::cuda::detail::pointer_of(to), to_device,
                          simt::cuda::detail::pointer_of(from), device, bytes);
  });
}

}  // namespace SIMT_CUDA_ABI
