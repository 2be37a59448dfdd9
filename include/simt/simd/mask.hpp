#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/batch.hpp>

namespace simt::inline SIMT_ABI::simd {

// A mask says which lanes take part. With AVX-512 it is a mask register; elsewhere a vector of
// zeros and ones of the width of what it masks; for a single lane a bool.
namespace detail {
template <std::size_t Size, int L>
struct mask_register {
#if SIMT_ISA_AVX512
  using type = std::conditional_t<(L > 8), std::uint16_t, std::uint8_t>;
#else
  using type = vec<typename int_of_size<Size>::type, L>;
#endif
};
template <std::size_t Size>
struct mask_register<Size, 1> {
  using type = bool;
};
}  // namespace detail

/// Mask of a register with L lanes of Size bytes.
template <std::size_t Size, int L>
using mask = typename detail::mask_register<Size, L>::type;

/// Mask of a part of a gang: P lanes of 32 bits.
template <int P>
using part_mask = mask<4, P>;

template <int P>
SIMT_INLINE part_mask<P> mask_none() {
  return part_mask<P>{};
}

template <int P>
SIMT_INLINE part_mask<P> mask_full() {
  if constexpr (P == 1)
    return true;
  else
    return static_cast<part_mask<P>>(~part_mask<P>{});
}

// The four operations below exist because integer promotion would turn a 16-bit mask into an int.
template <int P>
SIMT_INLINE part_mask<P> mask_and(part_mask<P> a, part_mask<P> b) {
  return static_cast<part_mask<P>>(a & b);
}
template <int P>
SIMT_INLINE part_mask<P> mask_or(part_mask<P> a, part_mask<P> b) {
  return static_cast<part_mask<P>>(a | b);
}
template <int P>
SIMT_INLINE part_mask<P> mask_xor(part_mask<P> a, part_mask<P> b) {
  return static_cast<part_mask<P>>(a ^ b);
}
template <int P>
SIMT_INLINE part_mask<P> mask_andnot(part_mask<P> a, part_mask<P> b) {  // a and not b
  if constexpr (P == 1)
    return a && !b;
  else
    return static_cast<part_mask<P>>(a & ~b);
}

#if SIMT_ISA_AVX512
/// A mask register as an integer, with zeros above its lanes.
template <class M>
SIMT_INLINE std::uint32_t mask_integer(M m) {
#if !defined(__clang__)
  // Why: g++ (12.2) takes what lies above a comparison's result for zeros also where it has stored
  // 16 bits of it to the stack and loads 32: counts of lanes are too high. No longer needed where
  // tests/simd/test_mask.cpp passes without it.
  if (!__builtin_constant_p(m)) __asm__("" : "+k,r"(m));
#endif
  return m;
}
#endif

/// Bit l of the result is lane l of a register's mask.
template <std::size_t Size, int L>
SIMT_INLINE std::uint32_t register_mask_bits(mask<Size, L> m) {
  if constexpr (L == 1) {
    return m ? 1u : 0u;
  } else {
#if SIMT_ISA_AVX512
    return mask_integer(m);
#elif SIMT_ISA_AVX2
    return static_cast<std::uint32_t>(Size == 4 ? _mm256_movemask_ps((__m256)m)
                                                : _mm256_movemask_pd((__m256d)m));
#elif SIMT_ISA_SSE2 || SIMT_ISA_SSE4_2
    return static_cast<std::uint32_t>(Size == 4 ? _mm_movemask_ps((__m128)m)
                                                : _mm_movemask_pd((__m128d)m));
#else
    std::uint32_t bits = 0;
    each<L>([&](int l)
                SIMT_LAMBDA_INLINE { bits |= static_cast<std::uint32_t>(m[l]) & (1u << l); });
    return bits;
#endif
  }
}
/// The same of a part.
template <int P>
SIMT_INLINE std::uint32_t mask_bits(part_mask<P> m) {
  return register_mask_bits<4, P>(m);
}

template <int P>
SIMT_INLINE part_mask<P> mask_from_bits(std::uint32_t bits) {
  if constexpr (P == 1) {
    return (bits & 1u) != 0;
  } else {
#if SIMT_ISA_AVX512
    return static_cast<part_mask<P>>(bits);
#else
    auto const lane = vec<int, P>(iota<int, P>());
    auto const bit = broadcast<int, P>(1) << lane;
    return (broadcast<int, P>(static_cast<int>(bits)) & bit) == bit;
#endif
  }
}

template <int P>
SIMT_INLINE bool mask_any(part_mask<P> m) {
#if SIMT_ISA_NEON
  if constexpr (P != 1) return vmaxvq_u32((uint32x4_t)m) != 0;
#endif
#if SIMT_ISA_AVX512
  return m != 0;
#else
  return mask_bits<P>(m) != 0;
#endif
}

template <int P>
SIMT_INLINE bool mask_all(part_mask<P> m) {
#if SIMT_ISA_NEON
  if constexpr (P != 1) return vminvq_u32((uint32x4_t)m) != 0;
#endif
#if SIMT_ISA_AVX512
  return m == mask_full<P>();
#else
  return mask_bits<P>(m) == (P == 32 ? ~0u : (1u << P) - 1u);
#endif
}

/// The first n lanes; n may be negative or beyond P.
template <int P>
SIMT_INLINE part_mask<P> mask_first(std::ptrdiff_t n) {
  if constexpr (P == 1) {
    return n > 0;
  } else {
#if SIMT_ISA_AVX512
    return n <= 0   ? std::uint16_t{0}
           : n >= P ? std::uint16_t{0xffff}
                    : static_cast<std::uint16_t>((1u << static_cast<unsigned>(n)) - 1u);
#else
    int const c = n <= 0 ? 0 : n >= P ? P : static_cast<int>(n);
    return vec<int, P>(iota<int, P>()) < broadcast<int, P>(c);
#endif
  }
}

/// The mask of register j of a 64-bit value, out of the mask of the part that it lies in.
template <std::size_t Size, int P>
SIMT_INLINE mask<Size, lanes_of<std::conditional_t<Size == 8, double, int>, P>> mask_sub(
    part_mask<P> m, int j) {
  if constexpr (Size <= 4 || P == 1) {
    static_cast<void>(j);
    return m;
  } else {
#if SIMT_ISA_AVX512
    return static_cast<std::uint8_t>(m >> (8 * (j & 1)));
#else
    auto const lo = shuffle<int, P>(m, m, [](int i) { return i / 2; });
    auto const hi = shuffle<int, P>(m, m, [](int i) { return P / 2 + i / 2; });
    return (vec<std::int64_t, P / 2>)((j & 1) ? hi : lo);
#endif
  }
}

/// The mask of a part out of the masks of its two 64-bit halves.
template <int P>
SIMT_INLINE part_mask<P> mask_join(mask<8, P / 2> lo, mask<8, P / 2> hi) {
#if SIMT_ISA_AVX512
  return static_cast<part_mask<P>>(mask_integer(lo) | (mask_integer(hi) << 8));
#else
  return shuffle<int, P>((vec<int, P>)lo, (vec<int, P>)hi, [](int i) { return 2 * i; });
#endif
}

/// A register's mask as batches of R have it, and back.
template <class R, int L>
SIMT_INLINE mask_of<batch<R, L>> to_batch_mask(mask<sizeof(R), L> m) {
  if constexpr (fills_register<R, L>)
    return (typename mask_of<batch<R, L>>::register_type)m;
  else
    return mask_of<batch<R, L>>(m);
}
template <class R, int L>
SIMT_INLINE mask<sizeof(R), L> to_mask(mask_of<batch<R, L>> m) {
  if constexpr (fills_register<R, L>)
    return (mask<sizeof(R), L>)static_cast<typename mask_of<batch<R, L>>::register_type>(m);
  else
    return m.v;
}

/// a where the mask is set, b elsewhere.
template <class R, int L>
SIMT_INLINE vec<R, L> select(mask<sizeof(R), L> m, vec<R, L> a, vec<R, L> b) {
  return to_vec(select(to_batch_mask<R, L>(m), to_batch<R, L>(a), to_batch<R, L>(b)));
}

/// The six comparisons.
enum class compare { lt, le, gt, ge, eq, ne };

/// a C b: of numbers a bool, of compiler vectors zeros and ones.
template <compare C, class R>
SIMT_INLINE constexpr auto compare_one(R a, R b) {
  if constexpr (C == compare::lt)
    return a < b;
  else if constexpr (C == compare::le)
    return a <= b;
  else if constexpr (C == compare::gt)
    return a > b;
  else if constexpr (C == compare::ge)
    return a >= b;
  else if constexpr (C == compare::eq)
    return a == b;
  else
    return a != b;
}

#if SIMT_ISA_AVX512
/// As AVX-512's comparisons of integers number them.
template <compare C>
inline constexpr auto integer_comparison = C == compare::lt   ? _MM_CMPINT_LT
                                           : C == compare::le ? _MM_CMPINT_LE
                                           : C == compare::gt ? _MM_CMPINT_NLE
                                           : C == compare::ge ? _MM_CMPINT_NLT
                                           : C == compare::eq ? _MM_CMPINT_EQ
                                                              : _MM_CMPINT_NE;
#endif

/// Lanes of `live` for which a C b holds; unordered (NaN) as C++ has it.
template <compare C, class R, int L>
SIMT_INLINE mask<sizeof(R), L> compare_lanes(mask<sizeof(R), L> live, vec<R, L> a,
                                             vec<R, L> b) noexcept {
  if constexpr (L == 1) {
    return live && compare_one<C>(a, b);
  } else {
#if SIMT_ISA_AVX512
    if constexpr (std::is_floating_point_v<R>) {
      constexpr int op = C == compare::lt   ? _CMP_LT_OQ
                         : C == compare::le ? _CMP_LE_OQ
                         : C == compare::gt ? _CMP_GT_OQ
                         : C == compare::ge ? _CMP_GE_OQ
                         : C == compare::eq ? _CMP_EQ_OQ
                                            : _CMP_NEQ_UQ;
      if constexpr (sizeof(R) == 4)
        return _mm512_mask_cmp_ps_mask(live, (__m512)a, (__m512)b, op);
      else
        return _mm512_mask_cmp_pd_mask(live, (__m512d)a, (__m512d)b, op);
    } else {
      constexpr auto op = integer_comparison<C>;
      if constexpr (sizeof(R) == 4 && std::is_signed_v<R>)
        return _mm512_mask_cmp_epi32_mask(live, (__m512i)a, (__m512i)b, op);
      else if constexpr (sizeof(R) == 4)
        return _mm512_mask_cmp_epu32_mask(live, (__m512i)a, (__m512i)b, op);
      else if constexpr (std::is_signed_v<R>)
        return _mm512_mask_cmp_epi64_mask(live, (__m512i)a, (__m512i)b, op);
      else
        return _mm512_mask_cmp_epu64_mask(live, (__m512i)a, (__m512i)b, op);
    }
#else
    return compare_one<C>(a, b) & live;
#endif
  }
}

}  // namespace simt::inline SIMT_ABI::simd
