#pragma once
// SPDX-License-Identifier: MIT

// Programs test for it.
#define __CUDA_BF16_H__

#include <simt/builtins/builtins.def>
#include <simt/cuda/detail/half_functions.h>

// Bfloat16 precision in global scope. What takes its types is found through them.
// - Source:  CUDA Math API 13.0, Bfloat16 Precision Intrinsics
using simt::__nv_bfloat16;
using simt::__nv_bfloat162;
using __nv_bfloat16_raw = simt::short_raw<simt::simd::bfloat16>;
using __nv_bfloat162_raw = simt::short_pair_raw<simt::simd::bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define SIMT_DETAIL_USING(name, ...) using simt::name;
#define SIMT_DETAIL_USING_MODES(name, ...) \
  SIMT_DETAIL_USING(name##_rn)             \
  SIMT_DETAIL_USING(name##_rz)             \
  SIMT_DETAIL_USING(name##_ru)             \
  SIMT_DETAIL_USING(name##_rd)
SIMT_BUILTINS_HALF_NAMED(SIMT_DETAIL_USING, bfloat16, bfloat162)
SIMT_BUILTINS_HALF_ROUNDED(SIMT_DETAIL_USING_MODES, bfloat16)
#undef SIMT_DETAIL_USING_MODES
#undef SIMT_DETAIL_USING

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7f))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80))
