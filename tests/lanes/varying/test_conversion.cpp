// SPDX-License-Identifier: MIT
#include <simt/lanes/varying/conversion.hpp>
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

TEST_CASE("varying: one number for all lanes becomes an integer as each lane's would") {
  double volatile large = 2e10;
  float volatile least = -3e9f;
  varying<unsigned, 32> u = static_cast<double>(large);
  CHECK(u.lane(3) == 4294967295u);
  u = static_cast<float>(least);
  CHECK(u.lane(31) == 0);
  varying<int, 32> const i = static_cast<float>(least);
  CHECK(i.lane(0) == -2147483647 - 1);
  varying<unsigned char, 32> const b = static_cast<double>(large);
  CHECK(b.lane(7) == 255);
}

}  // namespace simt_test::operators
