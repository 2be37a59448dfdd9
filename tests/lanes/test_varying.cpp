// SPDX-License-Identifier: MIT
#include <simt/lanes/varying.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

/// Values of From that C++ converts to To with a defined result.
template <class From, class To>
bool converts(From x) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> &&
                !std::is_same_v<To, bool>) {
    return x > static_cast<From>(std::numeric_limits<To>::min()) - 1 &&
           x < static_cast<From>(std::numeric_limits<To>::max());
  } else {
    static_cast<void>(x);
    return true;
  }
}
template <class To, int W, class From>
[[gnu::noinline]] varying<To, W> converted(varying<From, W> const& x) {
  return x;
}
template <class From, class To, int W>
void check_conversion(mismatches& m) {
  auto const all = values<From>();
  varying<From, W> v = From{};
  std::vector<From> fit;
  for (From const x : all)
    if (converts<From, To>(x)) fit.push_back(x);
  for (std::size_t first = 0; first < fit.size(); first += W) {
    for (int l = 0; l < W; ++l)
      v.set_lane(l, fit[(first + static_cast<std::size_t>(l)) % fit.size()]);
    auto const r = converted<To, W>(v);
    for (int l = 0; l < W; ++l)
      m.compare(r.lane(l), static_cast<To>(v.lane(l)), "to", v.lane(l), sizeof(To), W);
  }
}

TEST_CASE("varying: every type converts to every other as in C++") {
  numbers::each([]<class From>() {
    mismatches m;
    numbers::each([&]<class To>() { check_conversion<From, To, simt::simd::native_lanes>(m); });
    CHECK_NONE(m);
  });
  types<std::int8_t, std::uint64_t, double>::each([]<class From>() {
    mismatches m;
    numbers::each([&]<class To>() { check_conversion<From, To, 1>(m); });
    CHECK_NONE(m);
  });
}

TEST_CASE("[HIER-020] varying: assignment obeys the mask, construction does not") {
  at_widths([]<int W>() {
    auto const p = pattern<W>(3);
    varying<int, W> x = 1;
    varying<bool, W> b = false;
    varying<double, W> d = 0.5;
    varying<int, W> born = 0, copied = 0;
    simt_if (p) {
      x = 2;
      b = true;
      d = x;
      varying<int, W> const fresh = 7;
      for (int l = 0; l < W; ++l) born.set_lane(l, fresh.lane(l));
      varying<int, W> const copy = x;
      for (int l = 0; l < W; ++l) copied.set_lane(l, copy.lane(l));
    }
    INFO("width ", W);
    bool any = false;
    for (int l = 0; l < W; ++l) any = any || p.lane(l);
    for (int l = 0; l < W; ++l) {
      bool const on = p.lane(l);
      CHECK(x.lane(l) == (on ? 2 : 1));
      CHECK(b.lane(l) == on);
      CHECK(d.lane(l) == (on ? 2.0 : 0.5));
      if (any) {
        CHECK(born.lane(l) == 7);
        CHECK(copied.lane(l) == x.lane(l));
      }
    }
  });
}

TEST_CASE("varying: a gang as wide as the largest block") {
  constexpr int W = simt::detail::max_lanes;
  mismatches m;
  check_operator<times, W, int, int>(m);
  check_operator<divide, W, float, float>(m);
  check_operator<shift_left, W, std::uint64_t, std::uint64_t>(m);
  check_operator<less, W, std::int8_t, std::int8_t>(m);
  CHECK_NONE(m);
}

}  // namespace simt_test::operators
