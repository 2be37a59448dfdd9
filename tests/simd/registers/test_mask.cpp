// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/mask.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace mask_test {

namespace simd = simt::simd;
constexpr int P = simd::native_lanes;
constexpr std::uint32_t every = P == 32 ? ~0u : (1u << P) - 1u;

std::uint32_t below(std::ptrdiff_t n) { return n <= 0 ? 0u : n >= P ? every : (1u << n) - 1u; }

template <simd::compare C, class R>
void check_comparison(R const* numbers, int count) {
  constexpr int L = simd::lanes_of<R, P>;
  auto const full = simd::mask_sub<sizeof(R), P>(simd::mask_full<P>(), 0);
  auto const live = simd::mask_sub<sizeof(R), P>(simd::mask_from_bits<P>(0x5u & every), 0);
  for (int i = 0; i < count; ++i) {
    // Lane l compares number i with another one.
    simd::vec<R, L> a = simd::broadcast<R, L>(numbers[i]), b{};
    std::uint32_t expected = 0;
    for (int l = 0; l < L; ++l) {
      R const x = numbers[i], y = numbers[(i + l) % count];
      simd::set<R, L>(b, l, y);
      bool const is = C == simd::compare::lt   ? x < y
                      : C == simd::compare::le ? x <= y
                      : C == simd::compare::gt ? x > y
                      : C == simd::compare::ge ? x >= y
                      : C == simd::compare::eq ? x == y
                                               : x != y;
      if (is) expected |= 1u << l;
    }
    auto const bits = [](auto m) { return simd::register_mask_bits<sizeof(R), L>(m); };
    CAPTURE(i);
    CHECK(bits(simd::compare_lanes<C, R, L>(full, a, b)) == expected);
    CHECK(bits(simd::compare_lanes<C, R, L>(live, a, b)) == (expected & bits(live)));
  }
}
template <class R>
void check_comparisons() {
  using limits = std::numeric_limits<R>;
  R const numbers[] = {R(0),  R(1), limits::lowest(),     limits::max(), R(limits::quiet_NaN()),
                       R(-1), R(5), R(limits::infinity())};
  int const count = 8;
  check_comparison<simd::compare::lt>(numbers, count);
  check_comparison<simd::compare::le>(numbers, count);
  check_comparison<simd::compare::gt>(numbers, count);
  check_comparison<simd::compare::ge>(numbers, count);
  check_comparison<simd::compare::eq>(numbers, count);
  check_comparison<simd::compare::ne>(numbers, count);
}

template <class R>
void check_select() {
  constexpr int L = simd::lanes_of<R, P>;
  auto const a = simd::iota<R, L>();
  auto const b = simd::broadcast<R, L>(R(100));
  for (std::uint32_t bits = 0; bits <= (every & 0xffu); ++bits) {
    auto const m = simd::mask_sub<sizeof(R), P>(simd::mask_from_bits<P>(bits), 0);
    auto const r = simd::select<R, L>(m, a, b);
    bool ok = true;
    for (int l = 0; l < L; ++l)
      ok = ok && simd::get<R, L>(r, l) == ((bits >> l & 1) != 0 ? R(l) : R(100));
    CAPTURE(bits);
    CHECK(ok);
  }
}

TEST_CASE("mask: bits of lanes, there and back") {
  for (std::uint32_t i = 0; i < 1u << 16; i += 0x3b) {
    std::uint32_t const bits = i & every;
    auto const m = simd::mask_from_bits<P>(i);
    CHECK(simd::mask_bits<P>(m) == bits);
    CHECK(simd::mask_any<P>(m) == (bits != 0));
    CHECK(simd::mask_all<P>(m) == (bits == every));
  }
  CHECK(simd::mask_bits<P>(simd::mask_none<P>()) == 0);
  CHECK(simd::mask_bits<P>(simd::mask_full<P>()) == every);
  CHECK(simd::mask_all<P>(simd::mask_full<P>()));
}

TEST_CASE("mask: and, or, xor, and not") {
  std::uint32_t const x = 0x35a3u & every, y = 0x1c65u & every;
  auto const a = simd::mask_from_bits<P>(x), b = simd::mask_from_bits<P>(y);
  CHECK(simd::mask_bits<P>(simd::mask_and<P>(a, b)) == (x & y));
  CHECK(simd::mask_bits<P>(simd::mask_or<P>(a, b)) == (x | y));
  CHECK(simd::mask_bits<P>(simd::mask_xor<P>(a, b)) == (x ^ y));
  CHECK(simd::mask_bits<P>(simd::mask_andnot<P>(a, b)) == (x & ~y));
}

TEST_CASE("mask: the first lanes, also fewer than none and more than all") {
  for (std::ptrdiff_t n = -3; n <= P + 3; ++n)
    CHECK(simd::mask_bits<P>(simd::mask_first<P>(n)) == below(n));
  CHECK(simd::mask_bits<P>(simd::mask_first<P>(std::numeric_limits<std::ptrdiff_t>::min())) == 0);
  CHECK(simd::mask_bits<P>(simd::mask_first<P>(std::ptrdiff_t{1} << 40)) == every);
}

TEST_CASE("mask: of one lane a bool") {
  static_assert(std::is_same_v<simd::part_mask<1>, bool>);
  CHECK(simd::mask_full<1>());
  CHECK(!simd::mask_none<1>());
  CHECK(simd::mask_from_bits<1>(3));
  CHECK(!simd::mask_from_bits<1>(2));
  CHECK(simd::mask_first<1>(1));
  CHECK(!simd::mask_first<1>(0));
  CHECK(simd::mask_andnot<1>(true, false));
  CHECK(!simd::mask_andnot<1>(true, true));
}

TEST_CASE("mask: halves of 64-bit lanes, out of a part and back") {
  if constexpr (P > 1) {
    for (std::uint32_t i = 0; i < 1u << 16; i += 0x3b) {
      std::uint32_t const bits = i & every;
      auto const m = simd::mask_from_bits<P>(bits);
      auto const lo = simd::mask_sub<8, P>(m, 0), hi = simd::mask_sub<8, P>(m, 1);
      CHECK(simd::register_mask_bits<8, P / 2>(lo) == (bits & ((1u << P / 2) - 1u)));
      CHECK(simd::register_mask_bits<8, P / 2>(hi) == bits >> P / 2);
      CHECK(simd::mask_bits<P>(simd::mask_join<P>(lo, hi)) == bits);
    }
  }
}

TEST_CASE("mask: comparisons of every type, of live lanes only, NaN as in C++") {
  check_comparisons<int>();
  check_comparisons<unsigned>();
  check_comparisons<float>();
  check_comparisons<std::int64_t>();
  check_comparisons<std::uint64_t>();
  check_comparisons<double>();
}

TEST_CASE("mask: select takes each lane from where its mask says") {
  check_select<int>();
  check_select<float>();
  check_select<std::int64_t>();
  check_select<double>();
}

}  // namespace mask_test
