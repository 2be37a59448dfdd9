// SPDX-License-Identifier: MIT
// LABELS: golden
#include <simt/builtins/math.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

#include "support/recorded_float.hpp"

namespace {

using simt::varying;
constexpr int W = simt::simd::native_lanes;

// Outside of kernels names are found by their arguments; these have none that <cmath> would hide.
using simt::max;
using simt::min;

constexpr std::size_t most_results = 3;
using results = long double[most_results][W];
/// Sets the results of a function of lanes with these arguments.
using function = void (*)(varying<float, W> const (&x)[4], varying<int, W> const& n, results& out);

/// The function with all lanes different calls of the list.
void replay(std::string const& row, std::string const& id, int units, double absolute, function f) {
  auto const calls = recorded::calls(id);
  REQUIRE(calls.size() >= 64);
  for (std::size_t first = 0; first < calls.size(); first += W) {
    varying<float, W> x[4];
    varying<int, W> n;
    auto const call = [&](int l) -> recorded::call const& {
      return calls[std::min(first + static_cast<std::size_t>(l), calls.size() - 1)];
    };
    for (int l = 0; l < W; ++l) {
      for (std::size_t a = 0; a < 4; ++a) x[a].set_lane(l, call(l).x[a]);
      n.set_lane(l, call(l).n);
    }
    results got = {};
    f(x, n, got);
    for (int l = 0; l < W; ++l) {
      auto const& c = call(l);
      REQUIRE(c.results.size() <= most_results);
      for (std::size_t o = 0; o < c.results.size(); ++o)
        if (!recorded::no_model(id, c) && !recorded::agrees(got[o][l], c, o, units, absolute))
          FAIL_CHECK("[" << row << "] " << id << " of " << c.x[0] << ", " << c.x[1] << ", "
                         << c.x[2] << ", " << c.x[3] << ", " << c.n << ": "
                         << static_cast<double>(got[o][l]) << ", recorded " << c.results[o] << ", result " << o);
    }
  }
}

/// The function that calls F, which calls out(o, y) for each of its results.
template <class F>
function lanes_of(F) {
  return [](varying<float, W> const (&x)[4], varying<int, W> const& n, results& to) {
    F{}(x[0], x[1], x[2], x[3], n, [&to](std::size_t o, auto const& y) {
      for (int l = 0; l < W; ++l) to[o][l] = static_cast<long double>(y.lane(l));
    });
  };
}

#define REPLAY(row, id, units, absolute, ...)                                          \
  replay(row, id, units, absolute, lanes_of([](auto const& x, [[maybe_unused]] auto const& y, \
                                               [[maybe_unused]] auto const& z,         \
                                               [[maybe_unused]] auto const& w,         \
                                               [[maybe_unused]] auto n, auto out) { __VA_ARGS__; }));

TEST_CASE(
    "[MATHF-005] [MATHF-007..MATHF-015] [MATHF-018..MATHF-025] [MATHF-037..MATHF-043] "
    "exponentials, logarithms, powers and lengths of lanes as recorded") {
  RECORDED_EXPONENTIALS(REPLAY)
}
TEST_CASE(
    "[MATHF-026..MATHF-036] [INTF-036..INTF-039] trigonometric functions of lanes as recorded") {
  RECORDED_TRIGONOMETRY(REPLAY)
}
TEST_CASE(
    "[MATHF-044..MATHF-052] [MATHF-060..MATHF-067] error, gamma and Bessel functions of lanes as "
    "recorded") {
  RECORDED_SPECIAL(REPLAY)
}
TEST_CASE("[MATHF-053..MATHF-059] [MATHF-068..MATHF-084] exact functions of lanes as recorded") {
  RECORDED_EXACT(REPLAY)
}
TEST_CASE("[INTF-030..INTF-035] [INTF-040] [INTF-041] fast functions of lanes as recorded") {
  RECORDED_FAST_ONES(REPLAY)
}

TEST_CASE("[MATHF-016] [MATHF-017] lengths of lanes' arrays as recorded") {
  auto const one = [](auto const& x, auto const&, auto const&, auto const&, auto, auto out) {
    out(0, normf(1, &x));
  };
  replay("MATHF-016", "float/normf_dim1", 4, 0, lanes_of(one));
  replay("MATHF-017", "float/rnormf_dim1", 3, 0,
         lanes_of([](auto const& x, auto const&, auto const&, auto const&, auto, auto out) {
           out(0, rnormf(1, &x));
         }));
  replay("MATHF-016", "float/normf_dim4", 4, 0,
         lanes_of([](auto const& x, auto const& y, auto const& z, auto const& w, auto, auto out) {
           std::remove_cvref_t<decltype(x)> const v[4] = {x, y, z, w};
           out(0, normf(4, v));
         }));
  replay("MATHF-017", "float/rnormf_dim4", 3, 0,
         lanes_of([](auto const& x, auto const& y, auto const& z, auto const& w, auto, auto out) {
           std::remove_cvref_t<decltype(x)> const v[4] = {x, y, z, w};
           out(0, rnormf(4, v));
         }));
}

}  // namespace
