#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/types.hpp>

// Arithmetic on numbers of 16 bits and pairs of them, which rounds once.
namespace simt::inline SIMT_ABI {

namespace detail {

/// In [0, 1]; NaN becomes 0.
SIMT_INLINE float saturated_unit(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
/// 0 for what is negative; NaN stays.
SIMT_INLINE float without_negative(float x) { return x < 0.0f ? 0.0f : x == 0.0f ? 0.0f : x; }

/// The number that is no NaN; -0 is less than +0.
template <bool Larger, class Format>
SIMT_INLINE short_float<Format> short_extreme(short_float<Format> a, short_float<Format> b) {
  if (short_nan(a)) return b;
  if (short_nan(b)) return a;
  // Sign and magnitude as integers that are in the numbers' order.
  auto const order = [](unsigned short x) {
    return (x & 0x8000) != 0 ? -1 - (x & 0x7fff) : static_cast<int>(x);
  };
  return (order(a.__x) < order(b.__x)) == Larger ? b : a;
}

}  // namespace detail

// Arithmetic. Names with _rn are never fused with what stands beside them; none of these is.
#define SIMT_DETAIL_SHORT_BINARY(name, ...)                                                       \
  template <class F>                                                                              \
  SIMT_INLINE short_float<F> __h##name(short_float<F> x, detail::not_deduced<short_float<F>> y) { \
    float const a = x, b = y;                                                                     \
    return detail::short_of<F>(__VA_ARGS__);                                                      \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE short_float<F> __h##name##_rn(short_float<F> x,                                     \
                                            detail::not_deduced<short_float<F>> y) {              \
    return __h##name(x, y);                                                                       \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE short_float<F> __h##name##_sat(short_float<F> x,                                    \
                                             detail::not_deduced<short_float<F>> y) {             \
    float const a = x, b = y;                                                                     \
    return detail::short_of<F>(detail::saturated_unit(__VA_ARGS__));                              \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE short_pair<F> __h##name##2(short_pair<F> x, detail::not_deduced<short_pair<F>> y) { \
    return {__h##name(x.x, y.x), __h##name(x.y, y.y)};                                            \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE short_pair<F> __h##name##2_rn(short_pair<F> x,                                      \
                                            detail::not_deduced<short_pair<F>> y) {               \
    return __h##name##2(x, y);                                                                    \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE short_pair<F> __h##name##2_sat(short_pair<F> x,                                     \
                                             detail::not_deduced<short_pair<F>> y) {              \
    return {__h##name##_sat(x.x, y.x), __h##name##_sat(x.y, y.y)};                                \
  }
SIMT_DETAIL_SHORT_BINARY(add, a + b)
SIMT_DETAIL_SHORT_BINARY(sub, a - b)
SIMT_DETAIL_SHORT_BINARY(mul, simd::short_multiply<F, 1>(a, b))
#undef SIMT_DETAIL_SHORT_BINARY
template <class F>
SIMT_INLINE short_float<F> __hdiv(short_float<F> x, detail::not_deduced<short_float<F>> y) {
  return detail::short_of<F>(
      simd::short_divide<F, 1>(static_cast<float>(x), static_cast<float>(y)));
}
template <class F>
SIMT_INLINE short_pair<F> __h2div(short_pair<F> x, detail::not_deduced<short_pair<F>> y) {
  return {__hdiv(x.x, y.x), __hdiv(x.y, y.y)};
}

#define SIMT_DETAIL_SHORT_FMA(suffix, finish)                                                      \
  template <class F>                                                                               \
  SIMT_INLINE short_float<F> __hfma##suffix(short_float<F> x,                                      \
                                            detail::not_deduced<short_float<F>> y,                 \
                                            detail::not_deduced<short_float<F>> z) {               \
    return detail::short_of<F>(finish(simd::short_fma<F, 1>(                                       \
        static_cast<float>(x), static_cast<float>(y), static_cast<float>(z))));                    \
  }                                                                                                \
  template <class F>                                                                               \
  SIMT_INLINE short_pair<F> __hfma2##suffix(short_pair<F> x, detail::not_deduced<short_pair<F>> y, \
                                            detail::not_deduced<short_pair<F>> z) {                \
    return {__hfma##suffix(x.x, y.x, z.x), __hfma##suffix(x.y, y.y, z.y)};                         \
  }
SIMT_DETAIL_SHORT_FMA(, )
SIMT_DETAIL_SHORT_FMA(_sat, detail::saturated_unit)
SIMT_DETAIL_SHORT_FMA(_relu, detail::without_negative)
#undef SIMT_DETAIL_SHORT_FMA
/// x * y + z of complex numbers, the real part first.
template <class F>
SIMT_INLINE short_pair<F> __hcmadd(short_pair<F> x, detail::not_deduced<short_pair<F>> y,
                                   detail::not_deduced<short_pair<F>> z) {
  auto const flip = [](short_float<F> h) { return detail::short_bits<F>(h.__x ^ 0x8000u); };
  return {__hfma(flip(x.y), y.y, __hfma(x.x, y.x, z.x)), __hfma(x.y, y.x, __hfma(x.x, y.y, z.y))};
}

template <class F>
SIMT_INLINE short_float<F> __hneg(short_float<F> x) {
  return detail::short_bits<F>(x.__x ^ 0x8000u);
}
template <class F>
SIMT_INLINE short_float<F> __habs(short_float<F> x) {
  return detail::short_bits<F>(x.__x & 0x7fffu);
}
template <class F>
SIMT_INLINE short_pair<F> __hneg2(short_pair<F> x) {
  return {__hneg(x.x), __hneg(x.y)};
}
template <class F>
SIMT_INLINE short_pair<F> __habs2(short_pair<F> x) {
  return {__habs(x.x), __habs(x.y)};
}

// Extremes: a NaN loses against a number; with _nan it wins.
#define SIMT_DETAIL_SHORT_EXTREME(name, larger)                                                    \
  template <class F>                                                                               \
  SIMT_INLINE short_float<F> name(short_float<F> x, detail::not_deduced<short_float<F>> y) {       \
    return detail::short_extreme<larger>(x, y);                                                    \
  }                                                                                                \
  template <class F>                                                                               \
  SIMT_INLINE short_float<F> name##_nan(short_float<F> x, detail::not_deduced<short_float<F>> y) { \
    if (detail::short_nan(x)) return x;                                                            \
    return detail::short_nan(y) ? y : detail::short_extreme<larger>(x, y);                         \
  }                                                                                                \
  template <class F>                                                                               \
  SIMT_INLINE short_pair<F> name##2(short_pair<F> x, detail::not_deduced<short_pair<F>> y) {       \
    return {name(x.x, y.x), name(x.y, y.y)};                                                       \
  }                                                                                                \
  template <class F>                                                                               \
  SIMT_INLINE short_pair<F> name##2_nan(short_pair<F> x, detail::not_deduced<short_pair<F>> y) {   \
    return {name##_nan(x.x, y.x), name##_nan(x.y, y.y)};                                           \
  }
SIMT_DETAIL_SHORT_EXTREME(__hmax, true)
SIMT_DETAIL_SHORT_EXTREME(__hmin, false)
#undef SIMT_DETAIL_SHORT_EXTREME

// The operators are the intrinsics.
#define SIMT_DETAIL_SHORT_OPERATOR(op, name, name2)                                 \
  template <class F>                                                                \
  SIMT_INLINE short_float<F> operator op(short_float<F> x, short_float<F> y) {      \
    return name(x, y);                                                              \
  }                                                                                 \
  template <class F>                                                                \
  SIMT_INLINE short_float<F>& operator op##=(short_float<F>& x, short_float<F> y) { \
    return x = name(x, y);                                                          \
  }                                                                                 \
  template <class F>                                                                \
  SIMT_INLINE short_pair<F> operator op(short_pair<F> x, short_pair<F> y) {         \
    return name2(x, y);                                                             \
  }                                                                                 \
  template <class F>                                                                \
  SIMT_INLINE short_pair<F>& operator op##=(short_pair<F>& x, short_pair<F> y) {    \
    return x = name2(x, y);                                                         \
  }
SIMT_DETAIL_SHORT_OPERATOR(+, __hadd, __hadd2)
SIMT_DETAIL_SHORT_OPERATOR(-, __hsub, __hsub2)
SIMT_DETAIL_SHORT_OPERATOR(*, __hmul, __hmul2)
SIMT_DETAIL_SHORT_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_DETAIL_SHORT_OPERATOR
template <class F>
SIMT_INLINE short_float<F> operator+(short_float<F> x) {
  return x;
}
template <class F>
SIMT_INLINE short_float<F> operator-(short_float<F> x) {
  return __hneg(x);
}
template <class F>
SIMT_INLINE short_pair<F> operator+(short_pair<F> x) {
  return x;
}
template <class F>
SIMT_INLINE short_pair<F> operator-(short_pair<F> x) {
  return __hneg2(x);
}
#define SIMT_DETAIL_SHORT_STEP(op, name)                           \
  template <class F>                                               \
  SIMT_INLINE short_float<F>& operator op(short_float<F>& x) {     \
    return x = name(x, short_float<F>(1.0f));                      \
  }                                                                \
  template <class F>                                               \
  SIMT_INLINE short_float<F> operator op(short_float<F>& x, int) { \
    auto const old = x;                                            \
    op x;                                                          \
    return old;                                                    \
  }                                                                \
  template <class F>                                               \
  SIMT_INLINE short_pair<F>& operator op(short_pair<F>& x) {       \
    op x.x;                                                        \
    op x.y;                                                        \
    return x;                                                      \
  }                                                                \
  template <class F>                                               \
  SIMT_INLINE short_pair<F> operator op(short_pair<F>& x, int) {   \
    auto const old = x;                                            \
    op x;                                                          \
    return old;                                                    \
  }
SIMT_DETAIL_SHORT_STEP(++, __hadd)
SIMT_DETAIL_SHORT_STEP(--, __hsub)
#undef SIMT_DETAIL_SHORT_STEP

}  // namespace simt::inline SIMT_ABI
