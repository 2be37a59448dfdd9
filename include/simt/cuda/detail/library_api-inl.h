#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/cuda/detail/jit_options.h>
#include <simt/cuda/detail/launch_api-inl.h>
#include <simt/cuda/detail/library_api.h>
#include <simt/cuda/detail/library_kernels.h>

#include <cstddef>
#include <string>

namespace simt::inline SIMT_ABI::cuda::detail {

template <class Load>
cudaError_t load_library(cudaLibrary_t* library, void const* what, cudaJitOption const* options,
                         void** values, unsigned count, Load const& load) {
  return call([&] {
    if (library == nullptr || what == nullptr ||
        (count != 0 && (options == nullptr || values == nullptr)))
      return error_code::invalid_value;
    return load_and_tell(reinterpret_cast<module_handle*>(library), {count, options, values},
                         "cudaLibraryLoad", load);
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, void const* code,
                                                      enum cudaJitOption* options, void** values,
                                                      unsigned count, enum cudaLibraryOption*,
                                                      void**, unsigned) {
  return simt::cuda::detail::load_library(library, code, options, values, count,
                                          [&](simt::module_handle* out, std::string& why) {
                                            return simt::load_module_image(out, code, why);
                                          });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, char const* file,
                                                          enum cudaJitOption* options,
                                                          void** values, unsigned count,
                                                          enum cudaLibraryOption*, void**,
                                                          unsigned) {
  return simt::cuda::detail::load_library(library, file, options, values, count,
                                          [&](simt::module_handle* out, std::string& why) {
                                            return simt::load_module(out, file, why);
                                          });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return simt::cuda::detail::call([&] { return simt::unload_module(library); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library,
                                                       char const* name) {
  return simt::cuda::detail::call(
      [&] { return simt::cuda::detail::library_kernel(kernel, library, name); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryGetGlobal(void** p, std::size_t* bytes,
                                                       cudaLibrary_t library, char const* name) {
  return simt::cuda::detail::call([&] { return simt::module_variable(p, bytes, library, name); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryGetManaged(void** p, std::size_t* bytes,
                                                        cudaLibrary_t library, char const* name) {
  return simt::cuda::detail::call([&] { return simt::module_variable(p, bytes, library, name); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryGetUnifiedFunction(void** p, cudaLibrary_t library,
                                                                char const* name) {
  return simt::cuda::detail::call([&] { return simt::module_address(p, library, name); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryGetKernelCount(unsigned* count,
                                                            cudaLibrary_t library) {
  return simt::cuda::detail::call(
      [&] { return simt::cuda::detail::count_kernels(count, library); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned count,
                                                              cudaLibrary_t library) {
  return simt::cuda::detail::call(
      [&] { return simt::cuda::detail::list_kernels(kernels, count, library); });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetKernel(cudaKernel_t* kernel, void const* function) {
  return simt::cuda::detail::call([&] {
    if (kernel == nullptr) return simt::error_code::invalid_value;
    if (function == nullptr || simt::find_kernel(function) == nullptr)
      return simt::error_code::invalid_device_function;
    *kernel = simt::cuda::detail::kernel_handle(function);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                                                  enum cudaFuncAttribute attribute,
                                                                  int value, int device) {
  if (!simt::cuda::detail::is_device(device))
    return simt::cuda::detail::answer(simt::error_code::invalid_device);
  return cudaFuncSetAttribute(static_cast<void const*>(kernel), attribute, value);
}

}  // namespace SIMT_CUDA_ABI
