#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Stable sorts of numbers by [begin_bit, end_bit) of their bits, which TwiddleIn has put in order.
// - Source:  CUB 2.5, cub/device/device_radix_sort.cuh, by behaviour: both zeros are equal

#include <simt/cuda/cub/detail/radix.cuh>

namespace cub {

struct DeviceRadixSort {
  template <class KeyT, class ValueT, class NumItemsT>
  static cudaError_t SortPairs(void* d_temp_storage, size_t& temp_storage_bytes,
                               KeyT const* d_keys_in, KeyT* d_keys_out, ValueT const* d_values_in,
                               ValueT* d_values_out, NumItemsT num_items, int begin_bit = 0,
                               int end_bit = sizeof(KeyT) * 8, cudaStream_t stream = 0) {
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
                                     d_values_in, d_values_out, num_items, begin_bit, end_bit,
                                     stream);
  }
  template <class KeyT, class ValueT, class NumItemsT>
  static cudaError_t SortPairs(void* d_temp_storage, size_t& temp_storage_bytes,
                               DoubleBuffer<KeyT>& d_keys, DoubleBuffer<ValueT>& d_values,
                               NumItemsT num_items, int begin_bit = 0,
                               int end_bit = sizeof(KeyT) * 8, cudaStream_t stream = 0) {
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, d_values,
                                     num_items, begin_bit, end_bit, stream);
  }
  template <class KeyT, class ValueT, class NumItemsT>
  static cudaError_t SortPairsDescending(void* d_temp_storage, size_t& temp_storage_bytes,
                                         KeyT const* d_keys_in, KeyT* d_keys_out,
                                         ValueT const* d_values_in, ValueT* d_values_out,
                                         NumItemsT num_items, int begin_bit = 0,
                                         int end_bit = sizeof(KeyT) * 8, cudaStream_t stream = 0) {
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
                                    d_values_in, d_values_out, num_items, begin_bit, end_bit,
                                    stream);
  }
  template <class KeyT, class ValueT, class NumItemsT>
  static cudaError_t SortPairsDescending(void* d_temp_storage, size_t& temp_storage_bytes,
                                         DoubleBuffer<KeyT>& d_keys, DoubleBuffer<ValueT>& d_values,
                                         NumItemsT num_items, int begin_bit = 0,
                                         int end_bit = sizeof(KeyT) * 8, cudaStream_t stream = 0) {
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items,
                                    begin_bit, end_bit, stream);
  }
  template <class KeyT, class NumItemsT>
  static cudaError_t SortKeys(void* d_temp_storage, size_t& temp_storage_bytes,
                              KeyT const* d_keys_in, KeyT* d_keys_out, NumItemsT num_items,
                              int begin_bit = 0, int end_bit = sizeof(KeyT) * 8,
                              cudaStream_t stream = 0) {
    return detail::radix_sort<false, KeyT, NullType>(d_temp_storage, temp_storage_bytes, d_keys_in,
                                                     d_keys_out, nullptr, nullptr, num_items,
                                                     begin_bit, end_bit, stream);
  }
  template <class KeyT, class NumItemsT>
  static cudaError_t SortKeys(void* d_temp_storage, size_t& temp_storage_bytes,
                              DoubleBuffer<KeyT>& d_keys, NumItemsT num_items, int begin_bit = 0,
                              int end_bit = sizeof(KeyT) * 8, cudaStream_t stream = 0) {
    DoubleBuffer<NullType> none;
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, none, num_items,
                                     begin_bit, end_bit, stream);
  }
  template <class KeyT, class NumItemsT>
  static cudaError_t SortKeysDescending(void* d_temp_storage, size_t& temp_storage_bytes,
                                        KeyT const* d_keys_in, KeyT* d_keys_out,
                                        NumItemsT num_items, int begin_bit = 0,
                                        int end_bit = sizeof(KeyT) * 8, cudaStream_t stream = 0) {
    return detail::radix_sort<true, KeyT, NullType>(d_temp_storage, temp_storage_bytes, d_keys_in,
                                                    d_keys_out, nullptr, nullptr, num_items,
                                                    begin_bit, end_bit, stream);
  }
  template <class KeyT, class NumItemsT>
  static cudaError_t SortKeysDescending(void* d_temp_storage, size_t& temp_storage_bytes,
                                        DoubleBuffer<KeyT>& d_keys, NumItemsT num_items,
                                        int begin_bit = 0, int end_bit = sizeof(KeyT) * 8,
                                        cudaStream_t stream = 0) {
    DoubleBuffer<NullType> none;
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, none, num_items,
                                    begin_bit, end_bit, stream);
  }
};

}  // namespace cub
