#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/lanes.hpp>
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <random>
#include <type_traits>
#include <vector>

// Numbers of 16 bits with lanes compute what single numbers do.
namespace simt_test::halves {

using simt::__half, simt::__half2, simt::__nv_bfloat16, simt::__nv_bfloat162;

constexpr int width = 32;

template <class H>
unsigned infinity() {
  return H::format::infinity;
}
template <class H>
H of_bits(unsigned b) {
  return simt::short_raw<typename H::format>{static_cast<unsigned short>(b)};
}
template <class H>
bool same(H a, H b) {
  auto const nan = [](H x) { return (x.__x & 0x7fffu) > infinity<H>(); };
  return a.__x == b.__x || (nan(a) && nan(b));
}

/// Values that matter, then random ones.
template <class H>
std::vector<H> values() {
  std::vector<H> v;
  for (unsigned b : {0u, 1u, 2u, 0x3ffu, 0x400u, 0x7fu, 0x80u, infinity<H>() - 1, infinity<H>(),
                     infinity<H>() + 1})
    for (unsigned s : {0u, 0x8000u}) v.push_back(of_bits<H>(b | s));
  std::mt19937 random(7);
  while (v.size() < 640) v.push_back(of_bits<H>(random() & 0xffffu));
  return v;
}

/// f of lanes against f of numbers; tolerance in units of the last place. By their addresses: one
/// copy of this for each type.
template <class H>
using half_lanes = simt::varying<H, width>;
template <class H>
void compare(char const* what, H (*one)(H, H, H),
             half_lanes<H> (*all)(half_lanes<H> const&, half_lanes<H> const&, half_lanes<H> const&), int tolerance) {
  auto const v = values<H>();
  int differ = 0;
  for (std::size_t first = 0; first < v.size(); first += width) {
    half_lanes<H> a(H(0)), b(H(0)), c(H(0));
    auto const at = [&](std::size_t l, std::size_t by) { return v[(first + l * by) % v.size()]; };
    for (std::size_t l = 0; l < width; ++l) {
      a.set_lane(static_cast<int>(l), at(l, 1));
      b.set_lane(static_cast<int>(l), at(l, 7));
      c.set_lane(static_cast<int>(l), at(l, 11));
    }
    half_lanes<H> const r = all(a, b, c);
    for (std::size_t l = 0; l < width; ++l) {
      H const want = one(at(l, 1), at(l, 7), at(l, 11)), got = r.lane(static_cast<int>(l));
      if (!same(got, want) && std::abs((got.__x & 0x7fff) - (want.__x & 0x7fff)) > tolerance)
        ++differ;
    }
  }
  CAPTURE(what);
  CHECK(differ == 0);
}
template <class H, class F>
void compare(char const* what, F, int tolerance = 0) {
  compare<H>(
      what, [](H a, H b, H c) -> H { return F()(a, b, c); },
      [](half_lanes<H> const& a, half_lanes<H> const& b, half_lanes<H> const& c) -> half_lanes<H> {
        return F()(a, b, c);
      },
      tolerance);
}
#define SAME(...)                                                            \
  compare<H>(#__VA_ARGS__, [](auto const& a, auto const& b, auto const& c) { \
    static_cast<void>(b);                                                    \
    static_cast<void>(c);                                                    \
    return __VA_ARGS__;                                                      \
  })
#define CLOSE(...) \
  compare<H>(      \
      #__VA_ARGS__, [](auto const& a, auto const&, auto const&) { return __VA_ARGS__; }, 1)

/// Pairs: as numbers, and what is made of them, lane by lane.
template <class H>
using pair_of = simt::short_pair<typename H::format>;
template <class H, class F>
void compare_pairs(char const* what, F f) {
  using P = pair_of<H>;
  auto const v = values<H>();
  auto const at = [&](std::size_t k) { return v[k % v.size()]; };
  int differ = 0;
  for (std::size_t first = 0; first < v.size(); first += width) {
    simt::varying<P, width> a(P(H(0), H(0))), b(a), c(a);
    P x[width], y[width], z[width];
    for (std::size_t l = 0; l < width; ++l) {
      auto const k = first + l;
      x[l] = P(at(k), at(3 * k + 1));
      y[l] = k % 3 == 0 ? x[l] : k % 3 == 1 ? P(at(k), at(5 * k)) : P(at(7 * k), at(11 * k));
      z[l] = P(at(13 * k), at(17 * k));
      a.set_lane(static_cast<int>(l), x[l]);
      b.set_lane(static_cast<int>(l), y[l]);
      c.set_lane(static_cast<int>(l), z[l]);
    }
    auto const got = f(a, b, c);
    for (std::size_t l = 0; l < width; ++l) {
      auto const want = f(x[l], y[l], z[l]);
      auto const one = got.lane(static_cast<int>(l));
      if constexpr (std::is_same_v<std::remove_const_t<decltype(want)>, P>)
        differ += !same(one.x, want.x) || !same(one.y, want.y);
      else
        differ += one != want;
    }
  }
  CAPTURE(what);
  CHECK(differ == 0);
}
#define SAME_PAIRS(...)                                                            \
  compare_pairs<H>(#__VA_ARGS__, [](auto const& a, auto const& b, auto const& c) { \
    static_cast<void>(b);                                                          \
    static_cast<void>(c);                                                          \
    return __VA_ARGS__;                                                            \
  })

}  // namespace simt_test::halves
