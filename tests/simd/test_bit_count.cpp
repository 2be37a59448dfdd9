// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/bit_count.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

namespace {

/// Registers of the compiled instruction set and smaller ones; wider ones change the ABI.
template <class U, int L>
  requires(sizeof(U) * L > 4 * simt::simd::native_lanes)
void check() {}
template <class U, int L>
void check() {
  simt::simd::vec<U, L> x{};
  for (int round = 0; round < 70; ++round) {
    for (int l = 0; l < L; ++l) {
      auto const shift = static_cast<unsigned>(round + l) % (8 * sizeof(U));
      x[l] = static_cast<U>((0x9e3779b97f4a7c15u * static_cast<U>(round + 1)) >> shift);
    }
    x[round % L] = round % 2 == 0 ? U{0} : static_cast<U>(~U{0});
    auto const ones = simt::simd::count_ones<U, L>(x);
    auto const zeros = simt::simd::count_leading_zeros<U, L>(x);
    int wrong = 0;
    for (int l = 0; l < L; ++l) {
      U const lane = x[l];
      wrong += ones[l] != static_cast<U>(std::popcount(lane));
      wrong += zeros[l] != static_cast<U>(std::countl_zero(lane));
    }
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("bit_count: ones and leading zeros of each lane, registers of every size") {
  check<std::uint32_t, 4>();
  check<std::uint32_t, 8>();
  check<std::uint32_t, 16>();
  check<std::uint64_t, 2>();
  check<std::uint64_t, 4>();
  check<std::uint64_t, 8>();
}
