// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/vector_place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE("vector_place: vectors move whole and by member, consecutive and not") {
  in_gangs([]<int W>() {
    std::vector<float4> a(80), b(80, simt::make_float4(-1, -1, -1, -1));
    for (int i = 0; i < 80; ++i) a[at(i)] = make_item(i).color;
    simt::ptr<float4> const p = a.data(), q = b.data();
    auto const i = consecutive<W>(0);
    varying<int, W> const twice = lane_numbers<W>() * 2;
    varying<float4, W> const v = p[i], w = p[twice];
    q[i] = v;
    simt_if (lane_numbers<W>() % 2 == 1) q[twice + 1].z = w.w;
    INFO("width ", W);
    CHECK(for_lanes<W>([&](int l) {
      auto const f = static_cast<float>(l);
      bool const odd = l % 2 == 1 && 2 * l + 1 >= W;
      return v.lane(l).y == f + 1 && w.lane(l).x == 2 * f && b[at(l)].x == f &&
             (!odd || (b[at(2 * l + 1)].z == 2 * f + 3 && b[at(2 * l + 1)].x == -1));
    }));
  });
}

}  // namespace simt_test::structs
