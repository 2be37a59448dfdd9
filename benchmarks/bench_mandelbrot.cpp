// SPDX-License-Identifier: MIT
//
// Iterations until a point leaves the circle, 256 at most: one pixel a thread, blocks of 256
// pixels of a row. Threads diverge.

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
using simd::i32;

constexpr int block_size = 256;
constexpr int limit = mandelbrot_limit;

struct data {
  data(int w, int h) : width(w), height(h), out(std::size_t(w) * std::size_t(h)) {}
  int const width, height;
  buffer<int> out;
  std::vector<int> want;
};

[[gnu::noinline]] void scalar(int* out, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float const cx = static_cast<float>(x) * (3.0f / static_cast<float>(width)) - 2.0f;
      float const cy = -1.5f + 3.0f * static_cast<float>(y) / static_cast<float>(height);
      float zx = 0, zy = 0;
      int iterations = 0;
      while (iterations < limit && zx * zx + zy * zy < 4.f) {
        float const t = zx * zx - zy * zy + cx;
        zy = zx * zy * 2.f + cy;
        zx = t;
        ++iterations;
      }
      out[y * width + x] = iterations;
    }
}

/// Pixels in lock step: enough registers to hide the latency, few enough to diverge little.
constexpr int vectors = simd::registers == 32 ? 4 : 2;
constexpr int gang = vectors * simd::lanes;

BENCH_INLINE void hand_gang(int* out, int x0, float step, float cy) {
  f32 cx[vectors], zx[vectors] = {}, zy[vectors] = {};
  i32 iterations[vectors] = {};
  simd::mask inside[vectors];
  BENCH_UNROLL
  for (int v = 0; v < vectors; ++v) {
    cx[v] =
        simd::fma(simd::to_float(simd::iota() + (x0 + v * simd::lanes)), step, simd::splat(-2.f));
    inside[v] = simd::all_lanes();
  }
  // All lanes that are still inside have taken part in every turn: one counter serves the limit.
  for (int turn = 0; turn < limit; ++turn) {
    simd::mask any = {};
    f32 square[vectors];
    BENCH_UNROLL
    for (int v = 0; v < vectors; ++v) {
      square[v] = zx[v] * zx[v];
      inside[v] = simd::less(inside[v], simd::fma(zy[v], zy[v], square[v]), simd::splat(4.f));
      any = any | inside[v];
    }
    if (!any.any()) break;
    BENCH_UNROLL
    for (int v = 0; v < vectors; ++v) {
      f32 const difference = simd::fnma(zy[v], zy[v], square[v]);
      zy[v] = simd::masked_fma(inside[v], zy[v], zx[v] + zx[v], simd::splat(cy));
      zx[v] = simd::masked_add(inside[v], difference, cx[v], zx[v]);
      iterations[v] = simd::count(inside[v], iterations[v]);
    }
  }
  BENCH_UNROLL
  for (int v = 0; v < vectors; ++v) simd::store(out + x0 + v * simd::lanes, iterations[v]);
}

[[gnu::noinline]] void hand(int* out, int width, int height) {
  int const across = width / block_size;
  for_blocks(across * height, 8, [=](int block) {
    int const y = block / across;
    float const cy = -1.5f + 3.0f * static_cast<float>(y) / static_cast<float>(height);
    for (int x = 0; x < block_size; x += gang)
      hand_gang(out + y * width, block % across * block_size + x, 3.0f / static_cast<float>(width),
                cy);
  });
}

SIMT_KERNEL(mandelbrot, (simt::ptr<int> out, int w, int h)) {
  auto x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  varying<float> cx = x * (3.0f / static_cast<float>(w)) - 2.0f;
  float cy = -1.5f + 3.0f * static_cast<float>(y) / static_cast<float>(h);
  varying<float> zx = 0.f, zy = 0.f;
  varying<int> iterations = 0;
  simt_while (iterations < limit && zx * zx + zy * zy < 4.f) {
    varying<float> t = zx * zx - zy * zy + cx;
    zy = zx * zy * 2.f + cy;
    zx = t;
    ++iterations;
  }
  out[y * w + x] = iterations;
}

void lane(int* out, int width, int height) {
  simt::launch(mandelbrot, simt::shape{simt::dim3(width / block_size, height), block_size}, out,
               width, height);
}

/// A block of one gang, whose pixels stay in lock step: one that has left stays outside, so nothing
/// has to be kept from it, it only counts no more; and the block looks every few turns only whether
/// all have left.
constexpr int together = simt::default_width, turns = 4;
SIMT_KERNEL(mandelbrot_in_step, (simt::ptr<int> out, int w, int h)) {
  auto x = blockIdx.x * together + threadIdx.x;
  int y = blockIdx.y;
  varying<float> cx = x * (3.0f / static_cast<float>(w)) - 2.0f;
  float cy = -1.5f + 3.0f * static_cast<float>(y) / static_cast<float>(h);
  varying<float> zx = 0.f, zy = 0.f;
  varying<int> iterations = 0;
  for (int turn = 0; turn < limit; turn += turns) {
    varying<bool> inside = true;
    simt::unroll<0, turns>([&](auto) SIMT_LAMBDA_INLINE {
      varying<float> square = zx * zx;
      inside = zy * zy + square < 4.f;
      iterations = simt::select(inside, iterations + 1, iterations);  // an addition under a mask
      varying<float> next = square + cx - zy * zy;
      zy = (zx + zx) * zy + cy;
      zx = next;
    });
    if (__syncthreads_or(inside) == 0) break;
  }
  out[y * w + x] = iterations;
}

void best(int* out, int width, int height) {
  simt::launch(mandelbrot_in_step,
               simt::shape{simt::dim3(width / together, height), simt::block_shape<together>}, out,
               width, height);
}

/// In double precision; single differs in a few pixels near the boundary.
std::vector<int> reference(int width, int height) {
  std::vector<int> out(std::size_t(width) * std::size_t(height));
  for_blocks(height, 1, [&](int y) {
    for (int x = 0; x < width; ++x) {
      double const cx = x * (3.0 / width) - 2.0, cy = -1.5 + 3.0 * y / height;
      double zx = 0, zy = 0;
      int iterations = 0;
      while (iterations < limit && zx * zx + zy * zy < 4.0) {
        double const t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
        ++iterations;
      }
      out[std::size_t(y * width + x)] = iterations;
    }
  });
  return out;
}

verdict check(data const& d) {
  double wrong = 0, got = 0, want = 0;
  for (std::size_t i = 0; i < d.out.size(); ++i) {
    wrong += d.out[i] != d.want[i];
    got += d.out[i];
    want += d.want[i];
  }
  verdict pixels = judge(wrong / static_cast<double>(d.out.size()), 5e-3, "pixels that differ");
  verdict const sum = judge(std::fabs(got - want) / want, 1e-3, "sum of iterations");
  return {pixels.ok && sum.ok, pixels.text + ", " + sum.text};
}

workload make(sizes const& s) {
  auto const d = std::make_shared<data>(s.mandelbrot_width, s.mandelbrot_height);
  d->want = reference(d->width, d->height);
  double iterations = 0;
  for (int const count : d->want) iterations += count;
  workload w;
  w.amount = iterations;
  w.flops = 10 * iterations;
  w.unit = "Giter/s";
  w.reset = [d] { std::fill(d->out.begin(), d->out.end(), -1); };
  w.check = [d] { return check(*d); };
  w.variants = {
      {"lane", simt::default_width, [d] { lane(d->out.data(), d->width, d->height); }},
      {"hand", gang, [d] { hand(d->out.data(), d->width, d->height); }},
      {"best", together, [d] { best(d->out.data(), d->width, d->height); }},
      {"plain", gang, [d] { plain::mandelbrot(d->out.data(), d->width, d->height); }},
      {"scalar", 1, [d] { scalar(d->out.data(), d->width, d->height); }},
  };
  cuda::add(w, [d] { cuda::mandelbrot(d->out.data(), d->width, d->height); });
  return w;
}

registration const registered{"mandelbrot", make};

}  // namespace
}  // namespace bench
