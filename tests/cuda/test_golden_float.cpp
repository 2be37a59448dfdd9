// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <string>

#include "support/recorded_float.hpp"

namespace {

/// f(x, y, z, w, n, out) for each call of the list, on numbers, as thread kernels call them.
template <class F>
void replay(std::string const& row, std::string const& id, int units, double absolute, F f) {
  auto const calls = recorded::calls(id);
  REQUIRE(calls.size() >= 64);
  for (auto const& c : calls)
    f(c.x[0], c.x[1], c.x[2], c.x[3], c.n, [&](std::size_t o, auto y) {
      if (recorded::no_model(id, c) ||
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

TEST_CASE(
    "[MATHF-010..MATHF-017] [MATHD-009..MATHD-016] lengths are infinite where an element is, "
    "whatever the NaN of another") {
  constexpr std::uint32_t nans[] = {0x7fc00000, 0xffc00000, 0x7fa00001, 0x7fffffff, 0x7f800001};
  constexpr std::uint64_t wide_nans[] = {0x7ff8000000000000, 0xfff8000000000000, 0x7ff4000000000001,
                                         0x7ff0000000000001};
  auto const check = []<class T>(T nan, T inf) {
    T volatile const a_kept = nan, b_kept = inf;  // the library is to be called
    T const a = a_kept, b = b_kept;
    T const v[] = {a, b}, r[] = {b, a};
    CHECK(std::isnan(a));
    for (T length : {hypot(a, b), hypot(b, a), norm3d(a, b, T(1)), norm4d(T(1), b, T(0), a),
                     norm(2, v), norm(2, r)})
      CHECK((std::isinf(length) && length > 0));
    for (T length : {rhypot(a, b), rhypot(b, a), rnorm3d(a, T(1), b), rnorm4d(a, b, b, a),
                     rnorm(2, v), rnorm(2, r)})
      CHECK((length == 0 && !std::signbit(length)));
  };
  for (auto const bits : nans)
    for (float const inf : {INFINITY, -INFINITY}) {
      auto const nan = golden::value<float>(bits);
      check(nan, inf);
      float volatile const a = nan, b = inf;
      CHECK(std::isinf(hypotf(a, b)));
      CHECK(std::isinf(hypotf(b, a)));
      CHECK(std::isnan(hypotf(a, 1.0f)));
    }
  for (auto const bits : wide_nans)
    for (double const inf : {double{INFINITY}, -double{INFINITY}})
      check(golden::value<double>(bits), inf);
  CHECK(hypot(3, 4) == 5.0);
  CHECK(hypot(3.0f, 4) == 5.0);
  CHECK(hypot(3.0L, 4) == 5.0L);
  CHECK(hypot(2.0, 3.0, 6.0) == 7.0);
  static_assert(std::is_same_v<decltype(hypot(3.0f, 4.0f)), float>);
}

TEST_CASE("[MATHF-070] [MATHD-069] remquo has three bits of the quotient, as an H100") {
  float volatile const large = golden::value<float>(0x45849579),
                       step = golden::value<float>(0xb121ff6);
  double volatile const wide = golden::value<double>(0x404fd7444fb6cdc8),
                        wide_step = golden::value<double>(0x3f783e1cb7038005);
  int quotient = 1;
  CHECK(golden::bits_of(remquof(large, step, &quotient)) == 0x89d4a780);
  CHECK(quotient == 0);
  quotient = 1;
  CHECK(golden::bits_of(remquo(wide, wide_step, &quotient)) == 0xbf6439eae2c7a450);
  CHECK(quotient == 0);
  static_assert(std::is_same_v<decltype(remquo(large, step, &quotient)), float>);
  static_assert(std::is_same_v<decltype(remquo(1, step, &quotient)), double>);
  CHECK(remquo(-7, 2, &quotient) == 1.0);
  CHECK(quotient == -4);
  CHECK(remquo(7.0L, 2, &quotient) == -1.0L);
}

TEST_CASE(
    "[MATHF-079..MATHF-082] [MATHD-078..MATHD-081] what fits no long is the last one or the "
    "first") {
  constexpr long first = std::numeric_limits<long>::min(), last = std::numeric_limits<long>::max();
  float volatile const large = 0x1p63f, nan = NAN, half = 2.5f;
  double volatile const wide = 1e300, wide_nan = NAN, wide_half = -2.5;
  CHECK(lrintf(large) == last);
  CHECK(lrint(large) == last);
  CHECK(llroundf(large) == last);
  CHECK(lround(-large) == first);
  CHECK(lroundf(nan) == first);
  CHECK(llrint(nan) == first);
  CHECK(lrint(wide) == last);
  CHECK(lround(wide) == last);
  CHECK(llrint(-wide) == first);
  CHECK(llround(wide_nan) == first);
  CHECK(lrintf(half) == 2);
  CHECK(lround(half) == 3);
  CHECK(lrint(wide_half) == -2);
  CHECK(llround(wide_half) == -3);
  CHECK(lround(7) == 7);
  CHECK(lrintl(2.5L) == 2);
}

TEST_CASE(
    "[MATHF-062] [MATHF-065] [MATHD-061] [MATHD-064] Bessel functions of a negative order are "
    "NaN") {
  int volatile const n = -2;
  CHECK(std::isnan(jnf(n, 1.0f)));
  CHECK(std::isnan(ynf(n, 1.0f)));
  CHECK(std::isnan(jn(n, 1.0)));
  CHECK(std::isnan(yn(n, 1.0)));
  CHECK(std::isnan(jn(n, 1.0f)));
  CHECK(yn(2, 1.5) == doctest::Approx(-0.93219376).epsilon(1e-7));
}
