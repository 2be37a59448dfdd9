#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/device_types.h>
#include <simt/config.hpp>
#include <simt/runtime/device.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace simt::inline SIMT_ABI::cuda::detail {

/// The machine's own values where it has them, those of its compute capability elsewhere.
inline void fill_properties(cudaDeviceProp& p, int device) {
  device_facts const f = facts_of_device(device);
  std::memset(static_cast<void*>(&p), 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "%s", f.name.c_str());
  std::memcpy(p.uuid.bytes, "simt-cpu-device", 15);
  p.uuid.bytes[15] = static_cast<char>(device);
  p.totalGlobalMem = f.memory_bytes;
  capability_limits const& m = *f.model;
  auto const number = [](auto n) { return static_cast<int>(n); };
  auto const set = [&](int* to, auto const& from) {
    std::transform(std::begin(from), std::end(from), to, number);
  };
  p.sharedMemPerBlock = m.block_shared;
  p.regsPerBlock = number(m.block_registers);
  p.warpSize = number(m.warp_size);
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = number(m.block_threads);
  set(p.maxThreadsDim, m.block);
  set(p.maxGridSize, m.grid);
  p.totalConstMem = m.constant_bytes;
  p.major = number(m.capability / 10);
  p.minor = number(m.capability % 10);
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.multiProcessorCount = f.workers;
  p.integrated = 1;
  p.canMapHostMemory = 1;
  image_limits const& t = m.texture;
  p.maxTexture1D = number(t.width_1d);
  set(p.maxTexture2D, t.extent_2d);
  set(p.maxTexture3D, t.extent_3d);
  p.maxTextureCubemap = number(t.cubemap);
  set(p.maxTexture1DLayered, t.layered_1d);
  set(p.maxTexture2DLayered, t.layered_2d);
  set(p.maxTextureCubemapLayered, t.layered_cubemap);
  // Of mipmapped arrays the guide says nothing: they are like cubemaps.
  p.maxTexture1DMipmap = number(t.cubemap);
  set(p.maxTexture2DMipmap, std::array{t.cubemap, t.cubemap});
  set(p.maxTexture2DLinear, std::array{m.linear_2d[0], m.linear_2d[1], 2097120u});
  set(p.maxTexture2DGather, m.gather);
  if (m.capability < 70)
    set(p.maxTexture3DAlt, t.extent_3d);
  else
    set(p.maxTexture3DAlt, std::array{8192, 8192, 32768});
  image_limits const& s = m.surface;
  p.maxSurface1D = number(s.width_1d);
  set(p.maxSurface2D, s.extent_2d);
  set(p.maxSurface3D, s.extent_3d);
  set(p.maxSurface1DLayered, s.layered_1d);
  set(p.maxSurface2DLayered, s.layered_2d);
  p.maxSurfaceCubemap = number(s.cubemap);
  set(p.maxSurfaceCubemapLayered, s.layered_cubemap);
  p.surfaceAlignment = 512;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 2;
  p.unifiedAddressing = 1;
  p.memoryBusWidth = 64;
  p.l2CacheSize = f.cache_bytes;
  p.persistingL2CacheMaxSize = f.cache_bytes / 8 * 5;
  p.accessPolicyMaxWindowSize = 134217728;
  p.maxThreadsPerMultiProcessor = number(m.resident_threads);
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = m.shared_bytes;
  p.regsPerMultiprocessor = number(m.registers);
  p.managedMemory = m.has.unified_memory ? 1 : 0;
  p.hostNativeAtomicSupported = 1;
  // A checked build tells of kernels that use the host's own memory.
  bool const pageable = SIMT_CHECK == 0 || SIMT_PROFILE != 0;
  p.pageableMemoryAccess = pageable ? 1 : 0;
  p.concurrentManagedAccess = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.sharedMemPerBlockOptin = m.block_shared_optin;
  p.pageableMemoryAccessUsesHostPageTables = pageable ? 1 : 0;
  p.directManagedMemAccessFromHost = 1;
  p.maxBlocksPerMultiProcessor = number(m.resident_blocks);
  p.reservedSharedMemPerBlock = m.reserved_shared;
  p.hostRegisterSupported = 1;
  p.hostRegisterReadOnlySupported = 1;
  p.memoryPoolsSupported = 1;
  p.unifiedFunctionPointers = 1;
  p.deviceNumaId = f.numa_node;
  p.pciBusID = device + 1;
  p.clockRate = f.clock_khz;
  p.deviceOverlap = 1;
  p.maxTexture1DLinear = number(m.linear_1d);
  p.memoryClockRate = 1600000;
  p.singleToDoublePrecisionPerfRatio = 2;
}

/// The value of an attribute; false for a number that stands for none.
inline bool attribute_value(int& out, int attribute, cudaDeviceProp const& p) {
  auto const as_int = [](std::size_t v) { return static_cast<int>(v); };
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      out = p.maxThreadsPerBlock;
      return true;
    case cudaDevAttrMaxBlockDimX:
      out = p.maxThreadsDim[0];
      return true;
    case cudaDevAttrMaxBlockDimY:
      out = p.maxThreadsDim[1];
      return true;
    case cudaDevAttrMaxBlockDimZ:
      out = p.maxThreadsDim[2];
      return true;
    case cudaDevAttrMaxGridDimX:
      out = p.maxGridSize[0];
      return true;
    case cudaDevAttrMaxGridDimY:
      out = p.maxGridSize[1];
      return true;
    case cudaDevAttrMaxGridDimZ:
      out = p.maxGridSize[2];
      return true;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      out = as_int(p.sharedMemPerBlock);
      return true;
    case cudaDevAttrTotalConstantMemory:
      out = as_int(p.totalConstMem);
      return true;
    case cudaDevAttrWarpSize:
      out = p.warpSize;
      return true;
    case cudaDevAttrMaxPitch:
      out = as_int(p.memPitch);
      return true;
    case cudaDevAttrMaxRegistersPerBlock:
      out = p.regsPerBlock;
      return true;
    case cudaDevAttrClockRate:
      out = p.clockRate;
      return true;
    case cudaDevAttrTextureAlignment:
      out = as_int(p.textureAlignment);
      return true;
    case cudaDevAttrGpuOverlap:
      out = p.deviceOverlap;
      return true;
    case cudaDevAttrMultiProcessorCount:
      out = p.multiProcessorCount;
      return true;
    case cudaDevAttrIntegrated:
      out = p.integrated;
      return true;
    case cudaDevAttrCanMapHostMemory:
      out = p.canMapHostMemory;
      return true;
    case cudaDevAttrComputeMode:
      out = p.computeMode;
      return true;
    case cudaDevAttrMaxTexture1DWidth:
      out = p.maxTexture1D;
      return true;
    case cudaDevAttrMaxTexture2DWidth:
      out = p.maxTexture2D[0];
      return true;
    case cudaDevAttrMaxTexture2DHeight:
      out = p.maxTexture2D[1];
      return true;
    case cudaDevAttrMaxTexture3DWidth:
      out = p.maxTexture3D[0];
      return true;
    case cudaDevAttrMaxTexture3DHeight:
      out = p.maxTexture3D[1];
      return true;
    case cudaDevAttrMaxTexture3DDepth:
      out = p.maxTexture3D[2];
      return true;
    case cudaDevAttrMaxTexture2DLayeredWidth:
      out = p.maxTexture2DLayered[0];
      return true;
    case cudaDevAttrMaxTexture2DLayeredHeight:
      out = p.maxTexture2DLayered[1];
      return true;
    case cudaDevAttrMaxTexture2DLayeredLayers:
      out = p.maxTexture2DLayered[2];
      return true;
    case cudaDevAttrSurfaceAlignment:
      out = as_int(p.surfaceAlignment);
      return true;
    case cudaDevAttrConcurrentKernels:
      out = p.concurrentKernels;
      return true;
    case cudaDevAttrPciBusId:
      out = p.pciBusID;
      return true;
    case cudaDevAttrMemoryClockRate:
      out = p.memoryClockRate;
      return true;
    case cudaDevAttrGlobalMemoryBusWidth:
      out = p.memoryBusWidth;
      return true;
    case cudaDevAttrL2CacheSize:
      out = p.l2CacheSize;
      return true;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      out = p.maxThreadsPerMultiProcessor;
      return true;
    case cudaDevAttrAsyncEngineCount:
      out = p.asyncEngineCount;
      return true;
    case cudaDevAttrMaxTexture1DLayeredWidth:
      out = p.maxTexture1DLayered[0];
      return true;
    case cudaDevAttrMaxTexture1DLayeredLayers:
      out = p.maxTexture1DLayered[1];
      return true;
    case cudaDevAttrMaxTexture2DGatherWidth:
      out = p.maxTexture2DGather[0];
      return true;
    case cudaDevAttrMaxTexture2DGatherHeight:
      out = p.maxTexture2DGather[1];
      return true;
    case cudaDevAttrMaxTexture3DWidthAlt:
      out = p.maxTexture3DAlt[0];
      return true;
    case cudaDevAttrMaxTexture3DHeightAlt:
      out = p.maxTexture3DAlt[1];
      return true;
    case cudaDevAttrMaxTexture3DDepthAlt:
      out = p.maxTexture3DAlt[2];
      return true;
    case cudaDevAttrTexturePitchAlignment:
      out = as_int(p.texturePitchAlignment);
      return true;
    case cudaDevAttrMaxTextureCubemapWidth:
      out = p.maxTextureCubemap;
      return true;
    case cudaDevAttrMaxTextureCubemapLayeredWidth:
      out = p.maxTextureCubemapLayered[0];
      return true;
    case cudaDevAttrMaxTextureCubemapLayeredLayers:
      out = p.maxTextureCubemapLayered[1];
      return true;
    case cudaDevAttrMaxSurface1DWidth:
      out = p.maxSurface1D;
      return true;
    case cudaDevAttrMaxSurface2DWidth:
      out = p.maxSurface2D[0];
      return true;
    case cudaDevAttrMaxSurface2DHeight:
      out = p.maxSurface2D[1];
      return true;
    case cudaDevAttrMaxSurface3DWidth:
      out = p.maxSurface3D[0];
      return true;
    case cudaDevAttrMaxSurface3DHeight:
      out = p.maxSurface3D[1];
      return true;
    case cudaDevAttrMaxSurface3DDepth:
      out = p.maxSurface3D[2];
      return true;
    case cudaDevAttrMaxSurface1DLayeredWidth:
      out = p.maxSurface1DLayered[0];
      return true;
    case cudaDevAttrMaxSurface1DLayeredLayers:
      out = p.maxSurface1DLayered[1];
      return true;
    case cudaDevAttrMaxSurface2DLayeredWidth:
      out = p.maxSurface2DLayered[0];
      return true;
    case cudaDevAttrMaxSurface2DLayeredHeight:
      out = p.maxSurface2DLayered[1];
      return true;
    case cudaDevAttrMaxSurface2DLayeredLayers:
      out = p.maxSurface2DLayered[2];
      return true;
    case cudaDevAttrMaxSurfaceCubemapWidth:
      out = p.maxSurfaceCubemap;
      return true;
    case cudaDevAttrMaxSurfaceCubemapLayeredWidth:
      out = p.maxSurfaceCubemapLayered[0];
      return true;
    case cudaDevAttrMaxSurfaceCubemapLayeredLayers:
      out = p.maxSurfaceCubemapLayered[1];
      return true;
    case cudaDevAttrMaxTexture1DLinearWidth:
      out = p.maxTexture1DLinear;
      return true;
    case cudaDevAttrMaxTexture2DLinearWidth:
      out = p.maxTexture2DLinear[0];
      return true;
    case cudaDevAttrMaxTexture2DLinearHeight:
      out = p.maxTexture2DLinear[1];
      return true;
    case cudaDevAttrMaxTexture2DLinearPitch:
      out = p.maxTexture2DLinear[2];
      return true;
    case cudaDevAttrMaxTexture2DMipmappedWidth:
      out = p.maxTexture2DMipmap[0];
      return true;
    case cudaDevAttrMaxTexture2DMipmappedHeight:
      out = p.maxTexture2DMipmap[1];
      return true;
    case cudaDevAttrComputeCapabilityMajor:
      out = p.major;
      return true;
    case cudaDevAttrComputeCapabilityMinor:
      out = p.minor;
      return true;
    case cudaDevAttrMaxTexture1DMipmappedWidth:
      out = p.maxTexture1DMipmap;
      return true;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      out = as_int(p.sharedMemPerMultiprocessor);
      return true;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      out = p.regsPerMultiprocessor;
      return true;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      out = p.singleToDoublePrecisionPerfRatio;
      return true;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      out = as_int(p.sharedMemPerBlockOptin);
      return true;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      out = p.maxBlocksPerMultiProcessor;
      return true;
    case cudaDevAttrMaxPersistingL2CacheSize:
      out = p.persistingL2CacheMaxSize;
      return true;
    case cudaDevAttrMaxAccessPolicyWindowSize:
      out = p.accessPolicyMaxWindowSize;
      return true;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      out = as_int(p.reservedSharedMemPerBlock);
      return true;
    case cudaDevAttrManagedMemory:
      out = p.managedMemory;
      return true;
    case cudaDevAttrNumaId:
      out = -1;
      return true;
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
    case cudaDevAttrDirectManagedMemAccessFromHost:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrMemoryPoolsSupported:
      out = 1;
      return true;
    default:
      // What is known and left is absent here.
      out = 0;
      return attribute > 0 && attribute < cudaDevAttrMax;
  }
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
