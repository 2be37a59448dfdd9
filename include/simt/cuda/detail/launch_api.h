#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>
#include <memory>

namespace simt::inline SIMT_ABI::cuda::detail {

/// - Needs:   shared_of(what, threads): the dynamic shared memory of a block of so many threads
cudaError_t best_block_size(int* min_grid, int* block, void const* function,
                            std::size_t (*shared_of)(void* what, int threads), void* what,
                            int limit, unsigned flags) noexcept;

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaLaunchKernel(void const* function, simt::dim3 grid, simt::dim3 block, void** args,
                             std::size_t shared = 0, cudaStream_t stream = nullptr);
/// All blocks are resident, so that the grid can synchronise.
cudaError_t cudaLaunchCooperativeKernel(void const* function, simt::dim3 grid, simt::dim3 block,
                                        void** args, std::size_t shared = 0,
                                        cudaStream_t stream = nullptr);
/// - Errors:  not_supported for clusters larger than one block
cudaError_t cudaLaunchKernelExC(struct cudaLaunchConfig_t const* config, void const* function,
                                void** args);

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, void const* function);
cudaError_t cudaFuncSetAttribute(void const* function, enum cudaFuncAttribute attribute, int value);
/// Kept: caches here do not divide.
cudaError_t cudaFuncSetCacheConfig(void const* function, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(void const* function, enum cudaSharedMemConfig config);
cudaError_t cudaFuncGetName(char const** name, void const* function);
/// Gives a kernel's handle for the driver API: cuFuncGetAttribute, cuLaunchKernel …
/// - Errors:  invalid_device_function for what is no kernel
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, void const* kernel);
/// Where a parameter of a kernel lies in the buffer of all of them, and how many bytes it has.
cudaError_t cudaFuncGetParamInfo(void const* function, std::size_t index, std::size_t* offset,
                                 std::size_t* bytes);

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void const* function, int block_size, std::size_t shared, unsigned flags);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void const* function,
                                                          int block_size, std::size_t shared);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, void const* function,
                                                      int blocks, int block_size);
template <class SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* min_grid, int* block, void const* function, SharedOf shared_of, int limit = 0,
    unsigned flags = 0) {
  return simt::cuda::detail::best_block_size(
      min_grid, block, function,
      [](void* of, int threads) {
        return static_cast<std::size_t>((*static_cast<SharedOf*>(of))(threads));
      },
      const_cast<void*>(static_cast<void const*>(std::addressof(shared_of))), limit, flags);
}
template <class SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block,
                                                                  void const* function,
                                                                  SharedOf shared_of,
                                                                  int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid, block, function,
                                                                 shared_of, limit, 0);
}
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block,
                                                        void const* function,
                                                        std::size_t shared = 0, int limit = 0,
                                                        unsigned flags = 0);
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block, void const* function,
                                               std::size_t shared = 0, int limit = 0);
/// Clusters have one block here.
/// - Errors:  not_supported for a configuration with larger ones
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, void const* function,
                                           struct cudaLaunchConfig_t const* config);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, void const* function,
                                                 struct cudaLaunchConfig_t const* config);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/launch_api-inl.h>
#endif
