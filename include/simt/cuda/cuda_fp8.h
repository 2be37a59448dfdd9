#pragma once
// SPDX-License-Identifier: MIT

// Programs test for it.
#define __CUDA_FP8_H__

#include <simt/cuda/cuda_bf16.h>
#include <simt/cuda/cuda_fp16.h>
#include <simt/cuda/vector_functions.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

// Numbers of eight bits: e4m3 (four bits of exponent, no infinity, to 448) and e5m2 (five bits, to
// 57344), to be stored and converted.
// - CUDA:    cuda_fp8.h: __nv_fp8_e4m3, __nv_fp8_e5m2, their x2 and x4, __nv_cvt_…
// - Differs: e8m0 is not there
// - Source:  CUDA Math API 13.0, FP8 Intrinsics; Micikevicius et al., FP8 Formats for Deep Learning
//            (2022)

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

/// The nearest number of eight bits, of two as near the even one.
inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                 __nv_fp8_interpretation_t kind) {
  bool const e4m3 = kind == __NV_E4M3;
  int const digits = e4m3 ? 3 : 2;
  int const least = e4m3 ? -6 : -14;  // the exponent of the least normal number
  unsigned const sign = std::signbit(x) ? 0x80u : 0u;
  double const a = std::fabs(x);
  // A NaN keeps its sign, and of more digits than the upper ones one here: as recorded on an H100.
  if (a != a) {
    bool const more = (std::bit_cast<std::uint64_t>(x) & 0xffffffffffffull) != 0;
    return static_cast<__nv_fp8_storage_t>(sign | (e4m3 || more ? 0x7fu : 0x7eu));
  }
  // Half a step beyond the largest number rounds to it where that one is even.
  if (e4m3 ? a > 464.0 : a >= 61440.0) {
    unsigned const largest = e4m3 ? 0x7eu : 0x7bu;
    unsigned const beyond = e4m3 ? 0x7fu : 0x7cu;
    return static_cast<__nv_fp8_storage_t>(sign | (saturate == __NV_SATFINITE ? largest : beyond));
  }
  int const own = a > 0.0 ? std::ilogb(a) : least;
  int const exponent = own < least ? least : own;
  double const steps = std::ldexp(a, digits - exponent);
  double const whole = std::floor(steps);
  auto n = static_cast<unsigned>(whole);
  if (steps - whole > 0.5 || (steps - whole == 0.5 && (n & 1u) != 0)) ++n;
  // A normal number's first digit is the exponent's lowest bit.
  return static_cast<__nv_fp8_storage_t>(sign |
                                         ((static_cast<unsigned>(exponent - least) << digits) + n));
}
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                __nv_fp8_interpretation_t kind) {
  if (x != x) return 0x7f;  // by an instruction, which keeps no sign
  return __nv_cvt_double_to_fp8(x, saturate, kind);
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                  __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(static_cast<float>(__half(x)), saturate, kind);
}
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                      __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(static_cast<float>(__nv_bfloat16(x)), saturate, kind);
}
/// Every number of eight bits is one of half precision.
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  unsigned const magnitude = x & 0x7fu;
  unsigned const sign = (x & 0x80u) << 8;
  bool const is_nan = kind == __NV_E4M3 ? magnitude == 0x7fu : magnitude > 0x7cu;
  if (is_nan) return {0x7fff};
  if (kind == __NV_E5M2) return {static_cast<unsigned short>(sign | magnitude << 8)};
  if (magnitude >= 8u) return {static_cast<unsigned short>(sign | ((magnitude << 7) + 0x2000u))};
  // Below 2^-6: so many of 2^-9.
  __half_raw const least = __half(static_cast<float>(magnitude) * 0x1p-9f);
  return {static_cast<unsigned short>(sign | least.x)};
}

// Two at once, the first in the lower half.
inline __nv_fp8x2_storage_t simt_fp8_pair(unsigned x, unsigned y) {
  return static_cast<__nv_fp8x2_storage_t>(x | y << 8);
}
inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 v, __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t kind) {
  return simt_fp8_pair(__nv_cvt_double_to_fp8(v.x, saturate, kind),
                       __nv_cvt_double_to_fp8(v.y, saturate, kind));
}
inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t kind) {
  return simt_fp8_pair(__nv_cvt_float_to_fp8(v.x, saturate, kind),
                       __nv_cvt_float_to_fp8(v.y, saturate, kind));
}
inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw v, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t kind) {
  return simt_fp8_pair(__nv_cvt_halfraw_to_fp8({v.x}, saturate, kind),
                       __nv_cvt_halfraw_to_fp8({v.y}, saturate, kind));
}
inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw v,
                                                           __nv_saturation_t saturate,
                                                           __nv_fp8_interpretation_t kind) {
  return simt_fp8_pair(__nv_cvt_bfloat16raw_to_fp8({v.x}, saturate, kind),
                       __nv_cvt_bfloat16raw_to_fp8({v.y}, saturate, kind));
}
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                              __nv_fp8_interpretation_t kind) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), kind).x,
          __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), kind).x};
}

/// One, two and four of them; numbers beyond the largest become the largest.
template <__nv_fp8_interpretation_t Kind>
struct simt_fp8 {
  __nv_fp8_storage_t __x;

  simt_fp8() = default;
  template <class T>
  requires std::is_arithmetic_v<T> explicit simt_fp8(T x)
      : __x(__nv_cvt_double_to_fp8(static_cast<double>(x), __NV_SATFINITE, Kind)) {}
  explicit simt_fp8(float x) : __x(__nv_cvt_float_to_fp8(x, __NV_SATFINITE, Kind)) {}
  explicit simt_fp8(__half x) : __x(__nv_cvt_halfraw_to_fp8(x, __NV_SATFINITE, Kind)) {}
  explicit simt_fp8(__nv_bfloat16 x) : __x(__nv_cvt_bfloat16raw_to_fp8(x, __NV_SATFINITE, Kind)) {}

  explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, Kind)); }
  explicit operator __nv_bfloat16() const { return __nv_bfloat16(static_cast<float>(*this)); }
  explicit operator float() const { return static_cast<float>(static_cast<__half>(*this)); }
  explicit operator double() const { return static_cast<float>(*this); }
  /// Towards zero, to the nearest value that the type has.
  template <class I>
  requires std::is_integral_v<I> explicit operator I() const {
    return static_cast<I>(static_cast<__half>(*this));
  }
};
template <__nv_fp8_interpretation_t Kind>
struct alignas(2) simt_fp8x2 {
  __nv_fp8x2_storage_t __x;

  simt_fp8x2() = default;
  explicit simt_fp8x2(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, Kind)) {}
  explicit simt_fp8x2(double2 v) : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, Kind)) {}
  explicit simt_fp8x2(__half2 v) : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, Kind)) {}
  explicit simt_fp8x2(__nv_bfloat162 v)
      : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, Kind)) {}

  explicit operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, Kind)); }
  explicit operator float2() const {
    __half2 const v(*this);
    return make_float2(static_cast<float>(v.x), static_cast<float>(v.y));
  }
};
template <__nv_fp8_interpretation_t Kind>
struct alignas(4) simt_fp8x4 {
  __nv_fp8x4_storage_t __x;

  simt_fp8x4() = default;
  explicit simt_fp8x4(float4 v)
      : simt_fp8x4(simt_fp8x2<Kind>(make_float2(v.x, v.y)),
                   simt_fp8x2<Kind>(make_float2(v.z, v.w))) {}
  explicit simt_fp8x4(__half2 low, __half2 high)
      : simt_fp8x4(simt_fp8x2<Kind>(low), simt_fp8x2<Kind>(high)) {}
  explicit simt_fp8x4(__nv_bfloat162 low, __nv_bfloat162 high)
      : simt_fp8x4(simt_fp8x2<Kind>(low), simt_fp8x2<Kind>(high)) {}

  explicit operator float4() const {
    simt_fp8x2<Kind> low, high;
    low.__x = static_cast<__nv_fp8x2_storage_t>(__x);
    high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);
    float2 const a(low), b(high);
    return make_float4(a.x, a.y, b.x, b.y);
  }

 private:
  simt_fp8x4(simt_fp8x2<Kind> low, simt_fp8x2<Kind> high)
      : __x(low.__x | static_cast<__nv_fp8x4_storage_t>(high.__x) << 16) {}
};
using __nv_fp8_e4m3 = simt_fp8<__NV_E4M3>;
using __nv_fp8_e5m2 = simt_fp8<__NV_E5M2>;
using __nv_fp8x2_e4m3 = simt_fp8x2<__NV_E4M3>;
using __nv_fp8x2_e5m2 = simt_fp8x2<__NV_E5M2>;
using __nv_fp8x4_e4m3 = simt_fp8x4<__NV_E4M3>;
using __nv_fp8x4_e5m2 = simt_fp8x4<__NV_E5M2>;
