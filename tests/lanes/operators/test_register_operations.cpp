// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/operators/register_operations.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <limits>

TEST_CASE("register_operations: integers wrap, shifts by too much leave no bit") {
  namespace d = simt::detail;
  auto const most = std::numeric_limits<int>::max();
  auto const check = [&]<int L>() {
    using V = simt::simd::vec<int, L>;
    auto const first = [](V v) { return simt::simd::get<int, L>(v, 0); };
    auto const all = [](int x) { return simt::simd::broadcast<int, L>(x); };
    CHECK(first(d::add_op::apply<int, L>(all(most), all(1))) == std::numeric_limits<int>::min());
    CHECK(first(d::sub_op::apply<int, L>(all(-2), all(most))) == most);
    CHECK(first(d::mul_op::apply<int, L>(all(1 << 30), all(4))) == 0);
    CHECK(first(d::shl_op::apply<int, L>(all(-1), all(32))) == 0);
    CHECK(first(d::shl_op::apply<int, L>(all(-1), all(-1))) == 0);
    CHECK(first(d::shr_op::apply<int, L>(all(-8), all(100))) == -1);
    CHECK(first(d::shr_op::apply<int, L>(all(-8), all(1))) == -4);
    CHECK(first(d::xor_op::apply<int, L>(all(5), all(6))) == 3);
  };
  check.template operator()<1>();
  check.template operator()<simt::simd::native_lanes>();
}
