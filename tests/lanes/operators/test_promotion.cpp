// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/promotion.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace d = simt::detail;
static_assert(std::is_same_v<d::arithmetic_type<char, short>, int>);
static_assert(std::is_same_v<d::arithmetic_type<unsigned, int>, unsigned>);
static_assert(std::is_same_v<d::arithmetic_type<long, float>, float>);
static_assert(std::is_same_v<d::promoted_type<bool>, int>);
static_assert(std::is_same_v<d::promoted_type<unsigned>, unsigned>);
static_assert(std::is_same_v<d::select_type<char, char>, char>);
static_assert(std::is_same_v<d::select_type<char, unsigned char>, int>);

TEST_CASE("promotion: results have the types of C++") {
  simt::varying<unsigned char, 1> const a = 200, b = 100;
  static_assert(std::is_same_v<d::lane_type<decltype(a + b)>, int>);
  CHECK(simt::value(a + b).lane(0) == 300);
}
