// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/flow/each_active.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <vector>

TEST_CASE("execution_mask: lanes made active are those that are asked for, in every form") {
  namespace d = simt::detail;
  simt_test::in_gangs([]<int W>() {
    simt_test::random r(W);
    for (int n = 0; n < 20; ++n) {
      d::lane_bits b = {};
      std::vector<int> lanes;
      for (int l = 0; l < W; ++l)
        if (n == 0 || (n > 1 && r.chance(50))) {
          b.word[l / 64] |= 1ull << (l % 64);
          lanes.push_back(l);
        }
      auto& e = d::active_mask();
      d::set_active(e, b);
      std::vector<int> seen;
      d::each_active<W>([&](int l) { seen.push_back(l); });
      auto const back = d::active_bits(e);
      INFO("width ", W, ", set ", n);
      CHECK(seen == lanes);
      CHECK_FALSE(d::any_bit(d::bits_without(b, back)));
      CHECK_FALSE(d::any_bit(d::bits_without(back, b)));
      CHECK(d::any_active(e) == !lanes.empty());
      CHECK(e.all == (static_cast<int>(lanes.size()) == W));
    }
  });
}

TEST_CASE("execution_mask: a run of lanes is what its two ends say, whatever the masks hold") {
  namespace d = simt::detail;
  if (d::has_unwritten_runs)
    simt_test::in_gangs([]<int W>() {
      if constexpr (W > 1) {
        auto& e = d::active_mask();
        for (int n = 0; n <= W; ++n)
          for (bool const behind : {false, true}) {
            d::set_active(e, d::range_bits(W / 2, W / 2 + 1));
            e.all = false;
            e.prefix = behind ? d::run_behind(n) : n;
            auto const want = behind ? d::range_bits(n, W) : d::range_bits(0, n);
            auto const is = d::active_bits(e);
            INFO("width ", W, ", ", behind ? "behind " : "before ", n);
            CHECK_FALSE(d::any_bit(d::bits_without(want, is)));
            CHECK_FALSE(d::any_bit(d::bits_without(is, want)));
            if (n > 0 && n < W) CHECK(d::any_active(e));
          }
        d::set_active(e, d::range_bits(0, W));
      }
    });
}
