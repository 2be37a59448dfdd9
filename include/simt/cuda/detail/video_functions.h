#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/video.hpp>

// The SIMD video intrinsics on numbers, and __fns, in global scope.
#define SIMT_DETAIL_GLOBAL_1(name, T) \
  SIMT_INLINE T name(T x) { return simt::name(x); }
#define SIMT_DETAIL_GLOBAL_2(name, T) \
  SIMT_INLINE T name(T x, T y) { return simt::name(x, y); }
#define SIMT_DETAIL_GLOBAL_VIDEO_1(name, ...) \
  SIMT_DETAIL_GLOBAL_1(name##2, unsigned)     \
  SIMT_DETAIL_GLOBAL_1(name##4, unsigned)
#define SIMT_DETAIL_GLOBAL_VIDEO_2(name, ...) \
  SIMT_DETAIL_GLOBAL_2(name##2, unsigned)     \
  SIMT_DETAIL_GLOBAL_2(name##4, unsigned)
#define SIMT_DETAIL_GLOBAL_MINMAX_2(name, part, op, T) SIMT_DETAIL_GLOBAL_2(name, T)
#define SIMT_DETAIL_GLOBAL_MINMAX_3(name, part, op, T) \
  SIMT_INLINE T name(T x, T y, T z) { return simt::name(x, y, z); }
SIMT_DETAIL_VIDEO_1(SIMT_DETAIL_GLOBAL_VIDEO_1)
SIMT_DETAIL_VIDEO_2(SIMT_DETAIL_GLOBAL_VIDEO_2)
SIMT_DETAIL_VIDEO_SUMS(SIMT_DETAIL_GLOBAL_VIDEO_2)
SIMT_DETAIL_MINMAX_2(SIMT_DETAIL_GLOBAL_MINMAX_2)
SIMT_DETAIL_MINMAX_3(SIMT_DETAIL_GLOBAL_MINMAX_3)
#undef SIMT_DETAIL_GLOBAL_1
#undef SIMT_DETAIL_GLOBAL_2
#undef SIMT_DETAIL_GLOBAL_VIDEO_1
#undef SIMT_DETAIL_GLOBAL_VIDEO_2
#undef SIMT_DETAIL_GLOBAL_MINMAX_2
#undef SIMT_DETAIL_GLOBAL_MINMAX_3
#undef SIMT_DETAIL_VIDEO_1
#undef SIMT_DETAIL_VIDEO_2
#undef SIMT_DETAIL_VIDEO_SUMS
#undef SIMT_DETAIL_MINMAX_2
#undef SIMT_DETAIL_MINMAX_3
#undef SIMT_DETAIL_MINMAX_3_OF

SIMT_INLINE unsigned __fns(unsigned mask, unsigned base, int offset) {
  return simt::__fns(mask, base, offset);
}

using simt::__vibmax_s16x2;
using simt::__vibmax_s32;
using simt::__vibmax_u16x2;
using simt::__vibmax_u32;
using simt::__vibmin_s16x2;
using simt::__vibmin_s32;
using simt::__vibmin_u16x2;
using simt::__vibmin_u32;
