#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// Has a new thread, which nobody waits for, call `work`.
/// - Errors:  false where the system has no thread or no memory left
template <class Work>
[[nodiscard]] SIMT_COLD bool begin_thread(Work const& work) noexcept {
  try {
    std::thread(work).detach();
    return true;
  } catch (...) {
    return false;
  }
}

/// Threads of the operating system that a grid has beside the workers: one for each block of a
/// cooperative launch, and those that run the blocks for which others wait.
class crew {
 public:
  crew() = default;
  crew(crew const&) = delete;
  crew& operator=(crew const&) = delete;
  ~crew() {
    if (!threads_.empty()) [[unlikely]]
      join();
  }

  /// Starts a thread that runs `work`. May be called by several threads at once.
  /// - Errors:  false where the system has no thread or no memory left
  template <class Work>
  bool add(Work work) noexcept {
    try {
      std::scoped_lock const hold(lock_);
      threads_.emplace_back(std::move(work));
      return true;
    } catch (...) {
      return false;
    }
  }

  /// Waits for all threads, those that are added meanwhile included.
  SIMT_COLD void join() noexcept {
    for (;;) {
      std::vector<std::thread> now;
      {
        std::scoped_lock const hold(lock_);
        now.swap(threads_);
      }
      if (now.empty()) return;
      for (std::thread& t : now) t.join();
    }
  }

 private:
  std::mutex lock_;
  std::vector<std::thread> threads_;
};

}  // namespace simt::inline SIMT_ABI::detail
