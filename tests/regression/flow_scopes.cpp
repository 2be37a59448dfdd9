// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <vector>

// An else behind a loop or a switch without braces belonged to the loop's own macro.
SIMT_KERNEL(bare_else, (simt::ptr<int> o, int a)) {
  auto i = threadIdx.x;
  varying<int> s = 0;
  varying<int> k = 0;
  simt_if (i < a) simt_while (k < 2) k += 1; else s = 7;
  simt_if (i < a) simt_for (int q = 0, q < 2, ++q) k += 1; else s += 1;
  simt_if (i < a) simt_switch (k) { simt_case (4) k = 9; } else s += 1;
  simt_if (i < a) simt_do k += 1; simt_do_while (k < 12); else s += 1;
  o[i] = s + k;
}
// Gangs that wait inside different ifs end them in another order than they began them.
SIMT_KERNEL(barrier_in_else, (simt::ptr<int> o)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> v = i;
  simt_if (v % 7 == 3) simt_return;
  simt_if (i < 10) {
    simt_return;
  } else {
    simt_if (i >= 60) {
      simt_return;
    } else {
      __syncthreads();
      o[i] = 1;
      __syncthreads();
      o[i] += 1;
    }
    o[i] += 10;
  }
  o[i] += 1000;
}
// Where no thread is active any more, a store to a uniform place must not happen.
SIMT_KERNEL(store_after_break, (simt::ptr<int> o)) {
  varying<int> k = threadIdx.x;
  simt_while (true) {
    simt_if (k >= 0) simt_break;
    o[0] = 1;
    o[1] += 1;
    ++o[2];
    o[3] = k;
  }
  o[threadIdx.x + 4] = k;
}
// A plain break in simt_do left the mask of the last turn behind.
SIMT_KERNEL(break_out_of_do, (simt::ptr<int> o, int n)) {
  varying<int> k = threadIdx.x;
  int turns = 0;
  simt_do {
    k -= 1;
    if (++turns == n) break;
  } simt_do_while (k > 0);
  o[threadIdx.x] = k;
}
// p[n] as an operand of an index did not compile.
SIMT_KERNEL(place_as_bound, (simt::ptr<int> o, simt::ptr<int const> in)) {
  auto i = threadIdx.x;
  simt_if (i < in[0]) o[i + in[1]] = i * in[2] - in[3];
  simt_if (in[0] <= i) o[in[1] + i] = (in[3] - i) / in[2];
}

TEST_CASE("[HIER-020] simt_if: an else behind a loop without braces is its own") {
  simt_test::at_widths([]<int W>() {
    std::vector<int> o(40, -1);
    simt::launch_at<W>(bare_else, simt::shape{1, 40}, o.data(), 3);
    INFO("width ", W);
    for (int i = 0; i < 40; ++i) CHECK(o[static_cast<std::size_t>(i)] == (i < 3 ? 12 : 10));
  });
}

TEST_CASE("[SYNC-001] __syncthreads: inside the else sides of different gangs") {
  simt_test::at_widths([]<int W>() {
    std::vector<int> o(64, -1);
    simt::launch_at<W>(barrier_in_else, simt::shape{1, 64}, o.data());
    INFO("width ", W);
    for (int i = 0; i < 64; ++i)
      CHECK(o[static_cast<std::size_t>(i)] ==
            (i % 7 == 3 || i < 10 || i >= 60 ? -1 : 1012));
  });
}

TEST_CASE("[HIER-020] uniform places: no store where every thread has left") {
  simt_test::at_widths([]<int W>() {
    std::vector<int> o(44, -1);
    simt::launch_at<W>(store_after_break, simt::shape{1, 40}, o.data());
    INFO("width ", W);
    for (int i = 0; i < 44; ++i) CHECK(o[static_cast<std::size_t>(i)] == (i < 4 ? -1 : i - 4));
  });
}

TEST_CASE("simt_do: a plain break is a flow_error") {
  simt_test::at_widths([]<int W>() {
    std::vector<int> o(40, -1);
    CHECK_THROWS_AS(simt::launch_at<W>(break_out_of_do, simt::shape{1, 40}, o.data(), 3),
                    simt::flow_error);
  });
}

TEST_CASE("ptr: an element by a uniform index is an operand of an index") {
  simt_test::at_widths([]<int W>() {
    std::vector<int> o(50, -1);
    std::vector<int> const in{5, 7, 3, 2};
    simt::launch_at<W>(place_as_bound, simt::shape{1, 40}, o.data(), in.data());
    INFO("width ", W);
    for (int i = 0; i < 40; ++i)
      CHECK(o[static_cast<std::size_t>(i + 7)] == (i < 5 ? i * 3 - 2 : (2 - i) / 3));
  });
}

TEST_CASE("launch: values with lanes work in host code after a kernel with a partial gang") {
  std::vector<int> o(40, -1);
  simt::launch_at<32>(bare_else, simt::shape{1, 40}, o.data(), 3);
  simt::varying<int, 32> v = 1;
  v = 2;
  for (int l = 0; l < 32; ++l) CHECK(v.lane(l) == 2);
}
