#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/constant.hpp>

namespace simt::inline SIMT_ABI {

/// Calls f(i) for i = Begin, Begin + Step, … below End. Each i is a constant of the type system:
/// strides and bounds that depend on it are known when the kernel is compiled.
/// - CUDA:    #pragma unroll
/// - Same as: for (int i = Begin; i < End; i += Step) f(i);
/// - Needs:   Step > 0; f takes `auto i`, usable as an int and in constant expressions
/// - Source:  CUDA C Programming Guide 8.0, B.21 (#pragma unroll)
template <int Begin, int End, int Step = 1, class F>
SIMT_INLINE void unroll(F&& f) {
  static_assert(Step > 0, "simt::unroll: Step must be positive");
  if constexpr (Begin < End) {
    f(constant<Begin>{});
    unroll<Begin + Step, End, Step>(f);
  }
}

/// Calls f(d) for d = Begin, Begin/2, … 1: the strides of a tree.
/// - Same as: for (int d = Begin; d > 0; d >>= 1) f(d);
/// - Needs:   as unroll
/// - Source:  ours; the loop of every reduction of the CUDA samples
template <int Begin, class F>
SIMT_INLINE void unroll_halving(F&& f) {
  if constexpr (Begin > 0) {
    f(constant<Begin>{});
    unroll_halving<Begin / 2>(f);
  }
}

}  // namespace simt::inline SIMT_ABI
