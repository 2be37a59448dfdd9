// SPDX-License-Identifier: MIT
#include <simt/lanes/index/widened_index.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace {
/// An index without a sign that is not a thread's own coordinate.
template <int W>
auto unsigned_index(int first) {
  return simt::let<unsigned>(simt_test::consecutive<W>(first) + 0);
}
}  // namespace

TEST_CASE("widened_index: 32 bits wrap before they are 64, and these do not") {
  simt_test::in_gangs([]<int W>() {
    auto const i = unsigned_index<W>(0);
    auto const below = simt::let<std::uint64_t>(i - 5u);
    static_assert(simt::detail::thread_index<decltype(below)> && decltype(below)::is_widened);
    auto const at = [](int l) { return static_cast<unsigned>(l); };
    auto const wide = [&](int l) { return std::uint64_t{at(l) - 5u}; };
    CHECK(simt_test::every_lane(below, wide));
    CHECK(simt_test::every_lane(below * 3ull - 1u, [&](int l) { return wide(l) * 3 - 1; }));
    CHECK(simt_test::every_lane(7ull - below, [&](int l) { return 7 - wide(l); }));
    CHECK(simt_test::every_lane(-below, [&](int l) { return -wide(l); }));
    CHECK(simt_test::every_lane(below << 3, [&](int l) { return wide(l) << 3; }));
    CHECK(simt_test::every_lane(5ull + i * 2654435761u,
                                [&](int l) { return 5ull + at(l) * 2654435761u; }));
    CHECK(simt_test::every_lane((i - 9u) * 5000000000ull - (i * 2654435761u), [&](int l) {
      return (at(l) - 9u) * 5000000000ull - (at(l) * 2654435761u);
    }));
    CHECK(simt_test::every_lane(below + (i - 7u), [&](int l) { return wide(l) + (at(l) - 7u); }));
    CHECK(simt_test::every_lane(simt::let<unsigned>(below + 1ull),
                                [&](int l) { return at(l) - 4u; }));
    CHECK(simt_test::every_lane(simt::let<std::int64_t>(i - 5u),
                                [&](int l) { return static_cast<std::int64_t>(wide(l)); }));
  });
}

TEST_CASE("widened_index: steps") {
  simt_test::in_gangs([]<int W>() {
    auto x = simt::let<std::uint64_t>(unsigned_index<W>(0) - 3u);
    auto const wide = [](int l) { return std::uint64_t{static_cast<unsigned>(l) - 3u}; };
    CHECK(simt_test::every_lane(x++, wide));
    ++x;
    --x;
    x += 1ull << 33;
    --x;
    CHECK(simt_test::every_lane(x, [&](int l) { return wide(l) + (1ull << 33); }));
  });
}

TEST_CASE("widened_index: comparisons") {
  simt_test::in_gangs([]<int W>() {
    for (int first : {0, 100, 5000}) {
      auto const x = simt::let<std::int64_t>(unsigned_index<W>(first) - 5u);
      auto const wide = [=](int l) { return std::int64_t{static_cast<unsigned>(first + l) - 5u}; };
      for (std::int64_t n : {-1ll, 0ll, 3ll, 5000ll, 4294967293ll, 1ll << 40}) {
        auto const which = simt::select(x < n, 1, 0) + simt::select(x >= n, 2, 0) +
                           simt::select(x == n, 4, 0) + simt::select(n <= x, 8, 0);
        CHECK(simt_test::every_lane(which, [&](int l) {
          auto const y = wide(l);
          return (y < n) + 2 * (y >= n) + 4 * (y == n) + 8 * (n <= y);
        }));
      }
    }
  });
}

TEST_CASE("widened_index: addresses are base and stride") {
  simt_test::in_gangs([]<int W>() {
    std::vector<int> data(W + 8);
    std::iota(data.begin(), data.end(), 0);
    simt::ptr<int> const p{data.data() + 5};
    auto const x = simt::let<std::uint64_t>(unsigned_index<W>(0) - 5u);
    auto const place = p[x];
    static_assert(!std::decay_t<decltype(place.lane_index())>::is_widened);
    CHECK(simt_test::every_lane(p[x + 2ull].load(), [](int l) { return l + 2; }));
  });
}
