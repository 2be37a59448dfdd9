// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/math.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "support/float_functions.hpp"

namespace {

using namespace simt_test;

/// Numbers at which functions change their formula, and what lies next to them.
std::vector<float> special_arguments() {
  std::vector<float> x{0.0f,      std::nanf(""),    HUGE_VALF,      0x1p-149f,
                       0x1p-126f, 0x1.fffffcp-127f, 0x1.fffffep127f};
  for (float v :
       {0.5f,          1.0f,          2.0f,        1.5f,       3.0f,     0.25f,     6.0f,
        8.0f,          0.75f,         0.95f,       3.94f,      10.5f,    88.72284f, 89.4159f,
        103.97208f,    38.53184f,     45.0f,       126.0f,     128.0f,   149.0f,    150.0f,
        105615.0f,     0x1p24f,       0x1p26f,     0x1p30f,    35.04f,   41.0f,     42.0f,
        0x1.921fb6p0f, 0x1.921fb6p1f, 0.70710677f, 1.4142135f, 0x1p-98f, 0x1p126f})
    for (float w : {std::nextafter(v, 0.0f), v, std::nextafter(v, HUGE_VALF)}) x.push_back(w);
  for (std::size_t k = x.size(); k-- > 0;) x.push_back(-x[k]);
  while (x.size() % P != 0) x.push_back(1.0f);
  return x;
}

/// Every 100003rd float, so all exponents and signs, and the special ones.
std::vector<float> sampled_arguments() {
  auto x = special_arguments();
  for (std::uint64_t b = 0; b < std::uint64_t{1} << 32; b += 100003)
    x.push_back(from_bits(static_cast<std::uint32_t>(b)));
  // Where most arguments lie.
  std::mt19937 r(11);
  std::uniform_real_distribution<float> u(-12.0f, 12.0f);
  for (int k = 0; k < 20000; ++k) x.push_back(u(r));
  while (x.size() % P != 0) x.push_back(1.0f);
  return x;
}

void check(float_function const& f, std::vector<float> const& x) {
  worst_error registers, lanes;
  for (std::size_t k = 0; k < x.size(); k += P) {
    float y[P];
    f.registers(&x[k], y);
    for (std::size_t l = 0; l < P; ++l) compare(f, x[k + l], y[l], registers);
  }
  for (std::size_t k = 0; k < x.size(); k += 7) compare(f, x[k], f.lane(x[k]), lanes);
  MESSAGE("[", std::string(f.row), "] ", std::string(f.name), ": off by ", registers.units, " at ",
          registers.at, ", a single lane by ", lanes.units, " at ", lanes.at, ", allowed ",
          f.bound);
  CHECK(registers.units <= f.bound);
  CHECK(lanes.units <= f.bound);
}

}  // namespace

TEST_CASE(
    "[MATHF-005] [MATHF-007..MATHF-009] [MATHF-018..MATHF-031] [MATHF-033..MATHF-035] "
    "[MATHF-037..MATHF-042] [MATHF-044..MATHF-052] [MATHF-066] [MATHF-067] float functions of one "
    "argument are within CUDA's largest error") {
  auto const x = sampled_arguments();
  for (auto const& f : float_functions()) check(f, x);
}

TEST_CASE(
    "[MATHF-010] [MATHF-011] [MATHF-036] [MATHF-043] [MATHF-068] [MATHF-069] [MATHF-072] "
    "[MATHF-083] [MATHF-084] float functions of two arguments are within CUDA's largest error") {
  std::vector<float> x, y;
  auto const add = [&](float a, float b) {
    x.push_back(a);
    y.push_back(b);
  };
  auto const special = special_arguments();
  for (float a : special)
    for (float b : special) add(a, b);
  std::mt19937 r(12);
  std::uniform_real_distribution<float> near(-20.0f, 20.0f), unit(0.0f, 2.0f), any(-80.0f, 80.0f);
  for (int k = 0; k < 20000; ++k) {
    add(near(r), near(r));
    add(unit(r), 50.0f * near(r));  // powers all over the range
    add(1.0f + 0x1p-10f * near(r), 4000.0f * near(r));
    add(from_bits(static_cast<std::uint32_t>(r())), from_bits(static_cast<std::uint32_t>(r())));
    add(from_bits(static_cast<std::uint32_t>(r())), any(r));
    add(std::nearbyint(near(r)), std::nearbyint(near(r)));
  }
  while (x.size() % P != 0) add(1.0f, 1.0f);
  for (auto const& f : float_functions_2()) {
    int worst[2] = {0, 0};
    float at[2][2] = {};
    auto const take = [&](int form, float a, float b, float z) {
      double const want = f.reference(static_cast<double>(a), static_cast<double>(b));
      int d = float_distance(z, static_cast<float>(want));
      if (d > 0 && undecided(want)) --d;
      // Which of two zeros is the smaller C leaves open; CUDA does not.
      if (d > 0 && a == 0 && b == 0 && f.name[0] == 'f' && f.name[1] == 'm') d = 0;
      if (d > worst[form]) {
        worst[form] = d;
        at[form][0] = a;
        at[form][1] = b;
      }
    };
    for (std::size_t k = 0; k < x.size(); k += P) {
      float z[P];
      f.registers(&x[k], &y[k], z);
      for (std::size_t l = 0; l < P; ++l) take(0, x[k + l], y[k + l], z[l]);
    }
    for (std::size_t k = 0; k < x.size(); k += 5) take(1, x[k], y[k], f.lane(x[k], y[k]));
    MESSAGE("[", std::string(f.row), "] ", std::string(f.name), ": off by ", worst[0], " at ",
            at[0][0], ", ", at[0][1], ", a single lane by ", worst[1], " at ", at[1][0], ", ",
            at[1][1], ", allowed ", f.bound);
    CHECK(worst[0] <= f.bound);
    CHECK(worst[1] <= f.bound);
  }
}
