#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/spin_lock.hpp>
#include <simt/thread/sync.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

namespace simt::inline SIMT_ABI::detail {

/// Where the blocks of a cooperative launch wait for one another; each has an OS thread of its own,
/// a member. A member that comes says so in a line of memory that no other writes; one of them, the
/// leader, looks at all of these and opens the barrier.
/// - Cost:    lines that move from one processor to another at the same time, where a counter's
///            would move from member to member
class grid_barrier {
 public:
  /// - Errors:  std::bad_alloc
  explicit grid_barrier(std::uint64_t members, std::atomic<bool> const& stop)
      : members_(members),
        patience_(patience_beside(std::thread::hardware_concurrency())),
        stop_(&stop),
        places_(new place[members]) {}

  /// Returns when all that have not left have come.
  /// - Errors:  false where the grid is to stop
  [[nodiscard]] bool wait(std::uint64_t member) noexcept {
    std::atomic<std::uint64_t>& own = places_[member].turn;
    std::uint64_t const turn = own.load(std::memory_order_relaxed) + 1;
    own.store(turn, std::memory_order_release);
    unsigned spin = 0;
    while (open_.load(std::memory_order_acquire) < turn) {
      if (leader_.load(std::memory_order_acquire) == member) return lead(turn);
      if (!is_patient(spin)) return false;
    }
    return true;
  }
  /// A member has no block left.
  void leave(std::uint64_t member) noexcept {
    places_[member].turn.store(gone);
    // The next leader may leave meanwhile: either it or this member sees so.
    for (std::uint64_t at = member; leader_.load() == at;) {
      std::uint64_t next = 0;
      while (next != members_ && places_[next].turn.load() == gone) ++next;
      if (next == members_ || !leader_.compare_exchange_strong(at, next)) return;
      if (places_[next].turn.load() != gone) return;
      at = next;
    }
  }
  /// True once the barrier has opened without blocks that had ended.
  [[nodiscard]] bool was_incomplete() const noexcept {
    return incomplete_.load(std::memory_order_acquire);
  }

 private:
  static constexpr std::uint64_t gone = ~std::uint64_t{0};

  struct alignas(64) place {
    std::atomic<std::uint64_t> turn{0};  // the last one that the member has come to
  };

  // Where there are more blocks than processors, those that wait hold up others.
  [[nodiscard]] unsigned patience_beside(unsigned processors) const noexcept {
    return members_ < processors ? 2'000 : members_ == processors ? 100 : 16;
  }
  /// Waits a little. False where the grid is to stop.
  [[nodiscard]] bool is_patient(unsigned& spin) const noexcept {
    ++spin;
    if (spin % 16 == 0 && stop_->load(std::memory_order_relaxed)) return false;
    if (spin > patience_)
      std::this_thread::yield();
    else if (spin % 4 == 0)
      spin_pause();
    return true;
  }
  /// Waits for the others, and opens the barrier.
  [[nodiscard]] bool lead(std::uint64_t turn) noexcept {
    bool complete = true;
    unsigned spin = 0;
    for (std::uint64_t k = 0; k < members_; ++k) {
      std::uint64_t there = 0;
      while ((there = places_[k].turn.load(std::memory_order_acquire)) < turn)
        if (!is_patient(spin)) return false;
      complete = complete && there != gone;
    }
    if (!complete) incomplete_.store(true, std::memory_order_release);
    open_.store(turn, std::memory_order_release);
    return true;
  }

  std::uint64_t const members_;
  unsigned const patience_;  // turns before others may have the processor
  std::atomic<bool> const* stop_;
  std::unique_ptr<place[]> const places_;
  std::atomic<bool> incomplete_{false};
  alignas(64) std::atomic<std::uint64_t> open_{0};  // the last turn to which all have come
  std::atomic<std::uint64_t> leader_{0};
};

/// The barrier of the grid whose block the OS thread runs, as which member it does, and how often
/// the block has passed it.
struct grid_sync_state {
  grid_barrier* barrier = nullptr;
  std::uint64_t member = 0;
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
  bool const all = current_grid.barrier->wait(current_grid.member);
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
