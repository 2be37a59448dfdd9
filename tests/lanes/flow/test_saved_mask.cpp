// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/saved_mask.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("saved_mask: masks come back in any order, and are used again") {
  simt::detail::saved_mask_pool pool;
  auto* const a = pool.take();
  auto* const b = pool.take();
  CHECK(a != b);
  pool.give(a);
  CHECK(pool.take() == a);
  pool.give(b);
  pool.give(a);
}
