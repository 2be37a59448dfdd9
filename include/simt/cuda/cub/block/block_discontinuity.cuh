#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Marks items of a block's threads that differ from the one in front or behind.
// - Source:  CUB 2.5, cub/block/block_discontinuity.cuh, by behaviour: the first item is a head and
//            the last one a tail where nothing else is given for their neighbours

#include <simt/cuda/cub/detail/exchange.cuh>

namespace cub {

/// - CUDA:    cub::BlockDiscontinuity<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockDiscontinuity {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

 public:
  struct TempStorage {
    T first[threads];
    T last[threads];
  };

  __device__ __forceinline__ BlockDiscontinuity(TempStorage& temp_storage)
      : storage_(temp_storage) {}

  template <int ITEMS, class FlagT, class FlagOp>
  __device__ __forceinline__ void FlagHeads(FlagT (&head_flags)[ITEMS], T const (&input)[ITEMS],
                                            FlagOp flag_op) {
    publish(input[0], input[ITEMS - 1]);
    inner_heads(head_flags, input, flag_op);
    FlagT first = 1;
    if (thread() > 0) first = differ(flag_op, storage_.last[thread() - 1], input[0]);
    head_flags[0] = first;
  }
  template <int ITEMS, class FlagT, class FlagOp>
  __device__ __forceinline__ void FlagHeads(FlagT (&head_flags)[ITEMS], T const (&input)[ITEMS],
                                            FlagOp flag_op, T tile_predecessor_item) {
    publish(input[0], input[ITEMS - 1]);
    inner_heads(head_flags, input, flag_op);
    T before = tile_predecessor_item;
    if (thread() > 0) before = storage_.last[thread() - 1];
    head_flags[0] = differ(flag_op, before, input[0]);
  }
  template <int ITEMS, class FlagT, class FlagOp>
  __device__ __forceinline__ void FlagTails(FlagT (&tail_flags)[ITEMS], T const (&input)[ITEMS],
                                            FlagOp flag_op) {
    publish(input[0], input[ITEMS - 1]);
    inner_tails(tail_flags, input, flag_op);
    FlagT last = 1;
    if (thread() < threads - 1)
      last = differ(flag_op, input[ITEMS - 1], storage_.first[thread() + 1]);
    tail_flags[ITEMS - 1] = last;
  }
  template <int ITEMS, class FlagT, class FlagOp>
  __device__ __forceinline__ void FlagTails(FlagT (&tail_flags)[ITEMS], T const (&input)[ITEMS],
                                            FlagOp flag_op, T tile_successor_item) {
    publish(input[0], input[ITEMS - 1]);
    inner_tails(tail_flags, input, flag_op);
    T behind = tile_successor_item;
    if (thread() < threads - 1) behind = storage_.first[thread() + 1];
    tail_flags[ITEMS - 1] = differ(flag_op, input[ITEMS - 1], behind);
  }
  template <int ITEMS, class FlagT, class FlagOp>
  __device__ __forceinline__ void FlagHeadsAndTails(FlagT (&head_flags)[ITEMS],
                                                    FlagT (&tail_flags)[ITEMS],
                                                    T const (&input)[ITEMS], FlagOp flag_op) {
    FlagHeads(head_flags, input, flag_op);
    __syncthreads();
    FlagTails(tail_flags, input, flag_op);
  }

 private:
  __device__ __forceinline__ static int thread() {
    return detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
  }
  /// (Operators of programs take references to what they may change.)
  template <class FlagOp>
  __device__ __forceinline__ static bool differ(FlagOp flag_op, T a, T b) {
    return flag_op(a, b);
  }
  __device__ __forceinline__ void publish(T first, T last) {
    storage_.first[thread()] = first;
    storage_.last[thread()] = last;
    __syncthreads();
  }
  template <int ITEMS, class FlagT, class FlagOp>
  __device__ __forceinline__ static void inner_heads(FlagT (&flags)[ITEMS], T const (&input)[ITEMS],
                                                     FlagOp flag_op) {
    for (int i = 1; i < ITEMS; ++i) flags[i] = differ(flag_op, input[i - 1], input[i]);
  }
  template <int ITEMS, class FlagT, class FlagOp>
  __device__ __forceinline__ static void inner_tails(FlagT (&flags)[ITEMS], T const (&input)[ITEMS],
                                                     FlagOp flag_op) {
    for (int i = 0; i < ITEMS - 1; ++i) flags[i] = differ(flag_op, input[i], input[i + 1]);
  }

  TempStorage& storage_;
};

}  // namespace cub
