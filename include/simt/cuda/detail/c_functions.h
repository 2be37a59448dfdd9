#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/driver_types.h>

// The functions of the runtime's API that C can call, as F(result, name, parameters, arguments): C
// declares them by this list, and simt_c_linkage.cpp defines them.
// clang-format off
#define SIMT_DETAIL_C_FUNCTIONS(F) \
  F(cudaError_t, cudaGetDeviceCount, (int* count), (count)) \
  F(cudaError_t, cudaSetDevice, (int device), (device)) \
  F(cudaError_t, cudaGetDevice, (int* device), (device)) \
  F(cudaError_t, cudaGetDeviceProperties, (struct cudaDeviceProp* prop, int device), (prop, device)) \
  F(cudaError_t, cudaDeviceGetAttribute, (int* value, enum cudaDeviceAttr attribute, int device), (value, attribute, device)) \
  F(cudaError_t, cudaChooseDevice, (int* device, struct cudaDeviceProp const* prop), (device, prop)) \
  F(cudaError_t, cudaSetDeviceFlags, (unsigned flags), (flags)) \
  F(cudaError_t, cudaDeviceSetLimit, (enum cudaLimit limit, size_t value), (limit, value)) \
  F(cudaError_t, cudaDeviceGetLimit, (size_t* value, enum cudaLimit limit), (value, limit)) \
  F(cudaError_t, cudaDeviceSynchronize, (void), ()) \
  F(cudaError_t, cudaDeviceReset, (void), ()) \
  F(cudaError_t, cudaThreadSynchronize, (void), ()) \
  F(cudaError_t, cudaThreadExit, (void), ()) \
  F(cudaError_t, cudaDriverGetVersion, (int* version), (version)) \
  F(cudaError_t, cudaRuntimeGetVersion, (int* version), (version)) \
  F(cudaError_t, cudaGetLastError, (void), ()) \
  F(cudaError_t, cudaPeekAtLastError, (void), ()) \
  F(char const*, cudaGetErrorName, (cudaError_t error), (error)) \
  F(char const*, cudaGetErrorString, (cudaError_t error), (error)) \
  F(cudaError_t, cudaMalloc, (void** p, size_t bytes), (p, bytes)) \
  F(cudaError_t, cudaMallocPitch, (void** p, size_t* pitch, size_t width, size_t height), (p, pitch, width, height)) \
  F(cudaError_t, cudaMallocHost, (void** p, size_t bytes), (p, bytes)) \
  F(cudaError_t, cudaMallocManaged, (void** p, size_t bytes, unsigned flags), (p, bytes, flags)) \
  F(cudaError_t, cudaHostAlloc, (void** p, size_t bytes, unsigned flags), (p, bytes, flags)) \
  F(cudaError_t, cudaHostRegister, (void* p, size_t bytes, unsigned flags), (p, bytes, flags)) \
  F(cudaError_t, cudaHostUnregister, (void* p), (p)) \
  F(cudaError_t, cudaHostGetDevicePointer, (void** device, void* p, unsigned flags), (device, p, flags)) \
  F(cudaError_t, cudaPointerGetAttributes, (struct cudaPointerAttributes* attributes, void const* p), (attributes, p)) \
  F(cudaError_t, cudaFree, (void* p), (p)) \
  F(cudaError_t, cudaFreeHost, (void* p), (p)) \
  F(cudaError_t, cudaMemGetInfo, (size_t* available, size_t* total), (available, total)) \
  F(cudaError_t, cudaMemcpy, (void* to, void const* from, size_t bytes, enum cudaMemcpyKind kind), (to, from, bytes, kind)) \
  F(cudaError_t, cudaMemcpyAsync, (void* to, void const* from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream), (to, from, bytes, kind, stream)) \
  F(cudaError_t, cudaMemcpy2D, (void* to, size_t to_pitch, void const* from, size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind), (to, to_pitch, from, from_pitch, width, height, kind)) \
  F(cudaError_t, cudaMemcpy2DAsync, (void* to, size_t to_pitch, void const* from, size_t from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream), (to, to_pitch, from, from_pitch, width, height, kind, stream)) \
  F(cudaError_t, cudaMemset, (void* p, int value, size_t bytes), (p, value, bytes)) \
  F(cudaError_t, cudaMemsetAsync, (void* p, int value, size_t bytes, cudaStream_t stream), (p, value, bytes, stream)) \
  F(cudaError_t, cudaMemset2D, (void* p, size_t pitch, int value, size_t width, size_t height), (p, pitch, value, width, height)) \
  F(cudaError_t, cudaStreamCreate, (cudaStream_t* stream), (stream)) \
  F(cudaError_t, cudaStreamCreateWithFlags, (cudaStream_t* stream, unsigned flags), (stream, flags)) \
  F(cudaError_t, cudaStreamDestroy, (cudaStream_t stream), (stream)) \
  F(cudaError_t, cudaStreamSynchronize, (cudaStream_t stream), (stream)) \
  F(cudaError_t, cudaStreamQuery, (cudaStream_t stream), (stream)) \
  F(cudaError_t, cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), (stream, event, flags)) \
  F(cudaError_t, cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void* data), (stream, function, data)) \
  F(cudaError_t, cudaEventCreate, (cudaEvent_t* event), (event)) \
  F(cudaError_t, cudaEventCreateWithFlags, (cudaEvent_t* event, unsigned flags), (event, flags)) \
  F(cudaError_t, cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream)) \
  F(cudaError_t, cudaEventSynchronize, (cudaEvent_t event), (event)) \
  F(cudaError_t, cudaEventQuery, (cudaEvent_t event), (event)) \
  F(cudaError_t, cudaEventElapsedTime, (float* ms, cudaEvent_t start, cudaEvent_t end), (ms, start, end)) \
  F(cudaError_t, cudaEventDestroy, (cudaEvent_t event), (event)) \
  F(cudaError_t, cudaProfilerStart, (void), ()) \
  F(cudaError_t, cudaProfilerStop, (void), ())
// clang-format on
