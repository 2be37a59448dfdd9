// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/rounding.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "golden.hpp"

// Rounded arithmetic and conversions on lanes, against answers of hardware; on numbers:
// thread/test_rounding.cpp.
namespace {

constexpr int width = 32;

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return golden::bits_of(a) == golden::bits_of(b);
}

// The function by its address: one copy of replay for each signature.
template <class R, class... A>
using lane_function =
    std::type_identity_t<simt::varying<R, width> (*)(simt::varying<A, width> const&...)>;
template <class R, class... A>
void replay(std::string const& id, lane_function<R, A...> function) {
  std::vector<std::tuple<A...>> in;
  std::vector<R> want;
  for (auto const& r : golden::read("rounding.tsv", id + "/")) {
    auto const inputs = golden::split(r.inputs, ';'), outputs = golden::split(r.output, ';');
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      auto const x = golden::split(inputs[i], ',');
      in.push_back([&]<std::size_t... K>(std::index_sequence<K...>) {
        return std::tuple<A...>(golden::value<A>(golden::bits(x[K]))...);
      }(std::index_sequence_for<A...>{}));
      want.push_back(golden::value<R>(golden::bits(outputs[i])));
    }
  }
  CAPTURE(id);
  CHECK(!in.empty());
  for (std::size_t first = 0; first < in.size(); first += width) {
    std::tuple<simt::varying<A, width>...> lanes{A{}...};
    auto const at = [&](int l) { return (first + static_cast<std::size_t>(l)) % in.size(); };
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      for (int l = 0; l < width; ++l) (std::get<K>(lanes).set_lane(l, std::get<K>(in[at(l)])), ...);
    }
    (std::index_sequence_for<A...>{});
    simt::varying<R, width> const got = std::apply(function, lanes);
    for (int l = 0; l < width; ++l) {
      if (same(got.lane(l), want[at(l)])) continue;
      CAPTURE(at(l));
      CAPTURE(std::get<0>(in[at(l)]));
      CHECK(got.lane(l) == want[at(l)]);
    }
  }
}

template <class R, class... A, class F>
void on_lanes(std::string const& id, F) {
  replay<R, A...>(
      id, [](simt::varying<A, width> const&... x) -> simt::varying<R, width> { return F()(x...); });
}

#define LANES(group, R, name, ...) \
  on_lanes<R, __VA_ARGS__>(group "/" #name, [](auto const&... x) { return simt::name(x...); });
#define FOUR(group, R, name, ...)         \
  LANES(group, R, name##_rn, __VA_ARGS__) \
  LANES(group, R, name##_rz, __VA_ARGS__) \
  LANES(group, R, name##_ru, __VA_ARGS__) \
  LANES(group, R, name##_rd, __VA_ARGS__);
using ll = long long;
using ull = unsigned long long;

}  // namespace

TEST_CASE("[INTF-001..INTF-016] float on lanes: recorded") {
  FOUR("float", float, __fadd, float, float);
  FOUR("float", float, __fsub, float, float);
  FOUR("float", float, __fmul, float, float);
  FOUR("float", float, __fmaf, float, float, float);
  FOUR("float", float, __fmaf_ieee, float, float, float);
}
TEST_CASE("[INTF-017..INTF-029] quotients and roots of float on lanes: recorded") {
  FOUR("float", float, __fdiv, float, float);
  FOUR("float", float, __frcp, float);
  FOUR("float", float, __fsqrt, float);
  LANES("float", float, __frsqrt_rn, float);
}
TEST_CASE("[INTF-041..INTF-068] double on lanes: recorded") {
  FOUR("double", double, __dadd, double, double);
  FOUR("double", double, __dsub, double, double);
  FOUR("double", double, __dmul, double, double);
  FOUR("double", double, __ddiv, double, double);
  FOUR("double", double, __drcp, double);
  FOUR("double", double, __dsqrt, double);
  FOUR("double", double, __fma, double, double, double);
}
TEST_CASE("[FP-009] conversions to integers on lanes: recorded") {
  FOUR("cast", int, __float2int, float);
  FOUR("cast", unsigned, __float2uint, float);
  FOUR("cast", ll, __float2ll, float);
  FOUR("cast", ull, __float2ull, float);
  FOUR("cast", int, __double2int, double);
  FOUR("cast", unsigned, __double2uint, double);
  FOUR("cast", ll, __double2ll, double);
  FOUR("cast", ull, __double2ull, double);
}
TEST_CASE("conversions to floating point on lanes: recorded") {
  FOUR("cast", float, __int2float, int);
  FOUR("cast", float, __uint2float, unsigned);
  FOUR("cast", float, __ll2float, ll);
  FOUR("cast", float, __ull2float, ull);
  FOUR("cast", double, __ll2double, ll);
  FOUR("cast", double, __ull2double, ull);
  FOUR("cast", float, __double2float, double);
  LANES("cast", double, __int2double_rn, int);
  LANES("cast", double, __uint2double_rn, unsigned);
}
TEST_CASE("words of doubles on lanes: recorded") {
  LANES("cast", int, __double2hiint, double);
  LANES("cast", int, __double2loint, double);
  LANES("cast", double, __hiloint2double, int, int);
}
TEST_CASE("uniform operands give uniform results") {
  static_assert(std::is_same_v<decltype(simt::__fadd_ru(1.0f, 2)), float>);
  static_assert(std::is_same_v<decltype(simt::__double2int_rz(1.0)), int>);
  CHECK(simt::__fadd_ru(1.0f, 0x1p-30f) == 1.0f + 0x1p-23f);
  CHECK(simt::__double2uint_rz(3e9) == 3000000000u);
  simt::varying<float, 1> const one = 1.0f;
  CHECK(simt::__fadd_ru(one, 0x1p-30f).lane(0) == 1.0f + 0x1p-23f);
}
TEST_CASE("[INTF-029] __frsqrt_rn is correctly rounded") {
  int wrong = 0;
  for (std::uint32_t b = 0x3f800000u; b < 0x40800000u; b += 7) {  // two binades: the rest scales
    float const x = golden::value<float>(b), y = simt::__frsqrt_rn(x);
    // y is right if x m^2 - 1 has different signs for the points m halfway to its neighbours.
    for (float const other : {std::nextafter(y, 0.0f), std::nextafter(y, 2.0f)}) {
      double const m = (static_cast<double>(y) + static_cast<double>(other)) / 2;
      double const p = m * m, h = x * p, e = std::fma(static_cast<double>(x), p, -h);
      wrong += other < y ? !(h - 1 + e < 0) : !(h - 1 + e > 0);
    }
  }
  CHECK(wrong == 0);
}
