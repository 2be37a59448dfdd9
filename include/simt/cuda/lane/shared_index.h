#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/call.h>
#include <simt/cuda/lane/conversions.h>
#include <simt/cuda/lane/pointer_operators.h>

#include <cstdint>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

// Unsigned indices of shared memory.
namespace simt::inline SIMT_ABI::cuda::lane {

/// An index of shared memory, whose addresses are 32 bits wide: 2^32 - 1 elements on is one back.
template <class G, class X>
SIMT_INLINE auto shared_index(G const& g, X&& x) {
  if constexpr (std::is_same_v<scalar<X>, unsigned>)
    return cast<int>(g, std::forward<X>(x));
  else
    return plain<X>(std::forward<X>(x));
}

/// The same where only the address of `base` says whether its memory is shared: 64 bits wide, less
/// 2^32 for lanes whose pointer is one to shared memory and whose index is no int's.
template <class G, class P, class X>
SIMT_INLINE auto index_of_any(G const& g, P const& base, X&& x) {
  using B = scalar<P>;
  if constexpr (!(std::is_pointer_v<B> || std::is_array_v<B>) ||
                !std::is_same_v<scalar<X>, unsigned>) {
    return plain<X>(std::forward<X>(x));
  } else {
    auto const below = [](std::int64_t i) SIMT_LAMBDA_INLINE {
      return i > INT32_MAX ? std::int64_t{1} << 32 : std::int64_t{0};
    };
    auto const p = first_of(base);
    if constexpr (d::is_uniform_pointer<std::decay_t<decltype(p)>> && width_of<X>() == 0 &&
                  !d::lane_value<plain<X>>) {
      auto const wide = cast<std::int64_t>(g, std::forward<X>(x));
      return wide - (d::is_moved_in_shared_memory(d::raw_pointer(p)) ? below(wide) : 0);
    } else {
      constexpr int W = G::gang_width;
      varying<std::int64_t, W> out(varying<unsigned, W>(std::forward<X>(x)));
      auto const address = d::address_lanes<W>(p);
      for (int l = 0; l < W; ++l)
        if (out.lane(l) > INT32_MAX && d::is_moved_in_shared_memory(reinterpret_cast<void const*>(
                static_cast<std::uintptr_t>(address.lane(l)))))
          out.set_lane(l, out.lane(l) - below(out.lane(l)));
      return out;
    }
  }
}

/// p[i] of memory that may be shared.
template <class G, class P, class I>
SIMT_INLINE decltype(auto) at_any(G const& g, P&& p, I&& i) {
  auto const index = index_of_any(g, p, std::forward<I>(i));
  return at_own(g, std::forward<P>(p), index);
}
/// p + i or p - i of such memory: `move` of both.
template <class G, class P, class I, class Move>
SIMT_INLINE auto moved_any(G const& g, P&& p, I&& i, Move const& move) {
  return move(p, index_of_any(g, p, std::forward<I>(i)));
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
