#pragma once
// SPDX-License-Identifier: MIT

// Programs test for it.
#define __CUDA_BF16_H__

#include <simt/cuda/detail/half_functions.h>

// Bfloat16 precision in global scope. What takes its types is found through them.
// - Source:  CUDA Math API 13.0, Bfloat16 Precision Intrinsics
using simt::__nv_bfloat16;
using simt::__nv_bfloat162;
using __nv_bfloat16_raw = simt::short_raw<simt::simd::bfloat16>;
using __nv_bfloat162_raw = simt::short_pair_raw<simt::simd::bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

using simt::__bfloat1622float2;
using simt::__bfloat162bfloat162;
using simt::__bfloat162char_rz;
using simt::__bfloat162float;
using simt::__bfloat162int_rd;
using simt::__bfloat162int_rn;
using simt::__bfloat162int_ru;
using simt::__bfloat162int_rz;
using simt::__bfloat162ll_rd;
using simt::__bfloat162ll_rn;
using simt::__bfloat162ll_ru;
using simt::__bfloat162ll_rz;
using simt::__bfloat162short_rd;
using simt::__bfloat162short_rn;
using simt::__bfloat162short_ru;
using simt::__bfloat162short_rz;
using simt::__bfloat162uchar_rz;
using simt::__bfloat162uint_rd;
using simt::__bfloat162uint_rn;
using simt::__bfloat162uint_ru;
using simt::__bfloat162uint_rz;
using simt::__bfloat162ull_rd;
using simt::__bfloat162ull_rn;
using simt::__bfloat162ull_ru;
using simt::__bfloat162ull_rz;
using simt::__bfloat162ushort_rd;
using simt::__bfloat162ushort_rn;
using simt::__bfloat162ushort_ru;
using simt::__bfloat162ushort_rz;
using simt::__bfloat16_as_short;
using simt::__bfloat16_as_ushort;
using simt::__double2bfloat16;
using simt::__float22bfloat162_rn;
using simt::__float2bfloat16;
using simt::__float2bfloat162_rn;
using simt::__float2bfloat16_rd;
using simt::__float2bfloat16_rn;
using simt::__float2bfloat16_ru;
using simt::__float2bfloat16_rz;
using simt::__floats2bfloat162_rn;
using simt::__halves2bfloat162;
using simt::__high2bfloat16;
using simt::__high2bfloat162;
using simt::__highs2bfloat162;
using simt::__int2bfloat16_rd;
using simt::__int2bfloat16_rn;
using simt::__int2bfloat16_ru;
using simt::__int2bfloat16_rz;
using simt::__ll2bfloat16_rd;
using simt::__ll2bfloat16_rn;
using simt::__ll2bfloat16_ru;
using simt::__ll2bfloat16_rz;
using simt::__low2bfloat16;
using simt::__low2bfloat162;
using simt::__lows2bfloat162;
using simt::__short2bfloat16_rd;
using simt::__short2bfloat16_rn;
using simt::__short2bfloat16_ru;
using simt::__short2bfloat16_rz;
using simt::__short_as_bfloat16;
using simt::__uint2bfloat16_rd;
using simt::__uint2bfloat16_rn;
using simt::__uint2bfloat16_ru;
using simt::__uint2bfloat16_rz;
using simt::__ull2bfloat16_rd;
using simt::__ull2bfloat16_rn;
using simt::__ull2bfloat16_ru;
using simt::__ull2bfloat16_rz;
using simt::__ushort2bfloat16_rd;
using simt::__ushort2bfloat16_rn;
using simt::__ushort2bfloat16_ru;
using simt::__ushort2bfloat16_rz;
using simt::__ushort_as_bfloat16;
using simt::make_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7f))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80))
