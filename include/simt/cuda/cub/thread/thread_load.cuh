#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Loads that name a cache: a CPU has one way.
// - Source:  CUB 2.5, cub/thread/thread_load.cuh, by behaviour

#include <simt/cuda/cub/util_type.cuh>

#include <iterator>

namespace cub {

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};

template <CacheLoadModifier MODIFIER, class InputIteratorT>
__device__ __forceinline__ typename std::iterator_traits<InputIteratorT>::value_type ThreadLoad(
    InputIteratorT itr) {
  return *itr;
}

}  // namespace cub
