// SPDX-License-Identifier: MIT
// LABELS: long

#include <doctest/doctest.h>
#include <simt/cuda/cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace {

simt::kernel_record kernel;

template <class F>
cudaError_t launch(cudaStream_t stream, F f) {
  return static_cast<cudaError_t>(
      simt::submit_launch(kernel, simt::dim3(1), simt::dim3(1), 0, stream, std::move(f)));
}

// One host thread: four streams, each with a number in managed memory, and a model of what the
// numbers must be. Two of the streams are blocking, so that the default stream has a say.
class actor {
 public:
  static constexpr int streams = 4;

  explicit actor(unsigned seed) : random_(seed) {}

  void run(std::chrono::steady_clock::time_point end) {
    expect(cudaMallocManaged(&value_, sizeof(std::uint32_t) * streams));
    for (int s = 0; s < streams; ++s) {
      value_[s] = model_[s] = static_cast<std::uint32_t>(s);
      expect(cudaStreamCreateWithFlags(&stream_[s], s < 2 ? 0u : cudaStreamNonBlocking));
      expect(cudaEventCreateWithFlags(&event_[s], cudaEventDisableTiming));
    }
    while (std::chrono::steady_clock::now() < end && failures == 0) step();
    for (int s = 0; s < streams; ++s) settle(s);
    for (int s = 0; s < streams; ++s) {
      expect(cudaStreamDestroy(stream_[s]));
      expect(cudaEventDestroy(event_[s]));
    }
    expect(cudaFree(value_));
    if (host_calls_ != host_calls_wanted_) ++failures;
  }

  int failures = 0;
  long steps = 0;

 private:
  void expect(cudaError_t e) {
    if (e != cudaSuccess) ++failures;
  }
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }

  void settle(int s) {
    // What comes after a launch into the default stream waits for it; the end of the stream before
    // that launch does not.
    if (s == 0) expect(launch(stream_[s], [] {}));
    expect(cudaStreamSynchronize(stream_[s]));
    if (value_[s] != model_[s]) ++failures;
  }

  void step() {
    ++steps;
    int const s = static_cast<int>(pick(streams));
    std::uint32_t* const v = value_ + s;
    std::uint32_t const k = pick(1000);
    switch (pick(10)) {
      case 0:
      case 1:
      case 2:
        expect(launch(stream_[s], [v, k] { *v = *v * 31 + k; }));
        model_[s] = model_[s] * 31 + k;
        break;
      case 3: {  // another stream's number, between two events
        int const o = (s + 1 + static_cast<int>(pick(streams - 1))) % streams;
        std::uint32_t const* const from = value_ + o;
        expect(cudaEventRecord(event_[o], stream_[o]));
        expect(cudaStreamWaitEvent(stream_[s], event_[o], 0));
        expect(launch(stream_[s], [v, from] { *v += *from; }));
        expect(cudaEventRecord(event_[s], stream_[s]));
        expect(cudaStreamWaitEvent(stream_[o], event_[s], 0));
        model_[s] += model_[o];
        break;
      }
      case 4: {  // pageable memory that is gone at once
        std::uint32_t const fresh = k;
        expect(cudaMemcpyAsync(v, &fresh, sizeof fresh, cudaMemcpyHostToDevice, stream_[s]));
        model_[s] = k;
        break;
      }
      case 5: {  // memory that lives in the stream's order
        std::uint32_t* scratch = nullptr;
        expect(cudaMallocAsync(&scratch, 256, stream_[s]));
        expect(cudaMemcpyAsync(scratch, v, 4, cudaMemcpyDeviceToDevice, stream_[s]));
        expect(launch(stream_[s], [v, scratch] { *v = *scratch + 1; }));
        expect(cudaFreeAsync(scratch, stream_[s]));
        model_[s] += 1;
        break;
      }
      case 6: {  // the default stream: after and before all work of the blocking streams
        std::uint32_t* const first = value_;
        expect(launch(nullptr, [first] { *first += 3; }));
        model_[0] += 3;
        break;
      }
      case 7:
        expect(cudaLaunchHostFunc(
            stream_[s], [](void* p) { static_cast<std::atomic<long>*>(p)->fetch_add(1); },
            &host_calls_));
        ++host_calls_wanted_;
        break;
      case 8:
        settle(s);
        break;
      default:
        if (pick(20) == 0) {
          settle(s);
          expect(cudaStreamDestroy(stream_[s]));
          expect(cudaStreamCreateWithFlags(&stream_[s], s < 2 ? 0u : cudaStreamNonBlocking));
        } else {
          cudaError_t const e = cudaStreamQuery(stream_[s]);
          if (e != cudaErrorNotReady) expect(e);
        }
    }
  }

  std::mt19937 random_;
  std::uint32_t* value_ = nullptr;
  std::uint32_t model_[streams] = {};
  cudaStream_t stream_[streams] = {};
  cudaEvent_t event_[streams] = {};
  std::atomic<long> host_calls_{0};
  long host_calls_wanted_ = 0;
};

}  // namespace

TEST_CASE(
    "[STREAM-001][STREAM-005][EVENT-001] eight host threads, four streams each, against a model") {
  char const* const text = std::getenv("SIMT_STRESS_SECONDS");
  int const seconds = text != nullptr ? std::atoi(text) : 2;
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  unsigned const seed = std::random_device{}();
  INFO("seed ", seed);
  std::vector<std::unique_ptr<actor>> all;
  for (unsigned i = 0; i < 8; ++i) all.push_back(std::make_unique<actor>(seed + i));
  std::vector<std::thread> threads;
  for (auto& a : all) threads.emplace_back([&a, end] { a->run(end); });
  for (auto& t : threads) t.join();
  long steps = 0;
  for (auto& a : all) {
    CHECK(a->failures == 0);
    steps += a->steps;
  }
  CHECK(steps > 0);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
  MESSAGE(steps, " steps");
}
