// SPDX-License-Identifier: MIT
#include <simt/lanes/blend.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <cstdint>

namespace simt_test::blends {

using simt::varying;

template <class T, int W>
bool blends() {
  auto const a = lanes<T, W>([](int l) { return static_cast<T>(l % 2 == 0 ? l + 1 : 0); });
  auto const b = lanes<T, W>([](int l) { return static_cast<T>(l % 3 == 0 ? 0 : 100 + l % 20); });
  bool right = true;
  auto const sets = masks::sets<W>();
  for (auto const& before : {sets[1], sets[8]})
    for (auto const& holds : sets) {
      masks::activate<W>(before);
      // Lanes that are not active have their values, too: what is blended may be a part of a sum.
      varying<T, W> const r = simt::detail::blend_lanes<T, W>(masks::condition<W>(holds), a, b);
      for (int l = 0; l < W; ++l)
        right = right &&
                r.lane(l) == (holds[static_cast<std::size_t>(l)] ? a.lane(l) : b.lane(l));
      right = right && masks::active<W>() == before;
    }
  return right;
}

TEST_CASE("blend_lanes: takes each lane from either side, of every size, active or not") {
  masks::at_all_widths([]<int W>() {
    CAPTURE(W);
    CHECK(blends<bool, W>());
    CHECK(blends<std::uint8_t, W>());
    CHECK(blends<short, W>());
    CHECK(blends<int, W>());
    CHECK(blends<float, W>());
    CHECK(blends<std::int64_t, W>());
    CHECK(blends<double, W>());
  });
}

}  // namespace simt_test::blends
