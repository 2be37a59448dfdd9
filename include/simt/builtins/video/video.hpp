#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/integer/call.hpp>
#include <simt/builtins/video/parts.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

namespace detail {
// The operation of each name.
#define SIMT_DETAIL_VIDEO_TYPE(name, effect, part, op, ...) using name##_operation = part<op>;
#define SIMT_DETAIL_VIDEO_TYPES(name, effect, op) \
  using name##2_operation = by_half<op>;          \
  using name##4_operation = by_byte<op>;
#define SIMT_DETAIL_VIDEO_SUM_TYPES(name, effect, op) \
  using name##2_operation = sum_by_half<op>;          \
  using name##4_operation = sum_by_byte<op>;
SIMT_BUILTINS_VIDEO_1(SIMT_DETAIL_VIDEO_TYPES)
SIMT_BUILTINS_VIDEO_2(SIMT_DETAIL_VIDEO_TYPES)
SIMT_BUILTINS_VIDEO_SUMS(SIMT_DETAIL_VIDEO_SUM_TYPES)
SIMT_BUILTINS_MINMAX_2(SIMT_DETAIL_VIDEO_TYPE)
SIMT_BUILTINS_MINMAX_3(SIMT_DETAIL_VIDEO_TYPE)
#undef SIMT_DETAIL_VIDEO_TYPE
#undef SIMT_DETAIL_VIDEO_TYPES
#undef SIMT_DETAIL_VIDEO_SUM_TYPES
}  // namespace detail

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
#define SIMT_DETAIL_VIDEO_FREE_1(name, T)                                     \
  template <detail::intrinsic_operand X>                                      \
  SIMT_INLINE auto name(X&& x) {                                              \
    return detail::intrinsic<detail::name##_operation, T, T>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_VIDEO_FREE_2(name, T)                                                             \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y>                                 \
  SIMT_INLINE auto name(X&& x, Y&& y) {                                                               \
    return detail::intrinsic<detail::name##_operation, T, T>(std::forward<X>(x), std::forward<Y>(y)); \
  }
#define SIMT_DETAIL_VIDEO_FREE_3(name, T)                                                          \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, detail::intrinsic_operand Z> \
  SIMT_INLINE auto name(X&& x, Y&& y, Z&& z) {                                                     \
    return detail::intrinsic<detail::name##_operation, T, T>(                                      \
        std::forward<X>(x), std::forward<Y>(y), std::forward<Z>(z));                               \
  }
#define SIMT_DETAIL_VIDEO_BOTH_1(name, ...)   \
  SIMT_DETAIL_VIDEO_FREE_1(name##2, unsigned) \
  SIMT_DETAIL_VIDEO_FREE_1(name##4, unsigned)
#define SIMT_DETAIL_VIDEO_BOTH_2(name, ...)   \
  SIMT_DETAIL_VIDEO_FREE_2(name##2, unsigned) \
  SIMT_DETAIL_VIDEO_FREE_2(name##4, unsigned)
#define SIMT_DETAIL_MINMAX_FREE_2(name, effect, part, op, T) SIMT_DETAIL_VIDEO_FREE_2(name, T)
#define SIMT_DETAIL_MINMAX_FREE_3(name, effect, part, op, T) SIMT_DETAIL_VIDEO_FREE_3(name, T)
SIMT_BUILTINS_VIDEO_1(SIMT_DETAIL_VIDEO_BOTH_1)
SIMT_BUILTINS_VIDEO_2(SIMT_DETAIL_VIDEO_BOTH_2)
SIMT_BUILTINS_VIDEO_SUMS(SIMT_DETAIL_VIDEO_BOTH_2)
SIMT_BUILTINS_MINMAX_2(SIMT_DETAIL_MINMAX_FREE_2)
SIMT_BUILTINS_MINMAX_3(SIMT_DETAIL_MINMAX_FREE_3)
#undef SIMT_DETAIL_VIDEO_FREE_1
#undef SIMT_DETAIL_VIDEO_FREE_2
#undef SIMT_DETAIL_VIDEO_FREE_3
#undef SIMT_DETAIL_VIDEO_BOTH_1
#undef SIMT_DETAIL_VIDEO_BOTH_2
#undef SIMT_DETAIL_MINMAX_FREE_2
#undef SIMT_DETAIL_MINMAX_FREE_3

/// The larger or smaller number, and whether it is the first (ties: yes). Of pairs: the upper
/// halves' answer comes first.
/// - CUDA:    __vibmax_s32(a, b, &pred), __vibmax_s16x2(a, b, &pred_hi, &pred_lo), __vibmin …
#define SIMT_DETAIL_VIDEO_CHOICE(name, effect, T, op, compare)                                     \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, class P>                     \
  SIMT_INLINE auto name(X const& x, Y const& y, P const& first) {                                  \
    *first =                                                                                       \
        detail::intrinsic<detail::by_word<detail::video_set<detail::compare>>, T, int>(x, y) != 0; \
    return detail::intrinsic<detail::by_word<detail::op>, T, T>(x, y);                             \
  }
#define SIMT_DETAIL_VIDEO_CHOICES(name, effect, op, compare)                                \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, class P, class Q>     \
  SIMT_INLINE auto name(X const& x, Y const& y, P const& upper, Q const& lower) {           \
    auto const set = detail::intrinsic<detail::by_half<detail::video_set<detail::compare>>, \
                                       unsigned, unsigned>(x, y);                           \
    *upper = (set & 0xffff0000u) != 0u;                                                     \
    *lower = (set & 0xffffu) != 0u;                                                         \
    return detail::intrinsic<detail::by_half<detail::op>, unsigned, unsigned>(x, y);        \
  }
SIMT_BUILTINS_CHOICES(SIMT_DETAIL_VIDEO_CHOICE)
SIMT_BUILTINS_PAIR_CHOICES(SIMT_DETAIL_VIDEO_CHOICES)
#undef SIMT_DETAIL_VIDEO_CHOICE
#undef SIMT_DETAIL_VIDEO_CHOICES

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
