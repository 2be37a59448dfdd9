// SPDX-License-Identifier: MIT
//
// Bands of 64 rows: both passes over a band while its filtered rows are in the cache.

#include <algorithm>
#include <cstring>
#include <utility>

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;

constexpr int radius = convolution_radius, taps = convolution_taps;
constexpr int band = 64, filtered = band + 2 * radius;  // rows of a band, and with its borders

/// The taps in the order in which they meet the elements, each in all lanes.
struct spread_taps {
  explicit spread_taps(float const* kernel) {
    for (int d = 0; d < taps; ++d) tap[d] = simd::splat(kernel[taps - 1 - d]);
  }
  f32 tap[taps];
};

#if defined(BENCH_AVX512)
/// Lanes Distance to Distance + 15 of three registers, counted from the middle one.
template <int Distance>
BENCH_INLINE f32 window(f32 left, f32 middle, f32 right) {
  auto const whole = [](f32 v) { return _mm512_castps_si512(v); };
  if constexpr (Distance < 0)
    return _mm512_castsi512_ps(_mm512_alignr_epi32(whole(middle), whole(left), 16 + Distance));
  else if constexpr (Distance > 0)
    return _mm512_castsi512_ps(_mm512_alignr_epi32(whole(right), whole(middle), Distance));
  else
    return middle;
}

template <int... D>
BENCH_INLINE f32 filter_register(spread_taps const& w, f32 left, f32 middle, f32 right,
                                 std::integer_sequence<int, D...>) {
  f32 sum[2] = {};
  ((sum[D % 2] = simd::fma(w.tap[D], window<D - radius>(left, middle, right), sum[D % 2])), ...);
  return sum[0] + sum[1];
}

/// A load that crosses a cache line costs two, and nearly all would: neighbours are shifted out of
/// registers instead.
void filter_row(float const* in, spread_taps const& w, float* out, int n) {
  f32 left{}, middle = simd::load(in);
  for (int x = 0; x < n; x += simd::lanes) {
    f32 const right = x + simd::lanes < n ? simd::load(in + x + simd::lanes) : f32{};
    simd::store(out + x,
                filter_register(w, left, middle, right, std::make_integer_sequence<int, taps>()));
    left = middle;
    middle = right;
  }
}
#else
/// `count` vectors of results from an element on, whose neighbours may be read.
template <int Count>
BENCH_INLINE void filter_registers(float const* in, spread_taps const& w, float* out) {
  f32 sum[Count] = {};
  BENCH_UNROLL
  for (int d = 0; d < taps; ++d) {
    BENCH_UNROLL
    for (int v = 0; v < Count; ++v)
      sum[v] = simd::fma(w.tap[d], simd::load(in + d - radius + v * simd::lanes), sum[v]);
  }
  BENCH_UNROLL
  for (int v = 0; v < Count; ++v) simd::store(out + v * simd::lanes, sum[v]);
}

void filter_row(float const* in, spread_taps const& w, float* out, int n) {
  constexpr int edge = 2 * radius, vectors = 4;
  // The ends, with zeros beside them.
  float ends[2][radius + edge + radius] = {};
  std::copy_n(in, edge + radius, ends[0] + radius);
  std::copy_n(in + n - edge - radius, edge + radius, ends[1]);
  for (int x = 0; x < edge; x += simd::lanes) {
    filter_registers<1>(ends[0] + radius + x, w, out + x);
    filter_registers<1>(ends[1] + radius + x, w, out + n - edge + x);
  }
  int x = edge;
  for (; x + vectors * simd::lanes <= n - edge; x += vectors * simd::lanes)
    filter_registers<vectors>(in + x, w, out + x);
  for (; x < n - edge; x += simd::lanes) filter_registers<1>(in + x, w, out + x);
}
#endif

/// Eight rows of a register's width: each row that comes in adds to all results that it belongs to.
constexpr int rows = 8;
BENCH_INLINE void filter_columns(float const* in, int pitch, spread_taps const& w, float* out,
                                 int n) {
  f32 sum[rows] = {};
  BENCH_UNROLL
  for (int d = 0; d < taps + rows - 1; ++d) {
    f32 const v = simd::load(in + d * pitch);
    BENCH_UNROLL
    for (int r = 0; r < rows; ++r)
      if (d >= r && d < r + taps) sum[r] = simd::fma(w.tap[d - r], v, sum[r]);
  }
  BENCH_UNROLL
  for (int r = 0; r < rows; ++r) simd::store(out + r * n, sum[r]);
}

}  // namespace

void convolution(float const* in, float const* kernel, float* out, int n) {
  for_ranges(n / band, 1, [=](int first, int last) {
    int const pitch = n + 16;  // no two rows share their sets of the cache
    static thread_local buffer<float> between;
    between.resize(std::size_t(filtered) * std::size_t(pitch));
    spread_taps const w(kernel);
    for (int top = first * band; top < last * band; top += band) {
      for (int g = 0; g < filtered; ++g) {
        int const y = top - radius + g;
        float* const row = between.data() + g * pitch;
        if (y >= 0 && y < n)
          filter_row(in + y * n, w, row, n);
        else
          std::fill_n(row, n, 0.f);
      }
      for (int y = 0; y < band; y += rows)
        for (int x = 0; x < n; x += simd::lanes)
          filter_columns(between.data() + y * pitch + x, pitch, w, out + (top + y) * n + x, n);
    }
  });
}

}  // namespace bench::plain
