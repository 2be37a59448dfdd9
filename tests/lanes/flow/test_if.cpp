// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/if.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <stdexcept>

TEST_CASE("[HIER-020] if: each side runs for the lanes that take it, nested and in a chain") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<int, W> r = -1;
    simt_if (i % 3 == 0) {
      simt_if (i % 2 == 0) r = 0; else r = 1;
    } else simt_if (i % 3 == 1) {
      r = 2;
    } else {
      r = 3;
    }
    INFO("width ", W);
    CHECK(simt_test::every_lane(
        r, [](int l) { return l % 3 == 0 ? l % 2 : l % 3 == 1 ? 2 : 3; }));
    CHECK(simt::detail::active_mask().all);
  });
}

TEST_CASE("if: a side without lanes does not run, uniform conditions run one side") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    int first = 0, second = 0;
    simt_if (i >= 0) ++first; else ++second;
    simt_if (i < 0) ++first; else ++second;
    simt_if (W > 0) ++first; else ++second;
    simt_if (W < 0) ++first; else ++second;
    INFO("width ", W);
    CHECK(first == 2);
    CHECK(second == 2);
  });
}

TEST_CASE("if: an exception restores the lanes, a plain break is an error") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    CHECK_THROWS_AS(
        [&] {
          simt_if (i % 2 == 0) throw std::runtime_error("out");
        }(),
        std::runtime_error);
    CHECK(simt::detail::active_mask().all);
    CHECK_THROWS_AS(
        [&] {
          for (int n = 0; n < 2; ++n) simt_if (i % 2 == 0) {
              if (n == 0) return;
            }
        }(),
        simt::detail::flow_fault);
    CHECK(simt::detail::active_mask().all);
  });
}
