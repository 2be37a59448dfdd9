// SPDX-License-Identifier: MIT
#include <simt/builtins/integer/arithmetic.hpp>
#include <simt/builtins/integer/bits.hpp>
#include <simt/builtins/integer/call.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {
template <class T>
using lanes = simt::varying<T, 32>;
}  // namespace

TEST_CASE("integer/call: operands are converted to their type, the result to its own") {
  auto const n = simt::detail::intrinsic<simt::detail::popc_op, unsigned, int>(
      static_cast<signed char>(-1));
  static_assert(std::is_same_v<decltype(n), int const>);
  CHECK(n == 32);
  lanes<short> x = short{0};
  for (int l = 0; l < 32; ++l) x.set_lane(l, static_cast<short>(-l));
  auto const all = simt::detail::intrinsic<simt::detail::mulhi_op, int, int>(x, 1 << 30);
  static_assert(std::is_same_v<decltype(all), lanes<int> const>);
  CHECK(all.lane(0) == 0);
  CHECK(all.lane(9) == -3);  // -9 * 2^30 / 2^32, rounded down
}

TEST_CASE("integer/call: bits are read as another type of their size") {
  CHECK(simt::detail::reinterpret<float, int>(1.0f) == 0x3f800000);
  CHECK(simt::detail::reinterpret<long long, double>(0x4000000000000000) == 2.0);
  auto const x = simt::detail::reinterpret<float, unsigned>(lanes<float>(-0.0f));
  CHECK(x.lane(31) == 0x80000000u);
}
