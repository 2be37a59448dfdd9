// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/nonempty_masks.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace {

template <int P, int N>
void check() {
  if constexpr (simt::simd::has_nonempty_masks<P, N>) {
    simt::simd::part_mask<P> masks[N];
    for (unsigned round = 0; round < 40; ++round) {
      std::uint32_t wanted = 0;
      for (int i = 0; i < N; ++i) {
        unsigned const bits = (round * 2654435761u + static_cast<unsigned>(i) * 40503u) % 3 == 0
                                  ? 0u
                                  : 1u << (static_cast<unsigned>(i) % unsigned{P});
        masks[i] = simt::simd::mask_from_bits<P>(bits);
        if (bits != 0) wanted |= 1u << i;
      }
      std::uint32_t const got = simt::simd::nonempty_masks<P, N>(masks);
      CHECK(got == wanted);
    }
  }
}

}  // namespace

TEST_CASE("nonempty_masks: a bit for each mask that is not empty, where the processor has that") {
  check<16, 16>();
  check<16, 32>();
  CHECK_FALSE(simt::simd::has_nonempty_masks<8, 16>);
}
