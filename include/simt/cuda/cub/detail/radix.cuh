#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Numbers as bits in their order, and a device's sort by these, eight bits at a time.

#include <simt/cuda/cub/detail/device_launch.cuh>
#include <simt/cuda/cub/util_type.cuh>

namespace cub::detail {

/// Gives the bits of a number, whose order as unsigned numbers is the wanted one.
template <bool IsDescending, class T>
__host__ __device__ __forceinline__ typename Traits<T>::UnsignedBits radix_bits(T key) {
  using bits = typename Traits<T>::UnsignedBits;
  static_assert(sizeof(bits) == sizeof(T), "simt: cub: a radix sort's keys are numbers");
  bits out = Traits<T>::TwiddleIn(reinterpret_cast<bits&>(key));
  // -0.0 is as large as 0.0.
  if constexpr (Traits<T>::CATEGORY == FLOATING_POINT)
    if (out == static_cast<bits>(Traits<T>::HIGH_BIT - 1)) out = Traits<T>::HIGH_BIT;
  return IsDescending ? static_cast<bits>(~out) : out;
}

/// Gives `count` bits, at most 32, from `begin` on.
template <class Bits>
__host__ __device__ __forceinline__ unsigned radix_digit(Bits key, int begin, int count) {
  unsigned const digit = static_cast<unsigned>(key >> begin);
  return count < 32 ? digit & ((1u << count) - 1u) : digit;
}

/// Sorts by one digit from one array to another. `first`: of each digit and part, in this order, a
/// number, where those of the part go.
template <bool IsDescending, class KeyT, class ValueT>
cudaError_t radix_pass(KeyT const* keys_in, KeyT* keys_out, ValueT const* values_in,
                       ValueT* values_out, long long num_items, int begin_bit, int bits,
                       long long* first, cudaStream_t stream) {
  parts_of const parts(num_items);
  int const count = parts.count();
  for_each_part(count, stream, [=] __device__(int part) {
    for (int digit = 0; digit < 256; ++digit) first[digit * count + part] = 0;
    for (long long i = parts.begin(part); i < parts.end(part); ++i)
      ++first[radix_digit(radix_bits<IsDescending>(keys_in[i]), begin_bit, bits) * count + part];
  });
  for_each_part(1, stream, [=] __device__(int) {
    long long sum = 0;
    for (int i = 0; i < 256 * count; ++i) {
      long long const own = first[i];
      first[i] = sum;
      sum += own;
    }
  });
  return for_each_part(count, stream, [=] __device__(int part) {
    for (long long i = parts.begin(part); i < parts.end(part); ++i) {
      KeyT const key = keys_in[i];
      long long const to =
          first[radix_digit(radix_bits<IsDescending>(key), begin_bit, bits) * count + part]++;
      keys_out[to] = key;
      if constexpr (!std::is_same_v<ValueT, NullType>) values_out[to] = values_in[i];
    }
  });
}

[[nodiscard]] inline int radix_passes(int begin_bit, int end_bit) noexcept {
  return end_bit > begin_bit ? (end_bit - begin_bit + 7) / 8 : 0;
}

template <bool IsDescending, class KeyT, class ValueT>
cudaError_t radix_sort(void* d_temp_storage, size_t& temp_storage_bytes, KeyT const* d_keys_in,
                       KeyT* d_keys_out, ValueT const* d_values_in, ValueT* d_values_out,
                       long long num_items, int begin_bit, int end_bit, cudaStream_t stream) {
  constexpr bool has_values = !std::is_same_v<ValueT, NullType>;
  int const passes = radix_passes(begin_bit, end_bit);
  temporary_arrays storage(d_temp_storage);
  long long* const first = storage.array<long long>(256 * parts_of(num_items).count());
  KeyT* const keys = storage.array<KeyT>(passes > 1 ? num_items : 0);
  ValueT* const values = storage.array<ValueT>(has_values && passes > 1 ? num_items : 0);
  cudaError_t result;
  if (storage.ends_call(temp_storage_bytes, result)) return result;
  if (num_items <= 0) return cudaSuccess;
  if (passes == 0)
    return for_each_part(1, stream, [=] __device__(int) {
      for (long long i = 0; i < num_items; ++i) d_keys_out[i] = d_keys_in[i];
      if constexpr (has_values)
        for (long long i = 0; i < num_items; ++i) d_values_out[i] = d_values_in[i];
    });
  for (int pass = 0; pass < passes; ++pass) {
    bool const is_to_out = (passes - pass) % 2 == 1;  // the last one is
    int const begin = begin_bit + 8 * pass;
    result = radix_pass<IsDescending>(pass == 0   ? d_keys_in
                                      : is_to_out ? keys
                                                  : d_keys_out,
                                      is_to_out ? d_keys_out : keys,
                                      pass == 0   ? d_values_in
                                      : is_to_out ? values
                                                  : d_values_out,
                                      is_to_out ? d_values_out : values, num_items, begin,
                                      std::min(8, end_bit - begin), first, stream);
    if (result != cudaSuccess) return result;
  }
  return result;
}

template <bool IsDescending, class KeyT, class ValueT>
cudaError_t radix_sort(void* d_temp_storage, size_t& temp_storage_bytes, DoubleBuffer<KeyT>& d_keys,
                       DoubleBuffer<ValueT>& d_values, long long num_items, int begin_bit,
                       int end_bit, cudaStream_t stream) {
  temporary_arrays storage(d_temp_storage);
  long long* const first = storage.array<long long>(256 * parts_of(num_items).count());
  cudaError_t result;
  if (storage.ends_call(temp_storage_bytes, result)) return result;
  if (num_items <= 0) return cudaSuccess;
  for (int pass = 0; pass < radix_passes(begin_bit, end_bit); ++pass) {
    int const begin = begin_bit + 8 * pass;
    result = radix_pass<IsDescending>(d_keys.Current(), d_keys.Alternate(), d_values.Current(),
                                      d_values.Alternate(), num_items, begin,
                                      std::min(8, end_bit - begin), first, stream);
    if (result != cudaSuccess) return result;
    d_keys.selector ^= 1;
    d_values.selector ^= 1;
  }
  return result;
}

}  // namespace cub::detail
