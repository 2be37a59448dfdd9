#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Scans among the threads of a warp, or of equal parts of one.
// - Source:  CUB 2.5, cub/warp/warp_scan.cuh, by behaviour

#include <simt/cuda/cub/detail/exchange.cuh>
#include <simt/cuda/cub/thread/thread_operators.cuh>

namespace cub {
namespace detail {

/// Combines each thread's value with those of the threads in front of it in its logical warp.
template <int Threads, class T, class Op>
__device__ __forceinline__ T scan_warp(T value, Op op) {
  int const lane = logical_lane<Threads>();
  for (int step = 1; step < Threads; step *= 2) {
    T const other = shuffle_up<Threads>(value, step);
    if (lane >= step) value = combine(op, other, value);
  }
  return value;
}

/// Combines an initial value with those in front of each thread, whose scan is `sum`.
template <int Threads, class T, class Op>
__device__ __forceinline__ T exclusive_of(T sum, T initial_value, Op op) {
  T const before = shuffle_up<Threads>(sum, 1);
  T result = initial_value;
  if (logical_lane<Threads>() > 0) result = combine(op, initial_value, before);
  return result;
}

}  // namespace detail

/// - CUDA:    cub::WarpScan<T, LOGICAL_WARP_THREADS>
/// - Needs:   LOGICAL_WARP_THREADS a power of two
template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpScan {
  static constexpr int last = LOGICAL_WARP_THREADS - 1;

 public:
  struct TempStorage {
    unsigned char unused;
  };

  __device__ __forceinline__ WarpScan(TempStorage&) {}

  __device__ __forceinline__ void InclusiveSum(T input, T& inclusive_output) {
    inclusive_output = detail::scan_warp<LOGICAL_WARP_THREADS>(input, cub::Sum());
  }
  __device__ __forceinline__ void InclusiveSum(T input, T& inclusive_output, T& warp_aggregate) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, cub::Sum());
    inclusive_output = sum;
    warp_aggregate = detail::shuffle_from<LOGICAL_WARP_THREADS>(sum, last);
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& exclusive_output) {
    T const zero{};
    ExclusiveScan(input, exclusive_output, zero, cub::Sum());
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T& exclusive_output, T& warp_aggregate) {
    T const zero{};
    ExclusiveScan(input, exclusive_output, zero, cub::Sum(), warp_aggregate);
  }
  template <class ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& inclusive_output, ScanOp scan_op) {
    inclusive_output = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
  }
  template <class ScanOp>
  __device__ __forceinline__ void InclusiveScan(T input, T& inclusive_output, ScanOp scan_op,
                                                T& warp_aggregate) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
    inclusive_output = sum;
    warp_aggregate = detail::shuffle_from<LOGICAL_WARP_THREADS>(sum, last);
  }
  /// Leaves the first thread's output undefined.
  template <class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& exclusive_output, ScanOp scan_op) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
    exclusive_output = detail::shuffle_up<LOGICAL_WARP_THREADS>(sum, 1);
  }
  template <class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& exclusive_output, T initial_value,
                                                ScanOp scan_op) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
    exclusive_output = detail::exclusive_of<LOGICAL_WARP_THREADS>(sum, initial_value, scan_op);
  }
  template <class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& exclusive_output, ScanOp scan_op,
                                                T& warp_aggregate) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
    exclusive_output = detail::shuffle_up<LOGICAL_WARP_THREADS>(sum, 1);
    warp_aggregate = detail::shuffle_from<LOGICAL_WARP_THREADS>(sum, last);
  }
  template <class ScanOp>
  __device__ __forceinline__ void ExclusiveScan(T input, T& exclusive_output, T initial_value,
                                                ScanOp scan_op, T& warp_aggregate) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
    exclusive_output = detail::exclusive_of<LOGICAL_WARP_THREADS>(sum, initial_value, scan_op);
    warp_aggregate = detail::shuffle_from<LOGICAL_WARP_THREADS>(sum, last);
  }
  template <class ScanOp>
  __device__ __forceinline__ void Scan(T input, T& inclusive_output, T& exclusive_output,
                                       ScanOp scan_op) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
    inclusive_output = sum;
    exclusive_output = detail::shuffle_up<LOGICAL_WARP_THREADS>(sum, 1);
  }
  template <class ScanOp>
  __device__ __forceinline__ void Scan(T input, T& inclusive_output, T& exclusive_output,
                                       T initial_value, ScanOp scan_op) {
    T const sum = detail::scan_warp<LOGICAL_WARP_THREADS>(input, scan_op);
    inclusive_output = detail::combine(scan_op, initial_value, sum);
    exclusive_output = detail::exclusive_of<LOGICAL_WARP_THREADS>(sum, initial_value, scan_op);
  }
  __device__ __forceinline__ T Broadcast(T input, unsigned int src_lane) {
    return detail::shuffle_from<LOGICAL_WARP_THREADS>(input, static_cast<int>(src_lane));
  }
};

}  // namespace cub
