#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/simd/half.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

// Numbers of 16 bits and pairs of them: storage and conversions. One implementation for both formats.
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

template <class Format>
SIMT_INLINE bool short_nan(short_float<Format> x) {
  return (x.__x & 0x7fffu) > Format::infinity;
}

template <class T>
using not_deduced = std::type_identity_t<T>;

}  // namespace detail

}  // namespace simt::inline SIMT_ABI
