#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/vector.hpp>

// Between N registers that hold L structs of N equal members as memory has them, and N registers
// of one member each.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {
namespace detail {

template <class R, int L, int Odd, int... I>
SIMT_INLINE vec<R, L> every_second(vec<R, L> a, vec<R, L> b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, (2 * I + Odd)...);
}
template <class R, int L, int Upper, int... I>
SIMT_INLINE vec<R, L> zip(vec<R, L> a, vec<R, L> b, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(a, b, (Upper * L / 2 + I / 2 + (I % 2) * L)...);
}

/// Lane of the first two of three registers, then of the third, for member C of struct k.
constexpr int third_first(int l, int c, int k) {
  int const f = 3 * k + c;
  return f < 2 * l ? f : 0;
}
constexpr int third_second(int l, int c, int k) {
  int const f = 3 * k + c;
  return f < 2 * l ? k : l + f - 2 * l;
}
template <class R, int L, int C, int... I>
SIMT_INLINE vec<R, L> every_third(vec<R, L> a, vec<R, L> b, vec<R, L> c,
                                  std::integer_sequence<int, I...>) {
  auto const t = __builtin_shufflevector(a, b, third_first(L, C, I)...);
  return __builtin_shufflevector(t, c, third_second(L, C, I)...);
}
/// Lane of members 0 and 1, then of member 2, for lane k of register r.
constexpr int zip3_first(int l, int r, int k) {
  int const f = r * l + k;
  return f % 3 == 2 ? 0 : f % 3 * l + f / 3;
}
constexpr int zip3_second(int l, int r, int k) {
  int const f = r * l + k;
  return f % 3 == 2 ? l + f / 3 : k;
}
template <class R, int L, int Register, int... I>
SIMT_INLINE vec<R, L> zip3(vec<R, L> a, vec<R, L> b, vec<R, L> c,
                           std::integer_sequence<int, I...>) {
  auto const t = __builtin_shufflevector(a, b, zip3_first(L, Register, I)...);
  return __builtin_shufflevector(t, c, zip3_second(L, Register, I)...);
}

}  // namespace detail

/// out[c] lane k = member c of struct k.
template <class R, int L, int N>
SIMT_INLINE void deinterleave(vec<R, L> const* in, vec<R, L>* out) {
  constexpr auto lanes = std::make_integer_sequence<int, L>{};
  if constexpr (L == 1 || N == 1) {
    each<N>([&](int c) SIMT_LAMBDA_INLINE { out[c] = in[c]; });
  } else if constexpr (N == 2) {
    out[0] = detail::every_second<R, L, 0>(in[0], in[1], lanes);
    out[1] = detail::every_second<R, L, 1>(in[0], in[1], lanes);
  } else if constexpr (N == 3) {
    out[0] = detail::every_third<R, L, 0>(in[0], in[1], in[2], lanes);
    out[1] = detail::every_third<R, L, 1>(in[0], in[1], in[2], lanes);
    out[2] = detail::every_third<R, L, 2>(in[0], in[1], in[2], lanes);
  } else {
    static_assert(N == 4);
    auto const xz0 = detail::every_second<R, L, 0>(in[0], in[1], lanes);
    auto const xz1 = detail::every_second<R, L, 0>(in[2], in[3], lanes);
    auto const yw0 = detail::every_second<R, L, 1>(in[0], in[1], lanes);
    auto const yw1 = detail::every_second<R, L, 1>(in[2], in[3], lanes);
    out[0] = detail::every_second<R, L, 0>(xz0, xz1, lanes);
    out[1] = detail::every_second<R, L, 0>(yw0, yw1, lanes);
    out[2] = detail::every_second<R, L, 1>(xz0, xz1, lanes);
    out[3] = detail::every_second<R, L, 1>(yw0, yw1, lanes);
  }
}

/// Undoes deinterleave.
template <class R, int L, int N>
SIMT_INLINE void interleave(vec<R, L> const* in, vec<R, L>* out) {
  constexpr auto lanes = std::make_integer_sequence<int, L>{};
  if constexpr (L == 1 || N == 1) {
    each<N>([&](int c) SIMT_LAMBDA_INLINE { out[c] = in[c]; });
  } else if constexpr (N == 2) {
    out[0] = detail::zip<R, L, 0>(in[0], in[1], lanes);
    out[1] = detail::zip<R, L, 1>(in[0], in[1], lanes);
  } else if constexpr (N == 3) {
    out[0] = detail::zip3<R, L, 0>(in[0], in[1], in[2], lanes);
    out[1] = detail::zip3<R, L, 1>(in[0], in[1], in[2], lanes);
    out[2] = detail::zip3<R, L, 2>(in[0], in[1], in[2], lanes);
  } else {
    static_assert(N == 4);
    auto const xz0 = detail::zip<R, L, 0>(in[0], in[2], lanes);
    auto const xz1 = detail::zip<R, L, 1>(in[0], in[2], lanes);
    auto const yw0 = detail::zip<R, L, 0>(in[1], in[3], lanes);
    auto const yw1 = detail::zip<R, L, 1>(in[1], in[3], lanes);
    out[0] = detail::zip<R, L, 0>(xz0, yw0, lanes);
    out[1] = detail::zip<R, L, 1>(xz0, yw0, lanes);
    out[2] = detail::zip<R, L, 0>(xz1, yw1, lanes);
    out[3] = detail::zip<R, L, 1>(xz1, yw1, lanes);
  }
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
