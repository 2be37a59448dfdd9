// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include "two_units.hpp"

int sum_of_squares_elsewhere(unsigned n) { return sum_of_squares(n); }

int sum_of_fourth_powers_elsewhere() {
  return sum_of_fourth_powers<int>() + sum_of_fourth_powers<float>();
}
