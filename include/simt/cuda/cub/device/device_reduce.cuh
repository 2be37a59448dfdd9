#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Reductions of what an iterator gives, as a whole and by runs of equal keys.
// - Source:  CUB 2.5, cub/device/device_reduce.cuh, by behaviour
// - Order:   from the first item to the last, in parts that follow from their number alone

#include <simt/cuda/cub/detail/device_launch.cuh>
#include <simt/cuda/cub/detail/runs.cuh>
#include <simt/cuda/cub/thread/thread_operators.cuh>

namespace cub {

struct DeviceReduce {
  template <class InputIteratorT, class OutputIteratorT, class ReductionOpT, class T,
            class NumItemsT>
  static cudaError_t Reduce(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, NumItemsT num_items, ReductionOpT reduction_op,
                            T init, cudaStream_t stream = 0) {
    using accumulated = detail::accumulator<ReductionOpT, T, detail::value_of<InputIteratorT>>;
    return of_items<accumulated>(
        d_temp_storage, temp_storage_bytes, [=] __device__(long long i) { return d_in[i]; }, d_out,
        num_items, reduction_op, init, stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class ReductionOpT, class TransformOpT,
            class T, class NumItemsT>
  static cudaError_t TransformReduce(void* d_temp_storage, size_t& temp_storage_bytes,
                                     InputIteratorT d_in, OutputIteratorT d_out,
                                     NumItemsT num_items, ReductionOpT reduction_op,
                                     TransformOpT transform_op, T init, cudaStream_t stream = 0) {
    using value =
        std::decay_t<std::invoke_result_t<TransformOpT, detail::value_of<InputIteratorT>>>;
    using accumulated = detail::accumulator<ReductionOpT, T, value>;
    return of_items<accumulated>(
        d_temp_storage, temp_storage_bytes,
        [=] __device__(long long i) {
          auto transform = transform_op;
          return transform(d_in[i]);
        },
        d_out, num_items, reduction_op, init, stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class NumItemsT>
  static cudaError_t Sum(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, NumItemsT num_items, cudaStream_t stream = 0) {
    using value = detail::value_or<OutputIteratorT, detail::value_of<InputIteratorT>>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Sum(), value{},
                  stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class NumItemsT>
  static cudaError_t Min(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, NumItemsT num_items, cudaStream_t stream = 0) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Min(),
                  Traits<detail::value_of<InputIteratorT>>::Max(), stream);
  }
  template <class InputIteratorT, class OutputIteratorT, class NumItemsT>
  static cudaError_t Max(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, NumItemsT num_items, cudaStream_t stream = 0) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Max(),
                  Traits<detail::value_of<InputIteratorT>>::Lowest(), stream);
  }
  /// Of equal items the first one.
  template <class InputIteratorT, class OutputIteratorT>
  static cudaError_t ArgMin(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, int num_items, cudaStream_t stream = 0) {
    using value = detail::value_of<InputIteratorT>;
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::ArgMin(),
               Traits<value>::Max(), stream);
  }
  /// Of equal items the first one.
  template <class InputIteratorT, class OutputIteratorT>
  static cudaError_t ArgMax(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, int num_items, cudaStream_t stream = 0) {
    using value = detail::value_of<InputIteratorT>;
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::ArgMax(),
               Traits<value>::Lowest(), stream);
  }

  template <class KeysInputIteratorT, class UniqueOutputIteratorT, class ValuesInputIteratorT,
            class AggregatesOutputIteratorT, class NumRunsOutputIteratorT, class ReductionOpT,
            class NumItemsT>
  static cudaError_t ReduceByKey(void* d_temp_storage, size_t& temp_storage_bytes,
                                 KeysInputIteratorT d_keys_in, UniqueOutputIteratorT d_unique_out,
                                 ValuesInputIteratorT d_values_in,
                                 AggregatesOutputIteratorT d_aggregates_out,
                                 NumRunsOutputIteratorT d_num_runs_out, ReductionOpT reduction_op,
                                 NumItemsT num_items, cudaStream_t stream = 0) {
    using value = detail::value_of<ValuesInputIteratorT>;
    using accumulated = detail::accumulator<ReductionOpT, value, value>;
    return detail::each_run(d_temp_storage, temp_storage_bytes, d_keys_in, cub::Equality(),
                            d_num_runs_out, num_items, stream,
                            [=] __device__(long long run, long long begin, long long end) {
                              auto combine = reduction_op;
                              accumulated sum = d_values_in[begin];
                              for (long long i = begin + 1; i < end; ++i)
                                sum = combine(sum, d_values_in[i]);
                              d_unique_out[run] = d_keys_in[begin];
                              d_aggregates_out[run] = sum;
                            });
  }

 private:
  template <class Accumulated, class Item, class OutputIteratorT, class ReductionOpT, class T>
  static cudaError_t of_items(void* d_temp_storage, size_t& temp_storage_bytes, Item item,
                              OutputIteratorT d_out, long long num_items, ReductionOpT reduction_op,
                              T init, cudaStream_t stream) {
    detail::parts_of const parts(num_items);
    detail::temporary_arrays storage(d_temp_storage);
    Accumulated* const partial = storage.template array<Accumulated>(parts.count());
    cudaError_t result;
    if (storage.ends_call(temp_storage_bytes, result)) return result;
    if (num_items > 0)
      detail::for_each_part(parts.count(), stream, [=] __device__(int part) {
        auto combine = reduction_op;
        Accumulated sum = item(parts.begin(part));
        for (long long i = parts.begin(part) + 1; i < parts.end(part); ++i)
          sum = combine(sum, item(i));
        new (partial + part) Accumulated(sum);
      });
    return detail::for_each_part(1, stream, [=] __device__(int) {
      auto combine = reduction_op;
      Accumulated sum = init;
      if (num_items > 0)
        for (int part = 0; part < parts.count(); ++part) sum = combine(sum, partial[part]);
      *d_out = sum;
    });
  }

  template <class InputIteratorT, class OutputIteratorT, class Op, class T>
  static cudaError_t arg(void* d_temp_storage, size_t& temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, int num_items, Op op, T worst,
                         cudaStream_t stream) {
    using pair = KeyValuePair<int, detail::value_of<InputIteratorT>>;
    using result = detail::value_or<OutputIteratorT, pair>;
    return of_items<pair>(
        d_temp_storage, temp_storage_bytes,
        [=] __device__(long long i) { return pair(static_cast<int>(i), d_in[i]); },
        detail::converted_output<result, OutputIteratorT>{d_out}, num_items, op, pair(1, worst),
        stream);
  }
};

}  // namespace cub
