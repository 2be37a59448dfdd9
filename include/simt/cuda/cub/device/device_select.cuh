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
                  64, stream, detail::is_flagged<FlagIterator>{d_flags});
  }
  template <class IteratorT, class FlagIterator, class NumSelectedIteratorT>
  static cudaError_t Flagged(void* d_temp_storage, size_t& temp_storage_bytes, IteratorT d_data,
                             FlagIterator d_flags, NumSelectedIteratorT d_num_selected_out,
                             int num_items, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                  1, stream, detail::is_flagged<FlagIterator>{d_flags});
  }
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT, class SelectOp>
  static cudaError_t If(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                        OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                        long long num_items, SelectOp select_op, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  64, stream, detail::is_selected<InputIteratorT, SelectOp>{d_in, select_op});
  }
  template <class IteratorT, class NumSelectedIteratorT, class SelectOp>
  static cudaError_t If(void* d_temp_storage, size_t& temp_storage_bytes, IteratorT d_data,
                        NumSelectedIteratorT d_num_selected_out, int num_items, SelectOp select_op,
                        cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                  1, stream, detail::is_selected<IteratorT, SelectOp>{d_data, select_op});
  }
  template <class InputIteratorT, class FlagIterator, class OutputIteratorT,
            class NumSelectedIteratorT, class SelectOp>
  static cudaError_t FlaggedIf(void* d_temp_storage, size_t& temp_storage_bytes,
                               InputIteratorT d_in, FlagIterator d_flags, OutputIteratorT d_out,
                               NumSelectedIteratorT d_num_selected_out, long long num_items,
                               SelectOp select_op, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  64, stream, detail::is_selected<FlagIterator, SelectOp>{d_flags, select_op});
  }
  /// The first item of each run of equal ones.
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT>
  static cudaError_t Unique(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                            long long num_items, cudaStream_t stream = 0) {
    return chosen(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  64, stream,
                  detail::begins_run<InputIteratorT, cub::Equality>{d_in, cub::Equality()});
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
        detail::begins_run<KeyInputIteratorT, EqualityOpT>{d_keys_in, equality_op},
        [=] __device__(long long at, long long i) {
          d_keys_out[at] = d_keys_in[i];
          d_values_out[at] = d_values_in[i];
        },
        detail::leave_out{});
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
        detail::leave_out{});
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
                  stream, detail::is_flagged<FlagIterator>{d_flags});
  }
  template <class InputIteratorT, class OutputIteratorT, class NumSelectedIteratorT, class SelectOp>
  static cudaError_t If(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                        OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                        long long num_items, SelectOp select_op, cudaStream_t stream = 0) {
    return parted(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  stream, detail::is_selected<InputIteratorT, SelectOp>{d_in, select_op});
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
