// SPDX-License-Identifier: MIT
// Compiled with -fno-rtti: everything works, the error of a bad launch included.
#include <simt/simt.hpp>

#include <cstdio>

#include "two_units.hpp"

int main() {
  int const sum = sum_of_squares(100);
  bool caught = false;
  try {
    sum_of_squares(0);
  } catch (simt::launch_error const& error) {
    std::puts(error.what());
    caught = true;
  }
  std::printf("sum %d\n", sum);
  return sum == 328350 && caught ? 0 : 1;
}
