#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

/// The release whose interface this is.
#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaGetDeviceCount(int* count);

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* prop, int device);

cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr, int device);

/// The device that matches best: here, where all are alike, the first.
/// A device's property by its number, in device code and host code.
/// - Source:  CUDA C Programming Guide 8.0, C.3.1.5 (Device Management), which gives no arguments:
///            these are cudaDeviceGetAttribute's
cudaError_t cudaGetDeviceProperty(int* value, enum cudaDeviceAttr attr, int device);

cudaError_t cudaChooseDevice(int* device, struct cudaDeviceProp const* prop);

cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaInitDevice(int device, unsigned, unsigned);
cudaError_t cudaSetValidDevices(int* devices, int count);

cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaThreadExit();

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, std::size_t value);
cudaError_t cudaDeviceGetLimit(std::size_t* value, enum cudaLimit limit);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, std::size_t value);
cudaError_t cudaThreadGetLimit(std::size_t* value, enum cudaLimit limit);

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* config);
/// Kept and given back: caches here do not divide.
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache* config);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);

cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);

cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int* device, char const* text);

cudaError_t cudaCtxResetPersistingL2Cache();

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/device_api-inl.h>
#endif
