#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/call.hpp>
#include <simt/simd/math.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

#define SIMT_DETAIL_PREDICATE(name)                                               \
  namespace detail {                                                              \
  struct name##_function {                                                        \
    template <class R, int L>                                                     \
    SIMT_INLINE static auto apply(simd::vec<R, L> x) {                            \
      return simd::math::name<R, L>(x);                                           \
    }                                                                             \
  };                                                                              \
  }                                                                               \
  template <class X>                                                              \
  requires detail::lane_call<X>                                                   \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                                    \
    return detail::call_predicate<detail::name##_function, detail::math_type<X>>( \
        std::forward<X>(x));                                                      \
  }
SIMT_DETAIL_PREDICATE(isnan)
SIMT_DETAIL_PREDICATE(isinf)
SIMT_DETAIL_PREDICATE(isfinite)
SIMT_DETAIL_PREDICATE(signbit)
#undef SIMT_DETAIL_PREDICATE

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
