#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/intrinsics.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

// Two 16-bit or four 8-bit numbers in a word, each computed by itself.
namespace simt::inline SIMT_ABI {
namespace detail {

/// F on the parts (unsigned Es) of words; a single word takes a register of four.
template <class E, class F>
struct by_part {
  template <class U, class... X>
  SIMT_INLINE static U apply(U x, X... y) {
    if constexpr (std::is_arithmetic_v<U>) {
      using R = simd::vec<unsigned, 4>;
      return apply<R>(R{x}, R{y}...)[0];
    } else {
      using P = simd::vec<E, static_cast<int>(sizeof(U) / sizeof(E))>;
      return (U)F::template apply<E, P>((P)x, (P)y...);
    }
  }
};

/// The same parts with a sign.
template <class E, class P>
using signed_parts = simd::vec<std::make_signed_t<E>, static_cast<int>(sizeof(P) / sizeof(E))>;
/// Its sign bit alone.
template <class E>
inline constexpr E top_bit = static_cast<E>(E{1} << (8 * sizeof(E) - 1));
template <class E, class P>
SIMT_INLINE P each_part(E x) {
  return x - P{};
}
/// All ones in the parts that are negative.
template <class E, class P>
SIMT_INLINE P negative_parts(P x) {
  using S = signed_parts<E, P>;
  return (P)((S)x < S{});
}

struct video_add {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return a + b;
  }
};
struct video_sub {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return a - b;
  }
};
/// A sum s of the sign that a had, or the end of the range on a's side.
template <class E, class P>
SIMT_INLINE P saturated_parts(P a, P s, P overflow) {
  P const over = negative_parts<E>(overflow);
  P const end = negative_parts<E>(a) ^ each_part<E, P>(static_cast<E>(top_bit<E> - 1));
  return (s & ~over) | (end & over);
}
struct video_add_signed {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    P const s = a + b;
    return saturated_parts<E>(a, s, ~(a ^ b) & (a ^ s));
  }
};
struct video_sub_signed {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    P const s = a - b;
    return saturated_parts<E>(a, s, (a ^ b) & (a ^ s));
  }
};
struct video_add_unsigned {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    P const s = a + b;
    return s | (P)(s < a);
  }
};
struct video_sub_unsigned {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return (a - b) & (P)(a > b);
  }
};
struct video_neg {
  template <class E, class P>
  SIMT_INLINE static P apply(P a) {
    return P{} - a;
  }
};
struct video_abs {
  template <class E, class P>
  SIMT_INLINE static P apply(P a) {
    P const m = negative_parts<E>(a);
    return (a ^ m) - m;
  }
};
/// F, but the largest number where its result has no room for the sign.
template <class F>
struct video_fits {
  template <class E, class P>
  SIMT_INLINE static P apply(P a) {
    P const least = (P)(a == each_part<E, P>(top_bit<E>));
    return F::template apply<E, P>(a) + least;
  }
};

struct video_max_unsigned {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return a > b ? a : b;
  }
};
struct video_min_unsigned {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return a < b ? a : b;
  }
};
struct video_max_signed {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    using S = signed_parts<E, P>;
    return (P)((S)a > (S)b ? (S)a : (S)b);
  }
};
struct video_min_signed {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    using S = signed_parts<E, P>;
    return (P)((S)a < (S)b ? (S)a : (S)b);
  }
};
template <class Max, class Min>
struct video_distance {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return Max::template apply<E, P>(a, b) - Min::template apply<E, P>(a, b);
  }
};
using video_distance_signed = video_distance<video_max_signed, video_min_signed>;
using video_distance_unsigned = video_distance<video_max_unsigned, video_min_unsigned>;

struct video_average_unsigned {  // rounded up
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return (a | b) - ((a ^ b) >> 1);
  }
};
struct video_half_sum_unsigned {  // rounded down
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return (a & b) + ((a ^ b) >> 1);
  }
};
struct video_average_signed {  // rounded away from zero
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    using S = signed_parts<E, P>;
    P const down = (a & b) + (P)((S)(a ^ b) >> 1);
    return down + ((a ^ b) & ~negative_parts<E>(down) & each_part<E, P>(E{1}));
  }
};

#define SIMT_DETAIL_VIDEO_COMPARE(name, op, ...) \
  struct name {                                  \
    template <class E, class P>                  \
    SIMT_INLINE static P apply(P x, P y) {       \
      using V = __VA_ARGS__;                     \
      return (P)((V)x op(V) y);                  \
    }                                            \
  };
SIMT_DETAIL_VIDEO_COMPARE(video_eq, ==, P)
SIMT_DETAIL_VIDEO_COMPARE(video_ne, !=, P)
SIMT_DETAIL_VIDEO_COMPARE(video_ge_unsigned, >=, P)
SIMT_DETAIL_VIDEO_COMPARE(video_gt_unsigned, >, P)
SIMT_DETAIL_VIDEO_COMPARE(video_le_unsigned, <=, P)
SIMT_DETAIL_VIDEO_COMPARE(video_lt_unsigned, <, P)
SIMT_DETAIL_VIDEO_COMPARE(video_ge_signed, >=, signed_parts<E, P>)
SIMT_DETAIL_VIDEO_COMPARE(video_gt_signed, >, signed_parts<E, P>)
SIMT_DETAIL_VIDEO_COMPARE(video_le_signed, <=, signed_parts<E, P>)
SIMT_DETAIL_VIDEO_COMPARE(video_lt_signed, <, signed_parts<E, P>)
#undef SIMT_DETAIL_VIDEO_COMPARE
/// 1 where F compares true.
template <class F>
struct video_set {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b) {
    return F::template apply<E, P>(a, b) & each_part<E, P>(E{1});
  }
};

/// The parts of a word added up.
template <class E, class F>
struct video_sum {
  template <class U>
  SIMT_INLINE static U apply(U a, U b) {
    U s = by_part<E, F>::template apply<U>(a, b);
    if constexpr (sizeof(E) == 1)
      s = (s & same<U>(0x00ff00ffu)) + ((s >> 8) & same<U>(0x00ff00ffu));
    return (s & same<U>(0xffffu)) + (s >> 16);
  }
};

// Compositions: of three operands, and with what is negative set to 0.
template <class F>
struct video_three {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b, P c) {
    return F::template apply<E, P>(F::template apply<E, P>(a, b), c);
  }
};
template <class F>
struct video_sum_first {
  template <class E, class P>
  SIMT_INLINE static P apply(P a, P b, P c) {
    return F::template apply<E, P>(a + b, c);
  }
};
template <class F>
struct video_relu {
  template <class E, class P, class... X>
  SIMT_INLINE static P apply(P a, X... x) {
    return video_max_signed::apply<E, P>(F::template apply<E, P>(a, x...), P{});
  }
};

template <class F>
using by_half = by_part<std::uint16_t, F>;
template <class F>
using by_byte = by_part<std::uint8_t, F>;
template <class F>
using by_word = by_part<unsigned, F>;
template <class F>
using sum_by_half = video_sum<std::uint16_t, F>;
template <class F>
using sum_by_byte = video_sum<std::uint8_t, F>;

}  // namespace detail

// Name (2 and 4 follow), what it does with a part; by number of operands. All take and give words.
#define SIMT_DETAIL_VIDEO_1(X)                       \
  X(__vabs, detail::video_abs)                       \
  X(__vabsss, detail::video_fits<detail::video_abs>) \
  X(__vneg, detail::video_neg)                       \
  X(__vnegss, detail::video_fits<detail::video_neg>)
#define SIMT_DETAIL_VIDEO_2(X)                               \
  X(__vadd, detail::video_add)                               \
  X(__vaddss, detail::video_add_signed)                      \
  X(__vaddus, detail::video_add_unsigned)                    \
  X(__vsub, detail::video_sub)                               \
  X(__vsubss, detail::video_sub_signed)                      \
  X(__vsubus, detail::video_sub_unsigned)                    \
  X(__vabsdiffs, detail::video_distance_signed)              \
  X(__vabsdiffu, detail::video_distance_unsigned)            \
  X(__vavgs, detail::video_average_signed)                   \
  X(__vavgu, detail::video_average_unsigned)                 \
  X(__vhaddu, detail::video_half_sum_unsigned)               \
  X(__vmaxs, detail::video_max_signed)                       \
  X(__vmaxu, detail::video_max_unsigned)                     \
  X(__vmins, detail::video_min_signed)                       \
  X(__vminu, detail::video_min_unsigned)                     \
  X(__vcmpeq, detail::video_eq)                              \
  X(__vcmpne, detail::video_ne)                              \
  X(__vcmpges, detail::video_ge_signed)                      \
  X(__vcmpgeu, detail::video_ge_unsigned)                    \
  X(__vcmpgts, detail::video_gt_signed)                      \
  X(__vcmpgtu, detail::video_gt_unsigned)                    \
  X(__vcmples, detail::video_le_signed)                      \
  X(__vcmpleu, detail::video_le_unsigned)                    \
  X(__vcmplts, detail::video_lt_signed)                      \
  X(__vcmpltu, detail::video_lt_unsigned)                    \
  X(__vseteq, detail::video_set<detail::video_eq>)           \
  X(__vsetne, detail::video_set<detail::video_ne>)           \
  X(__vsetges, detail::video_set<detail::video_ge_signed>)   \
  X(__vsetgeu, detail::video_set<detail::video_ge_unsigned>) \
  X(__vsetgts, detail::video_set<detail::video_gt_signed>)   \
  X(__vsetgtu, detail::video_set<detail::video_gt_unsigned>) \
  X(__vsetles, detail::video_set<detail::video_le_signed>)   \
  X(__vsetleu, detail::video_set<detail::video_le_unsigned>) \
  X(__vsetlts, detail::video_set<detail::video_lt_signed>)   \
  X(__vsetltu, detail::video_set<detail::video_lt_unsigned>)
#define SIMT_DETAIL_VIDEO_SUMS(X)           \
  X(__vsads, detail::video_distance_signed) \
  X(__vsadu, detail::video_distance_unsigned)
// Name, kind of part, operation, type.
#define SIMT_DETAIL_MINMAX_2(X)                                                          \
  X(__vimax_s32_relu, by_word, detail::video_relu<detail::video_max_signed>, int)        \
  X(__vimin_s32_relu, by_word, detail::video_relu<detail::video_min_signed>, int)        \
  X(__vimax_s16x2_relu, by_half, detail::video_relu<detail::video_max_signed>, unsigned) \
  X(__vimin_s16x2_relu, by_half, detail::video_relu<detail::video_min_signed>, unsigned)
#define SIMT_DETAIL_MINMAX_3_OF(X, name, op)        \
  X(name##_s32, by_word, op##_signed >, int)        \
  X(name##_u32, by_word, op##_unsigned >, unsigned) \
  X(name##_s16x2, by_half, op##_signed >, unsigned) \
  X(name##_u16x2, by_half, op##_unsigned >, unsigned)
#define SIMT_DETAIL_MINMAX_3(X)                                                                    \
  SIMT_DETAIL_MINMAX_3_OF(X, __vimax3, detail::video_three < detail::video_max)                    \
  SIMT_DETAIL_MINMAX_3_OF(X, __vimin3, detail::video_three < detail::video_min)                    \
  SIMT_DETAIL_MINMAX_3_OF(X, __viaddmax, detail::video_sum_first < detail::video_max)              \
  SIMT_DETAIL_MINMAX_3_OF(X, __viaddmin, detail::video_sum_first < detail::video_min)              \
  X(__vimax3_s32_relu, by_word, detail::video_relu<detail::video_three<detail::video_max_signed>>, \
    int)                                                                                           \
  X(__vimin3_s32_relu, by_word, detail::video_relu<detail::video_three<detail::video_min_signed>>, \
    int)                                                                                           \
  X(__vimax3_s16x2_relu, by_half,                                                                  \
    detail::video_relu<detail::video_three<detail::video_max_signed>>, unsigned)                   \
  X(__vimin3_s16x2_relu, by_half,                                                                  \
    detail::video_relu<detail::video_three<detail::video_min_signed>>, unsigned)                   \
  X(__viaddmax_s32_relu, by_word,                                                                  \
    detail::video_relu<detail::video_sum_first<detail::video_max_signed>>, int)                    \
  X(__viaddmin_s32_relu, by_word,                                                                  \
    detail::video_relu<detail::video_sum_first<detail::video_min_signed>>, int)                    \
  X(__viaddmax_s16x2_relu, by_half,                                                                \
    detail::video_relu<detail::video_sum_first<detail::video_max_signed>>, unsigned)               \
  X(__viaddmin_s16x2_relu, by_half,                                                                \
    detail::video_relu<detail::video_sum_first<detail::video_min_signed>>, unsigned)

/// SIMD video instructions: two 16-bit or four 8-bit numbers in a word.
/// - CUDA:    __vadd2, __vadd4, __vsub2 …: wrapping; with ss or us saturating, signed or unsigned;
///            __vabsdiffs, __vsads (their sum), __vavgs, __vmaxs, __vcmpges (all bits), __vsetges
///            (1); s: signed, u: unsigned; __vimax3_s32 and its kind. PTX: vadd2, vset4, vabsdiff4
///            …
/// - Shape:   each operand uniform or with lanes; uniform where all are
/// - Order:   no lane waits for another; inactive lanes compute too, without effect
/// - Differs: inline PTX does not compile: call these by name
/// - Source:  CUDA C Programming Guide 8.0, B.22 (SIMD Video Instructions); CUDA Math API, SIMD
///            Intrinsics
#define SIMT_DETAIL_VIDEO_FREE_1(name, part, op, T)                       \
  template <detail::intrinsic_operand X>                                  \
  SIMT_INLINE auto name(X&& x) {                                          \
    return detail::intrinsic<detail::part<op>, T, T>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_VIDEO_FREE_2(name, part, op, T)                                           \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y>                         \
  SIMT_INLINE auto name(X&& x, Y&& y) {                                                       \
    return detail::intrinsic<detail::part<op>, T, T>(std::forward<X>(x), std::forward<Y>(y)); \
  }
#define SIMT_DETAIL_VIDEO_FREE_3(name, part, op, T)                                                \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, detail::intrinsic_operand Z> \
  SIMT_INLINE auto name(X&& x, Y&& y, Z&& z) {                                                     \
    return detail::intrinsic<detail::part<op>, T, T>(std::forward<X>(x), std::forward<Y>(y),       \
                                                     std::forward<Z>(z));                          \
  }
#define SIMT_DETAIL_VIDEO_BOTH_1(name, ...)                         \
  SIMT_DETAIL_VIDEO_FREE_1(name##2, by_half, __VA_ARGS__, unsigned) \
  SIMT_DETAIL_VIDEO_FREE_1(name##4, by_byte, __VA_ARGS__, unsigned)
#define SIMT_DETAIL_VIDEO_BOTH_2(name, ...)                         \
  SIMT_DETAIL_VIDEO_FREE_2(name##2, by_half, __VA_ARGS__, unsigned) \
  SIMT_DETAIL_VIDEO_FREE_2(name##4, by_byte, __VA_ARGS__, unsigned)
#define SIMT_DETAIL_VIDEO_BOTH_SUMS(name, ...)                          \
  SIMT_DETAIL_VIDEO_FREE_2(name##2, sum_by_half, __VA_ARGS__, unsigned) \
  SIMT_DETAIL_VIDEO_FREE_2(name##4, sum_by_byte, __VA_ARGS__, unsigned)
SIMT_DETAIL_VIDEO_1(SIMT_DETAIL_VIDEO_BOTH_1)
SIMT_DETAIL_VIDEO_2(SIMT_DETAIL_VIDEO_BOTH_2)
SIMT_DETAIL_VIDEO_SUMS(SIMT_DETAIL_VIDEO_BOTH_SUMS)
SIMT_DETAIL_MINMAX_2(SIMT_DETAIL_VIDEO_FREE_2)
SIMT_DETAIL_MINMAX_3(SIMT_DETAIL_VIDEO_FREE_3)
#undef SIMT_DETAIL_VIDEO_BOTH_1
#undef SIMT_DETAIL_VIDEO_BOTH_2
#undef SIMT_DETAIL_VIDEO_BOTH_SUMS
#undef SIMT_DETAIL_VIDEO_FREE_1
#undef SIMT_DETAIL_VIDEO_FREE_2
#undef SIMT_DETAIL_VIDEO_FREE_3

/// The larger or smaller number, and whether it is the first (ties: yes). Of pairs: the upper
/// halves' answer comes first.
/// - CUDA:    __vibmax_s32(a, b, &pred), __vibmax_s16x2(a, b, &pred_hi, &pred_lo), __vibmin …
#define SIMT_DETAIL_VIDEO_CHOICE(name, T, op, compare)                                             \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, class P>                     \
  SIMT_INLINE auto name(X const& x, Y const& y, P const& first) {                                  \
    *first =                                                                                       \
        detail::intrinsic<detail::by_word<detail::video_set<detail::compare>>, T, int>(x, y) != 0; \
    return detail::intrinsic<detail::by_word<detail::op>, T, T>(x, y);                             \
  }
#define SIMT_DETAIL_VIDEO_CHOICES(name, op, compare)                                        \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, class P, class Q>     \
  SIMT_INLINE auto name(X const& x, Y const& y, P const& upper, Q const& lower) {           \
    auto const set = detail::intrinsic<detail::by_half<detail::video_set<detail::compare>>, \
                                       unsigned, unsigned>(x, y);                           \
    *upper = (set & 0xffff0000u) != 0u;                                                     \
    *lower = (set & 0xffffu) != 0u;                                                         \
    return detail::intrinsic<detail::by_half<detail::op>, unsigned, unsigned>(x, y);        \
  }
SIMT_DETAIL_VIDEO_CHOICE(__vibmax_s32, int, video_max_signed, video_ge_signed)
SIMT_DETAIL_VIDEO_CHOICE(__vibmin_s32, int, video_min_signed, video_le_signed)
SIMT_DETAIL_VIDEO_CHOICE(__vibmax_u32, unsigned, video_max_unsigned, video_ge_unsigned)
SIMT_DETAIL_VIDEO_CHOICE(__vibmin_u32, unsigned, video_min_unsigned, video_le_unsigned)
SIMT_DETAIL_VIDEO_CHOICES(__vibmax_s16x2, video_max_signed, video_ge_signed)
SIMT_DETAIL_VIDEO_CHOICES(__vibmin_s16x2, video_min_signed, video_le_signed)
SIMT_DETAIL_VIDEO_CHOICES(__vibmax_u16x2, video_max_unsigned, video_ge_unsigned)
SIMT_DETAIL_VIDEO_CHOICES(__vibmin_u16x2, video_min_unsigned, video_le_unsigned)
#undef SIMT_DETAIL_VIDEO_CHOICE
#undef SIMT_DETAIL_VIDEO_CHOICES

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
