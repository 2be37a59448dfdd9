#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_1(j0, lane_call)
SIMT_DETAIL_FUNCTION_1(j1, lane_call)
SIMT_DETAIL_FUNCTION_1(y0, lane_call)
SIMT_DETAIL_FUNCTION_1(y1, lane_call)

// Not in <cmath>: these take uniforms, too.
SIMT_DETAIL_FUNCTION_1(cyl_bessel_i0, function_call)
SIMT_DETAIL_FUNCTION_1(cyl_bessel_i1, function_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

struct jn_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> n, simd::vec<R, L> x) {
    return simd::math::jn<R, L>(n, x);
  }
};
struct yn_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> n, simd::vec<R, L> x) {
    return simd::math::yn<R, L>(n, x);
  }
};

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

// jn(n, x), yn(n, x): Bessel functions of an integer order n; NaN where n is negative, as in CUDA.
#define SIMT_DETAIL_BESSEL_N(name)                                                               \
  template <class N, class X>                                                                    \
  requires detail::lane_call<N, X>                                                               \
  [[nodiscard]] SIMT_INLINE auto name(N&& n, X&& x) {                                            \
    return detail::call<detail::name##_function, detail::math_type<X>>(std::forward<N>(n),       \
                                                                       std::forward<X>(x));      \
  }                                                                                              \
  template <class N, class X>                                                                    \
  requires detail::lane_call<N, X>                                                               \
  [[nodiscard]] SIMT_INLINE auto name##f(N&& n, X&& x) {                                         \
    return detail::call<detail::name##_function, float>(std::forward<N>(n), std::forward<X>(x)); \
  }
SIMT_DETAIL_BESSEL_N(jn)
SIMT_DETAIL_BESSEL_N(yn)
#undef SIMT_DETAIL_BESSEL_N

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
