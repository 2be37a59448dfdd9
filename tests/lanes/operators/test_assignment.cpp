// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/assignment.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

template <class Op, int W, class T, class U>
[[gnu::noinline]] void assign_under(varying<bool, W> const& p, varying<T, W>& x, U const& y) {
  simt_if (p) Op::assign(x, y);
}

template <int W, class T, class U, class E>
void check_assignment(mismatches& m, char const* op,
                      void (*lanes)(varying<bool, W> const&, varying<T, W>&, varying<U, W> const&),
                      void (*uniform)(varying<bool, W> const&, varying<T, W>&, U const&),
                      E (*expected)(T, U)) {
  auto const xs = values<T>();
  auto const ys = values<U>();
  for (unsigned seed = 0; seed < 6; ++seed) {
    auto const p = pattern<W>(seed);
    varying<T, W> x = T{};
    varying<U, W> y = U{};
    for (int l = 0; l < W; ++l) {
      auto const i = static_cast<std::size_t>(l) + seed * 7;
      x.set_lane(l, xs[i % xs.size()]);
      y.set_lane(l, ys[i * 3 % ys.size()]);
    }
    varying<T, W> a = x, b = x;
    U const u = ys[(seed * 5 + 3) % ys.size()];
    lanes(p, a, y);
    uniform(p, b, u);
    for (int l = 0; l < W; ++l) {
      T const old = x.lane(l);
      bool const on = p.lane(l);
      m.compare(a.lane(l), on ? static_cast<T>(expected(old, y.lane(l))) : old, op, old, y.lane(l),
                W);
      m.compare(b.lane(l), on ? static_cast<T>(expected(old, u)) : old, op, old, u, W);
    }
  }
}
template <int W, class T, class U>
void check_compound(mismatches& m) {
  auto const run = [&]<class Op>() {
    check_assignment<W, T, U>(m, Op::text, &assign_under<Op, W, T, varying<U, W>>,
                              &assign_under<Op, W, T, U>, &one<Op, T, U>);
  };
  each_operator<types<plus, minus, times, divide>,
                types<modulo, bit_and, bit_or, bit_xor, shift_left, shift_right>, T, U>(run);
}

template <int W, class T>
[[gnu::noinline]] void steps(varying<bool, W> const& p, varying<T, W> (&x)[4],
                             varying<T, W> (&r)[4]) {
  simt_if (p) {
    r[0] = ++x[0];
    r[1] = --x[1];
    r[2] = x[2]++;
    r[3] = x[3]--;
  }
}

TEST_CASE("[HIER-020] assignment: compound assignment changes the active lanes only") {
  constexpr int native = simt::simd::native_lanes;
  mismatches m;
  types<std::int8_t, std::uint16_t, int, std::uint64_t, double>::each(
      [&]<class T>() { check_compound<native, T, T>(m); });
  check_compound<1, int, int>(m);
  check_compound<1, std::uint8_t, std::uint8_t>(m);
  check_compound<64, int, int>(m);
  check_compound<64, std::int64_t, std::int64_t>(m);
  check_compound<native, std::uint8_t, int>(m);
  check_compound<native, std::int16_t, std::uint64_t>(m);
  check_compound<native, float, double>(m);
  check_compound<native, double, int>(m);
  CHECK_NONE(m);
}

TEST_CASE("[HIER-020] assignment: ++ and -- change the active lanes only") {
  types<std::int8_t, std::uint16_t, int, unsigned, std::int64_t, float, double>::each(
      []<class T>() {
        for_widths<1, simt::simd::native_lanes>([]<int W>() {
          mismatches m;
          auto const xs = values<T>();
          auto const p = pattern<W>(11);
          varying<T, W> x[4] = {T(5), T(5), T(5), T(5)};
          for (auto& v : x)
            for (int l = 0; l < W; ++l) v.set_lane(l, xs[static_cast<std::size_t>(l) % xs.size()]);
          varying<T, W> const old = x[0];
          varying<T, W> r[4] = {T(9), T(9), T(9), T(9)};
          steps<W>(p, x, r);
          for (int l = 0; l < W; ++l) {
            T const o = old.lane(l);
            T const up = static_cast<T>(plus::one(o, T(1)));
            T const down = static_cast<T>(minus::one(o, T(1)));
            bool const on = p.lane(l);
            m.compare(x[0].lane(l), on ? up : o, "++x", o, 0, W);
            m.compare(x[1].lane(l), on ? down : o, "--x", o, 0, W);
            m.compare(x[2].lane(l), on ? up : o, "x++", o, 0, W);
            m.compare(x[3].lane(l), on ? down : o, "x--", o, 0, W);
            m.compare(r[0].lane(l), on ? up : T(9), "= ++x", o, 0, W);
            m.compare(r[1].lane(l), on ? down : T(9), "= --x", o, 0, W);
            m.compare(r[2].lane(l), on ? o : T(9), "= x++", o, 0, W);
            m.compare(r[3].lane(l), on ? o : T(9), "= x--", o, 0, W);
          }
          CHECK_NONE(m);
        });
      });
}

}  // namespace simt_test::operators
