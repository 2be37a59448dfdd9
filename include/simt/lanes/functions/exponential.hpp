#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

// __expf, __exp10f and __powf in fewer operations: exponents in base 2, no care for a negative
// base. The other functions with __ are as fast as they are exact.
struct fast_exp_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return simd::math::exp2<R, L>(x * simd::broadcast<R, L>(R(1.44269504088896340736)));
  }
};
struct fast_exp10_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x) {
    return simd::math::exp2<R, L>(x * simd::broadcast<R, L>(R(3.32192809488736234787)));
  }
};

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_FAST_1(exp, fast_exp_function)
SIMT_DETAIL_FUNCTION_1(exp2, lane_call)
SIMT_DETAIL_FUNCTION_FAST_1(exp10, fast_exp10_function)
SIMT_DETAIL_FUNCTION_1(expm1, lane_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

template <>
inline constexpr bool is_long<exp_function> = true;
template <>
inline constexpr bool is_long<exp2_function> = true;
template <>
inline constexpr bool is_long<exp10_function> = true;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
