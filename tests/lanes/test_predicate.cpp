// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/flow/lazy.hpp>
#include <simt/lanes/flow/loop.hpp>
#include <simt/lanes/flow/select.hpp>
#include <simt/lanes/index/let.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <limits>
#include <string>

// Predicates in the widths that kernels use, each lane against a C++ condition.
namespace {

using simt::select;
using simt::varying;
using simt_test::at_widths;
namespace detail = simt::detail;

template <class T, int W, class F>
varying<T, W> lanes(F f) {
  varying<T, W> v = T{};
  for (int l = 0; l < W; ++l) v.set_lane(l, f(l));
  return v;
}
template <int W>
varying<int, W> numbers() {
  return lanes<int, W>([](int l) { return l; });
}
/// A consecutive index as threadIdx.x is one, and one with another stride.
template <int W, bool Own = true>
auto consecutive(std::ptrdiff_t base) {
  using one = detail::fixed_stride<1>;
  using none = detail::fixed_stride<0>;
  return detail::index<int, detail::geometry<W, W>, one, none, none, Own>(base, {}, {}, {});
}

/// f at every width, as in a kernel whose gang has that width.
template <class F>
void in_gangs(F f) {
  at_widths([&]<int W>() {
    detail::active_mask().width = W;
    f.template operator()<W>();
    detail::active_mask() = {};
  });
}

/// What a condition means: by lanes, by one look, as a value, and in a simt_if.
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
  auto const q = detail::as_predicate<W>(p);
  if (q.uniform_outcome() == 1) CHECK(all);
  if (q.uniform_outcome() == 0) CHECK(none);
  // Within `live`, and never outside it.
  constexpr int part = detail::part_lanes<W>;
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

}  // namespace

TEST_CASE("[HIER-020] predicate: comparisons of values, of every size") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    varying<double, W> const d = i * 0.5;
    varying<float, W> const f = lanes<float, W>([](int l) {
      return l % 5 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(l % 7);
    });
    varying<long, W> const h = lanes<long, W>([](int l) { return (l - 3L) << 33; });
    varying<unsigned char, W> const c = lanes<unsigned char, W>([](int l) {
      return static_cast<unsigned char>(l * 37);
    });
    auto const number = [](int l) {
      return l % 5 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(l % 7);
    };
    check<W>("double", d < 3.5, [](int l) { return l * 0.5 < 3.5; });
    check<W>("long", h > 0, [](int l) { return l > 3; });
    check<W>("long, upper half", h != 0, [](int l) { return l != 3; });
    check<W>("char", c >= 128, [](int l) { return static_cast<unsigned char>(l * 37) >= 128; });
    check<W>("NaN <", f < 3.0f, [&](int l) { return number(l) < 3.0f; });
    check<W>("NaN >=", f >= 3.0f, [&](int l) { return number(l) >= 3.0f; });
    check<W>("NaN !=", f != 3.0f, [&](int l) { return number(l) != 3.0f; });
    check<W>("NaN ==", f == f, [&](int l) { return l % 5 != 0; });
    check<W>("not of <", !(f < 3.0f), [&](int l) { return !(number(l) < 3.0f); });
    check<W>("a value as condition", i % 3, [](int l) { return l % 3 != 0; });
    check<W>("a float as condition", f, [](int l) { return l % 5 == 0 || l % 7 != 0; });
    check<W>("not of a value", !(i % 3), [](int l) { return l % 3 == 0; });
    check<W>("equality of conditions", (i % 2 == 0) == (i % 3 == 0),
             [](int l) { return (l % 2 == 0) == (l % 3 == 0); });
    check<W>("difference of conditions", (i % 2 == 0) != (i % 3 == 0),
             [](int l) { return (l % 2 == 0) != (l % 3 == 0); });
  });
}

TEST_CASE("[HIER-020] predicate: and, or, not in every combination, also with uniforms") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    auto const a = i % 2 == 0;
    auto const b = i % 3 == 0;
    auto const c = i < 9;
    check<W>("and", a && b, [](int l) { return l % 6 == 0; });
    check<W>("or", a || b, [](int l) { return l % 2 == 0 || l % 3 == 0; });
    check<W>("not and", !(a && b), [](int l) { return l % 6 != 0; });
    check<W>("three", (a && c) || (!b && !c),
             [](int l) { return (l % 2 == 0 && l < 9) || (l % 3 != 0 && l >= 9); });
    check<W>("not not", !!a, [](int l) { return l % 2 == 0; });
    check<W>("bits", (a & b) | (a ^ c),
             [](int l) { return l % 6 == 0 || ((l % 2 == 0) != (l < 9)); });
    for (bool const u : {false, true}) {
      check<W>("uniform &&", u && a, [=](int l) { return u && l % 2 == 0; });
      check<W>("&& uniform", a && u, [=](int l) { return l % 2 == 0 && u; });
      check<W>("uniform ||", u || a, [=](int l) { return u || l % 2 == 0; });
      check<W>("|| uniform", a || u, [=](int l) { return l % 2 == 0 || u; });
      check<W>("constants", (a && u) || (!a && !u), [=](int l) { return (l % 2 == 0) == u; });
    }
    check<W>("lazy and", a && simt_lazy(10 / select(a, 1, 0) == 10),
             [](int l) { return l % 2 == 0; });
    check<W>("lazy or", a || simt_lazy(i % 3 == 0),
             [](int l) { return l % 2 == 0 || l % 3 == 0; });
    int evaluated = 0;
    check<W>("lazy, never", (i < 0) && simt_lazy((++evaluated, i == i)), [](int) { return false; });
    check<W>("lazy, never", (i >= 0) || simt_lazy((++evaluated, i == i)), [](int) { return true; });
    CHECK(evaluated == 0);
  });
}

TEST_CASE("[HIER-020] predicate: ranges of a consecutive index at their ends") {
  in_gangs([]<int W>() {
    for (int const base : {0, 5, -3, 1000}) {
      auto const i = consecutive<W>(base);
      for (int n = base - 2; n <= base + W + 2; n += (n > base + 2 && n < base + W - 3) ? 5 : 1) {
        check<W>("<", i < n, [=](int l) { return base + l < n; });
        check<W>("<=", i <= n, [=](int l) { return base + l <= n; });
        check<W>(">", i > n, [=](int l) { return base + l > n; });
        check<W>(">=", i >= n, [=](int l) { return base + l >= n; });
        check<W>("==", i == n, [=](int l) { return base + l == n; });
        check<W>("!=", i != n, [=](int l) { return base + l != n; });
        check<W>("n <", n < i, [=](int l) { return n < base + l; });
        check<W>("within", i >= n && i < n + 3, [=](int l) { return base + l >= n && base + l < n + 3; });
        check<W>("without", i < n || i >= n + 3, [=](int l) { return base + l < n || base + l >= n + 3; });
        check<W>("not within", !(i >= n && i < n + 3),
                 [=](int l) { return base + l < n || base + l >= n + 3; });
      }
    }
  });
}

TEST_CASE("[HIER-020] predicate: an index that is not consecutive, its bounds and types") {
  in_gangs([]<int W>() {
    auto const i = consecutive<W>(2);
    for (int const n : {-100, -1, 0, 2, 7, 2 * W, 3 * W + 1, 100000}) {
      check<W>("3 i - 4 < n", i * 3 - 4 < n, [=](int l) { return (l + 2) * 3 - 4 < n; });
      check<W>("-i >= n", -i >= n, [=](int l) { return -(l + 2) >= n; });
      check<W>("2 i == n", 2 * i == n, [=](int l) { return 2 * (l + 2) == n; });
      check<W>("2 i != n", 2 * i != n, [=](int l) { return 2 * (l + 2) != n; });
      check<W>("0 i <= n", i * 0 <= n, [=](int) { return 0 <= n; });
      check<W>("unsigned", simt::let<unsigned>(i) - 3u < static_cast<unsigned>(n),
               [=](int l) { return static_cast<unsigned>(l + 2) - 3u < static_cast<unsigned>(n); });
      check<W>("unsigned with int", simt::let<unsigned>(i) > n,
               [=](int l) { return static_cast<unsigned>(l + 2) > static_cast<unsigned>(n); });
      check<W>("size_t", i < static_cast<unsigned long>(static_cast<long>(n)), [=](int l) {
        return static_cast<unsigned long>(l + 2) < static_cast<unsigned long>(static_cast<long>(n));
      });
      check<W>("long", i * 5 > static_cast<long>(n), [=](int l) { return (l + 2) * 5L > n; });
      check<W>("float", i < static_cast<float>(n) + 0.5f,
               [=](int l) { return static_cast<float>(l + 2) < static_cast<float>(n) + 0.5f; });
      check<W>("index as condition", i - n, [=](int l) { return l + 2 - n != 0; });
    }
  });
}

TEST_CASE("[HIER-020] predicate: inside a branch only its lanes count") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    auto const x = consecutive<W>(0);
    varying<int, W> r = 0;
    simt_if (i % 2 == 0) {
      r += 1;
      simt_if (x < 5) {
        r += 10;
        simt_if (!(i % 4 == 0) || x == 0) r += 100; else r += 1000;
      } else {
        simt_if (x >= W - 3 && i % 3 == 0) r += 10000;
      }
    }
    INFO("width ", W);
    for (int l = 0; l < W; ++l) {
      int expected = 0;
      if (l % 2 == 0) {
        expected += 1;
        if (l < 5) {
          expected += 10;
          if (l % 4 != 0 || l == 0) expected += 100; else expected += 1000;
        } else if (l >= W - 3 && l % 3 == 0) {
          expected += 10000;
        }
      }
      CHECK(r.lane(l) == expected);
    }
  });
}

TEST_CASE("[HIER-020] varying<bool>: lanes, conversions and assignment under a mask") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    varying<bool, W> b = i % 3 == 1;
    varying<bool, W> c = b;
    simt_if (i % 2 == 0) {
      c = !b;
      b = i;
    }
    varying<int, W> const n = b;
    varying<double, W> const d = c;
    varying<long, W> const h = c + b;
    INFO("width ", W);
    for (int l = 0; l < W; ++l) {
      bool const even = l % 2 == 0;
      bool const eb = even ? l != 0 : l % 3 == 1;
      bool const ec = even ? l % 3 != 1 : l % 3 == 1;
      CHECK(b.lane(l) == eb);
      CHECK(c.lane(l) == ec);
      CHECK(n.lane(l) == (eb ? 1 : 0));
      CHECK(d.lane(l) == (ec ? 1.0 : 0.0));
      CHECK(h.lane(l) == (eb ? 1 : 0) + (ec ? 1 : 0));
    }
  });
}

TEST_CASE("[HIER-020] predicate: bounds of a block's coordinates are boxes, with and without parts") {
  in_gangs([]<int W>() {
    if constexpr (W >= 32) {
      using G = detail::geometry<W, 16, W / 16>;
      using one = detail::fixed_stride<1>;
      using none = detail::fixed_stride<0>;
      detail::index<int, G, one, none, none, true> const x(0, {}, {}, {});
      detail::index<int, G, none, one, none, true> const y(0, {}, {}, {});
      detail::index<int, G, none, one, none, false> const row(-3, {}, {}, {});
      for (int n : {-1, 0, 1, 7, 15, 16, 40}) {
        check<W>("x < n", x < n, [n](int l) { return l % 16 < n; });
        check<W>("y >= n", y >= n, [n](int l) { return l / 16 >= n; });
        check<W>("y == n", y == n, [n](int l) { return l / 16 == n; });
        check<W>("row != n", row != n, [n](int l) { return l / 16 - 3 != n; });
        check<W>("a corner", x == 15 && y == n, [n](int l) { return l % 16 == 15 && l / 16 == n; });
        check<W>("a box", x >= 1 && x <= n && y >= 1 && y <= n,
                 [n](int l) { return l % 16 >= 1 && l % 16 <= n && l / 16 >= 1 && l / 16 <= n; });
        check<W>("own and not", x > 2 && row < n,
                 [n](int l) { return l % 16 > 2 && l / 16 - 3 < n; });
        check<W>("outside", !(x < n && y < 2), [n](int l) { return !(l % 16 < n && l / 16 < 2); });
        check<W>("either", x < n || y == 0, [n](int l) { return l % 16 < n || l / 16 == 0; });
      }
      // Within another condition, where a part of the lanes runs.
      varying<int, W> r = 0;
      simt_if (x >= 3) {
        simt_if (y < 1 && x < 9) r = 1; else r = 2;
      }
      bool right = true;
      for (int l = 0; l < W; ++l)
        right = right && r.lane(l) == (l % 16 < 3 ? 0 : l < 16 && l % 16 < 9 ? 1 : 2);
      CHECK(right);
    }
  });
}
