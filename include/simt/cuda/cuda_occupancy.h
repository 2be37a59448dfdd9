#pragma once
// SPDX-License-Identifier: MIT

// CUDA's occupancy calculator: it needs no device and no runtime. The numbers of a compute
// capability are those of simt::device_limits, by which launches and the runtime's occupancy go,
// too.

#include <simt/config.hpp>
#include <simt/runtime/device_limits.hpp>

#include <algorithm>
#include <climits>
#include <cstddef>

enum cudaOccError_enum {
  CUDA_OCC_SUCCESS = 0,
  CUDA_OCC_ERROR_INVALID_INPUT = 1,
  CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2
};
typedef enum cudaOccError_enum cudaOccError;

/// Holds what the calculator needs of cudaDeviceProp, from which it converts.
struct cudaOccDeviceProp {
  int computeMajor = 0;
  int computeMinor = 0;
  int maxThreadsPerBlock = 0;
  int maxThreadsPerMultiprocessor = 0;
  int regsPerBlock = 0;
  int regsPerMultiprocessor = 0;
  int warpSize = 0;
  std::size_t sharedMemPerBlock = 0;
  std::size_t sharedMemPerMultiprocessor = 0;
  int numSms = 0;
  std::size_t sharedMemPerBlockOptin = 0;
  std::size_t reservedSharedMemPerBlock = 0;

  cudaOccDeviceProp() = default;
  template <class DeviceProp>
  requires requires(DeviceProp const& p) { p.sharedMemPerBlockOptin; }
  cudaOccDeviceProp(DeviceProp const& p)
      : computeMajor(p.major),
        computeMinor(p.minor),
        maxThreadsPerBlock(p.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(p.maxThreadsPerMultiProcessor),
        regsPerBlock(p.regsPerBlock),
        regsPerMultiprocessor(p.regsPerMultiprocessor),
        warpSize(p.warpSize),
        sharedMemPerBlock(p.sharedMemPerBlock),
        sharedMemPerMultiprocessor(p.sharedMemPerMultiprocessor),
        numSms(p.multiProcessorCount),
        sharedMemPerBlockOptin(p.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(p.reservedSharedMemPerBlock) {}
};

typedef enum cudaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0,
  CACHE_PREFER_SHARED = 1,
  CACHE_PREFER_L1 = 2,
  CACHE_PREFER_EQUAL = 3
} cudaOccCacheConfig;

typedef enum cudaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50
} cudaOccCarveoutConfig;

typedef enum cudaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,
  PARTITIONED_GC_ON_STRICT
} cudaOccPartitionedGCConfig;

typedef enum cudaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT,
  FUNC_SHMEM_LIMIT_OPTIN
} cudaOccFuncShmemConfig;

/// Holds what the calculator needs of cudaFuncAttributes, from which it converts.
struct cudaOccFuncAttributes {
  int maxThreadsPerBlock = 0;
  int numRegs = 0;
  std::size_t sharedSizeBytes = 0;
  cudaOccPartitionedGCConfig partitionedGCConfig = PARTITIONED_GC_OFF;
  cudaOccFuncShmemConfig shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  std::size_t maxDynamicSharedSizeBytes = 0;
  int numBlockBarriers = 1;

  cudaOccFuncAttributes() = default;
  template <class Attributes>
  requires requires(Attributes const& a) { a.maxDynamicSharedSizeBytes; }
  cudaOccFuncAttributes(Attributes const& a)
      : maxThreadsPerBlock(a.maxThreadsPerBlock),
        numRegs(a.numRegs),
        sharedSizeBytes(a.sharedSizeBytes),
        maxDynamicSharedSizeBytes(static_cast<std::size_t>(a.maxDynamicSharedSizeBytes)) {}
};

struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig = CACHE_PREFER_NONE;
  int carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT;  ///< percent
};

typedef enum cudaOccLimitingFactor_enum {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10
} cudaOccLimitingFactor;

struct cudaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned limitingFactors;  ///< bits of cudaOccLimitingFactor
  // What each resource alone would allow; INT_MAX where a block takes none of it.
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int allocatedRegistersPerBlock;
  std::size_t allocatedSharedMemPerBlock;
  cudaOccPartitionedGCConfig partitionedGCConfig;
};

namespace simt::inline SIMT_ABI::cuda::detail {

/// The limits of a device by its compute capability, with its own numbers where it tells them.
inline cudaOccError occupancy_limits_of(capability_limits& l, cudaOccDeviceProp const& p) {
  if (p.maxThreadsPerBlock <= 0 || p.maxThreadsPerMultiprocessor <= 0 || p.regsPerBlock <= 0 ||
      p.regsPerMultiprocessor <= 0 || p.warpSize <= 0 || p.sharedMemPerBlock == 0 ||
      p.sharedMemPerMultiprocessor == 0 || p.numSms <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  capability_limits const* const known =
      p.computeMajor < 0 || p.computeMinor < 0 || p.computeMinor > 9
          ? nullptr
          : device_limits(static_cast<unsigned>(p.computeMajor * 10 + p.computeMinor));
  if (known == nullptr) return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
  l = *known;
  l.block_threads = static_cast<unsigned>(p.maxThreadsPerBlock);
  l.warp_size = static_cast<unsigned>(p.warpSize);
  l.resident_threads = static_cast<unsigned>(p.maxThreadsPerMultiprocessor);
  l.resident_warps = l.resident_threads / l.warp_size;
  l.block_registers = static_cast<unsigned>(p.regsPerBlock);
  l.registers = static_cast<unsigned>(p.regsPerMultiprocessor);
  l.block_shared = static_cast<unsigned>(p.sharedMemPerBlock);
  l.shared_bytes = static_cast<unsigned>(p.sharedMemPerMultiprocessor);
  l.block_shared_optin =
      static_cast<unsigned>(std::max(p.sharedMemPerBlockOptin, p.sharedMemPerBlock));
  l.reserved_shared = static_cast<unsigned>(p.reservedSharedMemPerBlock);
  return CUDA_OCC_SUCCESS;
}

/// The shared memory of a multiprocessor by the state's preference.
inline std::size_t occupancy_shared_room(capability_limits const& l, cudaOccDeviceState const& s,
                                         std::size_t block_bytes) {
  if (l.capability < 70)
    return shared_room_by_preference(l, static_cast<int>(s.cacheConfig), block_bytes);
  if (s.carveoutConfig == SHAREDMEM_CARVEOUT_DEFAULT) return l.shared_bytes;
  auto const percent = static_cast<std::size_t>(s.carveoutConfig);
  return choose_shared_room(l, l.shared_bytes * percent / 100, block_bytes);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

/// Computes how many blocks of a kernel a multiprocessor holds at a time, and what limits them.
/// - Errors:  CUDA_OCC_ERROR_INVALID_INPUT; CUDA_OCC_ERROR_UNKNOWN_DEVICE for a compute capability
///            that is none of 2.0 to 9.0
/// - Source:  CUDA C Programming Guide 8.0, 5.2.3.1 (Occupancy Calculator)
inline cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult* result,
                                                            cudaOccDeviceProp const* properties,
                                                            cudaOccFuncAttributes const* attributes,
                                                            cudaOccDeviceState const* state,
                                                            int blockSize,
                                                            std::size_t dynamicSmemSize) {
  if (result == nullptr || properties == nullptr || attributes == nullptr || state == nullptr ||
      blockSize <= 0 || attributes->numRegs < 0 || attributes->maxThreadsPerBlock <= 0 ||
      static_cast<unsigned>(state->cacheConfig) > 3 || state->carveoutConfig < -1 ||
      state->carveoutConfig > 100)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  simt::capability_limits l;
  if (auto const e = simt::cuda::detail::occupancy_limits_of(l, *properties); e != CUDA_OCC_SUCCESS)
    return e;
  auto const threads = static_cast<unsigned>(blockSize);
  auto const registers = static_cast<unsigned>(attributes->numRegs);
  std::size_t const shared = attributes->sharedSizeBytes + dynamicSmemSize;
  std::size_t const block_bytes = simt::shared_of_block(l, shared);
  std::size_t const room = simt::cuda::detail::occupancy_shared_room(l, *state, block_bytes);
  simt::occupancy_limits by = simt::occupancy_of(l, threads, registers, shared, room);
  bool const fits =
      blockSize <= properties->maxThreadsPerBlock && blockSize <= attributes->maxThreadsPerBlock;
  if (!fits) by.warps = 0;
  std::size_t const most = attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN
                               ? l.block_shared_optin
                               : l.block_shared;
  if (shared > most) by.shared = 0;
  unsigned const warps = (threads + l.warp_size - 1) / l.warp_size;
  unsigned const least = by.least();
  *result = {};
  result->activeBlocksPerMultiprocessor = static_cast<int>(least);
  result->limitingFactors =
      (by.warps == least ? unsigned{OCC_LIMIT_WARPS} : 0u) |
      (by.registers == least && registers != 0 ? unsigned{OCC_LIMIT_REGISTERS} : 0u) |
      (by.shared == least && block_bytes != 0 ? unsigned{OCC_LIMIT_SHARED_MEMORY} : 0u) |
      (by.blocks == least ? unsigned{OCC_LIMIT_BLOCKS} : 0u);
  result->blockLimitRegs = registers == 0 ? INT_MAX : static_cast<int>(by.registers);
  result->blockLimitSharedMem = block_bytes == 0 ? INT_MAX : static_cast<int>(by.shared);
  result->blockLimitWarps = static_cast<int>(by.warps);
  result->blockLimitBlocks = static_cast<int>(by.blocks);
  result->blockLimitBarriers = INT_MAX;
  result->allocatedRegistersPerBlock =
      static_cast<int>(simt::registers_of_warp(l, registers) * warps);
  result->allocatedSharedMemPerBlock = block_bytes;
  result->partitionedGCConfig = PARTITIONED_GC_OFF;
  return CUDA_OCC_SUCCESS;
}

/// Finds the block size with the most threads on a multiprocessor, the largest of equals, and the
/// blocks that fill the device with it.
/// - Needs:   blockSizeToDynamicSMemSize(threads): dynamic shared memory of a block, bytes
template <class UnaryFunction>
inline cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, cudaOccDeviceProp const* properties,
    cudaOccFuncAttributes const* attributes, cudaOccDeviceState const* state,
    UnaryFunction blockSizeToDynamicSMemSize) {
  if (minGridSize == nullptr || blockSize == nullptr || properties == nullptr ||
      attributes == nullptr || properties->warpSize <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  int const warp = properties->warpSize;
  int const most = std::min(properties->maxThreadsPerBlock, attributes->maxThreadsPerBlock);
  if (most <= 0) return CUDA_OCC_ERROR_INVALID_INPUT;
  int best = 0;
  *blockSize = 0;
  *minGridSize = 0;
  for (int threads = most; threads > 0; threads = (threads - 1) / warp * warp) {
    cudaOccResult r;
    auto const e = cudaOccMaxActiveBlocksPerMultiprocessor(
        &r, properties, attributes, state, threads,
        static_cast<std::size_t>(blockSizeToDynamicSMemSize(threads)));
    if (e != CUDA_OCC_SUCCESS) return e;
    if (r.activeBlocksPerMultiprocessor * threads <= best) continue;
    best = r.activeBlocksPerMultiprocessor * threads;
    *blockSize = threads;
    *minGridSize = r.activeBlocksPerMultiprocessor * properties->numSms;
  }
  return CUDA_OCC_SUCCESS;
}

/// The same with a function that may be null, and then a size of its own.
inline cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int* minGridSize, int* blockSize, cudaOccDeviceProp const* properties,
    cudaOccFuncAttributes const* attributes, cudaOccDeviceState const* state,
    std::size_t (*blockSizeToDynamicSMemSize)(int), std::size_t dynamicSMemSize) {
  return cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
      minGridSize, blockSize, properties, attributes, state, [&](int threads) {
        return blockSizeToDynamicSMemSize == nullptr ? dynamicSMemSize
                                                     : blockSizeToDynamicSMemSize(threads);
      });
}

/// Computes the dynamic shared memory that each of so many blocks on a multiprocessor can have.
inline cudaOccError cudaOccAvailableDynamicSMemPerBlock(std::size_t* bytesAvailable,
                                                        cudaOccDeviceProp const* properties,
                                                        cudaOccFuncAttributes const* attributes,
                                                        cudaOccDeviceState const* state,
                                                        int numBlocks, int blockSize) {
  if (bytesAvailable == nullptr || numBlocks <= 0) return CUDA_OCC_ERROR_INVALID_INPUT;
  cudaOccResult r;
  auto const e =
      cudaOccMaxActiveBlocksPerMultiprocessor(&r, properties, attributes, state, blockSize, 0);
  if (e != CUDA_OCC_SUCCESS) return e;
  *bytesAvailable = 0;
  if (r.activeBlocksPerMultiprocessor < numBlocks) return CUDA_OCC_SUCCESS;
  simt::capability_limits l;
  (void)simt::cuda::detail::occupancy_limits_of(l, *properties);
  std::size_t const room = simt::cuda::detail::occupancy_shared_room(l, *state, 0);
  std::size_t const each =
      room / static_cast<std::size_t>(numBlocks) / l.shared_unit * l.shared_unit;
  std::size_t const most = attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN
                               ? l.block_shared_optin
                               : l.block_shared;
  std::size_t const taken = attributes->sharedSizeBytes;
  std::size_t const left = std::min(each - std::min<std::size_t>(each, l.reserved_shared), most);
  *bytesAvailable = left - std::min(left, taken);
  return CUDA_OCC_SUCCESS;
}
