#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
//
// Counts of samples by bins, of equal width or with given bounds; samples outside of them count
// nowhere.
// - Source:  CUB 2.5, cub/device/device_histogram.cuh, by behaviour

#include <simt/cuda/cub/detail/device_launch.cuh>
#include <simt/cuda/cub/util_type.cuh>

namespace cub {

namespace detail {

/// Gives the bin of a sample among those of equal width, -1 outside of them.
template <class LevelT>
struct even_bins {
  int bins;
  LevelT lower, upper;
  template <class SampleT>
  __host__ __device__ __forceinline__ int operator()(SampleT sample) const {
    using common = std::common_type_t<SampleT, LevelT>;
    common const value = sample, from = lower, to = upper;
    if (!(value >= from && value < to)) return -1;
    if constexpr (std::is_integral_v<common>)
      return static_cast<int>(static_cast<unsigned long long>(value - from) *
                              static_cast<unsigned long long>(bins) /
                              static_cast<unsigned long long>(to - from));
    else
      return static_cast<int>((value - from) *
                              (static_cast<common>(bins) / static_cast<common>(to - from)));
  }
};

/// Gives the bin of a sample between given bounds, -1 outside of them.
template <class LevelT>
struct bounded_bins {
  int bins;
  LevelT const* levels;
  template <class SampleT>
  __host__ __device__ __forceinline__ int operator()(SampleT sample) const {
    int low = 0, high = bins + 1;  // the first level above the sample
    while (low < high) {
      int const middle = (low + high) / 2;
      if (static_cast<LevelT>(sample) < levels[middle])
        high = middle;
      else
        low = middle + 1;
    }
    return low == bins + 1 ? -1 : low - 1;
  }
};

}  // namespace detail

struct DeviceHistogram {
  template <class SampleIteratorT, class CounterT, class LevelT, class OffsetT>
  static cudaError_t HistogramEven(void* d_temp_storage, size_t& temp_storage_bytes,
                                   SampleIteratorT d_samples, CounterT* d_histogram, int num_levels,
                                   LevelT lower_level, LevelT upper_level, OffsetT num_samples,
                                   cudaStream_t stream = 0) {
    return count<1>(d_temp_storage, temp_storage_bytes, d_samples, 0, d_histogram,
                    detail::even_bins<LevelT>{num_levels - 1, lower_level, upper_level},
                    num_levels - 1, num_samples, stream);
  }
  template <class SampleIteratorT, class CounterT, class LevelT, class OffsetT>
  static cudaError_t HistogramRange(void* d_temp_storage, size_t& temp_storage_bytes,
                                    SampleIteratorT d_samples, CounterT* d_histogram,
                                    int num_levels, LevelT const* d_levels, OffsetT num_samples,
                                    cudaStream_t stream = 0) {
    return count<1>(d_temp_storage, temp_storage_bytes, d_samples, 0, d_histogram,
                    detail::bounded_bins<LevelT>{num_levels - 1, d_levels}, num_levels - 1,
                    num_samples, stream);
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, class SampleIteratorT, class CounterT,
            class LevelT, class OffsetT>
  static cudaError_t MultiHistogramEven(void* d_temp_storage, size_t& temp_storage_bytes,
                                        SampleIteratorT d_samples,
                                        CounterT* (&d_histogram)[NUM_ACTIVE_CHANNELS],
                                        int const (&num_levels)[NUM_ACTIVE_CHANNELS],
                                        LevelT const (&lower_level)[NUM_ACTIVE_CHANNELS],
                                        LevelT const (&upper_level)[NUM_ACTIVE_CHANNELS],
                                        OffsetT num_pixels, cudaStream_t stream = 0) {
    return each_channel<NUM_ACTIVE_CHANNELS>(temp_storage_bytes, [&](int channel, size_t& bytes) {
      return count<NUM_CHANNELS>(
          d_temp_storage, bytes, d_samples, channel, d_histogram[channel],
          detail::even_bins<LevelT>{num_levels[channel] - 1, lower_level[channel],
                                    upper_level[channel]},
          num_levels[channel] - 1, num_pixels, stream);
    });
  }
  template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, class SampleIteratorT, class CounterT,
            class LevelT, class OffsetT>
  static cudaError_t MultiHistogramRange(void* d_temp_storage, size_t& temp_storage_bytes,
                                         SampleIteratorT d_samples,
                                         CounterT* (&d_histogram)[NUM_ACTIVE_CHANNELS],
                                         int const (&num_levels)[NUM_ACTIVE_CHANNELS],
                                         LevelT const* const (&d_levels)[NUM_ACTIVE_CHANNELS],
                                         OffsetT num_pixels, cudaStream_t stream = 0) {
    return each_channel<NUM_ACTIVE_CHANNELS>(temp_storage_bytes, [&](int channel, size_t& bytes) {
      return count<NUM_CHANNELS>(
          d_temp_storage, bytes, d_samples, channel, d_histogram[channel],
          detail::bounded_bins<LevelT>{num_levels[channel] - 1, d_levels[channel]},
          num_levels[channel] - 1, num_pixels, stream);
    });
  }

 private:
  /// Channels take turns in the storage, which is as large as the largest one's.
  template <int Channels, class Each>
  static cudaError_t each_channel(size_t& temp_storage_bytes, Each each) {
    size_t largest = temp_storage_bytes;
    for (int channel = 0; channel < Channels; ++channel) {
      size_t bytes = temp_storage_bytes;
      cudaError_t const result = each(channel, bytes);
      if (result != cudaSuccess) return result;
      largest = channel == 0 || bytes > largest ? bytes : largest;
    }
    temp_storage_bytes = largest;
    return cudaSuccess;
  }

  /// Counts in an array for each part, then adds them.
  template <int Stride, class SampleIteratorT, class CounterT, class Bins>
  static cudaError_t count(void* d_temp_storage, size_t& temp_storage_bytes,
                           SampleIteratorT d_samples, int channel, CounterT* d_histogram,
                           Bins bin_of, int bins, long long num_samples, cudaStream_t stream) {
    if (bins < 1) return cudaErrorInvalidValue;
    // (Many bins: less parts, so that to add them is not most of the work.)
    long long const worth = num_samples / bins;
    detail::parts_of const parts(num_samples, worth < 1    ? 1
                                              : worth > 64 ? 64
                                                           : static_cast<int>(worth));
    int const number = parts.count();
    detail::temporary_arrays storage(d_temp_storage);
    CounterT* const counts = storage.template array<CounterT>(1LL * bins * number);
    cudaError_t result;
    if (storage.ends_call(temp_storage_bytes, result)) return result;
    detail::for_each_part(number, stream, [=] __device__(int part) {
      CounterT* const own = counts + 1LL * part * bins;
      for (int bin = 0; bin < bins; ++bin) own[bin] = CounterT(0);
      for (long long i = parts.begin(part); i < parts.end(part); ++i) {
        int const bin = bin_of(d_samples[i * Stride + channel]);
        if (bin >= 0) ++own[bin];
      }
    });
    return detail::for_each_part(1, stream, [=] __device__(int) {
      for (int bin = 0; bin < bins; ++bin) {
        CounterT sum = CounterT(0);
        for (int part = 0; part < number; ++part) sum += counts[1LL * part * bins + bin];
        d_histogram[bin] = sum;
      }
    });
  }
};

}  // namespace cub
