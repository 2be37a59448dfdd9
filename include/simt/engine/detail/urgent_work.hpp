#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/spin_lock.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// A queue of work that goes before grids of a lower level: between two chunks of blocks, their
/// threads take a part in it. What has begun is not interrupted.
/// - CUDA:    stream priorities
/// - Order:   a higher level goes before a lower one; 0, the lowest, before nothing
/// - Source:  CUDA C Programming Guide 8.0, 3.2.5.5.7 (Priorities)
class urgent_work {
 public:
  urgent_work(urgent_work const&) = delete;
  urgent_work& operator=(urgent_work const&) = delete;

  [[nodiscard]] unsigned level() const noexcept { return level_.load(std::memory_order_relaxed); }
  /// Takes effect when the queue next has work.
  void set_level(unsigned level) noexcept { level_.store(level, std::memory_order_relaxed); }

  /// True where a queue of a level above this one has work.
  [[nodiscard]] static bool waits_above(unsigned level) noexcept {
    return highest.load(std::memory_order_relaxed) > level;
  }
  /// Takes part in work of the levels above this one until none has a part for the calling thread.
  SIMT_COLD static void do_above(unsigned level) noexcept {
    while (waits_above(level) && do_some(level)) {
    }
  }

 protected:
  /// `self` is the queue: its `hold` keeps it alive, or gives null where it is about to go; its
  /// `take_part` does a part of the work, if there is one for another thread.
  // Why: no virtual functions, of which g++ compiles those of the only class that derives into each
  // file that runs grids, lest a queue be one. Not needed where the object file of a launch without
  // a stream names no stream_core with them.
  template <class Work>
  urgent_work(Work* /*self*/, unsigned level) noexcept
      : hold_([](urgent_work& w) noexcept { return static_cast<Work&>(w).hold(); }),
        take_part_([](urgent_work& w) noexcept { return static_cast<Work&>(w).take_part(); }),
        level_(level) {}
  ~urgent_work() { withdraw(); }

  /// Says that there is work, or none any more. Both may be said again.
  void announce() noexcept {
    if (level() != 0) [[unlikely]]
      enter();
  }
  void withdraw() noexcept {
    if (announced_.load(std::memory_order_relaxed) != 0) [[unlikely]]
      leave();
  }

 private:
  SIMT_COLD void enter() noexcept {
    std::scoped_lock const hold(lock);
    if (announced_.load(std::memory_order_relaxed) != 0) return;
    announced_.store(level(), std::memory_order_relaxed);
    next_ = first;
    if (first != nullptr) first->previous_ = this;
    first = this;
    find_highest();
  }
  SIMT_COLD void leave() noexcept {
    std::scoped_lock const hold(lock);
    if (announced_.exchange(0, std::memory_order_relaxed) == 0) return;
    (previous_ != nullptr ? previous_->next_ : first) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
    next_ = previous_ = nullptr;
    find_highest();
  }
  static void find_highest() noexcept {
    unsigned most = 0;
    for (urgent_work const* w = first; w != nullptr; w = w->next_)
      most = std::max(most, w->announced_.load(std::memory_order_relaxed));
    highest.store(most, std::memory_order_relaxed);
  }

  /// Takes part in the first that has one for this thread, higher levels first.
  static bool do_some(unsigned level) noexcept {
    for (unsigned below = ~0u;;) {
      // The queues of the next lower level: a few of them, others come at the next look.
      std::shared_ptr<urgent_work> same[8];
      std::size_t count = 0;
      unsigned now = level;
      {
        std::scoped_lock const hold(lock);
        for (urgent_work* w = first; w != nullptr; w = w->next_) {
          unsigned const its = w->announced_.load(std::memory_order_relaxed);
          if (its < below) now = std::max(now, its);
        }
        if (now == level) return false;
        for (urgent_work* w = first; w != nullptr && count < std::size(same); w = w->next_)
          if (w->announced_.load(std::memory_order_relaxed) == now)
            if (auto held = w->hold_(*w)) same[count++] = std::move(held);
      }
      for (std::size_t i = 0; i < count; ++i)
        if (same[i]->take_part_(*same[i])) return true;
      below = now;
    }
  }

  // All that have said that there is work.
  static constinit inline spin_lock lock{};
  static constinit inline urgent_work* first = nullptr;
  static constinit inline std::atomic<unsigned> highest{0};

  std::shared_ptr<urgent_work> (*hold_)(urgent_work&) noexcept;
  bool (*take_part_)(urgent_work&) noexcept;
  std::atomic<unsigned> level_;
  std::atomic<unsigned> announced_{0};  // the level under which it stands in the list; 0: in none
  urgent_work* next_ = nullptr;
  urgent_work* previous_ = nullptr;
};

}  // namespace simt::inline SIMT_ABI::detail
