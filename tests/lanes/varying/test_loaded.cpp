// SPDX-License-Identifier: MIT
#include <simt/lanes/varying/loaded.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <utility>

namespace simt_test::loads {

// A value computed from memory keeps its mark: `&&` must refuse it on its right side.
using lanes32 = simt::varying<float, 32>;
using loaded32 = simt::detail::loaded<float, 32>;
static_assert(simt::detail::is_loaded<decltype(sqrtf(std::declval<loaded32>()))>);
static_assert(!simt::detail::is_loaded<decltype(sqrtf(std::declval<lanes32&>()))>);
static_assert(simt::detail::is_loaded<decltype(simt::min(std::declval<loaded32>(), 1.0f))>);
static_assert(simt::detail::is_loaded<decltype(simt::select(
                  std::declval<simt::varying<bool, 32>&>(), std::declval<loaded32>(), 1.0f))>);

TEST_CASE("loaded: a value of memory remembers it while it is a temporary") {
  in_gangs([]<int W>() {
    int a[40] = {};
    for (int l = 0; l < 40; ++l) a[l] = l * l;
    simt::ptr<int const> const p = a;
    auto const i = consecutive<W>(0);
    static_assert(simt::detail::is_loaded<decltype(p[i] + 1)>);
    auto const named = p[i] + 1;
    static_assert(!simt::detail::from_memory<decltype((named))>);
    CHECK(every_lane(named, [](int l) { return l * l + 1; }));
  });
}

}  // namespace simt_test::loads
