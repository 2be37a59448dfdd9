// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/arithmetic.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("[MATHF-001..MATHF-003] [MATHD-001..MATHD-003] arithmetic: +, - and * give what C++ gives each lane") {
  check_operators<types<plus, minus, times>>();
}

TEST_CASE("varying: minus, plus, complement and not") {
  numbers::each([]<class T>() {
    for_widths<1, simt::simd::native_lanes>([]<int W>() {
      mismatches m;
      for (T const x : values<T>()) {
        varying<T, W> const v = x;
        using P = promoted<T>;
        auto const negative = simt::value(-v);
        auto const positive = simt::value(+v);
        auto const none = simt::value(!v);
        static_assert(std::is_same_v<simt::detail::lane_type<decltype(negative)>, P>);
        static_assert(std::is_same_v<simt::detail::lane_type<decltype(positive)>, P>);
        for (int l = 0; l<W; l += W> 1 ? W - 1 : 1) {
          P expected = static_cast<P>(-static_cast<P>(1));
          if constexpr (std::is_floating_point_v<T>)
            expected = -x;
          else
            expected = wrapped<P>(P{}, P(x), [](auto a, auto b) { return a - b; });
          m.compare(negative.lane(l), expected, "-", x, 0, W);
          m.compare(positive.lane(l), P(x), "+", x, 0, W);
          m.compare(none.lane(l), x == T{}, "!", x, 0, W);
        }
        if constexpr (std::is_integral_v<T>) {
          auto const complement = simt::value(~v);
          m.compare(complement.lane(W - 1), static_cast<P>(P(-1) ^ P(x)), "~", x, 0, W);
        }
      }
      CHECK_NONE(m);
    });
  });
}

}  // namespace simt_test::operators
