// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/shift.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("shift: << and >> give what a GPU gives each lane, by any count") {
  check_operators<types<>, types<shift_left, shift_right>>();
}

TEST_CASE("[FP-010] shift: shifts and divisions by numbers that the compiler knows") {
  for_widths<1, simt::simd::native_lanes>([]<int W>() {
    mismatches m;
    types<int, unsigned, std::int64_t, std::uint64_t>::each([&]<class T>() {
      for (T const x : values<T>()) {
        varying<T, W> const v = x;
        auto const see = [&](auto const& r, T expected, char const* op, int n) {
          auto const lanes = simt::value(r);
          for (int l = 0; l < W; ++l) m.compare(lanes.lane(l), expected, op, x, n, W);
        };
        see(v << 0, shifted_left<T>(x, 0), "<<", 0);
        see(v << 31, shifted_left<T>(x, 31), "<<", 31);
        see(v << 32, shifted_left<T>(x, 32), "<<", 32);
        see(v << 64, shifted_left<T>(x, 64), "<<", 64);
        see(v << -1, shifted_left<T>(x, T(-1)), "<<", -1);
        see(v >> 31, shifted_right<T>(x, 31), ">>", 31);
        see(v >> 32, shifted_right<T>(x, 32), ">>", 32);
        see(v >> 100, shifted_right<T>(x, 100), ">>", 100);
        see(v / 7, quotient<T>(x, 7), "/", 7);
        see(v % 8, remainder_of<T>(x, 8), "%", 8);
        see(v / 1, x, "/", 1);
        see(v / -1, quotient<T>(x, T(-1)), "/", -1);
        see(v % -1, remainder_of<T>(x, T(-1)), "%", -1);
        see(v / 0, quotient<T>(x, 0), "/", 0);
        see(v % 0, remainder_of<T>(x, 0), "%", 0);
        see(v / simt::constant<0>{}, quotient<T>(x, 0), "/", 0);
        see(v / simt::constant<16>{}, quotient<T>(x, 16), "/", 16);
        see(5 / v, quotient<T>(5, x), "5 /", static_cast<int>(x));
        see(varying<T, W>(std::numeric_limits<T>::min()) / varying<T, W>(static_cast<T>(-1)),
            quotient<T>(std::numeric_limits<T>::min(), static_cast<T>(-1)), "least /", -1);
      }
    });
    CHECK_NONE(m);
  });
}

}  // namespace simt_test::operators
