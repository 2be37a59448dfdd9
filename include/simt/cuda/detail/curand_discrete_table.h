#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

/// A square histogram: a column for each number, all as wide; a place in column j stands for j
/// below limits[j], for others[j] above.
/// - Source:  Marsaglia, Tsang and Wang, Fast Generation of Discrete Random Variables (2004),
///            method II; which column is filled from which: recorded on an H200
struct curand_histogram {
  unsigned shift = 0;
  std::vector<double> limits;
  std::vector<unsigned> others;
};

/// Makes the histogram of the counts that a double gives a probability, when `lambda` are expected.
inline curand_histogram poisson_histogram(double lambda) {
  curand_histogram h;
  std::vector<double> part;
  for (double k = 0;; ++k) {
    double const p = std::exp(k * std::log(lambda) - lambda - std::lgamma(k + 1));
    if (p > 0)
      part.push_back(p);
    else if (part.empty())
      ++h.shift;
    else
      break;
  }
  std::size_t const n = part.size();
  double const column = 1.0 / static_cast<double>(n);
  for (std::size_t j = 0; j < n; ++j) {
    h.limits.push_back(static_cast<double>(j + 1) * column);
    h.others.push_back(static_cast<unsigned>(j));
  }
  // All that is more than a column, from the highest number on, fills those that are less, round
  // and round from the lowest.
  std::vector<bool> filled(n);
  std::size_t low = 0;
  for (std::size_t high = n; high-- > 0;)
    while (part[high] > column) {
      std::size_t tried = 0;
      for (; tried < n && (filled[low] || part[low] >= column); ++tried) low = (low + 1) % n;
      if (tried == n) return h;
      h.limits[low] = static_cast<double>(low) * column + part[low];
      h.others[low] = static_cast<unsigned>(high);
      filled[low] = true;
      part[high] -= column - part[low];
    }
  return h;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
