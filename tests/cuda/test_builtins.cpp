// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#include <simt/builtins/builtins.def>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

// The functions of numbers that builtins.def names, in global scope: with CUDA's types, and the values
// that simt's have. (What is taken into global scope by name is there, or the header does not compile.)
namespace {

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

template <class R, class... T, class F, class G, std::size_t... I>
void check(char const* name, F global, G ours, std::index_sequence<I...>) {
  static_assert(std::is_same_v<decltype(global(T{}...)), R>);
  CAPTURE(name);
  for (std::uint64_t turn = 0; turn < 16; ++turn) {
    R const a = global(number<T>(turn * 4 + I)...);
    R const b = ours(number<T>(turn * 4 + I)...);
    CHECK((std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b)));
  }
}
template <class R, class... T, class F, class G>
void check(char const* name, F global, G ours) {
  check<R, T...>(name, global, ours, std::index_sequence_for<T...>{});
}
#define BOTH(name) \
  #name, [](auto... x) { return ::name(x...); }, [](auto... x) { return simt::name(x...); }

TEST_CASE("builtins: integers in global scope") {
#define LINE_1(name, effect, op, T, R) check<R, T>(BOTH(name));
#define LINE_2(name, effect, op, T, R) check<R, T, T>(BOTH(name));
#define LINE_3(name, effect, op, T, Last, R) check<R, T, T, Last>(BOTH(name));
#define LINE_DOT(name, ...)             \
  check<int, int, int, int>(BOTH(name)); \
  check<unsigned, unsigned, unsigned, unsigned>(BOTH(name));
#define LINE_CAST(name, effect, T, R) check<R, T>(BOTH(name));
#define LINE_EXTREME(name, effect, op, T) check<T, T, T>(BOTH(name));
  SIMT_BUILTINS_INTEGER_1(LINE_1)
  SIMT_BUILTINS_INTEGER_2(LINE_2)
  SIMT_BUILTINS_INTEGER_3(LINE_3)
  SIMT_BUILTINS_DOT_PRODUCTS(LINE_DOT)
  SIMT_BUILTINS_BIT_CASTS(LINE_CAST)
  SIMT_BUILTINS_INTEGER_EXTREMES(LINE_EXTREME)
#undef LINE_1
#undef LINE_2
#undef LINE_3
#undef LINE_DOT
#undef LINE_CAST
#undef LINE_EXTREME
}

TEST_CASE("builtins: mathematics in global scope") {
#define LINE_1(name, ...)            \
  check<double, double>(BOTH(name)); \
  check<float, float>(BOTH(name));   \
  check<float, float>(BOTH(name##f));
#define LINE_2(name, ...)                    \
  check<double, double, double>(BOTH(name)); \
  check<float, float, float>(BOTH(name##f));
#define LINE_3(name, ...)                            \
  check<double, double, double, double>(BOTH(name)); \
  check<float, float, float, float>(BOTH(name##f));
#define LINE_4(name, ...)                                    \
  check<double, double, double, double, double>(BOTH(name)); \
  check<float, float, float, float, float>(BOTH(name##f));
#define LINE_FAST_1(name, ...) check<float, float>(BOTH(name));
#define LINE_FAST_2(name, ...) check<float, float, float>(BOTH(name));
  SIMT_BUILTINS_CUDA_MATH_1(LINE_1)
  SIMT_BUILTINS_CUDA_MATH_2(LINE_2)
  SIMT_BUILTINS_CUDA_MATH_3(LINE_3)
  SIMT_BUILTINS_CUDA_MATH_4(LINE_4)
  SIMT_BUILTINS_FAST_1(LINE_FAST_1)
  SIMT_BUILTINS_FAST_2(LINE_FAST_2)
#undef LINE_1
#undef LINE_2
#undef LINE_3
#undef LINE_4
#undef LINE_FAST_1
#undef LINE_FAST_2
}

TEST_CASE("builtins: C's functions of float without an f in global scope") {
#define LINE(name, ...) static_assert(std::is_same_v<decltype(::name(1.0f)), float>);
  SIMT_BUILTINS_C_MATH_1(LINE)
#undef LINE
  CHECK(::sqrt(4.0f) == 2);
}

TEST_CASE("builtins: SIMD video in global scope") {
#define LINE_1(name, ...)                \
  check<unsigned, unsigned>(BOTH(name##2)); \
  check<unsigned, unsigned>(BOTH(name##4));
#define LINE_2(name, ...)                            \
  check<unsigned, unsigned, unsigned>(BOTH(name##2)); \
  check<unsigned, unsigned, unsigned>(BOTH(name##4));
#define LINE_MINMAX_2(name, effect, part, op, T) check<T, T, T>(BOTH(name));
#define LINE_MINMAX_3(name, effect, part, op, T) check<T, T, T, T>(BOTH(name));
  SIMT_BUILTINS_VIDEO_1(LINE_1)
  SIMT_BUILTINS_VIDEO_2(LINE_2)
  SIMT_BUILTINS_VIDEO_SUMS(LINE_2)
  SIMT_BUILTINS_MINMAX_2(LINE_MINMAX_2)
  SIMT_BUILTINS_MINMAX_3(LINE_MINMAX_3)
}

}  // namespace
