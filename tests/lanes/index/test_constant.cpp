// SPDX-License-Identifier: MIT
#include <simt/lanes/index/constant.hpp>

#include <doctest/doctest.h>

TEST_CASE("constant: computes like an int, and is known when the program is compiled") {
  constexpr simt::constant<5> five;
  static_assert(five + 1 == 6 && 2 * five == 10 && five / 2 == 2);
  static_assert(decltype(+five)::value == 5);
  int array[five] = {};
  CHECK(sizeof array / sizeof array[0] == 5);
}
