// SPDX-License-Identifier: MIT
#include <simt/engine/gang_loop.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace gang_loop_cases {

using engine_test::shape;
using simt::block;

using visits = std::vector<std::pair<unsigned, unsigned>>;  // block and gang

TEST_CASE("gang_loop: every gang of every block in order, on one thread of a task") {
  for (unsigned const gangs : {1u, 2u, 5u}) {
    visits seen, expected;
    auto const info = shape(1, gangs, 1);
    for (unsigned b = 0; b < 1; ++b)
      for (unsigned g = 0; g < gangs; ++g) expected.emplace_back(b, g);
    simt::run_grid(info, [&](block& b, unsigned g) { seen.emplace_back(b.index().x, g); });
    CHECK(seen == expected);
  }
}

/// Runs `per_call` gangs at a time, as a kernel of threads does, and says which was the last.
struct several {
  visits* seen;
  unsigned* calls;
  unsigned per_call;
  unsigned operator()(block& b, unsigned g) const {
    ++*calls;
    unsigned const end = std::min(g + per_call, b.info().gangs);
    for (unsigned i = g; i < end; ++i) {
      b.start(i);
      seen->emplace_back(b.index().x, i);
      if (b.waited()) return i;
    }
    return end - 1;
  }
};
TEST_CASE("gang_loop: a runner may run several gangs at a call") {
  visits seen;
  unsigned calls = 0;
  simt::run_grid(shape(1, 10, 1), several{&seen, &calls, 4});
  CHECK(calls == 3);
  CHECK(seen.size() == 10);
  CHECK(std::is_sorted(seen.begin(), seen.end()));
}

/// Is told where a task begins, and has an expansion of its own for fibers.
struct entering {
  int* entered;
  int* alone_calls;
  void enter(block&) const { ++*entered; }
  void operator()(block& b, unsigned) const { b.barrier(); }
  void alone(block& b, unsigned) const {
    ++*alone_calls;
    b.barrier();
  }
};
TEST_CASE("gang_loop: what is the same for a task is set up once; fibers run a gang alone") {
  int entered = 0, alone_calls = 0;
  simt::run_grid(shape(1, 6, 1), entering{&entered, &alone_calls});
  CHECK(entered == 1);
  CHECK(alone_calls == 5);
  static_assert(simt::detail::runs_alone<entering> && !simt::detail::runs_alone<several>);
  // Small runners are copied into the task, others are not.
  static_assert(std::is_same_v<simt::detail::task_runner<several>, several const>);
  struct large {
    char bytes[300];
  };
  static_assert(std::is_same_v<simt::detail::task_runner<large>, large const&>);
}

}  // namespace gang_loop_cases
