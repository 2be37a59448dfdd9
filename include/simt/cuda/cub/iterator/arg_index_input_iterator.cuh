#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Gives another iterator's values with their places.
// - Source:  CUB 2.5, cub/iterator/arg_index_input_iterator.cuh, by behaviour

#include <simt/cuda/cub/detail/iterator.cuh>

namespace cub {

template <class InputIteratorT, class OffsetT = ptrdiff_t,
          class OutputValueT = typename std::iterator_traits<InputIteratorT>::value_type>
class ArgIndexInputIterator
    : public detail::stepping_iterator<ArgIndexInputIterator<InputIteratorT, OffsetT, OutputValueT>,
                                       KeyValuePair<OffsetT, OutputValueT>, OffsetT> {
 public:
  __host__ __device__ __forceinline__ ArgIndexInputIterator(InputIteratorT input, OffsetT place = 0)
      : input_(input), place_(place) {}
  __host__ __device__ __forceinline__ KeyValuePair<OffsetT, OutputValueT> at(OffsetT n) const {
    return KeyValuePair<OffsetT, OutputValueT>(place_ + n, input_[place_ + n]);
  }
  __host__ __device__ __forceinline__ void move(OffsetT n) { place_ += n; }
  __host__ __device__ __forceinline__ OffsetT distance(ArgIndexInputIterator const& other) const {
    return place_ - other.place_;
  }
  __host__ __device__ __forceinline__ void normalize() {
    input_ = input_ + place_;
    place_ = 0;
  }

 private:
  InputIteratorT input_;
  OffsetT place_;
};

}  // namespace cub
