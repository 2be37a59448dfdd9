// SPDX-License-Identifier: MIT
//
// A separable filter of 17 taps with zeros outside the picture: rows by blocks of 16 x 4 threads,
// then columns by blocks of 16 x 8, eight results a thread, tiles with borders in shared memory
// (CUDA sample convolutionSeparable).

#include <simt/simt.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;

constexpr int radius = convolution_radius;
constexpr int taps = convolution_taps;
constexpr int steps = 8;                               // results a thread
constexpr int rows_width = 16, rows_height = 4;        // threads of a block of the rows' kernel
constexpr int columns_width = 16, columns_height = 8;  // and of the columns' kernel

struct data {
  explicit data(int n)
      : in(random_floats(std::size_t(n) * std::size_t(n), 111)),
        kernel(random_taps()),
        between(in.size()),
        out(in.size()) {}
  buffer<float> const in, kernel;
  buffer<float> between, out;
  std::vector<double> want;
};

[[gnu::noinline]] void scalar_rows(float const* __restrict in, float const* __restrict kernel,
                                   float* __restrict out, int n) {
  for (int y = 0; y < n; ++y) {
    float const* const from = in + y * n;
    float* const __restrict to = out + y * n;
    auto const at_edge = [&](int x) {
      float sum = 0;
      for (int d = std::max(-radius, -x); d <= std::min(radius, n - 1 - x); ++d)
        sum += kernel[radius - d] * from[x + d];
      to[x] = sum;
    };
    for (int x = 0; x < radius; ++x) at_edge(x);
    for (int x = radius; x < n - radius; ++x) {
      float sum = 0;
      BENCH_UNROLL
      for (int d = -radius; d <= radius; ++d) sum += kernel[radius - d] * from[x + d];
      to[x] = sum;
    }
    for (int x = n - radius; x < n; ++x) at_edge(x);
  }
}

[[gnu::noinline]] void scalar_columns(float const* __restrict in, float const* __restrict kernel,
                                      float* __restrict out, int n) {
  for (int y = 0; y < n; ++y) {
    float* const __restrict to = out + y * n;
    if (y >= radius && y < n - radius) {
      for (int x = 0; x < n; ++x) {
        float sum = 0;
        BENCH_UNROLL
        for (int d = -radius; d <= radius; ++d) sum += kernel[radius - d] * in[(y + d) * n + x];
        to[x] = sum;
      }
    } else {
      for (int x = 0; x < n; ++x) {
        float sum = 0;
        for (int d = std::max(-radius, -y); d <= std::min(radius, n - 1 - y); ++d)
          sum += kernel[radius - d] * in[(y + d) * n + x];
        to[x] = sum;
      }
    }
  }
}

/// Filters `group` vectors of results, `distance` elements apart; taps are `pitch` apart.
constexpr int group = 4;
template <int Pitch, int Distance>
BENCH_INLINE void filter(float const* __restrict from, float const* __restrict kernel,
                         float* __restrict to, int to_distance) {
  f32 sum[group] = {};
  BENCH_UNROLL
  for (int d = 0; d < taps; ++d) {
    f32 const tap = simd::splat(kernel[taps - 1 - d]);
    BENCH_UNROLL
    for (int v = 0; v < group; ++v)
      sum[v] = simd::fma(tap, simd::load(from + d * Pitch + v * Distance), sum[v]);
  }
  BENCH_UNROLL
  for (int v = 0; v < group; ++v) simd::store(to + v * to_distance, sum[v]);
}

[[gnu::noinline]] void hand_rows(float const* in, float const* kernel, float* out, int n) {
  constexpr int width = steps * rows_width;
  int const across = n / width;
  for_blocks(across * (n / rows_height), 16, [=](int block) {
    int const x0 = block % across * width, y0 = block / across * rows_height;
    alignas(64) float tile[rows_height][rows_width + width + rows_width];
    // One step more than the results on either side, zeros outside the picture.
    int const skipped = x0 == 0 ? rows_width : 0;
    int const end = width + 2 * rows_width - (x0 + width == n ? rows_width : 0);
    for (int y = 0; y < rows_height; ++y) {
      float const* const from = in + (y0 + y) * n + x0 - rows_width;
      for (int x = 0; x < skipped; ++x) tile[y][x] = 0;
      for (int x = skipped; x < end; x += simd::lanes)
        simd::store(&tile[y][x], simd::load(from + x));
      for (int x = end; x < width + 2 * rows_width; ++x) tile[y][x] = 0;
    }
    for (int y = 0; y < rows_height; ++y)
      for (int x = 0; x < width; x += group * simd::lanes)
        filter<1, simd::lanes>(&tile[y][rows_width + x - radius], kernel,
                               out + (y0 + y) * n + x0 + x, simd::lanes);
  });
}

[[gnu::noinline]] void hand_columns(float const* in, float const* kernel, float* out, int n) {
  constexpr int height = steps * columns_height;
  int const across = n / columns_width;
  for_blocks(across * (n / height), 16, [=](int block) {
    int const x0 = block % across * columns_width, y0 = block / across * height;
    alignas(64) float tile[columns_height + height + columns_height][columns_width];
    for (int row = 0; row < height + 2 * columns_height; ++row) {
      int const y = y0 - columns_height + row;
      for (int x = 0; x < columns_width; x += simd::lanes)
        simd::store(&tile[row][x], y >= 0 && y < n ? simd::load(in + y * n + x0 + x) : f32{});
    }
    for (int y = 0; y < height; y += group)
      for (int x = 0; x < columns_width; x += simd::lanes)
        filter<columns_width, columns_width>(&tile[columns_height + y - radius][x], kernel,
                                             out + (y0 + y) * n + x0 + x, n);
  });
}

SIMT_KERNEL(convolve_rows, (simt::ptr<float const> in, simt::ptr<float const> kernel,
                            simt::ptr<float> out, int n)) {
  __shared__ simt::tile<float[rows_height][(steps + 2) * rows_width]> s;
  auto tx = threadIdx.x;
  auto ty = threadIdx.y;
  auto x0 = (blockIdx.x * steps - 1) * rows_width + tx;
  auto y = blockIdx.y * rows_height + ty;
  for (int i = 0; i < steps + 2; ++i) {
    auto x = x0 + i * rows_width;
    s[ty][tx + i * rows_width] = simt_select(x >= 0 && x < n, in[y * n + x], 0.f);
  }
  __syncthreads();
  for (int i = 1; i <= steps; ++i) {
    varying<float> sum = 0.f;
    for (int d = -radius; d <= radius; ++d)
      sum += kernel[radius - d] * s[ty][tx + (i * rows_width + d)];
    out[y * n + x0 + i * rows_width] = sum;
  }
}

SIMT_KERNEL(convolve_columns, (simt::ptr<float const> in, simt::ptr<float const> kernel,
                               simt::ptr<float> out, int n)) {
  __shared__ simt::tile<float[(steps + 2) * columns_height][columns_width]> s;
  auto tx = threadIdx.x;
  auto ty = threadIdx.y;
  auto x = blockIdx.x * columns_width + tx;
  auto y0 = (blockIdx.y * steps - 1) * columns_height + ty;
  for (int i = 0; i < steps + 2; ++i) {
    auto y = y0 + i * columns_height;
    s[ty + i * columns_height][tx] = simt_select(y >= 0 && y < n, in[y * n + x], 0.f);
  }
  __syncthreads();
  for (int i = 1; i <= steps; ++i) {
    varying<float> sum = 0.f;
    for (int d = -radius; d <= radius; ++d)
      sum += kernel[radius - d] * s[ty + (i * columns_height + d)][tx];
    out[(y0 + i * columns_height) * n + x] = sum;
  }
}

void lane_rows(float const* in, float const* kernel, float* out, int n) {
  simt::launch(convolve_rows,
               simt::shape{simt::dim3(n / (steps * rows_width), n / rows_height),
                           simt::block_shape<rows_width, rows_height>},
               in, kernel, out, n);
}

void lane_columns(float const* in, float const* kernel, float* out, int n) {
  simt::launch(convolve_columns,
               simt::shape{simt::dim3(n / columns_width, n / (steps * columns_height)),
                           simt::block_shape<columns_width, columns_height>},
               in, kernel, out, n);
}

/// Both passes in one kernel: a block of 32 threads goes down a strip of the picture. It filters
/// the rows of the strip, eight at a time, into a ring of 24 in shared memory, and then the columns
/// of these 24 rows: eight results a thread in registers, to which each row that comes in adds. The
/// block is a warp, so that there is no barrier.
constexpr int strip_width = 256, strip_height = 128, strip_threads = 32, group_rows = 8;

SIMT_KERNEL(convolve_strips, (simt::ptr<float const> in, simt::ptr<float const> kernel,
                              simt::ptr<float> out, int n)) {
  __shared__ simt::tile<float[3 * group_rows][strip_width]> s;
  __shared__ simt::tile<float[3 * strip_threads]> edge;  // a piece with zeros beside it
  auto t = threadIdx.x;
  int left = blockIdx.x * strip_width, top = blockIdx.y * strip_height;
  int oldest = 0, older = group_rows, newest = 2 * group_rows;
  // The sums of the elements around the threads', times the taps.
  auto const filtered = [&](auto const& element) SIMT_LAMBDA_INLINE {
    varying<float> even = 0.f, odd = 0.f;
    simt::unroll<0, taps>([&](auto d) SIMT_LAMBDA_INLINE {
      (d % 2 == 0 ? even : odd) += kernel[taps - 1 - d] * element(t + (d - radius));
    });
    return even + odd;
  };
  for (int y = top - radius; y < top + strip_height + radius; y += group_rows) {
    int const free = oldest;
    oldest = older, older = newest, newest = free;
    for (int row = 0; row < group_rows; ++row) {
      auto const from = in + (y + row) * n + left;
      for (int i = 0; i < strip_width; i += strip_threads) {
        bool const is_left = left + i == 0, is_right = left + i + strip_threads == n;
        if (y + row < 0 || y + row >= n) {
          s[newest + row][i + t] = 0.f;
        } else if (is_left || is_right) {
          edge[t] = is_left ? varying<float>(0.f) : from[i - strip_threads + t];
          edge[strip_threads + t] = from[i + t];
          edge[2 * strip_threads + t] =
              is_right ? varying<float>(0.f) : from[i + strip_threads + t];
          __syncwarp();
          s[newest + row][i + t] =
              filtered([&](auto at) SIMT_LAMBDA_INLINE { return edge[strip_threads + at]; });
        } else {
          s[newest + row][i + t] =
              filtered([&](auto at) SIMT_LAMBDA_INLINE { return from[i + at]; });
        }
      }
    }
    if (y < top + radius) continue;
    for (int i = 0; i < strip_width; i += strip_threads) {
      varying<float> sum[group_rows];
      simt::unroll<0, group_rows>([&](auto r) SIMT_LAMBDA_INLINE { sum[r] = 0.f; });
      simt::unroll<0, 3 * group_rows>([&](auto d) SIMT_LAMBDA_INLINE {
        int const third = d < group_rows ? oldest : d < 2 * group_rows ? older : newest;
        varying<float> value = s[third + d % group_rows][i + t];
        simt::unroll<0, group_rows>([&](auto r) SIMT_LAMBDA_INLINE {
          if constexpr (d >= r && d < r + taps) sum[r] += kernel[taps - 1 - (d - r)] * value;
        });
      });
      simt::unroll<0, group_rows>(
          [&](auto r) SIMT_LAMBDA_INLINE { out[(y - radius + r) * n + left + i + t] = sum[r]; });
    }
  }
}

void best(float const* in, float const* kernel, float* out, int n) {
  simt::launch(
      convolve_strips,
      simt::shape{simt::dim3(n / strip_width, n / strip_height), simt::block_shape<strip_threads>},
      in, kernel, out, n);
}

std::vector<double> reference(data const& d, int n) {
  auto const at = [n](int y, int x) { return std::size_t(y) * std::size_t(n) + std::size_t(x); };
  std::vector<double> between(d.in.size()), out(d.in.size());
  auto const pass = [&](auto const& in, std::vector<double>& result, int dx, int dy) {
    for_blocks(n, 16, [&](int y) {
      for (int x = 0; x < n; ++x) {
        double sum = 0;
        for (int i = -radius; i <= radius; ++i) {
          int const u = x + i * dx, v = y + i * dy;
          if (u >= 0 && u < n && v >= 0 && v < n)
            sum += double(d.kernel[std::size_t(radius - i)]) * in[at(v, u)];
        }
        result[at(y, x)] = sum;
      }
    });
  };
  pass(d.in, between, 1, 0);
  pass(between, out, 0, 1);
  return out;
}

workload make(sizes const& s) {
  int const n = s.convolution;
  auto const d = std::make_shared<data>(n);
  auto const both = [d, n](auto rows, auto columns) {
    return [=] {
      rows(d->in.data(), d->kernel.data(), d->between.data(), n);
      columns(d->between.data(), d->kernel.data(), d->out.data(), n);
    };
  };
  workload w;
  w.bytes = 16. * n * n;
  w.amount = w.flops = 4. * taps * n * n;
  w.unit = "GFLOP/s";
  w.reset = [d] {
    std::fill(d->between.begin(), d->between.end(), -1e9f);
    std::fill(d->out.begin(), d->out.end(), -1e9f);
  };
  w.check = [d, n] {
    if (d->want.empty()) d->want = reference(*d, n);
    return compare(d->out, d->want, 5e-6);
  };
  w.variants = {
      {"lane", columns_width * columns_height, both(lane_rows, lane_columns)},
      {"hand", rows_width * rows_height, both(hand_rows, hand_columns)},
      {"best", strip_threads, [d, n] { best(d->in.data(), d->kernel.data(), d->out.data(), n); }},
      {"plain", simd::lanes,
       [d, n] { plain::convolution(d->in.data(), d->kernel.data(), d->out.data(), n); }},
      {"scalar", 1, both(scalar_rows, scalar_columns)},
  };
  cuda::add(w, both(cuda::convolve_rows, cuda::convolve_columns));
  return w;
}

registration const registered{"convolution", make};

}  // namespace
}  // namespace bench
