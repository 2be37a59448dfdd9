// SPDX-License-Identifier: MIT
#include <simt/engine/detail/block_state.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

namespace block_state_cases {

using engine_test::shape;
using simt::block;

TEST_CASE("block_state: the first error of a launch is kept, and stops it") {
  simt::detail::launch_state state;
  state.fail(std::make_exception_ptr(std::runtime_error("first")));
  state.fail(std::make_exception_ptr(std::runtime_error("second")));
  CHECK(state.stop);
  std::string what;
  try {
    std::rethrow_exception(state.error);
  } catch (std::runtime_error const& e) {
    what = e.what();
  }
  CHECK(what == "first");
}

TEST_CASE("block_state: place in the grid, threads of a gang, the site for messages") {
  auto info = shape(simt::dim3(3, 2, 2), 100, 32, "named");
  info.shared_bytes = 1000;
  std::atomic<int> wrong{0}, blocks{0};
  simt::run_grid(info, [&](block& b, unsigned g) {
    if (g == 0) ++blocks;
    auto const [x, y, z] = b.index();
    bool right = b.linear() == x + 3 * (y + 2 * std::uint64_t{z}) && b.current_gang() == g &&
                 b.info().gangs == 4 && !b.waited();
    auto const t = b.threads_of(g);
    right = right && t.first == g * 32 && t.last == (g == 3 ? 99 : g * 32 + 31);
    right = right && std::string(b.site().kernel) == "named" && block::current() == &b;
    // All of it may be written to.
    right = right && reinterpret_cast<std::uintptr_t>(b.shared()) % 64 == 0;
    std::memset(b.shared(), 1, 1000 + block::shared_slack);
    if (!right) ++wrong;
  });
  CHECK(wrong == 0);
  CHECK(blocks == 12);
  CHECK(block::current() == nullptr);
}

TEST_CASE("block_state: a reported error ends the launch, not the gangs of the block") {
  int gangs = 0;
  std::string what;
  try {
    simt::run_grid(shape(1, 4, 1), [&](block& b, unsigned g) {
      ++gangs;
      if (g == 1) b.report(std::make_exception_ptr(std::logic_error("reported")));
      if (g == 2) b.report(std::make_exception_ptr(std::logic_error("too late")));
    });
  } catch (std::logic_error const& e) {
    what = e.what();
  }
  CHECK(what == "reported");
  CHECK(gangs == 4);
}

}  // namespace block_state_cases
