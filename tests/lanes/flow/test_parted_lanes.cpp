// SPDX-License-Identifier: MIT
#include <simt/lanes/flow/parted_lanes.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

namespace simt_test::parted {

namespace detail = simt::detail;
using detail::early_exits;

TEST_CASE("parted_lanes: lanes part, change sides and meet again, within any mask") {
  masks::at_all_widths([]<int W>() {
    bool right = true;
    auto const sets = masks::sets<W>();
    for (auto const& before : sets)
      for (auto const& holds : sets) {
        masks::activate<W>(before);
        int const run = detail::prefix_of(masks::bits_of<W>(before));
        detail::active_mask().prefix = run;
        auto const first = before & holds, second = before & ~holds;
        detail::parted_lanes<W, early_exits::possible> lanes;
        simt::simd::part_mask<detail::part_lanes<W>> take[detail::parts_of<W>];
        int const sides = lanes.part(masks::condition<W>(holds), take);
        right = right && sides == (first.any() ? 1 : 0) + (second.any() ? 2 : 0) &&
                masks::active<W>() == before;
        if (sides != 3) {  // nobody has been told apart: nothing is to be undone
          lanes.otherwise();
          right = right && masks::active<W>() == before && detail::active_mask().prefix == run;
          lanes.leave();
          right = right && masks::active<W>() == before;
          continue;
        }
        right = right && masks::set_of<W>(take) == first;
        lanes.enter(take);
        right =
            right && masks::active<W>() == first && detail::active_mask().prefix == detail::no_run;
        lanes.otherwise();
        right =
            right && masks::active<W>() == second && detail::active_mask().prefix == detail::no_run;
        lanes.leave();
        right = right && masks::active<W>() == before && detail::active_mask().prefix == run;
      }
    CAPTURE(W);
    CHECK(right);
  });
}

TEST_CASE("parted_lanes: lanes that leave on either side do not come back") {
  masks::at_all_widths([]<int W>() {
    bool right = true;
    auto const sets = masks::sets<W>();
    for (auto const& before : sets)
      for (auto const& left : sets) {
        auto const holds = sets[4];  // every other lane
        masks::activate<W>(before);
        detail::parted_lanes<W, early_exits::possible> lanes;
        simt::simd::part_mask<detail::part_lanes<W>> take[detail::parts_of<W>];
        if (lanes.part(masks::condition<W>(holds), take) != 3) continue;
        lanes.enter(take);
        masks::remove<W>(left);
        lanes.otherwise();
        right = right && masks::active<W>() == (before & ~holds & ~left);
        lanes.leave();
        right = right && masks::active<W>() == (before & ~left);
      }
    CAPTURE(W);
    CHECK(right);
  });
}

TEST_CASE("parted_lanes: a thread's place in its block parts a gang as its lanes do") {
  masks::at_all_widths([]<int W>() {
    if constexpr (W > simt::simd::native_lanes) {
      constexpr int columns = simt::simd::native_lanes;
      using G = detail::geometry<W, columns, W / columns>;
      using one = detail::fixed_stride<1>;
      using none = detail::fixed_stride<0>;
      detail::index<int, G, one, none, none, true> const x(0, {}, {}, {});
      detail::index<int, G, none, one, none, true> const y(0, {}, {}, {});
      bool right = true;
      auto const check = [&](auto const& condition, auto const& expected) {
        for (auto const& before : masks::sets<W>()) {
          masks::activate<W>(before);
          auto const p = detail::as_predicate<W>(condition);
          masks::lane_set<W> holds;
          for (int l = 0; l < W; ++l)
            holds[static_cast<std::size_t>(l)] = expected(l % columns, l / columns);
          detail::parted_lanes<W, early_exits::none> lanes;
          simt::simd::part_mask<detail::part_lanes<W>> take[detail::parts_of<W>];
          int const sides = lanes.part(p, take);
          right = right && sides == ((before & holds).any() ? 1 : 0) +
                                        ((before & ~holds).any() ? 2 : 0);
          if (sides == 3) right = right && masks::set_of<W>(take) == (before & holds);
        }
      };
      check(x < columns / 2, [](int i, int) { return i < columns / 2; });
      check(y >= 1, [](int, int j) { return j >= 1; });
      check(x > 0 && y > 0, [](int i, int j) { return i > 0 && j > 0; });
      check(x > 0 && x < columns - 1 && y == 1,
            [](int i, int j) { return i > 0 && i < columns - 1 && j == 1; });
      CAPTURE(W);
      CHECK(right);
    }
  });
}

}  // namespace simt_test::parted
