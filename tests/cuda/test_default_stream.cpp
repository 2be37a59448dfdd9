// SPDX-License-Identifier: MIT

// Null is the calling thread's own stream in this file, and launches wait for their kernels.
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <simt/cuda/cuda_runtime_api.h>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <utility>

namespace {

simt::kernel_record kernel;

template <class F>
cudaError_t launch(cudaStream_t stream, F f) {
  return static_cast<cudaError_t>(
      simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, stream, std::move(f)));
}

}  // namespace

TEST_CASE(
    "[STREAM-006][QUAL-022] per-thread default streams do not wait for each other, the legacy one "
    "waits for "
    "both") {
  std::atomic<bool> go{false};
  std::atomic<bool> begun{false};
  std::atomic<bool> asked{false};
  std::atomic<int> done{0};
  std::thread other([&] {
    CHECK(launch(nullptr, [&] {
            begun = true;
            while (!go) std::this_thread::yield();
            ++done;
          }) == cudaSuccess);
    CHECK(cudaStreamQuery(nullptr) == cudaErrorNotReady);
    asked = true;
    while (!go) std::this_thread::yield();
    CHECK(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
  });
  while (!begun) std::this_thread::yield();
  // Ours runs although the other thread's is held.
  std::atomic<bool> ran{false};
  CHECK(launch(nullptr, [&] { ran = true; }) == cudaSuccess);
  CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
  CHECK(ran);
  CHECK(done == 0);
  // A copy is in our stream, too: it does not wait for the other thread's kernel.
  int* p = nullptr;
  int value = 5;
  CHECK(cudaMalloc(&p, sizeof value) == cudaSuccess);
  CHECK(cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(done == 0);
  // The legacy stream comes after both.
  int seen = -1;
  CHECK(launch(cudaStreamLegacy, [&] { seen = done; }) == cudaSuccess);
  while (!asked) std::this_thread::yield();
  go = true;
  CHECK(cudaStreamSynchronize(cudaStreamLegacy) == cudaSuccess);
  CHECK(seen == 1);
  other.join();
  CHECK(cudaFree(p) == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("[STREAM-006] the stream of a thread that has ended leaves its work to be waited for") {
  std::atomic<bool> go{false};
  std::atomic<int> done{0};
  std::thread([&] {
    CHECK(launch(nullptr, [&] {
            while (!go) std::this_thread::yield();
            ++done;
          }) == cudaSuccess);
  }).join();
  CHECK(done == 0);
  go = true;
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(done == 1);
}
