// SPDX-License-Identifier: MIT
#include <simt/lanes/gang_parts.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace {

namespace detail = simt::detail;
constexpr int native = simt::simd::native_lanes;

static_assert(detail::part_lanes<1> == 1 && detail::parts_of<1> == 1);
static_assert(detail::part_lanes<native> == native && detail::parts_of<native> == 1);
static_assert(detail::parts_of<detail::max_lanes> * native == detail::max_lanes);
static_assert(!detail::has_mask_words<1> && !detail::has_mask_words<64>);
static_assert(detail::has_mask_words<1024> == simt::simd::has_bit_masks);
static_assert(sizeof(detail::mask_words<1024>) == 128 && sizeof(detail::mask_words<1>) == 8);

template <int W>
bool words_are_lanes() {
  bool right = true;
  if constexpr (simt::simd::has_bit_masks) {
    simt::simd::part_mask<native> parts[detail::parts_of<W>];
    for (int l = 0; l < W; ++l) {
      for (auto& m : parts) m = simt::simd::mask_none<native>();
      parts[l / native] = simt::simd::mask_from_bits<native>(1u << l % native);
      auto const words = detail::words_of<W>(parts);
      for (int i = 0; i < W / 64; ++i)
        right = right && simt::simd::get<std::uint64_t, W / 64>(words, i) ==
                             (i == l / 64 ? std::uint64_t{1} << l % 64 : 0);
      simt::simd::part_mask<native> again[detail::parts_of<W>];
      detail::set_words<W>(again, words);
      for (int i = 0; i < detail::parts_of<W>; ++i)
        right = right && simt::simd::mask_bits<native>(again[i]) ==
                             simt::simd::mask_bits<native>(parts[i]);
    }
  }
  return right;
}

}  // namespace

TEST_CASE("gang_parts: bit l of the words is lane l, there and back") {
  CHECK(words_are_lanes<64>());
  CHECK(words_are_lanes<128>());
  CHECK(words_are_lanes<256>());
  CHECK(words_are_lanes<detail::max_lanes>());
}
