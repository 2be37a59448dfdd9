// SPDX-License-Identifier: MIT
// LABELS: golden isa
#define SIMT_TEST_SAMPLES 500
#if SIMT_TEST_MPFR
#include "support/double_functions.hpp"
#endif

#include <simt/simd/math.hpp>
#include <simt/simd/memory.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "golden.hpp"

namespace {

namespace sd = simt::simd;
constexpr int L = sd::lanes_of<double, sd::native_lanes>;

/// The arguments that were recorded for a function, and the GPU's results.
struct recorded {
  std::array<std::vector<double>, 4> x;
  std::vector<double> result;
  explicit recorded(std::string const& id) {
    for (auto const& r : golden::read("mathf.tsv", "double/" + id + "/")) {
      auto const outputs = golden::split(r.output, ';');
      auto const inputs = golden::split(r.inputs, ';');
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        auto const operands = golden::split(inputs[k], ',');
        for (std::size_t a = 0; a < 4; ++a)
          x[a].push_back(a < operands.size() ? one(operands[a]) : 1.0);
        result.push_back(one(golden::split(outputs[k], ',')[0]));
      }
    }
    for (auto& v : x) v.resize((v.size() + L - 1) / L * L, 1.0);
  }
  static double one(std::string const& text) {
    return text.compare(0, 2, "0x") == 0
               ? golden::value<double>(golden::bits(text))
               : static_cast<double>(static_cast<std::int64_t>(golden::bits(text)));
  }
};

/// No result, infinities and zeros with their signs as the GPU has them, numbers within twice what
/// CUDA promises, or within `absolute`.
void compare(recorded const& r, std::size_t k, double y, double units, double absolute) {
  double const want = r.result[k];
  INFO("of (" << r.x[0][k] << ", " << r.x[1][k] << ", " << r.x[2][k] << ", " << r.x[3][k]
              << "): " << y << ", recorded " << want);
  if (std::isnan(want)) {
    CHECK(std::isnan(y));
  } else if (std::isinf(want) || (want == 0 && absolute == 0)) {
    CHECK(y == want);
    CHECK(std::signbit(y) == std::signbit(want));
  } else {
    int e;
    std::frexp(want, &e);
    auto const unit = std::ldexp(1.0, std::max(e, -1021) - 53);
    CHECK(std::fabs(y - want) <= std::max(2 * units * unit, absolute));
  }
}

template <class F>
void replay(std::string const& id, double units, double absolute, F f) {
  recorded r(id);
  REQUIRE(r.result.size() >= 64);
  if (id == "jn")  // next to 0 the GPU's recurrence divides 0 by 0
    for (std::size_t k = 0; k < r.result.size(); ++k)
      if (r.x[0][k] > 1 && std::fabs(r.x[1][k]) < 1e-290) r.result[k] = 0;
  for (std::size_t k = 0; k < r.x[0].size(); k += L) {
    auto const at = [&](std::size_t a) { return sd::load<double, L>(&r.x[a][k]); };
    alignas(64) double y[L];
    sd::store<double, L>(y, f.template operator()<L>(at(0), at(1), at(2), at(3)));
    for (std::size_t l = 0; l < L && k + l < r.result.size(); ++l) {
      compare(r, k + l, y[l], units, absolute);
      compare(r, k + l,
              f.template operator()<1>(r.x[0][k + l], r.x[1][k + l], r.x[2][k + l], r.x[3][k + l]),
              units, absolute);
    }
  }
}

#define REPLAY_TEST_CASE(row, name, units, absolute, ...)                              \
  TEST_CASE(row " " #name ": doubles in registers and single lanes against the GPU") { \
    replay(#name, units, absolute,                                                     \
           []<int W>(sd::vec<double, W> x, sd::vec<double, W> y, sd::vec<double, W> z, \
                     sd::vec<double, W> w) {                                           \
             static_cast<void>(y);                                                     \
             static_cast<void>(z);                                                     \
             static_cast<void>(w);                                                     \
             return sd::math::name<double, W>(__VA_ARGS__);                            \
           });                                                                         \
  }

REPLAY_TEST_CASE("[MATHD-007]", cbrt, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-008]", rcbrt, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-010]", rhypot, 1, 0, x, y)
REPLAY_TEST_CASE("[MATHD-012]", rnorm3d, 1, 0, x, y, z)
REPLAY_TEST_CASE("[MATHD-013]", norm4d, 2, 0, x, y, z, w)
REPLAY_TEST_CASE("[MATHD-014]", rnorm4d, 1, 0, x, y, z, w)
REPLAY_TEST_CASE("[MATHD-019]", exp10, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-023]", log10, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-029]", sinpi, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-030]", cospi, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-036]", sinh, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-037]", cosh, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-038]", tanh, 1, 0, x)
REPLAY_TEST_CASE("[MATHD-044]", erfc, 4, 0, x)
REPLAY_TEST_CASE("[MATHD-045]", erfinv, 5, 0, x)
REPLAY_TEST_CASE("[MATHD-046]", erfcinv, 6, 0, x)
REPLAY_TEST_CASE("[MATHD-047]", erfcx, 3, 0, x)
REPLAY_TEST_CASE("[MATHD-048]", normcdf, 5, 0, x)
REPLAY_TEST_CASE("[MATHD-049]", normcdfinv, 7, 0, x)
REPLAY_TEST_CASE("[MATHD-050]", lgamma, 4, 1e-13, x)
REPLAY_TEST_CASE("[MATHD-051]", tgamma, 8, 0, x)
REPLAY_TEST_CASE("[MATHD-059]", j0, 7, 5e-12, x)
REPLAY_TEST_CASE("[MATHD-060]", j1, 7, 5e-12, x)
REPLAY_TEST_CASE("[MATHD-061]", jn, 7, 5e-12, x, y)
REPLAY_TEST_CASE("[MATHD-062]", y0, 7, 5e-12, x)
REPLAY_TEST_CASE("[MATHD-063]", y1, 7, 5e-12, x)
REPLAY_TEST_CASE("[MATHD-064]", yn, 7, 5e-12, x, y)
REPLAY_TEST_CASE("[MATHD-065]", cyl_bessel_i0, 6, 0, x)
REPLAY_TEST_CASE("[MATHD-066]", cyl_bessel_i1, 6, 0, x)

}  // namespace
