#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/detail/scheduler.hpp>
#include <simt/engine/detail/worker.hpp>
#include <simt/engine/dim.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/fiber.hpp>
#include <simt/engine/launch_info.hpp>
#include <simt/engine/stack_pool.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

namespace simt::inline SIMT_ABI {
class block;

namespace detail {

/// Thrown through kernels whose grid has failed elsewhere. Not a std::exception, so that a kernel's
/// own handlers let it pass.
struct cancel {};

class block_state;
struct launch_state;

/// Where a grid comes from: the device it runs for, if any, how many kernels above it have launched
/// one another, and before which other grids it goes, see urgent_work.
struct launch_origin {
  void* device = nullptr;
  unsigned level = 0;
  unsigned urgency = 0;
};
/// Of the grids that the calling thread begins.
inline constinit thread_local launch_origin current_origin{};

/// Work that a kernel's threads leave behind: launches that they make.
struct deferred_work {
  void (*run)(deferred_work&, launch_state&) noexcept;
  void (*release)(deferred_work&) noexcept;
};

/// Shared by the blocks of one launch: the first error, whether to stop, and what is done while a
/// block waits.
struct launch_state {
  std::atomic<bool> stop{false};
  std::atomic<bool> failed{false};
  std::exception_ptr error;  // written by who sets `failed`, read after all blocks have ended
  std::atomic<bool> crowded{false};  // more blocks run than there are workers
  /// Called time and again by a block that waits for another, or for the host. `idle`: none of its
  /// gangs does anything else.
  void (*waits)(launch_state&, block_state&, bool idle) noexcept = nullptr;
  launch_origin const origin = current_origin;
  std::atomic<deferred_work*> tail{nullptr};  // runs when all blocks have ended

  launch_state() = default;
  launch_state(launch_state const&) = delete;
  launch_state& operator=(launch_state const&) = delete;
  ~launch_state() {
    if (deferred_work* const t = tail.load(std::memory_order_relaxed)) [[unlikely]]
      t->release(*t);
  }

  void fail(std::exception_ptr e) noexcept {
    if (!failed.exchange(true)) error = std::move(e);
    stop.store(true, std::memory_order_relaxed);
  }
};

/// Runs `blocks` blocks from the current one on, gang by gang, with the kernel inlined in the loop;
/// where a gang has waited, the rest of the current block's gangs.
using block_loop = void (*)(block&, std::uint64_t blocks) noexcept;

/// Runs the current block's current gang on a fiber, and others that begin on its stack. Where
/// fibers begin anew, it leaves the fiber for good.
using fiber_entry = void (*)(context*);

inline constinit thread_local block_state* current_block = nullptr;

inline constexpr unsigned no_gang = gang_set::none;

struct block_access;

/// A block's place in the grid, its shared memory, and which of its gangs can run.
class block_state {
 public:
  /// Bytes that `shared` has beyond launch_info::shared_bytes.
  static constexpr std::size_t shared_slack = 4096;

  [[nodiscard]] SIMT_INLINE launch_info const& info() const noexcept { return *info_; }
  [[nodiscard]] uint3 index() const noexcept { return index_; }
  /// The blockIdx of a thread kernel: index(), or another one where a checked build shuffles.
  [[nodiscard]] SIMT_UNSEEN uint3 seen_index() const noexcept {
#if SIMT_CHECK
    std::uint64_t const number = linear();
    std::uint64_t const seen = simt_check_shuffled(number, info_->grid.count());
    if (seen != number) return simt::unflatten(seen, info_->grid);
#endif
    return index_;
  }
  [[nodiscard]] std::uint64_t linear() const noexcept { return simt::flatten(index_, info_->grid); }
  /// Shared memory: info().shared_bytes + shared_slack bytes, aligned to 64, not cleared. Under the
  /// address sanitizer twice as many shared_bytes, so that arrays can lie apart.
  [[nodiscard]] std::byte* shared() const noexcept { return shared_; }
  /// The number of the gang that runs, below info().gangs.
  [[nodiscard]] unsigned current_gang() const noexcept { return gang_; }

  /// For a gang function that runs several gangs: gang `g` is the one that runs. Said before the
  /// block is asked for anything.
  SIMT_INLINE void start(unsigned g) noexcept { gang_ = g; }
  /// True once a gang of this block has had to wait: the engine then decides which runs next.
  [[nodiscard]] SIMT_INLINE bool waited() const noexcept { return active_; }

  /// Makes the launch end with this error, unless it has one. The block's gangs go on until they
  /// wait for memory; no further block starts.
  void report(std::exception_ptr e) noexcept { launch_->fail(std::move(e)); }

  [[nodiscard]] launch_state& launch() const noexcept { return *launch_; }
  /// Holds what the threads of this block, and of those before it in its task, have left behind:
  /// runs when the task's blocks have ended, or earlier where they ask for it.
  [[nodiscard]] deferred_work*& deferred() noexcept { return deferred_; }

  /// Gives the site for a message about this block.
  [[nodiscard]] launch_site site() const noexcept {
    return {info_->kernel, info_->grid, info_->block};
  }
  /// Gives the threads that gang `g` carries.
  [[nodiscard]] thread_range threads_of(unsigned g) const noexcept {
    std::uint64_t const first = std::uint64_t{g} * info_->gang_width;
    std::uint64_t const end = first + info_->gang_width;
    return {first, (end < info_->threads ? end : info_->threads) - 1};
  }

 protected:
  friend struct block_access;

  block_state(launch_info const& info, launch_state& launch, block_loop loop, fiber_entry fiber,
              void const* run_gang)
      : info_(&info),
        gangs_(info.gangs),
        worker_(&worker::current()),
        arena_(worker_->take_arena((SIMT_ASAN || SIMT_CHECK ? 2 : 1) * info.shared_bytes + shared_slack)),
        shared_(arena_.data()),
        launch_(&launch),
        loop_(loop),
        fiber_(fiber),
        run_gang_(run_gang),
        outer_(current_block),
        outer_stack_(worker_->stack.current),
        root_(*outer_stack_) {
    root_.recovery = nullptr;
    worker_->stack.current = &root_;
    current_block = this;
  }

  ~block_state() {
    if (deferred_ != nullptr) [[unlikely]]
      deferred_->release(*deferred_);
    current_block = outer_;
    worker_->stack.current = outer_stack_;
#if SIMT_ASAN
    // Layers above let it report accesses between the arrays that they have placed.
    __asan_unpoison_memory_region(arena_.data(), arena_.size());
#endif
    worker_->put_arena(std::move(arena_));
    if (scheduler_) worker_->put_scheduler(std::move(scheduler_));
  }

  block_state(block_state const&) = delete;
  block_state& operator=(block_state const&) = delete;

  /// Makes the block fail with this error, unless it has one.
  void fail(std::exception_ptr e) noexcept;

  /// Has the gangs that wait end.
  void cancel() noexcept {
    leave_sweep();
    cancelled_ = true;
  }

  /// Ends a gang whose wait is over because the block has failed. A destructor that waits while the
  /// stack is unwound must not throw.
  void leave_cancelled() {
    if (std::uncaught_exceptions() == 0) throw detail::cancel{};
  }

  /// Writes what a sweep says into the scheduler's sets.
  void leave_sweep() noexcept;

  /// Counts gang `g` as finished.
  void end_gang(unsigned g) noexcept {
    scheduler& s = *scheduler_;
    if (s.done.contains(g)) return;
    s.done.insert(g);
    --s.live;
  }

  // In the order of use: a block without waits touches the first line only.
  launch_info const* info_;
  uint3 index_{0, 0, 0};
  unsigned gang_ = 0;
  unsigned gangs_;
  // A sweep, from the first barrier of a block, or one that all have come to, until something but a
  // barrier or a return happens: the gangs from gang_ + 1 to below sweep_end_ can run, in this
  // order, those from finished_ to below gang_ wait at the next barrier, those from sweep_begin_ to
  // below finished_ have returned, as all others had before. Kept in the scheduler's sets
  // otherwise; 0: no sweep.
  unsigned sweep_end_ = 0;
  unsigned finished_ = 0;
  execution* executions_ = nullptr;
  worker* worker_;
  bool active_ = false;      // a gang has waited: the scheduler holds the state
  bool cancelled_ = false;   // the gangs that wait are to end
  bool ends_early_ = false;  // the blocks after this one have been given to others
  unsigned sweep_begin_ = 0;
  std::uint64_t task_end_ = 0;       // the block behind the last one of the task at hand
  std::int64_t second_waited_ = -1;  // in which it last said that it waits
  arena arena_;
  std::byte* shared_;
  launch_state* launch_;
  block_loop loop_;
  fiber_entry fiber_;
  void const* run_gang_;
  block_state* outer_;
  stack_record* outer_stack_;
  stack_record root_;
  std::unique_ptr<scheduler> scheduler_;
  fiber_pool* fibers_ = nullptr;
  deferred_work* deferred_ = nullptr;
  std::exception_ptr error_;
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/engine/detail/block_state-inl.hpp>
#endif
