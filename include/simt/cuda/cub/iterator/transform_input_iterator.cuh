#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Gives what a function makes of another iterator's values.
// - Source:  CUB 2.5, cub/iterator/transform_input_iterator.cuh, by behaviour

#include <simt/cuda/cub/detail/iterator.cuh>

namespace cub {

template <class ValueType, class ConversionOp, class InputIteratorT, class OffsetT = ptrdiff_t>
class TransformInputIterator
    : public detail::stepping_iterator<
          TransformInputIterator<ValueType, ConversionOp, InputIteratorT, OffsetT>, ValueType,
          OffsetT> {
 public:
  __host__ __device__ __forceinline__ TransformInputIterator(InputIteratorT input,
                                                             ConversionOp conversion)
      : input_(input), conversion_(conversion) {}
  __host__ __device__ __forceinline__ ValueType at(OffsetT n) const {
    ConversionOp convert = conversion_;
    return convert(input_[n]);
  }
  __host__ __device__ __forceinline__ void move(OffsetT n) { input_ = input_ + n; }
  __host__ __device__ __forceinline__ OffsetT distance(TransformInputIterator const& other) const {
    return static_cast<OffsetT>(input_ - other.input_);
  }

 private:
  InputIteratorT input_;
  ConversionOp conversion_;
};

}  // namespace cub
