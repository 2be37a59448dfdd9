// SPDX-License-Identifier: MIT
//
// A few registers of bodies, past which all others go one at a time.

#include <algorithm>

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;

constexpr int vectors = simd::registers == 32 ? 4 : 2;
constexpr int group = vectors * simd::lanes;

/// 1 / sqrt(v), to the first 12 bits or better.
BENCH_INLINE f32 rough_rsqrt(f32 v) {
#if defined(BENCH_AVX512)
  return _mm512_rsqrt14_ps(v);
#elif defined(BENCH_AVX2)
  return _mm256_rsqrt_ps(v);
#elif defined(__SSE2__)
  return _mm_rsqrt_ps(v);
#else
  return 1.f / simd::sqrt(v);
#endif
}

/// mass * v^(-3/2). With r = v^(-1/2) (1 + error) and e = 1 - v r^2, it is r^3 (1 + 3/2 e) up to
/// the square of the error.
BENCH_INLINE f32 pull(float mass, f32 v) {
  f32 const r = rough_rsqrt(v), square = r * r;
  f32 const e = simd::fnma(v, square, simd::splat(1.f));
  return (mass * r) * square * simd::fma(e, 1.5f, simd::splat(1.f));
}

void accelerate(body const* __restrict bodies, body* __restrict acceleration, int n, int first) {
  alignas(64) float at[3][group], sum[3][group];
  for (int i = 0; i < group; ++i) {
    body const& own = bodies[first + i];
    at[0][i] = own.x, at[1][i] = own.y, at[2][i] = own.z;
  }
  f32 x[vectors], y[vectors], z[vectors], ax[vectors] = {}, ay[vectors] = {}, az[vectors] = {};
  BENCH_UNROLL
  for (int v = 0; v < vectors; ++v) {
    x[v] = simd::load(at[0] + v * simd::lanes);
    y[v] = simd::load(at[1] + v * simd::lanes);
    z[v] = simd::load(at[2] + v * simd::lanes);
  }
  for (int j = 0; j < n; ++j) {
    body const& other = bodies[j];
    BENCH_UNROLL
    for (int v = 0; v < vectors; ++v) {
      f32 const dx = other.x - x[v], dy = other.y - y[v], dz = other.z - z[v];
      f32 const s = pull(
          other.w, simd::fma(dx, dx, simd::fma(dy, dy, simd::fma(dz, dz, simd::splat(softening)))));
      ax[v] = simd::fma(dx, s, ax[v]);
      ay[v] = simd::fma(dy, s, ay[v]);
      az[v] = simd::fma(dz, s, az[v]);
    }
  }
  BENCH_UNROLL
  for (int v = 0; v < vectors; ++v) {
    simd::store(sum[0] + v * simd::lanes, ax[v]);
    simd::store(sum[1] + v * simd::lanes, ay[v]);
    simd::store(sum[2] + v * simd::lanes, az[v]);
  }
  for (int i = 0; i < group; ++i) acceleration[first + i] = {sum[0][i], sum[1][i], sum[2][i], 0};
}

}  // namespace

void nbody(body const* bodies, body* acceleration, int n) {
  for_blocks(n / group, 2, [=](int g) { accelerate(bodies, acceleration, n, g * group); });
}

}  // namespace bench::plain
