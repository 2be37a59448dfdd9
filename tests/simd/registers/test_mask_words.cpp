// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/mask_words.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

namespace mask_words_test {

namespace simd = simt::simd;

TEST_CASE("first_bits: as many as asked for, up to a word") {
  for (unsigned n = 0; n <= 64; ++n) {
    CHECK(std::popcount(simd::first_bits(n)) == static_cast<int>(n));
    CHECK(std::countr_one(simd::first_bits(n)) == static_cast<int>(n));
  }
}

TEST_CASE("first_active: the value of the first lane in the mask") {
  constexpr int P = simd::native_lanes;
  if constexpr (P > 1) {
    auto const v = simd::iota<int, P>() + 100;
    for (std::uint32_t bits = 1; bits < 1u << (P < 12 ? P : 12); ++bits)
      CHECK(simd::first_active<P>(v, simd::mask_from_bits<P>(bits)) ==
            100 + std::countr_zero(bits));
    CHECK(simd::first_active<P>(v, simd::mask_from_bits<P>(1u << (P - 1))) == 100 + P - 1);
  }
}

}  // namespace mask_words_test
