#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Items that are chosen, and runs of equal ones, of a device's array: what they have in common is
// to count them by parts, and to write them where those in front end.

#include <simt/cuda/cub/detail/device_launch.cuh>

#include <new>

namespace cub::detail {

/// Writes pairs of key and value to arrays of the program's own pair type.
template <class Pair, class Iterator>
struct converted_output {
  Iterator to;
  struct reference {
    Iterator to;
    template <class From>
    void operator=(From const& from) const {
      Pair out;
      out.key = from.key;
      out.value = from.value;
      *to = out;
    }
  };
  reference operator*() const { return {to}; }
};

/// True of an item whose flag is set.
template <class FlagIterator>
struct is_flagged {
  FlagIterator flags;
  __device__ bool operator()(long long i) const { return static_cast<bool>(flags[i]); }
};

/// True of an item for which an operator of the program's says so of items[i].
template <class Iterator, class Op>
struct is_selected {
  Iterator items;
  Op op;
  __device__ bool operator()(long long i) const {
    auto select = op;
    return static_cast<bool>(select(items[i]));
  }
};

/// True of the first item of each run of equal ones.
template <class Iterator, class Equal>
struct begins_run {
  Iterator items;
  Equal equality_op;
  __device__ bool operator()(long long i) const {
    auto equal = equality_op;
    return i == 0 || !equal(items[i - 1], items[i]);
  }
};

/// For items that go nowhere.
struct leave_out {
  __device__ void operator()(long long, long long) const {}
};

/// Calls take(index among the chosen, item) for each item that is_chosen(item) says, and writes
/// their number. `rest` is called likewise with all others.
template <class IsChosen, class Take, class Rest, class NumberIterator>
cudaError_t each_chosen(void* d_temp_storage, size_t& temp_storage_bytes, long long num_items,
                        int most_parts, NumberIterator d_number, cudaStream_t stream,
                        IsChosen is_chosen, Take take, Rest rest) {
  parts_of const parts(num_items, most_parts);
  temporary_arrays storage(d_temp_storage);
  long long* const before = storage.array<long long>(parts.count());
  cudaError_t result;
  if (storage.ends_call(temp_storage_bytes, result)) return result;
  int const count = parts.count();
  if (count > 1)
    for_each_part(count, stream, [=] __device__(int part) {
      long long chosen = 0;
      for (long long i = parts.begin(part); i < parts.end(part); ++i)
        chosen += is_chosen(i) ? 1 : 0;
      before[part] = chosen;
    });
  if (count > 1)
    for_each_part(1, stream, [=] __device__(int) {
      long long sum = 0;
      for (int part = 0; part < count; ++part) {
        long long const own = before[part];
        before[part] = sum;
        sum += own;
      }
    });
  return for_each_part(count, stream, [=] __device__(int part) {
    long long at = count > 1 ? before[part] : 0;
    for (long long i = parts.begin(part); i < parts.end(part); ++i) {
      if (is_chosen(i))
        take(at++, i);
      else
        rest(i - at, i);
    }
    if (part == count - 1) *d_number = at;
  });
}

/// Calls each(run, begin, end) for each run of equal keys, and writes their number.
template <class KeyIterator, class Equal, class NumberIterator, class Each>
cudaError_t each_run(void* d_temp_storage, size_t& temp_storage_bytes, KeyIterator d_keys,
                     Equal equality_op, NumberIterator d_number, long long num_items,
                     cudaStream_t stream, Each each) {
  begins_run<KeyIterator, Equal> const begins{d_keys, equality_op};
  return each_chosen(
      d_temp_storage, temp_storage_bytes, num_items, 64, d_number, stream, begins,
      [=] __device__(long long run, long long begin) {
        long long end = begin + 1;
        while (end < num_items && !begins(end)) ++end;
        each(run, begin, end);
      },
      leave_out{});
}

}  // namespace cub::detail
