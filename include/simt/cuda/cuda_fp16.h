#pragma once
// SPDX-License-Identifier: MIT

// Programs test for it.
#define __CUDA_FP16_H__

#include <simt/builtins/builtins.def>
#include <simt/cuda/detail/half_functions.h>

// Half precision in global scope. What takes its types is found through them.
// - Source:  CUDA Math API 13.0, Half Precision Intrinsics
using simt::__half;
using simt::__half2;
using __half_raw = simt::short_raw<simt::simd::binary16>;
using __half2_raw = simt::short_pair_raw<simt::simd::binary16>;
using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;

#define SIMT_DETAIL_USING(name, ...) using simt::name;
#define SIMT_DETAIL_USING_MODES(name, ...) \
  SIMT_DETAIL_USING(name##_rn)             \
  SIMT_DETAIL_USING(name##_rz)             \
  SIMT_DETAIL_USING(name##_ru)             \
  SIMT_DETAIL_USING(name##_rd)
SIMT_BUILTINS_HALF_NAMED(SIMT_DETAIL_USING, half, half2)
SIMT_BUILTINS_HALF_ROUNDED(SIMT_DETAIL_USING_MODES, half)
#undef SIMT_DETAIL_USING_MODES
#undef SIMT_DETAIL_USING

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bff))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00))
