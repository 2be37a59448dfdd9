#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Calls f(lane) for each active lane, in ascending order.
template <int W, class F>
SIMT_INLINE void each_active(F&& f) {
  auto& e = active_mask();
  if (e.all) {
    for (int l = 0; l < W; ++l) f(l);
  } else if constexpr (W > 1) {
    constexpr int P = part_lanes<W>;
    for (int i = 0; i < W / P; ++i)
      for (auto b = simd::mask_bits<P>(partial_part<P>(e, i)); b != 0; b &= b - 1)
        f(i * P + std::countr_zero(b));
  }
}
/// Tells the compiler after a store what the mask was before it: `was_all`, whether all lanes were
/// active.
SIMT_INLINE void mask_after_store(bool was_all) {
  if (was_all)
    mask_still_full(active_mask());
  else
    mask_still_partial(active_mask());
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
