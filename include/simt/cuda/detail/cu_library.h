#pragma once
// SPDX-License-Identifier: MIT

// Libraries and kernels of the driver API, which are those of the runtime API, and what is asked of
// functions and modules.

#include <simt/cuda/detail/cu_module.h>
#include <simt/cuda/detail/library_api.h>
#include <simt/cuda/detail/library_kernels.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

typedef cudaLibrary_t CUlibrary;
typedef cudaKernel_t CUkernel;

typedef struct cudaLaunchAttribute CUlaunchAttribute;
typedef union cudaLaunchAttributeValue CUlaunchAttributeValue;
typedef struct CUlaunchConfig_st {
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute* attrs;
  unsigned int numAttrs;
} CUlaunchConfig;

namespace simt::inline SIMT_ABI::cuda::detail {

inline CUfunction function_of(CUkernel kernel) {
  return reinterpret_cast<CUfunction>(simt::detail::find_function(kernel));
}
/// Loads for no context in particular.
template <class Load>
CUresult load_driver_library(CUlibrary* library, void const* what, CUjit_option const* options,
                             void** values, unsigned count, Load const& load) noexcept {
  return driver_call([&] {
    if (library == nullptr || what == nullptr ||
        (count != 0 && (options == nullptr || values == nullptr)))
      return error_code::invalid_value;
    return load_and_tell(reinterpret_cast<module_handle*>(library), {count, options, values},
                         "cuLibraryLoad", load);
  });
}
inline CUresult driver_variable(CUdeviceptr* pointer, std::size_t* bytes, CUlibrary library,
                                char const* name) noexcept {
  return driver_call([&] {
    void* p = nullptr;
    auto const e = module_variable(pointer == nullptr ? nullptr : &p, bytes, library, name);
    if (e == error_code::success && pointer != nullptr) *pointer = number_of(p);
    return e;
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline CUresult cuLibraryLoadData(CUlibrary* library, void const* code, CUjit_option* options,
                                  void** values, unsigned count, CUlibraryOption*, void**,
                                  unsigned) {
  return simt::cuda::detail::load_driver_library(library, code, options, values, count,
                                                 [&](simt::module_handle* out, std::string& why) {
                                                   return simt::load_module_image(out, code, why);
                                                 });
}
inline CUresult cuLibraryLoadFromFile(CUlibrary* library, char const* file, CUjit_option* options,
                                      void** values, unsigned count, CUlibraryOption*, void**,
                                      unsigned) {
  return simt::cuda::detail::load_driver_library(library, file, options, values, count,
                                                 [&](simt::module_handle* out, std::string& why) {
                                                   return simt::load_module(out, file, why);
                                                 });
}
inline CUresult cuLibraryUnload(CUlibrary library) {
  return simt::cuda::detail::driver_call([&] { return simt::unload_module(library); });
}
inline CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, char const* name) {
  return simt::cuda::detail::driver_call(
      [&] { return simt::cuda::detail::library_kernel(kernel, library, name); });
}
inline CUresult cuLibraryGetKernelCount(unsigned* count, CUlibrary library) {
  return simt::cuda::detail::driver_call(
      [&] { return simt::cuda::detail::count_kernels(count, library); });
}
inline CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned count, CUlibrary library) {
  return simt::cuda::detail::driver_call(
      [&] { return simt::cuda::detail::list_kernels(kernels, count, library); });
}
// A library and its module are one here.
inline CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  return simt::cuda::detail::context_call([&] {
    unsigned count = 0;
    if (module == nullptr) return simt::error_code::invalid_value;
    auto const e = simt::cuda::detail::count_kernels(&count, library);
    if (e == simt::error_code::success) *module = reinterpret_cast<CUmodule>(library);
    return e;
  });
}
inline CUresult cuLibraryGetGlobal(CUdeviceptr* pointer, std::size_t* bytes, CUlibrary library,
                                   char const* name) {
  return simt::cuda::detail::driver_variable(pointer, bytes, library, name);
}
inline CUresult cuLibraryGetManaged(CUdeviceptr* pointer, std::size_t* bytes, CUlibrary library,
                                    char const* name) {
  return simt::cuda::detail::driver_variable(pointer, bytes, library, name);
}
inline CUresult cuLibraryGetUnifiedFunction(void** p, CUlibrary library, char const* name) {
  return simt::cuda::detail::driver_call([&] { return simt::module_address(p, library, name); });
}

inline CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  return simt::cuda::detail::context_call(
      [&] { return simt::cuda::detail::count_kernels(count, module); });
}
inline CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned count, CUmodule module) {
  return simt::cuda::detail::context_call([&] {
    if (functions == nullptr) return simt::error_code::invalid_value;
    return simt::cuda::detail::with_kernels(module, [&](std::vector<void const*> const& list) {
      for (std::size_t i = 0; i < std::min<std::size_t>(count, list.size()); ++i)
        functions[i] = simt::cuda::detail::function_of(simt::cuda::detail::kernel_handle(list[i]));
      return simt::error_code::success;
    });
  });
}
inline CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return simt::cuda::detail::driver_call([&] {
    if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
  });
}

inline CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  return simt::cuda::detail::context_call([&] {
    if (function == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *function = simt::cuda::detail::function_of(kernel);
    return *function == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
  });
}
inline CUresult cuKernelGetLibrary(CUlibrary* library, CUkernel kernel) {
  return cuFuncGetModule(reinterpret_cast<CUmodule*>(library),
                         reinterpret_cast<CUfunction>(kernel));
}
inline CUresult cuKernelGetName(char const** name, CUkernel kernel) {
  return cuFuncGetName(name, reinterpret_cast<CUfunction>(kernel));
}
inline CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel kernel,
                                     CUdevice device) {
  return simt::cuda::detail::is_driver_device(device)
             ? cuFuncGetAttribute(value, attribute, reinterpret_cast<CUfunction>(kernel))
             : CUDA_ERROR_INVALID_DEVICE;
}
inline CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                                     CUdevice device) {
  return simt::cuda::detail::is_driver_device(device)
             ? cuFuncSetAttribute(reinterpret_cast<CUfunction>(kernel), attribute, value)
             : CUDA_ERROR_INVALID_DEVICE;
}
inline CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device) {
  return simt::cuda::detail::is_driver_device(device)
             ? cuFuncSetCacheConfig(reinterpret_cast<CUfunction>(kernel), config)
             : CUDA_ERROR_INVALID_DEVICE;
}

inline CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset,
                                   std::size_t* bytes) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    return cudaFuncGetParamInfo(f.kernel->address, index, offset, bytes);
  });
}
inline CUresult cuKernelGetParamInfo(CUkernel kernel, std::size_t index, std::size_t* offset,
                                     std::size_t* bytes) {
  return cuFuncGetParamInfo(reinterpret_cast<CUfunction>(kernel), index, offset, bytes);
}
inline CUresult cuFuncGetParamCount(CUfunction function, std::size_t* count) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *count = f.kernel->args;
    return CUDA_SUCCESS;
  });
}
inline CUresult cuKernelGetParamCount(CUkernel kernel, std::size_t* count) {
  return cuFuncGetParamCount(reinterpret_cast<CUfunction>(kernel), count);
}
// All code is loaded from the start.
inline CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record&) {
    if (state == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
  });
}
inline CUresult cuFuncLoad(CUfunction function) {
  return simt::cuda::detail::with_function(
      function, [](simt::detail::function_record&) { return CUDA_SUCCESS; });
}

/// - Errors:  as cudaLaunchKernelExC; CUDA_ERROR_INVALID_VALUE where arguments are passed both ways
inline CUresult cuLaunchKernelEx(CUlaunchConfig const* config, CUfunction function,
                                 void** parameters, void** extra) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    if (config == nullptr || (parameters != nullptr && extra != nullptr))
      return cudaErrorInvalidValue;
    simt::buffered_arguments buffered;
    if (extra != nullptr) {
      auto const e = simt::cuda::detail::read_extra(buffered, *f.kernel, extra);
      if (e != simt::error_code::success) return static_cast<cudaError_t>(e);
      parameters = buffered.pointers();
    }
    cudaLaunchConfig_t own{};
    own.gridDim = {config->gridDimX, config->gridDimY, config->gridDimZ};
    own.blockDim = {config->blockDimX, config->blockDimY, config->blockDimZ};
    own.dynamicSmemBytes = config->sharedMemBytes;
    own.stream = config->hStream;
    own.attrs = config->attrs;
    own.numAttrs = config->numAttrs;
    return cudaLaunchKernelExC(&own, f.kernel->address, parameters);
  });
}

}  // namespace SIMT_CUDA_ABI
