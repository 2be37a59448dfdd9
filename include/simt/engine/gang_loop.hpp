#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/detail/block_access.hpp>
#include <simt/engine/fiber.hpp>

#include <cstdint>
#include <type_traits>

namespace simt::inline SIMT_ABI::detail {

// Why: clang 14 warns, here if there is no debug information, of a simt_if too large to unroll. Not
// needed where the tests compile under clang without it.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
/// Walks through the gangs of a task's blocks. Is_block: a gang is a block.
template <bool Is_block = false>
class gang_walk {
 public:
  SIMT_INLINE gang_walk(block& b, std::uint64_t blocks)
      : block_(b), left_(blocks), one_gang_(block_access::gangs(b) == 1), gang_(b.current_gang()) {}
  [[nodiscard]] SIMT_INLINE unsigned gang() const { return gang_; }
  /// Goes on behind gang `last`; false where nothing is left.
  SIMT_INLINE bool next(unsigned last) {
    if (!Is_block && !one_gang_) {
      gang_ = block_access::next_gang(block_, last);
      if (gang_ != no_gang) return true;
      if (block_access::end_block(block_)) return false;
    }
    if (--left_ == 0 || block_access::ends_early(block_)) return false;
    block_access::next_block<Is_block>(block_);
    gang_ = 0;
    return true;
  }

 private:
  block& block_;
  std::uint64_t left_;
  bool const one_gang_;
  unsigned gang_;
};

/// The runner as a task holds it: a copy of its own, where that is cheap. Nobody else can write to
/// it, so that its members may stay in registers across the kernel's stores.
template <class RunGang>
using task_runner =
    std::conditional_t<std::is_trivially_copyable_v<RunGang> && (sizeof(RunGang) <= 256),
                       RunGang const, RunGang const&>;

/// Runs the gangs of a task's blocks.
template <class RunGang>
SIMT_UNSEEN [[gnu::noinline]] void run_blocks(block& b, std::uint64_t blocks) noexcept {
  try {
    task_runner<RunGang> run_gang = *static_cast<RunGang const*>(block_access::run_gang(b));
    // What is the same for all gangs of a task need not be set up by each.
    if constexpr (requires { run_gang.enter(b); }) run_gang.enter(b);
    gang_walk<> walk(b, blocks);
    unsigned last;
    do {
      last = walk.gang();
      if constexpr (std::is_void_v<decltype(run_gang(b, last))>)
        run_gang(b, last);
      else
        last = run_gang(b, last);
    } while (walk.next(last));
  } catch (...) {
    block_access::failed(b);
  }
}
/// Gives the loop over a task's blocks: RunGang's own, where it has one.
template <class RunGang>
constexpr block_loop loop_of() {
  if constexpr (requires { &RunGang::run_blocks; })
    return &RunGang::run_blocks;
  else
    return &run_blocks<RunGang>;
}

/// True where a runner has a second expansion of the kernel, `alone`, for fibers. The loop over
/// threads has much that a single one does not need, and a thread's stack is as large as its frame:
/// two barriers' worth of time.
template <class RunGang>
concept runs_alone = requires(RunGang const& run_gang, block& b, unsigned gang) {
  run_gang.alone(b, gang);
};

/// Runs the current gang, and those that begin on its stack after it, on a fiber.
/// Why: not to be folded with another kernel's, which g++ 12 does by a call, for whose return
/// address predictors wait in vain. Not needed where barriers of two equal kernels are as fast
/// without no_icf.
template <class RunGang>
#if !defined(__clang__)
[[gnu::no_icf]]
#endif
SIMT_UNSEEN void run_fiber(context*) noexcept {
  block& b = *block::current();
  if constexpr (runs_alone<RunGang>) {
    auto const& run_gang = *static_cast<RunGang const*>(block_access::run_gang(b));
    unsigned gang = b.current_gang();
    try {
      do {
        run_gang.alone(b, gang);
        gang = block_access::next_gang(b, gang);
      } while (gang != no_gang);
    } catch (...) {
      block_access::failed(b);
    }
  } else {
    loop_of<RunGang>()(b, 1);
  }
#if SIMT_FIBER_REARM
  block_access::leave_fiber(b);
#endif
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif

}  // namespace simt::inline SIMT_ABI::detail
