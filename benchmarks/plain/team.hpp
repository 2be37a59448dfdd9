#pragma once
// SPDX-License-Identifier: MIT

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bench::plain {

/// Threads that spin between one piece of work and the next: the shortest hand-over that there is.
/// They end with the object.
template <class Body>
class spinning_team {
 public:
  /// `body(member)` is a member's part of each piece of work; members count from 0, the caller.
  spinning_team(int members, Body body) : body_(body), helpers_(std::size_t(members - 1)) {
    for (std::size_t i = 0; i < helpers_.size(); ++i)
      helpers_[i].thread = std::thread([this, i] { help(helpers_[i], static_cast<int>(i) + 1); });
  }
  spinning_team(spinning_team const&) = delete;
  spinning_team& operator=(spinning_team const&) = delete;
  ~spinning_team() {
    started_.store(over, std::memory_order_release);
    for (helper& h : helpers_) h.thread.join();
  }

  /// Does one piece of work together.
  void run() {
    unsigned const number = started_.load(std::memory_order_relaxed) + 1;
    started_.store(number, std::memory_order_release);
    body_(0);
    for (helper const& h : helpers_)
      while (h.done.load(std::memory_order_acquire) != number) pause();
  }

 private:
  static constexpr unsigned over = ~0u;

  struct alignas(64) helper {
    std::atomic<unsigned> done{0};
    std::thread thread;
  };

  static void pause() {
#if defined(__x86_64__)
    _mm_pause();
#endif
  }

  void help(helper& own, int member) {
    for (unsigned number = 1;; ++number) {
      unsigned started = started_.load(std::memory_order_acquire);
      while (started != number && started != over) {
        pause();
        started = started_.load(std::memory_order_acquire);
      }
      if (started == over) return;
      body_(member);
      own.done.store(number, std::memory_order_release);
    }
  }

  Body body_;
  alignas(64) std::atomic<unsigned> started_{0};
  std::vector<helper> helpers_;
};

}  // namespace bench::plain
