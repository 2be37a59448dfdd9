// SPDX-License-Identifier: MIT
//
// Squares of 128 x 128 pixels. A texel and its right neighbour are one load of eight bytes, which
// is faster than two gathers, unless one of a register's texels is the last of its row.

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;
using simd::i32;

constexpr int square = 128;

/// A texel and its right neighbour for each lane.
struct pair_of_texels {
  f32 left, right;
};

/// Whole numbers at or below, as floats.
BENCH_INLINE f32 floor(f32 x) {
#if defined(BENCH_AVX512)
  return _mm512_maskz_roundscale_ps(0xffff, x, 1);  // the other form warns with g++ 12
#elif defined(BENCH_AVX2)
  return _mm256_floor_ps(x);
#else
  f32 const t = simd::to_float(simd::to_int(x));
  return t - simd::select(simd::less(x, t), simd::splat(1.f), f32{});
#endif
}

#if defined(__SSE2__)
/// Eight bytes each from two places.
BENCH_INLINE __m128 two(float const* texels, int first, int second) {
  __m128 const low = _mm_loadl_pi(_mm_setzero_ps(), reinterpret_cast<__m64 const*>(texels + first));
  return _mm_loadh_pi(low, reinterpret_cast<__m64 const*>(texels + second));
}
#endif

BENCH_INLINE pair_of_texels neighbours(float const* texels, i32 at) {
#if defined(BENCH_AVX512)
  alignas(64) int i[16];
  simd::store(i, at);
  auto const four = [&](int first) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(two(texels, i[first], i[first + 1])),
                                two(texels, i[first + 2], i[first + 3]), 1);
  };
  auto const eight = [&](int first) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(four(first)), four(first + 4), 1);
  };
  f32 const a = eight(0), b = eight(8);
  __m512i const even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  return {_mm512_permutex2var_ps(a, even, b),
          _mm512_permutex2var_ps(a, _mm512_add_epi32(even, _mm512_set1_epi32(1)), b)};
#elif defined(BENCH_AVX2)
  alignas(32) int i[8];
  simd::store(i, at);
  auto const halves = [&](int first) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(two(texels, i[first], i[first + 1])),
                                two(texels, i[first + 4], i[first + 5]), 1);
  };
  __m256 const a = halves(0), b = halves(2);
  return {_mm256_shuffle_ps(a, b, 0x88), _mm256_shuffle_ps(a, b, 0xdd)};
#elif defined(__SSE2__)
  __m128 const a = two(texels, at[0], at[1]), b = two(texels, at[2], at[3]);
  return {_mm_shuffle_ps(a, b, 0x88), _mm_shuffle_ps(a, b, 0xdd)};
#else
  return {simd::gather(simd::all_lanes(), texels, at),
          simd::gather(simd::all_lanes(), texels + 1, at)};
#endif
}

BENCH_INLINE f32 sample(float const* texels, f32 x, f32 y, int n) {
  f32 const column = floor(x), row = floor(y), a = x - column, b = y - row;
  i32 const x0 = simd::to_int(column) & (n - 1);
  i32 const y0 = simd::to_int(row) & (n - 1), y1 = (y0 + 1) & (n - 1);
  pair_of_texels above, below;
  if (!simd::less(simd::splat(n - 2), x0).any()) {
    above = neighbours(texels, y0 * n + x0);
    below = neighbours(texels, y1 * n + x0);
  } else {
    i32 const x1 = (x0 + 1) & (n - 1);
    auto const texel = [&](i32 at) { return simd::gather(simd::all_lanes(), texels, at); };
    above = {texel(y0 * n + x0), texel(y0 * n + x1)};
    below = {texel(y1 * n + x0), texel(y1 * n + x1)};
  }
  f32 const top = simd::fma(a, above.right - above.left, above.left);
  f32 const bottom = simd::fma(a, below.right - below.left, below.left);
  return simd::fma(b, bottom - top, top);
}

void turn_square(float const* texels, float* out, int n, float sine, float cosine, int left,
                 int top) {
  auto const size = static_cast<float>(n);
  for (int y = top; y < top + square; ++y) {
    float const v = static_cast<float>(y) / size - .5f;
    for (int x = left; x < left + square; x += simd::lanes) {
      f32 const u = simd::to_float(simd::iota() + x) * (1.f / size) - .5f;
      f32 const turned_u = simd::fma(u, cosine, simd::splat(.5f - v * sine));
      f32 const turned_v = simd::fma(u, sine, simd::splat(.5f + v * cosine));
      simd::store(out + std::ptrdiff_t(y) * n + x,
                  sample(texels, simd::fma(turned_u, size, simd::splat(-.5f)),
                         simd::fma(turned_v, size, simd::splat(-.5f)), n));
    }
  }
}

}  // namespace

void texture_rotate(float const* texels, float* out, int n, float sine, float cosine) {
  for_blocks(n / square, 1, [=](int band) {
    for (int left = 0; left < n; left += square)
      turn_square(texels, out, n, sine, cosine, left, band * square);
  });
}

}  // namespace bench::plain
