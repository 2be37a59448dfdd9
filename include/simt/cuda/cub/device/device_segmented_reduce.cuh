#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Reductions of many segments of an array: [begin, end) of each.
// - Source:  CUB 2.5, cub/device/device_segmented_reduce.cuh, by behaviour
// - Order:   from a segment's first item to its last

#include <simt/cuda/cub/detail/device_launch.cuh>
#include <simt/cuda/cub/detail/runs.cuh>
#include <simt/cuda/cub/thread/thread_operators.cuh>

namespace cub {

struct DeviceSegmentedReduce {
  template <class InputIteratorT, class OutputIteratorT, class BeginOffsetIteratorT,
            class EndOffsetIteratorT, class ReductionOp, class T>
  static cudaError_t Reduce(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, long long num_segments,
                            BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                            ReductionOp reduction_op, T initial_value, cudaStream_t stream = 0) {
    using accumulated = detail::accumulator<ReductionOp, T, detail::value_of<InputIteratorT>>;
    return each_segment(d_temp_storage, temp_storage_bytes, num_segments, stream,
                        [=] __device__(long long segment) {
                          auto combine = reduction_op;
                          accumulated sum = initial_value;
                          long long const end = d_end_offsets[segment];
                          for (long long i = d_begin_offsets[segment]; i < end; ++i)
                            sum = combine(sum, d_in[i]);
                          d_out[segment] = sum;
                        });
  }
  template <class InputIteratorT, class OutputIteratorT, class BeginOffsetIteratorT,
            class EndOffsetIteratorT>
  static cudaError_t Sum(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments,
                         BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                         cudaStream_t stream = 0) {
    using value = detail::value_or<OutputIteratorT, detail::value_of<InputIteratorT>>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
                  d_end_offsets, cub::Sum(), value{}, stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class BeginOffsetIteratorT,
            class EndOffsetIteratorT>
  static cudaError_t Min(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments,
                         BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                         cudaStream_t stream = 0) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
                  d_end_offsets, cub::Min(), Traits<detail::value_of<InputIteratorT>>::Max(),
                  stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class BeginOffsetIteratorT,
            class EndOffsetIteratorT>
  static cudaError_t Max(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments,
                         BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                         cudaStream_t stream = 0) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
                  d_end_offsets, cub::Max(), Traits<detail::value_of<InputIteratorT>>::Lowest(),
                  stream);
  }
  /// With places from the segment's begin on; of equal items the first one.
  template <class InputIteratorT, class OutputIteratorT, class BeginOffsetIteratorT,
            class EndOffsetIteratorT>
  static cudaError_t ArgMin(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, long long num_segments,
                            BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                            cudaStream_t stream = 0) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
               d_end_offsets, cub::ArgMin(), Traits<detail::value_of<InputIteratorT>>::Max(),
               stream);
  }
  /// With places from the segment's begin on; of equal items the first one.
  template <class InputIteratorT, class OutputIteratorT, class BeginOffsetIteratorT,
            class EndOffsetIteratorT>
  static cudaError_t ArgMax(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, long long num_segments,
                            BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                            cudaStream_t stream = 0) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
               d_end_offsets, cub::ArgMax(), Traits<detail::value_of<InputIteratorT>>::Lowest(),
               stream);
  }

 private:
  template <class Each>
  static cudaError_t each_segment(void* d_temp_storage, size_t& temp_storage_bytes,
                                  long long num_segments, cudaStream_t stream, Each each) {
    detail::temporary_arrays const storage(d_temp_storage);
    cudaError_t result;
    if (storage.ends_call(temp_storage_bytes, result)) return result;
    long long const parts = num_segments < 256 ? num_segments : 256;
    return detail::for_each_part(static_cast<int>(parts), stream, [=] __device__(int part) {
      long long const end = num_segments * (part + 1) / parts;
      for (long long i = num_segments * part / parts; i < end; ++i) each(i);
    });
  }

  template <class InputIteratorT, class OutputIteratorT, class BeginOffsetIteratorT,
            class EndOffsetIteratorT, class Op, class T>
  static cudaError_t arg(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments,
                         BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                         Op op, T worst, cudaStream_t stream) {
    using pair = KeyValuePair<int, detail::value_of<InputIteratorT>>;
    using result = detail::value_or<OutputIteratorT, pair>;
    return each_segment(
        d_temp_storage, temp_storage_bytes, num_segments, stream,
        [=] __device__(long long segment) {
          auto combine = op;
          pair best(1, worst);
          long long const begin = d_begin_offsets[segment], end = d_end_offsets[segment];
          if (begin < end) best = pair(0, d_in[begin]);
          for (long long i = begin + 1; i < end; ++i)
            best = combine(best, pair(static_cast<int>(i - begin), d_in[i]));
          *detail::converted_output<result, decltype(d_out + segment)>{d_out + segment} = best;
        });
  }
};

}  // namespace cub
