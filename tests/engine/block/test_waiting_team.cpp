// SPDX-License-Identifier: MIT
#include <simt/engine/detail/waiting_team.hpp>

#include <doctest/doctest.h>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

using simt::detail::clock_nanoseconds;
using simt::detail::team_task;
using simt::detail::waiting_team;
using simt::detail::worth_asking;

TEST_CASE("worth_asking: members that cost more than they save are left alone") {
  CHECK(worth_asking(500, 16) == 1);
  CHECK(worth_asking(1e6F, 1) == 1);
  CHECK(worth_asking(1e6F, 16) == 16);
  CHECK(worth_asking(4'000, 16) > 4);
  unsigned before = 1;
  for (float ns = 100; ns < 1e6F; ns *= 2) {
    CHECK(worth_asking(ns, 16) >= before);
    before = worth_asking(ns, 16);
  }
}

TEST_CASE("waiting_team: one worker stays with TBB where there are two, one thread is who asks") {
  CHECK(waiting_team::most_of(1) == 0);
  waiting_team::always = true;
  CHECK(waiting_team::most_of(2) == 1);
  CHECK(waiting_team::most_of(3) == 1);
  CHECK(waiting_team::most_of(4) == 2);
  CHECK(waiting_team::most_of(1000) <= waiting_team::most_members);
  waiting_team::always = false;
  CHECK(waiting_team::most_of(100'000) == 0);  // more than there are processors
}

TEST_CASE("waiting_team: one holds it at a time") {
  waiting_team team;
  {
    waiting_team::turn const first(team);
    CHECK(static_cast<bool>(first));
    waiting_team::turn const second(team);
    CHECK_FALSE(static_cast<bool>(second));
  }
  waiting_team::turn const third(team);
  CHECK(static_cast<bool>(third));
}

TEST_CASE("waiting_team: who is asked does its part once before finish returns, or not at all") {
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 16);
  tbb::task_arena arena(16);
  static waiting_team team;
  struct state {
    std::vector<int> times = std::vector<int>(16);
    std::atomic<int> inside{0};
  } s;
  int twice = 0, late = 0;
  long done = 0;
  arena.execute([&] {
    // Members leave and come again: their stay is bounded.
    std::int64_t const end = clock_nanoseconds() + 200'000'000;
    for (int i = 0; clock_nanoseconds() < end || (done == 0 && i < 1'000'000); ++i) {
      waiting_team::turn const held(team);
      REQUIRE(static_cast<bool>(held));
      team.grow(14, clock_nanoseconds());
      std::fill(s.times.begin(), s.times.end(), 0);
      team_task const task{&s, [](void* what, unsigned member) noexcept {
                             auto& own = *static_cast<state*>(what);
                             ++own.inside;
                             ++own.times[member];
                             --own.inside;
                           }};
      unsigned const asked = team.choose(14);
      CHECK(asked <= 14);
      team.ask(task);
      if (i % 2 == 0) std::this_thread::yield();
      team.finish();
      late += s.inside != 0;
      for (int const n : s.times) {
        twice += n > 1;
        done += n;
      }
    }
    team.close();
  });
  CHECK(twice == 0);
  CHECK(late == 0);
  CHECK(done > 0);
  while (team.members() != 0) simt::detail::spin_pause();
}
