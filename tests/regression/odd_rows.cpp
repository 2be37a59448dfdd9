// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <vector>

// A row of 12, 6 or 3 threads does not divide a register of 16 or 8 lanes: consecutive loads and
// stores by run took the wrong elements there.
SIMT_KERNEL(odd_rows, (simt::ptr<int> o, simt::ptr<int const> in)) {
  auto i = threadIdx.y * blockDim.x + threadIdx.x;
  auto j = threadIdx.x * blockDim.y + threadIdx.y;
  varying<int> a = in[threadIdx.x];
  varying<int> b = in[threadIdx.y];
  o[i] = a * 1000000 + b * 1000 + in[j];
  o[i + 1000] = in[i];
}

template <int W, int X, int Y>
void check_rows() {
  std::vector<int> o(2000, -1), in(1000);
  for (int i = 0; i < 1000; ++i) in[static_cast<std::size_t>(i)] = i;
  simt::launch_at<W>(odd_rows, simt::shape{1, simt::block_shape<X, Y>}, o.data(), in.data());
  INFO("width ", W, ", block ", X, " x ", Y);
  for (int y = 0; y < Y; ++y)
    for (int x = 0; x < X; ++x) {
      auto const i = static_cast<std::size_t>(y * X + x);
      CHECK(o[i] == x * 1000000 + y * 1000 + x * Y + y);
      CHECK(o[i + 1000] == y * X + x);
    }
}

TEST_CASE("[HIER-004] rows that do not divide a register: loads and stores take their own element") {
  check_rows<96, 12, 8>();
  check_rows<96, 6, 32>();
  check_rows<96, 3, 32>();
  check_rows<96, 96, 2>();
  check_rows<simt::whole_block, 12, 8>();
  check_rows<simt::whole_block, 7, 5>();
  check_rows<32, 12, 8>();
  check_rows<1, 12, 8>();
}
