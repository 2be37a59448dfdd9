#pragma once
// SPDX-License-Identifier: MIT

// Modules, functions and launches of the driver API.

#include <simt/cuda/detail/cu_common.h>
#include <simt/cuda/detail/jit_options.h>
#include <simt/runtime/module.hpp>
#include <simt/runtime/occupancy.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

struct CUlinkState_st {
  std::string image;  // of the one input
  std::string log;
  char* error_log = nullptr;
  std::size_t error_bytes = 0;
};

namespace simt::inline SIMT_ABI::cuda::detail {

/// Loads a module, and says on stderr what is wrong with it where the program gives no buffer for
/// that.
template <class Load>
CUresult load_module(CUmodule* module, jit_options const& options, Load const& load) noexcept {
  return context_call([&] {
    module_handle made = nullptr;
    error_code const e = load_and_tell(&made, options, "cuModuleLoad", load);
    if (e == error_code::success) *module = static_cast<CUmodule>(made);
    return e;
  });
}

/// Runs the body with the kernel behind a handle.
/// - Errors:  `of_null` without a handle, CUDA_ERROR_INVALID_HANDLE for what is none
template <class F>
CUresult with_function(CUfunction function, F&& body,
                       CUresult of_null = CUDA_ERROR_INVALID_HANDLE) noexcept {
  return context_call([&] {
    auto* const f = simt::detail::find_function(function);
    if (f == nullptr) return function == nullptr ? of_null : CUDA_ERROR_INVALID_HANDLE;
    return driver_result(body(*f));
  });
}

/// Reads arguments that a program passes in a buffer.
inline error_code read_extra(buffered_arguments& out, kernel_record const& k, void** extra) {
  void* buffer = nullptr;
  std::size_t bytes = 0;
  for (void** at = extra; *at != CU_LAUNCH_PARAM_END; at += 2) {
    if (*at == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = at[1];
    else if (*at == CU_LAUNCH_PARAM_BUFFER_SIZE && at[1] != nullptr)
      std::memcpy(&bytes, at[1], sizeof bytes);
    else
      return error_code::invalid_value;
  }
  return out.read(k, buffer, bytes);
}

inline CUresult launch_function(CUfunction function, dim3 grid, dim3 block, unsigned shared,
                                CUstream stream, void** parameters, void** extra,
                                bool together) noexcept {
  return with_function(function, [&](simt::detail::function_record& f) {
    if (parameters != nullptr && extra != nullptr) return error_code::invalid_value;
    if (extra == nullptr)
      return launch_by_address(f.kernel->address, grid, block, parameters, shared, stream,
                               driver_per_thread, together);
    buffered_arguments arguments;
    if (auto const e = read_extra(arguments, *f.kernel, extra); e != error_code::success) return e;
    return launch_by_address(f.kernel->address, grid, block, arguments.pointers(), shared, stream,
                             driver_per_thread, together);
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline CUresult cuModuleLoad(CUmodule* module, char const* file) {
  if (module == nullptr || file == nullptr || *file == 0) return CUDA_ERROR_INVALID_VALUE;
  return simt::cuda::detail::load_module(module, simt::cuda::detail::jit_options{},
                                         [&](simt::module_handle* out, std::string& why) {
                                           return simt::load_module(out, file, why);
                                         });
}
inline CUresult cuModuleLoadDataEx(CUmodule* module, void const* image, unsigned count,
                                   CUjit_option* options, void** values) {
  if (module == nullptr || image == nullptr ||
      (count != 0 && (options == nullptr || values == nullptr)))
    return CUDA_ERROR_INVALID_VALUE;
  return simt::cuda::detail::load_module(module,
                                         simt::cuda::detail::jit_options{count, options, values},
                                         [&](simt::module_handle* out, std::string& why) {
                                           return simt::load_module_image(out, image, why);
                                         });
}
inline CUresult cuModuleLoadData(CUmodule* module, void const* image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}
inline CUresult cuModuleLoadFatBinary(CUmodule* module, void const* image) {
  return cuModuleLoadData(module, image);
}
inline CUresult cuModuleUnload(CUmodule module) {
  return simt::cuda::detail::context_call([&] { return simt::unload_module(module); });
}
inline CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, char const* name) {
  return simt::cuda::detail::context_call([&] {
    return simt::module_function(reinterpret_cast<simt::function_handle*>(function), module, name);
  });
}
inline CUresult cuModuleGetGlobal(CUdeviceptr* pointer, std::size_t* bytes, CUmodule module,
                                  char const* name) {
  return simt::cuda::detail::context_call([&] {
    void* p = nullptr;
    auto const e = simt::module_variable(pointer == nullptr ? nullptr : &p, bytes, module, name);
    if (e == simt::error_code::success && pointer != nullptr)
      *pointer = simt::cuda::detail::number_of(p);
    return e;
  });
}

/// Links one input, which must be a module: there is nothing to link on a CPU.
inline CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values,
                             CUlinkState* state) {
  return simt::cuda::detail::context_call([&] {
    if (state == nullptr || (count != 0 && (options == nullptr || values == nullptr)))
      return CUDA_ERROR_INVALID_VALUE;
    auto made = std::make_unique<CUlinkState_st>();
    simt::cuda::detail::jit_options const o(count, options, values);
    made->error_log = o.error_log;
    if (o.error_bytes != nullptr)
      made->error_bytes =
          static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(*o.error_bytes));
    *state = made.release();
    return CUDA_SUCCESS;
  });
}
/// - Errors:  CUDA_ERROR_NO_BINARY_FOR_GPU for PTX, cubins, objects and fat binaries, with a log;
///            CUDA_ERROR_NOT_SUPPORTED for a second input
inline CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, std::size_t bytes,
                              char const* name, unsigned, CUjit_option*, void**) {
  return simt::cuda::detail::context_call([&] {
    if (state == nullptr || data == nullptr ||
        static_cast<unsigned>(type) >= CU_JIT_NUM_INPUT_TYPES)
      return simt::error_code::invalid_value;
    if (!state->image.empty()) return simt::error_code::not_supported;
    std::string why;
    auto const e = simt::detail::check_image(data, bytes, why);
    if (e == simt::error_code::success) {
      state->image.assign(static_cast<char const*>(data), bytes);
      return e;
    }
    state->log = std::string(name == nullptr ? "input" : name) + ": " + why;
    if (state->error_log != nullptr && state->error_bytes != 0)
      std::snprintf(state->error_log, state->error_bytes, "%s", state->log.c_str());
    else
      std::fprintf(stderr, "simt: cuLinkAddData: %s\n", state->log.c_str());
    return e;
  });
}
inline CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, char const* file,
                              unsigned count, CUjit_option* options, void** values) {
  std::string bytes;
  if (file == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!simt::detail::read_file(bytes, file)) return CUDA_ERROR_FILE_NOT_FOUND;
  return cuLinkAddData(state, type, bytes.data(), bytes.size(), file, count, options, values);
}
/// The image is the state's own.
inline CUresult cuLinkComplete(CUlinkState state, void** image, std::size_t* bytes) {
  return simt::cuda::detail::context_call([&] {
    if (state == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (state->image.empty()) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    *image = state->image.data();
    if (bytes != nullptr) *bytes = state->image.size();
    return CUDA_SUCCESS;
  });
}
inline CUresult cuLinkDestroy(CUlinkState state) {
  if (state == nullptr) return CUDA_ERROR_INVALID_VALUE;
  delete state;
  return CUDA_SUCCESS;
}

/// The grid's extents come first.
/// - Errors:  CUDA_ERROR_INVALID_VALUE, also where arguments are passed both ways
inline CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                               unsigned grid_z, unsigned block_x, unsigned block_y,
                               unsigned block_z, unsigned shared, CUstream stream,
                               void** parameters, void** extra) {
  return simt::cuda::detail::launch_function(function, {grid_x, grid_y, grid_z},
                                             {block_x, block_y, block_z}, shared, stream,
                                             parameters, extra, false);
}
inline CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                          unsigned grid_z, unsigned block_x, unsigned block_y,
                                          unsigned block_z, unsigned shared, CUstream stream,
                                          void** parameters) {
  return simt::cuda::detail::launch_function(function, {grid_x, grid_y, grid_z},
                                             {block_x, block_y, block_z}, shared, stream,
                                             parameters, nullptr, true);
}

inline CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute,
                                   CUfunction function) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    cudaFuncAttributes a;
    if (value == nullptr) return cudaErrorInvalidValue;
    cudaError_t const e = cudaFuncGetAttributes(&a, f.kernel->address);
    if (e != cudaSuccess) return e;
    int const values[] = {a.maxThreadsPerBlock,
                          static_cast<int>(a.sharedSizeBytes),
                          static_cast<int>(a.constSizeBytes),
                          static_cast<int>(a.localSizeBytes),
                          a.numRegs,
                          a.ptxVersion,
                          a.binaryVersion,
                          a.cacheModeCA,
                          a.maxDynamicSharedSizeBytes,
                          a.preferredShmemCarveout};
    auto const index = static_cast<unsigned>(attribute);
    if (index >= CU_FUNC_ATTRIBUTE_MAX) return cudaErrorInvalidValue;
    *value = index < std::size(values) ? values[index] : 0;
    return cudaSuccess;
  });
}
inline CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    return cudaFuncSetAttribute(f.kernel->address, static_cast<cudaFuncAttribute>(attribute),
                                value);
  });
}
inline CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    return cudaFuncSetCacheConfig(f.kernel->address, static_cast<cudaFuncCache>(config));
  });
}
inline CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    return cudaFuncSetSharedMemConfig(f.kernel->address, static_cast<cudaSharedMemConfig>(config));
  });
}
inline CUresult cuFuncGetName(char const** name, CUfunction function) {
  return simt::cuda::detail::with_function(
      function,
      [&](simt::detail::function_record& f) {
        if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
        *name = f.name.c_str();
        return CUDA_SUCCESS;
      },
      CUDA_ERROR_INVALID_VALUE);
}
inline CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *module = reinterpret_cast<CUmodule>(f.module);
    return CUDA_SUCCESS;
  });
}

inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, CUfunction function, int block_size, std::size_t shared, unsigned flags) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    return flags > 1 ? simt::error_code::invalid_value
                     : simt::max_active_blocks(blocks, *f.kernel, block_size, shared);
  });
}
inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                            int block_size, std::size_t shared) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size, shared,
                                                              CU_OCCUPANCY_DEFAULT);
}
/// - Needs:   shared_of may be null: then each block has `shared` bytes
inline CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block,
                                                          CUfunction function,
                                                          CUoccupancyB2DSize shared_of,
                                                          std::size_t shared, int limit,
                                                          unsigned flags) {
  return simt::cuda::detail::with_function(function, [&](simt::detail::function_record& f) {
    if (flags > 1 || limit < 0) return simt::error_code::invalid_value;
    return simt::best_block_size(
        min_grid, block, *f.kernel,
        [&](int threads) { return shared_of == nullptr ? shared : shared_of(threads); }, limit,
        simt::detail::this_device().workers);
  });
}
inline CUresult cuOccupancyMaxPotentialBlockSize(int* min_grid, int* block, CUfunction function,
                                                 CUoccupancyB2DSize shared_of, std::size_t shared,
                                                 int limit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(min_grid, block, function, shared_of, shared,
                                                   limit, CU_OCCUPANCY_DEFAULT);
}
inline CUresult cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, CUfunction function,
                                                        int blocks, int block_size) {
  return simt::cuda::detail::with_function(
      function,
      [&](simt::detail::function_record& f) {
        return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, f.kernel->address, blocks,
                                                         block_size);
      },
      CUDA_ERROR_INVALID_VALUE);
}

}  // namespace SIMT_CUDA_ABI
