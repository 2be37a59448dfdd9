// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/split_access.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>
#include <support/lone_pages.hpp>

#include <cstdint>
#include <type_traits>

namespace simt_test::split_accesses {

namespace detail = simt::detail;
using simt::varying;
constexpr int native = simt::simd::native_lanes;

template <int N, class F>
detail::axis_table<N, true> table(F f) {
  detail::axis_table<N, true> t;
  for (int i = 0; i < N; ++i) t.v[i] = f(i);
  return t;
}

/// Loads in gangs of GX by GY threads by an index that is data along one axis or both.
template <class T, int GX, int GY>
bool loads() {
  constexpr int W = GX * GY;
  using G = detail::geometry<W, GX, GY>;
  using one = detail::fixed_stride<1>;
  using none = detail::fixed_stride<0>;
  constexpr int pitch = GX + 2;
  constexpr int base = 1;
  auto const rows = table<GY>([](int y) { return pitch * (y > 0 ? y - 1 : 0); });
  auto const clamped = table<GX>([](int x) { return x > 0 ? x - 1 : 0; });
  auto const moved = table<GX>([](int) { return 2; });
  detail::axis_table<GX, false> const no_x;
  detail::axis_table<GY, false> const no_y;
  using own = detail::index<int, G, one, none, none, true>;
  using row_only = detail::index<int, G, none, detail::dynamic_stride, none, true>;
  auto const by_row = detail::make_split(own(base, {}, {}, {}), no_x, rows);
  auto const beside = detail::make_split(row_only(base, {}, {pitch}, {}), clamped, no_y);
  auto const shifted = detail::make_split(own(base, {}, {}, {}), moved, rows);
  auto const apart = detail::make_split(row_only(base, {}, {pitch}, {}),
                                        table<GX>([](int x) { return x * 3 % GX; }), no_y);
  lone_pages const pages;
  constexpr std::size_t count = base + pitch * GY;  // the last element is the last that may be read
  T* const p = reinterpret_cast<T*>(pages.end()) - count;
  for (std::size_t i = 0; i < count; ++i) p[i] = static_cast<T>(i * 5 % 120);
  bool right = true;
  auto const check = [&](auto const& index, auto where) {
    for (auto const& active : masks::sets<W>()) {
      masks::activate<W>(active);
      varying<T, W> const v = detail::load_split<T, 0>(p, index);
      for (int l = 0; l < W; ++l)
        right = right && (!active[static_cast<std::size_t>(l)] ||
                          v.lane(l) == p[where(l % GX, l / GX)]);
      right = right && masks::active<W>() == active;
    }
  };
  check(by_row, [](int x, int y) { return base + x + pitch * (y > 0 ? y - 1 : 0); });
  check(beside, [](int x, int y) { return base + pitch * y + (x > 0 ? x - 1 : 0); });
  check(shifted, [](int x, int y) { return base + x + 2 + pitch * (y > 0 ? y - 1 : 0); });
  check(apart, [](int x, int y) { return base + pitch * y + x * 3 % GX; });
  detail::active_mask() = {};
  return right;
}

TEST_CASE("split_access: rows that begin where data says, for all lanes and some, to the last byte") {
  CHECK(loads<int, native, 4>());
  CHECK(loads<float, native, 2>());
  CHECK(loads<float, 2 * native, 4>());
  CHECK(loads<double, native, 4>());
  CHECK(loads<double, 2 * native, 2>());
  CHECK(loads<std::uint8_t, native, 4>());
  CHECK(loads<std::int64_t, native, 8>());
  CHECK(loads<bool, native, 4>());
}

}  // namespace simt_test::split_accesses
