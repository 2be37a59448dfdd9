// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/engine/clock.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace {

/// Longer than what a thread takes of a grid at a time.
void work() {
  auto const end = simt::detail::clock_nanoseconds() + 200'000;
  while (simt::detail::clock_nanoseconds() < end) {
  }
}

/// Launches `blocks` blocks that call `f`.
template <class F>
cudaError_t launch(simt::kernel_record& kernel, cudaStream_t stream, unsigned blocks, F f) {
  return static_cast<cudaError_t>(
      simt::submit_launch(kernel, simt::dim3(blocks), simt::dim3(1), 0, stream, [blocks, f] {
        simt::launch_info info;
        info.kernel = "test";
        info.grid = simt::dim3(blocks);
        simt::run_grid(info, [&](simt::block&, unsigned) { f(); });
      }));
}

}  // namespace

#if !SIMT_CHECK
TEST_CASE(
    "[PRIO-003] as blocks of a low-priority stream end, those of a high-priority stream begin in "
    "their place") {
  simt::kernel_record low_kernel, high_kernel;
  int least = 0, greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess);
  unsigned const workers = std::max(std::thread::hardware_concurrency(), 1u) + 1;
  unsigned const low_blocks = 60 * workers, high_blocks = 4 * workers;
  SUBCASE("by cudaStreamCreateWithPriority") {}
  SUBCASE("by the stream's attribute") { least = greatest = 1; }
  bool const by_attribute = least == 1;
  cudaStream_t low = nullptr, high = nullptr;
  CHECK(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, 0) == cudaSuccess);
  CHECK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, by_attribute ? 0 : greatest) ==
        cudaSuccess);
  if (by_attribute) {
    cudaStreamAttrValue value{};
    value.priority = -3;
    CHECK(cudaStreamSetAttribute(high, cudaStreamAttributePriority, &value) == cudaSuccess);
  }
  struct counts {
    std::atomic<unsigned> low{0}, high{0}, late{0};
    std::atomic<bool> queued{false};
  } seen;
  CHECK(launch(low_kernel, low, low_blocks, [&seen, high_blocks] {
          if (seen.queued && seen.high < high_blocks) ++seen.late;
          ++seen.low;
          work();
        }) == cudaSuccess);
  while (seen.low < 4 * workers) std::this_thread::yield();
  CHECK(launch(high_kernel, high, high_blocks, [&seen] {
          ++seen.high;
          work();
        }) == cudaSuccess);
  seen.queued = true;
  CHECK(cudaStreamSynchronize(high) == cudaSuccess);
  CHECK(cudaStreamSynchronize(low) == cudaSuccess);
  CHECK(seen.low == low_blocks);
  CHECK(seen.high == high_blocks);
  // Who had looked before the other grid came begins one more block.
  CHECK(seen.late <= workers);
  CHECK(cudaStreamDestroy(low) == cudaSuccess);
  CHECK(cudaStreamDestroy(high) == cudaSuccess);
}
#endif
