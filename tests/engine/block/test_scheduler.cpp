// SPDX-License-Identifier: MIT
#include <simt/engine/detail/scheduler.hpp>

#include <doctest/doctest.h>

#include <set>

namespace scheduler_cases {

using simt::detail::scheduler;

void again(simt::detail::context*) {}

TEST_CASE("scheduler: a block starts with one gang on the caller's stack and the rest to begin") {
  simt::detail::fiber_pool pool(64 * 1024);
  scheduler s;
  for (unsigned const count : {1u, 31u, 64u, 1000u})
    for (unsigned const running : {0u, count / 2, count - 1}) {
      CAPTURE(count);
      CAPTURE(running);
      s.start(count, running, pool, &again);
      CHECK(s.gangs.size() > count);
      CHECK(s.live == count - running);
      CHECK(s.next_start == running + 1);
      CHECK(s.root == running);
      for (unsigned g = 0; g < count; ++g) {
        CHECK(s.done.contains(g) == (g < running));
        CHECK_FALSE(s.runnable.contains(g));
        CHECK_FALSE(s.in_warp(g));
        CHECK_FALSE(s.in_meeting(g));
      }
      // What a block leaves behind is forgotten by the next.
      s.arrived = s.idle_yields = s.warp_waiters = 3;
      s.contribute(5);
      s.meetings.resize(count);
      s.meetings[0] = {0, 4};
      s.warps.resize(count / 32 + 1);
      s.warps[0].waiting = ~0u;
      CHECK(s.in_warp(0));
      CHECK(s.in_meeting(0));
    }
  s.start(5, 0, pool, &again);
  CHECK(s.arrived + s.idle_yields + s.warp_waiters + s.nonzero == 0);
  CHECK(s.sum == 0);
}

TEST_CASE("scheduler: fibers are its own until it gives them back, and taken again by each block") {
  simt::detail::fiber_pool pool(64 * 1024), other(128 * 1024);
  scheduler s;
  s.start(8, 0, pool, &again);
  std::set<simt::detail::fiber*> first, second;
  for (int i = 0; i < 4; ++i) first.insert(s.take_fiber());
  CHECK(first.size() == 4);
  CHECK(first.count(nullptr) == 0);
  s.start(8, 0, pool, &again);
  for (int i = 0; i < 4; ++i) second.insert(s.take_fiber());
  CHECK(first == second);
  CHECK(s.fibers.size() == 4);
  s.start(8, 0, other, &again);  // stacks of another size
  CHECK(s.fibers.empty());
  CHECK(s.take_fiber() != nullptr);
  s.check_canaries();
  s.give_back();
  CHECK(s.fibers_used == 0);
}

TEST_CASE("scheduler: a barrier's sum, and whether all or any of its gangs contribute") {
  scheduler s;
  for (long const c : {3L, 0L, -1L}) s.contribute(c);
  s.take_sums(3);
  CHECK((s.last_sum == 2 && !s.last_all && s.last_any));
  for (long const c : {0L, 0L}) s.contribute(c);
  s.take_sums(2);
  CHECK((s.last_sum == 0 && !s.last_all && !s.last_any));
  for (long const c : {1L, -1L}) s.contribute(c);
  s.take_sums(2);
  CHECK((s.last_sum == 0 && s.last_all && s.last_any));
}

TEST_CASE("scheduler: lanes of a warp that exist and have not finished") {
  simt::detail::fiber_pool pool(64 * 1024);
  scheduler s;
  s.start(70, 0, pool, &again);
  CHECK(s.alive(0) == ~0u);
  CHECK(s.alive(1) == ~0u);
  CHECK(s.alive(2) == 0x3fu);
  s.done.insert(33);
  s.done.insert(69);
  CHECK(s.alive(1) == ~2u);
  CHECK(s.alive(2) == 0x1fu);
}

}  // namespace scheduler_cases
