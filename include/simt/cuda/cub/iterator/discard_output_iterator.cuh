#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Takes values and keeps none.
// - Source:  CUB 2.5, cub/iterator/discard_output_iterator.cuh, by behaviour

#include <simt/cuda/cub/detail/iterator.cuh>

namespace cub {

template <class OffsetT = ptrdiff_t>
class DiscardOutputIterator : public detail::stepping_iterator<DiscardOutputIterator<OffsetT>, void,
                                                               OffsetT, detail::nowhere> {
 public:
  __host__ __device__ __forceinline__ DiscardOutputIterator(OffsetT place = 0) : place_(place) {}
  __host__ __device__ __forceinline__ detail::nowhere at(OffsetT) const { return {}; }
  __host__ __device__ __forceinline__ void move(OffsetT n) { place_ += n; }
  __host__ __device__ __forceinline__ OffsetT distance(DiscardOutputIterator const& other) const {
    return place_ - other.place_;
  }

 private:
  OffsetT place_;
};

}  // namespace cub
