// SPDX-License-Identifier: MIT
#include <simt/builtins/atomics/lane_operands.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace atomic_operand_cases {

namespace detail = simt::detail;
namespace masks = simt_test::masks;
using simt_test::consecutive, simt_test::every_lane;

TEST_CASE("atomics/lane_operands: one value for all or one for each lane, converted") {
  masks::at_all_widths([]<int W>() {
    auto const i = consecutive<W>(-3);
    detail::atomic_operand<std::uint16_t, W, true> const of_lanes(i);
    detail::atomic_operand<double, W, true> const of_doubles(i);
    detail::atomic_operand<std::uint16_t, W, false> const of_all(-3);
    bool right = true;
    for (int l = 0; l < W; ++l)
      right = right && of_lanes[l] == static_cast<std::uint16_t>(l - 3) &&
              of_doubles[l] == l - 3.0 && of_all[l] == 65533;
    CHECK(right);
  });
}

TEST_CASE("atomics/lane_operands: active lanes in ascending order, and whether there is any") {
  masks::at_all_widths([]<int W>() {
    for (auto const& active : masks::sets<W>()) {
      masks::activate<W>(active);
      std::vector<int> seen, expected;
      detail::for_active<W>([&](int l) { seen.push_back(l); });
      for (int l = 0; l < W; ++l)
        if (active[static_cast<std::size_t>(l)]) expected.push_back(l);
      CHECK(seen == expected);
      CHECK(detail::any_active<W>() == active.any());
    }
  });
}

TEST_CASE("atomics/lane_operands: lanes that take no part have 0 for an old value") {
  masks::at_all_widths([]<int W>() {
    auto const sets = masks::sets<W>();
    for (auto const& active : sets) {
      masks::activate<W>(active);
      detail::atomic_result<short, W, true> old;
      detail::for_active<W>([&](int l) { old.set(l, static_cast<short>(-1 - l)); });
      CHECK(every_lane(old.get(), [&](int l) {
        return static_cast<short>(active[static_cast<std::size_t>(l)] ? -1 - l : 0);
      }));
    }
  });
  static_assert(std::is_void_v<detail::old_values<int, 32, false>>);
  static_assert(std::is_void_v<decltype(detail::atomic_result<int, 32, false>().get())>);
}

}  // namespace atomic_operand_cases
