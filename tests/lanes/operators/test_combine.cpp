// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/combine.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

namespace detail = simt::detail;

/// Each register of S lanes as one of T lanes is each lane converted.
template <class T, class S, int W>
void check_registers(mismatches& m) {
  using V = varying<T, W>;
  auto const all = values<S>();
  for (std::size_t first = 0; first < all.size(); ++first) {
    varying<S, W> x = S{};
    for (int l = 0; l < W; ++l) {
      S const s = all[(first + static_cast<std::size_t>(l)) % all.size()];
      // A float that T cannot hold has no C++ value.
      bool fits = true;
      if constexpr (std::is_floating_point_v<S> && !std::is_floating_point_v<T>)
        fits = s > -100 && s < 100 && (std::is_signed_v<T> || s >= 0);
      x.set_lane(l, fits ? s : S(1));
    }
    V r;
    for (int i = 0; i < V::count; ++i) r.v[i] = detail::register_as<T>(x, i);
    for (int l = 0; l < W; ++l)
      m.compare(r.lane(l), static_cast<T>(x.lane(l)), "as", x.lane(l), T{}, W);
  }
}

TEST_CASE("combine: registers of one size become those of another, lane by lane") {
  using from = types<std::int8_t, std::uint16_t, int, unsigned, std::int64_t, float, double>;
  from::each([]<class S>() {
    mismatches m;
    from::each([&]<class T>() {
      for_widths<1, simt::simd::native_lanes, 64>([&]<int W>() { check_registers<T, S, W>(m); });
    });
    CHECK_NONE(m);
  });
}

// Reads a truth value or a place once, at the call; lanes are handed on as they are.
static_assert(std::is_same_v<decltype(detail::operand<int, 32>(std::declval<varying<float, 32>&>())),
                             varying<float, 32> const&>);
static_assert(std::is_same_v<decltype(detail::operand<int, 32>(std::declval<varying<bool, 32>&>())),
                             varying<int, 32>>);
static_assert(std::is_same_v<decltype(detail::operand<short, 32>(3)), varying<short, 32>>);

struct first_less_twice {
  template <class R, int L>
  static simt::simd::vec<R, L> apply(simt::simd::vec<R, L> a, simt::simd::vec<R, L> b) {
    return a - b - b;
  }
};

TEST_CASE("combine: operands of any kind are converted, then combined register by register") {
  for_widths<1, simt::simd::native_lanes, 32, 64>([]<int W>() {
    auto const x = [](int l) { return static_cast<std::uint8_t>(250 + l % 6); };
    varying<std::uint8_t, W> bytes = std::uint8_t{};
    varying<bool, W> odd = false;
    for (int l = 0; l < W; ++l) {
      bytes.set_lane(l, x(l));
      odd.set_lane(l, l % 2 != 0);
    }
    auto const a = detail::combine<first_less_twice, double>(bytes, 0.25f);
    auto const b = detail::combine<first_less_twice, int>(7, odd);
    auto const c = detail::combine<first_less_twice, std::int64_t>(odd, bytes);
    static_assert(std::is_same_v<decltype(a), varying<double, W> const>);
    bool right = true;
    for (int l = 0; l < W; ++l)
      right = right && a.lane(l) == x(l) - 0.5 && b.lane(l) == 7 - 2 * (l % 2) &&
              c.lane(l) == l % 2 - 2 * x(l);
    CAPTURE(W);
    CHECK(right);
  });
}

}  // namespace simt_test::operators
