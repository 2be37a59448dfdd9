// SPDX-License-Identifier: MIT
#include <simt/builtins/atomics/update.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <type_traits>
#include <vector>

namespace atomic_update_cases {

namespace detail = simt::detail;
namespace masks = simt_test::masks;
using detail::atomic_add, detail::atomic_exch;
using simt_test::every_lane;

static_assert(detail::atomic_width<int*, int, int>() == 0 &&
              detail::atomic_width<int*, simt::varying<int, 64>&, int>() == 64 &&
              detail::atomic_width<int*, int, simt::varying<int, 64>>() == 64);

TEST_CASE("atomics/update: addresses by thread, by data, backwards and the same for all") {
  masks::at_all_widths([]<int W>() {
    auto const sets = masks::sets<W>();
    for (auto const& active : {sets[1], sets[8]}) {
      masks::activate<W>(active);
      std::vector<int> memory(2 * W + 1, 10);
      simt::ptr<int> const p = memory.data();
      auto const i = simt_test::consecutive<W>(1);
      auto const data = simt_test::lanes<int, W>([](int l) { return 2 * (l / 2); });
      auto const on = [&](int l) { return active[static_cast<std::size_t>(l)]; };
      auto const one = detail::atomic_update<atomic_add, W, true>(&p[i], i, 0);
      CHECK(every_lane(one, [&](int l) { return on(l) ? 10 : 0; }));
      auto const two = detail::atomic_update<atomic_exch, W, true>(&p[2 * W - 2 * i], -1, 0);
      auto const same = detail::atomic_update<atomic_add, W, true>(&p[i * 0], 1, 0);
      auto const pairs = detail::atomic_update<atomic_add, W, true>(p + data, 1, 0);
      auto const whole = detail::atomic_update<atomic_add, W, true>(memory.data() + 2 * W, 1, 0);
      // The same, lane by lane.
      std::vector<int> expected(2 * W + 1, 10);
      auto const update = [&](auto const& old, auto where, auto f) {
        bool right = true;
        for (int l = 0; l < W; ++l)
          if (on(l)) {
            int& cell = expected[static_cast<std::size_t>(where(l))];
            right = right && old.lane(l) == cell;
            cell = f(cell, l);
          }
        CHECK(right);
      };
      auto const plus_one = [](int x, int) { return x + 1; };
      update(one, [](int l) { return l + 1; }, [](int x, int l) { return x + l + 1; });
      update(two, [](int l) { return 2 * W - 2 * (l + 1); }, [](int, int) { return -1; });
      update(same, [](int) { return 0; }, plus_one);
      update(pairs, [](int l) { return 2 * (l / 2); }, plus_one);
      update(whole, [](int) { return 2 * W; }, plus_one);
      CHECK(memory == expected);
      CHECK(masks::active<W>() == active);
    }
  });
}

TEST_CASE("atomics/update: outside of a kernel's gang each active lane counts") {
  int cell = 0;
  masks::at_all_widths([&]<int W>() {
    for (auto const& active : masks::sets<W>()) {
      masks::activate<W>(active);
      cell = 5;
      detail::atomic_free<atomic_add>(&cell, 3, 0);
      static_assert(std::is_void_v<decltype(detail::atomic_free<atomic_add>(&cell, 3, 0))>);
      CHECK(cell == 5 + 3 * static_cast<int>(active.count()));
    }
  });
}

}  // namespace atomic_update_cases
