// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/traits.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

#include <string>
#include <type_traits>

namespace simt_test::struct_traits {

struct listed {
  float x;
  int n;
};
SIMT_STRUCT(listed, x, n)
struct unlisted {
  float x;
};
union either {
  int i;
  float f;
};

using namespace simt::detail;

static_assert(vector_struct<simt::float3> && vector_struct<simt::uchar4 const> &&
              !vector_struct<unlisted> && !vector_struct<float>);
static_assert(vector_traits<simt::float3>::size == 3 && vector_traits<simt::int1>::size == 1 &&
              vector_traits<unlisted>::size == 0);
static_assert(std::is_same_v<vector_traits<simt::uchar4>::element, unsigned char>);
static_assert(is_struct<either> && is_struct<listed> && !is_struct<int> && !is_struct<int[2]>);
static_assert(listed_struct<listed> && listed_struct<listed const> && !listed_struct<unlisted> &&
              !listed_struct<simt::float2>);
// A struct is plain, listed or a vector, and what has a copy of its own is none of them.
static_assert(plain_struct<unlisted> && plain_struct<either> && !plain_struct<listed> &&
              !plain_struct<simt::float4> && !plain_struct<std::string>);
static_assert(aggregate<listed> && aggregate<simt::float4> && !aggregate<std::string> &&
              !aggregate<double>);
static_assert(own_lanes<simt::__half> && own_lanes<simt::__half2> && !own_lanes<unlisted>);
static_assert(std::is_same_v<same_const<int, float const>, int const> &&
              std::is_same_v<same_const<int, float>, int>);

TEST_CASE("struct/traits: lanes of a struct are kept as its kind says") {
  constexpr int W = simt::simd::native_lanes;
  simt::varying<listed, W> members;
  members.x = 1.0f;
  members.n = 3;
  CHECK(members.x.lane(0) == 1.0f);
  CHECK(members.n.lane(W - 1) == 3);
  simt::varying<unlisted, W> const whole(unlisted{2.0f});
  CHECK(whole.lane(W - 1).x == 2.0f);
  simt::varying<simt::float2, W> const vector(simt::make_float2(4.0f, 5.0f));
  CHECK(vector.y.lane(W - 1) == 5.0f);
}

}  // namespace simt_test::struct_traits
