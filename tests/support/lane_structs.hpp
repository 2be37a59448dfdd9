#pragma once
// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <simt/simt.hpp>
#include <support/lane_gangs.hpp>

#include <cstddef>
#include <vector>

// Structs in memory and in lanes, without a kernel.
namespace simt_test::structs {

using simt::float4;
using simt::varying;

struct item {
  int number;
  double weight;
  short parts[4];
  float4 color;
};
inline item make_item(int l) {
  auto const f = static_cast<float>(l);
  return {l * 7,
          l * 0.5,
          {static_cast<short>(l), static_cast<short>(l + 1), 2, 3},
          simt::make_float4(f, f + 1, f + 2, f + 3)};
}
inline std::vector<item> items() {
  std::vector<item> v(80);
  for (int i = 0; i < 80; ++i) v[static_cast<std::size_t>(i)] = make_item(i);
  return v;
}
/// Calls f for each lane; tells whether it was true for all.
template <int W, class F>
bool for_lanes(F f) {
  bool right = true;
  for (int l = 0; l < W; ++l) right = right && f(l);
  return right;
}
inline std::size_t at(int l) { return static_cast<std::size_t>(l); }

}  // namespace simt_test::structs
