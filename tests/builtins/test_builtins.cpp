// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/builtins/builtins.def>
#include <simt/builtins/intrinsics.hpp>
#include <simt/builtins/math.hpp>
#include <simt/builtins/rounding.hpp>
#include <simt/builtins/video/video.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

// The functions of numbers that builtins.def names: of lanes each gives what it gives of each lane's
// number. What that is, the tests of their headers say.
namespace {

constexpr int width = 32;
template <class T>
using lanes = simt::varying<T, width>;

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
template <class T>
lanes<T> numbers(std::uint64_t seed) {
  lanes<T> x = T{};
  for (int l = 0; l < width; ++l) x.set_lane(l, number<T>(seed * width + std::uint64_t(l)));
  return x;
}

enum class exactness { same, close };

template <class R>
bool agree(R a, R b, exactness e) {
  if constexpr (std::is_floating_point_v<R>)
    if (e == exactness::close)
      return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= R(1e-5) * (1 + std::abs(b));
  return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

/// f of lanes of Ts has lanes of R, which are f of the numbers.
template <class R, class... T, class F, std::size_t... I>
void check(char const* name, F f, exactness e, std::index_sequence<I...>) {
  CAPTURE(name);
  for (std::uint64_t turn = 0; turn < 4; ++turn) {
    std::tuple<lanes<T>...> const x{numbers<T>(turn * 4 + I)...};
    auto const got = f(std::get<I>(x)...);
    static_assert(std::is_same_v<decltype(got), lanes<R> const>);
    int wrong = 0;
    for (int l = 0; l < width; ++l)
      wrong += !agree<R>(got.lane(l), static_cast<R>(f(std::get<I>(x).lane(l)...)), e);
    CHECK(wrong == 0);
  }
}
template <class R, class... T, class F>
void check(char const* name, F f, exactness e = exactness::same) {
  check<R, T...>(name, f, e, std::index_sequence_for<T...>{});
}
/// The same of a function that C's library has for numbers: what it gives is another test's.
template <class R, class... T, class F>
void check_lanes(F f) {
  static_assert(std::is_same_v<decltype(f(numbers<T>(0)...)), lanes<R>>);
}

#define CALL(name) [](auto const&... x) { return simt::name(x...); }

TEST_CASE("builtins: integers") {
#define LINE_1(name, effect, op, T, R) check<R, T>(#name, CALL(name));
#define LINE_2(name, effect, op, T, R) check<R, T, T>(#name, CALL(name));
#define LINE_3(name, effect, op, T, Last, R) check<R, T, T, Last>(#name, CALL(name));
#define LINE_DOT(name, ...)               \
  check<int, int, int, int>(#name, CALL(name)); \
  check<unsigned, unsigned, unsigned, unsigned>(#name, CALL(name));
#define LINE_CAST(name, effect, T, R) check<R, T>(#name, CALL(name));
#define LINE_EXTREME(name, effect, op, T) check<T, T, T>(#name, CALL(name));
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

TEST_CASE("builtins: mathematics that CUDA alone has") {
  auto const close = exactness::close;
#define LINE_1(name, ...)                                 \
  check<double, double>(#name, CALL(name), close);        \
  check<float, float>(#name, CALL(name), close);          \
  check<float, float>(#name "f", CALL(name##f), close);
#define LINE_2(name, ...)                                  \
  check<double, double, double>(#name, CALL(name), close); \
  check<float, float, float>(#name "f", CALL(name##f), close);
#define LINE_3(name, ...)                                          \
  check<double, double, double, double>(#name, CALL(name), close); \
  check<float, float, float, float>(#name "f", CALL(name##f), close);
#define LINE_4(name, ...)                                                  \
  check<double, double, double, double, double>(#name, CALL(name), close); \
  check<float, float, float, float, float>(#name "f", CALL(name##f), close);
#define LINE_FAST_1(name, ...) check<float, float>(#name, CALL(name), close);
#define LINE_FAST_2(name, ...) check<float, float, float>(#name, CALL(name), close);
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

TEST_CASE("builtins: mathematics that C's library has for numbers") {
#define LINE_1(name, ...)                   \
  check_lanes<double, double>(CALL(name));  \
  check_lanes<float, float>(CALL(name));    \
  check_lanes<float, float>(CALL(name##f));
#define LINE_2(name, ...)                          \
  check_lanes<double, double, double>(CALL(name)); \
  check_lanes<float, float, float>(CALL(name##f));
#define LINE_3(name, ...)                                  \
  check_lanes<double, double, double, double>(CALL(name)); \
  check_lanes<float, float, float, float>(CALL(name##f));
  SIMT_BUILTINS_C_MATH_1(LINE_1)
  SIMT_BUILTINS_C_MATH_2(LINE_2)
  SIMT_BUILTINS_C_MATH_3(LINE_3)
#undef LINE_1
#undef LINE_2
#undef LINE_3
  CHECK(simt::sqrt(lanes<double>(9.0)).lane(1) == 3);
}

TEST_CASE("builtins: rounding modes") {
#define MODES(F, name, ...)           \
  F(name##_rn, __VA_ARGS__)           \
  F(name##_rz, __VA_ARGS__)           \
  F(name##_ru, __VA_ARGS__)           \
  F(name##_rd, __VA_ARGS__)
#define CHECK_1(name, R, T) check<R, T>(#name, CALL(name));
#define CHECK_2(name, R, T) check<R, T, T>(#name, CALL(name));
#define CHECK_3(name, R, T) check<R, T, T, T>(#name, CALL(name));
#define LINE_1(name, effect, op, T) MODES(CHECK_1, name, T, T)
#define LINE_2(name, effect, op, T) MODES(CHECK_2, name, T, T)
#define LINE_3(name, effect, op, T) MODES(CHECK_3, name, T, T)
#define LINE_CONVERSION(name, effect, kind, From, To) MODES(CHECK_1, name, To, From)
#define LINE_EXACT(name, effect, kind, From, To) CHECK_1(name, To, From)
#define LINE_OTHER_1(name, effect, T, R) CHECK_1(name, R, T)
#define LINE_OTHER_2(name, effect, T, R) CHECK_2(name, R, T)
  SIMT_BUILTINS_ROUNDED_1(LINE_1)
  SIMT_BUILTINS_ROUNDED_2(LINE_2)
  SIMT_BUILTINS_ROUNDED_3(LINE_3)
  SIMT_BUILTINS_ROUNDED_CONVERSIONS(LINE_CONVERSION)
  SIMT_BUILTINS_EXACT_CONVERSIONS(LINE_EXACT)
  SIMT_BUILTINS_ROUNDED_OTHER_1(LINE_OTHER_1)
  SIMT_BUILTINS_ROUNDED_OTHER_2(LINE_OTHER_2)
#undef LINE_1
#undef LINE_2
#undef LINE_3
#undef LINE_CONVERSION
#undef LINE_EXACT
#undef LINE_OTHER_1
#undef LINE_OTHER_2
}

TEST_CASE("builtins: SIMD video") {
#define LINE_1(name, ...)                            \
  check<unsigned, unsigned>(#name "2", CALL(name##2)); \
  check<unsigned, unsigned>(#name "4", CALL(name##4));
#define LINE_2(name, ...)                                        \
  check<unsigned, unsigned, unsigned>(#name "2", CALL(name##2)); \
  check<unsigned, unsigned, unsigned>(#name "4", CALL(name##4));
#define LINE_MINMAX_2(name, effect, part, op, T) check<T, T, T>(#name, CALL(name));
#define LINE_MINMAX_3(name, effect, part, op, T) check<T, T, T, T>(#name, CALL(name));
  SIMT_BUILTINS_VIDEO_1(LINE_1)
  SIMT_BUILTINS_VIDEO_2(LINE_2)
  SIMT_BUILTINS_VIDEO_SUMS(LINE_2)
  SIMT_BUILTINS_MINMAX_2(LINE_MINMAX_2)
  SIMT_BUILTINS_MINMAX_3(LINE_MINMAX_3)
}

}  // namespace
