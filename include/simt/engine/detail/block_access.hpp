#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/block.hpp>

#include <atomic>
#include <bit>
#include <cstdint>
#include <exception>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// The engine's side of a block.
struct block_access {
  static void const* run_gang(block const& b) noexcept { return b.run_gang_; }
  static unsigned gangs(block const& b) noexcept { return b.gangs_; }

  /// Moves to block `linear`, before its first gang; the task at hand ends before block `end`.
  static void seek(block& b, std::uint64_t linear, std::uint64_t end) noexcept {
    b.index_ = simt::unflatten(linear, b.info_->grid);
    b.gang_ = 0;
    b.task_end_ = end;
    b.ends_early_ = false;
  }
  /// The block behind the last one of the task at hand.
  static std::uint64_t task_end(block_state const& b) noexcept { return b.task_end_; }
  /// True where the task ends with the block at hand, whatever it was to be at first.
  SIMT_INLINE static bool ends_early(block const& b) noexcept { return b.ends_early_; }
  static void end_early(block_state& b) noexcept {
    b.task_end_ = b.linear() + 1;
    b.ends_early_ = true;
  }
  /// The second in which the block last said that it waits.
  static std::int64_t& second_waited(block_state& b) noexcept { return b.second_waited_; }

  /// ++index.x, stored together with y: copies of the index read both at once, and would wait for
  /// all that the block before has stored.
  SIMT_INLINE static unsigned step_x(uint3& index) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
      std::uint64_t xy;
      __builtin_memcpy(&xy, &index, sizeof xy);
      ++xy;
      __builtin_memcpy(&index, &xy, sizeof xy);
      return static_cast<unsigned>(xy);
    } else {
      return ++index.x;
    }
  }
  /// Goes on to the next block and its first gang. Is_block: there is no other gang.
  template <bool Is_block = false>
  SIMT_INLINE static void next_block(block& b) noexcept {
    if (step_x(b.index_) == b.info_->grid.x) [[unlikely]] {
      b.index_.x = 0;
      if (++b.index_.y == b.info_->grid.y) {
        b.index_.y = 0;
        ++b.index_.z;
      }
    }
    if constexpr (!Is_block) b.gang_ = 0;
  }

  /// Gives the gang to run on this stack after gang `g`, or no_gang.
  SIMT_INLINE static unsigned next_gang(block& b, unsigned g) {
    if (!b.active_) [[likely]] {
      if (++g == b.gangs_) return no_gang;
      return b.gang_ = g;
    }
    if (b.sweep_end_ != 0 && g == b.finished_) [[likely]] {
      b.finished_ = g + 1;
      return no_gang;
    }
    return b.finish_gang(g);
  }

  /// Called after the last gang. True where the loop is done because it runs on a fiber; on the
  /// caller's stack, waits for the block's other gangs.
  SIMT_INLINE static bool end_block(block& b) {
    if (!b.active_) [[likely]]
      return false;
    if (on_fiber(b)) return true;
    b.drain();
    return false;
  }

  /// True where the thread has come to this block from no other one.
  static bool is_outermost(block const& b) noexcept { return b.outer_ == nullptr; }
  static stack_record& root(block& b) noexcept { return b.root_; }

  /// Runs the loop, and what the blocks' threads have left behind; errors are left to `settle`.
  static void run(block& b, std::uint64_t blocks) noexcept {
    b.loop_(b, blocks);
    if (b.active_) b.unwind();
    if (b.deferred_ != nullptr) [[unlikely]]
      b.deferred_->run(*b.deferred_, *b.launch_);
  }

  /// Takes note of the exception that has left the loop: called where it is handled.
  SIMT_COLD static void failed(block& b) noexcept {
    try {
      throw;
    } catch (cancel const&) {
      if (b.active_) b.cancel();
      b.launch_->stop.store(true, std::memory_order_relaxed);
    } catch (...) {
      b.fail(std::current_exception());
    }
    if (on_fiber(b)) b.end_gang(b.gang_);
  }

  /// True where the running gang has a stack of its own.
  SIMT_INLINE static bool on_fiber(block const& b) noexcept {
    return b.worker_->stack.current != &b.root_;
  }

#if SIMT_FIBER_REARM
  /// Leaves a fiber at the end of its loop.
  [[noreturn]] SIMT_INLINE static void leave_fiber(block& b) noexcept { b.leave_fiber(); }
#endif

  static void overflow(block& b) noexcept {
    b.fail(b.overflow_error());
    if (b.active_) b.unwind();
  }

  /// Hands the block's error, if any, to its launch.
  static void settle(block& b) noexcept {
    if (b.error_) b.launch_->fail(std::exchange(b.error_, nullptr));
  }
};

}  // namespace simt::inline SIMT_ABI::detail
