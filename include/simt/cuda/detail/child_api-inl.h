#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/child_api.h>
#include <simt/cuda/detail/error_api.h>
#include <simt/runtime/child_launch.hpp>
#include <simt/runtime/submit.hpp>

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

inline constexpr std::size_t most_parameter_bytes = 4096;

/// Launches the kernel with the parameters that lie in `buffer` one behind the other.
[[nodiscard]] inline error_code launch_packed(kernel_record const& k, std::byte* buffer,
                                              dim3 grid, dim3 block_dim, std::size_t shared,
                                              cudaStream_t stream) {
  if (buffer == nullptr && k.args != 0) return error_code::invalid_value;
  std::vector<void*> arguments(std::max(k.args, 1u));
  std::size_t at = 0;
  for (unsigned i = 0; i < k.args; ++i) {
    parameter_layout const& p = k.parameters[i];
    at = (at + p.alignment - 1) / p.alignment * p.alignment;
    if (at + p.bytes > most_parameter_bytes) return error_code::invalid_value;
    arguments[i] = buffer + at;
    at += p.bytes;
  }
  return launch_by_address(k.address, grid, block_dim, arguments.data(), shared, stream,
                           per_thread);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION void* cudaGetParameterBuffer(std::size_t, std::size_t size) {
  void* out = nullptr;
  static_cast<void>(simt::cuda::detail::call([&] {
    if (!simt::cuda::detail::in_kernel()) return simt::error_code::not_permitted;
    if (size > simt::cuda::detail::most_parameter_bytes) return simt::error_code::invalid_value;
    auto& buffers = simt::detail::children_of(*simt::block::current()).parameter_buffers;
    buffers.reserve(buffers.size() + 1);
    out = ::operator new (simt::cuda::detail::most_parameter_bytes, std::align_val_t{64});
    buffers.push_back(out);
    return simt::error_code::success;
  }));
  return out;
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetParameterBuffer(void** buffer) {
  if (buffer == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  *buffer = cudaGetParameterBuffer(64, simt::cuda::detail::most_parameter_bytes);
  return *buffer != nullptr ? cudaSuccess : cudaPeekAtLastError();
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaLaunchDevice(void* function, void* parameters,
                                                   simt::dim3 grid, simt::dim3 block,
                                                   unsigned shared, cudaStream_t stream) {
  return simt::cuda::detail::call([&] {
    if (!simt::cuda::detail::in_kernel()) return simt::error_code::not_permitted;
    if (function == nullptr) return simt::error_code::invalid_device_function;
    simt::kernel_record const* const k = simt::find_kernel(function);
    if (k == nullptr || k->run_packed == nullptr) return simt::detail::unknown_kernel(function);
    auto& buffers = simt::detail::children_of(*simt::block::current()).parameter_buffers;
    auto const own = std::find(buffers.begin(), buffers.end(), parameters);
    if (parameters != nullptr && own == buffers.end()) return simt::error_code::invalid_value;
    auto const code = simt::cuda::detail::launch_packed(
        *k, static_cast<std::byte*>(parameters), grid, block, shared, stream);
    if (parameters != nullptr) {
      buffers.erase(own);
      ::operator delete (parameters, std::align_val_t{64});
    }
    return code;
  });
}

}  // namespace SIMT_CUDA_ABI
