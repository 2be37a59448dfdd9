// SPDX-License-Identifier: MIT
#include <simt/simd/truncate.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace simd = simt::simd;

namespace {

/// A GPU's rule, with comparisons alone: `none` for NaN.
template <class I>
I by_comparison(double x, I none) {
  if (std::isnan(x)) return none;
  if (x <= static_cast<double>(std::numeric_limits<I>::lowest()))
    return std::numeric_limits<I>::lowest();
  if (x >= std::ldexp(1.0, std::numeric_limits<I>::digits)) return std::numeric_limits<I>::max();
  return static_cast<I>(x);
}
template <class I, class R>
constexpr I nan_as = sizeof(I) == 4 && sizeof(R) == 4
                         ? I{0}
                         : static_cast<I>(std::uint64_t{1} << (8 * sizeof(I) - 1));

constexpr double edges[] = {0.0,
                            -0.0,
                            0.9,
                            -0.9,
                            -1.0,
                            -1.5,
                            255.9,
                            -300.0,
                            70000.0,
                            2147483520.0,
                            2147483647.0,
                            2147483647.5,
                            2147483648.0,
                            -2147483648.0,
                            -2147483648.9,
                            -2147483904.0,
                            3e9,
                            4294967040.0,
                            4294967295.5,
                            4294967296.0,
                            5e9,
                            -5e9,
                            9.2233715e18,
                            9.2233720368547758e18,
                            -9.2233720368547758e18,
                            1.8446742e19,
                            1.8446744073709552e19,
                            1e30,
                            -1e30,
                            HUGE_VAL,
                            -HUGE_VAL,
                            NAN};

template <class I, class R, int L>
void check_lanes() {
  for (double edge : edges) {
    volatile R hidden = static_cast<R>(edge);
    R const x = hidden;
    // The edge in one lane among others, and in all of them.
    for (bool alone : {true, false}) {
      simd::vec<R, L> v = simd::broadcast<R, L>(alone ? R(7.5) : x);
      simd::set<R, L>(v, L - 1, x);
      auto const r = simd::truncate<I, R, L>(v);
      I const expected = by_comparison<I>(double(x), nan_as<I, R>);
      I const last = simd::get<I, L>(r, L - 1), first = simd::get<I, L>(r, 0);
      CHECK_MESSAGE(last == expected, double(x));
      if (L > 1) CHECK(first == (alone ? I(7) : expected));
    }
  }
}

}  // namespace

TEST_CASE(
    "simd/truncate: numbers out of range are the nearest in range, lanes and single ones "
    "[FP-009]") {
  constexpr int n = simd::native_lanes;
  check_lanes<int, float, n>();
  check_lanes<unsigned, float, n>();
  check_lanes<int, float, 1>();
  check_lanes<unsigned, float, 1>();
  check_lanes<int, double, 1>();
  check_lanes<unsigned, double, 1>();
  check_lanes<std::int64_t, float, 1>();
  check_lanes<std::uint64_t, double, 1>();
  if constexpr (n > 1) {
    check_lanes<int, double, n / 2>();
    check_lanes<unsigned, double, n / 2>();
    check_lanes<std::int64_t, double, n / 2>();
    check_lanes<std::uint64_t, double, n / 2>();
    check_lanes<std::int64_t, float, n / 2>();
    check_lanes<std::uint64_t, float, n / 2>();
  }
}

TEST_CASE(
    "simd/truncate: registers together, of which some or none have numbers out of range [FP-009]") {
  constexpr int n = simd::native_lanes;
  for (double edge : edges) {
    volatile float hidden = static_cast<float>(edge);
    for (int at = 0; at < 3; ++at) {
      simd::vec<float, n> x[3];
      simd::vec<int, n> r[3];
      for (int i = 0; i < 3; ++i) x[i] = simd::broadcast<float, n>(-7.5f);
      simd::set<float, n>(x[at], n - 1, hidden);
      simd::truncate_all<int, float, n>(x, r);
      for (int i = 0; i < 3; ++i) {
        int const first = simd::get<int, n>(r[i], 0), last = simd::get<int, n>(r[i], n - 1);
        if (n > 1) CHECK(first == -7);
        CHECK_MESSAGE(last == (i == at ? by_comparison<int>(double(hidden), 0) : -7),
                      double(hidden));
      }
    }
  }
}

TEST_CASE("simd/truncate: narrow types keep the low bits of 32 bits of their sign [FP-009]") {
  // As an H100 answers.
  volatile float x = 300.0f, below = -300.0f, large = 3e9f;
  CHECK(simd::number_as<unsigned char>(float(x)) == 44);
  CHECK(simd::number_as<signed char>(float(below)) == -44);
  CHECK(simd::number_as<unsigned char>(float(below)) == 0);
  CHECK(simd::number_as<unsigned short>(float(large)) == 24064);
  CHECK(simd::number_as<short>(float(large)) == -1);
  CHECK(simd::number_as<bool>(0.5f));
  static_assert(simd::number_as<int>(2.5f) == 2);
  static_assert(simd::number_as<int>(7u) == 7);
}
