#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/builtins.def>

#include <cstdint>
#include <type_traits>

// The functions of numbers that builtins.def names, one after another. A test defines
// LISTED(name, R, T...) for R name(T...) and writes SIMT_TEST_INTEGERS and its kind.

#define SIMT_TEST_ONE(name, effect, op, T, R) LISTED(name, R, T)
#define SIMT_TEST_TWO(name, effect, op, T, R) LISTED(name, R, T, T)
#define SIMT_TEST_THREE(name, effect, op, T, Last, R) LISTED(name, R, T, T, Last)
#define SIMT_TEST_DOT(name, ...)  \
  LISTED(name, int, int, int, int) \
  LISTED(name, unsigned, unsigned, unsigned, unsigned)
#define SIMT_TEST_CAST(name, effect, T, R) LISTED(name, R, T)
#define SIMT_TEST_EXTREME(name, effect, op, T) LISTED(name, T, T, T)
#define SIMT_TEST_INTEGERS                    \
  SIMT_BUILTINS_INTEGER_1(SIMT_TEST_ONE)      \
  SIMT_BUILTINS_INTEGER_2(SIMT_TEST_TWO)      \
  SIMT_BUILTINS_INTEGER_3(SIMT_TEST_THREE)    \
  SIMT_BUILTINS_DOT_PRODUCTS(SIMT_TEST_DOT)   \
  SIMT_BUILTINS_BIT_CASTS(SIMT_TEST_CAST)     \
  SIMT_BUILTINS_INTEGER_EXTREMES(SIMT_TEST_EXTREME)

#define SIMT_TEST_MATH_1(name, ...)  \
  LISTED(name, double, double)       \
  LISTED(name, float, float)         \
  LISTED(name##f, float, float)
#define SIMT_TEST_MATH_2(name, ...)    \
  LISTED(name, double, double, double) \
  LISTED(name##f, float, float, float)
#define SIMT_TEST_MATH_3(name, ...)            \
  LISTED(name, double, double, double, double) \
  LISTED(name##f, float, float, float, float)
#define SIMT_TEST_MATH_4(name, ...)                    \
  LISTED(name, double, double, double, double, double) \
  LISTED(name##f, float, float, float, float, float)
#define SIMT_TEST_FAST_1(name, ...) LISTED(name, float, float)
#define SIMT_TEST_FAST_2(name, ...) LISTED(name, float, float, float)
/// Mathematics that CUDA alone has.
#define SIMT_TEST_CUDA_MATH                   \
  SIMT_BUILTINS_CUDA_MATH_1(SIMT_TEST_MATH_1) \
  SIMT_BUILTINS_CUDA_MATH_2(SIMT_TEST_MATH_2) \
  SIMT_BUILTINS_CUDA_MATH_3(SIMT_TEST_MATH_3) \
  SIMT_BUILTINS_CUDA_MATH_4(SIMT_TEST_MATH_4) \
  SIMT_BUILTINS_FAST_1(SIMT_TEST_FAST_1)      \
  SIMT_BUILTINS_FAST_2(SIMT_TEST_FAST_2)
/// Mathematics that C's library has for numbers.
#define SIMT_TEST_C_MATH                   \
  SIMT_BUILTINS_C_MATH_1(SIMT_TEST_MATH_1) \
  SIMT_BUILTINS_C_MATH_2(SIMT_TEST_MATH_2) \
  SIMT_BUILTINS_C_MATH_3(SIMT_TEST_MATH_3)

#define SIMT_TEST_VIDEO_1(name, ...)   \
  LISTED(name##2, unsigned, unsigned)  \
  LISTED(name##4, unsigned, unsigned)
#define SIMT_TEST_VIDEO_2(name, ...)            \
  LISTED(name##2, unsigned, unsigned, unsigned) \
  LISTED(name##4, unsigned, unsigned, unsigned)
#define SIMT_TEST_MINMAX_2(name, effect, part, op, T) LISTED(name, T, T, T)
#define SIMT_TEST_MINMAX_3(name, effect, part, op, T) LISTED(name, T, T, T, T)
#define SIMT_TEST_VIDEO                      \
  SIMT_BUILTINS_VIDEO_1(SIMT_TEST_VIDEO_1)   \
  SIMT_BUILTINS_VIDEO_2(SIMT_TEST_VIDEO_2)   \
  SIMT_BUILTINS_VIDEO_SUMS(SIMT_TEST_VIDEO_2) \
  SIMT_BUILTINS_MINMAX_2(SIMT_TEST_MINMAX_2) \
  SIMT_BUILTINS_MINMAX_3(SIMT_TEST_MINMAX_3)

namespace simt_test {

/// A number of its own for each turn: of integers any, of floating point between -2 and 2.
template <class T>
T number(std::uint64_t turn) {
  std::uint64_t x = (turn + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(static_cast<std::int64_t>(x)) * T(0x1p-62);
  else
    return static_cast<T>(x);
}

}  // namespace simt_test
