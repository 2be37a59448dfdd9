// SPDX-License-Identifier: MIT
#include <simt/lanes/flow/unroll.hpp>

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("unroll: the values of the loop, each a constant") {
  std::vector<int> seen;
  simt::unroll<2, 9, 3>([&](auto i) {
    static_assert(decltype(i)::value >= 2);
    seen.push_back(i);
  });
  CHECK(seen == std::vector{2, 5, 8});
  seen.clear();
  simt::unroll<3, 3>([&](auto i) { seen.push_back(i); });
  CHECK(seen.empty());
  simt::unroll_halving<20>([&](auto i) { seen.push_back(i); });
  CHECK(seen == std::vector{20, 10, 5, 2, 1});
}
