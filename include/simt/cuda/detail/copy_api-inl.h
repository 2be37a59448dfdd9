#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/copy_api.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/runtime/copy.hpp>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy(void* dst, void const* src, std::size_t count,
                                             enum cudaMemcpyKind kind) {
  return simt::cuda::detail::answer(simt::copy_memory(dst, src, count,
                                                      static_cast<simt::copy_kind>(kind), nullptr,
                                                      simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyAsync(void* dst, void const* src, std::size_t count,
                                                  enum cudaMemcpyKind kind, cudaStream_t stream) {
  return simt::cuda::detail::answer(simt::copy_memory(dst, src, count,
                                                      static_cast<simt::copy_kind>(kind), stream,
                                                      simt::cuda::detail::per_thread, true));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy2D(void* dst, std::size_t dpitch, void const* src,
                                               std::size_t spitch, std::size_t width,
                                               std::size_t height, enum cudaMemcpyKind kind) {
  return simt::cuda::detail::answer(simt::copy_memory_2d(dst, dpitch, src, spitch, width, height,
                                                         static_cast<simt::copy_kind>(kind),
                                                         nullptr, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpy2DAsync(void* dst, std::size_t dpitch, void const* src,
                                                    std::size_t spitch, std::size_t width,
                                                    std::size_t height, enum cudaMemcpyKind kind,
                                                    cudaStream_t stream) {
  return simt::cuda::detail::answer(simt::copy_memory_2d(dst, dpitch, src, spitch, width, height,
                                                         static_cast<simt::copy_kind>(kind), stream,
                                                         simt::cuda::detail::per_thread, true));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemset(void* p, int value, std::size_t count) {
  return simt::cuda::detail::answer(
      simt::fill_memory(p, value, count, nullptr, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemsetAsync(void* p, int value, std::size_t count,
                                                  cudaStream_t stream) {
  return simt::cuda::detail::answer(
      simt::fill_memory(p, value, count, stream, simt::cuda::detail::per_thread, true));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemset2D(void* p, std::size_t pitch, int value,
                                               std::size_t width, std::size_t height) {
  return simt::cuda::detail::answer(simt::fill_memory_2d(p, pitch, value, width, height, nullptr,
                                                         simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemset2DAsync(void* p, std::size_t pitch, int value,
                                                    std::size_t width, std::size_t height,
                                                    cudaStream_t stream) {
  return simt::cuda::detail::answer(simt::fill_memory_2d(p, pitch, value, width, height, stream,
                                                         simt::cuda::detail::per_thread, true));
}

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

inline cudaError_t fill_3d(cudaPitchedPtr const& p, int value, cudaExtent const& e,
                           cudaStream_t stream, bool async) noexcept {
  return call([&] {
    simt::detail::box const size{e.width, e.height, e.depth};
    if (size.empty()) return error_code::success;
    if (e.width > p.pitch || (e.depth > 1 && e.height > p.ysize)) return error_code::invalid_value;
    return simt::detail::fill(p.ptr, {p.pitch, p.pitch * p.ysize}, value, size, stream, per_thread,
                              async);
  });
}

inline cudaError_t copy_peer(void* dst, int dst_device, void const* src, int src_device,
                             std::size_t count, cudaStream_t stream, bool async) noexcept {
  return call([&] {
    if (!is_device(dst_device) || !is_device(src_device)) return error_code::invalid_device;
    if (count == 0) return error_code::success;
    auto const sides = simt::detail::copy_sides{simt::detail::locate(dst, count),
                                                simt::detail::locate(src, count)};
    if (auto const e = check_sides(sides, copy_kind::device_to_device); e != error_code::success)
      return e;
    auto* const s = simt::detail::find_stream(stream, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    simt::detail::host_state& h = simt::detail::host();
    simt::detail::device_state& a = *h.devices[static_cast<std::size_t>(dst_device)];
    simt::detail::device_state& b = *h.devices[static_cast<std::size_t>(src_device)];
    // The blocking form stands between all work before and after it on both devices.
    if (!async && &a != &b) {
      simt::detail::wait_for_device(a);
      simt::detail::wait_for_device(b);
    }
    simt::detail::copy_work work{};
    work.dst = static_cast<std::byte*>(dst);
    work.src = static_cast<std::byte const*>(src);
    work.size = {count, 1, 1};
    auto const e = simt::detail::run_copy(*s, work, sides, async);
    if (e == error_code::success && !async && &a != &b) return simt::detail::wait_for_stream(*s);
    return e;
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value,
                                               struct cudaExtent extent) {
  return simt::cuda::detail::fill_3d(p, value, extent, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
                                                    struct cudaExtent extent, cudaStream_t stream) {
  return simt::cuda::detail::fill_3d(p, value, extent, stream, true);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyPeer(void* dst, int dst_device, void const* src,
                                                 int src_device, std::size_t count) {
  return simt::cuda::detail::copy_peer(dst, dst_device, src, src_device, count, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyPeerAsync(void* dst, int dst_device, void const* src,
                                                      int src_device, std::size_t count,
                                                      cudaStream_t stream) {
  return simt::cuda::detail::copy_peer(dst, dst_device, src, src_device, count, stream, true);
}

}  // namespace SIMT_CUDA_ABI
