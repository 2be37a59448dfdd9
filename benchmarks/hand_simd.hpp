#pragma once
// SPDX-License-Identifier: MIT
//
// The little SIMD layer that the hand-written variants stand on: GCC vector extensions for the
// arithmetic, intrinsics (AVX-512, AVX2) where the extensions have no word for it, plain loops
// elsewhere. It is kept apart from the library on purpose: an opponent must not share its code.

#include <cmath>
#include <cstdint>

#if defined(__x86_64__)
#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the intrinsics' own undefined registers for ours (GCC bug 105593, fixed in 13).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#include <immintrin.h>
#endif
#endif

#define BENCH_INLINE [[gnu::always_inline]] inline

/// Unrolls the loop that follows, whose trip count is a constant, so that arrays indexed by its
/// counter become registers. BENCH_KEEP_ROLLED: leaves a loop alone that the compiler would unroll
/// beyond what its registers hold.
#if defined(__clang__)
#define BENCH_UNROLL _Pragma("unroll")
#define BENCH_KEEP_ROLLED _Pragma("nounroll")
#else
#define BENCH_UNROLL _Pragma("GCC unroll 64")
#define BENCH_KEEP_ROLLED _Pragma("GCC unroll 1")
#endif

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define BENCH_AVX512 1
#elif defined(__AVX2__) && defined(__FMA__)
#define BENCH_AVX2 1
#endif

namespace bench::simd {

#if defined(BENCH_AVX512)
inline constexpr int lanes = 16, registers = 32;
inline constexpr char const* instruction_set = "avx512";
#elif defined(BENCH_AVX2)
inline constexpr int lanes = 8, registers = 16;
inline constexpr char const* instruction_set = "avx2";
#else
inline constexpr int lanes = 4;
#if defined(__aarch64__)
inline constexpr int registers = 32;
inline constexpr char const* instruction_set = "neon";
#elif defined(__SSE4_2__)
inline constexpr int registers = 16;
inline constexpr char const* instruction_set = "sse4.2";
#else
inline constexpr int registers = 16;
inline constexpr char const* instruction_set = "baseline";
#endif
#endif

// One register of `lanes` elements. Operators take a scalar on either side.
typedef float f32 __attribute__((vector_size(4 * lanes)));
typedef int i32 __attribute__((vector_size(4 * lanes)));
typedef unsigned u32 __attribute__((vector_size(4 * lanes)));
typedef unsigned long long u64 __attribute__((vector_size(4 * lanes)));  // half as many elements

// The same anywhere in memory.
typedef float f32_memory __attribute__((vector_size(4 * lanes), aligned(4), may_alias));
typedef int i32_memory __attribute__((vector_size(4 * lanes), aligned(4), may_alias));

BENCH_INLINE f32 load(float const* p) { return *reinterpret_cast<f32_memory const*>(p); }
BENCH_INLINE i32 load(int const* p) { return *reinterpret_cast<i32_memory const*>(p); }
BENCH_INLINE void store(float* p, f32 v) { *reinterpret_cast<f32_memory*>(p) = v; }
BENCH_INLINE void store(int* p, i32 v) { *reinterpret_cast<i32_memory*>(p) = v; }

BENCH_INLINE f32 splat(float x) {
#if defined(BENCH_AVX512)
  return reinterpret_cast<f32>(_mm512_set1_ps(x));
#elif defined(BENCH_AVX2)
  return reinterpret_cast<f32>(_mm256_set1_ps(x));
#else
  return f32{x, x, x, x};
#endif
}
BENCH_INLINE i32 splat(int x) { return i32{} + x; }

/// 0, 1, 2, ...
BENCH_INLINE i32 iota() {
#if defined(BENCH_AVX512)
  return i32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#elif defined(BENCH_AVX2)
  return i32{0, 1, 2, 3, 4, 5, 6, 7};
#else
  return i32{0, 1, 2, 3};
#endif
}

BENCH_INLINE f32 to_float(i32 v) { return __builtin_convertvector(v, f32); }
BENCH_INLINE i32 to_int(f32 v) { return __builtin_convertvector(v, i32); }
BENCH_INLINE i32 as_int(f32 v) { return reinterpret_cast<i32>(v); }
BENCH_INLINE f32 as_float(i32 v) { return reinterpret_cast<f32>(v); }

/// a * b + c, rounded once where the machine can.
BENCH_INLINE f32 fma(f32 a, f32 b, f32 c) {
#if defined(BENCH_AVX512)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(BENCH_AVX2)
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}
BENCH_INLINE f32 fma(f32 a, float b, f32 c) { return fma(a, splat(b), c); }
/// c - a * b
BENCH_INLINE f32 fnma(f32 a, f32 b, f32 c) {
#if defined(BENCH_AVX512)
  return _mm512_fnmadd_ps(a, b, c);
#elif defined(BENCH_AVX2)
  return _mm256_fnmadd_ps(a, b, c);
#else
  return c - a * b;
#endif
}

BENCH_INLINE f32 abs(f32 v) { return as_float(as_int(v) & 0x7fffffff); }

BENCH_INLINE f32 sqrt(f32 v) {
#if defined(BENCH_AVX512)
  return _mm512_sqrt_ps(v);
#elif defined(BENCH_AVX2)
  return _mm256_sqrt_ps(v);
#else
  BENCH_UNROLL
  for (int l = 0; l < lanes; ++l) v[l] = std::sqrt(v[l]);
  return v;
#endif
}

/// 1 / sqrt(v) to about single precision: the machine's estimate and one Newton step.
BENCH_INLINE f32 rsqrt(f32 v) {
#if defined(BENCH_AVX512) || defined(BENCH_AVX2)
#if defined(BENCH_AVX512)
  f32 const r = _mm512_rsqrt14_ps(v);
#else
  f32 const r = _mm256_rsqrt_ps(v);
#endif
  return r * fnma(v * 0.5f, r * r, splat(1.5f));
#else
  return 1.f / sqrt(v);
#endif
}

/// Which lanes a condition holds in.
struct mask {
#if defined(BENCH_AVX512)
  __mmask16 bits;
  BENCH_INLINE friend mask operator&(mask a, mask b) {
    return {static_cast<__mmask16>(a.bits & b.bits)};
  }
  BENCH_INLINE friend mask operator|(mask a, mask b) {
    return {static_cast<__mmask16>(a.bits | b.bits)};
  }
  [[nodiscard]] BENCH_INLINE bool any() const { return bits != 0; }
#else
  i32 bits;  // all ones where it holds
  BENCH_INLINE friend mask operator&(mask a, mask b) { return {a.bits & b.bits}; }
  BENCH_INLINE friend mask operator|(mask a, mask b) { return {a.bits | b.bits}; }
  [[nodiscard]] BENCH_INLINE bool any() const {
#if defined(BENCH_AVX2)
    return _mm256_movemask_ps(reinterpret_cast<__m256>(bits)) != 0;
#else
    return (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
#endif
  }
#endif
};

#if defined(BENCH_AVX512)
BENCH_INLINE mask all_lanes() { return {0xffff}; }
BENCH_INLINE mask less(f32 a, f32 b) { return {_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ)}; }
BENCH_INLINE mask less_equal(f32 a, f32 b) { return {_mm512_cmp_ps_mask(a, b, _CMP_LE_OQ)}; }
BENCH_INLINE mask less(i32 a, i32 b) {
  return {_mm512_cmplt_epi32_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b))};
}
/// `m` where also a < b: one masked compare.
BENCH_INLINE mask less(mask m, f32 a, f32 b) {
  return {_mm512_mask_cmp_ps_mask(m.bits, a, b, _CMP_LT_OQ)};
}
BENCH_INLINE f32 select(mask m, f32 a, f32 b) { return _mm512_mask_blend_ps(m.bits, b, a); }
BENCH_INLINE i32 select(mask m, i32 a, i32 b) {
  return reinterpret_cast<i32>(
      _mm512_mask_blend_epi32(m.bits, reinterpret_cast<__m512i>(b), reinterpret_cast<__m512i>(a)));
}
/// v, plus one where m holds.
BENCH_INLINE i32 count(mask m, i32 v) {
  return reinterpret_cast<i32>(_mm512_mask_add_epi32(
      reinterpret_cast<__m512i>(v), m.bits, reinterpret_cast<__m512i>(v), _mm512_set1_epi32(1)));
}
#else
BENCH_INLINE mask all_lanes() { return {splat(-1)}; }
BENCH_INLINE mask less(f32 a, f32 b) { return {a < b}; }
BENCH_INLINE mask less_equal(f32 a, f32 b) { return {a <= b}; }
BENCH_INLINE mask less(i32 a, i32 b) { return {a < b}; }
BENCH_INLINE mask less(mask m, f32 a, f32 b) { return m & less(a, b); }
BENCH_INLINE f32 select(mask m, f32 a, f32 b) {
#if defined(BENCH_AVX2)
  return _mm256_blendv_ps(b, a, reinterpret_cast<__m256>(m.bits));
#else
  return as_float((as_int(a) & m.bits) | (as_int(b) & ~m.bits));
#endif
}
BENCH_INLINE i32 select(mask m, i32 a, i32 b) {
  return as_int(select(m, as_float(a), as_float(b)));
}
BENCH_INLINE i32 count(mask m, i32 v) { return v - m.bits; }
#endif

BENCH_INLINE i32 min(i32 a, i32 b) {
#if defined(BENCH_AVX512)
  return reinterpret_cast<i32>(
      _mm512_maskz_min_epi32(0xffff, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#else
  return select(less(a, b), a, b);  // compilers know the idiom where a minimum exists
#endif
}
BENCH_INLINE i32 max(i32 a, i32 b) {
#if defined(BENCH_AVX512)
  return reinterpret_cast<i32>(
      _mm512_maskz_max_epi32(0xffff, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#else
  return select(less(a, b), b, a);
#endif
}

/// a * b + c where m holds, a elsewhere.
BENCH_INLINE f32 masked_fma(mask m, f32 a, f32 b, f32 c) {
#if defined(BENCH_AVX512)
  return _mm512_mask_fmadd_ps(a, m.bits, b, c);
#else
  return select(m, fma(a, b, c), a);
#endif
}
/// a + b where m holds, `otherwise` elsewhere.
BENCH_INLINE f32 masked_add(mask m, f32 a, f32 b, f32 otherwise) {
#if defined(BENCH_AVX512)
  return _mm512_mask_add_ps(otherwise, m.bits, a, b);
#else
  return select(m, a + b, otherwise);
#endif
}

/// base[index], zero and no access where m does not hold.
BENCH_INLINE f32 gather(mask m, float const* base, i32 index) {
#if defined(BENCH_AVX512)
  return _mm512_mask_i32gather_ps(_mm512_setzero_ps(), m.bits, reinterpret_cast<__m512i>(index),
                                  base, 4);
#elif defined(BENCH_AVX2)
  return _mm256_mask_i32gather_ps(_mm256_setzero_ps(), base, reinterpret_cast<__m256i>(index),
                                  reinterpret_cast<__m256>(m.bits), 4);
#else
  f32 out{};
  BENCH_UNROLL
  for (int l = 0; l < lanes; ++l)
    if (m.bits[l] != 0) out[l] = base[index[l]];
  return out;
#endif
}
BENCH_INLINE i32 gather(mask m, int const* base, i32 index) {
#if defined(BENCH_AVX512)
  return reinterpret_cast<i32>(_mm512_mask_i32gather_epi32(
      _mm512_setzero_si512(), m.bits, reinterpret_cast<__m512i>(index), base, 4));
#elif defined(BENCH_AVX2)
  return reinterpret_cast<i32>(_mm256_mask_i32gather_epi32(_mm256_setzero_si256(), base,
                                                           reinterpret_cast<__m256i>(index),
                                                           reinterpret_cast<__m256i>(m.bits), 4));
#else
  i32 out{};
  BENCH_UNROLL
  for (int l = 0; l < lanes; ++l)
    if (m.bits[l] != 0) out[l] = base[index[l]];
  return out;
#endif
}

/// Each lane gets the value of lane (own number ^ Distance).
template <int Distance>
BENCH_INLINE i32 partner(i32 v) {
#if defined(BENCH_AVX512)
  return __builtin_shufflevector(v, v, 0 ^ Distance, 1 ^ Distance, 2 ^ Distance, 3 ^ Distance,
                                 4 ^ Distance, 5 ^ Distance, 6 ^ Distance, 7 ^ Distance,
                                 8 ^ Distance, 9 ^ Distance, 10 ^ Distance, 11 ^ Distance,
                                 12 ^ Distance, 13 ^ Distance, 14 ^ Distance, 15 ^ Distance);
#elif defined(BENCH_AVX2)
  return __builtin_shufflevector(v, v, 0 ^ Distance, 1 ^ Distance, 2 ^ Distance, 3 ^ Distance,
                                 4 ^ Distance, 5 ^ Distance, 6 ^ Distance, 7 ^ Distance);
#else
  return __builtin_shufflevector(v, v, 0 ^ Distance, 1 ^ Distance, 2 ^ Distance, 3 ^ Distance);
#endif
}

/// `current` moved up by Distance lanes, with the last lanes of `previous` coming in below.
template <int Distance>
BENCH_INLINE i32 shift_in(i32 previous, i32 current) {
  constexpr int first = lanes - Distance;
#if defined(BENCH_AVX512)
  return __builtin_shufflevector(previous, current, first, first + 1, first + 2, first + 3,
                                 first + 4, first + 5, first + 6, first + 7, first + 8, first + 9,
                                 first + 10, first + 11, first + 12, first + 13, first + 14,
                                 first + 15);
#elif defined(BENCH_AVX2)
  return __builtin_shufflevector(previous, current, first, first + 1, first + 2, first + 3,
                                 first + 4, first + 5, first + 6, first + 7);
#else
  return __builtin_shufflevector(previous, current, first, first + 1, first + 2, first + 3);
#endif
}

/// The sum over the lanes, halves first, as a tree reduction in shared memory adds them.
BENCH_INLINE float sum(f32 v) {
#if defined(BENCH_AVX512)
  __m256 const h = __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                   __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
#elif defined(BENCH_AVX2)
  __m256 const h = v;
#endif
#if defined(BENCH_AVX512) || defined(BENCH_AVX2)
  __m128 const q = _mm_add_ps(_mm256_castps256_ps128(h), _mm256_extractf128_ps(h, 1));
  __m128 const p = _mm_add_ps(q, _mm_movehl_ps(q, q));
  return _mm_cvtss_f32(_mm_add_ss(p, _mm_movehdup_ps(p)));
#else
  return (v[0] + v[2]) + (v[1] + v[3]);
#endif
}
BENCH_INLINE int sum(i32 v) {
  int total = 0;
  BENCH_UNROLL
  for (int l = 0; l < lanes; ++l) total += v[l];
  return total;
}

/// The full products of the low halves of 64-bit elements.
BENCH_INLINE u64 multiply_low_halves(u64 a, u64 b) {
#if defined(BENCH_AVX512)
  return reinterpret_cast<u64>(
      _mm512_mul_epu32(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(BENCH_AVX2)
  return reinterpret_cast<u64>(
      _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
  return reinterpret_cast<u64>(
      _mm_mul_epu32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  return (a & 0xffffffffu) * (b & 0xffffffffu);
#endif
}

/// In 2 * Distance x 2 * Distance squares, swaps the off-diagonal quarters: lanes of `a` with the
/// bit Distance set change places with lanes of `b` without it.
template <int Distance>
BENCH_INLINE void exchange(f32& a, f32& b) {
  f32 const low = a, high = b;
#define BENCH_LOW(l) ((l)&Distance ? lanes + (l)-Distance : (l))
#define BENCH_HIGH(l) ((l)&Distance ? lanes + (l) : (l) + Distance)
#if defined(BENCH_AVX512)
  a = __builtin_shufflevector(low, high, BENCH_LOW(0), BENCH_LOW(1), BENCH_LOW(2), BENCH_LOW(3),
                              BENCH_LOW(4), BENCH_LOW(5), BENCH_LOW(6), BENCH_LOW(7), BENCH_LOW(8),
                              BENCH_LOW(9), BENCH_LOW(10), BENCH_LOW(11), BENCH_LOW(12),
                              BENCH_LOW(13), BENCH_LOW(14), BENCH_LOW(15));
  b = __builtin_shufflevector(low, high, BENCH_HIGH(0), BENCH_HIGH(1), BENCH_HIGH(2), BENCH_HIGH(3),
                              BENCH_HIGH(4), BENCH_HIGH(5), BENCH_HIGH(6), BENCH_HIGH(7),
                              BENCH_HIGH(8), BENCH_HIGH(9), BENCH_HIGH(10), BENCH_HIGH(11),
                              BENCH_HIGH(12), BENCH_HIGH(13), BENCH_HIGH(14), BENCH_HIGH(15));
#elif defined(BENCH_AVX2)
  a = __builtin_shufflevector(low, high, BENCH_LOW(0), BENCH_LOW(1), BENCH_LOW(2), BENCH_LOW(3),
                              BENCH_LOW(4), BENCH_LOW(5), BENCH_LOW(6), BENCH_LOW(7));
  b = __builtin_shufflevector(low, high, BENCH_HIGH(0), BENCH_HIGH(1), BENCH_HIGH(2), BENCH_HIGH(3),
                              BENCH_HIGH(4), BENCH_HIGH(5), BENCH_HIGH(6), BENCH_HIGH(7));
#else
  a = __builtin_shufflevector(low, high, BENCH_LOW(0), BENCH_LOW(1), BENCH_LOW(2), BENCH_LOW(3));
  b = __builtin_shufflevector(low, high, BENCH_HIGH(0), BENCH_HIGH(1), BENCH_HIGH(2),
                              BENCH_HIGH(3));
#endif
#undef BENCH_LOW
#undef BENCH_HIGH
}

template <int Distance>
BENCH_INLINE void exchange_rows(f32 (&row)[lanes]) {
  BENCH_UNROLL
  for (int i = 0; i < lanes; ++i)
    if ((i & Distance) == 0) exchange<Distance>(row[i], row[i + Distance]);
}

/// Transposes a square of registers.
BENCH_INLINE void transpose(f32 (&row)[lanes]) {
  if constexpr (lanes > 8) exchange_rows<8>(row);
  if constexpr (lanes > 4) exchange_rows<4>(row);
  exchange_rows<2>(row);
  exchange_rows<1>(row);
}

}  // namespace bench::simd
