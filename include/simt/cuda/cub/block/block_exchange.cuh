#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Rearranges the items of a block's threads.
// - Source:  CUB 2.5, cub/block/block_exchange.cuh, by behaviour

#include <simt/cuda/cub/detail/exchange.cuh>

namespace cub {

/// - CUDA:    cub::BlockExchange<T, BLOCK_DIM_X, ITEMS, WARP_TIME_SLICING, BLOCK_DIM_Y,
/// BLOCK_DIM_Z>
template <class InputT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockExchange {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int items = ITEMS_PER_THREAD;

 public:
  struct TempStorage {
    InputT of_block[threads * items];
  };

  __device__ __forceinline__ BlockExchange(TempStorage& temp_storage) : storage_(temp_storage) {}

  template <class OutputT>
  __device__ __forceinline__ void StripedToBlocked(InputT const (&input_items)[ITEMS_PER_THREAD],
                                                   OutputT (&output_items)[ITEMS_PER_THREAD]) {
    int const t = thread();
    for (int i = 0; i < items; ++i) storage_.of_block[i * threads + t] = input_items[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[t * items + i];
  }
  template <class OutputT>
  __device__ __forceinline__ void BlockedToStriped(InputT const (&input_items)[ITEMS_PER_THREAD],
                                                   OutputT (&output_items)[ITEMS_PER_THREAD]) {
    int const t = thread();
    for (int i = 0; i < items; ++i) storage_.of_block[t * items + i] = input_items[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[i * threads + t];
  }
  template <class OutputT>
  __device__ __forceinline__ void WarpStripedToBlocked(
      InputT const (&input_items)[ITEMS_PER_THREAD], OutputT (&output_items)[ITEMS_PER_THREAD]) {
    int const t = thread();
    int const first = detail::warp_striped_begin(t, items);
    for (int i = 0; i < items; ++i) storage_.of_block[first + i * 32] = input_items[i];
    __syncwarp();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[t * items + i];
  }
  template <class OutputT>
  __device__ __forceinline__ void BlockedToWarpStriped(
      InputT const (&input_items)[ITEMS_PER_THREAD], OutputT (&output_items)[ITEMS_PER_THREAD]) {
    int const t = thread();
    int const first = detail::warp_striped_begin(t, items);
    for (int i = 0; i < items; ++i) storage_.of_block[t * items + i] = input_items[i];
    __syncwarp();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[first + i * 32];
  }
  template <class OutputT, class OffsetT>
  __device__ __forceinline__ void ScatterToBlocked(InputT const (&input_items)[ITEMS_PER_THREAD],
                                                   OutputT (&output_items)[ITEMS_PER_THREAD],
                                                   OffsetT const (&ranks)[ITEMS_PER_THREAD]) {
    int const t = thread();
    for (int i = 0; i < items; ++i) storage_.of_block[ranks[i]] = input_items[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[t * items + i];
  }
  template <class OutputT, class OffsetT>
  __device__ __forceinline__ void ScatterToStriped(InputT const (&input_items)[ITEMS_PER_THREAD],
                                                   OutputT (&output_items)[ITEMS_PER_THREAD],
                                                   OffsetT const (&ranks)[ITEMS_PER_THREAD]) {
    int const t = thread();
    for (int i = 0; i < items; ++i) storage_.of_block[ranks[i]] = input_items[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[i * threads + t];
  }
  template <class OutputT, class OffsetT>
  __device__ __forceinline__ void ScatterToStripedGuarded(
      InputT const (&input_items)[ITEMS_PER_THREAD], OutputT (&output_items)[ITEMS_PER_THREAD],
      OffsetT const (&ranks)[ITEMS_PER_THREAD]) {
    int const t = thread();
    for (int i = 0; i < items; ++i)
      if (ranks[i] >= 0) storage_.of_block[ranks[i]] = input_items[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[i * threads + t];
  }
  template <class OutputT, class OffsetT, class ValidFlag>
  __device__ __forceinline__ void ScatterToStripedFlagged(
      InputT const (&input_items)[ITEMS_PER_THREAD], OutputT (&output_items)[ITEMS_PER_THREAD],
      OffsetT const (&ranks)[ITEMS_PER_THREAD], ValidFlag const (&is_valid)[ITEMS_PER_THREAD]) {
    int const t = thread();
    for (int i = 0; i < items; ++i)
      if (is_valid[i]) storage_.of_block[ranks[i]] = input_items[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_block[i * threads + t];
  }
  __device__ __forceinline__ void StripedToBlocked(InputT (&items_)[ITEMS_PER_THREAD]) {
    StripedToBlocked(items_, items_);
  }
  __device__ __forceinline__ void BlockedToStriped(InputT (&items_)[ITEMS_PER_THREAD]) {
    BlockedToStriped(items_, items_);
  }
  __device__ __forceinline__ void WarpStripedToBlocked(InputT (&items_)[ITEMS_PER_THREAD]) {
    WarpStripedToBlocked(items_, items_);
  }
  __device__ __forceinline__ void BlockedToWarpStriped(InputT (&items_)[ITEMS_PER_THREAD]) {
    BlockedToWarpStriped(items_, items_);
  }
  template <class OffsetT>
  __device__ __forceinline__ void ScatterToBlocked(InputT (&items_)[ITEMS_PER_THREAD],
                                                   OffsetT const (&ranks)[ITEMS_PER_THREAD]) {
    ScatterToBlocked(items_, items_, ranks);
  }
  template <class OffsetT>
  __device__ __forceinline__ void ScatterToStriped(InputT (&items_)[ITEMS_PER_THREAD],
                                                   OffsetT const (&ranks)[ITEMS_PER_THREAD]) {
    ScatterToStriped(items_, items_, ranks);
  }

 private:
  __device__ __forceinline__ static int thread() {
    return detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
  }

  TempStorage& storage_;
};

}  // namespace cub
