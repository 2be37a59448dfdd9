// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/simd/math.hpp>
#include <simt/simd/memory.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "golden.hpp"

namespace {

namespace sd = simt::simd;

/// Numbers of T between a and b: 0 where they are equal, or zeros, or both NaN.
template <class T>
std::uint64_t distance(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : ~std::uint64_t{0};
  using I = sd::signed_of<T>;
  auto const place = [](T x) {
    I i;
    std::memcpy(&i, &x, sizeof i);
    auto const wide = static_cast<std::int64_t>(i);
    return i < 0 ? static_cast<std::int64_t>(std::numeric_limits<I>::min()) - wide : wide;
  };
  auto const p = place(a), q = place(b);
  return p < q ? static_cast<std::uint64_t>(q) - static_cast<std::uint64_t>(p)
               : static_cast<std::uint64_t>(p) - static_cast<std::uint64_t>(q);
}

/// All operands that were recorded for a function, one array each, and the GPU's results.
template <class T>
struct recorded {
  std::vector<T> x[3];
  std::vector<T> result;
  explicit recorded(std::string const& id) {
    for (auto const& r : golden::read("mathf.tsv", id + "/")) {
      auto const outputs = golden::split(r.output, ';');
      auto const inputs = golden::split(r.inputs, ';');
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        auto const operands = golden::split(inputs[k], ',');
        for (std::size_t a = 0; a < 3; ++a)
          x[a].push_back(a < operands.size() ? one(operands[a]) : T{});
        result.push_back(one(outputs[k]));
      }
    }
    for (auto& v : x) v.resize((v.size() + 15) / 16 * 16, T{1});
  }
  static T one(std::string const& text) {
    return text.compare(0, 2, "0x") == 0
               ? golden::value<T>(golden::bits(text))
               : static_cast<T>(static_cast<std::int64_t>(golden::bits(text)));
  }
};

template <class T, int L, class F>
std::vector<T> apply(recorded<T> const& r, F f) {
  std::vector<T> y(r.x[0].size());
  for (std::size_t k = 0; k < y.size(); k += static_cast<std::size_t>(L)) {
    auto const v =
        f(sd::load<T, L>(&r.x[0][k]), sd::load<T, L>(&r.x[1][k]), sd::load<T, L>(&r.x[2][k]));
    sd::store<T, L>(&y[k], v);
  }
  return y;
}

/// The worst distance must stay within `limit`; functions with none must agree in zeros' signs,
/// too.
template <class T>
void compare(recorded<T> const& r, std::vector<T> const& y, std::uint64_t limit) {
  std::uint64_t worst = 0;
  std::size_t at = 0;
  REQUIRE(r.result.size() >= 64);
  for (std::size_t k = 0; k < r.result.size(); ++k) {
    auto d = distance(y[k], r.result[k]);
    if (limit == 0 && !std::isnan(y[k]) && std::signbit(y[k]) != std::signbit(r.result[k])) d = 1;
    if (d > worst) {
      worst = d;
      at = k;
    }
  }
  INFO("of (" << r.x[0][at] << ", " << r.x[1][at] << ", " << r.x[2][at] << "): " << y[at]
              << ", recorded: " << r.result[at]);
  CHECK(worst <= limit);
}

#define REPLAY(rows, name, float_limit, double_limit, ...)                                         \
  TEST_CASE(rows " " #name ": registers and single lanes against the GPU") {                       \
    constexpr int P = sd::native_lanes, D = sd::lanes_of<double, P>;                               \
    recorded<float> const f("float/" #name "f");                                                   \
    recorded<double> const d("double/" #name);                                                     \
    auto const call = []<class T, int L>(sd::vec<T, L> x, sd::vec<T, L> y, sd::vec<T, L> z) {      \
      static_cast<void>(y);                                                                        \
      static_cast<void>(z);                                                                        \
      return sd::math::name<T, L>(__VA_ARGS__);                                                    \
    };                                                                                             \
    SUBCASE("float register") {                                                                    \
      compare(                                                                                     \
          f,                                                                                       \
          apply<float, P>(f, [&](auto x, auto y,                                                   \
                                 auto z) { return call.template operator()<float, P>(x, y, z); }), \
          float_limit);                                                                            \
    }                                                                                              \
    SUBCASE("float lane") {                                                                        \
      compare(                                                                                     \
          f,                                                                                       \
          apply<float, 1>(f, [&](auto x, auto y,                                                   \
                                 auto z) { return call.template operator()<float, 1>(x, y, z); }), \
          float_limit);                                                                            \
    }                                                                                              \
    SUBCASE("double register") {                                                                   \
      compare(d,                                                                                   \
              apply<double, D>(d,                                                                  \
                               [&](auto x, auto y, auto z) {                                       \
                                 return call.template operator()<double, D>(x, y, z);              \
                               }),                                                                 \
              double_limit);                                                                       \
    }                                                                                              \
    SUBCASE("double lane") {                                                                       \
      compare(d,                                                                                   \
              apply<double, 1>(d,                                                                  \
                               [&](auto x, auto y, auto z) {                                       \
                                 return call.template operator()<double, 1>(x, y, z);              \
                               }),                                                                 \
              double_limit);                                                                       \
    }                                                                                              \
  }
#define REPLAY_TEST_CASE_1(rows, name, float_limit, double_limit) \
  REPLAY(rows, name, float_limit, double_limit, x)
#define REPLAY_TEST_CASE_2(rows, name, float_limit, double_limit) \
  REPLAY(rows, name, float_limit, double_limit, x, y)
#define REPLAY_TEST_CASE_3(rows, name, float_limit, double_limit) \
  REPLAY(rows, name, float_limit, double_limit, x, y, z)

REPLAY_TEST_CASE_1("[MATHF-007] [MATHD-005]", sqrt, 0, 0)
REPLAY_TEST_CASE_1("[MATHF-005] [MATHD-006]", rsqrt, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-008] [MATHD-007]", cbrt, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-009] [MATHD-008]", rcbrt, 3, 5)
REPLAY_TEST_CASE_1("[MATHF-018] [MATHD-017]", exp, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-019] [MATHD-018]", exp2, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-020] [MATHD-019]", exp10, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-021] [MATHD-020]", expm1, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-022] [MATHD-021]", log, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-023] [MATHD-022]", log2, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-024] [MATHD-023]", log10, 3, 2)
REPLAY_TEST_CASE_1("[MATHF-025] [MATHD-024]", log1p, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-026] [MATHD-025]", sin, 2, 3)
REPLAY_TEST_CASE_1("[MATHF-027] [MATHD-026]", cos, 2, 3)
REPLAY_TEST_CASE_1("[MATHF-028] [MATHD-027]", tan, 4, 3)
REPLAY_TEST_CASE_1("[MATHF-033] [MATHD-032]", asin, 3, 2)
REPLAY_TEST_CASE_1("[MATHF-034] [MATHD-033]", acos, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-035] [MATHD-034]", atan, 3, 2)
REPLAY_TEST_CASE_1("[MATHF-037] [MATHD-036]", sinh, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-038] [MATHD-037]", cosh, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-039] [MATHD-038]", tanh, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-040] [MATHD-039]", asinh, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-041] [MATHD-040]", acosh, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-042] [MATHD-041]", atanh, 2, 2)
REPLAY_TEST_CASE_1("[MATHF-044] [MATHD-043]", erf, 3, 2)
REPLAY_TEST_CASE_1("[MATHF-045] [MATHD-044]", erfc, 4, 4)
REPLAY_TEST_CASE_1("[MATHF-051] [MATHD-050]", lgamma, 40, 20)
REPLAY_TEST_CASE_1("[MATHF-052] [MATHD-051]", tgamma, 6, 4)
REPLAY_TEST_CASE_1("[MATHF-073] [MATHD-072]", trunc, 0, 0)
REPLAY_TEST_CASE_1("[MATHF-074] [MATHD-073]", round, 0, 0)
REPLAY_TEST_CASE_1("[MATHF-075] [MATHD-074]", rint, 0, 0)
REPLAY_TEST_CASE_1("[MATHF-076] [MATHD-075]", nearbyint, 0, 0)
REPLAY_TEST_CASE_1("[MATHF-077] [MATHD-076]", ceil, 0, 0)
REPLAY_TEST_CASE_1("[MATHF-078] [MATHD-077]", floor, 0, 0)
REPLAY_TEST_CASE_1("", fabs, 0, 0)
REPLAY_TEST_CASE_1("[MATHF-030] [MATHD-029]", sinpi, 3, 3)
REPLAY_TEST_CASE_1("[MATHF-031] [MATHD-030]", cospi, 3, 3)
REPLAY_TEST_CASE_1("[MATHF-058] [MATHD-057]", logb, 0, 0)
REPLAY_TEST_CASE_2("[MATHF-010] [MATHD-009]", hypot, 2, 2)
REPLAY_TEST_CASE_2("[MATHF-011] [MATHD-010]", rhypot, 3, 3)
REPLAY_TEST_CASE_2("[MATHF-036] [MATHD-035]", atan2, 2, 2)
REPLAY_TEST_CASE_2("[MATHF-043] [MATHD-042]", pow, 2, 2)
REPLAY_TEST_CASE_2("[MATHF-068] [MATHD-067]", fmod, 0, 0)
REPLAY_TEST_CASE_2("[MATHF-069] [MATHD-068]", remainder, 0, 0)
REPLAY_TEST_CASE_2("[MATHF-083] [MATHD-082]", fmin, 0, 0)
REPLAY_TEST_CASE_2("[MATHF-084] [MATHD-083]", fmax, 0, 0)
REPLAY_TEST_CASE_2("[MATHF-072] [MATHD-071]", fdim, 0, 0)
REPLAY_TEST_CASE_2("", copysign, 0, 0)
REPLAY_TEST_CASE_2("", nextafter, 0, 0)
REPLAY_TEST_CASE_2("[MATHF-055] [MATHD-054]", ldexp, 0, 0)
REPLAY_TEST_CASE_3("[MATHF-053] [MATHD-052]", fma, 0, 0)
REPLAY_TEST_CASE_3("[MATHF-012] [MATHD-011]", norm3d, 3, 3)
REPLAY_TEST_CASE_3("[MATHF-013] [MATHD-012]", rnorm3d, 3, 3)

/// Beyond 8 the GPU promises an absolute error only.
template <class T, class F>
void compare_bessel(std::string const& id, double absolute, F f) {
  recorded<T> const r(id);
  auto const y = apply<T, sd::lanes_of<T, sd::native_lanes>>(r, f);
  for (std::size_t k = 0; k < r.result.size(); ++k) {
    bool const close =
        distance(y[k], r.result[k]) <= 20 ||
        std::fabs(static_cast<double>(y[k]) - static_cast<double>(r.result[k])) <= absolute;
    CAPTURE(r.x[0][k]);
    CHECK(close);
  }
}
TEST_CASE(
    "[MATHF-060] [MATHF-061] [MATHF-063] [MATHF-064] float Bessel functions against the GPU") {
#define BESSEL(name)                                                         \
  compare_bessel<float>("float/" #name "f", 2.5e-6, [](auto x, auto, auto) { \
    return sd::math::name<float, sd::native_lanes>(x);                       \
  });
  BESSEL(j0)
  BESSEL(j1)
  BESSEL(y0)
  BESSEL(y1)
#undef BESSEL
}
TEST_CASE("[MATHD-059] [MATHD-060] [MATHD-062] [MATHD-063] Bessel functions against the GPU") {
#define BESSEL(name)                                                          \
  compare_bessel<double>("double/" #name, 5e-12, [](auto x, auto, auto) {     \
    return sd::math::name<double, sd::lanes_of<double, sd::native_lanes>>(x); \
  });
  BESSEL(j0)
  BESSEL(j1)
  BESSEL(y0)
  BESSEL(y1)
#undef BESSEL
}

/// f against the long double function g on random arguments, in units in the last place of T.
template <class T, class F, class G>
double worst_ulp(F f, G g, double lo, double hi, bool logarithmic) {
  constexpr int L = sd::lanes_of<T, sd::native_lanes>;
  std::mt19937_64 r(7);
  std::uniform_real_distribution<double> u(0, 1);
  double worst = 0;
  for (int k = 0; k < 4096; k += L) {
    alignas(64) T x[L], y[L];
    for (auto& v : x)
      v = static_cast<T>(logarithmic ? std::exp(std::log(lo) + u(r) * (std::log(hi) - std::log(lo)))
                                     : lo + u(r) * (hi - lo));
    sd::store<T, L>(y, f(sd::load<T, L>(x)));
    for (int l = 0; l < L; ++l) {
      long double const want = g(static_cast<long double>(x[l]));
      int e;
      std::frexp(static_cast<T>(want), &e);
      auto const unit = std::ldexp(
          1.0L, std::max(e, std::numeric_limits<T>::min_exponent) - std::numeric_limits<T>::digits);
      worst = std::max(
          worst, static_cast<double>(std::fabs(static_cast<long double>(y[l]) - want) / unit));
    }
  }
  return worst;
}
#define WORST(T, name, lo, hi, logarithmic)                                                    \
  worst_ulp<T>([](auto v) { return sd::math::name<T, sd::lanes_of<T, sd::native_lanes>>(v); }, \
               [](long double v) { return std::name(v); }, lo, hi, logarithmic)

TEST_CASE("[FP-006] [MATHF-018] [MATHF-022] the hot functions over their whole range") {
  CHECK(WORST(float, exp, -103.5, 88.7, false) <= 1.5);
  CHECK(WORST(double, exp, -744, 709, false) <= 1.5);
  CHECK(WORST(float, exp2, -149, 127.9, false) <= 1.5);
  CHECK(WORST(double, exp2, -1074, 1023.9, false) <= 1.5);
  CHECK(WORST(float, log, 1e-44, 3e38, true) <= 1.1);
  CHECK(WORST(float, log, 0.9, 1.1, false) <= 1.0);
  CHECK(WORST(double, log, 1e-320, 1e308, true) <= 1.0);
  CHECK(WORST(float, sqrt, 1e-44, 3e38, true) <= 0.5);
  CHECK(WORST(float, sin, 1e-3, 1e5, true) <= 2);
  CHECK(WORST(float, cos, 1e-3, 1e5, true) <= 2);
  CHECK(WORST(double, tanh, 1e-3, 30, true) <= 2);
  CHECK(WORST(float, sin, 1e5, 1e20, true) <= 2);
}

TEST_CASE("[MATHF-029] [MATHF-032] sincos and sincospi give what sin and cos do") {
  constexpr int P = sd::native_lanes;
  auto const at = [](float x) { return sd::broadcast<float, P>(x); };
  for (float x : {0.0f, -0.0f, 0.5f, -1.5f, 3.0f, 1e4f, 1e30f, -7.25f}) {
    sd::vec<float, P> s, c;
    sd::math::sincos<float, P>(at(x), s, c);
    CHECK(sd::get<float, P>(s, 0) == sd::get<float, P>(sd::math::sin<float, P>(at(x)), 0));
    CHECK(sd::get<float, P>(c, 1) == sd::get<float, P>(sd::math::cos<float, P>(at(x)), 1));
    float s1, c1;
    sd::math::sincospi<float, P>(at(x), s, c);
    sd::math::sincospi<float, 1>(x, s1, c1);
    CHECK(distance<float>(s[0], s1) <= 2);
    CHECK(distance<float>(c[0], c1) <= 2);
  }
}

TEST_CASE("isnan, isinf, isfinite, signbit: masks of registers") {
  constexpr int P = sd::native_lanes;
  auto const test = [](float x, bool nan, bool inf, bool finite, bool sign) {
    auto const v = sd::broadcast<float, P>(x);
    auto const all = (1u << P) - 1u;
    CHECK(sd::register_mask_bits<4, P>(sd::math::isnan<float, P>(v)) == (nan ? all : 0u));
    CHECK(sd::register_mask_bits<4, P>(sd::math::isinf<float, P>(v)) == (inf ? all : 0u));
    CHECK(sd::register_mask_bits<4, P>(sd::math::isfinite<float, P>(v)) == (finite ? all : 0u));
    CHECK(sd::register_mask_bits<4, P>(sd::math::signbit<float, P>(v)) == (sign ? all : 0u));
  };
  test(1.0f, false, false, true, false);
  test(-0.0f, false, false, true, true);
  test(-HUGE_VALF, false, true, false, true);
  test(std::nanf(""), true, false, false, false);
}

}  // namespace
