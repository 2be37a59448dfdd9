// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/if_guard.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <cstddef>
#include <vector>

namespace {

constexpr int tile = 16, side = 3 * tile;

/// Each pixel's digits say which rims of its tile it is on, beside pixels that exist: of all
/// threads, of those that an outer condition takes, of those that have not left.
SIMT_KERNEL(mark_rims, (simt::ptr<int> out, int rows)) {
  auto tx = threadIdx.x;
  auto ty = threadIdx.y;
  auto x = blockIdx.x * tile + tx;
  auto y = blockIdx.y * blockDim.y + ty;
  varying<int> r = 0;
  simt_if (tx == 0 && x > 0)
    r += 1;
  else
    r += 2;
  simt_if (tx == tile - 1 && x < side - 1)
    r += 10;
  else
    r += 20;
  simt_if (ty == 0 && y > 0)
    r += 100;
  else
    r += 200;
  simt_if (ty < 2 && y < rows - 1) r += 1000;
  simt_if ((tx + ty) % 3 == 0) {
    simt_if (tx == 0 && x > 0)
      r += 10000;
    else
      r += 20000;
    simt_if (ty >= 3 && y < rows - 1) r += 100000;
  }
  simt_for (int turn = 0, turn < 2, ++turn) {
    simt_if (tx <= 1 && x > 0) {
      simt_if ((ty & 1) == turn) simt_break;
    } else {
      r += 1000000;
    }
    simt_if (tx > 13 && x < side - 1) r += 10000000;
  }
  out[y * side + x] = r;
}

int rims_of(int x, int y, int height, int rows) {
  int const tx = x % tile, ty = y % height;
  int r = tx == 0 && x > 0 ? 1 : 2;
  r += tx == tile - 1 && x < side - 1 ? 10 : 20;
  r += ty == 0 && y > 0 ? 100 : 200;
  r += ty < 2 && y < rows - 1 ? 1000 : 0;
  if ((tx + ty) % 3 == 0) {
    r += tx == 0 && x > 0 ? 10000 : 20000;
    r += ty >= 3 && y < rows - 1 ? 100000 : 0;
  }
  for (int turn = 0; turn < 2; ++turn) {
    if (tx <= 1 && x > 0) {
      if ((ty & 1) == turn) break;
    } else {
      r += 1000000;
    }
    r += tx > 13 && x < side - 1 ? 10000000 : 0;
  }
  return r;
}

template <int Width, int Height>
void check_rims() {
  constexpr int rows = 3 * Height;
  std::vector<int> out(side * rows, -1);
  simt::launch_at<Width>(mark_rims, simt::shape{simt::dim3(3, 3), simt::block_shape<tile, Height>},
                         out.data(), rows);
  int wrong = 0;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < side; ++x)
      wrong += out[static_cast<std::size_t>(y * side + x)] != rims_of(x, y, Height, rows);
  INFO("gangs of ", Width, ", rows of a block: ", Height);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("if_guard: a tile's rim beside a bound, in gangs that come whole and in parts of them") {
  check_rims<simt::whole_block, 16>();
  check_rims<32, 16>();
  check_rims<32, 5>();
  check_rims<1, 16>();
}

TEST_CASE("if_guard: bounds that gangs lie across, alone and beside a thread's own coordinate") {
  simt_test::in_gangs([]<int W>() {
    auto const own = simt_test::consecutive<W>(0);
    auto const global = simt_test::consecutive<W, false>(100);
    bool right = true;
    for (int n = -1; n <= W + 1; ++n) {
      simt::varying<int, W> a = 0, b = 0, c = 0;
      simt_if (global < 100 + n) a = 1; else a = 2;
      simt_if (own % 2 == 0 && global < 100 + n) b = 1; else b = 2;
      simt_if (own >= 3) {
        simt_if (global < 100 + n && own < 9) c = 1; else c = 2;
      }
      right = right && simt_test::every_lane(a, [n](int l) { return l < n ? 1 : 2; }) &&
              simt_test::every_lane(b, [n](int l) { return l % 2 == 0 && l < n ? 1 : 2; }) &&
              simt_test::every_lane(c, [n](int l) { return l < 3 ? 0 : l < n && l < 9 ? 1 : 2; });
    }
    INFO("width ", W);
    CHECK(right);
    CHECK(simt::detail::active_mask().all);
  });
}

TEST_CASE("if_guard: lanes that leave within the statement stay out of both sides") {
  simt_test::in_gangs([]<int W>() {
    auto const global = simt_test::consecutive<W, false>(0);
    simt::varying<int, W> r = 0;
    simt_for (int n = 0, n < 4, ++n) {
      simt_if (global < W - 1) {
        simt_if (simt_test::lane_numbers<W>() == n) simt_break;
        r += 1;
      } else {
        r += 10;
      }
      r += 100;
    }
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) {
      return l == W - 1 ? 440 : l < 4 ? l * 101 : 404;
    }));
  });
}
