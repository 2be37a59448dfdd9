#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/device_api-inl.h>
#include <simt/cuda/detail/launch_api.h>
#include <simt/runtime/host_event.hpp>
#include <simt/runtime/module.hpp>
#include <simt/runtime/occupancy.hpp>
#include <simt/runtime/submit.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace simt::inline SIMT_ABI::cuda::detail {

/// Runs the body with the kernel that an address names.
/// - Errors:  invalid_device_function for null, `unknown` for what is no kernel
template <class F>
cudaError_t with_kernel(void const* function, F&& body) noexcept {
  return call([&] {
    if (function == nullptr) return error_code::invalid_device_function;
    kernel_record* const k = find_kernel(function);
    return k == nullptr ? simt::detail::unknown_kernel(function) : body(*k);
  });
}

/// The capability for which programs count as compiled: SIMT_CUDA_ARCH, see there.
inline constexpr int compiled_for = 70;

/// Describes a kernel as far as a CPU can; registers are not counted.
inline void fill_attributes(cudaFuncAttributes& a, kernel_record const& k) {
  a = {};
  int const raised = k.max_dynamic_shared.load();
  int const fixed = static_cast<int>(std::min<std::size_t>(k.static_shared.load(), 48 * 1024));
  a.sharedSizeBytes = k.static_shared;
  a.maxThreadsPerBlock = k.max_threads;
  a.numRegs = 32;
  a.ptxVersion = compiled_for;
  a.binaryVersion = static_cast<int>(simt::detail::this_device().model.capability);
  a.maxDynamicSharedSizeBytes = raised == 48 * 1024 ? raised - fixed : raised;
  a.preferredShmemCarveout = k.carveout.load();
}

SIMT_RUNTIME_FUNCTION cudaError_t best_block_size(int* min_grid, int* block, void const* function,
                                                  std::size_t (*shared_of)(void* what, int threads),
                                                  void* what, int limit, unsigned flags) noexcept {
  // CUDA's headers see to null pointers: those are no errors that the runtime remembers.
  if (min_grid == nullptr || block == nullptr || function == nullptr) return cudaErrorInvalidValue;
  if (flags > 1) return answer(error_code::invalid_value);
  return with_kernel(function, [&](kernel_record& k) {
    return simt::best_block_size(
        min_grid, block, k, [&](int threads) { return shared_of(what, threads); }, limit,
        simt::detail::this_device().workers);
  });
}

/// True where a launch asks for clusters of more than one block.
inline bool has_clusters(cudaLaunchConfig_t const& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    auto const& a = config.attrs[i];
    if (a.id == cudaLaunchAttributeClusterDimension &&
        (a.val.clusterDim.x > 1 || a.val.clusterDim.y > 1 || a.val.clusterDim.z > 1))
      return true;
  }
  return false;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaLaunchKernel(void const* function, simt::dim3 grid,
                                                   simt::dim3 block, void** args,
                                                   std::size_t shared, cudaStream_t stream) {
  return simt::cuda::detail::answer(simt::launch_by_address(
      function, grid, block, args, shared, stream, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLaunchCooperativeKernel(void const* function, simt::dim3 grid,
                                                              simt::dim3 block, void** args,
                                                              std::size_t shared,
                                                              cudaStream_t stream) {
  return simt::cuda::detail::answer(simt::launch_by_address(
      function, grid, block, args, shared, stream, simt::cuda::detail::per_thread, true));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaLaunchKernelExC(struct cudaLaunchConfig_t const* config,
                                                      void const* function, void** args) {
  if (config == nullptr || (config->attrs == nullptr && config->numAttrs != 0))
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    cudaLaunchAttribute const& a = config->attrs[i];
    if (static_cast<unsigned>(a.id) > cudaLaunchAttributeNvlinkUtilCentricScheduling)
      return simt::cuda::detail::answer(simt::error_code::invalid_value);
    if (a.id == cudaLaunchAttributeCooperative) cooperative = a.val.cooperative != 0;
  }
  if (simt::cuda::detail::has_clusters(*config))
    return simt::cuda::detail::answer(simt::error_code::not_supported);
  cudaError_t e = simt::cuda::detail::answer(simt::launch_by_address(
      function, config->gridDim, config->blockDim, args, config->dynamicSmemBytes, config->stream,
      simt::cuda::detail::per_thread, cooperative));
  // Who waits for blocks that have begun may as well wait for their end.
  auto const record = [&](cudaEvent_t event) {
    return simt::cuda::detail::answer(
        simt::record_event(event, config->stream, simt::cuda::detail::per_thread));
  };
  for (unsigned i = 0; i < config->numAttrs && e == cudaSuccess; ++i) {
    cudaLaunchAttribute const& a = config->attrs[i];
    if (a.id == cudaLaunchAttributeProgrammaticEvent) e = record(a.val.programmaticEvent.event);
    if (a.id == cudaLaunchAttributeLaunchCompletionEvent)
      e = record(a.val.launchCompletionEvent.event);
  }
  return e;
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes,
                                                        void const* function) {
  if (attributes == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    simt::cuda::detail::fill_attributes(*attributes, k);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFuncSetAttribute(void const* function,
                                                       enum cudaFuncAttribute attribute,
                                                       int value) {
  if (attribute < cudaFuncAttributeMaxDynamicSharedMemorySize || attribute >= cudaFuncAttributeMax)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || static_cast<std::size_t>(value) + k.static_shared >
                             simt::detail::this_device().model.block_shared_optin)
          return simt::error_code::invalid_value;
        simt::detail::set_dynamic_limit(k, value);
        return simt::error_code::success;
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return simt::error_code::invalid_value;
        k.carveout.store(value);
        return simt::error_code::success;
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        return simt::error_code::success;
      default:
        return simt::error_code::invalid_value;
    }
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFuncSetCacheConfig(void const* function,
                                                         enum cudaFuncCache config) {
  if (static_cast<unsigned>(config) > 3)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    k.cache_config.store(static_cast<int>(config));
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFuncSetSharedMemConfig(void const* function,
                                                             enum cudaSharedMemConfig config) {
  if (static_cast<unsigned>(config) > 2)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(
      function, [](simt::kernel_record&) { return simt::error_code::success; });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaFuncGetName(char const** name, void const* function) {
  if (name == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    *name = k.name;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function,
                                                      void const* kernel) {
  if (function == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::answer(
      simt::program_function(reinterpret_cast<simt::function_handle*>(function), kernel));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaFuncGetParamInfo(void const* function, std::size_t index,
                                                       std::size_t* offset, std::size_t* bytes) {
  if (function != nullptr && offset == nullptr)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    if (index >= k.args) return simt::error_code::invalid_value;
    auto const own = static_cast<unsigned>(index);
    std::size_t const size = k.parameters[own].bytes;
    *offset = simt::detail::bytes_of_parameters(k.parameters, own + 1) - size;
    if (bytes != nullptr) *bytes = size;
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void const* function, int block_size, std::size_t shared, unsigned flags) {
  if (blocks == nullptr || flags > 1)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    return simt::max_active_blocks(blocks, k, block_size, shared);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, void const* function, int block_size, std::size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size,
                                                                shared, cudaOccupancyDefault);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                                            void const* function,
                                                                            int blocks,
                                                                            int block_size) {
  if (bytes == nullptr || (function != nullptr && (blocks <= 0 || block_size <= 0)))
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    simt::detail::device_state const& d = simt::detail::this_device();
    if (simt::detail::blocks_per_worker(d, k, block_size, 0) < blocks)
      return simt::error_code::invalid_value;
    // An H200 leaves out what each block reserves.
    std::size_t const each = std::size_t{d.model.shared_bytes} / static_cast<std::size_t>(blocks);
    std::size_t const fixed = k.static_shared;
    std::size_t const most = std::size_t{d.model.block_shared_optin};
    *bytes = std::min(std::min(each, most) - std::min(fixed, std::min(each, most)),
                      simt::detail::dynamic_room(k));
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block, void const* function,
                                            std::size_t shared, int limit, unsigned flags) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      min_grid, block, function, [shared](int) { return shared; }, limit, flags);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block,
                                                                     void const* function,
                                                                     std::size_t shared,
                                                                     int limit) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid, block, function, shared, limit, 0);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaOccupancyMaxActiveClusters(
    int* clusters, void const* function, struct cudaLaunchConfig_t const* config) {
  if (clusters == nullptr || config == nullptr)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record& k) {
    if (simt::cuda::detail::has_clusters(*config)) return simt::error_code::not_supported;
    int blocks = 0;
    auto const e = simt::max_active_blocks(&blocks, k, static_cast<int>(config->blockDim.count()),
                                           config->dynamicSmemBytes);
    *clusters = blocks * simt::detail::this_device().workers;
    return e;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int* blocks, void const* function, struct cudaLaunchConfig_t const* config) {
  if (blocks == nullptr || config == nullptr)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::with_kernel(function, [&](simt::kernel_record&) {
    *blocks = 1;
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI
