// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/uniform_vector.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE(
    "uniform_vector: a place that reads as a vector, and keeps one lane of what is assigned") {
  in_gangs([]<int W>() {
    float4 a[2] = {simt::make_float4(1, 2, 3, 4), simt::make_float4(5, 6, 7, 8)};
    simt::ptr<float4> const p = a;
    float4 const whole = p[1];
    CHECK(whole.z == 7);
    CHECK(p[0].y + 1.0f == 3.0f);
    p[0] = p[1];
    CHECK(a[0].w == 8);
    varying<float4, W> v = simt::make_float4(0, 0, 0, 9);
    simt_if (lane_numbers<W>() < 0) p[1] = v;  // no lane
    CHECK(a[1].w == 8);
    p[1] = v;
    CHECK(a[1].w == 9);
  });
}

}  // namespace simt_test::structs
