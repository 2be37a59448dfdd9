#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Rearranges the items of a logical warp's threads.
// - Source:  CUB 2.5, cub/warp/warp_exchange.cuh, by behaviour

#include <simt/cuda/cub/detail/exchange.cuh>

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

/// - CUDA:    cub::WarpExchange<T, ITEMS, LOGICAL_WARP_THREADS>
template <class InputT, int ITEMS_PER_THREAD, int LOGICAL_WARP_THREADS = 32,
          int LEGACY_PTX_ARCH = 0, WarpExchangeAlgorithm ALGORITHM = WARP_EXCHANGE_SMEM>
class WarpExchange {
  static constexpr int threads = LOGICAL_WARP_THREADS;
  static constexpr int items = ITEMS_PER_THREAD;

 public:
  struct TempStorage {
    InputT of_warp[threads * items];
  };

  __device__ __forceinline__ WarpExchange(TempStorage& temp_storage) : storage_(temp_storage) {}

  template <class OutputT>
  __device__ __forceinline__ void BlockedToStriped(InputT const (&input_items)[ITEMS_PER_THREAD],
                                                   OutputT (&output_items)[ITEMS_PER_THREAD]) {
    int const lane = detail::logical_lane<threads>();
    for (int i = 0; i < items; ++i) storage_.of_warp[lane * items + i] = input_items[i];
    meet();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_warp[i * threads + lane];
  }
  template <class OutputT>
  __device__ __forceinline__ void StripedToBlocked(InputT const (&input_items)[ITEMS_PER_THREAD],
                                                   OutputT (&output_items)[ITEMS_PER_THREAD]) {
    int const lane = detail::logical_lane<threads>();
    for (int i = 0; i < items; ++i) storage_.of_warp[i * threads + lane] = input_items[i];
    meet();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_warp[lane * items + i];
  }
  template <class OutputT, class OffsetT>
  __device__ __forceinline__ void ScatterToStriped(InputT const (&input_items)[ITEMS_PER_THREAD],
                                                   OutputT (&output_items)[ITEMS_PER_THREAD],
                                                   OffsetT const (&ranks)[ITEMS_PER_THREAD]) {
    int const lane = detail::logical_lane<threads>();
    for (int i = 0; i < items; ++i) storage_.of_warp[ranks[i]] = input_items[i];
    meet();
    for (int i = 0; i < items; ++i) output_items[i] = storage_.of_warp[i * threads + lane];
  }
  template <class OffsetT>
  __device__ __forceinline__ void ScatterToStriped(InputT (&items_)[ITEMS_PER_THREAD],
                                                   OffsetT const (&ranks)[ITEMS_PER_THREAD]) {
    ScatterToStriped(items_, items_, ranks);
  }

 private:
  __device__ __forceinline__ static void meet() {
    __syncwarp(detail::logical_mask<threads>(detail::logical_lane<32>()));
  }

  TempStorage& storage_;
};

}  // namespace cub
