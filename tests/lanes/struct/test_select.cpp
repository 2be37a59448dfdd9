// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/select.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE("struct/select: whole structs and vectors, lane by lane") {
  in_gangs([]<int W>() {
    auto const p = lane_numbers<W>() % 2 == 0;
    varying<item, W> const a = make_item(1), b = make_item(2);
    varying<float4, W> const c = simt::make_float4(1, 2, 3, 4), d = simt::make_float4(5, 6, 7, 8);
    auto const r = select(p, a, b);
    auto const s = select(p, c, d);
    auto const t = select(false, c, d);
    INFO("width ", W);
    CHECK(for_lanes<W>([&](int l) {
      bool const on = l % 2 == 0;
      return r.lane(l).number == (on ? 7 : 14) && s.lane(l).z == (on ? 3 : 7) && t.lane(l).x == 5;
    }));
  });
}

}  // namespace simt_test::structs
