#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Gives first, first + 1, …
// - Source:  CUB 2.5, cub/iterator/counting_input_iterator.cuh, by behaviour

#include <simt/cuda/cub/detail/iterator.cuh>

namespace cub {

template <class ValueType, class OffsetT = ptrdiff_t>
class CountingInputIterator
    : public detail::stepping_iterator<CountingInputIterator<ValueType, OffsetT>, ValueType,
                                       OffsetT> {
 public:
  __host__ __device__ __forceinline__ CountingInputIterator(ValueType const& first)
      : value_(first) {}
  __host__ __device__ __forceinline__ ValueType at(OffsetT n) const {
    return static_cast<ValueType>(value_ + static_cast<ValueType>(n));
  }
  __host__ __device__ __forceinline__ void move(OffsetT n) { value_ = at(n); }
  __host__ __device__ __forceinline__ OffsetT distance(CountingInputIterator const& other) const {
    return static_cast<OffsetT>(value_ - other.value_);
  }

 private:
  ValueType value_;
};

}  // namespace cub
