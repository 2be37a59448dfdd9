#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Sorts the items of a block's threads, stably, by [begin_bit, end_bit) of their bits.
// - Source:  CUB 2.5, cub/block/block_radix_sort.cuh, by behaviour: both zeros are equal

#include <simt/cuda/cub/block/block_scan.cuh>
#include <simt/cuda/cub/detail/radix.cuh>

namespace cub {

/// - CUDA:    cub::BlockRadixSort<KeyT, BLOCK_DIM_X, ITEMS, ValueT, RADIX_BITS,
///            MEMOIZE_OUTER_SCAN, INNER_SCAN_ALGORITHM, SMEM_CONFIG, BLOCK_DIM_Y, BLOCK_DIM_Z>
template <class KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class ValueT = NullType,
          int RADIX_BITS = 4, bool MEMOIZE_OUTER_SCAN = true,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig SMEM_CONFIG = cudaSharedMemBankSizeFourByte, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockRadixSort {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int items = ITEMS_PER_THREAD;
  static_assert(threads * items < 65536, "simt: cub::BlockRadixSort: less than 65536 items");
  using block_scan =
      BlockScan<unsigned long long, BLOCK_DIM_X, INNER_SCAN_ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>;

 public:
  struct TempStorage {
    typename block_scan::TempStorage scan;
    KeyT keys[threads * items];
    ValueT values[std::is_same<ValueT, NullType>::value ? 1 : threads * items];
  };

  __device__ __forceinline__ BlockRadixSort(TempStorage& temp_storage) : storage_(temp_storage) {}

  __device__ __forceinline__ void Sort(KeyT (&keys)[ITEMS_PER_THREAD], int begin_bit = 0,
                                       int end_bit = sizeof(KeyT) * 8) {
    for (int bit = begin_bit; bit < end_bit; bit += 2) {
      int rank[ITEMS_PER_THREAD];
      ranks<false>(keys, rank, bit, end_bit);
      move_keys(keys, rank);
      to_blocked(keys);
    }
  }
  __device__ __forceinline__ void Sort(KeyT (&keys)[ITEMS_PER_THREAD],
                                       ValueT (&values)[ITEMS_PER_THREAD], int begin_bit = 0,
                                       int end_bit = sizeof(KeyT) * 8) {
    for (int bit = begin_bit; bit < end_bit; bit += 2) {
      int rank[ITEMS_PER_THREAD];
      ranks<false>(keys, rank, bit, end_bit);
      move_values(values, rank);
      move_keys(keys, rank);
      to_blocked(keys, values);
    }
  }
  __device__ __forceinline__ void SortDescending(KeyT (&keys)[ITEMS_PER_THREAD], int begin_bit = 0,
                                                 int end_bit = sizeof(KeyT) * 8) {
    for (int bit = begin_bit; bit < end_bit; bit += 2) {
      int rank[ITEMS_PER_THREAD];
      ranks<true>(keys, rank, bit, end_bit);
      move_keys(keys, rank);
      to_blocked(keys);
    }
  }
  __device__ __forceinline__ void SortDescending(KeyT (&keys)[ITEMS_PER_THREAD],
                                                 ValueT (&values)[ITEMS_PER_THREAD],
                                                 int begin_bit = 0,
                                                 int end_bit = sizeof(KeyT) * 8) {
    for (int bit = begin_bit; bit < end_bit; bit += 2) {
      int rank[ITEMS_PER_THREAD];
      ranks<true>(keys, rank, bit, end_bit);
      move_values(values, rank);
      move_keys(keys, rank);
      to_blocked(keys, values);
    }
  }

  // Item i of a thread is then the one at i * threads + its rank.

  __device__ __forceinline__ void SortBlockedToStriped(KeyT (&keys)[ITEMS_PER_THREAD],
                                                       int begin_bit = 0,
                                                       int end_bit = sizeof(KeyT) * 8) {
    Sort(keys, begin_bit, end_bit);
    to_striped(keys);
  }
  __device__ __forceinline__ void SortBlockedToStriped(KeyT (&keys)[ITEMS_PER_THREAD],
                                                       ValueT (&values)[ITEMS_PER_THREAD],
                                                       int begin_bit = 0,
                                                       int end_bit = sizeof(KeyT) * 8) {
    Sort(keys, values, begin_bit, end_bit);
    to_striped(keys, values);
  }
  __device__ __forceinline__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS_PER_THREAD],
                                                                 int begin_bit = 0,
                                                                 int end_bit = sizeof(KeyT) * 8) {
    SortDescending(keys, begin_bit, end_bit);
    to_striped(keys);
  }
  __device__ __forceinline__ void SortDescendingBlockedToStriped(KeyT (&keys)[ITEMS_PER_THREAD],
                                                                 ValueT (&values)[ITEMS_PER_THREAD],
                                                                 int begin_bit = 0,
                                                                 int end_bit = sizeof(KeyT) * 8) {
    SortDescending(keys, values, begin_bit, end_bit);
    to_striped(keys, values);
  }

 private:
  __device__ __forceinline__ static int thread() {
    return detail::linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
  }

  /// Gives where items go by two bits: 16 bits of a number count each of the four digits.
  template <bool IsDescending>
  __device__ __forceinline__ void ranks(KeyT const (&keys)[ITEMS_PER_THREAD],
                                        int (&rank)[ITEMS_PER_THREAD], int bit, int end_bit) {
    int const bits = end_bit - bit < 2 ? 1 : 2;
    unsigned long long own = 0;
    for (int i = 0; i < items; ++i) {
      unsigned const shift =
          16u * detail::radix_digit(detail::radix_bits<IsDescending>(keys[i]), bit, bits);
      rank[i] = static_cast<int>((own >> shift) & 0xffffu);
      own += 1ull << shift;
    }
    unsigned long long before, total;
    block_scan(storage_.scan).ExclusiveSum(own, before, total);
    before += (total << 16) + (total << 32) + (total << 48);
    for (int i = 0; i < items; ++i) {
      unsigned const shift =
          16u * detail::radix_digit(detail::radix_bits<IsDescending>(keys[i]), bit, bits);
      rank[i] += static_cast<int>((before >> shift) & 0xffffu);
    }
    __syncthreads();
  }

  __device__ __forceinline__ void move_keys(KeyT const (&keys)[ITEMS_PER_THREAD],
                                            int const (&rank)[ITEMS_PER_THREAD]) {
    for (int i = 0; i < items; ++i) storage_.keys[rank[i]] = keys[i];
  }
  __device__ __forceinline__ void move_values(ValueT const (&values)[ITEMS_PER_THREAD],
                                              int const (&rank)[ITEMS_PER_THREAD]) {
    for (int i = 0; i < items; ++i) storage_.values[rank[i]] = values[i];
  }
  __device__ __forceinline__ void to_blocked(KeyT (&keys)[ITEMS_PER_THREAD]) {
    __syncthreads();
    for (int i = 0; i < items; ++i) keys[i] = storage_.keys[thread() * items + i];
    __syncthreads();
  }
  __device__ __forceinline__ void to_blocked(KeyT (&keys)[ITEMS_PER_THREAD],
                                             ValueT (&values)[ITEMS_PER_THREAD]) {
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      keys[i] = storage_.keys[thread() * items + i];
      values[i] = storage_.values[thread() * items + i];
    }
    __syncthreads();
  }
  __device__ __forceinline__ void to_striped(KeyT (&keys)[ITEMS_PER_THREAD]) {
    for (int i = 0; i < items; ++i) storage_.keys[thread() * items + i] = keys[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) keys[i] = storage_.keys[i * threads + thread()];
  }
  __device__ __forceinline__ void to_striped(KeyT (&keys)[ITEMS_PER_THREAD],
                                             ValueT (&values)[ITEMS_PER_THREAD]) {
    for (int i = 0; i < items; ++i) {
      storage_.keys[thread() * items + i] = keys[i];
      storage_.values[thread() * items + i] = values[i];
    }
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      keys[i] = storage_.keys[i * threads + thread()];
      values[i] = storage_.values[i * threads + thread()];
    }
  }

  TempStorage& storage_;
};

}  // namespace cub
