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

template <int N>
bool every_bit_counts() {
  simd::vec<std::uint64_t, N> words{};
  bool right = !simd::any_bits<N>(words);
  for (int i = 0; i < N; ++i)
    for (unsigned bit = 0; bit < 64; bit += 7) {
      words[i] = std::uint64_t{1} << bit;
      right = right && simd::any_bits<N>(words);
      words[i] = 0;
    }
  return right;
}

TEST_CASE("any_bits: of any word, whatever their number") {
  CHECK(every_bit_counts<2>());
  CHECK(every_bit_counts<4>());
  CHECK(every_bit_counts<8>());
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

template <int P, int N>
void check_nonempty() {
  if constexpr (simd::has_nonempty_masks<P, N>) {
    simd::part_mask<P> masks[N];
    for (unsigned round = 0; round < 40; ++round) {
      std::uint32_t wanted = 0;
      for (int i = 0; i < N; ++i) {
        unsigned const bits = (round * 2654435761u + static_cast<unsigned>(i) * 40503u) % 3 == 0
                                  ? 0u
                                  : 1u << (static_cast<unsigned>(i) % unsigned{P});
        masks[i] = simd::mask_from_bits<P>(bits);
        if (bits != 0) wanted |= 1u << i;
      }
      std::uint32_t const got = simd::nonempty_masks<P, N>(masks);
      CHECK(got == wanted);
    }
  }
}

TEST_CASE("nonempty_masks: a bit for each mask that is not empty, where the processor has that") {
  check_nonempty<16, 16>();
  check_nonempty<16, 32>();
  CHECK_FALSE(simd::has_nonempty_masks<8, 16>);
}

}  // namespace mask_words_test
