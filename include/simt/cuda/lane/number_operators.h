#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/arithmetic.h>

#include <utility>

SIMT_DETAIL_QUIET_BEGIN

// Operators as numbers and lanes have them, by the names that the .cu step has for them. A
// program's own, `template <class A, class B> auto operator+(A, B)`, is not found from here unless
// an operand is of a class of the program's.
namespace simt::inline SIMT_ABI::cuda::lane::of_numbers {

#define SIMT_DETAIL_LANE_BINARY(name, op)                       \
  struct name {                                                 \
    template <class A, class B>                                 \
    SIMT_INLINE constexpr auto operator()(A&& a, B&& b) const   \
        -> decltype(std::forward<A>(a) op std::forward<B>(b)) { \
      return std::forward<A>(a) op std::forward<B>(b);          \
    }                                                           \
  };
#define SIMT_DETAIL_LANE_BY(name, op, by)                                 \
  struct name {                                                           \
    template <class A, class B>                                           \
    requires requires(A && a, B&& b) { lane::get(a) op lane::get(b); }    \
    SIMT_INLINE constexpr decltype(auto) operator()(A&& a, B&& b) const { \
      return lane::by(std::forward<A>(a), std::forward<B>(b));            \
    }                                                                     \
  };
#define SIMT_DETAIL_LANE_UNARY(name, op)                                                    \
  struct name {                                                                             \
    template <class A>                                                                      \
    SIMT_INLINE constexpr auto operator()(A&& a) const -> decltype(op std::forward<A>(a)) { \
      return op std::forward<A>(a);                                                         \
    }                                                                                       \
  };
SIMT_DETAIL_LANE_BINARY(plus, +)
SIMT_DETAIL_LANE_BINARY(minus, -)
SIMT_DETAIL_LANE_BINARY(times, *)
SIMT_DETAIL_LANE_BINARY(bit_and, &)
SIMT_DETAIL_LANE_BINARY(bit_or, |)
SIMT_DETAIL_LANE_BINARY(bit_xor, ^)
SIMT_DETAIL_LANE_BINARY(logical_and, &&)
SIMT_DETAIL_LANE_BINARY(logical_or, ||)
SIMT_DETAIL_LANE_BINARY(equal, ==)
SIMT_DETAIL_LANE_BINARY(unequal, !=)
SIMT_DETAIL_LANE_BINARY(less, <)
SIMT_DETAIL_LANE_BINARY(less_equal, <=)
SIMT_DETAIL_LANE_BINARY(greater, >)
SIMT_DETAIL_LANE_BINARY(greater_equal, >=)
SIMT_DETAIL_LANE_BINARY(plus_assign, +=)
SIMT_DETAIL_LANE_BINARY(minus_assign, -=)
SIMT_DETAIL_LANE_BINARY(times_assign, *=)
SIMT_DETAIL_LANE_BINARY(and_assign, &=)
SIMT_DETAIL_LANE_BINARY(or_assign, |=)
SIMT_DETAIL_LANE_BINARY(xor_assign, ^=)
SIMT_DETAIL_LANE_BY(divide, /, div)
SIMT_DETAIL_LANE_BY(modulo, %, mod)
SIMT_DETAIL_LANE_BY(shift_left, <<, shl)
SIMT_DETAIL_LANE_BY(shift_right, >>, shr)
SIMT_DETAIL_LANE_BY(divide_assign, /, div_assign)
SIMT_DETAIL_LANE_BY(modulo_assign, %, mod_assign)
SIMT_DETAIL_LANE_BY(shift_left_assign, <<, shl_assign)
SIMT_DETAIL_LANE_BY(shift_right_assign, >>, shr_assign)
SIMT_DETAIL_LANE_UNARY(unary_plus, +)
SIMT_DETAIL_LANE_UNARY(unary_minus, -)
SIMT_DETAIL_LANE_UNARY(complement, ~)
#undef SIMT_DETAIL_LANE_UNARY
#undef SIMT_DETAIL_LANE_BY
#undef SIMT_DETAIL_LANE_BINARY

}  // namespace simt::inline SIMT_ABI::cuda::lane::of_numbers

SIMT_DETAIL_QUIET_END
