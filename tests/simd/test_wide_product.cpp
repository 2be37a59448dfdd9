// SPDX-License-Identifier: MIT
#include <simt/simd/wide_product.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace simd = simt::simd;

namespace {

std::vector<std::uint32_t> numbers() {
  std::vector<std::uint32_t> r = {0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x10001};
  for (std::uint32_t i = 0, x = 12345; i < 56; ++i) r.push_back(x = x * 1664525 + 1013904223);
  return r;
}

template <int L>
void multiplies_lanes() {
  CAPTURE(L);
  using U = simd::vec<std::uint32_t, L>;
  using D = simd::vec<std::uint64_t, L / 2>;
  auto const n = numbers();
  int wrong = 0;
  for (std::size_t shift = 0; shift < n.size(); ++shift) {
    U a{}, b{};
    for (int l = 0; l < L; ++l) {
      a[l] = n[(std::size_t(l) + shift) % n.size()];
      b[l] = n[(std::size_t(l) * 7 + 3 * shift) % n.size()];
    }
    U const high = simd::multiply_high<U>(a, b);
    D const full = simd::multiply_low_halves<D>((D)a, (D)b);
    for (int l = 0; l < L; ++l) {
      std::uint64_t const want = std::uint64_t{a[l]} * b[l];
      wrong += high[l] != want >> 32;
      // Where the lowest byte lies first, even lanes are the low halves.
      if (l % 2 == 0) wrong += full[l / 2] != want;
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("wide_product: products of 32-bit lanes in 64 bits") {
  multiplies_lanes<simd::native_lanes>();
  if constexpr (simd::native_lanes > 4) multiplies_lanes<4>();
  if constexpr (simd::native_lanes > 8) multiplies_lanes<8>();
}
