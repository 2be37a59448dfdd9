#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/vector.hpp>

// Between N registers that hold L structs of N equal members as memory has them, and N registers
// of one member each.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {
namespace detail {

/// The lanes of a and b with even and with odd numbers.
template <class R, int L>
SIMT_INLINE void unzip(vec<R, L> a, vec<R, L> b, vec<R, L>& even, vec<R, L>& odd) {
  even = shuffle<R, L>(a, b, [](int i) { return 2 * i; });
  odd = shuffle<R, L>(a, b, [](int i) { return 2 * i + 1; });
}
/// Lanes of a and b in turn: those of their lower halves, and those of their upper ones.
template <class R, int L>
SIMT_INLINE void zip(vec<R, L> a, vec<R, L> b, vec<R, L>& lower, vec<R, L>& upper) {
  lower = shuffle<R, L>(a, b, [](int i) { return i / 2 + i % 2 * L; });
  upper = shuffle<R, L>(a, b, [](int i) { return L / 2 + i / 2 + i % 2 * L; });
}

}  // namespace detail

/// out[c] lane k = member c of struct k.
template <class R, int L, int N>
SIMT_INLINE void deinterleave(vec<R, L> const* in, vec<R, L>* out) {
  static_assert(N <= 4);
  if constexpr (L == 1 || N == 1) {
    each<N>([&](int c) SIMT_LAMBDA_INLINE { out[c] = in[c]; });
  } else if constexpr (N == 2) {
    detail::unzip<R, L>(in[0], in[1], out[0], out[1]);
  } else if constexpr (N == 3) {
    each_constant<3>([&](auto c) SIMT_LAMBDA_INLINE {
      constexpr int C = c;
      // Out of the first two registers, then out of the third.
      auto const t =
          shuffle<R, L>(in[0], in[1], [](int k) { return 3 * k + C < 2 * L ? 3 * k + C : 0; });
      out[C] = shuffle<R, L>(t, in[2], [](int k) { return 3 * k + C < 2 * L ? k : 3 * k + C - L; });
    });
  } else {
    vec<R, L> even[2], odd[2];
    detail::unzip<R, L>(in[0], in[1], even[0], odd[0]);
    detail::unzip<R, L>(in[2], in[3], even[1], odd[1]);
    detail::unzip<R, L>(even[0], even[1], out[0], out[2]);
    detail::unzip<R, L>(odd[0], odd[1], out[1], out[3]);
  }
}

/// Undoes deinterleave.
template <class R, int L, int N>
SIMT_INLINE void interleave(vec<R, L> const* in, vec<R, L>* out) {
  static_assert(N <= 4);
  if constexpr (L == 1 || N == 1) {
    each<N>([&](int c) SIMT_LAMBDA_INLINE { out[c] = in[c]; });
  } else if constexpr (N == 2) {
    detail::zip<R, L>(in[0], in[1], out[0], out[1]);
  } else if constexpr (N == 3) {
    each_constant<3>([&](auto r) SIMT_LAMBDA_INLINE {
      constexpr int First = r * L;  // the number of its first lane
      // Members 0 and 1, then member 2.
      auto const t = shuffle<R, L>(in[0], in[1], [](int k) {
        int const f = First + k;
        return f % 3 == 2 ? 0 : f % 3 * L + f / 3;
      });
      out[r] = shuffle<R, L>(t, in[2], [](int k) {
        int const f = First + k;
        return f % 3 == 2 ? L + f / 3 : k;
      });
    });
  } else {
    vec<R, L> even[2], odd[2];
    detail::zip<R, L>(in[0], in[2], even[0], even[1]);
    detail::zip<R, L>(in[1], in[3], odd[0], odd[1]);
    detail::zip<R, L>(even[0], odd[0], out[0], out[1]);
    detail::zip<R, L>(even[1], odd[1], out[2], out[3]);
  }
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
