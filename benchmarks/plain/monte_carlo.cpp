// SPDX-License-Identifier: MIT
//
// Philox with its state in the low halves of 64-bit elements, where the multiplier wants it;
// several registers of calls at once.

#include "../hand_simd.hpp"  // before TBB, which includes the intrinsics with their warnings

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <cstdint>

#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;
using simd::i32;
using simd::u32;
using simd::u64;

constexpr unsigned multiplier0 = 0xD2511F53u, multiplier1 = 0xCD9E8D57u;
constexpr unsigned weyl0 = 0x9E3779B9u, weyl1 = 0xBB67AE85u;
constexpr int rounds = 10;
constexpr int half_lanes = simd::lanes / 2;  // calls of a register
constexpr int states = simd::registers == 32 ? 4 : 2;

struct state {
  u64 a, b, c, d;
};

BENCH_INLINE u64 exclusive_or(u64 a, u64 b, u64 c) {
#if defined(BENCH_AVX512)
  return reinterpret_cast<u64>(_mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(a),
                                                         reinterpret_cast<__m512i>(b),
                                                         reinterpret_cast<__m512i>(c), 0x96));
#else
  return a ^ b ^ c;
#endif
}

BENCH_INLINE void round(state& s, u64 key0, u64 key1) {
  u64 const p = simd::multiply_low_halves(s.a, u64{} + multiplier0);
  u64 const q = simd::multiply_low_halves(s.c, u64{} + multiplier1);
  s.a = exclusive_or(q >> 32, s.b, key0);
  s.c = exclusive_or(p >> 32, s.d, key1);
  s.b = q;
  s.d = p;
}

/// The upper 24 bits of the low halves of two registers, as floats in one.
BENCH_INLINE f32 coordinates(u64 even, u64 odd) {
#if defined(BENCH_AVX512)
  auto const both = reinterpret_cast<u32>(
      _mm512_mask_shuffle_epi32(reinterpret_cast<__m512i>(even), 0xaaaa,
                                reinterpret_cast<__m512i>(odd), static_cast<_MM_PERM_ENUM>(0xa0)));
#else
  auto const both = reinterpret_cast<u32>((even & 0xffffffffu) | (odd << 32));
#endif
  return simd::to_float(reinterpret_cast<i32>(both >> 8));
}

/// Coordinates are integers below 2^24, so the circle has the radius 2^24.
BENCH_INLINE i32 count_hits(i32 hits, f32 x, f32 y) {
  return simd::count(simd::less_equal(simd::fma(x, x, y * y), simd::splat(281474976710656.f)),
                     hits);
}

unsigned hits_of(unsigned first, unsigned last) {
  u64 lane{};
  for (int l = 0; l < half_lanes; ++l) lane[l] = static_cast<unsigned>(l);
  i32 hits{};
  for (unsigned call = first; call < last; call += states * half_lanes) {
    state s[states];
    BENCH_UNROLL
    for (int i = 0; i < states; ++i)
      s[i] = {lane + (call + static_cast<unsigned>(i * half_lanes)), u64{}, u64{}, u64{}};
    unsigned key0 = philox_key0, key1 = philox_key1;
    BENCH_UNROLL
    for (int r = 0; r < rounds; ++r) {
      BENCH_UNROLL
      for (int i = 0; i < states; ++i) round(s[i], u64{} + key0, u64{} + key1);
      key0 += weyl0;
      key1 += weyl1;
    }
    BENCH_UNROLL
    for (int i = 0; i < states; i += 2) {
      hits = count_hits(hits, coordinates(s[i].a, s[i + 1].a), coordinates(s[i].b, s[i + 1].b));
      hits = count_hits(hits, coordinates(s[i].c, s[i + 1].c), coordinates(s[i].d, s[i + 1].d));
    }
  }
  return static_cast<unsigned>(simd::sum(hits));
}

}  // namespace

unsigned monte_carlo(int calls) {
  constexpr unsigned chunk = 1 << 16;
  tbb::blocked_range<unsigned> const chunks(0, static_cast<unsigned>(calls) / chunk);
  return tbb::parallel_reduce(
      chunks, 0u,
      [](tbb::blocked_range<unsigned> const& range, unsigned hits) {
        return hits + hits_of(range.begin() * chunk, range.end() * chunk);
      },
      [](unsigned a, unsigned b) { return a + b; });
}

}  // namespace bench::plain
