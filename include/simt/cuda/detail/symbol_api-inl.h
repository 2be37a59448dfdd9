#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/symbol_api.h>
#include <simt/runtime/copy.hpp>

#include <cstddef>
#include <type_traits>

namespace simt::inline SIMT_ABI::cuda::detail {

SIMT_RUNTIME_FUNCTION symbol known_symbol(std::byte* address, std::size_t bytes) {
  simt::detail::note_symbol(address, bytes);
  return {address, bytes};
}
SIMT_RUNTIME_FUNCTION void note_managed(void const* address, std::size_t bytes) {
  simt::detail::note_managed_variable(address, bytes);
}
SIMT_RUNTIME_FUNCTION void forget_managed(void const* address) {
  simt::detail::forget_managed_variable(address);
}
inline symbol symbol_at(void const* address) {
  auto const a = simt::detail::memory().ranges.find(address);
  if (!a) {
    symbol const noted = noted_symbol::find(address);
    return noted.address == nullptr ? symbol{} : known_symbol(noted.address, noted.bytes);
  }
  if (a->from != simt::detail::allocation::origin::symbol ||
      a->begin != reinterpret_cast<std::uintptr_t>(address))
    return {};
  return {reinterpret_cast<std::byte*>(a->begin), a->bytes};
}

/// - Errors:  invalid_symbol; invalid_memcpy_direction; invalid_value beyond the symbol's end
inline cudaError_t copy_symbol(symbol s, void* to, void const* from, std::size_t count,
                               std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream,
                               bool async) noexcept {
  return call([&] {
    if (s.address == nullptr) return error_code::invalid_symbol;
    bool const to_symbol = to == nullptr;
    auto const k = static_cast<copy_kind>(kind);
    auto const wrong = to_symbol ? copy_kind::device_to_host : copy_kind::host_to_device;
    if (!simt::detail::valid_kind(k) || k == wrong || k == copy_kind::host_to_host)
      return error_code::invalid_memcpy_direction;
    if (count == 0) return error_code::success;
    if (offset > s.bytes || count > s.bytes - offset) return error_code::invalid_value;
    void const* const other = to_symbol ? from : to;
    auto* const stream_at = simt::detail::find_stream(stream, per_thread);
    if (stream_at == nullptr) return error_code::invalid_resource_handle;
    auto const where = simt::detail::locate(other, count);
    if (where.error != error_code::success) return where.error;
    if (k == copy_kind::device_to_device && where.kind == memory_kind::unregistered)
      return error_code::invalid_value;
    simt::detail::copy_place const symbol_place{memory_kind::device, error_code::success};
    simt::detail::copy_work work{};
    work.dst = to_symbol ? s.address + offset : static_cast<std::byte*>(to);
    work.src = to_symbol ? static_cast<std::byte const*>(from) : s.address + offset;
    work.size = {count, 1, 1};
    auto const sides = to_symbol ? simt::detail::copy_sides{symbol_place, where}
                                 : simt::detail::copy_sides{where, symbol_place};
    return simt::detail::run_copy(*stream_at, work, sides, async);
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t copy_to_symbol(symbol s, void const* src, std::size_t count,
                                                 std::size_t offset, cudaMemcpyKind kind,
                                                 cudaStream_t stream, bool async) noexcept {
  if (src == nullptr && count != 0 && s.address != nullptr)
    return answer(error_code::invalid_value);
  return copy_symbol(s, nullptr, src, count, offset, kind, stream, async);
}
SIMT_RUNTIME_FUNCTION cudaError_t copy_from_symbol(void* dst, symbol s, std::size_t count,
                                                   std::size_t offset, cudaMemcpyKind kind,
                                                   cudaStream_t stream, bool async) noexcept {
  if (dst == nullptr && s.address != nullptr)
    return answer(count == 0 ? error_code::success : error_code::invalid_value);
  return copy_symbol(s, dst, nullptr, count, offset, kind, stream, async);
}
SIMT_RUNTIME_FUNCTION cudaError_t symbol_address(void** out, symbol s) noexcept {
  return call([&] {
    if (s.address == nullptr) return error_code::invalid_symbol;
    if (out == nullptr) return error_code::invalid_value;
    *out = s.address;
    return error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t symbol_size(std::size_t* out, symbol s) noexcept {
  return call([&] {
    if (s.address == nullptr) return error_code::invalid_symbol;
    if (out == nullptr) return error_code::invalid_value;
    *out = s.bytes;
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyToSymbol(void const* symbol, void const* src,
                                                     std::size_t count, std::size_t offset,
                                                     enum cudaMemcpyKind kind) {
  return simt::cuda::detail::copy_to_symbol(simt::cuda::detail::symbol_at(symbol), src, count,
                                            offset, kind, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyToSymbolAsync(void const* symbol, void const* src,
                                                          std::size_t count, std::size_t offset,
                                                          enum cudaMemcpyKind kind,
                                                          cudaStream_t stream) {
  return simt::cuda::detail::copy_to_symbol(simt::cuda::detail::symbol_at(symbol), src, count,
                                            offset, kind, stream, true);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyFromSymbol(void* dst, void const* symbol,
                                                       std::size_t count, std::size_t offset,
                                                       enum cudaMemcpyKind kind) {
  return simt::cuda::detail::copy_from_symbol(dst, simt::cuda::detail::symbol_at(symbol), count,
                                              offset, kind, nullptr, false);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaMemcpyFromSymbolAsync(void* dst, void const* symbol,
                                                            std::size_t count, std::size_t offset,
                                                            enum cudaMemcpyKind kind,
                                                            cudaStream_t stream) {
  return simt::cuda::detail::copy_from_symbol(dst, simt::cuda::detail::symbol_at(symbol), count,
                                              offset, kind, stream, true);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetSymbolAddress(void** p, void const* symbol) {
  return simt::cuda::detail::symbol_address(p, simt::cuda::detail::symbol_at(symbol));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetSymbolSize(std::size_t* bytes, void const* symbol) {
  return simt::cuda::detail::symbol_size(bytes, simt::cuda::detail::symbol_at(symbol));
}

}  // namespace SIMT_CUDA_ABI
