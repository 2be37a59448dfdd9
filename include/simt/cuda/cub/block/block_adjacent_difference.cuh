#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Differences between neighbours of a block's items.
// Operators get variables, not constants: programs have some that take T&.
// - Source:  CUB 2.5, cub/block/block_adjacent_difference.cuh, by behaviour

#include <simt/cuda/cub/detail/exchange.cuh>

namespace cub {

/// - CUDA:    cub::BlockAdjacentDifference<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockAdjacentDifference {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

 public:
  struct TempStorage {
    T of_thread[threads];
  };

  __device__ __forceinline__ BlockAdjacentDifference(TempStorage& temp_storage)
      : storage_(temp_storage) {}

  /// The block's first item stays as it is.
  template <int ITEMS, class OutputT, class DifferenceOpT>
  __device__ __forceinline__ void SubtractLeft(T const (&input)[ITEMS], OutputT (&output)[ITEMS],
                                               DifferenceOpT difference_op) {
    int const t = thread();
    storage_.of_thread[t] = input[ITEMS - 1];
    __syncthreads();
    T before = t > 0 ? storage_.of_thread[t - 1] : input[0];
    for (int i = 0; i < ITEMS; ++i) {
      T own = input[i];
      output[i] = own;
      if (t > 0 || i > 0) output[i] = difference_op(own, before);
      before = own;
    }
  }
  template <int ITEMS, class OutputT, class DifferenceOpT>
  __device__ __forceinline__ void SubtractLeft(T const (&input)[ITEMS], OutputT (&output)[ITEMS],
                                               DifferenceOpT difference_op,
                                               T tile_predecessor_item) {
    int const t = thread();
    storage_.of_thread[t] = input[ITEMS - 1];
    __syncthreads();
    T before = t > 0 ? storage_.of_thread[t - 1] : tile_predecessor_item;
    for (int i = 0; i < ITEMS; ++i) {
      T own = input[i];
      output[i] = difference_op(own, before);
      before = own;
    }
  }
  /// Items from `valid_items` on stay as they are.
  template <int ITEMS, class OutputT, class DifferenceOpT>
  __device__ __forceinline__ void SubtractLeftPartialTile(T const (&input)[ITEMS],
                                                          OutputT (&output)[ITEMS],
                                                          DifferenceOpT difference_op,
                                                          int valid_items) {
    int const t = thread();
    storage_.of_thread[t] = input[ITEMS - 1];
    __syncthreads();
    T before = t > 0 ? storage_.of_thread[t - 1] : input[0];
    for (int i = 0; i < ITEMS; ++i) {
      T own = input[i];
      int const at = t * ITEMS + i;
      output[i] = own;
      if (at > 0 && at < valid_items) output[i] = difference_op(own, before);
      before = own;
    }
  }
  /// The block's last item stays as it is.
  template <int ITEMS, class OutputT, class DifferenceOpT>
  __device__ __forceinline__ void SubtractRight(T const (&input)[ITEMS], OutputT (&output)[ITEMS],
                                                DifferenceOpT difference_op) {
    int const t = thread();
    storage_.of_thread[t] = input[0];
    __syncthreads();
    T behind = t < threads - 1 ? storage_.of_thread[t + 1] : input[ITEMS - 1];
    for (int i = 0; i < ITEMS - 1; ++i) {
      T left = input[i], right = input[i + 1];
      output[i] = difference_op(left, right);
    }
    T own = input[ITEMS - 1];
    output[ITEMS - 1] = own;
    if (t < threads - 1) output[ITEMS - 1] = difference_op(own, behind);
  }
  template <int ITEMS, class OutputT, class DifferenceOpT>
  __device__ __forceinline__ void SubtractRight(T const (&input)[ITEMS], OutputT (&output)[ITEMS],
                                                DifferenceOpT difference_op,
                                                T tile_successor_item) {
    int const t = thread();
    storage_.of_thread[t] = input[0];
    __syncthreads();
    T behind = t < threads - 1 ? storage_.of_thread[t + 1] : tile_successor_item;
    for (int i = 0; i < ITEMS - 1; ++i) {
      T left = input[i], right = input[i + 1];
      output[i] = difference_op(left, right);
    }
    T own = input[ITEMS - 1];
    output[ITEMS - 1] = difference_op(own, behind);
  }
  /// The last valid item, and those behind it, stay as they are.
  template <int ITEMS, class OutputT, class DifferenceOpT>
  __device__ __forceinline__ void SubtractRightPartialTile(T const (&input)[ITEMS],
                                                           OutputT (&output)[ITEMS],
                                                           DifferenceOpT difference_op,
                                                           int valid_items) {
    int const t = thread();
    storage_.of_thread[t] = input[0];
    __syncthreads();
    T behind = t < threads - 1 ? storage_.of_thread[t + 1] : input[ITEMS - 1];
    for (int i = 0; i < ITEMS; ++i) {
      T own = input[i];
      T next = behind;
      if (i < ITEMS - 1) next = input[i < ITEMS - 1 ? i + 1 : i];
      output[i] = own;
      if (t * ITEMS + i + 1 < valid_items) output[i] = difference_op(own, next);
    }
  }

 private:
  __device__ __forceinline__ static int thread() {
    return detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
  }

  TempStorage& storage_;
};

}  // namespace cub
