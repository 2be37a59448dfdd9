#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Shuffles of any type among the threads of a logical warp, and where a thread is.

#include <cooperative_groups.h>
#include <simt/cuda/cub/util_type.cuh>

namespace cub::detail {

template <int X, int Y, int Z>
__device__ __forceinline__ int linear_thread() {
  if constexpr (Y == 1 && Z == 1)
    return static_cast<int>(threadIdx.x);
  else
    return static_cast<int>((threadIdx.z * Y + threadIdx.y) * X + threadIdx.x);
}

/// Gives the rank of a thread in its logical warp.
template <int Threads>
__device__ __forceinline__ int logical_lane() {
  int const lane =
      static_cast<int>(((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) & 31u);
  if constexpr (Threads == 32)
    return lane;
  else
    return lane % Threads;
}

/// Gives where a thread's items begin in a block's, of which each warp has `items` times 32 and its
/// threads every 32nd one.
__device__ __forceinline__ int warp_striped_begin(int linear_tid, int items) {
  return (linear_tid & ~31) * items + (linear_tid & 31);
}

/// Gives the lanes of the logical warp that the lane is in.
template <int Threads>
__device__ __forceinline__ unsigned logical_mask(int lane) {
  if constexpr (Threads == 32)
    return 0xffffffffu;
  else
    return ((1u << Threads) - 1u) << (lane / Threads * Threads);
}

/// Gives the value of the thread `step` behind, where the logical warp has one.
template <int Threads, class T>
__device__ __forceinline__ T shuffle_down(T value, int step) {
  static_assert(Threads >= 1 && Threads <= 32 && (Threads & (Threads - 1)) == 0,
                "simt: cub: a logical warp has 1, 2, 4, 8, 16 or 32 threads");
  if constexpr (std::is_arithmetic<T>::value) {
    int const lane = logical_lane<32>();
    return static_cast<T>(__shfl_down_sync(logical_mask<Threads>(lane), value, step, Threads));
  } else {
    auto const tile =
        cooperative_groups::tiled_partition<Threads>(cooperative_groups::this_thread_block());
    return tile.shfl_down(value, step);
  }
}

/// Gives the value of the thread `step` in front, where the logical warp has one.
template <int Threads, class T>
__device__ __forceinline__ T shuffle_up(T value, int step) {
  static_assert(Threads >= 1 && Threads <= 32 && (Threads & (Threads - 1)) == 0,
                "simt: cub: a logical warp has 1, 2, 4, 8, 16 or 32 threads");
  if constexpr (std::is_arithmetic<T>::value) {
    int const lane = logical_lane<32>();
    return static_cast<T>(__shfl_up_sync(logical_mask<Threads>(lane), value, step, Threads));
  } else {
    auto const tile =
        cooperative_groups::tiled_partition<Threads>(cooperative_groups::this_thread_block());
    return tile.shfl_up(value, step);
  }
}

/// Gives the value of one thread of the logical warp to all.
template <int Threads, class T>
__device__ __forceinline__ T shuffle_from(T value, int from) {
  if constexpr (std::is_arithmetic<T>::value) {
    int const lane = logical_lane<32>();
    return static_cast<T>(__shfl_sync(logical_mask<Threads>(lane), value, from, Threads));
  } else {
    auto const tile =
        cooperative_groups::tiled_partition<Threads>(cooperative_groups::this_thread_block());
    return tile.shfl(value, from);
  }
}

}  // namespace cub::detail
