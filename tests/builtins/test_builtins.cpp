// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/builtins/builtins.def>
#include <simt/builtins/intrinsics.hpp>
#include <simt/builtins/math.hpp>
#include <simt/builtins/rounding.hpp>
#include <simt/builtins/video/video.hpp>

#include <doctest/doctest.h>
#include <support/listed_functions.hpp>

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

using simt_test::number;
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

/// The lanes are the numbers. (One function for all that give Rs: in each call it costs as much to compile as
/// the function that is called.)
template <class R>
[[gnu::noinline]] void check_lanes_of(char const* name, lanes<R> const& got, R const (&wanted)[width], exactness e) {
  CAPTURE(name);
  int wrong = 0;
  for (int l = 0; l < width; ++l) wrong += !agree<R>(got.lane(l), wanted[l], e);
  CHECK(wrong == 0);
}

/// f of lanes of Ts has lanes of R, which are f of the numbers.
template <class R, class... T, class F, std::size_t... I>
[[gnu::noinline]] void check(char const* name, F f, exactness e, std::index_sequence<I...>) {
  for (std::uint64_t turn = 0; turn < 4; ++turn) {
    std::tuple<lanes<T>...> const x{numbers<T>(turn * 4 + I)...};
    auto const got = f(std::get<I>(x)...);
    static_assert(std::is_same_v<decltype(got), lanes<R> const>);
    R wanted[width];
    for (int l = 0; l < width; ++l) wanted[l] = static_cast<R>(f(std::get<I>(x).lane(l)...));
    check_lanes_of<R>(name, got, wanted, e);
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
#define LISTED(name, ...) check<__VA_ARGS__>(#name, CALL(name));
  SIMT_TEST_INTEGERS
#undef LISTED
}

TEST_CASE("builtins: mathematics that CUDA alone has") {
#define LISTED(name, ...) check<__VA_ARGS__>(#name, CALL(name), exactness::close);
  SIMT_TEST_CUDA_MATH
#undef LISTED
}

TEST_CASE("builtins: mathematics that C's library has for numbers") {
#define LISTED(name, ...) check_lanes<__VA_ARGS__>(CALL(name));
  SIMT_TEST_C_MATH
#undef LISTED
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
#define LISTED(name, ...) check<__VA_ARGS__>(#name, CALL(name));
  SIMT_TEST_VIDEO
#undef LISTED
}

}  // namespace
