#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>
#include <simt/builtins/video/video.hpp>

// The SIMD video intrinsics on numbers, in global scope.
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
#define SIMT_DETAIL_GLOBAL_MINMAX_2(name, effect, part, op, T) SIMT_DETAIL_GLOBAL_2(name, T)
#define SIMT_DETAIL_GLOBAL_MINMAX_3(name, effect, part, op, T) \
  SIMT_INLINE T name(T x, T y, T z) { return simt::name(x, y, z); }
#define SIMT_DETAIL_USING(name, ...) using simt::name;
SIMT_BUILTINS_VIDEO_1(SIMT_DETAIL_GLOBAL_VIDEO_1)
SIMT_BUILTINS_VIDEO_2(SIMT_DETAIL_GLOBAL_VIDEO_2)
SIMT_BUILTINS_VIDEO_SUMS(SIMT_DETAIL_GLOBAL_VIDEO_2)
SIMT_BUILTINS_MINMAX_2(SIMT_DETAIL_GLOBAL_MINMAX_2)
SIMT_BUILTINS_MINMAX_3(SIMT_DETAIL_GLOBAL_MINMAX_3)
SIMT_BUILTINS_CHOICES(SIMT_DETAIL_USING)
SIMT_BUILTINS_PAIR_CHOICES(SIMT_DETAIL_USING)
#undef SIMT_DETAIL_GLOBAL_1
#undef SIMT_DETAIL_GLOBAL_2
#undef SIMT_DETAIL_GLOBAL_VIDEO_1
#undef SIMT_DETAIL_GLOBAL_VIDEO_2
#undef SIMT_DETAIL_GLOBAL_MINMAX_2
#undef SIMT_DETAIL_GLOBAL_MINMAX_3
#undef SIMT_DETAIL_USING
