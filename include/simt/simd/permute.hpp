#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>

// Permutes of the 32 lanes of a warp, which lie in 32 / L registers of L lanes.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {

/// Registers of L lanes that 32 lanes take.
template <int L>
inline constexpr int warp_registers = 32 / L;

/// True if xor_lanes is an instruction or two.
template <int L>
inline constexpr bool has_lane_permutes = (SIMT_ISA_AVX512 && L == 16) || (SIMT_ISA_AVX2 && L == 8);

/// True if xor_lanes takes registers of L lanes of that many bytes.
template <int L, std::size_t Size>
inline constexpr bool has_xor_lanes = Size == 4 && (has_lane_permutes<L> || L == 4);

/// Lane l becomes lane l ^ by, for 0 <= by < L, of 32-bit lanes.
template <class R, int L>
requires(has_xor_lanes<L, sizeof(R)>) SIMT_INLINE vec<R, L> xor_lanes(vec<R, L> v, int by) {
  if constexpr (L == 4) {
    vec<R, L> const w = (by & 2) == 0 ? v : shuffle<R, L>(v, v, [](int l) { return l ^ 2; });
    return (by & 1) == 0 ? w : shuffle<R, L>(w, w, [](int l) { return l ^ 1; });
  } else {
    vec<int, L> const from = iota<int, L>() ^ broadcast<int, L>(by);
#if SIMT_ISA_AVX512
    return (vec<R, L>)_mm512_maskz_permutexvar_epi32(0xffff, (__m512i)from, (__m512i)v);
#elif SIMT_ISA_AVX2
    return (vec<R, L>)_mm256_permutevar8x32_epi32((__m256i)v, (__m256i)from);
#else
    static_cast<void>(from);
    return v;
#endif
  }
}
/// The same for a mask of 32-bit lanes.
template <int L>
requires(has_xor_lanes<L, 4>) SIMT_INLINE part_mask<L> xor_mask(part_mask<L> m, int by) {
#if SIMT_ISA_AVX512
  if (m == 0xffff) return m;
  auto const lanes = (vec<int, L>)_mm512_maskz_set1_epi32(m, -1);
  return _mm512_movepi32_mask((__m512i)xor_lanes<int, L>(lanes, by));
#else
  return (part_mask<L>)xor_lanes<int, L>((vec<int, L>)m, by);
#endif
}

/// out lane l = in lane index[l]; every index is 0 to 31, in lanes as wide as R.
template <class R, int L>
SIMT_INLINE void permute_warp(vec<R, L> const* in, vec<signed_of<R>, L> const* index,
                              vec<R, L>* out) {
  constexpr int N = warp_registers<L>;
#if SIMT_ISA_AVX512
  if constexpr (sizeof(R) == 4 && L == 16) {
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      out[i] =
          (vec<R, L>)_mm512_permutex2var_epi32((__m512i)in[0], (__m512i)index[i], (__m512i)in[1]);
    });
    return;
  } else if constexpr (sizeof(R) == 8 && L == 8) {
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      auto const x = (__m512i)index[i];
      auto const lo = _mm512_permutex2var_epi64((__m512i)in[0], x, (__m512i)in[1]);
      auto const hi = _mm512_permutex2var_epi64((__m512i)in[2], x, (__m512i)in[3]);
      auto const upper = _mm512_test_epi64_mask(x, _mm512_set1_epi64(16));
      out[i] = (vec<R, L>)_mm512_mask_mov_epi64(lo, upper, hi);
    });
    return;
  }
#elif SIMT_ISA_AVX2
  if constexpr (sizeof(R) == 4 && L == 8) {
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      auto const x = (__m256i)index[i];
      __m256 p[N];
      each<N>([&](int j) SIMT_LAMBDA_INLINE {
        p[j] = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32((__m256i)in[j], x));
      });
      // Bits 3 and 4 of the index choose the register.
      auto const odd = _mm256_castsi256_ps(_mm256_slli_epi32(x, 28));
      auto const upper = _mm256_castsi256_ps(_mm256_slli_epi32(x, 27));
      out[i] = (vec<R, L>)_mm256_blendv_ps(_mm256_blendv_ps(p[0], p[1], odd),
                                           _mm256_blendv_ps(p[2], p[3], odd), upper);
    });
    return;
  }
#elif SIMT_ISA_NEON
  if constexpr (sizeof(R) == 4 && L == 4) {
    uint8x16x4_t lo, hi;
    each<4>([&](int j) SIMT_LAMBDA_INLINE {
      lo.val[j] = (uint8x16_t)in[j];
      hi.val[j] = (uint8x16_t)in[j + 4];
    });
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      auto const bytes =
          (uint8x16_t)((vec<unsigned, 4>)index[i] * broadcast<unsigned, 4>(0x04040404u) +
                       broadcast<unsigned, 4>(0x03020100u));
      out[i] = (vec<R, L>)vqtbx4q_u8(vqtbl4q_u8(lo, bytes), hi, vsubq_u8(bytes, vdupq_n_u8(64)));
    });
    return;
  }
#endif
  alignas(64) R lanes[32];
  alignas(64) signed_of<R> from[32];
  each<N>([&](int i) SIMT_LAMBDA_INLINE {
    __builtin_memcpy(lanes + i * L, &in[i], sizeof in[i]);
    __builtin_memcpy(from + i * L, &index[i], sizeof index[i]);
  });
  each<N>([&](int i) SIMT_LAMBDA_INLINE {
    vec<R, L> r{};
    each<L>([&](int l) SIMT_LAMBDA_INLINE { r[l] = lanes[from[i * L + l] & 31]; });
    out[i] = r;
  });
}

/// True if permute_warp stays in registers.
template <class R>
inline constexpr bool has_register_permutes = SIMT_ISA_AVX512 ||
                                              ((SIMT_ISA_AVX2 || SIMT_ISA_NEON) && sizeof(R) == 4);

/// True if a permute by an amount that is a constant gets code of its own: with AVX-512 the general
/// one of 32-bit lanes is as good.
template <class R>
inline constexpr bool has_constant_permutes = !SIMT_ISA_AVX512 || sizeof(R) == 8;

namespace detail {
/// Calls f<S>() for the S of 0 … N-1 that s is.
template <int N, class F>
SIMT_INLINE void with_constant(int s, F&& f) {
  [&]<int... S>(std::integer_sequence<int, S...>) SIMT_LAMBDA_INLINE {
    static_cast<void>(((s == S ? (f(std::integral_constant<int, S>{}), true) : false) || ...));
  }
  (std::make_integer_sequence<int, N>{});
}

/// Moves whole registers, by bits of the amount and without subscripts that depend on it: one that
/// is not yet a constant when the compiler splits arrays would keep them in memory.
template <class R, int L, bool Swap>
SIMT_INLINE void move_registers(vec<R, L>* t, int by) {
  constexpr int N = warp_registers<L>;
  each_constant<4>([&](auto bit) SIMT_LAMBDA_INLINE {
    constexpr int B = 1 << bit;
    if constexpr (B < N) {
      if ((by & B) != 0) {
        vec<R, L> u[N];
        each<N>([&](int i) SIMT_LAMBDA_INLINE { u[i] = t[Swap ? i ^ B : (i + B) % N]; });
        each<N>([&](int i) SIMT_LAMBDA_INLINE { t[i] = u[i]; });
      }
    }
  });
}
}  // namespace detail

/// out lane l = in lane l + by, for 0 <= by < 32; lanes past the end come from the first ones.
/// Constant: the compiler knows `by`, and everything stays in registers.
template <class R, int L, bool Constant>
SIMT_INLINE void slide_warp(vec<R, L> const* in, int by, vec<R, L>* out) {
  constexpr int N = warp_registers<L>;
  if constexpr (Constant) {
    vec<R, L> t[N];
    each<N>([&](int i) SIMT_LAMBDA_INLINE { t[i] = in[i]; });
    detail::move_registers<R, L, false>(t, by / L);
    detail::with_constant<L>(by % L, [&](auto s) SIMT_LAMBDA_INLINE {
      each<N>([&](int i) SIMT_LAMBDA_INLINE {
        out[i] = shuffle<R, L>(t[i], t[(i + 1) % N], [](int l) { return l + decltype(s)::value; });
      });
    });
  } else {
    alignas(64) R lanes[64];
    each<2 * N>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(lanes + i * L, &in[i % N], sizeof in[0]);
    });
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      __builtin_memcpy(&out[i], lanes + by + i * L, sizeof out[0]);
    });
  }
}

/// out lane l = in lane l ^ by, for 0 <= by < 32; Constant as above.
template <class R, int L, bool Constant>
SIMT_INLINE void swap_warp(vec<R, L> const* in, int by, vec<R, L>* out) {
  constexpr int N = warp_registers<L>;
  vec<R, L> t[N];
  each<N>([&](int i) SIMT_LAMBDA_INLINE { t[i] = in[i]; });
  if constexpr (Constant) {
    detail::move_registers<R, L, true>(t, by / L);
  } else {
    vec<R, L> u[N];
    each<N>([&](int i) SIMT_LAMBDA_INLINE { u[i] = t[i ^ (by / L)]; });
    each<N>([&](int i) SIMT_LAMBDA_INLINE { t[i] = u[i]; });
  }
  detail::with_constant<L>(by % L, [&](auto s) SIMT_LAMBDA_INLINE {
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      out[i] = shuffle<R, L>(t[i], t[i], [](int l) { return l ^ decltype(s)::value; });
    });
  });
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
