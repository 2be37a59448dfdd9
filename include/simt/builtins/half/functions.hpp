#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/half/types.hpp>

#include <cmath>

namespace simt::inline SIMT_ABI {

// Functions of numbers and pairs: float's, rounded; half.def lists them.
#define SIMT_DETAIL_SHORT_FUNCTION(name, effect, of_float, of_lanes) \
  template <class Format>                                            \
  SIMT_INLINE short_float<Format> h##name(short_float<Format> h) {   \
    [[maybe_unused]] float const x = h;                              \
    return detail::short_of<Format>(of_float);                       \
  }                                                                  \
  template <class Format>                                            \
  SIMT_INLINE short_pair<Format> h2##name(short_pair<Format> h) {    \
    return {h##name(h.x), h##name(h.y)};                             \
  }
SIMT_BUILTINS_HALF_FUNCTIONS(SIMT_DETAIL_SHORT_FUNCTION)
#undef SIMT_DETAIL_SHORT_FUNCTION

}  // namespace simt::inline SIMT_ABI
