#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Runs of equal items: what they are of and how long.
// - Source:  CUB 2.5, cub/device/device_run_length_encode.cuh, by behaviour

#include <simt/cuda/cub/detail/runs.cuh>
#include <simt/cuda/cub/thread/thread_operators.cuh>

namespace cub {

struct DeviceRunLengthEncode {
  template <class InputIteratorT, class UniqueOutputIteratorT, class LengthsOutputIteratorT,
            class NumRunsOutputIteratorT>
  static cudaError_t Encode(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            UniqueOutputIteratorT d_unique_out, LengthsOutputIteratorT d_counts_out,
                            NumRunsOutputIteratorT d_num_runs_out, int num_items,
                            cudaStream_t stream = 0) {
    return detail::each_run(d_temp_storage, temp_storage_bytes, d_in, cub::Equality(),
                            d_num_runs_out, num_items, stream,
                            [=] __device__(long long run, long long begin, long long end) {
                              d_unique_out[run] = d_in[begin];
                              d_counts_out[run] = end - begin;
                            });
  }
  /// Runs of at least two items.
  template <class InputIteratorT, class OffsetsOutputIteratorT, class LengthsOutputIteratorT,
            class NumRunsOutputIteratorT>
  static cudaError_t NonTrivialRuns(void* d_temp_storage, size_t& temp_storage_bytes,
                                    InputIteratorT d_in, OffsetsOutputIteratorT d_offsets_out,
                                    LengthsOutputIteratorT d_lengths_out,
                                    NumRunsOutputIteratorT d_num_runs_out, int num_items,
                                    cudaStream_t stream = 0) {
    return detail::each_chosen(
        d_temp_storage, temp_storage_bytes, num_items, 64, d_num_runs_out, stream,
        [=] __device__(long long i) {
          return (i == 0 || !(d_in[i - 1] == d_in[i])) && i + 1 < num_items &&
                 d_in[i] == d_in[i + 1];
        },
        [=] __device__(long long run, long long begin) {
          long long end = begin + 2;
          while (end < num_items && d_in[end - 1] == d_in[end]) ++end;
          d_offsets_out[run] = begin;
          d_lengths_out[run] = end - begin;
        },
        detail::leave_out{});
  }
};

}  // namespace cub
