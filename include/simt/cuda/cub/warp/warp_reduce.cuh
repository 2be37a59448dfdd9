#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Reductions among the threads of a warp, or of equal parts of one.
// - Source:  CUB 2.5, cub/warp/warp_reduce.cuh, by behaviour
// - Order:   partial results of 1, 2, 4, … neighbours, from the lower to the higher thread

#include <simt/cuda/cub/detail/exchange.cuh>
#include <simt/cuda/cub/thread/thread_operators.cuh>

namespace cub {
namespace detail {

/// Combines the values of the first `valid` threads of a logical warp; thread 0 gets the result.
template <int Threads, class T, class Op>
__device__ __forceinline__ T reduce_warp(T value, Op op, int valid) {
  int const lane = logical_lane<Threads>();
  for (int step = 1; step < Threads; step *= 2) {
    T const other = shuffle_down<Threads>(value, step);
    if (lane + step < valid) value = combine(op, value, other);
  }
  return value;
}

/// Gives the flags of a logical warp's threads, bit 0 for the first.
template <int Threads>
__device__ __forceinline__ unsigned logical_ballot(bool flag) {
  int const lane = logical_lane<32>();
  unsigned const all = __ballot_sync(logical_mask<Threads>(lane), flag);
  if constexpr (Threads == 32)
    return all;
  else
    return (all >> (lane / Threads * Threads)) & ((1u << Threads) - 1u);
}

/// Gives the last thread of one's own segment; segments begin at heads, or else end at tails.
template <int Threads>
__device__ __forceinline__ int segment_end(bool flag, bool is_head) {
  int const lane = logical_lane<Threads>();
  unsigned const flags = logical_ballot<Threads>(flag);
  // Those that may end it: tails from here on, or threads in front of a later head.
  unsigned const ends = (is_head ? flags >> 1 : flags) >> lane << lane;
  return ends == 0 ? Threads - 1 : __ffs(static_cast<int>(ends)) - 1;
}

}  // namespace detail

/// - CUDA:    cub::WarpReduce<T, LOGICAL_WARP_THREADS>
/// - Needs:   LOGICAL_WARP_THREADS a power of two
template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpReduce {
 public:
  struct TempStorage {
    unsigned char unused;
  };

  __device__ __forceinline__ WarpReduce(TempStorage&) {}

  __device__ __forceinline__ T Sum(T input) {
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, cub::Sum(), LOGICAL_WARP_THREADS);
  }
  __device__ __forceinline__ T Sum(T input, int valid_items) {
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, cub::Sum(), valid_items);
  }
  template <class ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp reduction_op) {
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, reduction_op, LOGICAL_WARP_THREADS);
  }
  template <class ReductionOp>
  __device__ __forceinline__ T Reduce(T input, ReductionOp reduction_op, int valid_items) {
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, reduction_op, valid_items);
  }
  template <class FlagT>
  __device__ __forceinline__ T HeadSegmentedSum(T input, FlagT head_flag) {
    int const last = detail::segment_end<LOGICAL_WARP_THREADS>(head_flag != 0, true);
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, cub::Sum(), last + 1);
  }
  template <class FlagT>
  __device__ __forceinline__ T TailSegmentedSum(T input, FlagT tail_flag) {
    int const last = detail::segment_end<LOGICAL_WARP_THREADS>(tail_flag != 0, false);
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, cub::Sum(), last + 1);
  }
  template <class ReductionOp, class FlagT>
  __device__ __forceinline__ T HeadSegmentedReduce(T input, FlagT head_flag,
                                                   ReductionOp reduction_op) {
    int const last = detail::segment_end<LOGICAL_WARP_THREADS>(head_flag != 0, true);
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, reduction_op, last + 1);
  }
  template <class ReductionOp, class FlagT>
  __device__ __forceinline__ T TailSegmentedReduce(T input, FlagT tail_flag,
                                                   ReductionOp reduction_op) {
    int const last = detail::segment_end<LOGICAL_WARP_THREADS>(tail_flag != 0, false);
    return detail::reduce_warp<LOGICAL_WARP_THREADS>(input, reduction_op, last + 1);
  }
};

}  // namespace cub
