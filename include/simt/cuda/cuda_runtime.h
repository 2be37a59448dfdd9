#pragma once
// SPDX-License-Identifier: MIT

// Programs test for it.
#define __CUDA_RUNTIME_H__

#ifndef __cplusplus
#include <simt/cuda/cuda_runtime_api.h>
#else

// First: it keeps std::lerp out of global scope.
#include <simt/cuda/math_functions.h>

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/device_functions.h>
#include <simt/cuda/device_launch_parameters.h>
#include <simt/cuda/driver_types.h>
#include <simt/cuda/host_defines.h>
#include <simt/cuda/library_types.h>
#include <simt/cuda/surface_functions.h>
#include <simt/cuda/texture_fetch_functions.h>
#include <simt/cuda/vector_functions.h>
#include <simt/cuda/vector_types.h>
#include <simt/thread/configuration.hpp>

// What programs expect nvcc to have included.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

inline namespace SIMT_CUDA_ABI {

/// The calls that take a kernel by its name: they make it known, then go by its address.
/// - CUDA:    cudaLaunchKernel, cudaLaunchCooperativeKernel, cudaLaunchKernelEx,
///            cudaFuncGetAttributes, cudaFuncSetAttribute, cudaFuncSetCacheConfig, cudaOccupancy…
/// - Source:  CUDA Runtime API 13.0, 6.7 (Execution Control), 6.8 (Occupancy)
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** args,
                             std::size_t shared = 0, cudaStream_t stream = nullptr) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaLaunchKernel(address, grid, block, args, shared, stream);
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** args,
                                        std::size_t shared = 0, cudaStream_t stream = nullptr) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaLaunchCooperativeKernel(address, grid, block, args, shared, stream);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(cudaLaunchConfig_t const* config, void (*kernel)(P...), A&&... a) {
  static_assert(sizeof...(P) == sizeof...(A), "simt: cudaLaunchKernelEx: one argument a parameter");
  return [&](std::remove_cv_t<P>... values) {
    void* pointers[sizeof...(P) + 1] = {const_cast<void*>(static_cast<void const*>(&values))...};
    return cudaLaunchKernelExC(config, simt::cuda::kernel_address(kernel), pointers);
  }(static_cast<std::remove_cv_t<P> >(std::forward<A>(a))...);
}
template <class... P>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*kernel)(P...)) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaFuncGetAttributes(attributes, address);
}
template <class... P>
cudaError_t cudaFuncSetAttribute(void (*kernel)(P...), cudaFuncAttribute attribute, int value) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaFuncSetAttribute(address, attribute, value);
}
template <class... P>
cudaError_t cudaFuncSetCacheConfig(void (*kernel)(P...), cudaFuncCache config) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaFuncSetCacheConfig(address, config);
}
template <class... P>
cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(P...), cudaSharedMemConfig config) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaFuncSetSharedMemConfig(address, config);
}
template <class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void (*kernel)(P...),
                                                          int block_size, std::size_t shared) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, address, block_size, shared);
}
/// Of a function of another type, which is no kernel.
template <class F>
requires(std::is_function_v<F>) cudaError_t
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* function, int block_size,
                                                  std::size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<void const*>(function), block_size, shared);
}
/// Of NULL in a program's own template, which is an integer there: CUDA casts whatever it is given.
template <class N>
requires(std::is_integral_v<N>) cudaError_t
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, N number, int block_size,
                                                  std::size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<void const*>(static_cast<std::uintptr_t>(number)), block_size,
      shared);
}
template <class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void (*kernel)(P...), int block_size, std::size_t shared, unsigned flags) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, address, block_size, shared,
                                                                flags);
}
template <class... P>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block, void (*kernel)(P...),
                                               std::size_t shared = 0, int limit = 0) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxPotentialBlockSize(min_grid, block, address, shared, limit);
}
template <class... P>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block,
                                                        void (*kernel)(P...),
                                                        std::size_t shared = 0, int limit = 0,
                                                        unsigned flags = 0) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid, block, address, shared, limit,
                                                     flags);
}
template <class SharedOf, class... P>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block,
                                                           void (*kernel)(P...), SharedOf shared_of,
                                                           int limit = 0) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block, address, shared_of, limit);
}
template <class SharedOf, class... P>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid, int* block,
                                                                    void (*kernel)(P...),
                                                                    SharedOf shared_of,
                                                                    int limit = 0,
                                                                    unsigned flags = 0) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid, block, address,
                                                                 shared_of, limit, flags);
}
template <class... P>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, void (*kernel)(P...),
                                                      int blocks, int block_size) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, address, blocks, block_size);
}

template <class... P>
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, void (*kernel)(P...),
                                           cudaLaunchConfig_t const* config) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxActiveClusters(clusters, address, config);
}
template <class... P>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, void (*kernel)(P...),
                                                 cudaLaunchConfig_t const* config) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaOccupancyMaxPotentialClusterSize(blocks, address, config);
}

template <class... P>
cudaError_t cudaGetKernel(cudaKernel_t* handle, void (*kernel)(P...)) {
  void const* const address = simt::cuda::kernel_address(kernel);
  return cudaGetKernel(handle, address);
}

}  // namespace SIMT_CUDA_ABI

#endif
