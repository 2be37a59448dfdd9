#pragma once
// SPDX-License-Identifier: MIT

// Programs test for it.
#define __CUDA_FP16_H__

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

using simt::__double2half;
using simt::__float22half2_rn;
using simt::__float2half;
using simt::__float2half2_rn;
using simt::__float2half_rd;
using simt::__float2half_rn;
using simt::__float2half_ru;
using simt::__float2half_rz;
using simt::__floats2half2_rn;
using simt::__half22float2;
using simt::__half2char_rz;
using simt::__half2float;
using simt::__half2half2;
using simt::__half2int_rd;
using simt::__half2int_rn;
using simt::__half2int_ru;
using simt::__half2int_rz;
using simt::__half2ll_rd;
using simt::__half2ll_rn;
using simt::__half2ll_ru;
using simt::__half2ll_rz;
using simt::__half2short_rd;
using simt::__half2short_rn;
using simt::__half2short_ru;
using simt::__half2short_rz;
using simt::__half2uchar_rz;
using simt::__half2uint_rd;
using simt::__half2uint_rn;
using simt::__half2uint_ru;
using simt::__half2uint_rz;
using simt::__half2ull_rd;
using simt::__half2ull_rn;
using simt::__half2ull_ru;
using simt::__half2ull_rz;
using simt::__half2ushort_rd;
using simt::__half2ushort_rn;
using simt::__half2ushort_ru;
using simt::__half2ushort_rz;
using simt::__half_as_short;
using simt::__half_as_ushort;
using simt::__halves2half2;
using simt::__high2half;
using simt::__high2half2;
using simt::__highs2half2;
using simt::__int2half_rd;
using simt::__int2half_rn;
using simt::__int2half_ru;
using simt::__int2half_rz;
using simt::__ll2half_rd;
using simt::__ll2half_rn;
using simt::__ll2half_ru;
using simt::__ll2half_rz;
using simt::__low2half;
using simt::__low2half2;
using simt::__lows2half2;
using simt::__short2half_rd;
using simt::__short2half_rn;
using simt::__short2half_ru;
using simt::__short2half_rz;
using simt::__short_as_half;
using simt::__uint2half_rd;
using simt::__uint2half_rn;
using simt::__uint2half_ru;
using simt::__uint2half_rz;
using simt::__ull2half_rd;
using simt::__ull2half_rn;
using simt::__ull2half_ru;
using simt::__ull2half_rz;
using simt::__ushort2half_rd;
using simt::__ushort2half_rn;
using simt::__ushort2half_ru;
using simt::__ushort2half_rz;
using simt::__ushort_as_half;
using simt::make_half2;

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bff))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00))
