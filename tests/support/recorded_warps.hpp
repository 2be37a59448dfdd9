#pragma once
// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include "golden.hpp"

// Recorded answers of one warp, replayed by two warps that get the same inputs.
namespace golden {

inline constexpr int two_warps = 64;

template <class T>
std::vector<T> doubled(std::vector<T> v) {
  auto const n = v.size();
  v.reserve(2 * n);
  for (std::size_t i = 0; i < n; ++i) v.push_back(v[i]);
  return v;
}

/// Each thread's bits are the recorded ones of its lane; `-` and `u` were not recorded or
/// undefined.
template <class T>
void expect(record const& r, std::vector<T> const& got) {
  auto const want = split(r.output, ',');
  for (std::size_t i = 0; i < got.size(); ++i) {
    auto const& w = want[i % 32];
    if (w == "-" || w == "u") continue;
    CAPTURE(r.id);
    CAPTURE(i);
    CHECK(bits_of(got[i]) == bits_of(value<T>(bits(w))));
  }
}

}  // namespace golden
