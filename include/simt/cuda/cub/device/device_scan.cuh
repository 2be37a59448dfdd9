#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Scans of what an iterator gives, as a whole and by runs of equal keys; the output may be the
// input.
// - Source:  CUB 2.5, cub/device/device_scan.cuh, by behaviour
// - Order:   from the first item to the last, in parts that follow from their number alone

#include <simt/cuda/cub/detail/device_launch.cuh>
#include <simt/cuda/cub/thread/thread_operators.cuh>

#include <new>

namespace cub {

struct DeviceScan {
  template <class InputIteratorT, class OutputIteratorT, class NumItemsT>
  static cudaError_t ExclusiveSum(void* d_temp_storage, size_t& temp_storage_bytes,
                                  InputIteratorT d_in, OutputIteratorT d_out, NumItemsT num_items,
                                  cudaStream_t stream = 0) {
    return ExclusiveScan(d_temp_storage, temp_storage_bytes, d_in, d_out, cub::Sum(),
                         detail::value_of<InputIteratorT>{}, num_items, stream);
  }
  template <class IteratorT, class NumItemsT>
  requires std::is_integral_v<NumItemsT>
  static cudaError_t ExclusiveSum(void* d_temp_storage, size_t& temp_storage_bytes,
                                  IteratorT d_data, NumItemsT num_items, cudaStream_t stream = 0) {
    return ExclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class ScanOpT, class InitValueT,
            class NumItemsT>
  requires std::is_integral_v<NumItemsT>
  static cudaError_t ExclusiveScan(void* d_temp_storage, size_t& temp_storage_bytes,
                                   InputIteratorT d_in, OutputIteratorT d_out, ScanOpT scan_op,
                                   InitValueT init_value, NumItemsT num_items,
                                   cudaStream_t stream = 0) {
    using value = detail::value_of<InputIteratorT>;
    using accumulated = detail::accumulator<ScanOpT, InitValueT, value>;
    return scan<accumulated, false>(d_temp_storage, temp_storage_bytes, d_in, d_out, scan_op,
                                    accumulated(init_value), true, num_items, stream);
  }
  template <class IteratorT, class ScanOpT, class InitValueT, class NumItemsT>
  requires(std::is_integral_v<NumItemsT>&&
               std::is_invocable_v<ScanOpT&, InitValueT, InitValueT>) static cudaError_t
      ExclusiveScan(void* d_temp_storage, size_t& temp_storage_bytes, IteratorT d_data,
                    ScanOpT scan_op, InitValueT init_value, NumItemsT num_items,
                    cudaStream_t stream = 0) {
    return ExclusiveScan(d_temp_storage, temp_storage_bytes, d_data, d_data, scan_op, init_value,
                         num_items, stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class NumItemsT>
  static cudaError_t InclusiveSum(void* d_temp_storage, size_t& temp_storage_bytes,
                                  InputIteratorT d_in, OutputIteratorT d_out, NumItemsT num_items,
                                  cudaStream_t stream = 0) {
    return InclusiveScan(d_temp_storage, temp_storage_bytes, d_in, d_out, cub::Sum(), num_items,
                         stream);
  }
  template <class IteratorT, class NumItemsT>
  requires std::is_integral_v<NumItemsT>
  static cudaError_t InclusiveSum(void* d_temp_storage, size_t& temp_storage_bytes,
                                  IteratorT d_data, NumItemsT num_items, cudaStream_t stream = 0) {
    return InclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class ScanOpT, class NumItemsT>
  requires(std::is_integral_v<NumItemsT> && !std::is_integral_v<ScanOpT>) static cudaError_t
      InclusiveScan(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                    OutputIteratorT d_out, ScanOpT scan_op, NumItemsT num_items,
                    cudaStream_t stream = 0) {
    using value = detail::value_of<InputIteratorT>;
    using accumulated = detail::accumulator<ScanOpT, value, value>;
    return scan<accumulated, true>(d_temp_storage, temp_storage_bytes, d_in, d_out, scan_op,
                                   accumulated{}, false, num_items, stream);
  }
  template <class IteratorT, class ScanOpT, class NumItemsT>
  requires std::is_integral_v<NumItemsT>
  static cudaError_t InclusiveScan(void* d_temp_storage, size_t& temp_storage_bytes,
                                   IteratorT d_data, ScanOpT scan_op, NumItemsT num_items,
                                   cudaStream_t stream = 0) {
    return InclusiveScan(d_temp_storage, temp_storage_bytes, d_data, d_data, scan_op, num_items,
                         stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class ScanOpT, class InitValueT,
            class NumItemsT>
  static cudaError_t InclusiveScanInit(void* d_temp_storage, size_t& temp_storage_bytes,
                                       InputIteratorT d_in, OutputIteratorT d_out, ScanOpT scan_op,
                                       InitValueT init_value, NumItemsT num_items,
                                       cudaStream_t stream = 0) {
    using value = detail::value_of<InputIteratorT>;
    using accumulated = detail::accumulator<ScanOpT, InitValueT, value>;
    return scan<accumulated, true>(d_temp_storage, temp_storage_bytes, d_in, d_out, scan_op,
                                   accumulated(init_value), true, num_items, stream);
  }

  template <class KeysInputIteratorT, class ValuesInputIteratorT, class ValuesOutputIteratorT,
            class EqualityOpT = cub::Equality>
  static cudaError_t ExclusiveSumByKey(void* d_temp_storage, size_t& temp_storage_bytes,
                                       KeysInputIteratorT d_keys_in,
                                       ValuesInputIteratorT d_values_in,
                                       ValuesOutputIteratorT d_values_out, long long num_items,
                                       EqualityOpT equality_op = EqualityOpT(),
                                       cudaStream_t stream = 0) {
    return ExclusiveScanByKey(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                              d_values_out, cub::Sum(), detail::value_of<ValuesInputIteratorT>{},
                              num_items, equality_op, stream);
  }
  template <class KeysInputIteratorT, class ValuesInputIteratorT, class ValuesOutputIteratorT,
            class ScanOpT, class InitValueT, class EqualityOpT = cub::Equality>
  static cudaError_t ExclusiveScanByKey(void* d_temp_storage, size_t& temp_storage_bytes,
                                        KeysInputIteratorT d_keys_in,
                                        ValuesInputIteratorT d_values_in,
                                        ValuesOutputIteratorT d_values_out, ScanOpT scan_op,
                                        InitValueT init_value, long long num_items,
                                        EqualityOpT equality_op = EqualityOpT(),
                                        cudaStream_t stream = 0) {
    using value = detail::value_of<ValuesInputIteratorT>;
    using accumulated = detail::accumulator<ScanOpT, InitValueT, value>;
    return by_key<accumulated, false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                                      d_values_out, scan_op, accumulated(init_value), num_items,
                                      equality_op, stream);
  }
  template <class KeysInputIteratorT, class ValuesInputIteratorT, class ValuesOutputIteratorT,
            class EqualityOpT = cub::Equality>
  static cudaError_t InclusiveSumByKey(void* d_temp_storage, size_t& temp_storage_bytes,
                                       KeysInputIteratorT d_keys_in,
                                       ValuesInputIteratorT d_values_in,
                                       ValuesOutputIteratorT d_values_out, long long num_items,
                                       EqualityOpT equality_op = EqualityOpT(),
                                       cudaStream_t stream = 0) {
    return InclusiveScanByKey(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                              d_values_out, cub::Sum(), num_items, equality_op, stream);
  }
  template <class KeysInputIteratorT, class ValuesInputIteratorT, class ValuesOutputIteratorT,
            class ScanOpT, class EqualityOpT = cub::Equality>
  static cudaError_t InclusiveScanByKey(
      void* d_temp_storage, size_t& temp_storage_bytes, KeysInputIteratorT d_keys_in,
      ValuesInputIteratorT d_values_in, ValuesOutputIteratorT d_values_out, ScanOpT scan_op,
      long long num_items, EqualityOpT equality_op = EqualityOpT(), cudaStream_t stream = 0) {
    using value = detail::value_of<ValuesInputIteratorT>;
    using accumulated = detail::accumulator<ScanOpT, value, value>;
    return by_key<accumulated, true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                                     d_values_out, scan_op, accumulated{}, num_items, equality_op,
                                     stream);
  }

 private:
  /// Combines each part, then the parts in front of each, then scans each part behind those.
  template <class Accumulated, bool IsInclusive, class InputIteratorT, class OutputIteratorT,
            class ScanOpT>
  static cudaError_t scan(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                          OutputIteratorT d_out, ScanOpT scan_op, Accumulated init, bool has_init,
                          long long num_items, cudaStream_t stream) {
    detail::parts_of const parts(num_items);
    int const count = parts.count();
    detail::temporary_arrays storage(d_temp_storage);
    Accumulated* const before = storage.template array<Accumulated>(count);
    cudaError_t result;
    if (storage.ends_call(temp_storage_bytes, result)) return result;
    if (num_items <= 0) return cudaSuccess;
    if (count > 1)
      detail::for_each_part(count - 1, stream, [=] __device__(int part) {
        auto combine = scan_op;
        Accumulated sum = d_in[parts.begin(part)];
        for (long long i = parts.begin(part) + 1; i < parts.end(part); ++i)
          sum = combine(sum, d_in[i]);
        new (before + part + 1) Accumulated(sum);
      });
    if (count > 1)
      detail::for_each_part(1, stream, [=] __device__(int) {
        auto combine = scan_op;
        if (has_init) before[1] = combine(init, before[1]);
        for (int part = 2; part < count; ++part)
          before[part] = combine(before[part - 1], before[part]);
      });
    return detail::for_each_part(count, stream, [=] __device__(int part) {
      auto combine = scan_op;
      long long i = parts.begin(part);
      bool has_sum = has_init || part > 0;
      Accumulated sum = part > 0 ? before[part] : init;
      for (; i < parts.end(part); ++i) {
        Accumulated const item = d_in[i];
        Accumulated next = item;
        if (has_sum) next = combine(sum, item);
        has_sum = true;
        d_out[i] = IsInclusive ? next : sum;
        sum = next;
      }
    });
  }

  /// A run of equal keys belongs to the part that it begins in.
  template <class Accumulated, bool IsInclusive, class KeysInputIteratorT,
            class ValuesInputIteratorT, class ValuesOutputIteratorT, class ScanOpT,
            class EqualityOpT>
  static cudaError_t by_key(void* d_temp_storage, size_t& temp_storage_bytes,
                            KeysInputIteratorT d_keys_in, ValuesInputIteratorT d_values_in,
                            ValuesOutputIteratorT d_values_out, ScanOpT scan_op, Accumulated init,
                            long long num_items, EqualityOpT equality_op, cudaStream_t stream) {
    detail::parts_of const parts(num_items);
    detail::temporary_arrays storage(d_temp_storage);
    cudaError_t result;
    if (storage.ends_call(temp_storage_bytes, result)) return result;
    if (num_items <= 0) return cudaSuccess;
    return detail::for_each_part(parts.count(), stream, [=] __device__(int part) {
      auto combine = scan_op;
      auto equal = equality_op;
      long long i = parts.begin(part);
      while (i > 0 && i < num_items && equal(d_keys_in[i - 1], d_keys_in[i])) ++i;
      for (Accumulated sum = init; i < num_items; ++i) {
        bool const begins = i == 0 || !equal(d_keys_in[i - 1], d_keys_in[i]);
        if (begins && i >= parts.end(part)) break;
        Accumulated const item = d_values_in[i];
        if constexpr (IsInclusive) {
          sum = begins ? item : static_cast<Accumulated>(combine(sum, item));
          d_values_out[i] = sum;
        } else {
          if (begins) sum = init;
          d_values_out[i] = sum;
          sum = combine(sum, item);
        }
      }
    });
  }
};

}  // namespace cub
