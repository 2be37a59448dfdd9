#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/cuda/detail/peer_api.h>
#include <simt/runtime/ipc.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

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
    if (value == nullptr) return simt::error_code::invalid_value;
    if (!simt::cuda::detail::is_device(from) || !simt::cuda::detail::is_device(to) || from == to)
      return simt::error_code::invalid_device;
    if (static_cast<unsigned>(attribute) - 1 > 4) return simt::error_code::invalid_value;
    *value = attribute == cudaDevP2PAttrPerformanceRank ||
                     attribute == cudaDevP2PAttrOnlyPartialNativeAtomicSupported
                 ? 0
                 : 1;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcGetMemHandle(struct cudaIpcMemHandle_t* handle, void* p) {
  static_assert(sizeof *handle == sizeof(simt::ipc_ticket));
  simt::ipc_ticket ticket{};
  auto const e = simt::get_memory_ticket(handle != nullptr ? &ticket : nullptr, p);
  if (e == simt::error_code::success) std::memcpy(handle, ticket.data(), sizeof *handle);
  return simt::cuda::detail::answer(e);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcOpenMemHandle(void** p, struct cudaIpcMemHandle_t handle,
                                                       unsigned flags) {
  simt::ipc_ticket ticket{};
  std::memcpy(ticket.data(), &handle, sizeof handle);
  return simt::cuda::detail::answer(simt::open_memory_ticket(p, ticket, flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcCloseMemHandle(void* p) {
  return simt::cuda::detail::answer(simt::close_memory_ticket(p));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcGetEventHandle(struct cudaIpcEventHandle_t* handle,
                                                        cudaEvent_t event) {
  simt::ipc_ticket ticket{};
  auto const e = simt::get_event_ticket(handle != nullptr ? &ticket : nullptr, event);
  if (e == simt::error_code::success) std::memcpy(handle, ticket.data(), sizeof *handle);
  return simt::cuda::detail::answer(e);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event,
                                                         struct cudaIpcEventHandle_t handle) {
  simt::ipc_ticket ticket{};
  std::memcpy(ticket.data(), &handle, sizeof handle);
  simt::event_handle made = nullptr;
  auto const e = simt::open_event_ticket(event != nullptr ? &made : nullptr, ticket);
  if (e == simt::error_code::success) *event = static_cast<cudaEvent_t>(made);
  return simt::cuda::detail::answer(e);
}

}  // namespace SIMT_CUDA_ABI
