#pragma once
// SPDX-License-Identifier: MIT

/* Names for a profiler of devices, streams and events, in C and C++: no tool listens here, the calls do
 * nothing.
 * - Source:  NVTX 3.1, nvtx3/nvToolsExtCudaRt.h, by behaviour
 */
#include <simt/cuda/driver_types.h>
#include <simt/cuda/nvtx3/nvToolsExt.h>

static inline void nvtxNameCudaDeviceA(int device, char const* name) { (void)device, (void)name; }
static inline void nvtxNameCudaDeviceW(int device, wchar_t const* name) {
  (void)device, (void)name;
}
static inline void nvtxNameCudaStreamA(cudaStream_t stream, char const* name) {
  (void)stream, (void)name;
}
static inline void nvtxNameCudaStreamW(cudaStream_t stream, wchar_t const* name) {
  (void)stream, (void)name;
}
static inline void nvtxNameCudaEventA(cudaEvent_t event, char const* name) {
  (void)event, (void)name;
}
static inline void nvtxNameCudaEventW(cudaEvent_t event, wchar_t const* name) {
  (void)event, (void)name;
}

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif
