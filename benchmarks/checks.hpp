#pragma once
// SPDX-License-Identifier: MIT
//
// Comparing what a variant left with a reference, which each workload computes in double precision
// or exactly.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

#include "suite.hpp"

namespace bench {

/// The verdict on an error measure: right up to and including `tolerance`; a NaN is wrong.
[[nodiscard]] inline verdict judge(double error, double tolerance, char const* measure) {
  char text[96];
  std::snprintf(text, sizeof text, "%s %.1e (allowed %.1e)", measure, error, tolerance);
  return {error <= tolerance, text};
}

/// The larger of two errors, where a NaN is larger than anything.
[[nodiscard]] inline double worse(double error, double other) {
  return other <= error ? error : std::isnan(other) ? HUGE_VAL : other;
}

/// Compares by |difference| / scale.
template <class Got, class Want>
[[nodiscard]] verdict compare(Got const& got, Want const& want, double tolerance,
                              double scale = 1) {
  double error = got.size() == want.size() ? 0 : HUGE_VAL;
  for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i)
    error = worse(error, std::fabs(static_cast<double>(got[i]) - want[i]) / scale);
  return judge(error, tolerance, "largest error");
}

/// Compares bit for bit and counts what differs.
template <class Got, class Want>
[[nodiscard]] verdict compare_exactly(Got const& got, Want const& want) {
  double wrong = got.size() == want.size() ? 0 : HUGE_VAL;
  for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i)
    wrong += got[i] == want[i] ? 0 : 1;
  return judge(wrong, 0, "wrong elements");
}

}  // namespace bench
