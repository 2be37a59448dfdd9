// SPDX-License-Identifier: MIT
#include <simt/engine/detail/gang_switch.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace gang_switch_cases {

using engine_test::shape;
using simt::block;

TEST_CASE("gang_switch: no gang has a stack of its own until one waits, then each that begins has") {
  std::vector<bool> waited;
  std::set<std::uintptr_t> stacks;
  simt::run_grid(shape(1, 5, 1), [&](block& b, unsigned g) {
    waited.push_back(b.waited());
    int local = 0;
    stacks.insert(reinterpret_cast<std::uintptr_t>(&local) >> 12);
    if (g >= 1) b.barrier();
  });
  // Gang 0 returned before the first wait, gang 1 waits on the caller's stack.
  CHECK(waited == std::vector<bool>{false, false, true, true, true});
  CHECK(stacks.size() >= 4);
}

TEST_CASE("gang_switch: a gang that yields goes on after all others, and alone at once") {
  std::vector<unsigned> order;
  simt::run_grid(shape(1, 3, 1), [&](block& b, unsigned g) {
    for (int i = 0; i < 2; ++i) {
      order.push_back(g);
      b.yield();
    }
  });
  CHECK(order == std::vector<unsigned>{0, 1, 2, 0, 1, 2});
  order.clear();
  simt::run_grid(shape(1, 1, 1), [&](block& b, unsigned g) {
    b.yield();
    order.push_back(g);
  });
  CHECK(order.size() == 1);
}

TEST_CASE("gang_switch: locals of gangs survive many switches, in block after block") {
  int wrong = 0;
  simt::run_grid(shape(4, 33, 1), [&](block& b, unsigned g) {
    std::uint64_t mine = b.linear() * 1000 + g;
    for (unsigned i = 0; i < 20; ++i) {
      if (g % (i + 1) == 0) b.yield();
      b.barrier();
      mine += i;
    }
    if (mine != b.linear() * 1000 + g + 190) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
  });
  CHECK(wrong == 0);
}

}  // namespace gang_switch_cases
