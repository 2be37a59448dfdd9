// SPDX-License-Identifier: MIT
#include <simt/engine/launch_info.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <string>

using engine_test::shape;
using simt::block;
using simt::dim3;
using simt::launch_info;
using simt::run_grid;

namespace {

launch_info with_block(dim3 grid, dim3 b) {
  launch_info info;
  info.kernel = "bad";
  info.grid = grid;
  info.block = b;
  info.threads = static_cast<unsigned>(b.count());
  info.gangs = info.threads;
  return info;
}

constexpr auto nothing = [](block&, unsigned) {};

}  // namespace

TEST_CASE("[EXEC-002] validate: grid and block limits") {
  CHECK_NOTHROW(simt::validate(with_block(dim3(2147483647, 65535, 65535), dim3(1024))));
  CHECK_NOTHROW(simt::validate(with_block(1, dim3(1, 16, 64))));
  CHECK_NOTHROW(simt::validate(with_block(1, dim3(1, 1024, 1))));
  for (dim3 const grid :
       {dim3(0), dim3(1, 0), dim3(1, 1, 0), dim3(2147483648U), dim3(1, 65536), dim3(1, 1, 65536)})
    CHECK_THROWS_AS(run_grid(with_block(grid, 32), nothing), simt::launch_error);
  for (dim3 const b : {dim3(0), dim3(1, 0), dim3(1, 1, 0), dim3(1025), dim3(1, 1025),
                       dim3(1, 1, 65), dim3(20, 100), dim3(32, 33), dim3(4294967295U, 2, 1)})
    CHECK_THROWS_AS(run_grid(with_block(1, b), nothing), simt::launch_error);
}

TEST_CASE("[EXEC-003][HIER-024] validate: too much shared memory, gangs that do not fit") {
  launch_info info = shape(1, 32, 1, "greedy");
  info.shared_bytes = simt::max_shared_bytes;
  CHECK_NOTHROW(run_grid(info, nothing));
  info.shared_bytes = simt::max_shared_bytes + 1;
  try {
    run_grid(info, nothing);
    FAIL("no error");
  } catch (simt::launch_error const& e) {
    CHECK(std::string(e.what()).find("greedy") != std::string::npos);
    CHECK(std::string(e.what()).find("shared memory") != std::string::npos);
  }
  info = shape(1, 33, 32);
  info.gangs = 1;
  CHECK_THROWS_AS(run_grid(info, nothing), simt::launch_error);
}

TEST_CASE("launch_of_gangs: as many gangs as carry the block, the last one short") {
  for (unsigned const threads : {1u, 31u, 32u, 33u, 1024u})
    for (unsigned const width : {1u, 32u, 64u}) {
      launch_info const info =
          simt::detail::launch_of_gangs("kernel", dim3(2, 3), dim3(threads), 100, width);
      CAPTURE(threads);
      CAPTURE(width);
      CHECK(info.gangs * width >= threads);
      CHECK((info.gangs - 1) * width < threads);
      CHECK(info.shared_bytes == 100);
      CHECK_NOTHROW(simt::validate(info));
    }
}
