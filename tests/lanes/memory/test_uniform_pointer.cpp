// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/uniform_pointer.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

namespace simt_test::uniform_pointers {

TEST_CASE("uniform_pointer: arithmetic, order and conversions are those of a pointer") {
  int a[5] = {1, 2, 3, 4, 5};
  simt::ptr<int> p = a;
  simt::ptr<int const> const q = p + 3;
  CHECK(q - p == 3);
  CHECK(p < q);
  CHECK(q == a + 3);
  CHECK((++p).get() == a + 1);
  CHECK((p -= 1).get() == a);
  CHECK((2 + p - 1).get() == a + 1);
  CHECK_FALSE(static_cast<bool>(simt::ptr<int>(nullptr)));
  struct pair {
    int x, y;
  } s[2] = {{1, 2}, {3, 4}};
  simt::ptr<pair> const r = s;
  CHECK(r->y == 2);
  CHECK(r[1].x == 3);
  r[1].x = 30;
  CHECK(s[1].x == 30);
}

}  // namespace simt_test::uniform_pointers
