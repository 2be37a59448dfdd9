// SPDX-License-Identifier: MIT
#include <simt/engine/detail/block_access.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace block_access_cases {

using simt::block;
using simt::detail::block_access;

TEST_CASE("block_access: from block to block, x fastest, from wherever it is set") {
  auto const info = engine_test::shape(simt::dim3(3, 2, 2), 4, 1);
  simt::run_grid(engine_test::shape(1, 1, 1), [&](block&, unsigned) {
    static int const runner = 0;
    simt::detail::launch_state state;
    block b(info, state, nullptr, nullptr, &runner);
    CHECK(block_access::run_gang(b) == &runner);
    CHECK(block_access::gangs(b) == 4);
    for (std::uint64_t from : {0u, 2u, 5u, 7u}) {
      block_access::seek(b, from, info.grid.count());
      for (std::uint64_t at = from; at < info.grid.count(); ++at) {
        CHECK(b.linear() == at);
        CHECK(b.current_gang() == 0);
        b.start(3);
        block_access::next_block(b);
      }
    }
    // Gangs in order, as long as none has waited.
    block_access::seek(b, 0, info.grid.count());
    std::vector<unsigned> order;
    for (unsigned g = 0; g != simt::detail::no_gang; g = block_access::next_gang(b, g)) {
      order.push_back(g);
      CHECK(b.current_gang() == g);
    }
    CHECK(order == std::vector<unsigned>{0, 1, 2, 3});
    CHECK_FALSE(block_access::end_block(b));
    CHECK_FALSE(block_access::on_fiber(b));
  });
}

TEST_CASE("block_access: an index that counts in two words carries nothing into y") {
  simt::uint3 i{0xfffffffeu, 7, 9};
  CHECK(block_access::step_x(i) == 0xffffffffu);
  CHECK(i == simt::uint3{0xffffffffu, 7, 9});
}

TEST_CASE("block_access: the kernel's own exception and a cancelled one") {
  auto const info = engine_test::shape(1, 2, 1);
  simt::run_grid(engine_test::shape(1, 1, 1), [&](block&, unsigned) {
    simt::detail::launch_state state;
    {
      block b(info, state, nullptr, nullptr, nullptr);
      try {
        throw simt::detail::cancel{};
      } catch (...) {
        block_access::failed(b);
      }
      block_access::settle(b);
      CHECK((state.stop && !state.failed));  // whoever has cancelled has the error
      try {
        throw 42;
      } catch (...) {
        block_access::failed(b);
      }
      block_access::settle(b);
    }
    CHECK(state.failed);
    int what = 0;
    try {
      std::rethrow_exception(state.error);
    } catch (int i) {
      what = i;
    }
    CHECK(what == 42);
  });
}

}  // namespace block_access_cases
