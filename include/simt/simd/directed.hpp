#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/rounding.hpp>

#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

// Arithmetic and conversions in a given rounding mode, never fused with what stands beside them.
// directed::f<Mode, R, L>(registers); a single lane is a number. AVX-512 has the mode in its
// instructions; elsewhere the processor's mode is changed and changed back.
namespace simt::inline SIMT_ABI::simd {

enum class rounding { nearest, down, up, zero };

namespace detail {

template <rounding Mode>
inline constexpr int fe_rounding = Mode == rounding::nearest ? FE_TONEAREST
                                   : Mode == rounding::down  ? FE_DOWNWARD
                                   : Mode == rounding::up    ? FE_UPWARD
                                                             : FE_TOWARDZERO;
/// As x86's instructions number the modes.
template <rounding Mode>
inline constexpr int x86_rounding = Mode == rounding::nearest ? 0
                                    : Mode == rounding::down  ? 1
                                    : Mode == rounding::up    ? 2
                                                              : 3;

/// The value, of which the compiler knows nothing: it can neither fuse it into a multiply-add nor
/// move its computation across a change of the rounding mode.
template <class T>
SIMT_INLINE T opaque(T x) {
  if constexpr (std::is_integral_v<T>) {
    T volatile v = x;
    return v;
  } else {
#if defined(__x86_64__) && defined(__SSE2__)
    asm volatile("" : "+x"(x));
#elif defined(__aarch64__)
    asm volatile("" : "+w"(x));
#else
    T volatile v = x;
    x = v;
#endif
    return x;
  }
}

/// f of registers, computed in rounding mode Mode.
template <rounding Mode, class F, class... X>
[[gnu::noinline]] auto in_rounding_mode(F f, X... x) {
  int const old = std::fegetround();
  std::fesetround(fe_rounding<Mode>);
  auto const r = opaque(f(opaque(x)...));
  std::fesetround(old);
  return r;
}
template <rounding Mode, class F, class... X>
SIMT_INLINE auto rounded(F f, X... x) {
  if constexpr (Mode == rounding::nearest)
    return opaque(f(x...));
  else
    return in_rounding_mode<Mode>(f, x...);
}

}  // namespace detail

namespace directed {

#if SIMT_ISA_AVX512
// The instruction of one kind for float and double, whole registers and single lanes. In g++'s
// unmasked forms lies an undefined register, of which it warns.
#define SIMT_DETAIL_DIRECTED_1(name)                                                      \
  constexpr int mode = detail::x86_rounding<Mode> | _MM_FROUND_NO_EXC;                    \
  if constexpr (L == 16)                                                                  \
    return (vec<R, L>)_mm512_maskz_##name##_round_ps(__mmask16(0xffff), (__m512)a, mode); \
  else if constexpr (L == 8)                                                              \
    return (vec<R, L>)_mm512_maskz_##name##_round_pd(__mmask8(0xff), (__m512d)a, mode);   \
  else if constexpr (sizeof(R) == 4)                                                      \
    return _mm_cvtss_f32(_mm_##name##_round_ss(one_lane::in(a), one_lane::in(a), mode));  \
  else                                                                                    \
    return _mm_cvtsd_f64(_mm_##name##_round_sd(one_lane::in(a), one_lane::in(a), mode));
#define SIMT_DETAIL_DIRECTED_2(name)                                                          \
  constexpr int mode = detail::x86_rounding<Mode> | _MM_FROUND_NO_EXC;                        \
  if constexpr (L == 16)                                                                      \
    return (vec<R, L>)_mm512_maskz_##name##_round_ps(__mmask16(0xffff), (__m512)a, (__m512)b, \
                                                     mode);                                   \
  else if constexpr (L == 8)                                                                  \
    return (vec<R, L>)_mm512_maskz_##name##_round_pd(__mmask8(0xff), (__m512d)a, (__m512d)b,  \
                                                     mode);                                   \
  else if constexpr (sizeof(R) == 4)                                                          \
    return _mm_cvtss_f32(_mm_##name##_round_ss(one_lane::in(a), one_lane::in(b), mode));      \
  else                                                                                        \
    return _mm_cvtsd_f64(_mm_##name##_round_sd(one_lane::in(a), one_lane::in(b), mode));
#define SIMT_DETAIL_DIRECTED_3(name)                                                          \
  constexpr int mode = detail::x86_rounding<Mode> | _MM_FROUND_NO_EXC;                        \
  if constexpr (L == 16)                                                                      \
    return (vec<R, L>)_mm512_maskz_##name##_round_ps(__mmask16(0xffff), (__m512)a, (__m512)b, \
                                                     (__m512)c, mode);                        \
  else if constexpr (L == 8)                                                                  \
    return (vec<R, L>)_mm512_maskz_##name##_round_pd(__mmask8(0xff), (__m512d)a, (__m512d)b,  \
                                                     (__m512d)c, mode);                       \
  else if constexpr (sizeof(R) == 4)                                                          \
    return _mm_cvtss_f32(                                                                     \
        _mm_##name##_round_ss(one_lane::in(a), one_lane::in(b), one_lane::in(c), mode));      \
  else                                                                                        \
    return _mm_cvtsd_f64(                                                                     \
        _mm_##name##_round_sd(one_lane::in(a), one_lane::in(b), one_lane::in(c), mode));
namespace one_lane {
SIMT_INLINE __m128 in(float x) { return _mm_set_ss(x); }
SIMT_INLINE __m128d in(double x) { return _mm_set_sd(x); }
}  // namespace one_lane
#endif

template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> add(vec<R, L> a, vec<R, L> b) {
#if SIMT_ISA_AVX512
  if constexpr (Mode != rounding::nearest) {
    SIMT_DETAIL_DIRECTED_2(add)
  } else
#endif
    return detail::rounded<Mode>([](vec<R, L> x, vec<R, L> y) { return x + y; }, a, b);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> sub(vec<R, L> a, vec<R, L> b) {
#if SIMT_ISA_AVX512
  if constexpr (Mode != rounding::nearest) {
    SIMT_DETAIL_DIRECTED_2(sub)
  } else
#endif
    return detail::rounded<Mode>([](vec<R, L> x, vec<R, L> y) { return x - y; }, a, b);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> mul(vec<R, L> a, vec<R, L> b) {
#if SIMT_ISA_AVX512
  if constexpr (Mode != rounding::nearest) {
    SIMT_DETAIL_DIRECTED_2(mul)
  } else
#endif
    return detail::rounded<Mode>([](vec<R, L> x, vec<R, L> y) { return x * y; }, a, b);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> div(vec<R, L> a, vec<R, L> b) {
#if SIMT_ISA_AVX512
  if constexpr (Mode != rounding::nearest) {
    SIMT_DETAIL_DIRECTED_2(div)
  } else
#endif
    return detail::rounded<Mode>([](vec<R, L> x, vec<R, L> y) { return x / y; }, a, b);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> rcp(vec<R, L> a) {
  return div<Mode, R, L>(broadcast<R, L>(R{1}), a);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> fma(vec<R, L> a, vec<R, L> b, vec<R, L> c) {
#if SIMT_ISA_AVX512
  if constexpr (Mode != rounding::nearest) {
    SIMT_DETAIL_DIRECTED_3(fmadd)
  } else
#endif
    return detail::rounded<Mode>(
        [](vec<R, L> x, vec<R, L> y, vec<R, L> z) { return math::fma<R, L>(x, y, z); }, a, b, c);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> sqrt(vec<R, L> a) {
#if SIMT_ISA_AVX512
  if constexpr (Mode != rounding::nearest) {
    SIMT_DETAIL_DIRECTED_1(sqrt)
  } else
#endif
    return detail::rounded<Mode>(
        [](vec<R, L> x) {
          if constexpr (L == 1) {
            return std::sqrt(x);
          } else {
            vec<R, L> r;
            for (int l = 0; l < L; ++l) r[l] = std::sqrt(x[l]);
            return r;
          }
        },
        a);
}

#if SIMT_ISA_AVX512
#undef SIMT_DETAIL_DIRECTED_1
#undef SIMT_DETAIL_DIRECTED_2
#undef SIMT_DETAIL_DIRECTED_3
#endif

/// To a floating-point type: of integers, or double to float.
template <rounding Mode, class To, class From, int L>
SIMT_INLINE vec<To, L> convert(vec<From, L> x) {
  static_assert(std::is_floating_point_v<To>);
  if constexpr (Mode == rounding::nearest) {
    return simd::convert<To, From, L>(x);
  } else {
#if SIMT_ISA_AVX512
    constexpr int mode = detail::x86_rounding<Mode> | _MM_FROUND_NO_EXC;
    constexpr bool wide = sizeof(From) == 8;
    if constexpr (L == 8 && std::is_same_v<From, double>)
      return bits_as<vec<To, L>>(_mm512_maskz_cvt_roundpd_ps(__mmask8(0xff), (__m512d)x, mode));
    else if constexpr (L == 8 && wide && sizeof(To) == 4 && std::is_signed_v<From>)
      return bits_as<vec<To, L>>(_mm512_maskz_cvt_roundepi64_ps(__mmask8(0xff), (__m512i)x, mode));
    else if constexpr (L == 8 && wide && sizeof(To) == 4)
      return bits_as<vec<To, L>>(_mm512_maskz_cvt_roundepu64_ps(__mmask8(0xff), (__m512i)x, mode));
    else if constexpr (L == 8 && wide && std::is_signed_v<From>)
      return bits_as<vec<To, L>>(_mm512_maskz_cvt_roundepi64_pd(__mmask8(0xff), (__m512i)x, mode));
    else if constexpr (L == 8 && wide)
      return bits_as<vec<To, L>>(_mm512_maskz_cvt_roundepu64_pd(__mmask8(0xff), (__m512i)x, mode));
    else if constexpr (L == 16 && std::is_signed_v<From>)
      return bits_as<vec<To, L>>(
          _mm512_maskz_cvt_roundepi32_ps(__mmask16(0xffff), (__m512i)x, mode));
    else if constexpr (L == 16)
      return bits_as<vec<To, L>>(
          _mm512_maskz_cvt_roundepu32_ps(__mmask16(0xffff), (__m512i)x, mode));
    else
#endif
        if constexpr (L == 1) {
      // Compilers put a 64-bit unsigned number together from two halves: 0, rounded down, as -0.
      if (std::is_unsigned_v<From> && x == 0) return To{0};
      return detail::in_rounding_mode<Mode>([](From v) { return static_cast<To>(v); }, x);
    } else {
      vec<To, L> r;
      for (int l = 0; l < L; ++l) r[l] = convert<Mode, To, From, 1>(x[l]);
      return r;
    }
  }
}

template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> to_integral(vec<R, L> x) {
  if constexpr (Mode == rounding::nearest)
    return math::rint<R, L>(x);
  else if constexpr (Mode == rounding::down)
    return math::floor<R, L>(x);
  else if constexpr (Mode == rounding::up)
    return math::ceil<R, L>(x);
  else
    return math::trunc<R, L>(x);
}

/// To an integer that is in range, else to the nearest one that is. NaN becomes 0 where float
/// becomes a 32-bit number, else the top bit alone.
template <rounding Mode, class I, class R, int L>
SIMT_INLINE vec<I, L> to_integer(vec<R, L> x) {
  using limits = std::numeric_limits<I>;
  if constexpr (L > 1 && sizeof(I) == 8 && sizeof(R) == 4) {
    return to_integer<Mode, I, double, L>(simd::convert<double, float, L>(x));
  } else if constexpr (L > 1 && sizeof(I) == 4 && sizeof(R) == 8) {
    // Every 32-bit number is a double: what is out of range is replaced before the conversion.
    auto const in = [](double d) SIMT_LAMBDA_INLINE { return broadcast<double, L>(d); };
    vec<R, L> r = to_integral<Mode, R, L>(x);
    auto const most = static_cast<double>(limits::max());
    auto const least = static_cast<double>(limits::lowest());
    r = r > in(most) ? in(most) : r;
    r = r < in(least) ? in(least) : r;
    r = x != x ? in(std::is_signed_v<I> ? -0x1p31 : 0x1p31) : r;
    return simd::convert<I, double, L>(r);
  } else {
    constexpr I none = sizeof(I) == 4 && sizeof(R) == 4
                           ? I{0}
                           : static_cast<I>(std::uint64_t{1} << (8 * sizeof(I) - 1));
    constexpr R beyond = static_cast<R>(limits::max() / 2 + 1) * 2;  // exact: a power of two
    auto const high = broadcast<R, L>(beyond), low = broadcast<R, L>(static_cast<R>(limits::lowest()));
    auto const whole = [](I i) SIMT_LAMBDA_INLINE { return broadcast<I, L>(i); };
    vec<R, L> const r = to_integral<Mode, R, L>(x);
    vec<R, L> const below = r < high ? r : vec<R, L>{};
    vec<R, L> const inside = below > low ? below : vec<R, L>{};
    vec<I, L> i = simd::convert<I, R, L>(inside);
    i = r >= high ? whole(limits::max()) : i;
    i = r <= low ? whole(limits::lowest()) : i;
    return x != x ? whole(none) : i;
  }
}

}  // namespace directed
}  // namespace simt::inline SIMT_ABI::simd
