#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Stores of a block's items: in the order of threads (blocked), or thread by thread (striped).
// - Source:  CUB 2.5, cub/block/block_store.cuh, by behaviour

#include <simt/cuda/cub/detail/exchange.cuh>

namespace cub {

template <class T, int ITEMS, class OutputIteratorT>
__device__ __forceinline__ void StoreDirectBlocked(int linear_tid, OutputIteratorT block_itr,
                                                   T const (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) block_itr[linear_tid * ITEMS + i] = items[i];
}
template <class T, int ITEMS, class OutputIteratorT>
__device__ __forceinline__ void StoreDirectBlocked(int linear_tid, OutputIteratorT block_itr,
                                                   T const (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (linear_tid * ITEMS + i < valid_items) block_itr[linear_tid * ITEMS + i] = items[i];
}
template <class T, int ITEMS>
__device__ __forceinline__ void StoreDirectBlockedVectorized(int linear_tid, T* block_ptr,
                                                             T const (&items)[ITEMS]) {
  StoreDirectBlocked(linear_tid, block_ptr, items);
}
template <int BLOCK_THREADS, class T, int ITEMS, class OutputIteratorT>
__device__ __forceinline__ void StoreDirectStriped(int linear_tid, OutputIteratorT block_itr,
                                                   T const (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) block_itr[i * BLOCK_THREADS + linear_tid] = items[i];
}
template <int BLOCK_THREADS, class T, int ITEMS, class OutputIteratorT>
__device__ __forceinline__ void StoreDirectStriped(int linear_tid, OutputIteratorT block_itr,
                                                   T const (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (i * BLOCK_THREADS + linear_tid < valid_items)
      block_itr[i * BLOCK_THREADS + linear_tid] = items[i];
}
template <class T, int ITEMS, class OutputIteratorT>
__device__ __forceinline__ void StoreDirectWarpStriped(int linear_tid, OutputIteratorT block_itr,
                                                       T const (&items)[ITEMS]) {
  int const first = detail::warp_striped_begin(linear_tid, ITEMS);
  for (int i = 0; i < ITEMS; ++i) block_itr[first + i * 32] = items[i];
}
template <class T, int ITEMS, class OutputIteratorT>
__device__ __forceinline__ void StoreDirectWarpStriped(int linear_tid, OutputIteratorT block_itr,
                                                       T const (&items)[ITEMS], int valid_items) {
  int const first = detail::warp_striped_begin(linear_tid, ITEMS);
  for (int i = 0; i < ITEMS; ++i)
    if (first + i * 32 < valid_items) block_itr[first + i * 32] = items[i];
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

/// Stores in the order of threads, whatever the algorithm; BLOCK_STORE_STRIPED thread by thread.
/// Those that transpose are barriers, too, as on a GPU.
/// - CUDA:    cub::BlockStore<T, BLOCK_DIM_X, ITEMS, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockStore {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

 public:
  struct TempStorage {
    unsigned char unused;
  };

  __device__ __forceinline__ BlockStore() {}
  __device__ __forceinline__ BlockStore(TempStorage&) {}

  template <class OutputIteratorT>
  __device__ __forceinline__ void Store(OutputIteratorT block_itr,
                                        T const (&items)[ITEMS_PER_THREAD]) {
    int const thread = detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
    meet();
    if constexpr (ALGORITHM == BLOCK_STORE_STRIPED)
      StoreDirectStriped<threads>(thread, block_itr, items);
    else
      StoreDirectBlocked(thread, block_itr, items);
  }
  template <class OutputIteratorT>
  __device__ __forceinline__ void Store(OutputIteratorT block_itr,
                                        T const (&items)[ITEMS_PER_THREAD], int valid_items) {
    int const thread = detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
    meet();
    if constexpr (ALGORITHM == BLOCK_STORE_STRIPED)
      StoreDirectStriped<threads>(thread, block_itr, items, valid_items);
    else
      StoreDirectBlocked(thread, block_itr, items, valid_items);
  }

 private:
  __device__ __forceinline__ static void meet() {
    if constexpr (ALGORITHM >= BLOCK_STORE_TRANSPOSE) __syncthreads();
  }
};

}  // namespace cub
