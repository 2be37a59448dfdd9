#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/types.hpp>

#include <cmath>

namespace simt::inline SIMT_ABI {

// Functions: float's, rounded.
#define SIMT_DETAIL_SHORT_FUNCTION(name, ...)            \
  template <class F>                                     \
  SIMT_INLINE short_float<F> h##name(short_float<F> h) { \
    [[maybe_unused]] float const x = h;                  \
    return detail::short_of<F>(__VA_ARGS__);             \
  }                                                      \
  template <class F>                                     \
  SIMT_INLINE short_pair<F> h2##name(short_pair<F> h) {  \
    return {h##name(h.x), h##name(h.y)};                 \
  }
SIMT_DETAIL_SHORT_FUNCTION(trunc, std::trunc(x))
SIMT_DETAIL_SHORT_FUNCTION(ceil, std::ceil(x))
SIMT_DETAIL_SHORT_FUNCTION(floor, std::floor(x))
SIMT_DETAIL_SHORT_FUNCTION(rint, std::nearbyint(x))
SIMT_DETAIL_SHORT_FUNCTION(sqrt, std::sqrt(x))
SIMT_DETAIL_SHORT_FUNCTION(rsqrt, simd::to_odd(1.0 / std::sqrt(static_cast<double>(x))))
SIMT_DETAIL_SHORT_FUNCTION(rcp, simd::short_divide<F, 1>(1.0f, x))
SIMT_DETAIL_SHORT_FUNCTION(log, std::log(x))
SIMT_DETAIL_SHORT_FUNCTION(log2, std::log2(x))
SIMT_DETAIL_SHORT_FUNCTION(log10, std::log10(x))
SIMT_DETAIL_SHORT_FUNCTION(exp, std::exp(x))
SIMT_DETAIL_SHORT_FUNCTION(exp2, std::exp2(x))
SIMT_DETAIL_SHORT_FUNCTION(exp10, simd::to_odd(std::pow(10.0, static_cast<double>(x))))
SIMT_DETAIL_SHORT_FUNCTION(sin, std::sin(x))
SIMT_DETAIL_SHORT_FUNCTION(cos, std::cos(x))
SIMT_DETAIL_SHORT_FUNCTION(tanh, std::tanh(x))
SIMT_DETAIL_SHORT_FUNCTION(tanh_approx, std::tanh(x))
#undef SIMT_DETAIL_SHORT_FUNCTION

}  // namespace simt::inline SIMT_ABI
