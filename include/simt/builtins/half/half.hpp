#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/simd/half.hpp>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

// Numbers of 16 bits and pairs of them: storage, conversions, and arithmetic that rounds once. One
// implementation for both formats; lanes.hpp has the forms with lanes.
namespace simt::inline SIMT_ABI {

/// The bits of a short_float, without any arithmetic.
/// - CUDA:    __half_raw, __nv_bfloat16_raw
template <class Format>
struct short_raw {
  unsigned short x;
};
/// - CUDA:    __half2_raw, __nv_bfloat162_raw
template <class Format>
struct alignas(4) short_pair_raw {
  unsigned short x, y;
};

template <class Format>
struct short_float;
template <class Format>
struct short_pair;

using __half = short_float<simd::binary16>;
using __half2 = short_pair<simd::binary16>;
using __nv_bfloat16 = short_float<simd::bfloat16>;
using __nv_bfloat162 = short_pair<simd::bfloat16>;

namespace detail {

template <class Format>
SIMT_INLINE float widened(unsigned short bits) {
  return simd::widen<Format, 1>(bits);
}
template <class Format, simd::rounding Mode = simd::rounding::nearest>
SIMT_INLINE unsigned short narrowed(float x) {
  return static_cast<unsigned short>(simd::narrow<Format, Mode, 1>(x));
}

template <simd::rounding Mode>
SIMT_INLINE float to_integral(float x) {
  if constexpr (Mode == simd::rounding::nearest)
    return std::nearbyint(x);
  else if constexpr (Mode == simd::rounding::down)
    return std::floor(x);
  else if constexpr (Mode == simd::rounding::up)
    return std::ceil(x);
  else
    return std::trunc(x);
}

/// To the nearest integer of the type that a mode allows; NaN becomes 0, of 64-bit integers the top
/// bit alone.
template <class I, simd::rounding Mode>
SIMT_INLINE I integer_from(float x) {
  using L = std::numeric_limits<I>;
  if (x != x) [[unlikely]]
    return sizeof(I) == 8 ? static_cast<I>(std::uint64_t{1} << 63) : I{0};
  constexpr auto beyond = static_cast<float>(L::max() / 2 + 1) * 2.0f;  // a power of two
  float const r = to_integral<Mode>(x);
  if (r >= beyond) return L::max();
  if (r <= static_cast<float>(L::lowest())) return L::lowest();
  return static_cast<I>(r);
}

/// Any number as a float that a later rounding to 16 bits cannot tell from it.
template <class T>
SIMT_INLINE float roundable(T x) {
  if constexpr (std::is_integral_v<T>)
    return simd::integer_to_odd(x);
  else if constexpr (std::is_same_v<T, float>)
    return x;
  else
    return simd::to_odd(static_cast<double>(x));
}

}  // namespace detail

/// A floating-point number of 16 bits. It computes as its intrinsics do: each operation is rounded
/// once, to nearest.
/// - CUDA:    __half (half, IEEE binary16), __nv_bfloat16 (the upper half of a float)
/// - Needs:   to be converted for mixed arithmetic: h + 1.0f is ambiguous, as in CUDA
/// - Differs: a NaN keeps the bits that the processor gives it
/// - Cost:    a conversion on each side of float's operation: instructions where there is F16C,
///            AVX-512 or AArch64
/// - Source:  CUDA C Programming Guide 8.0, B.14; CUDA Math API, Half Precision and Bfloat16
template <class Format>
struct short_float {
  using format = Format;

  unsigned short __x;

  short_float() = default;
  constexpr short_float(short_raw<Format> r) : __x(r.x) {}
  template <class T>
  requires std::is_arithmetic_v<T> SIMT_INLINE short_float(T x)
      : __x(detail::narrowed<Format>(detail::roundable(x))) {}
  template <class Other>
  requires(!std::is_same_v<Other, Format>) SIMT_INLINE explicit short_float(short_float<Other> x)
      : short_float(static_cast<float>(x)) {}

  template <class T>
  requires std::is_arithmetic_v<T> SIMT_INLINE short_float& operator=(T x) {
    return *this = short_float(x);
  }
  constexpr short_float& operator=(short_raw<Format> r) {
    __x = r.x;
    return *this;
  }

  SIMT_INLINE operator float() const { return detail::widened<Format>(__x); }
  /// Towards zero, to the nearest value that the type has.
  template <class I>
  requires std::is_integral_v<I> SIMT_INLINE operator I() const {
    if constexpr (std::is_same_v<I, bool>)
      return (__x & 0x7fffu) != 0;
    else
      return detail::integer_from<I, simd::rounding::zero>(static_cast<float>(*this));
  }
  constexpr operator short_raw<Format>() const { return {__x}; }
};

/// Two of them in one word.
/// - CUDA:    __half2 (half2), __nv_bfloat162
/// - Source:  CUDA Math API, Half Precision and Bfloat16
template <class Format>
struct alignas(4) short_pair {
  using format = Format;

  short_float<Format> x, y;

  short_pair() = default;
  constexpr short_pair(short_float<Format> a, short_float<Format> b) : x(a), y(b) {}
  constexpr short_pair(short_pair_raw<Format> r)
      : x(short_raw<Format>{r.x}), y(short_raw<Format>{r.y}) {}
  constexpr short_pair& operator=(short_pair_raw<Format> r) { return *this = short_pair(r); }
  constexpr operator short_pair_raw<Format>() const { return {x.__x, y.__x}; }
};

namespace detail {

template <class Format>
SIMT_INLINE short_float<Format> short_of(float x) {
  return short_raw<Format>{narrowed<Format>(x)};
}
template <class Format>
SIMT_INLINE constexpr short_float<Format> short_bits(unsigned b) {
  return short_raw<Format>{static_cast<unsigned short>(b)};
}
/// In [0, 1]; NaN becomes 0.
SIMT_INLINE float saturated_unit(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
/// 0 for what is negative; NaN stays.
SIMT_INLINE float without_negative(float x) { return x < 0.0f ? 0.0f : x == 0.0f ? 0.0f : x; }

template <class Format>
SIMT_INLINE bool short_nan(short_float<Format> x) {
  return (x.__x & 0x7fffu) > Format::infinity;
}
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

template <class T>
using not_deduced = std::type_identity_t<T>;

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

// Comparisons. Ordered ones are false where an operand is NaN, those with u are true. Pairs: 1 or 0
// in each half; with b whether both hold; with _mask all bits of a half.
#define SIMT_DETAIL_SHORT_COMPARE(name, op, ordered)                                              \
  template <class F>                                                                              \
  SIMT_INLINE bool __h##name(short_float<F> x, detail::not_deduced<short_float<F>> y) {           \
    if (detail::short_nan(x) || detail::short_nan(y)) return !(ordered);                          \
    return static_cast<float>(x) op static_cast<float>(y);                                        \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE short_pair<F> __h##name##2(short_pair<F> x, detail::not_deduced<short_pair<F>> y) { \
    return {short_float<F>(__h##name(x.x, y.x) ? 1.0f : 0.0f),                                    \
            short_float<F>(__h##name(x.y, y.y) ? 1.0f : 0.0f)};                                   \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE bool __hb##name##2(short_pair<F> x, detail::not_deduced<short_pair<F>> y) {         \
    return __h##name(x.x, y.x) && __h##name(x.y, y.y);                                            \
  }                                                                                               \
  template <class F>                                                                              \
  SIMT_INLINE unsigned __h##name##2_mask(short_pair<F> x, detail::not_deduced<short_pair<F>> y) { \
    return (__h##name(x.x, y.x) ? 0xffffu : 0u) | (__h##name(x.y, y.y) ? 0xffff0000u : 0u);       \
  }
#define SIMT_DETAIL_SHORT_COMPARES(name, op) \
  SIMT_DETAIL_SHORT_COMPARE(name, op, true)  \
  SIMT_DETAIL_SHORT_COMPARE(name##u, op, false)
SIMT_DETAIL_SHORT_COMPARES(eq, ==)
SIMT_DETAIL_SHORT_COMPARES(ne, !=)
SIMT_DETAIL_SHORT_COMPARES(lt, <)
SIMT_DETAIL_SHORT_COMPARES(le, <=)
SIMT_DETAIL_SHORT_COMPARES(gt, >)
SIMT_DETAIL_SHORT_COMPARES(ge, >=)
#undef SIMT_DETAIL_SHORT_COMPARES
#undef SIMT_DETAIL_SHORT_COMPARE
template <class F>
SIMT_INLINE bool __hisnan(short_float<F> x) {
  return detail::short_nan(x);
}
/// 1 of positive infinity, -1 of negative, else 0.
template <class F>
SIMT_INLINE int __hisinf(short_float<F> x) {
  return (x.__x & 0x7fffu) != F::infinity ? 0 : (x.__x & 0x8000u) != 0 ? -1 : 1;
}
template <class F>
SIMT_INLINE short_pair<F> __hisnan2(short_pair<F> x) {
  return {short_float<F>(__hisnan(x.x) ? 1.0f : 0.0f), short_float<F>(__hisnan(x.y) ? 1.0f : 0.0f)};
}

// Functions: float's, rounded.
#define SIMT_DETAIL_SHORT_FUNCTION(name, ...)            \
  template <class F>                                     \
  SIMT_INLINE short_float<F> h##name(short_float<F> h) { \
    [[maybe_unused]] float const x = h;                  \
    return detail::short_of<F>(__VA_ARGS__);             \
  }                                                      \
  template <class F>                                     \
  SIMT_INLINE short_pair<F> h2##name(short_pair<F> h) {  \
    return {h##name(h.x), h##name(h.y)};                 \
  }
SIMT_DETAIL_SHORT_FUNCTION(trunc, std::trunc(x))
SIMT_DETAIL_SHORT_FUNCTION(ceil, std::ceil(x))
SIMT_DETAIL_SHORT_FUNCTION(floor, std::floor(x))
SIMT_DETAIL_SHORT_FUNCTION(rint, std::nearbyint(x))
SIMT_DETAIL_SHORT_FUNCTION(sqrt, std::sqrt(x))
SIMT_DETAIL_SHORT_FUNCTION(rsqrt, simd::to_odd(1.0 / std::sqrt(static_cast<double>(x))))
SIMT_DETAIL_SHORT_FUNCTION(rcp, simd::short_divide<F, 1>(1.0f, x))
SIMT_DETAIL_SHORT_FUNCTION(log, std::log(x))
SIMT_DETAIL_SHORT_FUNCTION(log2, std::log2(x))
SIMT_DETAIL_SHORT_FUNCTION(log10, std::log10(x))
SIMT_DETAIL_SHORT_FUNCTION(exp, std::exp(x))
SIMT_DETAIL_SHORT_FUNCTION(exp2, std::exp2(x))
SIMT_DETAIL_SHORT_FUNCTION(exp10, simd::to_odd(std::pow(10.0, static_cast<double>(x))))
SIMT_DETAIL_SHORT_FUNCTION(sin, std::sin(x))
SIMT_DETAIL_SHORT_FUNCTION(cos, std::cos(x))
SIMT_DETAIL_SHORT_FUNCTION(tanh, std::tanh(x))
SIMT_DETAIL_SHORT_FUNCTION(tanh_approx, std::tanh(x))
#undef SIMT_DETAIL_SHORT_FUNCTION

// The operators are the intrinsics; != is true of NaN.
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
#define SIMT_DETAIL_SHORT_OPERATOR(op, name, name2)                  \
  template <class F>                                                 \
  SIMT_INLINE bool operator op(short_float<F> x, short_float<F> y) { \
    return name(x, y);                                               \
  }                                                                  \
  template <class F>                                                 \
  SIMT_INLINE bool operator op(short_pair<F> x, short_pair<F> y) {   \
    return name2(x, y);                                              \
  }
SIMT_DETAIL_SHORT_OPERATOR(==, __heq, __hbeq2)
SIMT_DETAIL_SHORT_OPERATOR(!=, __hneu, __hbneu2)
SIMT_DETAIL_SHORT_OPERATOR(<, __hlt, __hblt2)
SIMT_DETAIL_SHORT_OPERATOR(<=, __hle, __hble2)
SIMT_DETAIL_SHORT_OPERATOR(>, __hgt, __hbgt2)
SIMT_DETAIL_SHORT_OPERATOR(>=, __hge, __hbge2)
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

// Pairs put together and taken apart.
template <class F>
SIMT_INLINE short_pair<F> __lowhigh2highlow(short_pair<F> p) {
  return {p.y, p.x};
}
template <class F>
SIMT_INLINE float __low2float(short_pair<F> p) {
  return p.x;
}
template <class F>
SIMT_INLINE float __high2float(short_pair<F> p) {
  return p.y;
}

// What has the format's name in its own: t is half or bfloat16, H and H2 the types.
#define SIMT_DETAIL_SHORT_TO(t, H, name, I)             \
  SIMT_DETAIL_SHORT_TO_MODE(t, H, name, I, rn, nearest) \
  SIMT_DETAIL_SHORT_TO_MODE(t, H, name, I, rz, zero)    \
  SIMT_DETAIL_SHORT_TO_MODE(t, H, name, I, ru, up)      \
  SIMT_DETAIL_SHORT_TO_MODE(t, H, name, I, rd, down)
#define SIMT_DETAIL_SHORT_TO_MODE(t, H, name, I, suffix, mode)                       \
  SIMT_INLINE I __##t##2##name##_##suffix(H h) {                                     \
    return detail::integer_from<I, simd::rounding::mode>(static_cast<float>(h));     \
  }                                                                                  \
  SIMT_INLINE H __##name##2##t##_##suffix(I i) {                                     \
    return short_raw<H::format>{                                                     \
        detail::narrowed<H::format, simd::rounding::mode>(simd::integer_to_odd(i))}; \
  }
#define SIMT_DETAIL_SHORT_FROM(t, H, suffix, mode)                                     \
  SIMT_INLINE H __float2##t##_##suffix(float x) {                                      \
    return short_raw<H::format>{detail::narrowed<H::format, simd::rounding::mode>(x)}; \
  }
#define SIMT_DETAIL_SHORT_NAMES(t, H, H2, t2)                                                \
  SIMT_DETAIL_SHORT_TO(t, H, short, short)                                                   \
  SIMT_DETAIL_SHORT_TO(t, H, ushort, unsigned short)                                         \
  SIMT_DETAIL_SHORT_TO(t, H, int, int)                                                       \
  SIMT_DETAIL_SHORT_TO(t, H, uint, unsigned)                                                 \
  SIMT_DETAIL_SHORT_TO(t, H, ll, long long)                                                  \
  SIMT_DETAIL_SHORT_TO(t, H, ull, unsigned long long)                                        \
  SIMT_DETAIL_SHORT_FROM(t, H, rn, nearest)                                                  \
  SIMT_DETAIL_SHORT_FROM(t, H, rz, zero)                                                     \
  SIMT_DETAIL_SHORT_FROM(t, H, ru, up)                                                       \
  SIMT_DETAIL_SHORT_FROM(t, H, rd, down)                                                     \
  SIMT_INLINE H __float2##t(float x) { return H(x); }                                        \
  SIMT_INLINE H __double2##t(double x) { return H(x); }                                      \
  SIMT_INLINE float __##t##2float(H x) { return x; }                                         \
  SIMT_INLINE signed char __##t##2char_rz(H x) {                                             \
    return detail::integer_from<signed char, simd::rounding::zero>(static_cast<float>(x));   \
  }                                                                                          \
  SIMT_INLINE unsigned char __##t##2uchar_rz(H x) {                                          \
    return detail::integer_from<unsigned char, simd::rounding::zero>(static_cast<float>(x)); \
  }                                                                                          \
  SIMT_INLINE short __##t##_as_short(H x) { return static_cast<short>(x.__x); }              \
  SIMT_INLINE unsigned short __##t##_as_ushort(H x) { return x.__x; }                        \
  SIMT_INLINE H __short_as_##t(short x) {                                                    \
    return short_raw<H::format>{static_cast<unsigned short>(x)};                             \
  }                                                                                          \
  SIMT_INLINE H __ushort_as_##t(unsigned short x) { return short_raw<H::format>{x}; }        \
  SIMT_INLINE H2 __float2##t2##_rn(float x) { return {H(x), H(x)}; }                         \
  SIMT_INLINE H2 __floats2##t2##_rn(float x, float y) { return {H(x), H(y)}; }               \
  SIMT_INLINE H2 __float22##t2##_rn(float2 x) { return {H(x.x), H(x.y)}; }                   \
  SIMT_INLINE float2 __##t2##2float2(H2 x) {                                                 \
    return {static_cast<float>(x.x), static_cast<float>(x.y)};                               \
  }                                                                                          \
  SIMT_INLINE H2 __##t##2##t2(H x) { return {x, x}; }                                        \
  SIMT_INLINE H2 __halves2##t2(H x, H y) { return {x, y}; }                                  \
  SIMT_INLINE H2 make_##t2(H x, H y) { return {x, y}; }                                      \
  SIMT_INLINE H2 __lows2##t2(H2 x, H2 y) { return {x.x, y.x}; }                              \
  SIMT_INLINE H2 __highs2##t2(H2 x, H2 y) { return {x.y, y.y}; }                             \
  SIMT_INLINE H2 __low2##t2(H2 x) { return {x.x, x.x}; }                                     \
  SIMT_INLINE H2 __high2##t2(H2 x) { return {x.y, x.y}; }                                    \
  SIMT_INLINE H __low2##t(H2 x) { return x.x; }                                              \
  SIMT_INLINE H __high2##t(H2 x) { return x.y; }
SIMT_DETAIL_SHORT_NAMES(half, __half, __half2, half2)
SIMT_DETAIL_SHORT_NAMES(bfloat16, __nv_bfloat16, __nv_bfloat162, bfloat162)
#undef SIMT_DETAIL_SHORT_NAMES
#undef SIMT_DETAIL_SHORT_FROM
#undef SIMT_DETAIL_SHORT_TO_MODE
#undef SIMT_DETAIL_SHORT_TO

}  // namespace simt::inline SIMT_ABI
