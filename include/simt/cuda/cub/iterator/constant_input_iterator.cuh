#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Gives one value at all places.
// - Source:  CUB 2.5, cub/iterator/constant_input_iterator.cuh, by behaviour

#include <simt/cuda/cub/detail/iterator.cuh>

namespace cub {

template <class ValueType, class OffsetT = ptrdiff_t>
class ConstantInputIterator
    : public detail::stepping_iterator<ConstantInputIterator<ValueType, OffsetT>, ValueType,
                                       OffsetT> {
 public:
  __host__ __device__ __forceinline__ ConstantInputIterator(ValueType value, OffsetT place = 0)
      : value_(value), place_(place) {}
  __host__ __device__ __forceinline__ ValueType at(OffsetT) const { return value_; }
  __host__ __device__ __forceinline__ void move(OffsetT n) { place_ += n; }
  __host__ __device__ __forceinline__ OffsetT distance(ConstantInputIterator const& other) const {
    return place_ - other.place_;
  }

 private:
  ValueType value_;
  OffsetT place_;
};

}  // namespace cub
