#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/spin_lock.hpp>
#include <simt/thread/sync.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

namespace simt::inline SIMT_ABI::detail {

/// Where the blocks of a cooperative launch wait for one another; each has an OS thread of its own.
class grid_barrier {
 public:
  explicit grid_barrier(std::uint64_t blocks, std::atomic<bool> const& stop) noexcept
      : blocks_(blocks),
        patience_(patience_beside(std::thread::hardware_concurrency())),
        stop_(&stop),
        expected_(blocks) {}

  /// Returns when all that have not left have come.
  /// - Errors:  false where the grid is to stop
  [[nodiscard]] bool wait() noexcept {
    std::uint64_t const turn = turn_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1) + 1 >= expected_.load()) release();
    for (unsigned spin = 1; turn_.load(std::memory_order_acquire) == turn; ++spin) {
      if (spin % 16 == 0 && stop_->load(std::memory_order_relaxed)) return false;
      if (spin > patience_)
        std::this_thread::yield();
      else if (spin % 4 == 0)
        spin_pause();
    }
    return true;
  }
  /// An OS thread has no block left.
  void leave() noexcept {
    expected_.fetch_sub(1);
    release();
  }
  /// True once the barrier has opened without blocks that had ended.
  [[nodiscard]] bool was_incomplete() const noexcept {
    return incomplete_.load(std::memory_order_acquire);
  }

 private:
  // Where there are more blocks than processors, those that wait hold up others.
  [[nodiscard]] unsigned patience_beside(unsigned processors) const noexcept {
    return blocks_ < processors ? 2'000 : blocks_ == processors ? 100 : 16;
  }

  // Of those that come last and that leave, one finds all arrived and takes the count back to 0.
  void release() noexcept {
    std::uint64_t all = expected_.load();
    if (all == 0 || arrived_.load() < all) return;
    if (all != blocks_) incomplete_.store(true, std::memory_order_release);
    if (arrived_.compare_exchange_strong(all, 0, std::memory_order_acq_rel))
      turn_.fetch_add(1, std::memory_order_acq_rel);
  }

  std::uint64_t const blocks_;
  unsigned const patience_;  // turns before others may have the processor
  std::atomic<bool> const* stop_;
  std::atomic<bool> incomplete_{false};
  std::atomic<std::uint64_t> expected_;
  alignas(64) std::atomic<std::uint64_t> arrived_{0};
  alignas(64) std::atomic<std::uint64_t> turn_{0};  // those who wait look at nothing else
};

/// The barrier of the grid whose block the OS thread runs, and how often the block has passed it.
struct grid_sync_state {
  grid_barrier* barrier = nullptr;
  std::uint64_t passed = 0;
};
inline constinit thread_local grid_sync_state current_grid{};

[[nodiscard]] inline bool grid_can_sync() noexcept {
  block const* const b = block::current();
  return current_grid.barrier != nullptr || (b != nullptr && b->info().grid.count() == 1);
}

/// Waits for all threads of the grid, where `meet()` waits for those of the block.
/// - Errors:  kernel_error, naming the threads `who`, where the launch was not cooperative
template <class Meet>
void sync_grid(block& b, thread_range who, Meet const& meet) {
  if (!grid_can_sync())
    throw_kernel_error<kernel_error>(
        "sync() of a grid that was not launched by cudaLaunchCooperativeKernel", b.site(),
        b.seen_index(), who);
  std::uint64_t const passed = current_grid.passed;
  meet();
  // The first to go on waits for the other blocks, and with it all of this one.
  if (current_grid.barrier == nullptr || current_grid.passed != passed) return;
#if SIMT_CHECK
  simt_check_grid_met();
  simt_check_pass_turn();
#endif
  bool const all = current_grid.barrier->wait();
#if SIMT_CHECK
  simt_check_take_turn();
  if (all && current_grid.barrier->was_incomplete()) simt_check_grid_incomplete();
#endif
  current_grid.passed = passed + 1;
  if (!all) throw cancel{};
}

inline void sync_grid() {
  sync_grid(running_block("a grid's sync()"), thread_range{thread_rank(), thread_rank()},
            [] { static_cast<void>(thread_barrier("a grid's sync()", 0, barrier_op::sync)); });
}

}  // namespace simt::inline SIMT_ABI::detail
