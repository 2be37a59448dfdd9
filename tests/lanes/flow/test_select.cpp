// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/select.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>
#include <support/lane_operators.hpp>

#include <type_traits>

TEST_CASE("select: lanes and uniforms mix, inactive lanes have a value, too") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<double, W> const d = i * 0.5;
    simt::varying<int, W> r = 0;
    simt_if (i % 2 == 0) {
      auto const x = simt::select(i < 5, i, -1);
      for (int l = 0; l < W; ++l) r.set_lane(l, x.lane(l));
    }
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) { return l < 5 ? l : -1; }));
    CHECK(simt_test::every_lane(simt::select(i % 3 == 0, d, i),
                                [](int l) { return l % 3 == 0 ? l * 0.5 : l; }));
    CHECK(simt_test::every_lane(simt::select(i % 3 == 0, i < 2, true),
                                [](int l) { return l % 3 != 0 || l < 2; }));
    CHECK(simt_test::every_lane(simt::select(false, i, 7), [](int) { return 7; }));
  });
  static_assert(std::is_same_v<decltype(simt::select(true, 1, 2.5)), double>);
  CHECK(simt::select(true, 1, 2.5) == 1.0);
}

TEST_CASE("select, simt_select: the type of both sides, or what arithmetic makes of them") {
  simt_test::at_widths([]<int W>() {
    using simt::varying;
    auto const p = simt_test::operators::pattern<W>(5);
    varying<std::uint8_t, W> const a = 200, b = 100;
    varying<std::int16_t, W> const s = -5;
    auto const x = select(p, a, b);
    auto const y = simt_select(p, a, b);
    auto const z = select(p, a, s);
    auto const w = simt_select(p, a, s);
    auto const u = simt_select(p, a, std::uint8_t{3});
    auto const f = simt_select(p, 2.5f, s);
    auto const q = simt_select(p, !p, p);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(x)>, std::uint8_t>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(y)>, std::uint8_t>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(z)>, int>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(w)>, int>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(u)>, std::uint8_t>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(f)>, float>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(q)>, bool>);
    INFO("width ", W);
    for (int l = 0; l < W; ++l) {
      bool const on = p.lane(l);
      CHECK(x.lane(l) == (on ? 200 : 100));
      CHECK(y.lane(l) == (on ? 200 : 100));
      CHECK(z.lane(l) == (on ? 200 : -5));
      CHECK(w.lane(l) == (on ? 200 : -5));
      CHECK(u.lane(l) == (on ? 200 : 3));
      CHECK(f.lane(l) == (on ? 2.5f : -5.0f));
      CHECK(q.lane(l) == false);
    }
  });
}
