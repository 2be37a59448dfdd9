// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/unlikely.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("unlikely: lanes part as by any simt_if, also where the condition holds for all or none") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<double, W> const d = i * 1.0;
    auto const unlikely = [](auto const& p) {
      return simt::detail::unlikely_condition<simt::detail::plain<decltype(p)>>{p};
    };
    bool right = true;
    for (int n : {-1, 0, W / 2, W - 1, W}) {
      simt::varying<int, W> a = 0, b = 0, c = 0;
      simt_if (unlikely(i < n)) a = 1; else a = 2;
      simt_if (i % 2 == 0) {
        simt_if (unlikely(d < n)) b = 1; else b = 2;
      }
      simt_for (int k = 0, k < 4, ++k) {
        simt_if (unlikely(d * k > n)) simt_break;
        ++c;
      }
      right = right && simt_test::every_lane(a, [n](int l) { return l < n ? 1 : 2; }) &&
              simt_test::every_lane(b, [n](int l) { return l % 2 != 0 ? 0 : l < n ? 1 : 2; }) &&
              simt_test::every_lane(c, [n](int l) {
                int k = 0;
                while (k < 4 && !(l * k > n)) ++k;
                return k;
              });
    }
    INFO("width ", W);
    CHECK(right);
    CHECK(simt::detail::active_mask().all);
  });
}
