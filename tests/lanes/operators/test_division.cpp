// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/division.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("[MATHF-001..MATHF-003] [MATHD-001..MATHD-003] division: / and % give what C++ gives each lane, and no trap") {
  check_operators<types<divide>, types<modulo>>();
}

}  // namespace simt_test::operators
