// SPDX-License-Identifier: MIT
#include <simt/cuda/cudaGL.h>
#include <simt/cuda/cuda_d3d10_interop.h>
#include <simt/cuda/cuda_d3d11_interop.h>
#include <simt/cuda/cuda_d3d9_interop.h>
#include <simt/cuda/cuda_egl_interop.h>
#include <simt/cuda/cuda_gl_interop.h>
#include <simt/cuda/cuda_vdpau_interop.h>

#include <doctest/doctest.h>

#include <cstddef>

// Graphics interoperation in a program without a graphics API. The answers are those of an H100 (CUDA
// 13.0); what OpenGL's objects do is in tests/graphics.

TEST_CASE("[GFX-001] [GFX-002] without a context of OpenGL nothing can be registered") {
  cudaGraphicsResource* r = nullptr;
  CHECK(cudaGraphicsGLRegisterBuffer(&r, 1, cudaGraphicsRegisterFlagsNone) ==
        cudaErrorOperatingSystem);
  CHECK(cudaGetLastError() == cudaErrorOperatingSystem);
  CHECK(cudaGraphicsGLRegisterBuffer(nullptr, 1, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsGLRegisterBuffer(&r, 0, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsGLRegisterBuffer(&r, 1, 0xff00) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsGLRegisterBuffer(&r, 1, cudaGraphicsRegisterFlagsSurfaceLoadStore) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphicsGLRegisterImage(&r, 1, 0x0DE1, 0) == cudaErrorOperatingSystem);
  CHECK(cudaGraphicsGLRegisterImage(nullptr, 1, 0x0DE1, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsGLRegisterImage(&r, 1, 3, 0) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
}

TEST_CASE("[GFX-003] [GFX-004] [GFX-005] [GFX-006] [GFX-007] [GFX-008] what is no resource is refused") {
  cudaGraphicsResource* r = nullptr;
  void* p = nullptr;
  std::size_t bytes = 0;
  cudaArray_t array = nullptr;
  CHECK(cudaGraphicsMapResources(0, &r) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsMapResources(-1, &r) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsMapResources(1, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsMapResources(1, &r) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGraphicsUnmapResources(0, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphicsUnmapResources(1, &r) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGraphicsResourceGetMappedPointer(&p, &bytes, nullptr) ==
        cudaErrorInvalidResourceHandle);
  CHECK(cudaGraphicsSubResourceGetMappedArray(&array, nullptr, 0, 0) ==
        cudaErrorInvalidResourceHandle);
  CHECK(cudaGraphicsResourceSetMapFlags(nullptr, 77) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGraphicsUnregisterResource(nullptr) == cudaErrorInvalidResourceHandle);
  // Nor is anything else's handle.
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaGraphicsUnregisterResource(reinterpret_cast<cudaGraphicsResource*>(stream)) ==
        cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  (void)cudaGetLastError();
}

TEST_CASE("[GFX-001] [GFX-003] the driver API's names answer alike") {
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  REQUIRE(cudaFree(nullptr) == cudaSuccess);  // makes the primary context current
  CUgraphicsResource r = nullptr;
  CUdeviceptr p = 0;
  std::size_t bytes = 0;
  unsigned count = 0;
  CUdevice device = 0;
  CHECK(cuGraphicsGLRegisterBuffer(&r, 1, CU_GRAPHICS_REGISTER_FLAGS_NONE) ==
        CUDA_ERROR_OPERATING_SYSTEM);
  CHECK(cuGraphicsGLRegisterImage(&r, 1, 3, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuGraphicsMapResources(0, &r, nullptr) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuGraphicsMapResources(1, &r, nullptr) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuGraphicsUnmapResources(1, &r, nullptr) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuGraphicsResourceGetMappedPointer(&p, &bytes, r) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuGraphicsUnregisterResource(r) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuGLGetDevices(&count, &device, 1, CU_GL_DEVICE_LIST_ALL) == CUDA_ERROR_OPERATING_SYSTEM);
}

TEST_CASE("[GFX-009] the flags have CUDA's values") {
  CHECK(cudaGraphicsRegisterFlagsNone == 0);
  CHECK(cudaGraphicsRegisterFlagsReadOnly == 1);
  CHECK(cudaGraphicsRegisterFlagsWriteDiscard == 2);
  CHECK(cudaGraphicsRegisterFlagsSurfaceLoadStore == 4);
  CHECK(cudaGraphicsRegisterFlagsTextureGather == 8);
  CHECK(cudaGraphicsMapFlagsWriteDiscard == 2);
}

TEST_CASE("[GFX-011] no device draws without a context") {
  unsigned count = 77;
  int devices[4] = {};
  CHECK(cudaGLGetDevices(&count, devices, 4, cudaGLDeviceListAll) == cudaErrorOperatingSystem);
  CHECK(cudaGLGetDevices(&count, devices, 4, cudaGLDeviceListCurrentFrame) ==
        cudaErrorOperatingSystem);
  CHECK(cudaGLGetDevices(&count, devices, 4, static_cast<cudaGLDeviceList>(0)) ==
        cudaErrorInvalidValue);
  CHECK(count == 77);
  (void)cudaGetLastError();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattribute-warning"
// These systems' calls compile, with whatever their types are, and say by name that they do nothing.
TEST_CASE("[GFX-010] [GFX-012] [GFX-013] [GFX-014] [GFX-015] what only Windows has") {
  struct IDirect3DResource9 *buffer = nullptr, *adapter = nullptr;
  cudaGraphicsResource* r = nullptr;
  int device = 5;
  unsigned count = 5;
  CHECK(cudaWGLGetDevice(&device, nullptr) == cudaErrorOperatingSystem);
  CHECK(cudaGetLastError() == cudaErrorOperatingSystem);
  CHECK(cudaD3D9GetDevice(&device, "\\\\.\\DISPLAY1") == cudaErrorOperatingSystem);
  CHECK(cudaD3D10GetDevice(&device, adapter) == cudaErrorOperatingSystem);
  CHECK(cudaD3D11GetDevice(&device, adapter) == cudaErrorOperatingSystem);
  CHECK(cudaGraphicsD3D9RegisterResource(&r, buffer, cudaGraphicsRegisterFlagsNone) ==
        cudaErrorOperatingSystem);
  CHECK(cudaGraphicsD3D10RegisterResource(&r, buffer, 0) == cudaErrorOperatingSystem);
  CHECK(cudaGraphicsD3D11RegisterResource(&r, buffer, 0) == cudaErrorOperatingSystem);
  CHECK(cudaD3D9GetDevices(&count, &device, 1, adapter, cudaD3D9DeviceListCurrentFrame) ==
        cudaErrorOperatingSystem);
  CHECK(cudaD3D10GetDevices(&count, &device, 1, adapter, cudaD3D10DeviceListCurrentFrame) ==
        cudaErrorOperatingSystem);
  CHECK(cudaD3D11GetDevices(&count, &device, 1, adapter, cudaD3D11DeviceListCurrentFrame) ==
        cudaErrorOperatingSystem);
  CHECK(r == nullptr);
  CHECK(device == 5);
  CHECK(count == 5);
  CHECK(cudaGraphicsResourceGetMappedEglFrame(nullptr, r, 0, 0) == cudaErrorNotSupported);
  CHECK(cudaVDPAUGetDevice(&device, 0, nullptr) == cudaErrorNotSupported);
  (void)cudaGetLastError();
}
#pragma GCC diagnostic pop
