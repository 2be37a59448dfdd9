// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/components.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE("components: members by number, in order") {
  simt::detail::components<3, int> c(std::in_place, [](int i) { return i * 10; });
  CHECK(c.x == 0);
  CHECK(c.y == 10);
  CHECK(simt::detail::component<2>(c) == 20);
  simt::detail::component<1>(c) = 5;
  CHECK(c.y == 5);
  std::vector<int> seen;
  simt::detail::each_component<4>([&](auto i) { seen.push_back(i()); });
  CHECK(seen == std::vector{0, 1, 2, 3});
}

}  // namespace simt_test::structs
