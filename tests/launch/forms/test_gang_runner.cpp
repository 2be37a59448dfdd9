// SPDX-License-Identifier: MIT
#include <simt/launch/gang_runner.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_masks.hpp>

#include <string>
#include <vector>

namespace gang_runner_cases {

namespace detail = simt::detail;

SIMT_KERNEL(lanes_that_run, (simt::ptr<int> count, int n)) {
  auto const i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (threadIdx.x >= n) simt_return;
  count[i] += 1 + static_cast<int>(simt::detail::active_mask().width);
}
template <int W>
void each_thread_once(simt::dim3 grid, unsigned block, int n) {
  std::vector<int> count(std::size_t{grid.x} * block + 1);
  simt::launch_at<W>(lanes_that_run, simt::shape{grid, simt::dim3(block)}, count.data(), n);
  int wrong = 0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    bool const runs = i + 1 < count.size() && static_cast<int>(i % block) < n;
    wrong += (count[i] > 1) != runs;
    if (runs) wrong += count[i] != count[0];  // one width, and once
  }
  CAPTURE(W);
  CAPTURE(block);
  CHECK(wrong == 0);
}
TEST_CASE("gang_runner: each thread of each block once, though lanes of the gang before have returned") {
  simt_test::for_widths<1, simt::simd::native_lanes, 32, 64, 128>([]<int W>() {
    for (unsigned block : {1u, W * 1u, W + 1u, 3u * W - 1u})
      each_thread_once<W>(5, block, block > 2 ? static_cast<int>(block) - 2 : 1);
  });
}

SIMT_KERNEL(leaves_plainly, (int n)) {
  simt_if (threadIdx.x < n) return;
}
TEST_CASE("gang_runner: what lanes found wrong arrives with kernel, block and threads") {
  std::string what;
  simt::thread_range threads{};
  try {
    simt::launch_at<32>(leaves_plainly, simt::shape{1, 32}, 7);
  } catch (simt::flow_error const& e) {
    what = e.what();
    threads = e.threads().value();
  }
  CHECK(what.find(detail::left_by_plain_statement) != std::string::npos);
  CHECK(what.find("kernel leaves_plainly") != std::string::npos);
  CHECK((threads.first == 0 && threads.last == 31));
}

TEST_CASE("gang_runner: host code of a kernel finds its lanes again after a launch of its own") {
  namespace masks = simt_test::masks;
  constexpr int W = 64;
  masks::lane_set<W> some(0x00ff00ff00ff00ffull);
  {
    detail::lane_state_guard const outside;  // no block runs: nothing to keep
    masks::activate<W>(some);
  }
  CHECK((detail::active_mask().all && detail::active_mask().width == 1));
  bool right = false;
  simt::launch(simt::shape{1, 1}, [&](auto&) {
    masks::activate<W>(some);
    {
      detail::lane_state_guard const nested;
      detail::begin_task<32>();
    }
    right = masks::active<W>() == some && detail::active_mask().width == W;
    detail::begin_task<1>();
  });
  CHECK(right);
}

}  // namespace gang_runner_cases
