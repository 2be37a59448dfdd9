// SPDX-License-Identifier: MIT
#include <simt/builtins/atomics/spin.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <engine/block/launches.hpp>
#include <support/lane_masks.hpp>

#include <vector>

namespace spin_cases {

namespace detail = simt::detail;
namespace masks = simt_test::masks;

TEST_CASE("atomics/spin: sixteen in a row at one address, and the block's other gangs run") {
  int here = 0, there = 0;
  std::vector<int> order;
  bool right = true;
  simt::run_grid(engine_test::shape(1, 64, 32), [&](simt::block&, unsigned g) {
    detail::current_spin = {};
    detail::begin_task<32>();
    if (g == 0) {
      masks::lane_set<32> const some(0x0ff0f00fu);
      detail::set_active(detail::active_mask(), masks::bits_of<32>(some));
      detail::current_shared.used = 128;
      for (int i = 0; i < 15; ++i) detail::note_spin(&here);
      detail::note_spin(&there);  // another one: counts from the start
      for (int i = 0; i < 14; ++i) detail::note_spin(&there);
      order.push_back(1);
      detail::note_spin(&there);
      order.push_back(3);
      // What belongs to the gang is there again.
      right = masks::active<32>() == some && detail::active_mask().width == 32 &&
              detail::current_shared.used == 128;
      detail::current_shared.used = 0;
    } else {
      right = right && detail::active_mask().all && detail::current_shared.used == 0;
      order.push_back(2);
      detail::active_mask().all = false;
    }
    detail::begin_task<1>();
  });
  CHECK(order == std::vector{1, 2, 3});
  CHECK(right);
}

TEST_CASE("atomics/spin: so do fences, and none of it does anything outside of a block") {
  std::vector<int> order;
  simt::run_grid(engine_test::shape(1, 2, 1), [&](simt::block&, unsigned g) {
    detail::current_spin = {};
    for (int i = 0; i < 16 && g == 0; ++i) detail::note_fence();
    order.push_back(static_cast<int>(g));
  });
  CHECK(order == std::vector{1, 0});
  detail::active_mask() = {};
  for (int i = 0; i < 40; ++i) detail::note_fence();
  CHECK(detail::active_mask().all);
}

// The usual way to wait: thread 0, or each for its own flag, asks by an atomic that changes nothing
// until another gang has answered.
SIMT_KERNEL(wait_for_others, (simt::ptr<int> flag, simt::ptr<int> seen, int how)) {
  auto const i = threadIdx.x;
  varying<int> s = 0;
  if (how == 0) { simt_if (i == 0) simt_while (s == 0) s = atomicAdd(&flag[0], 0); }
  if (how == 1) { simt_if (i == 0) simt_while (s == 0) s = atomicOr(&flag[0], 0); }
  if (how == 2) { simt_if (i < 5) simt_while (s == 0) s = atomicAnd(&flag[0], -1); }
  if (how == 3) { simt_if (i < 32) simt_while (s == 0) s = atomicSub(&flag[0], 0); }
  if (how == 4) { simt_if (i < 32) simt_while (s == 0) s = atomicAdd(&flag[i], 0); }
  if (how == 5) { simt_if (i < 7) simt_while (s == 0) s = atomicXor(&flag[i], 0); }
  if (how == 6) { simt_if (i == 3) simt_while (s == 0) s = atomicCAS(&flag[i], 9, 9); }
  if (how == 7) { simt_if (i == 3) simt_while (s == 0) s = atomicExch(&flag[i], 0); }
  if (how == 8) {
    simt_if (i == 3) {
      simt_while (s == 0) {
        s = atomicCAS(&flag[i], 9, 9);
        __threadfence();
      }
    }
  }
  simt_if (i >= 32) flag[i - 32] = 4;
  seen[i] = s;
}
SIMT_KERNEL(wait_in_shared, (simt::ptr<int> seen)) {
  __shared__ simt::tile<int[32]> flag;
  auto const i = threadIdx.x;
  simt_if (i < 32) flag[i] = 0;
  __syncthreads();
  varying<int> const j = i % 32;
  varying<int> s = 0;
  simt_if (i < 32) simt_while (s == 0) s = atomicAdd(&flag[j], 0);
  simt_if (i >= 32) flag[i - 32] = 4;
  seen[i] = s;
}
TEST_CASE("atomics/spin: atomics that only read wait for other gangs without end") {
  int const waiting[] = {1, 1, 5, 32, 32, 7, 1, 1, 1};
  auto const counted = [](std::vector<int> const& seen) {
    int n = 0;
    for (int s : seen) n += s == 4;
    return n;
  };
  simt_test::at_widths([&]<int W>() {
    for (int how = 0; how < 9; ++how) {
      CAPTURE(how);
      CAPTURE(W);
      std::vector<int> flag(32), seen(64);
      simt::launch_at<W>(wait_for_others, simt::shape{1, 64}, flag.data(), seen.data(), how);
      CHECK(counted(seen) == waiting[how]);
    }
    std::vector<int> seen(64);
    simt::launch_at<W>(wait_in_shared, simt::shape{1, 64}, seen.data());
    CHECK(counted(seen) == 32);
  });
}

}  // namespace spin_cases
