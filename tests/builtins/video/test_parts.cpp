// SPDX-License-Identifier: MIT
#include <simt/builtins/video/parts.hpp>

#include <doctest/doctest.h>

using namespace simt::detail;

TEST_CASE("video/parts: bytes and halves of a word, each by itself") {
  CHECK(by_byte<video_add>::apply<unsigned>(0xff01ff01u, 0x02020202u) == 0x01030103u);
  CHECK(by_half<video_add>::apply<unsigned>(0xffff0001u, 0x00010002u) == 0x00000003u);
  CHECK(by_byte<video_add_signed>::apply<unsigned>(0x7f807f80u, 0x01ff0001u) == 0x7f807f81u);
  CHECK(by_byte<video_sub_unsigned>::apply<unsigned>(0x01020304u, 0x02020202u) == 0x00000102u);
  CHECK(by_half<video_fits<video_abs>>::apply<unsigned>(0x8000ffffu) == 0x7fff0001u);
  CHECK(by_byte<video_average_signed>::apply<unsigned>(0xff01ff00u, 0xfe020001u) == 0xfe02ff01u);
  CHECK(by_byte<video_set<video_lt_signed>>::apply<unsigned>(0x80017f00u, 0x00ff8000u) ==
        0x01000000u);
  CHECK(sum_by_byte<video_distance_unsigned>::apply<unsigned>(0x01ff0300u, 0x00000305u) == 261);
  CHECK(by_word<video_relu<video_three<video_max_signed>>>::apply<unsigned>(~0u, ~1u, ~2u) == 0);
}

TEST_CASE("video/parts: a vector of words gives what the words give") {
  using V = simt::simd::vec<unsigned, 8>;
  V a{}, b{};
  for (int l = 0; l < 8; ++l) {
    a[l] = 0x9e3779b9u * static_cast<unsigned>(l + 1);
    b[l] = 0x85ebca6bu * static_cast<unsigned>(l + 3);
  }
  V const r = by_byte<video_max_signed>::apply<V>(a, b);
  for (int l = 0; l < 8; ++l)
    CHECK(r[l] == by_byte<video_max_signed>::apply<unsigned>(a[l], b[l]));
}
