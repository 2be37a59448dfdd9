#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/rounding.hpp>

// Arithmetic and conversions in a given rounding mode for thread kernels: kernel/rounding.hpp's, of
// numbers alone, with CUDA's parameter types.
namespace simt::inline SIMT_ABI::cuda {

#define SIMT_DETAIL_ROUNDED_1(name, R, T) \
  SIMT_INLINE R name(T a) { return simt::name(a); }
#define SIMT_DETAIL_ROUNDED_2(name, T) \
  SIMT_INLINE T name(T a, T b) { return simt::name(a, b); }
#define SIMT_DETAIL_ROUNDED_3(name, T) \
  SIMT_INLINE T name(T a, T b, T c) { return simt::name(a, b, c); }
#define SIMT_DETAIL_ROUNDED_INTEGER(suffix, name, I)           \
  SIMT_DETAIL_ROUNDED_1(__float2##name##_##suffix, I, float)   \
  SIMT_DETAIL_ROUNDED_1(__double2##name##_##suffix, I, double) \
  SIMT_DETAIL_ROUNDED_1(__##name##2float_##suffix, float, I)   \
  SIMT_DETAIL_ROUNDED_1(__##name##2double_##suffix, double, I)
#define SIMT_DETAIL_ROUNDED(suffix)                             \
  SIMT_DETAIL_ROUNDED_2(__fadd_##suffix, float)                 \
  SIMT_DETAIL_ROUNDED_2(__fsub_##suffix, float)                 \
  SIMT_DETAIL_ROUNDED_2(__fmul_##suffix, float)                 \
  SIMT_DETAIL_ROUNDED_2(__fdiv_##suffix, float)                 \
  SIMT_DETAIL_ROUNDED_1(__frcp_##suffix, float, float)          \
  SIMT_DETAIL_ROUNDED_1(__fsqrt_##suffix, float, float)         \
  SIMT_DETAIL_ROUNDED_3(__fmaf_##suffix, float)                 \
  SIMT_DETAIL_ROUNDED_3(__fmaf_ieee_##suffix, float)            \
  SIMT_DETAIL_ROUNDED_2(__dadd_##suffix, double)                \
  SIMT_DETAIL_ROUNDED_2(__dsub_##suffix, double)                \
  SIMT_DETAIL_ROUNDED_2(__dmul_##suffix, double)                \
  SIMT_DETAIL_ROUNDED_2(__ddiv_##suffix, double)                \
  SIMT_DETAIL_ROUNDED_1(__drcp_##suffix, double, double)        \
  SIMT_DETAIL_ROUNDED_1(__dsqrt_##suffix, double, double)       \
  SIMT_DETAIL_ROUNDED_3(__fma_##suffix, double)                 \
  SIMT_DETAIL_ROUNDED_1(__double2float_##suffix, float, double) \
  SIMT_DETAIL_ROUNDED_INTEGER(suffix, int, int)                 \
  SIMT_DETAIL_ROUNDED_INTEGER(suffix, uint, unsigned)           \
  SIMT_DETAIL_ROUNDED_INTEGER(suffix, ll, long long)            \
  SIMT_DETAIL_ROUNDED_INTEGER(suffix, ull, unsigned long long)
SIMT_DETAIL_ROUNDED(rn)
SIMT_DETAIL_ROUNDED(rz)
SIMT_DETAIL_ROUNDED(ru)
SIMT_DETAIL_ROUNDED(rd)
SIMT_DETAIL_ROUNDED_1(__frsqrt_rn, float, float)
SIMT_DETAIL_ROUNDED_1(__double2hiint, int, double)
SIMT_DETAIL_ROUNDED_1(__double2loint, int, double)
SIMT_INLINE double __hiloint2double(int hi, int lo) { return simt::__hiloint2double(hi, lo); }
#undef SIMT_DETAIL_ROUNDED
#undef SIMT_DETAIL_ROUNDED_INTEGER
#undef SIMT_DETAIL_ROUNDED_3
#undef SIMT_DETAIL_ROUNDED_2
#undef SIMT_DETAIL_ROUNDED_1

}  // namespace simt::inline SIMT_ABI::cuda
