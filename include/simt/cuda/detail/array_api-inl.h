#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/channel_descriptor.h>
#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/array_api.h>
#include <simt/runtime/host_array.hpp>

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline simt::detail::array_record* array_of(void const* a) {
  return simt::detail::arrays().arrays.find(a);
}
[[nodiscard]] inline channel_format format_of(cudaChannelFormatDesc const& d) {
  return {d.x, d.y, d.z, d.w, static_cast<channel_kind>(d.f)};
}
[[nodiscard]] inline simt::detail::copy_side linear_side(void const* p, std::size_t pitch,
                                                         std::size_t rows) {
  simt::detail::copy_side s;
  s.base = static_cast<std::byte*>(const_cast<void*>(p));
  s.pitch = pitch;
  s.rows = rows;
  return s;
}
[[nodiscard]] inline simt::detail::copy_side array_side(simt::detail::array_record* a,
                                                        std::size_t x_bytes, std::size_t y) {
  simt::detail::copy_side s;
  s.array = a;
  s.x = x_bytes;
  s.y = y;
  return s;
}
/// One side of a copy of a box: an array, whose x counts elements, or, without one, pitched memory.
[[nodiscard]] inline simt::detail::copy_side box_side(simt::detail::array_record* a,
                                                      cudaPitchedPtr const& ptr,
                                                      cudaPos const& at) {
  auto s = a != nullptr ? array_side(a, at.x * a->element_bytes, at.y)
                        : linear_side(ptr.ptr, ptr.pitch, ptr.ysize);
  if (a == nullptr) {
    s.x = at.x;
    s.y = at.y;
  }
  s.z = at.z;
  return s;
}

enum class direction { to_array, from_array };

/// True if copies of this kind may write to an array, or read from one: arrays are the device's.
[[nodiscard]] inline bool suits_array(direction where, cudaMemcpyKind kind) noexcept {
  auto const other = where == direction::to_array ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  return kind == other || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

inline cudaError_t copy_2d_array(direction where, cudaArray_const_t array, std::size_t x,
                                 std::size_t y, void const* p, std::size_t pitch, std::size_t width,
                                 std::size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                                 bool async) noexcept {
  return call([&] {
    auto* const a = array_of(array);
    if (a == nullptr) return error_code::invalid_resource_handle;
    if (width == 0 || height == 0) return error_code::success;
    if (height > 1 && width > pitch) return error_code::invalid_pitch_value;
    if (!suits_array(where, kind)) return error_code::invalid_memcpy_direction;
    auto const linear = linear_side(p, pitch, height);
    auto const k = static_cast<copy_kind>(kind);
    auto const side = array_side(a, x, y);
    return where == direction::to_array ? simt::detail::copy_box(side, linear, {width, height, 1},
                                                                 k, stream, per_thread, async)
                                        : simt::detail::copy_box(linear, side, {width, height, 1},
                                                                 k, stream, per_thread, async);
  });
}

/// Bytes that run on from row to row of an array.
inline cudaError_t copy_run(direction where, cudaArray_const_t array, std::size_t x, std::size_t y,
                            void const* p, std::size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream, bool async) noexcept {
  return call([&] {
    auto* const a = array_of(array);
    if (a == nullptr) return error_code::invalid_resource_handle;
    std::size_t const row = a->extent.width * a->element_bytes;
    if (count == 0) return error_code::success;
    if (!suits_array(where, kind)) return error_code::invalid_memcpy_direction;
    if (p == nullptr || x > row || y > a->rows() || (y * row + x > a->rows() * row) ||
        count > a->rows() * row - (y * row + x))
      return error_code::invalid_value;
    auto const* at = static_cast<std::byte const*>(p);
    while (count != 0) {
      bool const whole = x == 0 && count >= row;
      std::size_t const width = whole ? row : std::min(row - x, count);
      std::size_t const height = whole ? count / row : 1;
      auto const side = array_side(a, x, y);
      auto const linear = linear_side(at, width, height);
      auto const k = static_cast<copy_kind>(kind);
      error_code const e = where == direction::to_array
                               ? simt::detail::copy_box(side, linear, {width, height, 1}, k, stream,
                                                        per_thread, async)
                               : simt::detail::copy_box(linear, side, {width, height, 1}, k, stream,
                                                        per_thread, async);
      if (e != error_code::success) return e;
      at += width * height;
      count -= width * height;
      x = (x + width) % row;
      y += height;
    }
    return error_code::success;
  });
}

inline cudaError_t copy_3d(cudaMemcpy3DParms const* p, cudaStream_t stream, bool async) noexcept {
  return call([&] {
    if (p == nullptr) return error_code::invalid_value;
    auto* const from = array_of(p->srcArray);
    auto* const to = array_of(p->dstArray);
    if ((p->srcArray != nullptr && from == nullptr) || (p->dstArray != nullptr && to == nullptr))
      return error_code::invalid_resource_handle;
    if ((p->srcArray != nullptr && p->srcPtr.ptr != nullptr) ||
        (p->dstArray != nullptr && p->dstPtr.ptr != nullptr))
      return error_code::invalid_value;
    // With an array on one side, widths count its elements; the other side agrees.
    std::size_t const unit = from != nullptr ? from->element_bytes
                             : to != nullptr ? to->element_bytes
                                             : 1;
    if (from != nullptr && to != nullptr && from->element_bytes != to->element_bytes)
      return error_code::invalid_value;
    simt::detail::box const size{p->extent.width * unit, p->extent.height, p->extent.depth};
    if (size.empty()) return error_code::success;
    return simt::detail::copy_box(box_side(to, p->dstPtr, p->dstPos),
                                  box_side(from, p->srcPtr, p->srcPos), size,
                                  static_cast<copy_kind>(p->kind), stream, per_thread, async);
  });
}

inline cudaMemcpy3DParms without_devices(cudaMemcpy3DPeerParms const& p) {
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray,
          p.dstPos,   p.dstPtr, p.extent, cudaMemcpyDefault};
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* desc,
                                                     cudaArray_const_t array) {
  return simt::cuda::detail::call([&] {
    auto const* const a = simt::cuda::detail::array_of(array);
    if (a == nullptr) return simt::error_code::invalid_resource_handle;
    if (desc == nullptr) return simt::error_code::invalid_value;
    *desc = {a->format.x, a->format.y, a->format.z, a->format.w,
             static_cast<cudaChannelFormatKind>(a->format.kind)};
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMalloc3DArray(cudaArray_t* array,
                                                    struct cudaChannelFormatDesc const* desc,
                                                    struct cudaExtent extent, unsigned flags) {
  simt::channel_format format;
  if (desc != nullptr) format = simt::cuda::detail::format_of(*desc);
  return simt::cuda::detail::answer(simt::allocate_array(
      reinterpret_cast<simt::array_handle*>(array), desc != nullptr ? &format : nullptr,
      {extent.width, extent.height, extent.depth}, flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMallocArray(cudaArray_t* array,
                                                  struct cudaChannelFormatDesc const* desc,
                                                  std::size_t width, std::size_t height,
                                                  unsigned flags) {
  return cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFreeArray(cudaArray_t array) {
  return simt::cuda::detail::answer(simt::free_array(array));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array,
                                                           struct cudaChannelFormatDesc const* desc,
                                                           struct cudaExtent extent,
                                                           unsigned levels, unsigned flags) {
  simt::channel_format format;
  if (desc != nullptr) format = simt::cuda::detail::format_of(*desc);
  return simt::cuda::detail::answer(simt::allocate_mipmapped(
      reinterpret_cast<simt::array_handle*>(array), desc != nullptr ? &format : nullptr,
      {extent.width, extent.height, extent.depth}, levels, flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  return simt::cuda::detail::answer(simt::free_mipmapped(array));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level,
                                                             cudaMipmappedArray_const_t array,
                                                             unsigned index) {
  return simt::cuda::detail::answer(simt::mipmap_level(reinterpret_cast<simt::array_handle*>(level),
                                                       const_cast<cudaMipmappedArray_t>(array),
                                                       index));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc* desc,
                                                   struct cudaExtent* extent, unsigned* flags,
                                                   cudaArray_const_t array) {
  return simt::cuda::detail::call([&] {
    auto const* const a = simt::cuda::detail::array_of(array);
    if (a == nullptr) return simt::error_code::invalid_resource_handle;
    if (desc != nullptr)
      *desc = {a->format.x, a->format.y, a->format.z, a->format.w,
               static_cast<cudaChannelFormatKind>(a->format.kind)};
    if (extent != nullptr) *extent = {a->extent.width, a->extent.height, a->extent.depth};
    if (flags != nullptr) *flags = a->flags;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, std::size_t x, std::size_t y,
                                                      void const* src, std::size_t spitch,
                                                      std::size_t width, std::size_t height,
                                                      enum cudaMemcpyKind kind) {
  return simt::cuda::detail::copy_2d_array(simt::cuda::detail::direction::to_array, dst, x, y, src,
                                           spitch, width, height, kind, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy2DToArrayAsync(
    cudaArray_t dst, std::size_t x, std::size_t y, void const* src, std::size_t spitch,
    std::size_t width, std::size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  return simt::cuda::detail::copy_2d_array(simt::cuda::detail::direction::to_array, dst, x, y, src,
                                           spitch, width, height, kind, stream, true);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy2DFromArray(void* dst, std::size_t dpitch,
                                                        cudaArray_const_t src, std::size_t x,
                                                        std::size_t y, std::size_t width,
                                                        std::size_t height,
                                                        enum cudaMemcpyKind kind) {
  return simt::cuda::detail::copy_2d_array(simt::cuda::detail::direction::from_array, src, x, y,
                                           dst, dpitch, width, height, kind, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy2DFromArrayAsync(
    void* dst, std::size_t dpitch, cudaArray_const_t src, std::size_t x, std::size_t y,
    std::size_t width, std::size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  return simt::cuda::detail::copy_2d_array(simt::cuda::detail::direction::from_array, src, x, y,
                                           dst, dpitch, width, height, kind, stream, true);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, std::size_t dx,
                                                           std::size_t dy, cudaArray_const_t src,
                                                           std::size_t sx, std::size_t sy,
                                                           std::size_t width, std::size_t height,
                                                           enum cudaMemcpyKind kind) {
  return simt::cuda::detail::call([&] {
    auto* const to = simt::cuda::detail::array_of(dst);
    auto* const from = simt::cuda::detail::array_of(src);
    if (dst == nullptr) return simt::error_code::invalid_value;
    if (to == nullptr || from == nullptr) return simt::error_code::invalid_resource_handle;
    using simt::cuda::detail::direction;
    if (!simt::cuda::detail::suits_array(direction::to_array, kind) ||
        !simt::cuda::detail::suits_array(direction::from_array, kind))
      return simt::error_code::invalid_memcpy_direction;
    return simt::detail::copy_box(simt::cuda::detail::array_side(to, dx, dy),
                                  simt::cuda::detail::array_side(from, sx, sy), {width, height, 1},
                                  static_cast<simt::copy_kind>(kind), nullptr,
                                  simt::cuda::detail::per_thread, false);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, std::size_t dx,
                                                         std::size_t dy, cudaArray_const_t src,
                                                         std::size_t sx, std::size_t sy,
                                                         std::size_t count,
                                                         enum cudaMemcpyKind kind) {
  namespace d = simt::cuda::detail;
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return d::answer(simt::error_code::invalid_memcpy_direction);
  std::vector<std::byte> between;
  try {
    auto const* const from = d::array_of(src);
    between.resize(from == nullptr ? 0 : std::min(count, from->bytes));
  } catch (std::bad_alloc const&) {
    return d::answer(simt::error_code::memory_allocation);
  }
  cudaError_t const e = d::copy_run(d::direction::from_array, src, sx, sy, between.data(), count,
                                    cudaMemcpyDeviceToHost, nullptr, false);
  if (e != cudaSuccess) return e;
  return d::copy_run(d::direction::to_array, dst, dx, dy, between.data(), count,
                     cudaMemcpyHostToDevice, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyToArray(cudaArray_t dst, std::size_t x, std::size_t y,
                                                    void const* src, std::size_t count,
                                                    enum cudaMemcpyKind kind) {
  return simt::cuda::detail::copy_run(simt::cuda::detail::direction::to_array, dst, x, y, src,
                                      count, kind, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, std::size_t x,
                                                         std::size_t y, void const* src,
                                                         std::size_t count,
                                                         enum cudaMemcpyKind kind,
                                                         cudaStream_t stream) {
  return simt::cuda::detail::copy_run(simt::cuda::detail::direction::to_array, dst, x, y, src,
                                      count, kind, stream, true);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src,
                                                      std::size_t x, std::size_t y,
                                                      std::size_t count, enum cudaMemcpyKind kind) {
  return simt::cuda::detail::copy_run(simt::cuda::detail::direction::from_array, src, x, y, dst,
                                      count, kind, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src,
                                                           std::size_t x, std::size_t y,
                                                           std::size_t count,
                                                           enum cudaMemcpyKind kind,
                                                           cudaStream_t stream) {
  return simt::cuda::detail::copy_run(simt::cuda::detail::direction::from_array, src, x, y, dst,
                                      count, kind, stream, true);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy3D(struct cudaMemcpy3DParms const* p) {
  return simt::cuda::detail::copy_3d(p, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy3DAsync(struct cudaMemcpy3DParms const* p,
                                                    cudaStream_t stream) {
  return simt::cuda::detail::copy_3d(p, stream, true);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy3DPeer(struct cudaMemcpy3DPeerParms const* p) {
  if (p == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  auto const plain = simt::cuda::detail::without_devices(*p);
  return simt::cuda::detail::copy_3d(&plain, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy3DPeerAsync(struct cudaMemcpy3DPeerParms const* p,
                                                        cudaStream_t stream) {
  if (p == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  auto const plain = simt::cuda::detail::without_devices(*p);
  return simt::cuda::detail::copy_3d(&plain, stream, true);
}

}  // namespace SIMT_CUDA_ABI
