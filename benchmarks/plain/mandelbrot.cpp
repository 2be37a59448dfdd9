// SPDX-License-Identifier: MIT
//
// A few registers of pixels in lock step. A pixel that has left stays outside, so nothing has to be
// kept from it: it only counts no more.

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;
using simd::i32;

constexpr int vectors = simd::registers == 32 ? 4 : 2;
constexpr int pixels = vectors * simd::lanes;
constexpr int turns = 4;  // between two looks whether all have left

BENCH_INLINE void row_of_pixels(int* out, int x0, float step, float cy) {
  f32 cx[vectors], zx[vectors] = {}, zy[vectors] = {};
  i32 iterations[vectors] = {};
  BENCH_UNROLL
  for (int v = 0; v < vectors; ++v)
    cx[v] =
        simd::fma(simd::to_float(simd::iota() + (x0 + v * simd::lanes)), step, simd::splat(-2.f));
  for (int turn = 0; turn < mandelbrot_limit; turn += turns) {
    simd::mask any = {};
    BENCH_UNROLL
    for (int t = 0; t < turns; ++t) {
      BENCH_UNROLL
      for (int v = 0; v < vectors; ++v) {
        f32 const square = zx[v] * zx[v];
        simd::mask const inside = simd::less(simd::fma(zy[v], zy[v], square), simd::splat(4.f));
        iterations[v] = simd::count(inside, iterations[v]);
        f32 const next = simd::fnma(zy[v], zy[v], square + cx[v]);
        zy[v] = simd::fma(zx[v] + zx[v], zy[v], simd::splat(cy));
        zx[v] = next;
        if (t == turns - 1) any = any | inside;
      }
    }
    if (!any.any()) break;
  }
  BENCH_UNROLL
  for (int v = 0; v < vectors; ++v) simd::store(out + x0 + v * simd::lanes, iterations[v]);
}

}  // namespace

void mandelbrot(int* out, int width, int height) {
  for_blocks(height, 8, [=](int y) {
    float const cy = -1.5f + 3.0f * static_cast<float>(y) / static_cast<float>(height);
    for (int x = 0; x < width; x += pixels)
      row_of_pixels(out + y * width, x, 3.0f / static_cast<float>(width), cy);
  });
}

}  // namespace bench::plain
