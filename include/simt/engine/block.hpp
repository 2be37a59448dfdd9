#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/scheduler.hpp>
#include <simt/engine/detail/worker.hpp>
#include <simt/engine/dim.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/fiber.hpp>
#include <simt/engine/stack_pool.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace simt::inline SIMT_ABI {

/// Everything that the engine wants to know of a launch.
/// - Needs:   gangs * gang_width >= threads > (gangs - 1) * gang_width; what `validate` checks
struct launch_info {
  char const* kernel = nullptr;  ///< for messages
  dim3 grid{};                   ///< blocks
  dim3 block{};                  ///< threads of a block
  std::size_t shared_bytes = 0;  ///< shared memory of a block, static and dynamic together
  unsigned gang_width = 1;       ///< threads that one call of the gang function carries
  unsigned gangs = 1;            ///< gangs of a block
  unsigned threads = 1;          ///< threads of a block
  std::size_t stack_bytes = 0;   ///< of a gang that waits; 0: default_stack_bytes(gang_width)
  /// For a gang function that runs several gangs: the one at which it is.
  unsigned (*running_gang)() noexcept = nullptr;
};

namespace detail {
/// Describes a launch of gangs of `width` threads, as many as carry the block.
[[nodiscard]] inline launch_info launch_of_gangs(char const* kernel, dim3 grid, dim3 block,
                                                 std::size_t shared_bytes,
                                                 unsigned width) noexcept {
  launch_info info;
  info.kernel = kernel;
  info.grid = grid;
  info.block = block;
  info.shared_bytes = shared_bytes;
  info.gang_width = width;
  info.threads = static_cast<unsigned>(block.count());
  info.gangs = (info.threads + width - 1) / width;
  return info;
}
}  // namespace detail

/// What a barrier computes from the gangs' contributions.
enum class barrier_op {
  sync,   ///< nothing
  count,  ///< their sum
  all,    ///< 1 if none is zero, else 0
  any     ///< 1 if one is not zero, else 0
};

class block;

namespace detail {

/// Thrown through kernels whose grid has failed elsewhere. Not a std::exception, so that a kernel's
/// own handlers let it pass.
struct cancel {};

/// What the blocks of one launch share: the first error, and whether to stop.
struct launch_state {
  std::atomic<bool> stop{false};
  std::atomic<bool> failed{false};
  std::exception_ptr error;  // written by who sets `failed`, read after all blocks have ended

  void fail(std::exception_ptr e) noexcept {
    if (!failed.exchange(true)) error = std::move(e);
    stop.store(true, std::memory_order_relaxed);
  }
};

/// The loop over blocks and gangs, with the kernel inlined in it: runs `blocks` blocks from the
/// current one on. Where a gang has waited: the rest of the current one's gangs.
using block_loop = void (*)(block&, std::uint64_t blocks) noexcept;

/// What a fiber runs: the current block's current gang, and others that begin on its stack. Where
/// fibers begin anew, it leaves that for good.
using fiber_entry = void (*)(context*);

inline constinit thread_local block* current_block = nullptr;

inline constexpr unsigned no_gang = gang_set::none;

struct block_access;

}  // namespace detail

/// A block while it runs: its place in the grid, its shared memory and its barrier. One thread runs
/// it from start to end; its gangs take turns.
/// - Order:   gangs start in order; one runs until it returns or waits. What a gang wrote before a
///            barrier is seen by all gangs after it
/// - Errors:  a wait that can never end throws barrier_error from the launch
class block {
 public:
  /// Bytes that `shared` has beyond launch_info::shared_bytes.
  static constexpr std::size_t shared_slack = 4096;

  block(launch_info const& info, detail::launch_state& launch, detail::block_loop loop,
        detail::fiber_entry fiber, void const* run_gang)
      : info_(&info),
        gangs_(info.gangs),
        worker_(&detail::worker::current()),
        arena_(worker_->take_arena((SIMT_ASAN ? 2 : 1) * info.shared_bytes + shared_slack)),
        shared_(arena_.data()),
        launch_(&launch),
        loop_(loop),
        fiber_(fiber),
        run_gang_(run_gang),
        outer_(detail::current_block),
        outer_stack_(worker_->stack.current),
        root_(*outer_stack_) {
    root_.recovery = nullptr;
    worker_->stack.current = &root_;
    detail::current_block = this;
  }

  ~block() {
    detail::current_block = outer_;
    worker_->stack.current = outer_stack_;
#if SIMT_ASAN
    // Layers above let it report accesses between the arrays that they have placed.
    __asan_unpoison_memory_region(arena_.data(), arena_.size());
#endif
    worker_->put_arena(std::move(arena_));
    if (scheduler_) worker_->put_scheduler(std::move(scheduler_));
  }

  block(block const&) = delete;
  block& operator=(block const&) = delete;

  /// The block that the calling thread runs, or null.
  [[nodiscard]] static block* current() noexcept { return detail::current_block; }

  [[nodiscard]] launch_info const& info() const noexcept { return *info_; }
  [[nodiscard]] uint3 index() const noexcept { return index_; }
  [[nodiscard]] std::uint64_t linear() const noexcept { return flatten(index_, info_->grid); }
  /// Shared memory: info().shared_bytes + shared_slack bytes, aligned to 64, not cleared. Under the
  /// address sanitizer twice as many shared_bytes, so that arrays can lie apart.
  [[nodiscard]] std::byte* shared() const noexcept { return shared_; }
  /// The number of the gang that runs, below info().gangs.
  [[nodiscard]] unsigned current_gang() const noexcept { return gang_; }

  /// For a gang function that runs several gangs: gang `g` is the one that runs. Said before the
  /// block is asked for anything.
  SIMT_INLINE void start(unsigned g) noexcept { gang_ = g; }
  /// Whether a gang of this block has had to wait: the engine then decides which runs next.
  [[nodiscard]] SIMT_INLINE bool waited() const noexcept { return active_; }

  /// Makes the launch end with this error, unless it has one. The block's gangs go on until they
  /// wait for memory; no further block starts.
  void report(std::exception_ptr e) noexcept { launch_->fail(std::move(e)); }

  /// Waits until every gang that has not returned has come to a barrier, wherever in its text.
  /// - CUDA:    __syncthreads, __syncthreads_count, _and, _or
  /// - Needs:   called by the running gang
  /// - Errors:  see the class; ends by an exception that is no std::exception when the grid fails
  /// - Cost:    nothing where the block is one gang, else one switch of stacks
  /// - Source:  CUDA C Programming Guide 8.0, B.6 (Synchronization Functions)
  SIMT_INLINE long barrier(long contribution = 0, barrier_op op = barrier_op::sync) {
    return wait_at_barrier(contribution, op);
  }

  /// Meets the other lanes of the warp: a gang is one thread, 32 consecutive ones are a warp.
  /// The last lane to come calls `complete` once, which reads every `in` and writes every `out`.
  /// - Order:   explicit masks complete when every lane of the mask that has not returned has come
  ///            with the same kind and mask. Implicit ones when all lanes of the warp that are left
  ///            wait at the same site; or, when nothing else in the block can run, with those that
  ///            wait at one site, lower lines first, which is how a branch reconverges
  /// - Needs:   gang_width == 1; an explicit mask names the calling lane; `mine` stays alive
  /// - Errors:  barrier_error
  void warp_collective(warp_request& mine, warp_completion complete);

  /// Waits until one of the gangs from `first` to below `end`, which are to meet, calls `wake`.
  /// - Errors:  barrier_error where that can never be
  void wait_in_meeting(unsigned first, unsigned end);

  /// Lets the gangs from `first` to below `end` that wait in their meeting go on.
  void wake(unsigned first, unsigned end) noexcept;

  /// Lets the other gangs of the block run; for loops that wait for a value to change.
  void yield();

  /// The site for a message about this block.
  [[nodiscard]] launch_site site() const noexcept {
    return {info_->kernel, info_->grid, info_->block};
  }
  /// The threads that gang `g` carries.
  [[nodiscard]] thread_range threads_of(unsigned g) const noexcept {
    std::uint64_t const first = std::uint64_t{g} * info_->gang_width;
    std::uint64_t const end = first + info_->gang_width;
    return {first, (end < info_->threads ? end : info_->threads) - 1};
  }

 private:
  friend struct detail::block_access;

  long wait_at_barrier(long contribution, barrier_op op);
  detail::execution* turn_at_barrier(long contribution);
  bool release_barrier() noexcept;
  void leave_sweep() noexcept;
#if SIMT_FIBER_REARM
  bool start_all() noexcept;
  bool can_start_anew() const noexcept;
  detail::execution* start_anew() noexcept;
#endif
  detail::execution* start_next();
  detail::execution* successor(unsigned self);
  long cancelled_at_barrier();
  void activate();
  void suspend(unsigned self);
  static void fetch_stack(detail::execution const& soon) noexcept;
  void resume(detail::execution& from, unsigned next);
  void leave_cancelled();
  unsigned next_runnable(unsigned from);
  unsigned finish_gang(unsigned g);
  void drain();
  unsigned next_after_return() noexcept;
  unsigned next_after_all() noexcept;
  detail::execution& after_fiber() noexcept;
  void fail(std::exception_ptr e) noexcept;
  void cancel() noexcept;
  void end_gang(unsigned g) noexcept;
  void unwind() noexcept;
  void deadlock() noexcept;
  std::uint32_t matching(detail::warp_wait const& w, unsigned warp, unsigned lane) const noexcept;
  std::uint32_t together(detail::warp_wait const& w, unsigned lane) const noexcept;
  void complete_warp(detail::warp_wait& w, unsigned warp, std::uint32_t lanes, unsigned self);
  bool complete_implicit(bool others_yield);
  void recheck_warp(unsigned warp);

  static void fiber_body(detail::fiber& f) noexcept;
  static void fiber_overflowed(detail::fiber& f) noexcept;

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
  detail::execution* executions_ = nullptr;
  detail::worker* worker_;
  bool active_ = false;     // a gang has waited: the scheduler holds the state
  bool cancelled_ = false;  // the gangs that wait are to end
  unsigned sweep_begin_ = 0;
  detail::arena arena_;
  std::byte* shared_;
  detail::launch_state* launch_;
  detail::block_loop loop_;
  detail::fiber_entry fiber_;
  void const* run_gang_;
  block* outer_;
  detail::stack_record* outer_stack_;
  detail::stack_record root_;
  std::unique_ptr<detail::scheduler> scheduler_;
  detail::fiber_pool* fibers_ = nullptr;
  std::exception_ptr error_;
};

namespace detail {

/// The engine's side of a block.
struct block_access {
  static void const* run_gang(block const& b) noexcept { return b.run_gang_; }
  static unsigned gangs(block const& b) noexcept { return b.gangs_; }

  /// Moves to block `linear`, before its first gang.
  static void seek(block& b, std::uint64_t linear) noexcept {
    b.index_ = unflatten(linear, b.info_->grid);
    b.gang_ = 0;
  }

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
  SIMT_INLINE static void next_block(block& b) noexcept {
    if (step_x(b.index_) == b.info_->grid.x) [[unlikely]] {
      b.index_.x = 0;
      if (++b.index_.y == b.info_->grid.y) {
        b.index_.y = 0;
        ++b.index_.z;
      }
    }
    b.gang_ = 0;
  }

  /// After gang `g`: the gang to run next on this stack, or no_gang.
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

  /// After the last gang: whether the loop is done because it runs on a fiber. On the caller's
  /// stack, waits for the block's other gangs.
  SIMT_INLINE static bool end_block(block& b) {
    if (!b.active_) [[likely]]
      return false;
    if (on_fiber(b)) return true;
    b.drain();
    return false;
  }

  static stack_record& root(block& b) noexcept { return b.root_; }

  /// Runs the loop; errors are left to `settle`.
  static void run(block& b, std::uint64_t blocks) noexcept {
    b.loop_(b, blocks);
    if (b.active_) b.unwind();
  }

  /// An exception has left the loop: called where it is handled.
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

  /// Whether the running gang has a stack of its own.
  SIMT_INLINE static bool on_fiber(block const& b) noexcept {
    return b.worker_->stack.current != &b.root_;
  }

#if SIMT_FIBER_REARM
  /// At the end of the loop on a fiber.
  [[noreturn]] SIMT_INLINE static void leave_fiber(block& b) noexcept;
#endif

  static void overflow(block& b) noexcept {
    b.fail(b_overflow(b));
    if (b.active_) b.unwind();
  }

  static std::exception_ptr b_overflow(block const& b) noexcept {
    unsigned const gang = b.info_->running_gang != nullptr ? b.info_->running_gang() : b.gang_;
#if SIMT_CATCH_OVERFLOW
    if (!last_bad_access.overflow) {
      char reason[48];
      std::snprintf(reason, sizeof reason, "illegal address %#llx",
                    static_cast<unsigned long long>(last_bad_access.address));
      return std::make_exception_ptr(
          illegal_address_error(reason, b.site(), b.index_, b.threads_of(gang)));
    }
#endif
    return std::make_exception_ptr(
        stack_overflow_error("stack overflow", b.site(), b.index_, b.threads_of(gang)));
  }

  /// Hands the block's error, if any, to its launch.
  static void settle(block& b) noexcept {
    if (b.error_) b.launch_->fail(std::exchange(b.error_, nullptr));
  }
};

}  // namespace detail

[[gnu::noinline]] inline void block::activate() {
  if (!scheduler_) scheduler_ = worker_->take_scheduler();
  if (fibers_ == nullptr)
    fibers_ =
        &worker_->fibers(info_->stack_bytes != 0
                             ? info_->stack_bytes
                             : std::max(default_stack_bytes(info_->gang_width),
                                        detail::least_stack_bytes.load(std::memory_order_relaxed)));
  scheduler_->start(gangs_, gang_, *fibers_, fiber_);
  executions_ = scheduler_->gangs.data();
  executions_[gang_].stack = &root_;
  executions_[gangs_].stack = &root_;
  sweep_end_ = 0;
  cancelled_ = false;
  active_ = true;
}

inline void block::cancel() noexcept {
  leave_sweep();
  cancelled_ = true;
}

inline void block::fail(std::exception_ptr e) noexcept {
  if (!error_) error_ = std::move(e);
  launch_->stop.store(true, std::memory_order_relaxed);
  if (active_) cancel();
}

// Called by a gang whose wait is over because the block has failed. A destructor that waits while
// the stack is unwound must not throw.
inline void block::leave_cancelled() {
  if (std::uncaught_exceptions() == 0) throw detail::cancel{};
}

SIMT_INLINE void block::resume(detail::execution& from, unsigned next) {
  gang_ = next;
  detail::switch_execution(worker_->stack, from, executions_[next], this);
}

/// The gang to resume, taken out of the runnable ones. None: the block has failed.
inline unsigned block::next_runnable(unsigned from) {
  unsigned next = scheduler_->runnable.take_from(from);
  if (next == detail::no_gang) [[unlikely]] {
    if (complete_implicit(false))
      next = scheduler_->runnable.take_from(0);
    else if (!cancelled_)
      deadlock();
  }
  return next;
}

#if SIMT_FIBER_REARM
/// Whether the next gang to start can have a stack that has been used before.
inline bool block::can_start_anew() const noexcept {
  detail::scheduler const& s = *scheduler_;
  return s.next_start < gangs_ && s.fibers_used < s.starts.size();
}

inline detail::execution* block::start_anew() noexcept {
  detail::scheduler& s = *scheduler_;
  unsigned const next = s.next_start++;
  executions_[next] = s.starts[s.fibers_used++];
  s.idle_yields = 0;
  gang_ = next;
  return &executions_[next];
}

/// Gang gang_, the first that waits, has come to a barrier: gives all gangs after it a stack of
/// their own on which to begin, where there are as many that have been used before. What is left to
/// do is a sweep.
inline bool block::start_all() noexcept {
  detail::scheduler& s = *scheduler_;
  unsigned const others = gangs_ - s.next_start;
  if (others == 0 || s.fibers_used != 0 || s.starts.size() < others) return false;
  std::copy_n(s.starts.begin(), others, executions_ + s.next_start);
  s.fibers_used = others;
  s.next_start = gangs_;
  sweep_begin_ = finished_ = gang_;
  sweep_end_ = gangs_;
  return true;
}
#endif

/// Starts the next gang, on a stack of its own; null if there is no memory for one.
[[gnu::noinline]] inline detail::execution* block::start_next() {
#if SIMT_FIBER_REARM
  if (can_start_anew()) return start_anew();
#endif
  detail::scheduler& s = *scheduler_;
  detail::fiber* const f = s.take_fiber();
  if (f == nullptr) {
    fail(std::make_exception_ptr(std::bad_alloc()));
    return nullptr;
  }
  unsigned const next = s.next_start++;
  executions_[next].stack = &f->record;
  s.idle_yields = 0;
  gang_ = next;
#if SIMT_FIBER_REARM
  if (f->floor != nullptr) {
    detail::begin_anew(executions_[next].place, f->floor, fiber_);
    return &executions_[next];
  }
#endif
  f->body = &fiber_body;
  f->overflowed = &fiber_overflowed;
  return f;
}

/// Gang `self` cannot go on: gives the execution that shall, or null where none can.
inline detail::execution* block::successor(unsigned self) {
  if (scheduler_->next_start < gangs_) return start_next();
  unsigned const next = next_runnable(self + 1);
  if (next == detail::no_gang || next == self) return nullptr;
  gang_ = next;
  return &executions_[next];
}

[[gnu::noinline]] inline void block::suspend(unsigned self) {
  if (detail::execution* const to = successor(self))
    detail::switch_execution(worker_->stack, executions_[self], *to, this);
}

/// Writes what a sweep says into the scheduler's sets.
[[gnu::noinline]] inline void block::leave_sweep() noexcept {
  if (sweep_end_ == 0) return;
  detail::scheduler& s = *scheduler_;
  unsigned const next = std::max(gang_ + 1, finished_);
  s.runnable.clear(gangs_);
  s.runnable.insert_range(next, sweep_end_);
  s.done.insert_range(sweep_begin_, finished_);
  s.live = sweep_end_ - finished_;
  s.arrived = gang_ + 1 > finished_ ? gang_ - finished_ : 0;
  s.idle_yields = 0;
  sweep_end_ = 0;
}

/// Lets the gangs at the barrier go on if all that are left have come: the gang after gang_ first,
/// if that begins a sweep, else any of the runnable ones.
inline bool block::release_barrier() noexcept {
  detail::scheduler& s = *scheduler_;
  if (s.arrived == 0 || s.arrived != s.live) return false;
  s.take_sums(s.arrived);
  s.arrived = 0;
  unsigned const first = s.done.first_absent(gangs_);
  if (s.done.lacks_range(first, first + s.live)) {
    sweep_begin_ = finished_ = first;
    sweep_end_ = first + s.live;
    gang_ = first - 1;
  } else {
    s.runnable.become_rest(s.done, gangs_);
  }
  return true;
}

/// Gang gang_ has come, and it is not that the one after it goes on as in the round before: gives
/// the execution that goes on instead, or null where gang_ itself does.
[[gnu::noinline]] inline detail::execution* block::turn_at_barrier(long contribution) {
  bool const first = !active_;
  if (first) [[unlikely]]
    activate();
  if (cancelled_) [[unlikely]]
    return nullptr;
  detail::scheduler& s = *scheduler_;
  unsigned const self = gang_;
  s.contribute(contribution);
#if SIMT_FIBER_REARM
  if (first && start_all()) return &executions_[++gang_];
#endif
  if (s.next_start < gangs_) {
    ++s.arrived;
    return start_next();
  }
  if (sweep_end_ != 0) {
    if (finished_ == sweep_begin_) {
      // The last of a round that was like the one before.
      s.take_sums(sweep_end_ - sweep_begin_);
      gang_ = sweep_begin_;
      return gang_ == self ? nullptr : &executions_[gang_];
    }
    leave_sweep();
  }
  s.idle_yields = 0;
  ++s.arrived;
  unsigned next;
  if (release_barrier())
    next = sweep_end_ != 0 ? gang_ + 1 : s.runnable.take_from(0);
  else
    next = s.runnable.take_from(self + 1);
  if (next == detail::no_gang) return successor(self);
  gang_ = next;
  return next == self ? nullptr : &executions_[next];
}

SIMT_COLD inline long block::cancelled_at_barrier() {
  leave_cancelled();
  return 0;
}

/// Has the stack of an execution that is soon to go on brought near.
SIMT_INLINE void block::fetch_stack([[maybe_unused]] detail::execution const& soon) noexcept {
#if !SIMT_FIBER_UCONTEXT
  // As a number: a gang that has returned has no stack, and what lies beyond null is no pointer.
  auto const stack = reinterpret_cast<std::uintptr_t>(soon.place.sp);
  for (std::uintptr_t line = 0; line < 2; ++line)
    __builtin_prefetch(reinterpret_cast<void const*>(stack + line * 64), 1);
#endif
}

// Kept lean: every instruction and every line of stack counts once a gang and barrier.
SIMT_INLINE long block::wait_at_barrier(long contribution, barrier_op op) {
  unsigned const self = gang_;
  // Whatever is chosen, the switch is here: a return on another stack than its call's is one that
  // the processor has predicted wrongly.
  detail::execution* to;
  if (self + 1 < sweep_end_) [[likely]] {
    if (op != barrier_op::sync) scheduler_->contribute(contribution);
    gang_ = self + 1;
    to = executions_ + self + 1;
    fetch_stack(to[1]);
  } else {
    if (gangs_ == 1)
      return op == barrier_op::all || op == barrier_op::any ? contribution != 0 : contribution;
    to = turn_at_barrier(contribution);
  }
  block* b = this;
  if (to != nullptr) [[likely]]
    b = static_cast<block*>(detail::switch_execution(worker_->stack, executions_[self], *to, this));
  if (b->cancelled_) [[unlikely]]
    return b->cancelled_at_barrier();
  if (op == barrier_op::sync) [[likely]]
    return 0;
  detail::scheduler const& now = *b->scheduler_;
  return op == barrier_op::count ? now.last_sum
         : op == barrier_op::all ? now.last_all
                                 : now.last_any;
}

[[gnu::noinline]] inline void block::yield() {
  bool const alone = !active_ && gang_ + 1 == gangs_;
  if (alone || gangs_ == 1) {
    if (launch_->stop.load(std::memory_order_relaxed)) leave_cancelled();
    std::this_thread::yield();
    return;
  }
  if (!active_) activate();
  leave_sweep();
  detail::scheduler& s = *scheduler_;
  unsigned const self = gang_;
  if (!cancelled_) {
    s.runnable.insert(self);
    if (++s.idle_yields > gangs_) {
      // All that can run only wait for something: warps that nobody else can join go on, and
      // another block's thread may want this core.
      s.idle_yields = 0;
      complete_implicit(true);
      if (launch_->stop.load(std::memory_order_relaxed)) cancel();
      std::this_thread::yield();
    }
    if (cancelled_)
      s.runnable.erase(self);
    else
      suspend(self);
  }
  if (cancelled_) [[unlikely]]
    leave_cancelled();
}

/// The lanes that complete lane `lane`'s explicit request, or 0.
inline std::uint32_t block::matching(detail::warp_wait const& w, unsigned warp,
                                     unsigned lane) const noexcept {
  warp_request const& mine = *w.request[lane];
  std::uint32_t const alive = scheduler_->alive(warp);
  std::uint32_t const wanted = mine.explicit_mask ? mine.mask & alive : alive;
  if ((wanted & ~w.waiting) != 0) return 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    warp_request const& other = *w.request[static_cast<unsigned>(std::countr_zero(rest))];
    if (other.kind != mine.kind || other.explicit_mask != mine.explicit_mask) return 0;
    if (mine.explicit_mask ? other.mask != mine.mask
                           : other.site_line != mine.site_line || other.site_file != mine.site_file)
      return 0;
  }
  return wanted;
}

/// The waiting lanes that share the implicit site of lane `lane`.
inline std::uint32_t block::together(detail::warp_wait const& w, unsigned lane) const noexcept {
  warp_request const& mine = *w.request[lane];
  std::uint32_t out = 0;
  for (std::uint32_t rest = w.waiting; rest != 0; rest &= rest - 1) {
    auto const i = static_cast<unsigned>(std::countr_zero(rest));
    warp_request const& other = *w.request[i];
    if (!other.explicit_mask && other.kind == mine.kind && other.site_line == mine.site_line &&
        other.site_file == mine.site_file)
      out |= 1u << i;
  }
  return out;
}

/// Computes the function for `lanes` and makes all but gang `self` runnable.
inline void block::complete_warp(detail::warp_wait& w, unsigned warp, std::uint32_t lanes,
                                 unsigned self) {
  detail::scheduler& s = *scheduler_;
  warp_request* requests[32] = {};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    auto const i = static_cast<unsigned>(std::countr_zero(rest));
    requests[i] = w.request[i];
  }
  w.complete[static_cast<unsigned>(std::countr_zero(lanes))](requests, lanes);
  w.waiting &= ~lanes;
  s.idle_yields = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned const g = warp * 32 + static_cast<unsigned>(std::countr_zero(rest));
    --s.warp_waiters;
    if (g != self) s.runnable.insert(g);
  }
}

/// Completes one group of implicit requests in each warp that has some. With `others_yield`, only
/// in warps none of whose lanes can run.
inline bool block::complete_implicit(bool others_yield) {
  detail::scheduler& s = *scheduler_;
  if (s.warp_waiters == 0 || cancelled_) return false;
  bool any = false;
  for (unsigned warp = 0; warp < s.warps.size() && warp * 32 < gangs_; ++warp) {
    detail::warp_wait& w = s.warps[warp];
    if (others_yield && s.runnable.warp(warp) != 0) continue;
    warp_request const* best = nullptr;
    unsigned best_lane = 0;
    for (std::uint32_t rest = w.waiting; rest != 0; rest &= rest - 1) {
      auto const i = static_cast<unsigned>(std::countr_zero(rest));
      warp_request const* const r = w.request[i];
      if (r->explicit_mask) continue;
      if (best == nullptr || (r->site_file == best->site_file && r->site_line < best->site_line)) {
        best = r;
        best_lane = i;
      }
    }
    if (best == nullptr) continue;
    try {
      complete_warp(w, warp, together(w, best_lane), detail::no_gang);
    } catch (...) {
      fail(std::current_exception());
      return false;
    }
    any = true;
  }
  return any;
}

/// A lane of the warp has finished: others may have waited for it alone.
inline void block::recheck_warp(unsigned warp) {
  if (warp >= scheduler_->warps.size()) return;
  detail::warp_wait& w = scheduler_->warps[warp];
  for (std::uint32_t rest = w.waiting; rest != 0;) {
    auto const i = static_cast<unsigned>(std::countr_zero(rest));
    std::uint32_t const lanes = matching(w, warp, i);
    if (lanes != 0) complete_warp(w, warp, lanes, detail::no_gang);
    rest &= ~(lanes | 1u << i);
  }
}

[[gnu::noinline]] inline void block::warp_collective(warp_request& mine, warp_completion complete) {
  unsigned const self = gang_;
  unsigned const lane = self % 32;
  unsigned const warp = self / 32;
  if (mine.explicit_mask && (mine.mask >> lane & 1) == 0)
    detail::throw_kernel_error<barrier_error>(
        "a warp function's mask does not name the calling thread", site(), index_,
        threads_of(self));
  if (gangs_ == 1) {
    warp_request* const alone[32] = {&mine};
    complete(alone, 1);
    return;
  }
  if (!active_) activate();
  leave_sweep();
  if (cancelled_) [[unlikely]] {
    leave_cancelled();
    return;
  }
  detail::scheduler& s = *scheduler_;
  if (s.warps.size() * 32 < gangs_) s.warps.resize((gangs_ + 31) / 32);
  detail::warp_wait& w = s.warps[warp];
  w.request[lane] = &mine;
  w.complete[lane] = complete;
  w.waiting |= 1u << lane;
  s.idle_yields = 0;
  ++s.warp_waiters;
  if (std::uint32_t const lanes = matching(w, warp, lane); lanes != 0) {
    complete_warp(w, warp, lanes, self);
    return;
  }
  suspend(self);
  if (cancelled_) [[unlikely]]
    leave_cancelled();
}

[[gnu::noinline]] inline void block::wait_in_meeting(unsigned first, unsigned end) {
  if (!active_) activate();
  leave_sweep();
  if (cancelled_) [[unlikely]] {
    leave_cancelled();
    return;
  }
  detail::scheduler& s = *scheduler_;
  if (s.meetings.size() < gangs_) s.meetings.resize(gangs_);
  s.meetings[gang_] = {first, end};
  s.idle_yields = 0;
  suspend(gang_);
  if (cancelled_) [[unlikely]]
    leave_cancelled();
}

inline void block::wake(unsigned first, unsigned end) noexcept {
  if (!active_) return;
  leave_sweep();
  detail::scheduler& s = *scheduler_;
  s.idle_yields = 0;
  for (unsigned g = first; g < end; ++g) {
    if (!s.in_meeting(g)) continue;
    s.meetings[g] = {};
    s.runnable.insert(g);
  }
}

inline void block::end_gang(unsigned g) noexcept {
  detail::scheduler& s = *scheduler_;
  if (s.done.contains(g)) return;
  s.done.insert(g);
  --s.live;
}

/// Gang `g` has returned. Gives the next gang to start on this stack, or no_gang.
[[gnu::noinline]] inline unsigned block::finish_gang(unsigned g) {
  leave_sweep();
  detail::scheduler& s = *scheduler_;
  end_gang(g);
  if (cancelled_) return detail::no_gang;
  s.idle_yields = 0;
  if (release_barrier()) return detail::no_gang;
  if (s.warp_waiters != 0) recheck_warp(g / 32);
  if (s.next_start == gangs_) return detail::no_gang;
  unsigned const next = s.next_start++;
  executions_[next].stack = executions_[g].stack;
  if (s.root == g) s.root = next;
  return gang_ = next;
}

/// The caller's stack has no gang left: it waits until the others have finished.
[[gnu::noinline]] inline void block::drain() {
  detail::scheduler& s = *scheduler_;
  s.root = gangs_;
  unsigned const next = next_after_return();
  if (next != detail::no_gang) resume(executions_[gangs_], next);
  if (s.canaries) [[unlikely]]
    s.check_canaries();
  if (cancelled_) throw detail::cancel{};
  sweep_end_ = 0;
  active_ = false;
}

/// The gang to resume now that gang_ has returned; none where all have.
SIMT_INLINE unsigned block::next_after_return() noexcept {
  if (gang_ + 1 < sweep_end_) [[likely]] {
    fetch_stack(executions_[gang_ + 2]);
    return gang_ + 1;
  }
  return next_after_all();
}

[[gnu::noinline]] inline unsigned block::next_after_all() noexcept {
  detail::scheduler const& s = *scheduler_;
  if (sweep_end_ != 0 || s.live == 0 || cancelled_) return detail::no_gang;
  return next_runnable(gang_ + 1);
}

/// A fiber has no gang left: gives the execution that goes on.
SIMT_INLINE detail::execution& block::after_fiber() noexcept {
  unsigned next = next_after_return();
  if (next == detail::no_gang) next = scheduler_->root;
  gang_ = next;
  return executions_[next];
}

#if SIMT_FIBER_REARM
SIMT_INLINE void detail::block_access::leave_fiber(block& b) noexcept {
  leave_execution(b.worker_->stack, b.after_fiber(), &b);
}
#endif

/// May return when the fiber is taken again.
inline void block::fiber_body(detail::fiber& f) noexcept {
  block& b = *detail::current_block;
  b.fiber_(&f.place);
#if !SIMT_FIBER_REARM
  detail::switch_execution(b.worker_->stack, f, b.after_fiber(), &b);
#endif
}

inline void block::fiber_overflowed([[maybe_unused]] detail::fiber& f) noexcept {
  block& b = *detail::current_block;
  *b.worker_->stack.exceptions = {};  // those of the frames that are abandoned
  b.fail(detail::block_access::b_overflow(b));
  b.end_gang(b.gang_);
#if SIMT_FIBER_REARM
  b.scheduler_->starts.clear();  // this one's has been written over
  detail::block_access::leave_fiber(b);
#else
  detail::switch_execution(b.worker_->stack, f, b.after_fiber(), &b);
#endif
}

/// On the caller's stack, after a failure: ends every gang that has started, by an exception from
/// the wait that it is in.
inline void block::unwind() noexcept {
  detail::scheduler& s = *scheduler_;
  cancel();
  launch_->stop.store(true, std::memory_order_relaxed);
  if (s.root < gangs_) end_gang(s.root);
  s.root = gangs_;
  for (unsigned g = 0; g < s.next_start; ++g) {
    if (s.done.contains(g)) continue;
#if SIMT_FIBER_REARM
    if (executions_[g].place.pc == reinterpret_cast<void*>(fiber_)) continue;  // not begun
#endif
    resume(executions_[gangs_], g);
  }
  if (s.canaries) [[unlikely]]
    s.check_canaries();
  active_ = false;
}

/// Every gang that is left waits, and nothing can complete.
[[gnu::noinline]] inline void block::deadlock() noexcept {
  try {
    detail::scheduler const& s = *scheduler_;
    std::optional<thread_range> first;
    // Threads in runs: 0-15, 20.
    auto const list = [&](auto const& belongs) {
      std::string out;
      for (unsigned g = 0; g < gangs_; ++g) {
        if (!belongs(g)) continue;
        unsigned const from = g;
        while (g + 1 < gangs_ && belongs(g + 1)) ++g;
        std::uint64_t const low = threads_of(from).first;
        std::uint64_t const high = threads_of(g).last;
        out += (out.empty() ? "" : ", ") + std::to_string(low);
        if (high != low) out += '-' + std::to_string(high);
        if (!first) first = threads_of(from);
      }
      return out;
    };
    std::string const in_warp = list([&](unsigned g) { return s.in_warp(g); });
    std::string const in_meeting = list([&](unsigned g) { return s.in_meeting(g); });
    std::string const at_barrier =
        list([&](unsigned g) { return !s.done.contains(g) && !s.in_warp(g) && !s.in_meeting(g); });
    std::string text = "deadlock: every thread that is left waits";
    if (!at_barrier.empty()) text += "; at a barrier: threads " + at_barrier;
    if (!in_warp.empty()) {
      unsigned g = 0;
      while (!s.in_warp(g)) ++g;
      warp_request const& r = *s.warps[g / 32].request[g % 32];
      std::uint32_t const absent = r.mask & s.alive(g / 32) & ~s.warps[g / 32].waiting;
      std::string missing;
      for (unsigned i = 0; i < 32; ++i)
        if ((absent >> i & 1) != 0)
          missing += (missing.empty() ? "" : ", ") + std::to_string(g / 32 * 32 + i);
      text += "; in a warp function: threads " + in_warp + "; thread " + std::to_string(g) +
              (r.site_line > 0 ? " (line " + std::to_string(r.site_line) + ")" : "") +
              (missing.empty() ? " waits for lanes that came with another function or mask"
                               : " waits for threads " + missing);
    }
    if (!in_meeting.empty()) {
      unsigned waits = 0;
      while (!s.in_meeting(waits)) ++waits;
      detail::gang_range const group = s.meetings[waits];
      auto const within = [&](bool returned) {
        return list([&](unsigned g) {
          return g >= group.first && g < group.end && !s.in_meeting(g) &&
                 s.done.contains(g) == returned;
        });
      };
      text += "; in a group's function: threads " + in_meeting + "; thread " +
              std::to_string(waits) + " waits for";
      std::string const late = within(false);
      std::string const gone = within(true);
      if (!late.empty()) text += " threads " + late;
      if (!late.empty() && !gone.empty()) text += " and for";
      if (!gone.empty()) text += " threads that have returned: " + gone;
    }
    fail(std::make_exception_ptr(barrier_error(text, site(), index_, first)));
  } catch (...) {
    fail(std::current_exception());
  }
}

}  // namespace simt::inline SIMT_ABI
