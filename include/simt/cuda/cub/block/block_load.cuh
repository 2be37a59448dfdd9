#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Loads of a block's items: in the order of threads (blocked), or thread by thread (striped).
// - Source:  CUB 2.5, cub/block/block_load.cuh, by behaviour

#include <simt/cuda/cub/detail/exchange.cuh>

namespace cub {

template <class T, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectBlocked(int linear_tid, InputIteratorT block_itr,
                                                  T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) items[i] = block_itr[linear_tid * ITEMS + i];
}
template <class T, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectBlocked(int linear_tid, InputIteratorT block_itr,
                                                  T (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (linear_tid * ITEMS + i < valid_items) items[i] = block_itr[linear_tid * ITEMS + i];
}
template <class T, class DefaultT, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectBlocked(int linear_tid, InputIteratorT block_itr,
                                                  T (&items)[ITEMS], int valid_items,
                                                  DefaultT oob_default) {
  for (int i = 0; i < ITEMS; ++i) items[i] = oob_default;
  LoadDirectBlocked(linear_tid, block_itr, items, valid_items);
}
template <class T, int ITEMS>
__device__ __forceinline__ void LoadDirectBlockedVectorized(int linear_tid, T* block_ptr,
                                                            T (&items)[ITEMS]) {
  LoadDirectBlocked(linear_tid, block_ptr, items);
}
template <int BLOCK_THREADS, class T, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectStriped(int linear_tid, InputIteratorT block_itr,
                                                  T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) items[i] = block_itr[i * BLOCK_THREADS + linear_tid];
}
template <int BLOCK_THREADS, class T, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectStriped(int linear_tid, InputIteratorT block_itr,
                                                  T (&items)[ITEMS], int valid_items) {
  for (int i = 0; i < ITEMS; ++i)
    if (i * BLOCK_THREADS + linear_tid < valid_items)
      items[i] = block_itr[i * BLOCK_THREADS + linear_tid];
}
template <int BLOCK_THREADS, class T, class DefaultT, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectStriped(int linear_tid, InputIteratorT block_itr,
                                                  T (&items)[ITEMS], int valid_items,
                                                  DefaultT oob_default) {
  for (int i = 0; i < ITEMS; ++i) items[i] = oob_default;
  LoadDirectStriped<BLOCK_THREADS>(linear_tid, block_itr, items, valid_items);
}
template <class T, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectWarpStriped(int linear_tid, InputIteratorT block_itr,
                                                      T (&items)[ITEMS]) {
  int const first = detail::warp_striped_begin(linear_tid, ITEMS);
  for (int i = 0; i < ITEMS; ++i) items[i] = block_itr[first + i * 32];
}
template <class T, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectWarpStriped(int linear_tid, InputIteratorT block_itr,
                                                      T (&items)[ITEMS], int valid_items) {
  int const first = detail::warp_striped_begin(linear_tid, ITEMS);
  for (int i = 0; i < ITEMS; ++i)
    if (first + i * 32 < valid_items) items[i] = block_itr[first + i * 32];
}
template <class T, class DefaultT, int ITEMS, class InputIteratorT>
__device__ __forceinline__ void LoadDirectWarpStriped(int linear_tid, InputIteratorT block_itr,
                                                      T (&items)[ITEMS], int valid_items,
                                                      DefaultT oob_default) {
  for (int i = 0; i < ITEMS; ++i) items[i] = oob_default;
  LoadDirectWarpStriped(linear_tid, block_itr, items, valid_items);
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

/// Loads in the order of threads, whatever the algorithm; BLOCK_LOAD_STRIPED thread by thread.
/// Those that transpose are barriers, too, as on a GPU.
/// - CUDA:    cub::BlockLoad<T, BLOCK_DIM_X, ITEMS, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class InputT, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockLoad {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

 public:
  struct TempStorage {
    unsigned char unused;
  };

  __device__ __forceinline__ BlockLoad() {}
  __device__ __forceinline__ BlockLoad(TempStorage&) {}

  template <class InputIteratorT>
  __device__ __forceinline__ void Load(InputIteratorT block_itr,
                                       InputT (&items)[ITEMS_PER_THREAD]) {
    int const thread = detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
    if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED)
      LoadDirectStriped<threads>(thread, block_itr, items);
    else
      LoadDirectBlocked(thread, block_itr, items);
    meet();
  }
  template <class InputIteratorT>
  __device__ __forceinline__ void Load(InputIteratorT block_itr, InputT (&items)[ITEMS_PER_THREAD],
                                       int valid_items) {
    int const thread = detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
    if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED)
      LoadDirectStriped<threads>(thread, block_itr, items, valid_items);
    else
      LoadDirectBlocked(thread, block_itr, items, valid_items);
    meet();
  }
  template <class InputIteratorT, class DefaultT>
  __device__ __forceinline__ void Load(InputIteratorT block_itr, InputT (&items)[ITEMS_PER_THREAD],
                                       int valid_items, DefaultT oob_default) {
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) items[i] = oob_default;
    Load(block_itr, items, valid_items);
  }

 private:
  __device__ __forceinline__ static void meet() {
    if constexpr (ALGORITHM >= BLOCK_LOAD_TRANSPOSE) __syncthreads();
  }
};

}  // namespace cub
