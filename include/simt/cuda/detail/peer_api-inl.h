#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/cuda/detail/peer_api.h>

#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline std::uint64_t peer_bit(int device) { return std::uint64_t{1} << device; }

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return simt::cuda::detail::device_call([&] {
    if (can == nullptr) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(device) || !simt::cuda::detail::is_device(peer))
      return simt::error_code::invalid_device;
    *can = device != peer ? 1 : 0;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return simt::cuda::detail::call([&] {
    if (flags != 0) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(peer)) return simt::error_code::invalid_device;
    auto& d = simt::detail::this_device();
    if (peer == d.id) return simt::error_code::peer_access_unsupported;
    auto const bit = simt::cuda::detail::peer_bit(peer);
    return (d.peers.fetch_or(bit) & bit) != 0 ? simt::error_code::peer_access_already_enabled
                                              : simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return simt::cuda::detail::call([&] {
    if (!simt::cuda::detail::is_device(peer)) return simt::error_code::invalid_device;
    auto const bit = simt::cuda::detail::peer_bit(peer);
    return (simt::detail::this_device().peers.fetch_and(~bit) & bit) == 0
               ? simt::error_code::peer_access_not_enabled
               : simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetP2PAttribute(int* value,
                                                            enum cudaDeviceP2PAttr attribute,
                                                            int from, int to) {
  return simt::cuda::detail::device_call([&] {
    if (value == nullptr || static_cast<unsigned>(attribute) - 1 > 4)
      return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(from) || !simt::cuda::detail::is_device(to) || from == to)
      return simt::error_code::invalid_device;
    *value = attribute == cudaDevP2PAttrPerformanceRank ||
                     attribute == cudaDevP2PAttrOnlyPartialNativeAtomicSupported
                 ? 0
                 : 1;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcGetMemHandle(struct cudaIpcMemHandle_t*, void*) {
  return simt::cuda::detail::call([] { return simt::error_code::not_supported; });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcOpenMemHandle(void**, struct cudaIpcMemHandle_t,
                                                       unsigned) {
  return simt::cuda::detail::call([] { return simt::error_code::not_supported; });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcCloseMemHandle(void*) {
  return simt::cuda::detail::call([] { return simt::error_code::not_supported; });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcGetEventHandle(struct cudaIpcEventHandle_t*, cudaEvent_t) {
  return simt::cuda::detail::call([] { return simt::error_code::not_supported; });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*,
                                                         struct cudaIpcEventHandle_t) {
  return simt::cuda::detail::call([] { return simt::error_code::not_supported; });
}

}  // namespace SIMT_CUDA_ABI
