// SPDX-License-Identifier: MIT
// Two units that include everything link, and agree on what the library keeps once per program.
#include <simt/simt.hpp>

#include <cstdio>

#include "two_units.hpp"

int main() {
  int const here = sum_of_squares(100);
  int const there = sum_of_squares_elsewhere(100);
  std::printf("%d here, %d in the other unit\n", here, there);
  if (here != 328350 || there != here) return 1;
  // The fourth powers of 0 to 19, and 20 times 1
  int const want = 562666 + 20;
  bool const same = sum_of_fourth_powers<int>() == want && sum_of_fourth_powers<float>() == want &&
                    sum_of_fourth_powers_elsewhere() == 2 * want;
  return same ? 0 : 1;
}
