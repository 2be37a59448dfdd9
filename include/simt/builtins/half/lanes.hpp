#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/atomics.hpp>
#include <simt/builtins/half/lane_comparisons.hpp>
#include <simt/builtins/half/lane_conversions.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Numbers of 16 bits, and pairs of them, with lanes: arithmetic and functions, and all the rest of
// them.
namespace simt::inline SIMT_ABI {
namespace detail {

/// Op on the registers of the operands' floats, the result rounded.
template <class Op, class X, class... Rest>
SIMT_INLINE auto short_call(X&& x, Rest&&... rest) {
  using F = short_format<X>;
  constexpr int W = short_width<X, Rest...>();
  using V = varying<float, W>;
  return [](auto const&... v) SIMT_LAMBDA_INLINE {
    V r;
    keeping_mask([&]() SIMT_LAMBDA_INLINE {
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        constexpr int L = V::lanes;
        r.v[i] = simd::widen<F, L>(
            simd::narrow<F, simd::rounding::nearest, L>(Op::template apply<F, L>(v.v[i]...)));
      });
    });
    return varying<short_float<F>, W>::exactly(r);
  }(short_floats<W>(std::forward<X>(x)), short_floats<W>(std::forward<Rest>(rest))...);
}

struct short_add {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return a + b;
  }
};
struct short_sub {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return a - b;
  }
};
struct short_mul {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::short_multiply<F, L>(a, b);
  }
};
struct short_div {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::short_divide<F, L>(a, b);
  }
};
struct short_fma {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b, V c) {
    return simd::short_fma<F, L>(a, b, c);
  }
};
struct short_min {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::math::fmin<float, L>(a, b);
  }
};
struct short_max {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    return simd::math::fmax<float, L>(a, b);
  }
};
/// Op, but a NaN wins.
template <class Op>
struct short_nan_wins {
  template <class F, int L, class V>
  SIMT_INLINE static V apply(V a, V b) {
    V const r = Op::template apply<F, L>(a, b);
    return a != a ? a : (b != b ? b : r);
  }
};
template <class Op>
struct short_saturated {
  template <class F, int L, class V, class... X>
  SIMT_INLINE static V apply(V a, X... x) {
    V const r = Op::template apply<F, L>(a, x...);
    V const zero{}, one = simd::broadcast<float, L>(1.0f);
    V const positive = r > zero ? r : zero;
    return positive < one ? positive : one;
  }
};
template <class Op>
struct short_relu {
  template <class F, int L, class V, class... X>
  SIMT_INLINE static V apply(V a, X... x) {
    V const r = Op::template apply<F, L>(a, x...);
    V const zero{};
    return r <= zero ? zero : r;
  }
};

}  // namespace detail

// Functions of two and three operands, numbers and pairs.
#define SIMT_DETAIL_SHORT_LANES_2(name, name2, ...)                                 \
  template <class X, class Y>                                                       \
  requires detail::short_lanes<1, X, Y>                                             \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y) {                               \
    return detail::short_call<__VA_ARGS__>(std::forward<X>(x), std::forward<Y>(y)); \
  }                                                                                 \
  template <class X, class Y>                                                       \
  requires detail::short_lanes<2, X, Y>                                             \
  [[nodiscard]] SIMT_INLINE auto name2(X&& x, Y&& y) {                              \
    constexpr int W = detail::short_width<X, Y>();                                  \
    auto const a = detail::short_value<W>(std::forward<X>(x));                      \
    auto const b = detail::short_value<W>(std::forward<Y>(y));                      \
    return plain_pair(name(a.x, b.x), name(a.y, b.y));                              \
  }
#define SIMT_DETAIL_SHORT_LANES_3(name, name2, ...)                                \
  template <class X, class Y, class Z>                                             \
  requires detail::short_lanes<1, X, Y, Z>                                         \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, Y&& y, Z&& z) {                       \
    return detail::short_call<__VA_ARGS__>(std::forward<X>(x), std::forward<Y>(y), \
                                           std::forward<Z>(z));                    \
  }                                                                                \
  template <class X, class Y, class Z>                                             \
  requires detail::short_lanes<2, X, Y, Z>                                         \
  [[nodiscard]] SIMT_INLINE auto name2(X&& x, Y&& y, Z&& z) {                      \
    constexpr int W = detail::short_width<X, Y, Z>();                              \
    auto const a = detail::short_value<W>(std::forward<X>(x));                     \
    auto const b = detail::short_value<W>(std::forward<Y>(y));                     \
    auto const c = detail::short_value<W>(std::forward<Z>(z));                     \
    return plain_pair(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                   \
  }
using detail::plain_pair;
#define SIMT_DETAIL_SHORT_FORMS(name, op)                                \
  SIMT_DETAIL_SHORT_LANES_2(__h##name, __h##name##2, detail::op)         \
  SIMT_DETAIL_SHORT_LANES_2(__h##name##_rn, __h##name##2_rn, detail::op) \
  SIMT_DETAIL_SHORT_LANES_2(__h##name##_sat, __h##name##2_sat, detail::short_saturated<detail::op>)
SIMT_DETAIL_SHORT_FORMS(add, short_add)
SIMT_DETAIL_SHORT_FORMS(sub, short_sub)
SIMT_DETAIL_SHORT_FORMS(mul, short_mul)
SIMT_DETAIL_SHORT_LANES_2(__hdiv, __h2div, detail::short_div)
SIMT_DETAIL_SHORT_LANES_2(__hmin, __hmin2, detail::short_min)
SIMT_DETAIL_SHORT_LANES_2(__hmax, __hmax2, detail::short_max)
SIMT_DETAIL_SHORT_LANES_2(__hmin_nan, __hmin2_nan, detail::short_nan_wins<detail::short_min>)
SIMT_DETAIL_SHORT_LANES_2(__hmax_nan, __hmax2_nan, detail::short_nan_wins<detail::short_max>)
SIMT_DETAIL_SHORT_LANES_3(__hfma, __hfma2, detail::short_fma)
SIMT_DETAIL_SHORT_LANES_3(__hfma_sat, __hfma2_sat, detail::short_saturated<detail::short_fma>)
SIMT_DETAIL_SHORT_LANES_3(__hfma_relu, __hfma2_relu, detail::short_relu<detail::short_fma>)
#undef SIMT_DETAIL_SHORT_FORMS
#undef SIMT_DETAIL_SHORT_LANES_2
#undef SIMT_DETAIL_SHORT_LANES_3

#define SIMT_DETAIL_SHORT_LANES_ARITHMETIC(op, name, name2)                                   \
  SIMT_DETAIL_SHORT_LANES_OPERATOR(op, name, name2)                                           \
  template <class T, int W, class Y>                                                          \
  requires detail::short_lanes<detail::short_class<T>::numbers, varying<T, W>, Y> SIMT_INLINE \
      varying<T, W>                                                                           \
  &operator op##=(varying<T, W>& x, Y&& y) { return x = x op std::forward<Y>(y); }
SIMT_DETAIL_SHORT_LANES_ARITHMETIC(+, __hadd, __hadd2)
SIMT_DETAIL_SHORT_LANES_ARITHMETIC(-, __hsub, __hsub2)
SIMT_DETAIL_SHORT_LANES_ARITHMETIC(*, __hmul, __hmul2)
SIMT_DETAIL_SHORT_LANES_ARITHMETIC(/, __hdiv, __h2div)
#undef SIMT_DETAIL_SHORT_LANES_ARITHMETIC

// Functions of one operand: float's, rounded.
#define SIMT_DETAIL_SHORT_LANES_1(name, name2, ...)                                              \
  template <class X>                                                                             \
  requires detail::short_lanes<1, X>                                                             \
  [[nodiscard]] SIMT_INLINE auto name(X&& h) {                                                   \
    auto const x = detail::short_floats<detail::short_width<X>()>(std::forward<X>(h));           \
    return varying<short_float<detail::short_format<X>>, detail::short_width<X>()>(__VA_ARGS__); \
  }                                                                                              \
  template <class X>                                                                             \
  requires detail::short_lanes<2, X>                                                             \
  [[nodiscard]] SIMT_INLINE auto name2(X&& h) {                                                  \
    auto const p = detail::short_value<detail::short_width<X>()>(std::forward<X>(h));            \
    return plain_pair(name(p.x), name(p.y));                                                     \
  }
SIMT_DETAIL_SHORT_LANES_1(__hneg, __hneg2, -x)
SIMT_DETAIL_SHORT_LANES_1(__habs, __habs2, simt::fabs(x))
#define SIMT_DETAIL_SHORT_LANES_FUNCTION(name, effect, of_float, of_lanes) \
  SIMT_DETAIL_SHORT_LANES_1(h##name, h2##name, of_lanes)
SIMT_BUILTINS_HALF_FUNCTIONS(SIMT_DETAIL_SHORT_LANES_FUNCTION)
#undef SIMT_DETAIL_SHORT_LANES_FUNCTION
#undef SIMT_DETAIL_SHORT_LANES_1
template <class X>
requires(detail::short_lanes<1, X> || detail::short_lanes<2, X>) [[nodiscard]] SIMT_INLINE auto
operator+(X&& x) {
  return detail::short_value<detail::short_width<X>()>(std::forward<X>(x));
}
template <class X>
requires(detail::short_lanes<1, X> || detail::short_lanes<2, X>) [[nodiscard]] SIMT_INLINE auto
operator-(X&& x) {
  if constexpr (detail::short_class<detail::plain<X>>::numbers == 1)
    return __hneg(std::forward<X>(x));
  else
    return __hneg2(std::forward<X>(x));
}

/// x * y + z of complex numbers, the real part first.
template <class X, class Y, class Z>
requires detail::short_lanes<2, X, Y, Z>
[[nodiscard]] SIMT_INLINE auto __hcmadd(X&& x, Y&& y, Z&& z) {
  constexpr int W = detail::short_width<X, Y, Z>();
  auto const a = detail::short_value<W>(std::forward<X>(x));
  auto const b = detail::short_value<W>(std::forward<Y>(y));
  auto const c = detail::short_value<W>(std::forward<Z>(z));
  return plain_pair(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                    __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
