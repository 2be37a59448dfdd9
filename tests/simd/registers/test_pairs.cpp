// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/pairs.hpp>

#include <doctest/doctest.h>

TEST_CASE("pairs: each lane's square of elements, in front of the base and behind it") {
  constexpr int P = simt::simd::native_lanes;
  constexpr int pitch = 40, rows = 12;  // elements of a row
  float texels[rows * pitch];
  for (int i = 0; i < rows * pitch; ++i) texels[i] = static_cast<float>(i);
  int const origin = 5 * pitch + 7;
  simt::simd::vec<int, P> offset{};
  for (int l = 0; l < P; ++l) offset[l] = 4 * ((l % 5 - 3) * pitch + (l * 11) % 30 - 7);
  simt::simd::vec<float, P> square[4];
  simt::simd::load_squares<float, P>(texels + origin, offset, 4 * pitch, square);
  int wrong = 0;
  for (int l = 0; l < P; ++l)
    for (int q = 0; q < 4; ++q)
      wrong += square[q][l] !=
               static_cast<float>(origin + offset[l] / 4 + q % 2 + (q / 2 != 0 ? pitch : 0));
  CHECK(wrong == 0);
}
