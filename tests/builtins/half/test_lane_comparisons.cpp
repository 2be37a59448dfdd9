// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/half/lane_comparisons.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/half_lanes.hpp>

namespace simt_test::halves {

#define SAME_COMPARISON(name)          \
  SAME_PAIRS(__h##name(a.x, b.x));     \
  SAME_PAIRS(__h##name##2(a, b));      \
  SAME_PAIRS(__hb##name##2(a, b));     \
  SAME_PAIRS(__h##name##2_mask(a, b)); \
  SAME_PAIRS(__h##name##u2(a, b));     \
  SAME_PAIRS(__hb##name##u2(a, b));    \
  SAME_PAIRS(__h##name##u2_mask(a, b))
template <class H>
void pairs() {
  SAME_COMPARISON(eq);
  SAME_COMPARISON(ne);
  SAME_COMPARISON(lt);
  SAME_COMPARISON(le);
  SAME_COMPARISON(gt);
  SAME_COMPARISON(ge);
  SAME_PAIRS(a == b);
  SAME_PAIRS(a != b);
  SAME_PAIRS(__hcmadd(a, b, c));
  SAME_PAIRS(__hmax2_nan(a, b));
  SAME_PAIRS(__hisnan2(a));
  SAME_PAIRS(__hisinf(a.x));
}
TEST_CASE(
    "[INTI-014] half with lanes: pairs compare, also unordered, and multiply as complex numbers") {
  pairs<__half>();
  pairs<__nv_bfloat16>();
}

}  // namespace simt_test::halves
