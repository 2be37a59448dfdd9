// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/norm.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("norm: lengths without overflow on the way, infinity before NaN") {
  auto const inf = std::numeric_limits<double>::infinity();
  in_gangs([&]<int W>() {
    for (double const s : {1.0, 1e200, 1e-200}) {
      varying<double, W> const a[3] = {2 * s, -3 * s, 6 * s};
      bool right = true;
      varying<double, W> const n = norm(3, a), r = rnorm(3, a),
                               h = hypot(a[0] * 1.5, a[1] * 4.0 / 3.0);
      varying<double, W> const d = norm3d(a[0], a[1], a[2]), e = norm4d(a[0], a[1], a[2], 0.0);
      for (int l = 0; l < W; ++l)
        right = right && near(n.lane(l), 7 * s, 4) && near(h.lane(l), 5 * s, 4) &&
                near(r.lane(l), 1 / (7 * s), 4) && near(d.lane(l), 7 * s, 4) &&
                near(e.lane(l), 7 * s, 4);
      INFO("scale ", s, ", width ", W);
      CHECK(right);
    }
    varying<double, W> const b[2] = {inf, std::nan("")};
    CHECK(every_lane(norm(2, b), [&](int) { return inf; }));
    CHECK(every_lane(rnorm(2, b), [](int) { return 0.0; }));
  });
}

}  // namespace simt_test::functions
