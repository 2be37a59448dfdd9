#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_conversion.hpp>
#include <simt/builtins/vector_math.hpp>
#include <simt/cuda/cuda_runtime.h>

// Operators and functions of the vector types, as CUDA's samples have them. What takes a vector is
// found through its type; here is what takes numbers alone.
// - Source:  CUDA samples 13.0, Common/helper_math.h, by behaviour
namespace simt::inline SIMT_ABI::detail {
template <>
struct vector_class<builtin_variable> : vector_class<uint3> {};
}  // namespace simt::inline SIMT_ABI::detail

using uint = unsigned int;
using ushort = unsigned short;

using simt::clamp;
using simt::fracf;
using simt::lerp;
using simt::make_double2;
using simt::make_double3;
using simt::make_double4;
using simt::make_float2;
using simt::make_float3;
using simt::make_float4;
using simt::make_int2;
using simt::make_int3;
using simt::make_int4;
using simt::make_uint2;
using simt::make_uint3;
using simt::make_uint4;
using simt::smoothstep;
