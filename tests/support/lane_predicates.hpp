#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/flow/lazy.hpp>
#include <simt/lanes/flow/select.hpp>
#include <simt/lanes/index/let.hpp>
#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <limits>
#include <string>

// Predicates in the widths that kernels use, each lane against a C++ condition.
namespace simt_test::predicates {

using simt::select;
using simt::varying;
namespace detail = simt::detail;

template <int W>
varying<int, W> numbers() {
  return lane_numbers<W>();
}

/// Checks what a condition means: by lanes, by one look, as a value, and in a simt_if.
template <int W, class P, class F>
void check(char const* what, P const& p, F expected) {
  INFO(std::string(what), ", width ", W);
  varying<bool, W> const stored = p;
  varying<int, W> branch = -1;
  simt_if (p) branch = 1; else branch = 0;
  bool all = true, none = true, right = true;
  for (int l = 0; l < W; ++l) {
    bool const e = expected(l);
    all = all && e;
    none = none && !e;
    right = right && stored.lane(l) == e && branch.lane(l) == (e ? 1 : 0);
  }
  CHECK(right);
  auto const q = simt::detail::as_predicate<W>(p);
  if (q.uniform_outcome() == 1) CHECK(all);
  if (q.uniform_outcome() == 0) CHECK(none);
  // Within `live`, and never outside it.
  constexpr int part = simt::detail::part_lanes<W>;
  bool inside = true;
  for (int i = 0; i < W / part; ++i) {
    auto const live = simt::simd::mask_from_bits<part>(0x5a5a5a5bu);
    auto const bits = simt::simd::mask_bits<part>(q.at(i, live));
    for (int l = 0; l < part; ++l) {
      bool const on = ((0x5a5a5a5bu >> l) & 1u) != 0;
      inside = inside && (((bits >> l) & 1u) != 0) == (on && expected(i * part + l));
    }
  }
  CHECK(inside);
}

}  // namespace simt_test::predicates
