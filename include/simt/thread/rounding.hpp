#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace simt::inline SIMT_ABI {
namespace detail {

/// The value, of which the compiler knows nothing: it can neither fuse it into a multiply-add nor
/// move its computation across a change of the rounding mode.
template <class T>
SIMT_INLINE T opaque(T x) {
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

/// f computed in rounding mode Mode.
template <int Mode, class T, class F, class... X>
[[gnu::noinline]] T in_rounding_mode(F f, X... x) {
  int const old = std::fegetround();
  std::fesetround(Mode);
  T const r = opaque(static_cast<T>(f(opaque(x)...)));
  std::fesetround(old);
  return r;
}

template <int Mode, class T, class F, class... X>
SIMT_INLINE T rounded(F f, X... x) {
  if constexpr (Mode == FE_TONEAREST)
    return opaque(static_cast<T>(f(x...)));
  else
    return in_rounding_mode<Mode, T>(f, x...);
}

/// To an integer that is in range, else to the nearest one that is. NaN becomes 0 where float
/// becomes a 32-bit number, else the top bit alone.
template <class I, class T>
SIMT_INLINE I saturated(T x) {
  using L = std::numeric_limits<I>;
  if (x != x) [[unlikely]]
    return sizeof(I) == 4 && sizeof(T) == 4
               ? I{0}
               : static_cast<I>(std::uint64_t{1} << (8 * sizeof(I) - 1));
  constexpr T beyond = static_cast<T>(L::max() / 2 + 1) * 2;  // exact: a power of two
  if (x >= beyond) return L::max();
  if (x <= static_cast<T>(L::lowest())) return L::lowest();
  return static_cast<I>(x);
}

template <int Mode, class T>
SIMT_INLINE T to_integral(T x) {
  if constexpr (Mode == FE_TONEAREST)
    return std::nearbyint(x);
  else if constexpr (Mode == FE_DOWNWARD)
    return std::floor(x);
  else if constexpr (Mode == FE_UPWARD)
    return std::ceil(x);
  else
    return std::trunc(x);
}

struct add_function {
  template <class T>
  SIMT_INLINE T operator()(T a, T b) const {
    return a + b;
  }
};
struct sub_function {
  template <class T>
  SIMT_INLINE T operator()(T a, T b) const {
    return a - b;
  }
};
struct mul_function {
  template <class T>
  SIMT_INLINE T operator()(T a, T b) const {
    return a * b;
  }
};
struct div_function {
  template <class T>
  SIMT_INLINE T operator()(T a, T b) const {
    return a / b;
  }
};
struct reciprocal_function {
  template <class T>
  SIMT_INLINE T operator()(T a) const {
    return T{1} / a;
  }
};
struct sqrt_of_function {
  template <class T>
  SIMT_INLINE T operator()(T a) const {
    return std::sqrt(a);
  }
};
struct fma_of_function {
  template <class T>
  SIMT_INLINE T operator()(T a, T b, T c) const {
    return std::fma(a, b, c);
  }
};
template <class To>
struct convert_function {
  template <class T>
  SIMT_INLINE To operator()(T a) const {
    return static_cast<To>(a);
  }
};
/// An integer that becomes a floating-point number passes through a general register.
template <int Mode, class To, class From>
SIMT_INLINE To from_integer(From x) {
  if constexpr (Mode == FE_TONEAREST) {
    return static_cast<To>(x);
  } else {
    From volatile v = x;
    return in_rounding_mode<Mode, To>([&v](int) { return static_cast<To>(v); }, 0);
  }
}
template <>
SIMT_INLINE int opaque(int x) {
  return x;
}

}  // namespace detail

namespace cuda {

/// Arithmetic in a given rounding mode, never fused with what stands beside it.
/// - CUDA:    __fadd_rn, _rz, _ru, _rd; __fsub, __fmul, __fmaf, __frcp, __fsqrt, __fdiv; __dadd,
///            __dsub, __dmul, __fma, __drcp, __dsqrt, __ddiv; conversions __float2int_rn and so on
/// - Cost:    _rn: one instruction; others change the processor's rounding mode and back
/// - Source:  CUDA C Programming Guide 8.0, D.2 (Intrinsic Functions); CUDA Math API
#define SIMT_DETAIL_ROUNDED(suffix, mode)                                                  \
  SIMT_INLINE float __fadd_##suffix(float a, float b) {                                    \
    return simt::detail::rounded<mode, float>(simt::detail::add_function{}, a, b);         \
  }                                                                                        \
  SIMT_INLINE float __fsub_##suffix(float a, float b) {                                    \
    return simt::detail::rounded<mode, float>(simt::detail::sub_function{}, a, b);         \
  }                                                                                        \
  SIMT_INLINE float __fmul_##suffix(float a, float b) {                                    \
    return simt::detail::rounded<mode, float>(simt::detail::mul_function{}, a, b);         \
  }                                                                                        \
  SIMT_INLINE float __fdiv_##suffix(float a, float b) {                                    \
    return simt::detail::rounded<mode, float>(simt::detail::div_function{}, a, b);         \
  }                                                                                        \
  SIMT_INLINE float __frcp_##suffix(float a) {                                             \
    return simt::detail::rounded<mode, float>(simt::detail::reciprocal_function{}, a);     \
  }                                                                                        \
  SIMT_INLINE float __fsqrt_##suffix(float a) {                                            \
    return simt::detail::rounded<mode, float>(simt::detail::sqrt_of_function{}, a);        \
  }                                                                                        \
  SIMT_INLINE float __fmaf_##suffix(float a, float b, float c) {                           \
    return simt::detail::rounded<mode, float>(simt::detail::fma_of_function{}, a, b, c);   \
  }                                                                                        \
  SIMT_INLINE float __fmaf_ieee_##suffix(float a, float b, float c) {                      \
    return __fmaf_##suffix(a, b, c);                                                       \
  }                                                                                        \
  SIMT_INLINE double __dadd_##suffix(double a, double b) {                                 \
    return simt::detail::rounded<mode, double>(simt::detail::add_function{}, a, b);        \
  }                                                                                        \
  SIMT_INLINE double __dsub_##suffix(double a, double b) {                                 \
    return simt::detail::rounded<mode, double>(simt::detail::sub_function{}, a, b);        \
  }                                                                                        \
  SIMT_INLINE double __dmul_##suffix(double a, double b) {                                 \
    return simt::detail::rounded<mode, double>(simt::detail::mul_function{}, a, b);        \
  }                                                                                        \
  SIMT_INLINE double __ddiv_##suffix(double a, double b) {                                 \
    return simt::detail::rounded<mode, double>(simt::detail::div_function{}, a, b);        \
  }                                                                                        \
  SIMT_INLINE double __drcp_##suffix(double a) {                                           \
    return simt::detail::rounded<mode, double>(simt::detail::reciprocal_function{}, a);    \
  }                                                                                        \
  SIMT_INLINE double __dsqrt_##suffix(double a) {                                          \
    return simt::detail::rounded<mode, double>(simt::detail::sqrt_of_function{}, a);       \
  }                                                                                        \
  SIMT_INLINE double __fma_##suffix(double a, double b, double c) {                        \
    return simt::detail::rounded<mode, double>(simt::detail::fma_of_function{}, a, b, c);  \
  }                                                                                        \
  SIMT_INLINE float __double2float_##suffix(double a) {                                    \
    return simt::detail::rounded<mode, float>(simt::detail::convert_function<float>{}, a); \
  }                                                                                        \
  SIMT_DETAIL_FROM_FLOATS(suffix, mode, int, int)                                          \
  SIMT_DETAIL_FROM_FLOATS(suffix, mode, uint, unsigned)                                    \
  SIMT_DETAIL_FROM_FLOATS(suffix, mode, ll, long long)                                     \
  SIMT_DETAIL_FROM_FLOATS(suffix, mode, ull, unsigned long long)
#define SIMT_DETAIL_FROM_FLOATS(suffix, mode, name, T)                     \
  SIMT_INLINE T __float2##name##_##suffix(float x) {                       \
    return simt::detail::saturated<T>(simt::detail::to_integral<mode>(x)); \
  }                                                                        \
  SIMT_INLINE T __double2##name##_##suffix(double x) {                     \
    return simt::detail::saturated<T>(simt::detail::to_integral<mode>(x)); \
  }                                                                        \
  SIMT_INLINE float __##name##2float_##suffix(T x) {                       \
    return simt::detail::from_integer<mode, float>(x);                     \
  }                                                                        \
  SIMT_INLINE double __##name##2double_##suffix(T x) {                     \
    return simt::detail::from_integer<mode, double>(x);                    \
  }
SIMT_DETAIL_ROUNDED(rn, FE_TONEAREST)
SIMT_DETAIL_ROUNDED(rz, FE_TOWARDZERO)
SIMT_DETAIL_ROUNDED(ru, FE_UPWARD)
SIMT_DETAIL_ROUNDED(rd, FE_DOWNWARD)
#undef SIMT_DETAIL_ROUNDED
#undef SIMT_DETAIL_FROM_FLOATS

SIMT_INLINE float __frsqrt_rn(float x) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}
SIMT_INLINE int __double2hiint(double x) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 32);
}
SIMT_INLINE int __double2loint(double x) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) & 0xffffffffu);
}
SIMT_INLINE double __hiloint2double(int hi, int lo) {
  return std::bit_cast<double>(std::uint64_t{static_cast<std::uint32_t>(hi)} << 32 |
                               static_cast<std::uint32_t>(lo));
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
