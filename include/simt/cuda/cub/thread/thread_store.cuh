#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Stores that name a cache: a CPU has one way.
// - Source:  CUB 2.5, cub/thread/thread_store.cuh, by behaviour

#include <simt/cuda/cub/util_type.cuh>

namespace cub {

enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheStoreModifier MODIFIER, class OutputIteratorT, class T>
__device__ __forceinline__ void ThreadStore(OutputIteratorT itr, T val) {
  *itr = val;
}

}  // namespace cub
