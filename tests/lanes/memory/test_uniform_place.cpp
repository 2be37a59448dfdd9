// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/uniform_place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>

namespace simt_test::arrays {

SIMT_KERNEL(one_place, (simt::ptr<int> o, simt::ptr<int const> a, int n)) {
  auto const i = threadIdx.x;
  int const x = a[3];
  o[-1] = x;
  o[-2] += 4;
  simt_if (i < n) {
    o[-3] = 5;
    o[-4] *= 2;
    ++o[-5];
  }
  simt_if (i > 1000) {
    o[-6] = 1;
    ++o[-7];
  }
  simt_if (i == 9) o[-8] = i;  // one thread writes
  o[0] = a[0] + a[1] * x;
  simt::ptr<int const> const q = &a[4];
  o[1] = q[0] + *q + (a + 2)[2];
  o[2] = static_cast<int>(q - a);
}

TEST_CASE("uniform_place: one element for all threads, untouched where none is active") {
  at_widths([]<int W>() {
    array<int> o, in(9);
    for (int i = -20; i < 20; ++i) o[i] = 100;
    simt::launch_at<W>(one_place, simt::shape{1, simt::block_shape<20>}, o.begin(), in.begin(), 20);
    INFO("width ", W);
    int const gangs = (20 + W - 1) / W;  // a uniform statement runs once a gang
    CHECK(o[-1] == in[3]);
    CHECK(o[-2] == 100 + 4 * gangs);
    CHECK(o[-3] == 5);
    int twice = 100;
    for (int g = 0; g < gangs && g < 20; ++g)
      twice = static_cast<int>(static_cast<unsigned>(twice) * 2u);
    CHECK(o[-4] == twice);
    CHECK(o[-5] == 100 + gangs);
    CHECK(o[-6] == 100);
    CHECK(o[-7] == 100);
    CHECK(o[-8] == 9);
    CHECK(o[0] == in[0] + in[1] * in[3]);
    CHECK(o[1] == in[4] * 3);
    CHECK(o[2] == 4);
  });
}

}  // namespace simt_test::arrays
