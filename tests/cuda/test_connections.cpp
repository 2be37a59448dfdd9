// SPDX-License-Identifier: MIT
// ALONE: sets the environment before anything asks the runtime

#include <doctest/doctest.h>
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/runtime/launch_call.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

namespace {

// Before anything asks the runtime.
[[maybe_unused]] bool const prepared = [] {
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 1);
  return true;
}();

simt::kernel_record kernel;

template <class F>
void launch(cudaStream_t stream, F f) {
  REQUIRE(static_cast<cudaError_t>(simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0,
                                                       stream, std::move(f))) == cudaSuccess);
}

/// Takes note of the order in which kernels begin. Each stays long enough for another to begin beside
/// it, if nothing forbids that.
struct order {
  std::atomic<int> count{0};
  std::atomic<char> names[8]{};

  void run(char name) {
    int const place = count.fetch_add(1);
    names[place].store(name);
    for (int i = 0; i < 50 && count.load() == place + 1; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    names[place + 4].store(count.load() == place + 1 ? name : '!');  // nobody came beside it
  }
  [[nodiscard]] std::string text() const {
    std::string out;
    for (auto const& n : names)
      if (n.load() != 0) out += n.load();
    return out;
  }
};

}  // namespace

TEST_CASE("[ENV-009] streams that share the device's one queue wait for one another") {
  cudaStream_t s[2];
  for (auto& each : s)
    REQUIRE(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking) == cudaSuccess);
  order o;
  launch(s[0], [&] { o.run('a'); });
  launch(s[1], [&] { o.run('b'); });
  launch(s[0], [&] { o.run('c'); });
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(o.text() == "abcabc");
  for (auto const each : s) CHECK(cudaStreamDestroy(each) == cudaSuccess);
}

// Each stream has two kernels, of which the second depends on the first. Stream by stream, the second
// stream's first kernel waits for the first stream's second one, though it needs nothing of it; what
// is independent first, it does not.
TEST_CASE("[PERF-026] what is independent is issued first") {
  cudaStream_t s[2];
  for (auto& each : s)
    REQUIRE(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking) == cudaSuccess);
  order depth_first, breadth_first;
  launch(s[0], [&] { depth_first.run('a'); });
  launch(s[0], [&] { depth_first.run('A'); });
  launch(s[1], [&] { depth_first.run('b'); });
  launch(s[1], [&] { depth_first.run('B'); });
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(depth_first.text() == "aAbBaAbB");
  launch(s[0], [&] { breadth_first.run('a'); });
  launch(s[1], [&] { breadth_first.run('b'); });
  launch(s[0], [&] { breadth_first.run('A'); });
  launch(s[1], [&] { breadth_first.run('B'); });
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(breadth_first.text() == "abABabAB");
  for (auto const each : s) CHECK(cudaStreamDestroy(each) == cudaSuccess);
}
