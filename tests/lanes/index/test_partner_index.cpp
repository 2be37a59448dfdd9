// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/index/partner_index.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <type_traits>

namespace simt_test::partner_indices {

namespace d = simt::detail;

constexpr int distances[] = {0, 1, 2, 3, 5, 8, 15, 16, 21, 32, 48, 63, 64, 100, 256, 511, 4096};

TEST_CASE("partner_index: t ^ j and j ^ t, with a number added, lane by lane") {
  in_gang<64>([]<int W>() {
    for (int base : {0, 64, 192, 3, 40})
      for (int j : distances) {
        auto const t = consecutive<W>(base);
        auto const partner = t ^ j;
        static_assert(d::partner_value<decltype(partner)>);
        CAPTURE(base);
        CAPTURE(j);
        CHECK(every_lane(partner, [&](int l) { return (base + l) ^ j; }));
        CHECK(every_lane(j ^ t, [&](int l) { return (base + l) ^ j; }));
        CHECK(every_lane(7 + partner + 5L, [&](int l) { return ((base + l) ^ j) + 12; }));
        CHECK(every_lane(partner * 3, [&](int l) { return ((base + l) ^ j) * 3; }));
        CHECK(every_lane(t ^ ~j, [&](int l) { return (base + l) ^ ~j; }));
      }
  });
}

TEST_CASE("partner_index: of an unsigned index") {
  in_gang<64>([]<int W>() {
    auto const t = consecutive<W, true, unsigned>(64);
    CHECK(every_lane(t ^ 21, [](int l) { return (64u + static_cast<unsigned>(l)) ^ 21u; }));
    CHECK(every_lane(t ^ ~0u, [](int l) { return ~(64u + static_cast<unsigned>(l)); }));
  });
}

}  // namespace simt_test::partner_indices
