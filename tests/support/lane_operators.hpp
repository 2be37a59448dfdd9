#pragma once
// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <simt/lanes/varying.hpp>
#include <widths.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Operators on every arithmetic type, each lane against one C++ expression without lanes.
namespace simt_test::operators {

using simt::varying;

// --- What C++ (and for what C++ leaves undefined, a GPU) gives ----------------------------------

template <class A, class B>
using sum_type = decltype(A{} + B{});
template <class A>
using promoted = decltype(+A{});

/// a op b in T, where signed integers wrap.
template <class T, class F>
T wrapped(T a, T b, F f) {
  if constexpr (std::is_floating_point_v<T>) {
    return f(a, b);
  } else {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
  }
}
template <class T>
T quotient(T a, T b) {
  if constexpr (!std::is_floating_point_v<T>) {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return wrapped<T>(T{}, a, [](auto x, auto y) { return x - y; });
  }
  return static_cast<T>(a / b);
}
template <class T>
T remainder_of(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return 0;
  return static_cast<T>(a % b);
}
template <class T>
T shifted_left(T a, T n) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(n) < 8 * sizeof(T) ? static_cast<T>(static_cast<U>(a) << n) : T{};
}
template <class T>
T shifted_right(T a, T n) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(n) < 8 * sizeof(T) ? static_cast<T>(a >> n)
                                           : static_cast<T>(a < 0 ? -1 : 0);
}

// An operator: `lanes` for values with lanes, `one` for what a single lane must hold.
#define OPERATOR(name, op, type, expected)                  \
  struct name {                                             \
    static constexpr char const* text = #op;                \
    template <class A, class B>                             \
    static auto lanes(A const& a, B const& b) {             \
      return a op b;                                        \
    }                                                       \
    template <class A, class B>                             \
    static void assign(A& a, B const& b) {                  \
      a op## = b;                                           \
    }                                                       \
    template <class A, class B>                             \
    static auto one(A p, B q) {                             \
      using T = type;                                       \
      T const a = static_cast<T>(p), b = static_cast<T>(q); \
      return expected;                                      \
    }                                                       \
  };
#define ARITHMETIC(name, op) \
  OPERATOR(name, op, SUM, wrapped<T>(a, b, [](auto x, auto y) { return x op y; }))
#define SUM sum_type<A, B>
#define LEFT promoted<A>
ARITHMETIC(plus, +)
ARITHMETIC(minus, -)
ARITHMETIC(times, *)
OPERATOR(divide, /, SUM, quotient<T>(a, b))
OPERATOR(modulo, %, SUM, remainder_of<T>(a, b))
OPERATOR(bit_and, &, SUM, static_cast<T>(a& b))
OPERATOR(bit_or, |, SUM, static_cast<T>(a | b))
OPERATOR(bit_xor, ^, SUM, static_cast<T>(a ^ b))
OPERATOR(shift_left, <<, LEFT, shifted_left<T>(a, b))
OPERATOR(shift_right, >>, LEFT, shifted_right<T>(a, b))
#undef ARITHMETIC
#undef OPERATOR
#define COMPARISON(name, op)                         \
  struct name {                                      \
    static constexpr char const* text = #op;         \
    template <class A, class B>                      \
    static auto lanes(A const& a, B const& b) {      \
      return a op b;                                 \
    }                                                \
    template <class A, class B>                      \
    static bool one(A a, B b) {                      \
      using T = sum_type<A, B>;                      \
      return static_cast<T>(a) op static_cast<T>(b); \
    }                                                \
  };
COMPARISON(less, <)
COMPARISON(less_equal, <=)
COMPARISON(greater, >)
COMPARISON(greater_equal, >=)
COMPARISON(equal, ==)
COMPARISON(unequal, !=)
#undef COMPARISON

// --- Operands ------------------------------------------------------------------------------------

template <class T>
std::vector<T> values() {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true, true, false, true};
  } else if constexpr (std::is_floating_point_v<T>) {
    return {T(0),
            T(-0.0),
            T(1),
            T(-1),
            T(1.5),
            T(-2.75),
            T(3e9),
            limits::min(),
            limits::max(),
            limits::denorm_min(),
            limits::infinity(),
            -limits::infinity(),
            limits::quiet_NaN()};
  } else {
    constexpr int bits = 8 * int{sizeof(T)};
    return {T(0),
            T(1),
            T(2),
            T(3),
            T(7),
            T(31),
            T(32),
            T(33),
            T(63),
            T(64),
            T(100),
            T(bits - 1),
            T(-1),
            T(-2),
            T(-7),
            limits::min(),
            limits::max(),
            T(limits::max() - 1),
            T(limits::min() + 1),
            T(0x5a5a5a5a5a5a5a5aLL)};
  }
}

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  else
    return a == b;
}

/// Collects wrong lanes, so that a test needs one CHECK, not one a lane.
class mismatches {
 public:
  template <class T, class U, class A, class B>
  void compare(T got, U expected, char const* op, A a, B b, int width) {
    using wide = long double;  // holds every value of every type
    if (!same(got, static_cast<T>(expected))) [[unlikely]]
      report(static_cast<wide>(got), static_cast<wide>(expected), op, static_cast<wide>(a),
             sizeof(A), static_cast<wide>(b), sizeof(B), width);
  }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  [[gnu::noinline, gnu::cold]] void report(long double got, long double expected, char const* op,
                                           long double a, std::size_t a_size, long double b,
                                           std::size_t b_size, int width) {
    if (++count_ > 5) return;
    text_.precision(20);
    text_ << a << " (" << a_size << " bytes) " << op << " " << b << " (" << b_size << " bytes) is "
          << got << ", not " << expected << ", at width " << width << "\n";
  }
  int count_ = 0;
  std::ostringstream text_;
};
#define CHECK_NONE(m)        \
  do {                       \
    INFO((m).text());        \
    CHECK((m).count() == 0); \
  } while (false)

// --- Operators ----------------------------------------------------------------------------------

/// The lane type of a result: C++'s, but &, | and ^ of two bools stay truth values.
template <class Op, class A, class B, class R>
constexpr bool right_type() {
  using T = simt::detail::lane_type<R>;
  return std::is_same_v<T, decltype(Op::one(A{}, B{}))> ||
         (std::is_same_v<A, bool> && std::is_same_v<B, bool> && std::is_same_v<T, bool>);
}

template <class Op, class A, class B>
auto evaluate(A const& a, B const& b) {
  return simt::value(Op::lanes(a, b));
}
template <class Op, class A, class B>
auto one(A a, B b) {
  return Op::one(a, b);
}

// What checks is compiled once for two types of operands and a type of results, not once an
// operator: operators come as functions.
template <int W, class A, class B>
std::vector<std::pair<varying<A, W>, varying<B, W>>> operands() {
  auto const as = values<A>();
  auto const bs = values<B>();
  std::size_t const n = as.size() * bs.size();
  std::vector<std::pair<varying<A, W>, varying<B, W>>> all;
  for (std::size_t first = 0; first < n; first += W) {
    all.emplace_back(A{}, B{});
    for (int l = 0; l < W; ++l) {
      auto const i = (first + static_cast<std::size_t>(l)) % n;
      all.back().first.set_lane(l, as[i / bs.size()]);
      all.back().second.set_lane(l, bs[i % bs.size()]);
    }
  }
  return all;
}
/// Lanes with lanes: all pairs of values, W at a time.
template <int W, class A, class B, class R, class E>
void check_lanes(mismatches& m, char const* op,
                 varying<R, W> (*f)(varying<A, W> const&, varying<B, W> const&),
                 E (*expected)(A, B)) {
  for (auto const& [a, b] : operands<W, A, B>()) {
    auto const r = f(a, b);
    for (int l = 0; l < W; ++l)
      m.compare(r.lane(l), expected(a.lane(l), b.lane(l)), op, a.lane(l), b.lane(l), W);
  }
}
/// Lanes with uniforms, on either side.
template <int W, class A, class B, class R, class E>
void check_uniform(mismatches& m, char const* op,
                   varying<R, W> (*f)(varying<A, W> const&, B const&),
                   varying<R, W> (*g)(A const&, varying<B, W> const&), E (*expected)(A, B)) {
  for (auto const& [a, b] : operands<W, A, B>()) {
    for (int u = 0; u<W; u += W> 4 ? W / 4 : 1) {
      auto const r = f(a, b.lane(u));
      auto const s = g(a.lane(u), b);
      for (int l = 0; l < W; ++l) {
        m.compare(r.lane(l), expected(a.lane(l), b.lane(u)), op, a.lane(l), b.lane(u), W);
        m.compare(s.lane(l), expected(a.lane(u), b.lane(l)), op, a.lane(u), b.lane(l), W);
      }
    }
  }
}

template <class... T>
struct types {
  template <class F>
  static void each([[maybe_unused]] F f) {
    (f.template operator()<T>(), ...);
  }
};
using integers = types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, int, unsigned,
                       std::int64_t, std::uint64_t, bool>;
using numbers = types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, int, unsigned,
                      std::int64_t, std::uint64_t, bool, float, double>;

template <class Op, int W, class A, class B>
void check_operator(mismatches& m) {
  using R = decltype(evaluate<Op>(varying<A, W>(A{}), varying<B, W>(B{})));
  static_assert(right_type<Op, A, B, R>());
  check_lanes<W, A, B>(m, Op::text, &evaluate<Op, varying<A, W>, varying<B, W>>, &one<Op, A, B>);
}
template <class Op, int W, class A, class B>
void check_uniform_operator(mismatches& m) {
  check_uniform<W, A, B>(m, Op::text, &evaluate<Op, varying<A, W>, B>,
                         &evaluate<Op, A, varying<B, W>>, &one<Op, A, B>);
}

/// Makes a condition that holds for some lanes.
template <int W>
varying<bool, W> pattern(unsigned seed) {
  simt_test::random r(seed);
  varying<bool, W> p = false;
  for (int l = 0; l < W; ++l) p.set_lane(l, r.chance(60));
  return p;
}

/// Calls f for each operator that A and B have: integers have Ops and IntegerOps, others Ops.
template <class Ops, class IntegerOps, class A, class B, class F>
void each_operator(F f) {
  Ops::each(f);
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) IntegerOps::each(f);
}
template <class Ops, class IntegerOps, int W, class A, class B>
void check_pair(mismatches& m) {
  each_operator<Ops, IntegerOps, A, B>([&]<class Op>() { check_operator<Op, W, A, B>(m); });
}
template <class Ops, class IntegerOps, int W, class A, class B>
void check_pair_with_uniform(mismatches& m) {
  each_operator<Ops, IntegerOps, A, B>([&]<class Op>() { check_uniform_operator<Op, W, A, B>(m); });
}

/// Checks operators on every type and width, with uniforms on either side, and on two types.
template <class Ops, class IntegerOps = types<>>
void check_operators() {
  constexpr int native = simt::simd::native_lanes;
  SUBCASE("every type") {
    numbers::each([]<class T>() {
      mismatches m;
      for_widths<1, native>([&]<int W>() { check_pair<Ops, IntegerOps, W, T, T>(m); });
      CHECK_NONE(m);
    });
  }
  SUBCASE("other widths") {
    types<std::uint8_t, std::uint64_t, float>::each([]<class T>() {
      mismatches m;
      check_pair<Ops, IntegerOps, native == 32 ? 16 : 32, T, T>(m);
      CHECK_NONE(m);
    });
    mismatches m;
    check_pair<Ops, IntegerOps, 64, int, int>(m);
    CHECK_NONE(m);
  }
  SUBCASE("uniforms on either side") {
    types<std::int16_t, int, unsigned, std::int64_t, float, double, bool>::each([]<class T>() {
      mismatches m;
      check_pair_with_uniform<Ops, IntegerOps, native, T, T>(m);
      CHECK_NONE(m);
    });
    mismatches m;
    for_widths<1>([&]<int W>() {
      check_pair_with_uniform<Ops, IntegerOps, W, int, int>(m);
      check_pair_with_uniform<Ops, IntegerOps, W, double, double>(m);
    });
    check_pair_with_uniform<Ops, IntegerOps, native, int, unsigned>(m);
    check_pair_with_uniform<Ops, IntegerOps, native, std::int8_t, std::uint64_t>(m);
    check_pair_with_uniform<Ops, IntegerOps, native, float, int>(m);
    CHECK_NONE(m);
  }
  SUBCASE("operands of two types") {
    mismatches m;
    check_pair<Ops, IntegerOps, native, std::int8_t, unsigned>(m);
    check_pair<Ops, IntegerOps, native, std::uint16_t, std::int64_t>(m);
    check_pair<Ops, IntegerOps, native, int, unsigned>(m);
    check_pair<Ops, IntegerOps, native, unsigned, std::int64_t>(m);
    check_pair<Ops, IntegerOps, native, std::uint64_t, int>(m);
    check_pair<Ops, IntegerOps, native, bool, int>(m);
    check_pair<Ops, IntegerOps, native, int, float>(m);
    check_pair<Ops, IntegerOps, native, float, std::int8_t>(m);
    check_pair<Ops, IntegerOps, native, float, double>(m);
    check_pair<Ops, IntegerOps, native, double, unsigned>(m);
    check_pair<Ops, IntegerOps, native, std::int64_t, double>(m);
    check_pair<Ops, IntegerOps, native, bool, float>(m);
    for_widths<1>([&]<int W>() {
      check_pair<Ops, IntegerOps, W, std::int8_t, unsigned>(m);
      check_pair<Ops, IntegerOps, W, std::uint64_t, int>(m);
      check_pair<Ops, IntegerOps, W, float, double>(m);
      check_pair<Ops, IntegerOps, W, bool, float>(m);
    });
    CHECK_NONE(m);
  }
}

}  // namespace simt_test::operators
