// SPDX-License-Identifier: MIT
#include <simt/launch/detail/element_comparison.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace element_comparison_cases {

using namespace simt::detail;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

struct mixed {
  int count;
  float value;
};
struct with_double {
  double value;
  long id;
};
struct comparable {
  float value;
  bool operator==(comparable const&) const { return true; }
};
enum class color : unsigned char { green = 3 };

static_assert(default_tolerance<int>() == 0 && default_tolerance<simt::int3>() == 0 &&
              default_tolerance<color>() == 0);
static_assert(default_tolerance<float>() == default_tolerance<simt::float4>() &&
              default_tolerance<double>() < default_tolerance<float>() &&
              default_tolerance<mixed>() == default_tolerance<float>());

TEST_CASE("element_comparison: floats differ relative to themselves or to the buffer") {
  CHECK(same_number(1.0f, 1.0009f, 1e-3, 0));
  CHECK_FALSE(same_number(1.0f, 1.0011f, 1e-3, 0));
  CHECK(same_number(-1e30f, -1.0009e30f, 1e-3, 0));
  CHECK_FALSE(same_number(1e-10f, -1e-10f, 1e-3, 0));
  CHECK(same_number(1e-10f, -1e-10f, 1e-3, 1.0));  // about zero beside numbers about one
  CHECK(same_number(0.0f, -0.0f, 0, 0));
  CHECK((same_number(nan, -nan, 0, 0) && same_number(infinity, infinity, 0, 0)));
  CHECK_FALSE(same_number(nan, 1.0f, 1e30, 1e30));
  CHECK_FALSE(same_number(infinity, -infinity, 1e30, 1e30));
  CHECK_FALSE(same_number(infinity, std::numeric_limits<float>::max(), 1e30, 1e30));
  CHECK_FALSE(same_number(1000000, 1000001, 1.0, 1.0));
}

TEST_CASE("element_comparison: what is about zero in a buffer, its NaNs apart") {
  float const numbers[] = {3.0f, -1.0f, nan, infinity, 2.0f};
  CHECK(mean_magnitude(numbers, 5) == 2.0);
  simt::float2 const pairs[] = {simt::make_float2(4.0f, -2.0f), simt::make_float2(nan, 0.0f)};
  CHECK(mean_magnitude(pairs, 2) == 2.0);
  int const integers[] = {7};
  CHECK(mean_magnitude(integers, 1) == 0);
  CHECK(mean_magnitude(numbers, 0) == 0);
}

TEST_CASE("element_comparison: vectors by component, structs by what could be a float in them") {
  using simt::make_float3;
  CHECK(same_element(make_float3(1, 2, 3), make_float3(1, 2.0001f, 3), 1e-3, 0));
  CHECK_FALSE(same_element(make_float3(1, 2, 3), make_float3(1, 2, 3.1f), 1e-3, 0));
  CHECK(same_element(mixed{5, 1.0f}, mixed{5, 1.0001f}, 1e-3, 0));
  CHECK_FALSE(same_element(mixed{5, 1.0f}, mixed{6, 1.0f}, 1e-3, 0));
  CHECK_FALSE(same_element(mixed{5, 1.0f}, mixed{5, 1.1f}, 1e-3, 0));
  CHECK(same_element(mixed{5, nan}, mixed{5, -nan}, 1e-3, 0));
  CHECK(same_element(with_double{0.1, 7}, with_double{std::nextafter(0.1, 1.0), 7}, 1e-3, 0));
  CHECK_FALSE(same_element(with_double{0.1, 7}, with_double{0.1, 8}, 1e-3, 0));
  CHECK_FALSE(same_element(with_double{0.1, 7}, with_double{0.10001, 7}, 1e-3, 0));
  // The program's own comparison counts.
  CHECK(same_element(comparable{1}, comparable{2}, 0, 0));
}

TEST_CASE("element_comparison: elements as text that tells them from their neighbours") {
  CHECK(element_text(0.1f) == "0.100000001");
  CHECK(element_text(0.1) == "0.10000000000000001");
  CHECK(element_text(-3) == "-3");
  CHECK(element_text(true) == "true");
  CHECK(element_text(color::green) == "3");
  CHECK(element_text(simt::make_int3(1, -2, 3)) == "(1, -2, 3)");
  struct bytes {
    unsigned char a, b;
  };
  CHECK(element_text(bytes{0x0f, 0xa0}) == "bytes 0f a0");
}

}  // namespace element_comparison_cases
