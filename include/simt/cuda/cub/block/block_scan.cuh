#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Scans among the threads of a block, of one item each or several.
// - Source:  CUB 2.5, cub/block/block_scan.cuh, by behaviour
// - Order:   within warps as WarpScan, then warp by warp; for all algorithms

#include <simt/cuda/cub/warp/warp_scan.cuh>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/// - CUDA:    cub::BlockScan<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockScan {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int warps = (threads + 31) / 32;

 public:
  struct TempStorage {
    T of_warp[warps];
    T prefix;
  };

  __device__ __forceinline__ BlockScan(TempStorage& temp_storage) : storage_(temp_storage) {}

  // One item a thread.

  __device__ __forceinline__ void ExclusiveSum(T input, T& output) {
    T const zero{};
    T aggregate;
    output = exclusive(input, zero, cub::Sum(), aggregate);
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& output, T& block_aggregate) {
    T const zero{};
    T aggregate;
    output = exclusive(input, zero, cub::Sum(), aggregate);
    block_aggregate = aggregate;
  }
  template <class BlockPrefixCallbackOp>
  __device__ __forceinline__ void ExclusiveSum(T input, T& output,
                                               BlockPrefixCallbackOp& block_prefix_callback_op) {
    ExclusiveScan(input, output, cub::Sum(), block_prefix_callback_op);
  }
  template <class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial_value,
                                                ScanOp scan_op) {
    T aggregate;
    output = exclusive(input, initial_value, scan_op, aggregate);
  }
  template <class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, T initial_value, ScanOp scan_op,
                                                T& block_aggregate) {
    T aggregate;
    output = exclusive(input, initial_value, scan_op, aggregate);
    block_aggregate = aggregate;
  }
  template <class ScanOp, class BlockPrefixCallbackOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, ScanOp scan_op,
                                                BlockPrefixCallbackOp& block_prefix_callback_op) {
    T aggregate, before;
    inclusive(input, scan_op, aggregate, before);
    T const prefix = prefix_of(aggregate, block_prefix_callback_op);
    T result = prefix;
    if (thread() > 0) result = detail::combine(scan_op, prefix, before);
    output = result;
  }
  /// Leaves the first thread's output undefined.
  template <class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& output, ScanOp scan_op) {
    T aggregate, before;
    inclusive(input, scan_op, aggregate, before);
    output = before;
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output) {
    T aggregate, before;
    output = inclusive(input, cub::Sum(), aggregate, before);
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& output, T& block_aggregate) {
    T aggregate, before;
    output = inclusive(input, cub::Sum(), aggregate, before);
    block_aggregate = aggregate;
  }
  template <class BlockPrefixCallbackOp>
  __device__ __forceinline__ void InclusiveSum(T input, T& output,
                                               BlockPrefixCallbackOp& block_prefix_callback_op) {
    InclusiveScan(input, output, cub::Sum(), block_prefix_callback_op);
  }
  template <class ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp scan_op) {
    T aggregate, before;
    output = inclusive(input, scan_op, aggregate, before);
  }
  template <class ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp scan_op,
                                                T& block_aggregate) {
    T aggregate, before;
    output = inclusive(input, scan_op, aggregate, before);
    block_aggregate = aggregate;
  }
  template <class ScanOp, class BlockPrefixCallbackOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& output, ScanOp scan_op,
                                                BlockPrefixCallbackOp& block_prefix_callback_op) {
    T aggregate, before;
    T const own = inclusive(input, scan_op, aggregate, before);
    T const prefix = prefix_of(aggregate, block_prefix_callback_op);
    output = detail::combine(scan_op, prefix, own);
  }

  // Several items a thread, in the order of threads.

  template <int ITEMS>
  __device__ __forceinline__ void ExclusiveSum(T const (&input)[ITEMS], T (&output)[ITEMS]) {
    T const zero{};
    T aggregate;
    ExclusiveScan(input, output, zero, cub::Sum(), aggregate);
  }
  template <int ITEMS>
  __device__ __forceinline__ void ExclusiveSum(T const (&input)[ITEMS], T (&output)[ITEMS],
                                               T& block_aggregate) {
    T const zero{};
    ExclusiveScan(input, output, zero, cub::Sum(), block_aggregate);
  }
  template <int ITEMS, class BlockPrefixCallbackOp>
  __device__ __forceinline__ void ExclusiveSum(T const (&input)[ITEMS], T (&output)[ITEMS],
                                               BlockPrefixCallbackOp& block_prefix_callback_op) {
    ExclusiveScan(input, output, cub::Sum(), block_prefix_callback_op);
  }
  template <int ITEMS, class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T const (&input)[ITEMS], T (&output)[ITEMS],
                                                T initial_value, ScanOp scan_op) {
    T aggregate;
    ExclusiveScan(input, output, initial_value, scan_op, aggregate);
  }
  template <int ITEMS, class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T const (&input)[ITEMS], T (&output)[ITEMS],
                                                T initial_value, ScanOp scan_op,
                                                T& block_aggregate) {
    T const own = detail::combine_items(input, scan_op);
    T aggregate;
    T const before = exclusive(own, initial_value, scan_op, aggregate);
    detail::scan_items(input, output, before, scan_op);
    block_aggregate = aggregate;
  }
  template <int ITEMS, class ScanOp, class BlockPrefixCallbackOp>
  __device__ __forceinline__ void ExclusiveScan(T const (&input)[ITEMS], T (&output)[ITEMS],
                                                ScanOp scan_op,
                                                BlockPrefixCallbackOp& block_prefix_callback_op) {
    T const own = detail::combine_items(input, scan_op);
    T before;
    ExclusiveScan(own, before, scan_op, block_prefix_callback_op);
    detail::scan_items(input, output, before, scan_op);
  }
  template <int ITEMS>
  __device__ __forceinline__ void InclusiveSum(T const (&input)[ITEMS], T (&output)[ITEMS]) {
    T aggregate;
    InclusiveScan(input, output, cub::Sum(), aggregate);
  }
  template <int ITEMS>
  __device__ __forceinline__ void InclusiveSum(T const (&input)[ITEMS], T (&output)[ITEMS],
                                               T& block_aggregate) {
    InclusiveScan(input, output, cub::Sum(), block_aggregate);
  }
  template <int ITEMS, class BlockPrefixCallbackOp>
  __device__ __forceinline__ void InclusiveSum(T const (&input)[ITEMS], T (&output)[ITEMS],
                                               BlockPrefixCallbackOp& block_prefix_callback_op) {
    InclusiveScan(input, output, cub::Sum(), block_prefix_callback_op);
  }
  template <int ITEMS, class ScanOp>
  __device__ __forceinline__ void InclusiveScan(T const (&input)[ITEMS], T (&output)[ITEMS],
                                                ScanOp scan_op) {
    T aggregate;
    InclusiveScan(input, output, scan_op, aggregate);
  }
  template <int ITEMS, class ScanOp>
  __device__ __forceinline__ void InclusiveScan(T const (&input)[ITEMS], T (&output)[ITEMS],
                                                ScanOp scan_op, T& block_aggregate) {
    T const own = detail::combine_items(input, scan_op);
    T aggregate, before;
    inclusive(own, scan_op, aggregate, before);
    T sum = input[0];
    if (thread() > 0) sum = detail::combine(scan_op, before, sum);
    output[0] = sum;
    for (int i = 1; i < ITEMS; ++i) {
      sum = detail::combine(scan_op, sum, input[i]);
      output[i] = sum;
    }
    block_aggregate = aggregate;
  }
  template <int ITEMS, class ScanOp, class BlockPrefixCallbackOp>
  __device__ __forceinline__ void InclusiveScan(T const (&input)[ITEMS], T (&output)[ITEMS],
                                                ScanOp scan_op,
                                                BlockPrefixCallbackOp& block_prefix_callback_op) {
    T const own = detail::combine_items(input, scan_op);
    T sum;
    ExclusiveScan(own, sum, scan_op, block_prefix_callback_op);
    for (int i = 0; i < ITEMS; ++i) {
      sum = detail::combine(scan_op, sum, input[i]);
      output[i] = sum;
    }
  }

 private:
  __device__ __forceinline__ static int thread() {
    return detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
  }

  /// Combines the values up to and including one's own. before: those without it, undefined for the
  /// first thread.
  template <class ScanOp>
  __device__ __forceinline__ T inclusive(T input, ScanOp scan_op, T& block_aggregate, T& before) {
    int const lane = thread() & 31;
    int const warp = thread() >> 5;
    T sum = detail::scan_warp<32>(input, scan_op);
    T in_front = detail::shuffle_up<32>(sum, 1);
    if (lane == 31 || thread() == threads - 1) storage_.of_warp[warp] = sum;
    __syncthreads();
    T total = storage_.of_warp[0];
    T prefix = total;
    for (int i = 1; i < warps; ++i) {
      if (warp == i) prefix = total;
      total = detail::combine(scan_op, total, storage_.of_warp[i]);
    }
    if (warp > 0) {
      sum = detail::combine(scan_op, prefix, sum);
      in_front = lane == 0 ? prefix : detail::combine(scan_op, prefix, in_front);
    }
    block_aggregate = total;
    before = in_front;
    return sum;
  }

  /// Combines the values in front of one's own, after an initial one.
  template <class ScanOp>
  __device__ __forceinline__ T exclusive(T input, T initial_value, ScanOp scan_op,
                                         T& block_aggregate) {
    T aggregate, before;
    inclusive(input, scan_op, aggregate, before);
    block_aggregate = aggregate;
    T result = initial_value;
    if (thread() > 0) result = detail::combine(scan_op, initial_value, before);
    return result;
  }

  /// Asks the first warp for what comes before the block; its first thread's answer is for all.
  template <class BlockPrefixCallbackOp>
  __device__ __forceinline__ T prefix_of(T aggregate,
                                         BlockPrefixCallbackOp& block_prefix_callback_op) {
    if (thread() < 32) {
      T const prefix = block_prefix_callback_op(aggregate);
      if (thread() == 0) storage_.prefix = prefix;
    }
    __syncthreads();
    return storage_.prefix;
  }

  TempStorage& storage_;
};

}  // namespace cub
