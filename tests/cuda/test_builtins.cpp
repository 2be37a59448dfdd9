// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime.h>

#include <simt/builtins/builtins.def>

#include <doctest/doctest.h>
#include <support/listed_functions.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

// The functions of numbers that builtins.def names, in global scope: with CUDA's types, and the values
// that simt's have. (What is taken into global scope by name is there, or the header does not compile.)
namespace {

using simt_test::number;

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
#define LISTED(name, ...) check<__VA_ARGS__>(BOTH(name));
#define BOTH(name) \
  #name, [](auto... x) { return ::name(x...); }, [](auto... x) { return simt::name(x...); }

TEST_CASE("builtins: integers in global scope") {
  SIMT_TEST_INTEGERS
}

TEST_CASE("builtins: mathematics in global scope") {
  SIMT_TEST_CUDA_MATH
}

TEST_CASE("builtins: C's functions of float without an f in global scope") {
#define LINE(name, ...) static_assert(std::is_same_v<decltype(::name(1.0f)), float>);
  SIMT_BUILTINS_C_MATH_1(LINE)
#undef LINE
  CHECK(::sqrt(4.0f) == 2);
}

TEST_CASE("builtins: dot products take vectors of bytes and of halves") {
  CHECK(::__dp4a(char4{-1, 2, 3, -4}, char4{5, 6, -7, 8}, 100) == 100 - 5 + 12 - 21 - 32);
  CHECK(::__dp4a(uchar4{255, 2, 3, 4}, uchar4{5, 6, 7, 8}, 1u) == 1 + 1275 + 12 + 21 + 32);
  CHECK(::__dp2a_lo(short2{-300, 400}, char4{2, -3, 4, 5}, 7) == 7 - 600 - 1200);
  CHECK(::__dp2a_hi(short2{-300, 400}, char4{2, -3, 4, 5}, 7) == 7 - 1200 + 2000);
  CHECK(::__dp2a_lo(ushort2{60000, 400}, uchar4{2, 3, 4, 5}, 7u) == 7 + 120000 + 1200);
  CHECK(::__dp2a_hi(ushort2{60000, 400}, uchar4{2, 3, 4, 5}, 7u) == 7 + 240000 + 2000);
}

TEST_CASE("builtins: SIMD video in global scope") {
  SIMT_TEST_VIDEO
}

}  // namespace
