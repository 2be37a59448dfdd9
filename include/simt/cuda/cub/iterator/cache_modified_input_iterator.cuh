#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Reads memory by ThreadLoad.
// - Source:  CUB 2.5, cub/iterator/cache_modified_input_iterator.cuh, by behaviour

#include <simt/cuda/cub/detail/iterator.cuh>
#include <simt/cuda/cub/thread/thread_load.cuh>

namespace cub {

template <CacheLoadModifier MODIFIER, class ValueType, class OffsetT = ptrdiff_t>
class CacheModifiedInputIterator
    : public detail::stepping_iterator<CacheModifiedInputIterator<MODIFIER, ValueType, OffsetT>,
                                       ValueType, OffsetT> {
 public:
  template <class Other>
  __host__ __device__ __forceinline__ CacheModifiedInputIterator(Other* memory) : memory_(memory) {}
  __host__ __device__ __forceinline__ ValueType at(OffsetT n) const { return memory_[n]; }
  __host__ __device__ __forceinline__ void move(OffsetT n) { memory_ += n; }
  __host__ __device__ __forceinline__ OffsetT
  distance(CacheModifiedInputIterator const& other) const {
    return static_cast<OffsetT>(memory_ - other.memory_);
  }

 private:
  ValueType const* memory_;
};

}  // namespace cub
