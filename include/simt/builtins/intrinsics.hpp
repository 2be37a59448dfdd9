#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/integer/arithmetic.hpp>
#include <simt/builtins/integer/bits.hpp>
#include <simt/builtins/integer/call.hpp>
#include <simt/lanes/functions.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Functions of integers and of bits, by the lines of builtins.def.
/// - CUDA:    __brev, __popc, __clz, __ffs and their ll forms, __mulhi, __mul24, __byte_perm, the
///            funnel shifts, __sad, the averages, __dp4a, __dp2a, __fns, __float_as_int and its kind,
///            umin, umax, llmin and so on
/// - Shape:   each operand uniform or with lanes; uniform where all are
/// - Order:   no lane waits for another; inactive lanes compute too, without effect
/// - Source:  CUDA C Programming Guide 8.0, 5.4.1 and D.2 (Intrinsic Functions); CUDA Math API
#define SIMT_DETAIL_FREE_1(name, effect, op, T, R)                  \
  template <detail::intrinsic_operand X>                            \
  SIMT_INLINE constexpr auto name(X&& x) {                          \
    return detail::intrinsic<detail::op, T, R>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_FREE_2(name, effect, op, T, R)                                      \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y>                   \
  SIMT_INLINE constexpr auto name(X&& x, Y&& y) {                                       \
    return detail::intrinsic<detail::op, T, R>(std::forward<X>(x), std::forward<Y>(y)); \
  }
#define SIMT_DETAIL_FREE_3(name, effect, op, T, Last, R)                                           \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, detail::intrinsic_operand Z> \
  SIMT_INLINE constexpr auto name(X&& x, Y&& y, Z&& z) {                                           \
    return detail::intrinsic<detail::op, T, R>(std::forward<X>(x), std::forward<Y>(y),             \
                                               std::forward<Z>(z));                                \
  }
#define SIMT_DETAIL_FREE_DOT(name, effect, signed_op, unsigned_op)                                 \
  template <detail::intrinsic_operand X, detail::intrinsic_operand Y, detail::intrinsic_operand Z> \
  SIMT_INLINE constexpr auto name(X&& x, Y&& y, Z&& z) {                                           \
    using T = std::conditional_t<std::is_signed_v<detail::promoted_type<Z>>, int, unsigned>;       \
    using Op = std::conditional_t<std::is_signed_v<T>, detail::signed_op, detail::unsigned_op>;    \
    return detail::intrinsic<Op, T, T>(std::forward<X>(x), std::forward<Y>(y),                     \
                                       std::forward<Z>(z));                                        \
  }
#define SIMT_DETAIL_FREE_CAST(name, effect, T, R)         \
  template <detail::intrinsic_operand X>                  \
  SIMT_INLINE auto name(X&& x) {                          \
    return detail::reinterpret<T, R>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_FREE_EXTREME(name, effect, op, T)                          \
  template <class X, class Y>                                                  \
  requires detail::function_call<X, Y>                                         \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y) {                          \
    return detail::call<detail::op, T>(std::forward<X>(x), std::forward<Y>(y)); \
  }
SIMT_BUILTINS_INTEGER_1(SIMT_DETAIL_FREE_1)
SIMT_BUILTINS_INTEGER_2(SIMT_DETAIL_FREE_2)
SIMT_BUILTINS_INTEGER_3(SIMT_DETAIL_FREE_3)
SIMT_BUILTINS_DOT_PRODUCTS(SIMT_DETAIL_FREE_DOT)
SIMT_BUILTINS_BIT_CASTS(SIMT_DETAIL_FREE_CAST)
SIMT_BUILTINS_INTEGER_EXTREMES(SIMT_DETAIL_FREE_EXTREME)
#undef SIMT_DETAIL_FREE_1
#undef SIMT_DETAIL_FREE_2
#undef SIMT_DETAIL_FREE_3
#undef SIMT_DETAIL_FREE_DOT
#undef SIMT_DETAIL_FREE_CAST
#undef SIMT_DETAIL_FREE_EXTREME

namespace detail {

/// The same as members of a gang, so that a kernel finds them for uniform operands too.
struct intrinsic_functions {
#define SIMT_DETAIL_MEMBER(name, ...)                            \
  template <class... X>                                          \
  SIMT_INLINE static constexpr auto name(X&&... x) {             \
    using ::simt::name; /* and what the operands' types bring */ \
    return name(std::forward<X>(x)...);                          \
  }
  SIMT_BUILTINS_INTEGER_1(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_INTEGER_2(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_INTEGER_3(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_DOT_PRODUCTS(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_BIT_CASTS(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_INTEGER_EXTREMES(SIMT_DETAIL_MEMBER)
#undef SIMT_DETAIL_MEMBER
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
