#pragma once
// SPDX-License-Identifier: MIT

// Programs test for it.
#define __VECTOR_TYPES_H__

#include <simt/builtins/vector_types.hpp>
#include <simt/cuda/host_defines.h>
#include <simt/engine/dim.hpp>

// CUDA's vector types in global scope. There are no operators for them: CUDA has none, and programs
// bring their own.
#define SIMT_DETAIL_VECTORS(name) \
  using simt::name##1;            \
  using simt::name##2;            \
  using simt::name##3;            \
  using simt::name##4;
SIMT_DETAIL_VECTORS(char)
SIMT_DETAIL_VECTORS(uchar)
SIMT_DETAIL_VECTORS(short)
SIMT_DETAIL_VECTORS(ushort)
SIMT_DETAIL_VECTORS(int)
SIMT_DETAIL_VECTORS(uint)
SIMT_DETAIL_VECTORS(long)
SIMT_DETAIL_VECTORS(ulong)
SIMT_DETAIL_VECTORS(longlong)
SIMT_DETAIL_VECTORS(ulonglong)
SIMT_DETAIL_VECTORS(float)
SIMT_DETAIL_VECTORS(double)
#undef SIMT_DETAIL_VECTORS
using simt::dim3;
