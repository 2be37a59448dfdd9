#pragma once
// SPDX-License-Identifier: MIT

// Kernels of libraries and modules by their handles, for both APIs.

#include <simt/cuda/detail/library_handles.h>
#include <simt/runtime/module.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

// A kernel's handle is its address.
inline cudaKernel_t kernel_handle(void const* address) {
  return static_cast<cudaKernel_t>(const_cast<void*>(address));
}

inline error_code library_kernel(cudaKernel_t* out, cudaLibrary_t library, char const* name) {
  function_handle function = nullptr;
  if (out == nullptr) return error_code::invalid_value;
  auto const e = module_function(&function, library, name);
  if (e == error_code::success)
    *out =
        kernel_handle(static_cast<simt::detail::function_record const*>(function)->kernel->address);
  return e;
}

/// Tells the kernels of a library or module to use(list).
template <class F>
error_code with_kernels(module_handle module, F const& use) {
  std::vector<void const*> list;
  if (auto const e = module_kernels(list, module); e != error_code::success) return e;
  std::sort(list.begin(), list.end());
  return use(list);
}
inline error_code count_kernels(unsigned* count, module_handle module) {
  if (count == nullptr) return error_code::invalid_value;
  return with_kernels(module, [&](std::vector<void const*> const& list) {
    *count = static_cast<unsigned>(list.size());
    return error_code::success;
  });
}
inline error_code list_kernels(cudaKernel_t* out, unsigned count, module_handle module) {
  if (out == nullptr) return error_code::invalid_value;
  return with_kernels(module, [&](std::vector<void const*> const& list) {
    for (std::size_t i = 0; i < std::min<std::size_t>(count, list.size()); ++i)
      out[i] = kernel_handle(list[i]);
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
