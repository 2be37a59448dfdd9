// SPDX-License-Identifier: MIT
// Two units that include everything link, and agree on what the library keeps once per program.
#include <simt/simt.hpp>

#include <cstdio>

#include "two_units.hpp"

int main() {
  int const here = sum_of_squares(100);
  int const there = sum_of_squares_elsewhere(100);
  std::printf("%d here, %d in the other unit\n", here, there);
  return here == 328350 && there == here ? 0 : 1;
}
