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
enum plain_enum { plain_value = 7 };           // made of unsigned, int in arithmetic
enum wide_enum : unsigned { wide_value = 7 };  // unsigned in arithmetic
enum byte_enum : unsigned char { byte_value = 7 };
static_assert(std::is_same_v<d::arithmetic_type<plain_enum, int>, int>);
static_assert(std::is_same_v<d::arithmetic_type<wide_enum, int>, unsigned>);
static_assert(std::is_same_v<d::promoted_type<byte_enum>, int>);

TEST_CASE("promotion: enumerators are the numbers that C++ makes of them") {
  simt::varying<int, 1> const below = -10;
  simt::varying<plain_enum, 1> const v = plain_value;
  CHECK(simt::value((plain_value + below) % 8).lane(0) == -3);
  CHECK(simt::value((v + below) / 2).lane(0) == -1);
  CHECK(simt::value(-v / 2).lane(0) == -3);
  CHECK(simt::value(below < plain_value).lane(0));
}

TEST_CASE("promotion: results have the types of C++") {
  simt::varying<unsigned char, 1> const a = 200, b = 100;
  static_assert(std::is_same_v<d::lane_type<decltype(a + b)>, int>);
  CHECK(simt::value(a + b).lane(0) == 300);
}
