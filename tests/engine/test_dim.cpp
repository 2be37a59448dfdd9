// SPDX-License-Identifier: MIT
#include <simt/engine/dim.hpp>

#include <doctest/doctest.h>

using simt::dim3;
using simt::uint3;

static_assert(dim3(2, 3, 4).count() == 24);
static_assert(dim3(2147483647, 65535, 1).count() == 2147483647ULL * 65535ULL);
static_assert(dim3(7) == dim3(7, 1, 1));
static_assert(dim3(uint3{1, 2, 3}) == dim3(1, 2, 3));

TEST_CASE("[HIER-004] unflatten: x runs fastest, then y, then z") {
  dim3 const shape(5, 3, 2);
  unsigned linear = 0;
  for (unsigned z = 0; z < 2; ++z)
    for (unsigned y = 0; y < 3; ++y)
      for (unsigned x = 0; x < 5; ++x, ++linear) {
        CHECK(simt::unflatten(linear, shape) == uint3{x, y, z});
        CHECK(simt::flatten(uint3{x, y, z}, shape) == linear);
      }
}

TEST_CASE("[HIER-008][VEC-002] dim3: extents that are left out are 1, integers and uint3 convert") {
  auto const count = [](dim3 d) { return d.count(); };
  CHECK(count(5) == 5);
  CHECK(count({4, 2}) == 8);
  CHECK(dim3().count() == 1);
  CHECK(count(uint3{2, 3, 5}) == 30);
  uint3 const back = dim3(6, 7);
  CHECK(back == uint3{6, 7, 1});
}
