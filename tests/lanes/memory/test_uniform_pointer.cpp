// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/uniform_pointer.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>

namespace simt_test::arrays {

// Addresses of elements as pointers.
SIMT_KERNEL(addresses, (simt::ptr<float> o, simt::ptr<float const> a)) {
  auto const i = threadIdx.x;
  auto const p = a + i;
  auto const q = &o[2 * i];
  *q = p[1];
  q[1] = *p;
}

TEST_CASE("uniform_pointer: addresses of elements are pointers for each thread") {
  at_widths([]<int W>() {
    array<float> got, expected, in(3);
    run<W>(addresses, got.begin(), in.begin());
    each_thread([&](int i) {
      expected[2 * i] = in[i + 1];
      expected[2 * i + 1] = in[i];
    });
    INFO("width ", W);
    CHECK((got == expected));
  });
}


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

}  // namespace simt_test::arrays
