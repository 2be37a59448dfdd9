// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/varying_vector.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE("varying_vector: members are varyings, a uniform goes to every lane") {
  in_gangs([]<int W>() {
    varying<float4, W> v = simt::make_float4(1, 2, 3, 4);
    simt_if (lane_numbers<W>() % 2 == 0) {
      v.x = lane_numbers<W>();
      v.w += v.y;
    }
    INFO("width ", W);
    CHECK(for_lanes<W>([&](int l) {
      bool const on = l % 2 == 0;
      return v.lane(l).x == (on ? static_cast<float>(l) : 1.0f) &&
             v.lane(l).w == (on ? 6.0f : 4.0f);
    }));
    v.set_lane(0, simt::make_float4(7, 7, 7, 7));
    CHECK(v.z.lane(0) == 7);
  });
}

}  // namespace simt_test::structs
