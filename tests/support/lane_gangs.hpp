#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>
#include <simt/lanes/varying.hpp>
#include <widths.hpp>

#include <cstddef>

// Lanes without a kernel: a test runs at each width as in a gang of that width.
namespace simt_test {

/// Makes a varying whose lane l is f(l).
template <class T, int W, class F>
simt::varying<T, W> lanes(F f) {
  simt::varying<T, W> v = T{};
  for (int l = 0; l < W; ++l) v.set_lane(l, f(l));
  return v;
}
/// Makes a varying whose lane l is l.
template <int W>
simt::varying<int, W> lane_numbers() {
  return lanes<int, W>([](int l) { return l; });
}
/// Makes a consecutive index, as threadIdx.x is one.
template <int W, bool Own = true, class T = int>
auto consecutive(std::ptrdiff_t base) {
  using one = simt::detail::fixed_stride<1>;
  using none = simt::detail::fixed_stride<0>;
  return simt::detail::index<T, simt::detail::geometry<W, W>, one, none, none, Own>(base, {}, {},
                                                                                    {});
}

/// Calls f at one width, in a gang whose lanes are all active.
template <int W, class F>
void in_gang(F f) {
  simt::detail::active_mask() = {};
  simt::detail::active_mask().width = W;
  f.template operator()<W>();
  simt::detail::active_mask() = {};
}
/// Calls f at every width.
template <class F>
void in_gangs(F f) {
  at_widths([&]<int W>() { in_gang<W>(f); });
}

/// Tells whether lane l of v is f(l), for every lane.
template <class V, class F>
bool every_lane(V const& v, F f) {
  auto const x = simt::value(v);
  bool right = true;
  for (int l = 0; l < V::width; ++l) right = right && x.lane(l) == f(l);
  return right;
}

}  // namespace simt_test
