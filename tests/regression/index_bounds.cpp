// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <limits>
#include <vector>

// Comparisons of indices with uniforms at the ends of their types.
SIMT_KERNEL(unsigned_wrap, (simt::ptr<int> o, unsigned u)) {
  auto i = simt::let<unsigned>(threadIdx.x);
  varying<int> r = 0;
  simt_if (i + (u - 1u) < 5u) r = 1;  // u is 0: lane 0 wraps to the top, the others come down by 1
  o[threadIdx.x] = r;
}
SIMT_KERNEL(largest_bound, (simt::ptr<int> o, long most, long least, unsigned long top)) {
  auto i = threadIdx.x;
  varying<int> r = 0;
  simt_if (i <= most) r += 1;
  simt_if (i > least) r += 2;
  simt_if (i >= least) r += 4;
  simt_if (i != most) r += 8;
  simt_if (i == least) r += 16;
  simt_if (i < top) r += 32;
  simt_if (2 * i + 1 < top) r += 64;
  simt_if (2 * i + 1 > least) r += 128;
  o[i] = r;
}

TEST_CASE("compare: an unsigned index wraps as C++ has it") {
  simt_test::at_widths([]<int W>() {
    std::vector<int> o(40, -1);
    simt::launch_at<W>(unsigned_wrap, simt::shape{1, 40}, o.data(), 0u);
    INFO("width ", W);
    for (unsigned i = 0; i < 40; ++i) CHECK(o[i] == (i - 1u < 5u ? 1 : 0));
  });
}

TEST_CASE("compare: bounds at the ends of long") {
  simt_test::at_widths([]<int W>() {
    std::vector<int> o(40, -1);
    simt::launch_at<W>(largest_bound, simt::shape{1, 40}, o.data(),
                       std::numeric_limits<long>::max(), std::numeric_limits<long>::min(), ~0ul);
    INFO("width ", W);
    for (int x : o) CHECK(x == 1 + 2 + 4 + 8 + 32 + 64 + 128);
  });
}
