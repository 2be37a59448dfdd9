// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/call.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <cmath>
#include <type_traits>

namespace simt_test::calls {

namespace detail = simt::detail;
using simt::varying;

struct square_plus {
  template <class R, int L>
  static simt::simd::vec<R, L> apply(simt::simd::vec<R, L> x, simt::simd::vec<R, L> y) {
    return x * x + y;
  }
};
struct long_square_plus : square_plus {};
struct above_half {
  template <class R, int L>
  static auto apply(simt::simd::vec<R, L> x) {
    constexpr int P = L == 1 ? 1 : simt::simd::native_lanes;
    return simt::simd::compare_lanes<simt::simd::compare::gt, R, L>(
        simt::simd::mask_sub<sizeof(R), P>(simt::simd::mask_full<P>(), 0), x,
        simt::simd::broadcast<R, L>(R(0.5)));
  }
};

}  // namespace simt_test::calls
template <>
inline constexpr bool simt::detail::is_long<simt_test::calls::long_square_plus> = true;
namespace simt_test::calls {

// Any operand that is no float makes a function one of doubles.
static_assert(std::is_same_v<detail::math_type<float, varying<float, 64>&>, float>);
static_assert(std::is_same_v<detail::math_type<int>, double> &&
              std::is_same_v<detail::math_type<varying<float, 64>, int>, double>);
static_assert(detail::call_width<int, float>() == 0 &&
              detail::call_width<int, varying<float, 64>&>() == 64);
static_assert(detail::function_call<int, float> && !detail::lane_call<int, float> &&
              detail::lane_call<int, varying<float, 64>> && !detail::function_call<int*>);
// Doubles in eight registers and more.
static_assert(!detail::called_by_register<square_plus, varying<double, 1024>> &&
              !detail::called_by_register<long_square_plus, varying<float, 1024>> &&
              !detail::called_by_register<long_square_plus, varying<double, 1>> &&
              detail::called_by_register<long_square_plus, varying<double, 64>>);
static_assert(detail::out_address<int*> == false && detail::out_address<simt::ptr<int>>);

TEST_CASE("call: uniforms give a uniform, of the type that is asked for") {
  auto const r = detail::call<square_plus, float>(3, 2.5);
  static_assert(std::is_same_v<decltype(r), float const>);
  CHECK(r == 11.5f);
  int memory = 4;
  simt::ptr<int> const p = &memory;
  CHECK(detail::call<square_plus, double>(p[0], simt::constant<1>{}) == 17.0);
}

TEST_CASE("call: lanes of any kind, beside uniforms, and the mask stays as it is") {
  masks::at_all_widths([]<int W>() {
    auto const i = consecutive<W>(1);
    auto const f = lanes<float, W>([](int l) { return 0.5f * static_cast<float>(l); });
    for (auto const& before : masks::sets<W>()) {
      masks::activate<W>(before);
      auto const a = detail::call<square_plus, double>(i, 0.25f);
      auto const b = detail::call<long_square_plus, double>(2, f);
      auto const c = detail::call<long_square_plus, float>(f, i);
      static_assert(std::is_same_v<detail::plain<decltype(a)>, varying<double, W>>);
      bool right = masks::active<W>() == before;
      for (int l = 0; l < W; ++l)
        right = right && a.lane(l) == (l + 1) * (l + 1) + 0.25 && b.lane(l) == 4 + 0.5 * l &&
                c.lane(l) == 0.25f * static_cast<float>(l * l) + static_cast<float>(l + 1);
      CAPTURE(W);
      CHECK(right);
    }
  });
}

TEST_CASE("call_predicate: truth values of lanes of either size") {
  masks::at_all_widths([]<int W>() {
    auto const i = consecutive<W>(0);
    auto const half = [](int l) { return l % 5 * 0.25; };
    auto const x = lanes<double, W>(half);
    bool right = true;
    auto const a = detail::call_predicate<above_half, double>(x);
    auto const b = detail::call_predicate<above_half, float>(x);
    auto const c = detail::call_predicate<above_half, double>(i);
    for (int l = 0; l < W; ++l)
      right = right && a.lane(l) == (half(l) > 0.5) && b.lane(l) == (half(l) > 0.5) &&
              c.lane(l) == (l > 0);
    CAPTURE(W);
    CHECK(right);
  });
}

TEST_CASE("call_by_lane: a function of numbers, once for each lane and in their order") {
  masks::at_all_widths([]<int W>() {
    int calls = 0;
    auto const x = lanes<int, W>([](int l) { return 3 * l; });
    auto const y = lanes<float, W>([](int l) { return static_cast<float>(l); });
    auto const r = detail::call_by_lane<int, double>(
        [&](double a, double b) { return static_cast<int>(a - b) + 1000 * calls++; }, x, y);
    CHECK(every_lane(r, [](int l) { return 2 * l + 1000 * l; }));
    CHECK(calls == W);
  });
}

}  // namespace simt_test::calls
