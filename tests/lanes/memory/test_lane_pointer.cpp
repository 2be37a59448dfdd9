// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/lane_pointer.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>
#include <support/lane_gangs.hpp>

#include <vector>

namespace simt_test::arrays {

// Addresses of elements as pointers.
SIMT_KERNEL(addresses, (simt::ptr<float> o, simt::ptr<float const> a)) {
  auto const i = threadIdx.x;
  auto const p = a + i;
  auto const q = &o[2 * i];
  *q = p[1];
  q[1] = *p;
}

TEST_CASE("lane_pointer: addresses of elements are pointers for each thread") {
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

TEST_CASE("lane_pointer: addresses of members, of places and through other types of index") {
  in_gangs([]<int W>() {
    struct pair {
      int x;
      float y;
    };
    std::vector<pair> memory(2 * W);
    for (int i = 0; i < 2 * W; ++i) memory[static_cast<std::size_t>(i)] = {i, 0.5f * static_cast<float>(i)};
    simt::ptr<pair> const p = memory.data();
    auto const i = consecutive<W>(0);
    auto const back = lane_numbers<W>() * -1 + (W - 1);
    auto const q = &p[i];
    varying<int, W> const by_member = q->*&pair::x;
    varying<float, W> const behind = (p + back)[W]->*&pair::y;
    varying<int*, W> const of_member = &(p[back]->*&pair::x);  // of another stride than ints
    *of_member = -1;
    CHECK(every_lane(by_member, [](int l) { return l; }));
    CHECK(every_lane(behind, [](int l) { return 0.5f * static_cast<float>(2 * W - 1 - l); }));
    bool right = q.address() == memory.data();
    for (int l = 0; l < W; ++l) right = right && memory[static_cast<std::size_t>(l)].x == -1;
    CHECK(right);
  });
}

}  // namespace simt_test::arrays
