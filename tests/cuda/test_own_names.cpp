// SPDX-License-Identifier: MIT
// ALONE: names of global scope
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/device_functions.h>

#include "support/own_names.hpp"

#include <doctest/doctest.h>

TEST_CASE("cuda: a program has classes, functions and variables called surface, signal or stat") {
  CHECK(own_names_sum() == own_names_expected);
  CHECK(surface{{0, 0, 1}}.raise(1) == 2);
  CHECK(texture<int>{5}.texel == 5);
  stat const s{1.0, 2.0};
  CHECK(s.mean + s.deviation == 3.0);
  CHECK(sysinfo{2}.cores + flock{3}.birds + varying{1}.x + uniform{1}.x == 7);
}
