#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Items that flags, a function or their neighbours choose, in their order.
// - Source:  CUB 2.5, cub/device/device_select.cuh, by behaviour

#include <simt/cuda/cub/detail/runs.cuh>
#include <simt/cuda/cub/thread/thread_operators.cuh>

namespace cub {

struct DeviceSelect {
  template <class InputIteratorT, class FlagIterator, class OutputIteratorT,
            class NumSelectedIteratorT>
  static cudaError_t Flagged(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                             FlagIterator d_flags, OutputIteratorT d_out,
                             NumSelectedIteratorT d_num_selected_out, long long num_items,
                             cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  64, stream,
                  [=] __device__(long long i) { return static_cast<bool>(d_flags[i]); });
  }
  template <class IteratorT, class FlagIterator, class NumSelectedIteratorT>
  static cudaError_t Flagged(void* d_temp_storage, size_t& temp_storage_bytes, IteratorT d_data,
                             FlagIterator d_flags, NumSelectedIteratorT d_num_selected_out,
                             int num_items, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                  1, stream, [=] __device__(long long i) { return static_cast<bool>(d_flags[i]); });
  }
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT, class SelectOp>
  static cudaError_t If(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                        OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                        long long num_items, SelectOp select_op, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  64, stream, [=] __device__(long long i) {
                    auto select = select_op;
                    return static_cast<bool>(select(d_in[i]));
                  });
  }
  template <class IteratorT, class NumSelectedIteratorT, class SelectOp>
  static cudaError_t If(void* d_temp_storage, size_t& temp_storage_bytes, IteratorT d_data,
                        NumSelectedIteratorT d_num_selected_out, int num_items, SelectOp select_op,
                        cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                  1, stream, [=] __device__(long long i) {
                    auto select = select_op;
                    return static_cast<bool>(select(d_data[i]));
                  });
  }
  template <class InputIteratorT, class FlagIterator, class OutputIteratorT,
            class NumSelectedIteratorT, class SelectOp>
  static cudaError_t FlaggedIf(void* d_temp_storage, size_t& temp_storage_bytes,
                               InputIteratorT d_in, FlagIterator d_flags, OutputIteratorT d_out,
                               NumSelectedIteratorT d_num_selected_out, long long num_items,
                               SelectOp select_op, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  64, stream, [=] __device__(long long i) {
                    auto select = select_op;
                    return static_cast<bool>(select(d_flags[i]));
                  });
  }
  /// The first item of each run of equal ones.
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT>
  static cudaError_t Unique(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                            long long num_items, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  64, stream,
                  [=] __device__(long long i) { return i == 0 || !(d_in[i - 1] == d_in[i]); });
  }
  template <class KeyInputIteratorT, class ValueInputIteratorT, class KeyOutputIteratorT,
            class ValueOutputIteratorT, class NumSelectedIteratorT, class NumItemsT,
            class EqualityOpT>
  requires(std::is_invocable_v<EqualityOpT&, detail::value_of<KeyInputIteratorT>,
                               detail::value_of<KeyInputIteratorT>>) static cudaError_t
      UniqueByKey(void* d_temp_storage, size_t& temp_storage_bytes, KeyInputIteratorT d_keys_in,
                  ValueInputIteratorT d_values_in, KeyOutputIteratorT d_keys_out,
                  ValueOutputIteratorT d_values_out, NumSelectedIteratorT d_num_selected_out,
                  NumItemsT num_items, EqualityOpT equality_op, cudaStream_t stream = 0) {
    return detail::each_chosen(
        d_temp_storage, temp_storage_bytes, num_items, 64, d_num_selected_out, stream,
        [=] __device__(long long i) {
          auto equal = equality_op;
          return i == 0 || !equal(d_keys_in[i - 1], d_keys_in[i]);
        },
        [=] __device__(long long at, long long i) {
          d_keys_out[at] = d_keys_in[i];
          d_values_out[at] = d_values_in[i];
        },
        [] __device__(long long, long long) {});
  }
  template <class KeyInputIteratorT, class ValueInputIteratorT, class KeyOutputIteratorT,
            class ValueOutputIteratorT, class NumSelectedIteratorT, class NumItemsT>
  static cudaError_t UniqueByKey(void* d_temp_storage, size_t& temp_storage_bytes,
                                 KeyInputIteratorT d_keys_in, ValueInputIteratorT d_values_in,
                                 KeyOutputIteratorT d_keys_out, ValueOutputIteratorT d_values_out,
                                 NumSelectedIteratorT d_num_selected_out, NumItemsT num_items,
                                 cudaStream_t stream = 0) {
    return UniqueByKey(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_keys_out,
                       d_values_out, d_num_selected_out, num_items, cub::Equality(), stream);
  }

 private:
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT, class IsChosen>
  static cudaError_t chosen(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                            long long num_items, int most_parts, cudaStream_t stream,
                            IsChosen is_chosen) {
    return detail::each_chosen(
        d_temp_storage, temp_storage_bytes, num_items, most_parts, d_num_selected_out, stream,
        is_chosen, [=] __device__(long long at, long long i) { d_out[at] = d_in[i]; },
        [] __device__(long long, long long) {});
  }
};

/// Those that are chosen, in their order, and all others behind them, in the opposite order.
struct DevicePartition {
  template <class InputIteratorT, class FlagIterator, class OutputIteratorT,
            class NumSelectedIteratorT>
  static cudaError_t Flagged(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                             FlagIterator d_flags, OutputIteratorT d_out,
                             NumSelectedIteratorT d_num_selected_out, long long num_items,
                             cudaStream_t stream = 0) {
    return parted(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  stream, [=] __device__(long long i) { return static_cast<bool>(d_flags[i]); });
  }
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT, class SelectOp>
  static cudaError_t If(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                        OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                        long long num_items, SelectOp select_op, cudaStream_t stream = 0) {
    return parted(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  stream, [=] __device__(long long i) {
                    auto select = select_op;
                    return static_cast<bool>(select(d_in[i]));
                  });
  }

 private:
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT, class IsChosen>
  static cudaError_t parted(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                            long long num_items, cudaStream_t stream, IsChosen is_chosen) {
    return detail::each_chosen(
        d_temp_storage, temp_storage_bytes, num_items, 64, d_num_selected_out, stream, is_chosen,
        [=] __device__(long long at, long long i) { d_out[at] = d_in[i]; },
        [=] __device__(long long at, long long i) { d_out[num_items - 1 - at] = d_in[i]; });
  }
};

}  // namespace cub
