// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/bitwise.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("bitwise: &, | and ^ give what C++ gives each lane") {
  check_operators<types<>, types<bit_and, bit_or, bit_xor>>();
}

}  // namespace simt_test::operators
