#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Counts the items of a block's threads by their values, which are bins.
// - Source:  CUB 2.5, cub/block/block_histogram.cuh, by behaviour

#include <simt/cuda/cub/detail/exchange.cuh>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

/// - CUDA:    cub::BlockHistogram<T, BLOCK_DIM_X, ITEMS, BINS, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS,
          BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockHistogram {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

 public:
  struct TempStorage {
    int unused;
  };

  __device__ __forceinline__ BlockHistogram(TempStorage&) {}

  template <class CounterT>
  __device__ __forceinline__ void InitHistogram(CounterT histogram[BINS]) {
    for (int bin = detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>(); bin < BINS;
         bin += threads)
      histogram[bin] = 0;
  }
  template <class CounterT>
  __device__ __forceinline__ void Composite(T const (&items)[ITEMS_PER_THREAD],
                                            CounterT histogram[BINS]) {
    for (int i = 0; i < ITEMS_PER_THREAD; ++i)
      atomicAdd(histogram + static_cast<int>(items[i]), CounterT(1));
  }
  template <class CounterT>
  __device__ __forceinline__ void Histogram(T const (&items)[ITEMS_PER_THREAD],
                                            CounterT histogram[BINS]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
};

}  // namespace cub
