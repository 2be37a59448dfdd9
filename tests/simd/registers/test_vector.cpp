// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/vector.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace vector_test {

namespace simd = simt::simd;

template <class To, class From>
void check_conversion() {
  // As many lanes of both as the wider one has in a register.
  constexpr int P = simd::native_lanes;
  constexpr int L = sizeof(To) > 4 || sizeof(From) > 4 ? simd::lanes_of<double, P> : P;
  using limits = std::numeric_limits<From>;
  // C++ defines the conversion of all of these for every pair of types.
  From const numbers[] = {From(0), From(1), From(7), From(100), From(16777215), From(2147483520)};
  for (int first = 0; first < 6; ++first) {
    simd::vec<From, L> v{};
    for (int l = 0; l < L; ++l) simd::set<From, L>(v, l, numbers[(first + l) % 6]);
    auto const r = simd::convert<To, From, L>(v);
    for (int l = 0; l < L; ++l)
      CHECK(simd::get<To, L>(r, l) == static_cast<To>(numbers[(first + l) % 6]));
  }
  if constexpr (std::is_signed_v<From> && std::is_signed_v<To>) {
    auto const r = simd::convert<To, From, L>(simd::broadcast<From, L>(From(-5)));
    for (int l = 0; l < L; ++l) CHECK(simd::get<To, L>(r, l) == To(-5));
  }
  if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    auto const r = simd::convert<To, From, L>(simd::broadcast<From, L>(limits::max()));
    for (int l = 0; l < L; ++l) CHECK(simd::get<To, L>(r, l) == static_cast<To>(limits::max()));
  }
}
template <class To>
void check_conversions_to() {
  check_conversion<To, int>();
  check_conversion<To, unsigned>();
  check_conversion<To, float>();
  check_conversion<To, std::int64_t>();
  check_conversion<To, std::uint64_t>();
  check_conversion<To, double>();
}

template <class R>
void check_building() {
  constexpr int L = simd::lanes_of<R, simd::native_lanes>;
  auto const i = simd::iota<R, L>();
  auto const b = simd::broadcast<R, L>(R(9));
  for (int l = 0; l < L; ++l) {
    CHECK(simd::get<R, L>(i, l) == R(l));
    CHECK(simd::get<R, L>(b, l) == R(9));
  }
  if constexpr (L > 2) {
    constexpr int H = L / 2;
    auto const lo = simd::iota<R, H>();
    auto const hi = simd::broadcast<R, H>(R(50));
    auto const both = simd::join_halves<R, H>(lo, hi);
    for (int l = 0; l < L; ++l) CHECK(simd::get<R, L>(both, l) == (l < H ? R(l) : R(50)));
  }
}

TEST_CASE("vector: conversions between all numbers of registers, as C++ has them") {
  check_conversions_to<int>();
  check_conversions_to<unsigned>();
  check_conversions_to<float>();
  check_conversions_to<std::int64_t>();
  check_conversions_to<std::uint64_t>();
  check_conversions_to<double>();
}

TEST_CASE("vector: the same number in all lanes, their own numbers, two halves") {
  check_building<int>();
  check_building<float>();
  check_building<std::int64_t>();
  check_building<double>();
  auto const zero = simd::broadcast<float, simd::native_lanes>(-0.0f);
  CHECK(std::signbit(simd::get<float, simd::native_lanes>(zero, 0)));
}

TEST_CASE("vector: multiply_add rounds once or, where the compiler makes two instructions, twice") {
  constexpr int L = simd::native_lanes;
  simd::vec<float, L> a{}, c{};
  float products[L];
  for (int l = 0; l < L; ++l) {
    float const x = 1 + static_cast<float>(l + 1) * std::numeric_limits<float>::epsilon();
    volatile float const product = x * x;
    products[l] = product;
    simd::set<float, L>(a, l, x);
    simd::set<float, L>(c, l, -products[l]);
  }
  auto const r = simd::multiply_add<float, L>(a, a, c);
  auto const sum = simd::multiply_add<float, L>(a, c, a);
  for (int l = 0; l < L; ++l) {
    float const x = simd::get<float, L>(a, l), is = simd::get<float, L>(r, l);
    bool const once = is == std::fma(x, x, -products[l]);
    bool const twice = is == 0;
    CHECK((once || twice));
    CHECK(simd::get<float, L>(sum, l) == doctest::Approx(x - x * products[l]).scale(1));
  }
}

}  // namespace vector_test

TEST_CASE("vector: lanes that are stored to be taken apart lie in their order") {
  namespace simd = simt::simd;
  constexpr int L = simd::native_lanes;
  auto const v = simd::vec<int, L>(simd::iota<int, L>()) * 3;
  int lanes[L + 1] = {};
  lanes[L] = -1;
  simd::store_to_take_apart<int, L>(lanes, v);
  for (int l = 0; l < L; ++l) CHECK(lanes[l] == 3 * l);
  CHECK(lanes[L] == -1);
}
