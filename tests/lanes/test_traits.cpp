// SPDX-License-Identifier: MIT
#include <simt/lanes/traits.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <type_traits>

namespace {

using namespace simt::detail;
using simt::varying;

enum class color : unsigned char { red, green };
struct plain_one {};
using index_type =
    simt::detail::index<int, geometry<32, 32>, fixed_stride<1>, fixed_stride<0>, fixed_stride<0>, true>;
using truth = varying<bool, 32>;
using less = decltype(as_predicate<32>(std::declval<varying<int, 32>>() < 3));
using element = place<float, index_type>;

// Which operand is what, whatever its qualifiers.
static_assert(lane_value<varying<float, 64> const&> && lane_value<index_type> && lane_value<element&&>);
static_assert(!lane_value<float> && !lane_value<plain_one> && !lane_value<uniform_place<int>>);
static_assert(lane_predicate<truth> && lane_predicate<less> && !lane_predicate<varying<int, 32>>);
static_assert(thread_index<index_type const&> && !thread_index<varying<int, 32>>);
static_assert(lane_element<element const&> && !lane_element<varying<float, 32>>);
static_assert(uniform_element<uniform_place<int>&> && !uniform_element<element>);
static_assert(constant_value<simt::constant<3> const&> && !constant_value<int> &&
              !constant_value<plain_one>);
static_assert(uniform_value<int const&> && uniform_value<color> && uniform_value<bool> &&
              uniform_value<simt::constant<3>> && uniform_value<uniform_place<double>>);
static_assert(!uniform_value<int*> && !uniform_value<plain_one> && !uniform_value<index_type>);

// The type of one lane.
static_assert(std::is_same_v<lane_type<varying<short, 32>&>, short>);
static_assert(std::is_same_v<lane_type<color const&>, unsigned char>);
static_assert(std::is_same_v<lane_type<index_type>, int> && std::is_same_v<lane_type<truth>, bool>);
static_assert(std::is_same_v<lane_type<element>, float> &&
              std::is_same_v<lane_type<simt::constant<3>>, int>);

// Widths: 0 goes with every width.
static_assert(width_of<int> == 0 && width_of<varying<int, 64>> == 64 && width_of<index_type> == 32);
static_assert(common_width<int, varying<int, 64>&> == 64 && common_width<index_type, float> == 32 &&
              common_width<int, int> == 0);
static_assert(same_width<int, varying<int, 64>> && same_width<truth, index_type> &&
              !same_width<varying<int, 64>, index_type>);
static_assert(lane_operands<int, truth> && lane_operands<element&, element&> &&
              !lane_operands<int, float> && !lane_operands<truth, plain_one> &&
              !lane_operands<int*, truth>);

static_assert(uniform_of(color::green) == 1 && uniform_of(simt::constant<-7>{}) == -7);

}  // namespace

TEST_CASE("traits: a uniform place is read when its value is asked for") {
  int memory = 5;
  auto const read = [&] { return uniform_of(uniform_place<int>(&memory)); };
  static_assert(std::is_same_v<decltype(read()), int>);
  CHECK(read() == 5);
  memory = 6;
  CHECK(read() == 6);
}
