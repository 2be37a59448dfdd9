#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>

// Permutes of the 32 lanes of a warp, which lie in 32 / L registers of L lanes.
namespace simt::inline SIMT_ABI::simd {

/// Registers of L lanes that 32 lanes take.
template <int L>
inline constexpr int warp_registers = 32 / L;

namespace detail {

/// Lanes S … S+L-1 of a followed by b.
template <class R, int L, int S, int... I>
SIMT_INLINE vec<R, L> slide_pair(vec<R, L> a, vec<R, L> b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, (I + S)...);
}
/// Lane l becomes lane l ^ S.
template <class R, int L, int S, int... I>
SIMT_INLINE vec<R, L> swap_lanes(vec<R, L> a, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, a, (I ^ S)...);
}

}  // namespace detail

/// out lane l = in lane index[l]; every index is 0 to 31, in lanes as wide as R.
template <class R, int L>
SIMT_INLINE void permute_warp(vec<R, L> const* in, vec<signed_of<R>, L> const* index,
                              vec<R, L>* out) {
  constexpr int N = warp_registers<L>;
#if SIMT_ISA_AVX512
  if constexpr (sizeof(R) == 4 && L == 16) {
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      out[i] = (vec<R, L>)_mm512_permutex2var_epi32((__m512i)in[0], (__m512i)index[i],
                                                    (__m512i)in[1]);
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
      auto const bytes = (uint8x16_t)((vec<unsigned, 4>)index[i] * splat<unsigned, 4>(0x04040404u) +
                                      splat<unsigned, 4>(0x03020100u));
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

/// Whether a permute by an amount that is a constant gets code of its own, which beats a table.
inline constexpr bool has_constant_permutes = !SIMT_ISA_AVX512;

/// out lane l = in lane l + by, for 0 <= by < 32 known to the compiler; lanes past the end come
/// from the first ones.
template <class R, int L>
SIMT_INLINE void slide_warp(vec<R, L> const* in, int by, vec<R, L>* out) {
  constexpr int N = warp_registers<L>;
  each<N>([&](int i) SIMT_LAMBDA_INLINE {
    // By comparisons, not subscripts: a subscript that is not yet a constant when the compiler
    // splits arrays would keep them in memory.
    auto a = in[0], b = in[0];
    each<N>([&](int j) SIMT_LAMBDA_INLINE {
      if (j == (i + by / L) % N) a = in[j];
      if (j == (i + by / L + 1) % N) b = in[j];
    });
    auto r = a;
    [&]<int... S>(std::integer_sequence<int, S...>) SIMT_LAMBDA_INLINE {
      static_cast<void>(((by % L == S ? (r = detail::slide_pair<R, L, S>(
                                             a, b, std::make_integer_sequence<int, L>{}),
                                         true)
                                      : false) ||
                         ...));
    }(std::make_integer_sequence<int, L>{});
    out[i] = r;
  });
}

/// out lane l = in lane l ^ by, for 0 <= by < 32 known to the compiler.
template <class R, int L>
SIMT_INLINE void swap_warp(vec<R, L> const* in, int by, vec<R, L>* out) {
  constexpr int N = warp_registers<L>;
  each<N>([&](int i) SIMT_LAMBDA_INLINE {
    auto a = in[0];
    each<N>([&](int j) SIMT_LAMBDA_INLINE {
      if (j == (i ^ by / L)) a = in[j];
    });
    auto r = a;
    [&]<int... S>(std::integer_sequence<int, S...>) SIMT_LAMBDA_INLINE {
      static_cast<void>(
          ((by % L == S ? (r = detail::swap_lanes<R, L, S>(a, std::make_integer_sequence<int, L>{}),
                           true)
                        : false) ||
           ...));
    }(std::make_integer_sequence<int, L>{});
    out[i] = r;
  });
}

}  // namespace simt::inline SIMT_ABI::simd
