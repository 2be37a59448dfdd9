// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/engine/grid.hpp>
#include <simt/runtime/launch_call.hpp>

#include <doctest/doctest.h>

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <random>
#include <thread>
#include <vector>

// Host functions that wait for what others do. No test is to end by itself where one of them keeps
// a worker from its work.
namespace {

constexpr auto ok = cudaSuccess;

/// Launches `blocks` blocks that call `f`.
template <class F>
void launch(cudaStream_t stream, unsigned blocks, F f) {
  static simt::kernel_record kernel;
  REQUIRE(simt::submit_launch(kernel, simt::dim3(blocks), simt::dim3(1), 0, stream, [blocks, f] {
            simt::launch_info info;
            info.kernel = "test";
            info.grid = simt::dim3(blocks);
            simt::run_grid(info, [&](simt::block& b, unsigned) { f(b); });
          }) == simt::error_code::success);
}

/// Host functions with state.
template <class F>
struct host_call {
  F function;
  static void call(void* self) { static_cast<host_call*>(self)->function(); }
  static void call_back(cudaStream_t /*stream*/, cudaError_t /*status*/, void* self) { call(self); }
};
template <class F>
host_call(F) -> host_call<F>;

/// Streams that end with the object.
struct streams {
  std::vector<cudaStream_t> all;
  explicit streams(std::size_t count, bool priorities = false) : all(count) {
    for (std::size_t i = 0; i < count; ++i)
      REQUIRE(cudaStreamCreateWithPriority(&all[i], cudaStreamNonBlocking,
                                           priorities ? -static_cast<int>(i % 6) : 0) == ok);
  }
  streams(streams const&) = delete;
  streams& operator=(streams const&) = delete;
  ~streams() {
    for (cudaStream_t const s : all) (void)cudaStreamDestroy(s);
  }
  cudaStream_t operator[](std::size_t i) const { return all[i]; }
};

void set(std::atomic<bool>& flag) { flag = true; }
void wait_for(std::atomic<bool> const& flag) {
  while (!flag) std::this_thread::yield();
}

}  // namespace

TEST_CASE(
    "[CB-001] kernels of other streams run, unwaited for, while a host function waits for them") {
  // More streams with host functions than there are workers, and each of them behind the one that
  // waits: host functions run one at a time.
  streams const s(4 * std::max(std::thread::hardware_concurrency(), 1u));
  std::size_t const last = s.all.size() - 1;
  std::atomic<unsigned> run{0}, called{0};
  std::atomic<bool> kernel_ran{false}, waited{false};
  host_call first{[&] {
    wait_for(kernel_ran);
    waited = true;
  }};
  host_call other{[&] { ++called; }};
  REQUIRE(cudaLaunchHostFunc(s[0], first.call, &first) == ok);
  for (std::size_t i = 1; i < last; ++i) {
    launch(s[i], 1, [&](simt::block&) { ++run; });
    REQUIRE(cudaStreamAddCallback(s[i], other.call_back, &other, 0) == ok);
    launch(s[i], 1, [&](simt::block&) { ++run; });
  }
  launch(s[last], 1, [&](simt::block&) { set(kernel_ran); });
  // Nobody waits for a stream: what must go on does so by itself.
  wait_for(waited);
  REQUIRE(cudaDeviceSynchronize() == ok);
  CHECK(called == last - 1);
  CHECK(run == 2 * (last - 1));
}

TEST_CASE("[CB-001] a host function waits for a thread that waits for another stream") {
  streams const s(2);
  for (int turn = 0; turn < 50; ++turn) {
    std::atomic<bool> begun{false}, synchronised{false}, set_by_kernel{false};
    host_call function{[&] {
      set(begun);
      wait_for(synchronised);
    }};
    REQUIRE(cudaLaunchHostFunc(s[0], function.call, &function) == ok);
    std::thread other([&] {
      wait_for(begun);
      launch(s[1], 40, [&](simt::block&) { set_by_kernel = true; });
      if (cudaStreamSynchronize(s[1]) == ok && set_by_kernel) set(synchronised);
    });
    CHECK(cudaStreamSynchronize(s[0]) == ok);
    other.join();
    CHECK(synchronised);
  }
}

TEST_CASE("[CB-001] host functions of a stream run between what is before and behind them") {
  streams const s(300, true);
  struct state {
    int value = 0;
    int wrong = 0;
  };
  std::vector<state> states(s.all.size());
  struct step {
    state* of;
    int number;
    void operator()() const {
      of->wrong += of->value != number;
      of->value = number + 1;
    }
  };
  std::vector<std::unique_ptr<host_call<step>>> calls;
  for (int round = 0; round < 6; ++round)
    for (std::size_t i = 0; i < s.all.size(); ++i) {
      launch(s[i], 1, [call = step{&states[i], 3 * round}](simt::block&) { call(); });
      calls.push_back(
          std::make_unique<host_call<step>>(host_call<step>{{&states[i], 3 * round + 1}}));
      if (i % 2 == 0)
        REQUIRE(cudaLaunchHostFunc(s[i], calls.back()->call, calls.back().get()) == ok);
      else
        REQUIRE(cudaStreamAddCallback(s[i], calls.back()->call_back, calls.back().get(), 0) == ok);
      launch(s[i], 1, [call = step{&states[i], 3 * round + 2}](simt::block&) { call(); });
    }
  SUBCASE("who waits runs some") { CHECK(cudaDeviceSynchronize() == ok); }
  SUBCASE("nobody waits") {
    for (cudaStream_t const one : s.all)
      while (cudaStreamQuery(one) == cudaErrorNotReady) std::this_thread::yield();
  }
  for (state const& one : states) {
    CHECK(one.wrong == 0);
    CHECK(one.value == 18);
  }
}

TEST_CASE(
    "[CB-001][STREAM-009] streams in chains of events, with host functions that wait, from many "
    "threads") {
  // In each turn, threads queue launches, host functions and waits for events of lower numbers in a
  // hundred streams, and some wait; a host function may wait for what another thread has yet to do.
  constexpr std::size_t count = 120;
  constexpr std::size_t threads = 4;
  streams const s(count, true);
  std::vector<cudaEvent_t> events(count);
  for (cudaEvent_t& e : events) REQUIRE(cudaEventCreateWithFlags(&e, cudaEventDisableTiming) == ok);
  for (unsigned turn = 0; turn < 10; ++turn) {
    std::vector<std::atomic<unsigned>> done(count);
    std::atomic<unsigned> early{0}, failed{0}, called{0};
    std::atomic<std::size_t> queued{0};
    host_call function{[&] {
      while (queued < threads) std::this_thread::yield();
      ++called;
    }};
    // All events are recorded before one is waited for.
    for (std::size_t i = 0; i < count; ++i) {
      launch(s[i], 1 + static_cast<unsigned>(i % 7), [&done, i](simt::block&) { ++done[i]; });
      REQUIRE(cudaEventRecord(events[i], s[i]) == ok);
    }
    auto const queue = [&](std::size_t part) {
      std::mt19937 random(turn * 16 + static_cast<unsigned>(part));
      for (std::size_t i = part; i < count; i += threads) {
        std::size_t const producer = i == 0 ? 0 : random() % i;
        bool fine = cudaStreamWaitEvent(s[i], events[producer], 0) == ok;
        if (random() % 3 == 0)
          fine = fine && cudaLaunchHostFunc(s[i], function.call, &function) == ok;
        launch(s[i], 1 + static_cast<unsigned>(random() % 40), [&done, &early, producer](simt::block&) {
          if (done[producer] == 0) ++early;
        });
        if (!fine) ++failed;
      }
      ++queued;
      for (std::size_t i = part; i < count; i += 11 * threads)
        if (cudaStreamSynchronize(s[i]) != ok) ++failed;
    };
    std::vector<std::thread> others;
    for (std::size_t part = 0; part < threads; ++part) others.emplace_back(queue, part);
    for (std::thread& t : others) t.join();
    CHECK(cudaDeviceSynchronize() == ok);
    CHECK(early == 0);
    CHECK(failed == 0);
    CHECK(called > 0);
  }
  for (cudaEvent_t const e : events) CHECK(cudaEventDestroy(e) == ok);
}

TEST_CASE("kernels of two streams that wait for one another run, whichever the host waits for") {
  streams const s(2, true);
  unsigned const blocks = 3 * std::max(std::thread::hardware_concurrency(), 1u) + 5;
  for (std::size_t const waits : {std::size_t{0}, std::size_t{1}}) {
    std::atomic<unsigned> ping{0}, pong{0};
    launch(s[0], blocks, [&](simt::block& b) {
      ++ping;
      while (pong < blocks) b.yield();
    });
    launch(s[1], blocks, [&](simt::block& b) {
      ++pong;
      while (ping < blocks) b.yield();
    });
    CHECK(cudaStreamSynchronize(s[waits]) == ok);
    CHECK(cudaDeviceSynchronize() == ok);
    CHECK(ping == blocks);
    CHECK(pong == blocks);
  }
}
