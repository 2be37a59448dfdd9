#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/vector_types.h>

#define SIMT_DETAIL_MAKERS(name) \
  using simt::make_##name##1;    \
  using simt::make_##name##2;    \
  using simt::make_##name##3;    \
  using simt::make_##name##4;
SIMT_DETAIL_MAKERS(char)
SIMT_DETAIL_MAKERS(uchar)
SIMT_DETAIL_MAKERS(short)
SIMT_DETAIL_MAKERS(ushort)
SIMT_DETAIL_MAKERS(int)
SIMT_DETAIL_MAKERS(uint)
SIMT_DETAIL_MAKERS(long)
SIMT_DETAIL_MAKERS(ulong)
SIMT_DETAIL_MAKERS(longlong)
SIMT_DETAIL_MAKERS(ulonglong)
SIMT_DETAIL_MAKERS(float)
SIMT_DETAIL_MAKERS(double)
#undef SIMT_DETAIL_MAKERS
