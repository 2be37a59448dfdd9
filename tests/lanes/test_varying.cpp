// SPDX-License-Identifier: MIT
#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/flow/select.hpp>
#include <simt/lanes/flow/simt_select.hpp>
#include <simt/lanes/index/constant.hpp>

#include <doctest/doctest.h>
#include <widths.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// Every operator on every arithmetic type, each lane against one C++ expression without lanes.
namespace {

using simt::varying;
using simt_test::at_widths;
using simt_test::for_widths;

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
  static void each(F f) {
    (f.template operator()<T>(), ...);
  }
};
using integers = types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, int, unsigned,
                       std::int64_t, std::uint64_t, bool>;
using numbers = types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, int, unsigned,
                      std::int64_t, std::uint64_t, bool, float, double>;

using arithmetic_operators = types<plus, minus, times, divide>;
using integer_operators = types<modulo, bit_and, bit_or, bit_xor, shift_left, shift_right>;
using comparisons = types<less, less_equal, greater, greater_equal, equal, unequal>;

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
template <int W, class A, class B>
void check_pair(mismatches& m) {
  auto const run = [&]<class Op>() { check_operator<Op, W, A, B>(m); };
  arithmetic_operators::each(run);
  comparisons::each(run);
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) integer_operators::each(run);
}
template <int W, class A, class B>
void check_pair_with_uniform(mismatches& m) {
  auto const run = [&]<class Op>() { check_uniform_operator<Op, W, A, B>(m); };
  arithmetic_operators::each(run);
  comparisons::each(run);
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) integer_operators::each(run);
}

}  // namespace

TEST_CASE(
    "[MATHF-001..MATHF-003] [MATHD-001..MATHD-003] varying: every operator on every type gives "
    "what "
    "C++ gives each lane") {
  numbers::each([]<class T>() {
    mismatches m;
    for_widths<1, simt::simd::native_lanes>([&]<int W>() { check_pair<W, T, T>(m); });
    CHECK_NONE(m);
  });
}

TEST_CASE("varying: every operator at other widths") {
  types<std::uint8_t, std::uint64_t, float>::each([]<class T>() {
    mismatches m;
    check_pair<simt::simd::native_lanes == 32 ? 16 : 32, T, T>(m);
    CHECK_NONE(m);
  });
  mismatches m;
  check_pair<64, int, int>(m);
  CHECK_NONE(m);
}

TEST_CASE("varying: operators with uniforms on either side") {
  types<std::int16_t, int, unsigned, std::int64_t, float, double, bool>::each([]<class T>() {
    mismatches m;
    check_pair_with_uniform<simt::simd::native_lanes, T, T>(m);
    CHECK_NONE(m);
  });
  mismatches m;
  check_pair_with_uniform<1, int, int>(m);
  check_pair_with_uniform<1, double, double>(m);
  check_pair_with_uniform<simt::simd::native_lanes, int, unsigned>(m);
  check_pair_with_uniform<simt::simd::native_lanes, std::int8_t, std::uint64_t>(m);
  check_pair_with_uniform<simt::simd::native_lanes, float, int>(m);
  CHECK_NONE(m);
}

TEST_CASE("varying: operands of two types convert as in C++") {
  constexpr int native = simt::simd::native_lanes;
  mismatches m;
  check_pair<native, std::int8_t, unsigned>(m);
  check_pair<native, std::uint16_t, std::int64_t>(m);
  check_pair<native, int, unsigned>(m);
  check_pair<native, unsigned, std::int64_t>(m);
  check_pair<native, std::uint64_t, int>(m);
  check_pair<native, bool, int>(m);
  check_pair<native, int, float>(m);
  check_pair<native, float, std::int8_t>(m);
  check_pair<native, float, double>(m);
  check_pair<native, double, unsigned>(m);
  check_pair<native, std::int64_t, double>(m);
  check_pair<native, bool, float>(m);
  check_pair<1, std::int8_t, unsigned>(m);
  check_pair<1, std::uint64_t, int>(m);
  check_pair<1, float, double>(m);
  check_pair<1, bool, float>(m);
  CHECK_NONE(m);
}

TEST_CASE("[FP-010] varying: shifts and divisions by numbers that the compiler knows") {
  for_widths<1, simt::simd::native_lanes>([]<int W>() {
    mismatches m;
    types<int, unsigned, std::int64_t, std::uint64_t>::each([&]<class T>() {
      for (T const x : values<T>()) {
        varying<T, W> const v = x;
        auto const see = [&](auto const& r, T expected, char const* op, int n) {
          auto const lanes = simt::value(r);
          for (int l = 0; l < W; ++l) m.compare(lanes.lane(l), expected, op, x, n, W);
        };
        see(v << 0, shifted_left<T>(x, 0), "<<", 0);
        see(v << 31, shifted_left<T>(x, 31), "<<", 31);
        see(v << 32, shifted_left<T>(x, 32), "<<", 32);
        see(v << 64, shifted_left<T>(x, 64), "<<", 64);
        see(v << -1, shifted_left<T>(x, T(-1)), "<<", -1);
        see(v >> 31, shifted_right<T>(x, 31), ">>", 31);
        see(v >> 32, shifted_right<T>(x, 32), ">>", 32);
        see(v >> 100, shifted_right<T>(x, 100), ">>", 100);
        see(v / 7, quotient<T>(x, 7), "/", 7);
        see(v % 8, remainder_of<T>(x, 8), "%", 8);
        see(v / 1, x, "/", 1);
        see(v / -1, quotient<T>(x, T(-1)), "/", -1);
        see(v % -1, remainder_of<T>(x, T(-1)), "%", -1);
        see(v / 0, quotient<T>(x, 0), "/", 0);
        see(v % 0, remainder_of<T>(x, 0), "%", 0);
        see(v / simt::constant<0>{}, quotient<T>(x, 0), "/", 0);
        see(v / simt::constant<16>{}, quotient<T>(x, 16), "/", 16);
        see(5 / v, quotient<T>(5, x), "5 /", static_cast<int>(x));
        see(varying<T, W>(std::numeric_limits<T>::min()) / varying<T, W>(static_cast<T>(-1)),
            quotient<T>(std::numeric_limits<T>::min(), static_cast<T>(-1)), "least /", -1);
      }
    });
    CHECK_NONE(m);
  });
}

TEST_CASE("varying: minus, plus, complement and not") {
  numbers::each([]<class T>() {
    for_widths<1, simt::simd::native_lanes>([]<int W>() {
      mismatches m;
      for (T const x : values<T>()) {
        varying<T, W> const v = x;
        using P = promoted<T>;
        auto const negative = simt::value(-v);
        auto const positive = simt::value(+v);
        auto const none = simt::value(!v);
        static_assert(std::is_same_v<simt::detail::lane_type<decltype(negative)>, P>);
        static_assert(std::is_same_v<simt::detail::lane_type<decltype(positive)>, P>);
        for (int l = 0; l<W; l += W> 1 ? W - 1 : 1) {
          P expected = static_cast<P>(-static_cast<P>(1));
          if constexpr (std::is_floating_point_v<T>)
            expected = -x;
          else
            expected = wrapped<P>(P{}, P(x), [](auto a, auto b) { return a - b; });
          m.compare(negative.lane(l), expected, "-", x, 0, W);
          m.compare(positive.lane(l), P(x), "+", x, 0, W);
          m.compare(none.lane(l), x == T{}, "!", x, 0, W);
        }
        if constexpr (std::is_integral_v<T>) {
          auto const complement = simt::value(~v);
          m.compare(complement.lane(W - 1), static_cast<P>(P(-1) ^ P(x)), "~", x, 0, W);
        }
      }
      CHECK_NONE(m);
    });
  });
}

namespace {

/// Values of From that C++ converts to To with a defined result.
template <class From, class To>
bool converts(From x) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> &&
                !std::is_same_v<To, bool>) {
    return x > static_cast<From>(std::numeric_limits<To>::min()) - 1 &&
           x < static_cast<From>(std::numeric_limits<To>::max());
  } else {
    static_cast<void>(x);
    return true;
  }
}
template <class To, int W, class From>
[[gnu::noinline]] varying<To, W> converted(varying<From, W> const& x) {
  return x;
}
template <class From, class To, int W>
void check_conversion(mismatches& m) {
  auto const all = values<From>();
  varying<From, W> v = From{};
  std::vector<From> fit;
  for (From const x : all)
    if (converts<From, To>(x)) fit.push_back(x);
  for (std::size_t first = 0; first < fit.size(); first += W) {
    for (int l = 0; l < W; ++l)
      v.set_lane(l, fit[(first + static_cast<std::size_t>(l)) % fit.size()]);
    auto const r = converted<To, W>(v);
    for (int l = 0; l < W; ++l)
      m.compare(r.lane(l), static_cast<To>(v.lane(l)), "to", v.lane(l), sizeof(To), W);
  }
}

}  // namespace

TEST_CASE("varying: every type converts to every other as in C++") {
  numbers::each([]<class From>() {
    mismatches m;
    numbers::each([&]<class To>() { check_conversion<From, To, simt::simd::native_lanes>(m); });
    CHECK_NONE(m);
  });
  types<std::int8_t, std::uint64_t, double>::each([]<class From>() {
    mismatches m;
    numbers::each([&]<class To>() { check_conversion<From, To, 1>(m); });
    CHECK_NONE(m);
  });
}

namespace {

// Compound assignment changes the active lanes, and only those.
template <int W>
varying<bool, W> pattern(unsigned seed) {
  simt_test::random r(seed);
  varying<bool, W> p = false;
  for (int l = 0; l < W; ++l) p.set_lane(l, r.chance(60));
  return p;
}

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
  arithmetic_operators::each(run);
  if constexpr (std::is_integral_v<T> && std::is_integral_v<U>) integer_operators::each(run);
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

}  // namespace

TEST_CASE("[HIER-020] varying: compound assignment changes the active lanes only") {
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

TEST_CASE("[HIER-020] varying: ++ and -- change the active lanes only") {
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

TEST_CASE("[HIER-020] varying: assignment obeys the mask, construction does not") {
  at_widths([]<int W>() {
    auto const p = pattern<W>(3);
    varying<int, W> x = 1;
    varying<bool, W> b = false;
    varying<double, W> d = 0.5;
    varying<int, W> born = 0, copied = 0;
    simt_if (p) {
      x = 2;
      b = true;
      d = x;
      varying<int, W> const fresh = 7;
      for (int l = 0; l < W; ++l) born.set_lane(l, fresh.lane(l));
      varying<int, W> const copy = x;
      for (int l = 0; l < W; ++l) copied.set_lane(l, copy.lane(l));
    }
    INFO("width ", W);
    bool any = false;
    for (int l = 0; l < W; ++l) any = any || p.lane(l);
    for (int l = 0; l < W; ++l) {
      bool const on = p.lane(l);
      CHECK(x.lane(l) == (on ? 2 : 1));
      CHECK(b.lane(l) == on);
      CHECK(d.lane(l) == (on ? 2.0 : 0.5));
      if (any) {
        CHECK(born.lane(l) == 7);
        CHECK(copied.lane(l) == x.lane(l));
      }
    }
  });
}

TEST_CASE("varying: a gang as wide as the largest block") {
  constexpr int W = simt::detail::max_lanes;
  mismatches m;
  check_operator<times, W, int, int>(m);
  check_operator<divide, W, float, float>(m);
  check_operator<shift_left, W, std::uint64_t, std::uint64_t>(m);
  check_operator<less, W, std::int8_t, std::int8_t>(m);
  CHECK_NONE(m);
}

TEST_CASE("select, simt_select: the type of both sides, or what arithmetic makes of them") {
  at_widths([]<int W>() {
    auto const p = pattern<W>(5);
    varying<std::uint8_t, W> const a = 200, b = 100;
    varying<std::int16_t, W> const s = -5;
    auto const x = select(p, a, b);
    auto const y = simt_select(p, a, b);
    auto const z = select(p, a, s);
    auto const w = simt_select(p, a, s);
    auto const u = simt_select(p, a, std::uint8_t{3});
    auto const f = simt_select(p, 2.5f, s);
    auto const q = simt_select(p, !p, p);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(x)>, std::uint8_t>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(y)>, std::uint8_t>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(z)>, int>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(w)>, int>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(u)>, std::uint8_t>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(f)>, float>);
    static_assert(std::is_same_v<simt::detail::lane_type<decltype(q)>, bool>);
    INFO("width ", W);
    for (int l = 0; l < W; ++l) {
      bool const on = p.lane(l);
      CHECK(x.lane(l) == (on ? 200 : 100));
      CHECK(y.lane(l) == (on ? 200 : 100));
      CHECK(z.lane(l) == (on ? 200 : -5));
      CHECK(w.lane(l) == (on ? 200 : -5));
      CHECK(u.lane(l) == (on ? 200 : 3));
      CHECK(f.lane(l) == (on ? 2.5f : -5.0f));
      CHECK(q.lane(l) == false);
    }
  });
}
