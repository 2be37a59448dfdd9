// SPDX-License-Identifier: MIT
//
// Ten sweeps of the mean of four neighbours over a square: one point a thread, blocks of 16 x 16
// that load their points and a border of one into shared memory.

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

constexpr int tile = 16;

struct data {
  explicit data(int n)
      : start(random_floats(std::size_t(n) * std::size_t(n), 101)), a(start), b(start) {}
  buffer<float> const start;
  buffer<float> a, b;
  std::vector<double> want;
};

[[gnu::noinline]] void scalar(float const* __restrict in, float* __restrict out, int n) {
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < n - 1; ++x) {
      int const i = y * n + x;
      out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
    }
}

[[gnu::noinline]] void hand(float const* in, float* out, int n) {
  int const across = n / tile;
  for_blocks(across * across, 16, [=](int block) {
    constexpr int margin = 16;  // keeps the tile's own columns on cache lines
    int const x0 = block % across * tile, y0 = block / across * tile;
    bool const left = x0 > 0, right = x0 + tile < n;
    bool const above = y0 > 0, below = y0 + tile < n;
    alignas(64) float s[tile + 2][margin + tile + margin];
    float const* const __restrict from = in + std::ptrdiff_t(y0) * n + x0;
    float* const __restrict to = out + std::ptrdiff_t(y0) * n + x0;
    auto const load_row = [&](int row) {
      for (int x = 0; x < tile; x += simd::lanes)
        simd::store(&s[row + 1][margin + x], simd::load(from + row * n + x));
    };
    BENCH_UNROLL
    for (int row = 0; row < tile; ++row) load_row(row);
    if (above) load_row(-1);
    if (below) load_row(tile);
    if (left)
      for (int row = 0; row < tile; ++row) s[row + 1][margin - 1] = from[row * n - 1];
    if (right)
      for (int row = 0; row < tile; ++row) s[row + 1][margin + tile] = from[row * n + tile];

    auto const mean = [&](int row, int x) {
      float const* const p = &s[row + 1][margin + x];
      constexpr int pitch = sizeof s[0] / sizeof s[0][0];
      return 0.25f * ((simd::load(p - 1) + simd::load(p + 1)) +
                      (simd::load(p - pitch) + simd::load(p + pitch)));
    };
    if (left && right && above && below) {
      BENCH_UNROLL
      for (int row = 0; row < tile; ++row) {
        BENCH_UNROLL
        for (int x = 0; x < tile; x += simd::lanes) simd::store(to + row * n + x, mean(row, x));
      }
    } else {  // the rim of the square keeps its values
      for (int row = above ? 0 : 1; row < (below ? tile : tile - 1); ++row)
        for (int x = left ? 0 : 1; x < (right ? tile : tile - 1); ++x) {
          float const* const p = &s[row + 1][margin + x];
          constexpr int pitch = sizeof s[0] / sizeof s[0][0];
          to[row * n + x] = 0.25f * (p[-1] + p[1] + p[-pitch] + p[pitch]);
        }
    }
  });
}

SIMT_KERNEL(stencil, (simt::ptr<float const> in, simt::ptr<float> out, int n)) {
  __shared__ simt::tile<float[tile + 2][tile + 2]> s;
  auto tx = threadIdx.x + 1;
  auto ty = threadIdx.y + 1;
  auto x = blockIdx.x * tile + threadIdx.x;
  auto y = blockIdx.y * tile + threadIdx.y;
  s[ty][tx] = in[y * n + x];
  simt_if (threadIdx.x == 0 && x > 0) s[ty][0] = in[y * n + x - 1];
  simt_if (threadIdx.x == tile - 1 && x < n - 1) s[ty][tile + 1] = in[y * n + x + 1];
  simt_if (threadIdx.y == 0 && y > 0) s[0][tx] = in[(y - 1) * n + x];
  simt_if (threadIdx.y == tile - 1 && y < n - 1) s[tile + 1][tx] = in[(y + 1) * n + x];
  __syncthreads();
  simt_if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
    out[y * n + x] = 0.25f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx]);
}

void lane(float const* in, float* out, int n) {
  simt::launch(stencil, simt::shape{simt::dim3(n / tile, n / tile), simt::block_shape<tile, tile>},
               in, out, n);
}

/// Bands of whole rows by one gang each: memory is read and written in its order, and only the
/// first and the last threads of a row have neighbours that do not exist.
SIMT_KERNEL(stencil_bands, (simt::ptr<float const> in, simt::ptr<float> out, int n)) {
  constexpr int width = 64;
  int first = blockIdx.x == 0 ? 1 : blockIdx.x * tile;
  int last = blockIdx.x == gridDim.x - 1 ? n - 1 : (blockIdx.x + 1) * tile;
  for (int y = first; y < last; ++y) {
    auto const update = [&](auto i) SIMT_LAMBDA_INLINE {
      out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
    };
    auto x = threadIdx.x;
    auto end = n - width + threadIdx.x;
    simt_if (x > 0) update(y * n + x);
    for (int left = width; left < n - width; left += width) update(y * n + left + threadIdx.x);
    simt_if (end < n - 1) update(y * n + end);
  }
}

void best(float const* in, float* out, int n) {
  simt::launch(stencil_bands, simt::shape{n / tile, simt::block_shape<64>}, in, out, n);
}

std::vector<double> reference(buffer<float> const& start, int n) {
  std::vector<double> a(start.begin(), start.end()), b = a;
  for (int sweep = 0; sweep < stencil_sweeps; ++sweep) {
    for_blocks(n - 2, 16, [&](int row) {
      for (int x = 1; x < n - 1; ++x) {
        auto const i = std::size_t(row + 1) * std::size_t(n) + std::size_t(x);
        b[i] = .25 * (a[i - 1] + a[i + 1] + a[i - std::size_t(n)] + a[i + std::size_t(n)]);
      }
    });
    a.swap(b);
  }
  return a;
}

workload make(sizes const& s) {
  int const n = s.stencil;
  auto const d = std::make_shared<data>(n);
  // An even number of sweeps: the result is in `a` again.
  auto const sweeps = [d, n](auto sweep) {
    return [=] {
      for (int i = 0; i < stencil_sweeps; i += 2) {
        sweep(d->a.data(), d->b.data(), n);
        sweep(d->b.data(), d->a.data(), n);
      }
    };
  };
  workload w;
  w.amount = w.bytes = 8. * n * n * stencil_sweeps;
  w.flops = 4. * n * n * stencil_sweeps;
  w.reset = [d] { d->a = d->b = d->start; };
  w.check = [d, n] {
    if (d->want.empty()) d->want = reference(d->start, n);
    return compare(d->a, d->want, 2e-6);
  };
  w.variants = {
      {"lane", tile * tile, sweeps(lane)},
      {"hand", tile * tile, sweeps(hand)},
      {"best", 64, sweeps(best)},
      {"plain", simd::lanes, sweeps(plain::stencil), "ten full sweeps, none merged with the next"},
      {"scalar", 1, sweeps(scalar)},
  };
  cuda::add(w, sweeps(cuda::stencil));
  return w;
}

registration const registered{"stencil", make};

}  // namespace
}  // namespace bench
