#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/types.hpp>

namespace simt::inline SIMT_ABI {

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

// The operators are the intrinsics; != is true of NaN.
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

}  // namespace simt::inline SIMT_ABI
