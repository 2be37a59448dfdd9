#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/clock.hpp>
#include <simt/lanes/operators.hpp>

#include <bit>
#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

// Each operation is written once, for a number and for a vector of them: GNU vectors take the same
// operators. U is unsigned or std::uint64_t, or a vector of it.
template <class V>
struct vector_element {
  using type = V;
};
template <class V>
requires(!std::is_arithmetic_v<V>) struct vector_element<V> {
  using type = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
};
template <class V>
using element_of = typename vector_element<V>::type;

/// x in every lane of V.
template <class V, class E>
SIMT_INLINE constexpr V same(E x) {
  if constexpr (std::is_arithmetic_v<V>)
    return static_cast<V>(x);
  else
    return static_cast<element_of<V>>(x) - V{};
}

struct brev_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    using E = element_of<U>;
    constexpr bool wide = sizeof(E) == 8;
    auto const swap = [](U v, std::uint64_t m, int s) SIMT_LAMBDA_INLINE {
      return ((v >> s) & same<U>(static_cast<E>(m))) | ((v & same<U>(static_cast<E>(m))) << s);
    };
    x = swap(x, 0x5555555555555555u, 1);
    x = swap(x, 0x3333333333333333u, 2);
    x = swap(x, 0x0f0f0f0f0f0f0f0fu, 4);
    x = swap(x, 0x00ff00ff00ff00ffu, 8);
    x = swap(x, 0x0000ffff0000ffffu, 16);
    if constexpr (wide) x = (x >> 32) | (x << 32);
    return x;
  }
};

struct popc_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    using E = element_of<U>;
    if constexpr (std::is_arithmetic_v<U>) {
      return static_cast<U>(std::popcount(x));
    } else {
#if SIMT_ISA_AVX512 && defined(__AVX512VPOPCNTDQ__)
      if constexpr (sizeof(U) == 64 && sizeof(E) == 4) return (U)_mm512_popcnt_epi32((__m512i)x);
      if constexpr (sizeof(U) == 64 && sizeof(E) == 8) return (U)_mm512_popcnt_epi64((__m512i)x);
#endif
      auto const mask = [](std::uint64_t m)
                            SIMT_LAMBDA_INLINE { return same<U>(static_cast<E>(m)); };
      x = x - ((x >> 1) & mask(0x5555555555555555u));
      x = (x & mask(0x3333333333333333u)) + ((x >> 2) & mask(0x3333333333333333u));
      x = (x + (x >> 4)) & mask(0x0f0f0f0f0f0f0f0fu);
      x = x + (x >> 8);
      x = x + (x >> 16);
      if constexpr (sizeof(E) == 8) x = x + (x >> 32);
      return x & same<U>(E{127});
    }
  }
};

struct clz_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    using E = element_of<U>;
    if constexpr (std::is_arithmetic_v<U>) {
      return static_cast<U>(std::countl_zero(x));
    } else {
#if SIMT_ISA_AVX512
      if constexpr (sizeof(U) == 64 && sizeof(E) == 4) return (U)_mm512_lzcnt_epi32((__m512i)x);
      if constexpr (sizeof(U) == 64 && sizeof(E) == 8) return (U)_mm512_lzcnt_epi64((__m512i)x);
#endif
      x = x | (x >> 1);
      x = x | (x >> 2);
      x = x | (x >> 4);
      x = x | (x >> 8);
      x = x | (x >> 16);
      if constexpr (sizeof(E) == 8) x = x | (x >> 32);
      return popc_op::apply<U>(~x);
    }
  }
};

struct ffs_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x) {
    using E = element_of<U>;
    // 1 + trailing zeros: the bits of x ^ (x - 1); all of them where x is 0.
    U const ones = popc_op::apply<U>(x ^ (x - same<U>(E{1})));
    if constexpr (std::is_arithmetic_v<U>)
      return x == 0 ? U{} : ones;
    else
      return ones & (U)(x != U{});
  }
};

struct byte_perm_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U x, U y, U s) {
    U r = U{};
    for (int i = 0; i < 4; ++i) {
      U const n = (s >> (4 * i)) & same<U>(7u);
      U const low = (n & same<U>(3u)) * same<U>(8u);
      U const upper = U{} - (n >> 2);  // all ones where the byte is one of y
      U const word = x ^ ((x ^ y) & upper);
      r = r | (((word >> low) & same<U>(0xffu)) << (8 * i));
    }
    return r;
  }
};

// Shift counts of 32 are split in two: they would be undefined.
struct funnelshift_l_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    s = s & same<U>(31u);
    return (hi << s) | ((lo >> 1) >> (s ^ same<U>(31u)));
  }
};
struct funnelshift_r_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    s = s & same<U>(31u);
    return (lo >> s) | ((hi << 1) << (s ^ same<U>(31u)));
  }
};
/// All ones where s is 32 or more.
template <class U>
SIMT_INLINE constexpr U beyond_word(U s) {
  if constexpr (std::is_arithmetic_v<U>)
    return s >= 32 ? ~U{} : U{};
  else
    return (U)(s >= same<U>(32u));
}
struct funnelshift_lc_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    U const past = beyond_word(s);
    U const in = funnelshift_l_op::apply<U>(lo, hi, s);
    return (lo & past) | (in & ~past);
  }
};
struct funnelshift_rc_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U lo, U hi, U s) {
    U const past = beyond_word(s);
    U const in = funnelshift_r_op::apply<U>(lo, hi, s);
    return (hi & past) | (in & ~past);
  }
};

/// The upper half of a 64-bit by 64-bit product, from 32-bit halves.
struct umul64hi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    U const m = same<U>(std::uint64_t{0xffffffffu});
    U const a0 = a & m, a1 = a >> 32, b0 = b & m, b1 = b >> 32;
    U const p01 = a0 * b1, p10 = a1 * b0;
    U const middle = ((a0 * b0) >> 32) + (p01 & m) + (p10 & m);
    return a1 * b1 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
  }
};
struct mul64hi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return umul64hi_op::apply<U>(a, b) - (b & (U{} - (a >> 63))) - (a & (U{} - (b >> 63)));
  }
};
struct umulhi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    if constexpr (std::is_arithmetic_v<U>) {
      return static_cast<U>((std::uint64_t{a} * b) >> 32);
    } else {
      // The even lanes and the odd ones, each as 64-bit products.
      using D = simd::vec<std::uint64_t, sizeof(U) / 8>;
      auto const m = same<D>(std::uint64_t{0xffffffffu});
      D const x = (D)a, y = (D)b;
      D const even = ((x & m) * (y & m)) >> 32;
      D const odd = ((x >> 32) * (y >> 32)) & ~m;
      return (U)(even | odd);
    }
  }
};
struct mulhi_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return umulhi_op::apply<U>(a, b) - (b & (U{} - (a >> 31))) - (a & (U{} - (b >> 31)));
  }
};
struct umul24_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a & same<U>(0xffffffu)) * (b & same<U>(0xffffffu));
  }
};
struct mul24_op {  // sign extension of 24 bits, on unsigned numbers
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    U const s = same<U>(0x800000u), m = same<U>(0xffffffu);
    return (((a & m) ^ s) - s) * (((b & m) ^ s) - s);
  }
};

struct usad_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    if constexpr (std::is_arithmetic_v<U>)
      return (a > b ? a - b : b - a) + c;
    else
      return (((a - b) ^ (U)(a < b)) - (U)(a < b)) + c;
  }
};
struct sad_op {  // signed order is unsigned order with the sign bit flipped
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    U const s = same<U>(0x80000000u);
    return usad_op::apply<U>(a ^ s, b ^ s, c);
  }
};

struct uhadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a & b) + ((a ^ b) >> 1);
  }
};
struct urhadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a | b) - ((a ^ b) >> 1);
  }
};
/// x >> 1 with the sign kept.
template <class U>
SIMT_INLINE constexpr U half_signed(U x) {
  return (x >> 1) | (x & same<U>(0x80000000u));
}
struct hadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a & b) + half_signed<U>(a ^ b);
  }
};
struct rhadd_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b) {
    return (a | b) - half_signed<U>(a ^ b);
  }
};

/// Lane i (of Bits bits) of x, sign-extended or not.
template <int Bits, bool Signed, class U>
SIMT_INLINE constexpr U field(U x, int i) {
  U const v = (x >> (Bits * i)) & same<U>((1u << Bits) - 1u);
  U const s = same<U>(1u << (Bits - 1));
  return Signed ? (v ^ s) - s : v;
}
template <bool Signed>
struct dp4a_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    for (int i = 0; i < 4; ++i) c = c + field<8, Signed>(a, i) * field<8, Signed>(b, i);
    return c;
  }
};
template <bool Signed, int First>
struct dp2a_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U a, U b, U c) {
    for (int i = 0; i < 2; ++i) c = c + field<16, Signed>(a, i) * field<8, Signed>(b, First + i);
    return c;
  }
};

template <bool Signed>
using dp2a_lo_op = dp2a_op<Signed, 0>;
template <bool Signed>
using dp2a_hi_op = dp2a_op<Signed, 2>;

/// The place of the set bit that is number |n| from `base` on, upwards or (n < 0) downwards; all
/// ones where there is none. n = 0 asks for bit `base` itself.
struct fns_op {
  template <class U>
  SIMT_INLINE static constexpr U apply(U mask, U base, U n) {
    if constexpr (std::is_arithmetic_v<U>) {
      base &= 31u;
      if (n == 0) return (mask >> base & 1u) != 0 ? base : ~U{};
      bool const down = (n >> 31) != 0;
      U rest = down ? mask & (~U{} >> (31u - base)) : mask & (~U{} << base);
      for (U k = down ? U{} - n : n; k > 1 && rest != 0; --k)
        rest &= down ? ~(U{1} << (31 - std::countl_zero(rest))) : rest - 1;
      if (rest == 0) return ~U{};
      return static_cast<U>(down ? 31 - std::countl_zero(rest) : std::countr_zero(rest));
    } else {
      U r{};
      for (unsigned l = 0; l < sizeof(U) / 4; ++l) r[l] = apply<unsigned>(mask[l], base[l], n[l]);
      return r;
    }
  }
};

template <class X>
concept intrinsic_operand = lane_value<X> || uniform_value<X>;

template <class T>
using unsigned_register = std::make_unsigned_t<simd::register_t<T>>;

/// Op on operands of type T, computed in its unsigned registers, as a Result.
template <class Op, class T, class Result, class... X>
SIMT_INLINE constexpr auto intrinsic(X&&... x) {
  using U = unsigned_register<T>;
  if constexpr ((lane_value<X> || ...)) {
    int constexpr W = [] {
      int w = 0;
      ((w = w != 0 ? w : width_of<plain<X>>), ...);
      return w;
    }();
    using V = varying<T, W>;
    using UV = simd::vec<U, V::lanes>;
    auto const run = [](auto const&... v) SIMT_LAMBDA_INLINE {
      V r;
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        r.v[i] = (typename V::vec)Op::template apply<UV>((UV)v.v[i]...);
      });
      return r;
    };
    return convert_to<Result, W>(run(convert_to<T, W>(std::forward<X>(x))...));
  } else {
    return static_cast<Result>(static_cast<T>(Op::template apply<U>(
        static_cast<U>(static_cast<T>(static_cast<lane_type<X>>(std::forward<X>(x))))...)));
  }
}

/// The bits of a T as a Result of the same size.
template <class T, class Result, class X>
SIMT_INLINE auto reinterpret(X&& x) {
  if constexpr (lane_value<X>) {
    constexpr int W = plain<X>::width;
    using V = varying<Result, W>;
    auto const v = convert_to<T, W>(std::forward<X>(x));
    V r;
    simd::each<V::count>(
        [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = simd::bits_as<typename V::vec>(v.v[i]); });
    return r;
  } else {
    return simd::bits_as<Result>(static_cast<T>(static_cast<lane_type<X>>(std::forward<X>(x))));
  }
}

SIMT_INLINE long long read_clock() {
#if defined(__x86_64__) || defined(__i386__)
  return static_cast<long long>(__builtin_ia32_rdtsc());
#elif defined(__aarch64__)
  std::uint64_t t;
  asm volatile("mrs %0, cntvct_el0" : "=r"(t));
  return static_cast<long long>(t);
#else
  return clock_nanoseconds();
#endif
}

}  // namespace detail

// Name, operation, type of the operands, type of the result; by number of operands.
#define SIMT_DETAIL_INTRINSICS_1(F)                            \
  F(__brev, brev_op, unsigned, unsigned)                       \
  F(__brevll, brev_op, unsigned long long, unsigned long long) \
  F(__popc, popc_op, unsigned, int)                            \
  F(__popcll, popc_op, unsigned long long, int)                \
  F(__clz, clz_op, int, int)                                   \
  F(__clzll, clz_op, long long, int)                           \
  F(__ffs, ffs_op, int, int)                                   \
  F(__ffsll, ffs_op, long long, int)
#define SIMT_DETAIL_INTRINSICS_2(F)                                  \
  F(__mulhi, mulhi_op, int, int)                                     \
  F(__umulhi, umulhi_op, unsigned, unsigned)                         \
  F(__mul64hi, mul64hi_op, long long, long long)                     \
  F(__umul64hi, umul64hi_op, unsigned long long, unsigned long long) \
  F(__mul24, mul24_op, int, int)                                     \
  F(__umul24, umul24_op, unsigned, unsigned)                         \
  F(__hadd, hadd_op, int, int)                                       \
  F(__rhadd, rhadd_op, int, int)                                     \
  F(__uhadd, uhadd_op, unsigned, unsigned)                           \
  F(__urhadd, urhadd_op, unsigned, unsigned)
#define SIMT_DETAIL_INTRINSICS_3(F)                          \
  F(__byte_perm, byte_perm_op, unsigned, unsigned)           \
  F(__funnelshift_l, funnelshift_l_op, unsigned, unsigned)   \
  F(__funnelshift_lc, funnelshift_lc_op, unsigned, unsigned) \
  F(__funnelshift_r, funnelshift_r_op, unsigned, unsigned)   \
  F(__funnelshift_rc, funnelshift_rc_op, unsigned, unsigned) \
  F(__fns, fns_op, unsigned, unsigned)                       \
  F(__sad, sad_op, int, unsigned)                            \
  F(__usad, usad_op, unsigned, unsigned)
// Name, operation for signed and unsigned operands: the type of the last operand decides.
#define SIMT_DETAIL_DOT_PRODUCTS(F)                 \
  F(__dp4a, dp4a_op<true>, dp4a_op<false>)          \
  F(__dp2a_lo, dp2a_lo_op<true>, dp2a_lo_op<false>) \
  F(__dp2a_hi, dp2a_hi_op<true>, dp2a_hi_op<false>)
#define SIMT_DETAIL_BIT_CASTS(F)             \
  F(__float_as_int, float, int)              \
  F(__float_as_uint, float, unsigned)        \
  F(__int_as_float, int, float)              \
  F(__uint_as_float, unsigned, float)        \
  F(__double_as_longlong, double, long long) \
  F(__longlong_as_double, long long, double)

/// Integer intrinsics.
/// - CUDA:    __brev, __popc, __clz, __ffs and their ll forms, __mulhi, __mul24, __byte_perm, the
/// funnel
///            shifts, __sad, the averages, __dp4a, __dp2a, and __float_as_int and its kind
/// - Shape:   each operand uniform or with lanes; uniform where all are
/// - Order:   no lane waits for another; inactive lanes compute too, without effect
/// - Source:  CUDA C Programming Guide 8.0, 5.4.1 and D.2 (Intrinsic Functions); CUDA Math API
#define SIMT_DETAIL_FREE_1(name, op, T, R)                          \
  template <detail::intrinsic_operand X>                            \
  SIMT_INLINE constexpr auto name(X&& x) {                          \
    return detail::intrinsic<detail::op, T, R>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_FREE_2(name, op, T, R)                                              \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y>                   \
  SIMT_INLINE constexpr auto name(X&& x, Y&& y) {                                       \
    return detail::intrinsic<detail::op, T, R>(std::forward<X>(x), std::forward<Y>(y)); \
  }
#define SIMT_DETAIL_FREE_3(name, op, T, R)                                                         \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, detail::intrinsic_operand Z> \
  SIMT_INLINE constexpr auto name(X&& x, Y&& y, Z&& z) {                                           \
    return detail::intrinsic<detail::op, T, R>(std::forward<X>(x), std::forward<Y>(y),             \
                                               std::forward<Z>(z));                                \
  }
SIMT_DETAIL_INTRINSICS_1(SIMT_DETAIL_FREE_1)
SIMT_DETAIL_INTRINSICS_2(SIMT_DETAIL_FREE_2)
SIMT_DETAIL_INTRINSICS_3(SIMT_DETAIL_FREE_3)
#undef SIMT_DETAIL_FREE_1
#undef SIMT_DETAIL_FREE_2
#undef SIMT_DETAIL_FREE_3

#define SIMT_DETAIL_FREE_CAST(name, T, R)                 \
  template <detail::intrinsic_operand X>                  \
  SIMT_INLINE auto name(X&& x) {                          \
    return detail::reinterpret<T, R>(std::forward<X>(x)); \
  }
SIMT_DETAIL_BIT_CASTS(SIMT_DETAIL_FREE_CAST)
#undef SIMT_DETAIL_FREE_CAST

#define SIMT_DETAIL_FREE_DOT(name, signed_op, unsigned_op)                                         \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, detail::intrinsic_operand Z> \
  SIMT_INLINE constexpr auto name(X&& x, Y&& y, Z&& z) {                                           \
    using T = std::conditional_t<std::is_signed_v<detail::promoted_type<Z>>, int, unsigned>;       \
    using Op = std::conditional_t<std::is_signed_v<T>, detail::signed_op, detail::unsigned_op>;    \
    return detail::intrinsic<Op, T, T>(std::forward<X>(x), std::forward<Y>(y),                     \
                                       std::forward<Z>(z));                                        \
  }
SIMT_DETAIL_DOT_PRODUCTS(SIMT_DETAIL_FREE_DOT)
#undef SIMT_DETAIL_FREE_DOT

/// A counter of time: clock cycles at a constant rate where the machine has such a counter.
/// - CUDA:    long long clock64(); clock_t clock()
/// - Shape:   uniform: the threads of a gang run at once
/// - Units:   ticks of the time stamp counter (x86-64), of the virtual counter (AArch64), else
///            nanoseconds
/// - Source:  CUDA C Programming Guide 8.0, B.11 (Time Function)
SIMT_INLINE long long clock64() { return detail::read_clock(); }

namespace detail {

/// The intrinsics as members of a gang, so that a kernel finds them for uniform operands too.
struct intrinsic_functions {
#define SIMT_DETAIL_MEMBER_INTRINSIC(name, ...)                  \
  template <class... X>                                          \
  SIMT_INLINE static constexpr auto name(X&&... x) {             \
    using ::simt::name; /* and what the operands' types bring */ \
    return name(std::forward<X>(x)...);                          \
  }
  SIMT_DETAIL_INTRINSICS_1(SIMT_DETAIL_MEMBER_INTRINSIC)
  SIMT_DETAIL_INTRINSICS_2(SIMT_DETAIL_MEMBER_INTRINSIC)
  SIMT_DETAIL_INTRINSICS_3(SIMT_DETAIL_MEMBER_INTRINSIC)
  SIMT_DETAIL_DOT_PRODUCTS(SIMT_DETAIL_MEMBER_INTRINSIC)
  SIMT_DETAIL_BIT_CASTS(SIMT_DETAIL_MEMBER_INTRINSIC)
#undef SIMT_DETAIL_MEMBER_INTRINSIC
  SIMT_INLINE static long long clock64() { return read_clock(); }
  SIMT_INLINE static long clock() { return static_cast<long>(read_clock()); }
};
#undef SIMT_DETAIL_INTRINSICS_1
#undef SIMT_DETAIL_INTRINSICS_2
#undef SIMT_DETAIL_INTRINSICS_3
#undef SIMT_DETAIL_DOT_PRODUCTS
#undef SIMT_DETAIL_BIT_CASTS

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

// The names of intrinsics that a kernel body finds without qualification.
#define SIMT_DETAIL_INTRINSIC_BUILTINS(G) \
  using G::__brev;                        \
  using G::__brevll;                      \
  using G::__popc;                        \
  using G::__popcll;                      \
  using G::__clz;                         \
  using G::__clzll;                       \
  using G::__ffs;                         \
  using G::__ffsll;                       \
  using G::__mulhi;                       \
  using G::__umulhi;                      \
  using G::__mul64hi;                     \
  using G::__umul64hi;                    \
  using G::__mul24;                       \
  using G::__umul24;                      \
  using G::__hadd;                        \
  using G::__rhadd;                       \
  using G::__uhadd;                       \
  using G::__urhadd;                      \
  using G::__byte_perm;                   \
  using G::__funnelshift_l;               \
  using G::__funnelshift_lc;              \
  using G::__funnelshift_r;               \
  using G::__funnelshift_rc;              \
  using G::__fns;                         \
  using G::__sad;                         \
  using G::__usad;                        \
  using G::__dp4a;                        \
  using G::__dp2a_lo;                     \
  using G::__dp2a_hi;                     \
  using G::__float_as_int;                \
  using G::__float_as_uint;               \
  using G::__int_as_float;                \
  using G::__uint_as_float;               \
  using G::__double_as_longlong;          \
  using G::__longlong_as_double;          \
  using G::clock64;                       \
  using G::clock;

SIMT_DETAIL_QUIET_END
