#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/interleave.hpp>

#include <cstddef>

// Reads of small blocks at scattered addresses. A gather's cost is its number of elements, so that
// two neighbours are better read as one element of twice the size, and gathers of AMD's Zen 4 and 5
// take longer than one plain load for each lane.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {

/// Lane l reads two neighbouring 32-bit elements at byte address base + offset[l].
template <class R, int P>
SIMT_INLINE void load_pairs(void const* base, vec<int, P> offset, vec<R, P>& first,
                            vec<R, P>& second) {
  static_assert(sizeof(R) == 4);
  auto const* const b = static_cast<char const*>(base);
  if constexpr (P == 1) {
    __builtin_memcpy(&first, b + offset, sizeof first);
    __builtin_memcpy(&second, b + offset + 4, sizeof second);
  } else {
    // through memory: one load a lane, where taking a register apart needs several instructions
    alignas(64) int at[P];
    __builtin_memcpy(at, &offset, sizeof at);
    auto const load_wide = [&]<int... I>(int const* from, std::integer_sequence<int, I...>)
        SIMT_LAMBDA_INLINE {
      auto const one = [&](int i) SIMT_LAMBDA_INLINE {
        double d;
        __builtin_memcpy(&d, b + from[i], sizeof d);
        return d;
      };
      return bits_as<vec<R, P>>(vec<double, P / 2>{one(I)...});
    };
    constexpr auto half = std::make_integer_sequence<int, P / 2>{};
    vec<R, P> const in[2] = {load_wide(at, half), load_wide(at + P / 2, half)};
    vec<R, P> out[2];
    deinterleave<R, P, 2>(in, out);
    first = out[0];
    second = out[1];
  }
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
