#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/arch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::simd {

/// Calls f(0), f(1) … f(N-1), unrolled by the front end: the arrays of registers that a gang is
/// made of become registers only if no loop is left when the compiler first splits aggregates.
template <int N, class F>
SIMT_INLINE void each(F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE { (f(I), ...); }
  (std::make_integer_sequence<int, N>{});
}
/// As each, with the numbers as constants: f(std::integral_constant<int, 0>{}) …
template <int N, class F>
SIMT_INLINE void each_constant(F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE {
    (f(std::integral_constant<int, I>{}), ...);
  }
  (std::make_integer_sequence<int, N>{});
}

/// The type that a lane of T has in a register: 8- and 16-bit integers and bool compute as int,
/// as C++ promotes them, and are narrowed only in memory and on assignment.
namespace detail {
template <class T, std::size_t Size = sizeof(T)>
struct lane_register {
  static_assert(std::is_arithmetic_v<T>,
                "simt: a lane holds an arithmetic type; long double has no vector form");
  using type = int;
};
template <class T>
struct lane_register<T, 4> {
  using type = std::conditional_t<std::is_floating_point_v<T>, float,
                                  std::conditional_t<std::is_signed_v<T>, int, unsigned>>;
};
template <class T>
struct lane_register<T, 8> {
  using type =
      std::conditional_t<std::is_floating_point_v<T>, double,
                         std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
};

template <class R, int L>
struct vector_of {
  typedef R type __attribute__((vector_size(sizeof(R) * std::size_t(L))));
  // For accesses to the user's arrays: any alignment, any declared type.
  typedef R memory
      __attribute__((vector_size(sizeof(R) * std::size_t(L)), aligned(alignof(R)), may_alias));
};
template <class R>
struct vector_of<R, 1> {
  typedef R type;
  typedef R memory __attribute__((may_alias));
};

template <std::size_t Size>
struct int_of_size {
  static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8);
  using small = std::conditional_t<Size == 1, std::int8_t, std::int16_t>;
  using type =
      std::conditional_t<Size == 8, std::int64_t, std::conditional_t<Size == 4, int, small>>;
};
}  // namespace detail

/// T, or the integer that an enumeration T is made of.
template <class T>
using number_of = typename std::conditional_t<std::is_enum_v<T>, std::underlying_type<T>,
                                              std::type_identity<T>>::type;

template <class T>
using register_t = typename detail::lane_register<number_of<T>>::type;

/// A register of L lanes of R; R itself where L is 1.
template <class R, int L>
using vec = typename detail::vector_of<R, L>::type;

template <class R>
using signed_of = typename detail::int_of_size<sizeof(R)>::type;

/// Lanes of R in one register of a gang whose parts have P lanes of 32 bits.
template <class R, int P>
inline constexpr int lanes_of = (P == 1 || sizeof(R) <= 4) ? P : P / 2;

/// x in every lane. (-0.0 survives x - 0, unlike x + 0.)
template <class R, int L>
SIMT_INLINE vec<R, L> broadcast(R x) {
  if constexpr (L == 1)
    return x;
  else
    return x - vec<R, L>{};  // a broadcast on both compilers
}
/// x in every lane of V, which is a compiler vector or a number.
template <class V, class E>
SIMT_INLINE constexpr V broadcast(E x) {
  if constexpr (std::is_arithmetic_v<V>)
    return static_cast<V>(x);
  else
    return static_cast<std::remove_cvref_t<decltype(V{}[0])>>(x) - V{};
}

/// 0, 1, … L-1.
template <class R, int L>
SIMT_INLINE vec<R, L> iota() {
  if constexpr (L == 1)
    return R(0);
  else
    return []<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE {
      return vec<R, L>{R(I)...};
    }
  (std::make_integer_sequence<int, L>{});
}

template <class R, int L>
SIMT_INLINE R get(vec<R, L> v, int lane) {
  if constexpr (L == 1)
    return v;
  else
    return v[lane];
}

template <class R, int L>
SIMT_INLINE void set(vec<R, L>& v, int lane, R x) {
  if constexpr (L == 1)
    v = x;
  else
    v[lane] = x;
}

/// The same bits as another type of equal size.
template <class To, class From>
SIMT_INLINE To bits_as(From x) {
  static_assert(sizeof(To) == sizeof(From));
  To r;
  __builtin_memcpy(&r, &x, sizeof r);
  return r;
}

#if (SIMT_ISA_AVX512 || SIMT_ISA_AVX2) && defined(__GNUC__) && !defined(__clang__)
/// True if a lane's conversion to twice its size, or to half of it, is one instruction for which
/// g++ (12; __builtin_convertvector) has four or more. AVX2 has neither that to half the size nor
/// that of unsigned numbers to double.
template <class To, class From, int L>
inline constexpr bool has_own_conversion = L * 2 == native_lanes &&
                                           ((std::is_same_v<To, double> && sizeof(From) == 4 &&
                                             (SIMT_ISA_AVX512 || !std::is_unsigned_v<From>)) ||
                                            (std::is_integral_v<To> && std::is_integral_v<From> &&
                                             sizeof(To) + sizeof(From) == 12 &&
                                             (SIMT_ISA_AVX512 || sizeof(To) == 8)));
/// That instruction. (In the forms without a mask lies an undefined register, of which g++ warns.)
template <class To, class From, int L>
SIMT_INLINE vec<To, L> convert_whole(vec<From, L> v) {
#if SIMT_ISA_AVX512
#define SIMT_DETAIL_CONVERT(name, Half) \
  (vec<To, L>)_mm512_maskz_##name(__mmask8(0xff), (__m256##Half)v)
  if constexpr (sizeof(To) == 4)
    return (vec<To, L>)_mm512_maskz_cvtepi64_epi32(__mmask8(0xff), (__m512i)v);
  else if constexpr (std::is_same_v<To, double> && std::is_unsigned_v<From>)
    return SIMT_DETAIL_CONVERT(cvtepu32_pd, i);
  else
#else
#define SIMT_DETAIL_CONVERT(name, Half) (vec<To, L>)_mm256_##name((__m128##Half)v)
#endif
      if constexpr (std::is_same_v<From, float>)
    return SIMT_DETAIL_CONVERT(cvtps_pd, );
  else if constexpr (std::is_same_v<To, double>)
    return SIMT_DETAIL_CONVERT(cvtepi32_pd, i);
  else if constexpr (std::is_signed_v<From>)
    return SIMT_DETAIL_CONVERT(cvtepi32_epi64, i);
  else
    return SIMT_DETAIL_CONVERT(cvtepu32_epi64, i);
#undef SIMT_DETAIL_CONVERT
}
#else
template <class To, class From, int L>
inline constexpr bool has_own_conversion = false;
template <class To, class From, int L>
vec<To, L> convert_whole(vec<From, L> v);
#endif

/// Converts each lane by C++'s rules, where source and result have the same number of lanes.
template <class To, class From, int L>
SIMT_INLINE vec<To, L> convert(vec<From, L> v) {
  if constexpr (std::is_same_v<To, From>)
    return v;
  else if constexpr (has_own_conversion<To, From, L>)
    return convert_whole<To, From, L>(v);
  else if constexpr (L == 1)
    return static_cast<To>(v);
  else if constexpr (sizeof(To) == sizeof(From) && std::is_integral_v<To> &&
                     std::is_integral_v<From>)
    return (vec<To, L>)v;
  else
    return __builtin_convertvector(v, vec<To, L>);
}

/// N lanes of a followed by b: lane i is their lane from(i), or anything where that is -1. `from`
/// is a lambda without captures.
template <class R, int L, int N = L, class From>
SIMT_INLINE vec<R, N> shuffle(vec<R, L> a, vec<R, L> b, From) {
  return [&]<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE {
    return __builtin_shufflevector(a, b, From{}(I)...);
  }
  (std::make_integer_sequence<int, N>{});
}

/// The H lanes of a, and behind them those of b. Never through memory: a load of what two narrower
/// stores have just written waits until both have reached the cache.
template <class R, int H>
SIMT_INLINE vec<R, 2 * H> join_halves(vec<R, H> a, vec<R, H> b) {
#if defined(__GNUC__) && !defined(__clang__)  // a shuffle also clears upper halves, by a move each
#if SIMT_ISA_AVX512
  if constexpr (sizeof a == 32)
    return (vec<R, 2 * H>)_mm512_maskz_inserti64x4(
        __mmask8(0xff), _mm512_castsi256_si512((__m256i)a), (__m256i)b, 1);
  else
#endif
#if SIMT_ISA_AVX512 || SIMT_ISA_AVX2
      if constexpr (sizeof a == 16)
    return (vec<R, 2 * H>)_mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)a), (__m128i)b,
                                                  1);
  else
#endif
#endif
    return shuffle<R, H, 2 * H>(a, b, [](int i) { return i; });
}

/// Stores lanes that single loads read next: 64 bytes as two halves.
// Why: on Sapphire and Emerald Rapids a load of a part of what a store of 64 bytes has just written
// takes twice as long as one of what a store of 32 has.
template <class R, int L>
SIMT_INLINE void store_to_take_apart(void* to, vec<R, L> v) {
  if constexpr (sizeof v == 64) {
    auto const lower = shuffle<R, L, L / 2>(v, v, [](int i) { return i; });
    auto const upper = shuffle<R, L, L / 2>(v, v, [](int i) { return L / 2 + i; });
    __builtin_memcpy(to, &lower, sizeof lower);
    asm("" : "+m"(*static_cast<char(*)[sizeof lower]>(to)));  // else one store is made of them
    __builtin_memcpy(static_cast<char*>(to) + sizeof lower, &upper, sizeof upper);
  } else {
    __builtin_memcpy(to, &v, sizeof v);
  }
}

/// a * b + c, rounded once where the instruction set can; then for single lanes, too. As an
/// expression, not as AVX-512's builtin, which g++ takes for a call that may write any memory.
template <class R, int L>
SIMT_INLINE vec<R, L> multiply_add(vec<R, L> a, vec<R, L> b, vec<R, L> c) noexcept {
  SIMT_FP_CONTRACT
  static_assert(std::is_floating_point_v<R>);
#if SIMT_ISA_AVX512 || SIMT_ISA_AVX2 || SIMT_ISA_NEON
  if constexpr (L == 1 && sizeof(R) == 4)
    return __builtin_fmaf(a, b, c);
  else if constexpr (L == 1)
    return __builtin_fma(a, b, c);
  else
#endif
    return a * b + c;
}

}  // namespace simt::inline SIMT_ABI::simd
