#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/integer/element.hpp>

#include <cstdint>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Operations of the SIMD video instructions on the parts of a word: two of 16 bits or four of 8.
namespace simt::inline SIMT_ABI::detail {

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
      s = (s & simd::broadcast<U>(0x00ff00ffu)) + ((s >> 8) & simd::broadcast<U>(0x00ff00ffu));
    return (s & simd::broadcast<U>(0xffffu)) + (s >> 16);
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

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
