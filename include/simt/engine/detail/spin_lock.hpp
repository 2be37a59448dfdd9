#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <atomic>
#include <thread>

namespace simt::inline SIMT_ABI::detail {

/// Tells the processor that a loop waits for another one's store.
SIMT_INLINE void spin_pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Held for a few stores at a time.
class spin_lock {
 public:
  void lock() noexcept {
    for (int turn = 0; held_.exchange(true, std::memory_order_acquire); ++turn) {
      while (held_.load(std::memory_order_relaxed)) {
        if (++turn < 100)
          spin_pause();
        else
          std::this_thread::yield();
      }
    }
  }
  void unlock() noexcept { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_{false};
};

}  // namespace simt::inline SIMT_ABI::detail
