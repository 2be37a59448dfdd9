// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <string>

#include "support/recorded_float.hpp"

namespace {

/// Where the host's C library, whose functions these are, answers otherwise: a negative order,
/// what fits no long.
bool differs(std::string const& id, recorded::call const& c) {
  if (id == "float/jnf" || id == "float/ynf") return c.n < 0;
  return id[6] == 'l' &&
         (id.find("rintf") != std::string::npos || id.find("roundf") != std::string::npos) &&
         !(std::fabs(c.x[0]) < 0x1p63f);
}

/// f(x, y, z, w, n, out) for each call of the list, on numbers, as thread kernels call them.
template <class F>
void replay(std::string const& row, std::string const& id, int units, double absolute, F f) {
  auto const calls = recorded::calls(id);
  REQUIRE(calls.size() >= 64);
  for (auto const& c : calls)
    f(c.x[0], c.x[1], c.x[2], c.x[3], c.n, [&](std::size_t o, auto y) {
      if (recorded::no_model(id, c) || differs(id, c) ||
          recorded::agrees(static_cast<long double>(y), c, o, units, absolute))
        return;
      FAIL_CHECK("[" << row << "] " << id << " of " << c.x[0] << ", " << c.x[1] << ", " << c.x[2]
                     << ", " << c.x[3] << ", " << c.n << ": " << static_cast<double>(y)
                     << ", recorded " << c.results[o] << ", result " << o);
    });
}
#define REPLAY(row, id, units, absolute, ...)                                                      \
  replay(row, id, units, absolute,                                                                 \
         [](float x, [[maybe_unused]] float y, [[maybe_unused]] float z, [[maybe_unused]] float w, \
            [[maybe_unused]] int n, auto out) { __VA_ARGS__; });

}  // namespace

TEST_CASE(
    "[MATHF-005] [MATHF-007..MATHF-015] [MATHF-018..MATHF-025] [MATHF-037..MATHF-043] "
    "exponentials, logarithms, powers and lengths of threads as recorded") {
  RECORDED_EXPONENTIALS(REPLAY)
}
TEST_CASE(
    "[MATHF-026..MATHF-036] [INTF-036..INTF-039] trigonometric functions of threads as recorded") {
  RECORDED_TRIGONOMETRY(REPLAY)
}
TEST_CASE(
    "[MATHF-044..MATHF-052] [MATHF-060..MATHF-067] error, gamma and Bessel functions of threads as "
    "recorded") {
  RECORDED_SPECIAL(REPLAY)
}
TEST_CASE("[MATHF-053..MATHF-059] [MATHF-068..MATHF-084] exact functions of threads as recorded") {
  RECORDED_EXACT(REPLAY)
}
TEST_CASE("[INTF-030..INTF-035] [INTF-040] [INTF-041] fast functions of threads as recorded") {
  RECORDED_FAST_ONES(REPLAY)
}
TEST_CASE("[MATHF-016] [MATHF-017] lengths of threads' arrays as recorded") {
  REPLAY("MATHF-016", "float/normf_dim1", 4, 0, out(0, normf(1, &x)))
  REPLAY("MATHF-017", "float/rnormf_dim1", 3, 0, out(0, rnormf(1, &x)))
  REPLAY("MATHF-016", "float/normf_dim4", 4, 0, float const v[4] = {x, y, z, w};
         out(0, normf(4, v)))
  REPLAY("MATHF-017", "float/rnormf_dim4", 3, 0, float const v[4] = {x, y, z, w};
         out(0, rnormf(4, v)))
}

TEST_CASE(
    "[MATHF-083] [MATHF-084] [MATHD-082] [MATHD-083] -0 is less than +0, whatever the order") {
  // (volatile: the compiler is to call the functions. As an H200 answered, in each of these forms.)
  float volatile const minus = -0.0f, plus = 0.0f;
  double volatile const wide_minus = -0.0, wide_plus = 0.0;
  auto const check = [](auto smaller, auto larger) {
    CHECK((std::signbit(smaller) && smaller == 0));
    CHECK((!std::signbit(larger) && larger == 0));
  };
  check(fminf(minus, plus), fmaxf(minus, plus));
  check(fminf(plus, minus), fmaxf(plus, minus));
  check(fmin(wide_minus, wide_plus), fmax(wide_minus, wide_plus));
  check(fmin(wide_plus, wide_minus), fmax(wide_plus, wide_minus));
  check(fmin(minus, plus), fmax(minus, plus));
  check(fmin(plus, minus), fmax(plus, minus));
  check(fmin(minus, 0), fmax(wide_minus, plus));
  check(min(minus, plus), max(minus, plus));
  check(min(wide_plus, wide_minus), max(wide_plus, wide_minus));
  check(fminf(plus, -0.0f), fmaxf(-0.0f, plus));
  CHECK(fmax(3, 2.5f) == 3.0);
  CHECK(fmin(3.0L, 4) == 3.0L);
}
