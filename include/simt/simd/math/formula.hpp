#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/batch.hpp>

// What mathematical functions on batches share: polynomials, bounds, edges, and calls lane by lane.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail {

/// f(x), f(x, y) … of each lane by itself.
template <class F, class V, class... X>
[[gnu::noinline]] V by_lane(F f, V first, X... others) {
  constexpr int L = lanes_in<V>;
  if constexpr (L == 1) {
    return f(first.v, others.v...);
  } else {
    auto const call = [&](auto a, auto const&... b) {
      for (int l = 0; l < L; ++l) a[l] = f(a[l], b[l]...);
      return to_batch<lane_of<V>, L>(a);
    };
    return call(to_vec(first), to_vec(others)...);
  }
}

/// f of doubles (x), (x, y) … of each lane by itself, rounded once to what the lanes are.
template <class F, class V, class... X>
SIMT_INLINE V by_double_lane(F f, V first, X... others) {
  using R = lane_of<V>;
  auto const call = [f](auto... a) { return static_cast<R>(f(static_cast<double>(a)...)); };
  return by_lane(call, first, others...);
}

/// f, a function of xsimd's, which has it of single numbers, too. (On AArch64 batches are not
/// xsimd's, but registers are.)
template <class F, class V>
SIMT_INLINE V by_xsimd(F f, V x) {
  using R = lane_of<V>;
  constexpr int L = lanes_in<V>;
  if constexpr (fills_register<R, L>) {
    return f(x);
  } else if constexpr (is_register<R, L>) {
    using X = xsimd::batch<R, arch>;
    using Register = typename X::register_type;
    return to_batch<R, L>((vec_of<V>)static_cast<Register>(f(X((Register)to_vec(x)))));
  } else {
    return by_lane(f, x);
  }
}

/// c[0] + c[1] x + c[2] x^2 …, by Horner's rule.
template <class V, int N>
SIMT_INLINE V horner(V x, double const (&c)[N]) {
  using R = lane_of<V>;
  V p(static_cast<R>(c[N - 1]));
  each<N - 1>([&](int i)
                  SIMT_LAMBDA_INLINE { p = multiply_add(p, x, V(static_cast<R>(c[N - 2 - i]))); });
  return p;
}

/// p[0] + p[1] x + p[2] x^2 …, in pairs, pairs of pairs …: the chain is as long as the logarithm of
/// N.
template <class V, int N>
SIMT_INLINE V sum_in_pairs(V x, V const (&p)[N]) {
  if constexpr (N == 1) {
    return p[0];
  } else {
    V q[(N + 1) / 2];
    each<(N + 1) / 2>([&](int i) SIMT_LAMBDA_INLINE {
      q[i] = 2 * i + 1 < N ? multiply_add(p[(2 * i + 1) % N], x, p[2 * i]) : p[2 * i];
    });
    return sum_in_pairs<V>(N > 2 ? x * x : x, q);
  }
}
/// As horner, but by Estrin's rule if there are six coefficients or more: more operations, which
/// wait less for one another.
template <class V, int N>
SIMT_INLINE V estrin(V x, double const (&c)[N]) {
  if constexpr (N < 6) {
    return horner(x, c);
  } else {
    V p[N];
    each<N>([&](int i) SIMT_LAMBDA_INLINE { p[i] = V(static_cast<lane_of<V>>(c[i])); });
    return sum_in_pairs<V>(x, p);
  }
}

/// x, but not more than `high`; NaN stays.
template <class V>
SIMT_INLINE V at_most(V x, lane_of<V> high) {
  return lesser(V(high), x);
}
/// x, but not less than `low`; NaN stays.
template <class V>
SIMT_INLINE V at_least(V x, lane_of<V> low) {
  return greater(V(low), x);
}
template <class V>
SIMT_INLINE V clamp(V x, lane_of<V> low, lane_of<V> high) {
  return at_most(at_least(x, low), high);
}

/// r, the value at x of a function that has `at_low` and `at_high` at the ends of its domain and
/// NaN outside.
template <class V>
SIMT_INLINE V within(V x, V r, lane_of<V> low, V at_low, lane_of<V> high, V at_high) {
  V const nan(std::numeric_limits<lane_of<V>>::quiet_NaN());
  r = select(x > V(low), r, nan);
  r = select(x < V(high), r, nan);
  r = select(x == V(low), at_low, r);
  return select(x == V(high), at_high, r);
}

/// ln |gamma(x)|. std::lgamma also writes a global sign, which threads would race for.
inline double log_of_gamma(double x) {
#ifdef _GNU_SOURCE
  int sign;
  return ::lgamma_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}
/// f, a Bessel function of POSIX's, of an order that is an integral value; NaN for a negative one.
inline double bessel_of_order(double (*f)(int, double), double order, double x) {
  return order < 0 ? std::numeric_limits<double>::quiet_NaN() : f(static_cast<int>(order), x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail

SIMT_DETAIL_QUIET_END
