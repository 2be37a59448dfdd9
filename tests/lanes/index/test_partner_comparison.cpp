// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/index/partner_comparison.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace simt_test::partner_comparisons {

namespace d = simt::detail;

constexpr int distances[] = {0, 1, 2, 3, 5, 8, 15, 16, 21, 32, 48, 63, 64, 100, 256, 511, 4096};

/// Compares partners with threads by every operator, from both sides.
template <class T, int W>
bool compares(int base, int j, int own) {
  auto const t = consecutive<W, true, T>(base);
  auto const u = consecutive<W, true, T>(own);
  auto const n = static_cast<T>(j);
  auto const holds = [&](auto const& condition, auto const& want) {
    return every_lane(condition, [&](int l) {
      return want(static_cast<T>(static_cast<T>(base + l) ^ n), static_cast<T>(own + l));
    });
  };
  auto const p = t ^ n;
  static_assert(d::partner_value<decltype(p)>);
  return holds(p > u, [](T a, T b) { return a > b; }) &&
         holds(p >= u, [](T a, T b) { return a >= b; }) &&
         holds(p < u, [](T a, T b) { return a < b; }) &&
         holds(p <= u, [](T a, T b) { return a <= b; }) &&
         holds(p == u, [](T a, T b) { return a == b; }) &&
         holds(p != u, [](T a, T b) { return a != b; }) &&
         holds(u < p, [](T a, T b) { return a > b; }) &&
         holds(u >= p, [](T a, T b) { return a <= b; });
}

TEST_CASE("partner_comparison: partners and threads, aligned or not, the same thread or another") {
  in_gang<64>([]<int W>() {
    for (int base : {0, 64, 192, 3, 40})
      for (int j : distances)
        for (int own : {base, base + 1}) {
          CAPTURE(base);
          CAPTURE(j);
          CAPTURE(own);
          CHECK(compares<int, W>(base, j, own));
          CHECK(compares<unsigned, W>(base, j, own));
        }
    CHECK(compares<int, W>(64, -5, 64));
    CHECK(compares<unsigned, W>(64, -5, 64));
  });
}

// Which threads take an if, of a gang that is the block: masks of all its registers at once.
SIMT_KERNEL(takes_first, (simt::ptr<int> taken, int j)) {
  auto t = threadIdx.x;
  auto partner = t ^ j;
  simt_if (partner > t) taken[t] = 1;
  else taken[t] = 2;
}

TEST_CASE("partner_comparison: an if by it, in gangs of 64 and of 256 lanes") {
  for (int j : {0, 1, 2, 5, 8, 16, 17, 32, 64, 100, 128, 255, 256, 300}) {
    std::vector<int> taken(256), want(256);
    for (int t = 0; t < 256; ++t) want[static_cast<std::size_t>(t)] = (t ^ j) > t ? 1 : 2;
    CAPTURE(j);
    simt::launch_at<simt::whole_block>(takes_first, simt::shape{1, simt::block_shape<256>},
                                       taken.data(), j);
    CHECK(taken == want);
    std::fill(taken.begin(), taken.end(), 0);
    simt::launch_at<64>(takes_first, simt::shape{1, 256}, taken.data(), j);
    CHECK(taken == want);
  }
}

TEST_CASE("partner_comparison: what is the same for all lanes is known before they are asked") {
  in_gang<64>([]<int W>() {
    auto const t = consecutive<W>(2 * W);
    CHECK(((t ^ W) > t).uniform_outcome() == 1);
    CHECK(((t ^ (2 * W + 1)) > t).uniform_outcome() == 0);
    CHECK(((t ^ 1) > t).uniform_outcome() == -1);
    CHECK(((t ^ (W / 2)) > t).uniform_outcome() == -1);
  });
}

}  // namespace simt_test::partner_comparisons
