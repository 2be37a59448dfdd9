#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/exact.hpp>
#include <simt/simd/truncate.hpp>

#include <cfenv>
#include <cmath>
#include <type_traits>

// Arithmetic and conversions in a given rounding mode, never fused with what stands beside them.
// directed::f<Mode, R, L>(registers); a single lane is a number. AVX-512 has the mode in its
// instructions; elsewhere the processor's mode is changed and changed back.
namespace simt::inline SIMT_ABI::simd {

/// As x86's instructions number them.
enum class rounding : int { nearest, down, up, zero };

namespace detail {

template <rounding Mode>
inline constexpr int fe_rounding = Mode == rounding::nearest ? FE_TONEAREST
                                   : Mode == rounding::down  ? FE_DOWNWARD
                                   : Mode == rounding::up    ? FE_UPWARD
                                                             : FE_TOWARDZERO;
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
// Registers and single lanes as the instructions take them, and back.
namespace instruction {
SIMT_INLINE __m512 in(vec<float, 16> x) { return (__m512)x; }
SIMT_INLINE __m512d in(vec<double, 8> x) { return (__m512d)x; }
SIMT_INLINE __m128 in(float x) { return _mm_set_ss(x); }
SIMT_INLINE __m128d in(double x) { return _mm_set_sd(x); }
SIMT_INLINE vec<float, 16> out(__m512 x) { return (vec<float, 16>)x; }
SIMT_INLINE vec<double, 8> out(__m512d x) { return (vec<double, 8>)x; }
SIMT_INLINE float out(__m128 x) { return _mm_cvtss_f32(x); }
SIMT_INLINE double out(__m128d x) { return _mm_cvtsd_f64(x); }
}  // namespace instruction
// The root of one lane takes the others from a second operand.
#define SIMT_DETAIL_ROOT_ss(x, mode) _mm_sqrt_round_ss(x, x, mode)
#define SIMT_DETAIL_ROOT_sd(x, mode) _mm_sqrt_round_sd(x, x, mode)
/// Returns the instruction's result of the operands, which instruction::in has made. In g++'s forms
/// without a mask lies an undefined register, of which it warns.
#define SIMT_DETAIL_BY_INSTRUCTION(name, lane, ...)                                     \
  if constexpr (Mode != rounding::nearest) {                                            \
    using namespace instruction;                                                        \
    constexpr int mode = static_cast<int>(Mode) | _MM_FROUND_NO_EXC;                    \
    if constexpr (L == 16)                                                              \
      return out(_mm512_maskz_##name##_round_ps(__mmask16(0xffff), __VA_ARGS__, mode)); \
    else if constexpr (L == 8)                                                          \
      return out(_mm512_maskz_##name##_round_pd(__mmask8(0xff), __VA_ARGS__, mode));    \
    else if constexpr (sizeof(R) == 4)                                                  \
      return out(lane##_ss(__VA_ARGS__, mode));                                         \
    else                                                                                \
      return out(lane##_sd(__VA_ARGS__, mode));                                         \
  } else
#else
#define SIMT_DETAIL_BY_INSTRUCTION(name, lane, ...)
#endif

#define SIMT_DETAIL_DIRECTED(name, op)                                                   \
  template <rounding Mode, class R, int L>                                               \
  SIMT_INLINE vec<R, L> name(vec<R, L> a, vec<R, L> b) {                                 \
    SIMT_DETAIL_BY_INSTRUCTION(name, _mm_##name##_round, in(a), in(b))                   \
    return detail::rounded<Mode>([](vec<R, L> x, vec<R, L> y) { return x op y; }, a, b); \
  }
SIMT_DETAIL_DIRECTED(add, +)
SIMT_DETAIL_DIRECTED(sub, -)
SIMT_DETAIL_DIRECTED(mul, *)
SIMT_DETAIL_DIRECTED(div, /)
#undef SIMT_DETAIL_DIRECTED
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> rcp(vec<R, L> a) {
  return div<Mode, R, L>(broadcast<R, L>(R{1}), a);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> fma(vec<R, L> a, vec<R, L> b, vec<R, L> c) {
  SIMT_DETAIL_BY_INSTRUCTION(fmadd, _mm_fmadd_round, in(a), in(b), in(c))
  return detail::rounded<Mode>(
      [](vec<R, L> x, vec<R, L> y, vec<R, L> z) { return math::fma<R, L>(x, y, z); }, a, b, c);
}
template <rounding Mode, class R, int L>
SIMT_INLINE vec<R, L> sqrt(vec<R, L> a) {
  SIMT_DETAIL_BY_INSTRUCTION(sqrt, SIMT_DETAIL_ROOT, in(a))
  return detail::rounded<Mode>(
      [](vec<R, L> x) {
        each<L>([&](int l) { set<R, L>(x, l, std::sqrt(get<R, L>(x, l))); });
        return x;
      },
      a);
}
#undef SIMT_DETAIL_BY_INSTRUCTION
#undef SIMT_DETAIL_ROOT_ss
#undef SIMT_DETAIL_ROOT_sd

/// To a floating-point type: of integers, or double to float.
template <rounding Mode, class To, class From, int L>
SIMT_INLINE vec<To, L> convert(vec<From, L> x) {
  static_assert(std::is_floating_point_v<To>);
  if constexpr (Mode == rounding::nearest) {
    return simd::convert<To, From, L>(x);
  } else {
#if SIMT_ISA_AVX512
    constexpr int mode = static_cast<int>(Mode) | _MM_FROUND_NO_EXC;
    constexpr bool is_signed = std::is_signed_v<From>;
#define SIMT_DETAIL_CONVERT(mask, type, from, to) \
  return bits_as<vec<To, L>>(_mm512_maskz_cvt_round##from##_##to(mask, (type)x, mode))
    constexpr auto all16 = __mmask16(0xffff);
    constexpr auto all8 = __mmask8(0xff);
    if constexpr (L == 16 && is_signed)
      SIMT_DETAIL_CONVERT(all16, __m512i, epi32, ps);
    else if constexpr (L == 16)
      SIMT_DETAIL_CONVERT(all16, __m512i, epu32, ps);
    else if constexpr (L == 8 && std::is_same_v<From, double>)
      SIMT_DETAIL_CONVERT(all8, __m512d, pd, ps);
    else if constexpr (L == 8 && sizeof(From) == 8 && sizeof(To) == 4 && is_signed)
      SIMT_DETAIL_CONVERT(all8, __m512i, epi64, ps);
    else if constexpr (L == 8 && sizeof(From) == 8 && sizeof(To) == 4)
      SIMT_DETAIL_CONVERT(all8, __m512i, epu64, ps);
    else if constexpr (L == 8 && sizeof(From) == 8 && is_signed)
      SIMT_DETAIL_CONVERT(all8, __m512i, epi64, pd);
    else if constexpr (L == 8 && sizeof(From) == 8)
      SIMT_DETAIL_CONVERT(all8, __m512i, epu64, pd);
    else
#undef SIMT_DETAIL_CONVERT
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

/// To an integer that is in range, else to the nearest one that is; NaN as truncate has it.
template <rounding Mode, class I, class R, int L>
SIMT_INLINE vec<I, L> to_integer(vec<R, L> x) {
  if constexpr (Mode == rounding::zero)
    return truncate<I, R, L>(x);
  else if constexpr (L > 1 && sizeof(I) == 8 && sizeof(R) == 4)
    return to_integer<Mode, I, double, L>(simd::convert<double, float, L>(x));
  else
    return truncate<I, R, L>(to_integral<Mode, R, L>(x));
}

}  // namespace directed
}  // namespace simt::inline SIMT_ABI::simd
