#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/types.hpp>

namespace simt::inline SIMT_ABI {

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

// Functions with the format's name in theirs: t is half or bfloat16, H and H2 the types.
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
