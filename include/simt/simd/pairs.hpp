#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/interleave.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

// Reads of small blocks at scattered addresses. A gather's cost is its number of elements, so that
// two neighbours are better read as one element of twice the size, and gathers of AMD's Zen 4 and 5
// take longer than one plain load for each lane.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {

/// Lane l reads two neighbouring 32-bit elements at byte address base + offset[l], and two more
/// `distance` bytes behind these.
template <class R, int P>
SIMT_INLINE void load_squares(void const* base, vec<int, P> offset, std::ptrdiff_t distance,
                              vec<R, P> (&square)[4]) {
  static_assert(sizeof(R) == 4 && P > 1);
  auto const* const b = static_cast<char const*>(base);
  // Two offsets at a time: taking each out of the register costs as much as both together. Half of
  // the lanes at a time, whose offsets fit into the processor's registers.
  auto const offsets = bits_as<vec<std::int64_t, P / 2>>(offset);
  constexpr int half_lanes = P / 2;
  vec<R, P> in[2][2];
  each<2>([&](int half) SIMT_LAMBDA_INLINE {
    std::ptrdiff_t at[std::size_t{half_lanes}];
    each<half_lanes / 2>([&](int i) SIMT_LAMBDA_INLINE {
      std::int64_t const both = offsets[half * (half_lanes / 2) + i];
      at[2 * i] = static_cast<std::int32_t>(both);
      at[2 * i + 1] = both >> 32;
    });
    auto const load_wide = [&]<int... I>(char const* from, std::integer_sequence<int, I...>)
        SIMT_LAMBDA_INLINE {
      auto const one = [&](int i) SIMT_LAMBDA_INLINE {
        double d;
        __builtin_memcpy(&d, from + at[i], sizeof d);
        return d;
      };
      return bits_as<vec<R, P>>(vec<double, half_lanes>{one(I)...});
    };
    constexpr auto lanes = std::make_integer_sequence<int, half_lanes>{};
    in[0][half] = load_wide(b, lanes);
    in[1][half] = load_wide(b + distance, lanes);
  });
  deinterleave<R, P, 2>(in[0], square);
  deinterleave<R, P, 2>(in[1], square + 2);
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
