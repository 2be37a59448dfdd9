#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Reductions among the threads of a block.
// - Source:  CUB 2.5, cub/block/block_reduce.cuh, by behaviour
// - Order:   within warps as WarpReduce, then warp by warp; for all algorithms

#include <simt/cuda/cub/warp/warp_reduce.cuh>

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

/// Thread 0 gets the result.
/// - CUDA:    cub::BlockReduce<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockReduce {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int warps = (threads + 31) / 32;

 public:
  struct TempStorage {
    T of_warp[warps];
  };

  __device__ __forceinline__ BlockReduce(TempStorage& temp_storage) : storage_(temp_storage) {}

  template <class ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp reduction_op, int num_valid) {
    int const thread = detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
    int const warp = thread >> 5;
    T result = detail::reduce_warp<32>(input, reduction_op, num_valid - warp * 32);
    if ((thread & 31) == 0) storage_.of_warp[warp] = result;
    __syncthreads();
    if (thread == 0)
      for (int i = 1; i < warps; ++i)
        if (i * 32 < num_valid) result = detail::combine(reduction_op, result, storage_.of_warp[i]);
    return result;
  }
  template <class ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp reduction_op) {
    return Reduce(input, reduction_op, threads);
  }
  template <int ITEMS_PER_THREAD, class ReductionOp>
  __device__ __forceinline__ T Reduce(T const (&inputs)[ITEMS_PER_THREAD],
                                      ReductionOp reduction_op) {
    return Reduce(detail::combine_items(inputs, reduction_op), reduction_op, threads);
  }
  __device__ __forceinline__ T Sum(T input) { return Reduce(input, cub::Sum(), threads); }
  __device__ __forceinline__ T Sum(T input, int num_valid) {
    return Reduce(input, cub::Sum(), num_valid);
  }
  template <int ITEMS_PER_THREAD>
  __device__ __forceinline__ T Sum(T const (&inputs)[ITEMS_PER_THREAD]) {
    return Reduce(inputs, cub::Sum());
  }

 private:
  TempStorage& storage_;
};

}  // namespace cub
