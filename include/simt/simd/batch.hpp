#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/vector.hpp>

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>

// Registers to compute with. A varying stores compiler vectors (vector.hpp: they have subscripts
// and casts); functions of numbers take them as batches, which read like the formula: operators,
// select, fma, abs ... Where L lanes of R fill a register the batch is xsimd's, else a type of ours
// with the same names: for one lane, and for the halves of a register that conversions need.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {

/// True if L lanes of R are a register.
template <class R, int L>
inline constexpr bool is_register =
    !std::is_void_v<arch> && sizeof(R) * std::size_t(L) == 4 * std::size_t(native_lanes);
/// True if a batch of L lanes of R is xsimd's.
// Why: not on AArch64, where xsimd 8.1 divides floats and takes their roots by estimates: 1 / 3 is
// off by a unit, the root of infinity is none. Gone when test_math_float passes there with xsimd's.
template <class R, int L>
inline constexpr bool fills_register = !SIMT_ISA_NEON && is_register<R, L>;

/// Which of the L lanes of a small_batch: a bool for one lane, else ones and zeros as wide as R.
template <class R, int L>
struct small_mask {
  using lanes_type = std::conditional_t<L == 1, bool, vec<signed_of<R>, L>>;
  lanes_type v;
  small_mask() = default;
  SIMT_INLINE small_mask(lanes_type lanes) : v(lanes) {}
  SIMT_INLINE friend small_mask operator&(small_mask a, small_mask b) {
    return static_cast<lanes_type>(a.v & b.v);
  }
  SIMT_INLINE friend small_mask operator|(small_mask a, small_mask b) {
    return static_cast<lanes_type>(a.v | b.v);
  }
  SIMT_INLINE friend small_mask operator~(small_mask a) {
    if constexpr (L == 1)
      return !a.v;
    else
      return ~a.v;
  }
};
template <class R, int L>
SIMT_INLINE bool all(small_mask<R, L> m) {
#if SIMT_ISA_NEON
  if constexpr (is_register<R, L>) return vminvq_u32((uint32x4_t)m.v) != 0;
#endif
  bool r = true;
  each<L>([&](int l) SIMT_LAMBDA_INLINE {
    r = r && get<std::conditional_t<L == 1, bool, signed_of<R>>, L>(m.v, l);
  });
  return r;
}
template <class R, int L>
SIMT_INLINE bool any(small_mask<R, L> m) {
  return !all(~m);
}

/// L numbers that fill no register, with the names of xsimd::batch.
template <class R, int L>
struct small_batch {
  using value_type = R;
  vec<R, L> v;
  small_batch() = default;
  SIMT_INLINE small_batch(vec<R, L> lanes) requires(L > 1) : v(lanes) {}
  SIMT_INLINE small_batch(R x) : v(broadcast<R, L>(x)) {}

#define SIMT_DETAIL_ARITHMETIC(op)                                           \
  SIMT_INLINE friend small_batch operator op(small_batch a, small_batch b) { \
    SIMT_FP_CONTRACT                                                         \
    return a.v op b.v;                                                       \
  }                                                                          \
  SIMT_INLINE small_batch& operator op##=(small_batch b) { return *this = *this op b; }
  SIMT_DETAIL_ARITHMETIC(+)
  SIMT_DETAIL_ARITHMETIC(-)
  SIMT_DETAIL_ARITHMETIC(*)
  SIMT_DETAIL_ARITHMETIC(/)
#undef SIMT_DETAIL_ARITHMETIC
#define SIMT_DETAIL_COMPARISON(op)                                                \
  SIMT_INLINE friend small_mask<R, L> operator op(small_batch a, small_batch b) { \
    return static_cast<typename small_mask<R, L>::lanes_type>(a.v op b.v);        \
  }
  SIMT_DETAIL_COMPARISON(<)
  SIMT_DETAIL_COMPARISON(<=)
  SIMT_DETAIL_COMPARISON(>)
  SIMT_DETAIL_COMPARISON(>=)
  SIMT_DETAIL_COMPARISON(==)
  SIMT_DETAIL_COMPARISON(!=)
#undef SIMT_DETAIL_COMPARISON
};
template <class R, int L>
SIMT_INLINE small_batch<R, L> select(small_mask<R, L> m, small_batch<R, L> a, small_batch<R, L> b) {
  if constexpr (L == 1) {
    return m.v ? a.v : b.v;
  } else {
    using I = vec<signed_of<R>, L>;
    return (vec<R, L>)(((I)a.v & m.v) | ((I)b.v & ~m.v));
  }
}

namespace detail {
template <class R, int L, bool = fills_register<R, L>>
struct batch_of {
  using type = small_batch<R, L>;
  using mask = small_mask<R, L>;
};
template <class R, int L>
struct batch_of<R, L, true> {
  using type = xsimd::batch<R, arch>;
  using mask = xsimd::batch_bool<R, arch>;
};
}  // namespace detail

/// L lanes of R to compute with.
template <class R, int L>
using batch = typename detail::batch_of<R, L>::type;

/// The type of a batch's lanes, their number, and the compiler vector of the same bits.
template <class V>
using lane_of = typename V::value_type;
template <class V>
inline constexpr int lanes_in = static_cast<int>(sizeof(V) / sizeof(lane_of<V>));
template <class V>
using vec_of = vec<lane_of<V>, lanes_in<V>>;
/// The type of a comparison of V.
template <class V>
using mask_of = typename detail::batch_of<lane_of<V>, lanes_in<V>>::mask;
/// The bits of a batch, as compiler vectors of signed and unsigned integers: they have shifts,
/// masks and wrapping sums in every instruction set, where xsimd's of 8 bytes are loops in some.
template <class V>
using bits_of = vec<signed_of<lane_of<V>>, lanes_in<V>>;
template <class V>
using unsigned_bits_of = vec<std::make_unsigned_t<signed_of<lane_of<V>>>, lanes_in<V>>;

template <class R, int L>
SIMT_INLINE batch<R, L> to_batch(vec<R, L> v) {
  if constexpr (fills_register<R, L>)
    return batch<R, L>((typename batch<R, L>::register_type)v);
  else
    return batch<R, L>(v);
}
template <class V>
SIMT_INLINE vec_of<V> to_vec(V x) {
  if constexpr (fills_register<lane_of<V>, lanes_in<V>>)
    return (vec_of<V>)static_cast<typename V::register_type>(x);
  else
    return x.v;
}

template <class V>
SIMT_INLINE bits_of<V> bits(V x) {
  return bits_as<bits_of<V>>(to_vec(x));
}
template <class V>
SIMT_INLINE unsigned_bits_of<V> unsigned_bits(V x) {
  return bits_as<unsigned_bits_of<V>>(to_vec(x));
}
template <class V, class Bits>
SIMT_INLINE V from_bits(Bits b) {
  return to_batch<lane_of<V>, lanes_in<V>>(bits_as<vec_of<V>>(b));
}

/// Which integers are below zero, as a mask of V.
template <class V>
SIMT_INLINE mask_of<V> is_negative(bits_of<V> i) {
  if constexpr (!fills_register<lane_of<V>, lanes_in<V>>) {
    return static_cast<typename mask_of<V>::lanes_type>(i < 0);
  } else {
#if SIMT_ISA_AVX512
    if constexpr (sizeof(lane_of<V>) == 4)
      return _mm512_movepi32_mask((__m512i)i);
    else
      return _mm512_movepi64_mask((__m512i)i);
#else
    return (typename mask_of<V>::register_type)(i < 0);
#endif
  }
}

/// -x, also of zeros. (xsimd 8.1 computes 0 - x with AVX-512, which makes +0 of +0; and compilers
/// find the negated multiply-add behind the operator only.)
template <class V>
SIMT_INLINE V negate(V x) {
  return to_batch<lane_of<V>, lanes_in<V>>(-to_vec(x));
}

/// a * b + c, rounded once where the instruction set can. As an expression, which compilers combine
/// with others; where all depends on the single rounding, use fmadd.
template <class V>
SIMT_INLINE V multiply_add(V a, std::type_identity_t<V> b, std::type_identity_t<V> c) {
  return to_batch<lane_of<V>, lanes_in<V>>(
      multiply_add<lane_of<V>, lanes_in<V>>(to_vec(a), to_vec(b), to_vec(c)));
}

/// a where a < b, else b: with NaN b. xsimd's min and max swap their operands from version 14 on.
template <class V>
SIMT_INLINE V lesser(V a, V b) {
  if constexpr (fills_register<lane_of<V>, lanes_in<V>>)
    return XSIMD_VERSION_MAJOR < 14 ? xsimd::min(a, b) : xsimd::min(b, a);
  else
    return select(a < b, a, b);
}
/// a where a > b, else b: with NaN b.
template <class V>
SIMT_INLINE V greater(V a, V b) {
  if constexpr (fills_register<lane_of<V>, lanes_in<V>>)
    return XSIMD_VERSION_MAJOR < 14 ? xsimd::max(a, b) : xsimd::max(b, a);
  else
    return select(a > b, a, b);
}

// a * b + c, a * b - c and c - a * b by one instruction, where a reduction or a remainder relies on
// the single rounding; two roundings where there is none. Not xsimd's fma, fms and fnma: 8.1 has
// the instruction for AVX2 alone, and sums of products for AVX-512.
// Why noexcept, here and for other intrinsics of AVX-512: to g++ 12 they are calls that may throw;
// beside a local of class type they end a basic block, and products are contracted within one only.
#if SIMT_ISA_AVX512
#define SIMT_DETAIL_FUSED(name, type) _mm512_##name##_##type(a, b, c)
#elif SIMT_ISA_AVX2
#define SIMT_DETAIL_FUSED(name, type) _mm256_##name##_##type(a, b, c)
#else
#define SIMT_DETAIL_FUSED(name, type) a  // not reached
#endif
#define SIMT_DETAIL_FUSED_FUNCTION(name, otherwise)                                        \
  template <class V>                                                                       \
  SIMT_INLINE V name(V a, std::type_identity_t<V> b, std::type_identity_t<V> c) noexcept { \
    if constexpr (!has_fma || !fills_register<lane_of<V>, lanes_in<V>>)                    \
      return otherwise;                                                                    \
    else if constexpr (std::is_same_v<lane_of<V>, float>)                                  \
      return SIMT_DETAIL_FUSED(name, ps);                                                  \
    else                                                                                   \
      return SIMT_DETAIL_FUSED(name, pd);                                                  \
  }
SIMT_DETAIL_FUSED_FUNCTION(fmadd, multiply_add(a, b, c))
SIMT_DETAIL_FUSED_FUNCTION(fmsub, multiply_add(a, b, negate(c)))
SIMT_DETAIL_FUSED_FUNCTION(fnmadd, multiply_add(negate(a), b, c))
#if SIMT_ISA_NEON
#define SIMT_DETAIL_FUSED_NEON(R, L, Register, suffix)                                             \
  SIMT_INLINE small_batch<R, L> fmadd(small_batch<R, L> a, small_batch<R, L> b,                    \
                                      small_batch<R, L> c) noexcept {                              \
    return (vec<R, L>)vfmaq_##suffix((Register)c.v, (Register)a.v, (Register)b.v);                 \
  }                                                                                                \
  SIMT_INLINE small_batch<R, L> fnmadd(small_batch<R, L> a, small_batch<R, L> b,                   \
                                       small_batch<R, L> c) noexcept {                             \
    return (vec<R, L>)vfmsq_##suffix((Register)c.v, (Register)a.v, (Register)b.v);                 \
  }                                                                                                \
  SIMT_INLINE small_batch<R, L> fmsub(small_batch<R, L> a, small_batch<R, L> b,                    \
                                      small_batch<R, L> c) noexcept {                              \
    return (vec<R, L>)vnegq_##suffix(vfmsq_##suffix((Register)c.v, (Register)a.v, (Register)b.v)); \
  }
SIMT_DETAIL_FUSED_NEON(float, 4, float32x4_t, f32)
SIMT_DETAIL_FUSED_NEON(double, 2, float64x2_t, f64)
#undef SIMT_DETAIL_FUSED_NEON
#endif
#undef SIMT_DETAIL_FUSED
#undef SIMT_DETAIL_FUSED_FUNCTION

// The names below are xsimd's, for batches that fill no register.

template <class R, int L>
SIMT_INLINE small_mask<R, L> isnan(small_batch<R, L> x) {
  return x != x;
}
template <class R, int L>
SIMT_INLINE small_batch<R, L> abs(small_batch<R, L> x) {
  using U = unsigned_bits_of<small_batch<R, L>>;
  constexpr auto magnitude = std::numeric_limits<std::make_signed_t<signed_of<R>>>::max();
  return bits_as<vec<R, L>>(bits_as<U>(x.v) &
                            broadcast<std::make_unsigned_t<signed_of<R>>, L>(magnitude));
}
template <class R, int L>
SIMT_INLINE small_batch<R, L> sqrt(small_batch<R, L> x) {
#if SIMT_ISA_NEON
  if constexpr (is_register<R, L> && sizeof(R) == 4)
    return (vec<R, L>)vsqrtq_f32((float32x4_t)x.v);
  else if constexpr (is_register<R, L>)
    return (vec<R, L>)vsqrtq_f64((float64x2_t)x.v);
#endif
  vec<R, L> r = x.v;
  each<L>([&](int l) SIMT_LAMBDA_INLINE { set<R, L>(r, l, std::sqrt(get<R, L>(x.v, l))); });
  return r;
}
template <class R, int L>
SIMT_INLINE small_batch<R, L> copysign(small_batch<R, L> x, small_batch<R, L> s) {
  using U = unsigned_bits_of<small_batch<R, L>>;
  U const sign = bits_as<U>(broadcast<R, L>(R(-0.0)));
  return bits_as<vec<R, L>>((bits_as<U>(x.v) & ~sign) | (bits_as<U>(s.v) & sign));
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
