#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/scheduler.hpp>
#include <simt/engine/detail/worker.hpp>
#include <simt/engine/dim.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/fiber.hpp>
#include <simt/engine/stack_pool.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
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
/// current one on. On a fiber: the rest of one block's gangs.
using block_loop = void (*)(block&, std::uint64_t blocks);

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
        void const* run_gang)
      : info_(&info),
        gangs_(info.gangs),
        worker_(&detail::worker::current()),
        arena_(worker_->take_arena(info.shared_bytes + shared_slack)),
        shared_(arena_.data()),
        launch_(&launch),
        loop_(loop),
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
  /// Shared memory: info().shared_bytes + shared_slack bytes, aligned to 64, not cleared.
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
    if (gangs_ == 1) [[likely]]
      return op == barrier_op::all || op == barrier_op::any ? contribution != 0 : contribution;
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
  detail::execution* turn_at_barrier(unsigned self);
  detail::execution* successor(unsigned self);
  long cancelled_at_barrier();
  void activate();
  void suspend(unsigned self);
  void resume(detail::execution& from, unsigned next);
  void leave_cancelled();
  unsigned next_runnable(unsigned from);
  unsigned finish_gang(unsigned g);
  void drain();
  void retire(detail::fiber& f) noexcept;
  void fail(std::exception_ptr e) noexcept;
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
  bool active_ = false;  // a gang has waited: the scheduler holds the state
  detail::worker* worker_;
  detail::arena arena_;
  std::byte* shared_;
  detail::launch_state* launch_;
  detail::block_loop loop_;
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

  SIMT_INLINE static void next_block(block& b) noexcept {
    if (++b.index_.x == b.info_->grid.x) [[unlikely]] {
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
    return b.finish_gang(g);
  }

  /// After the last gang: whether the loop is done because it runs on a fiber. On the caller's
  /// stack, waits for the block's other gangs.
  SIMT_INLINE static bool end_block(block& b) {
    if (!b.active_) [[likely]]
      return false;
    if (b.worker_->stack.current != &b.root_) return true;
    b.drain();
    return false;
  }

  static stack_record& root(block& b) noexcept { return b.root_; }

  /// Runs the loop; errors are left to `settle`.
  static void run(block& b, std::uint64_t blocks) noexcept {
    try {
      b.loop_(b, blocks);
    } catch (cancel const&) {
      if (b.active_) b.scheduler_->cancelled = true;
      b.launch_->stop.store(true, std::memory_order_relaxed);
    } catch (...) {
      b.fail(std::current_exception());
    }
    if (b.active_) b.unwind();
  }

  static void overflow(block& b) noexcept {
    b.fail(b_overflow(b));
    if (b.active_) b.unwind();
  }

  static std::exception_ptr b_overflow(block const& b) noexcept {
    unsigned const gang = b.info_->running_gang != nullptr ? b.info_->running_gang() : b.gang_;
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
    fibers_ = &worker_->fibers(info_->stack_bytes != 0 ? info_->stack_bytes
                                                       : default_stack_bytes(info_->gang_width));
  scheduler_->start(gangs_, gang_);
  scheduler_->gangs[gang_].stack = &root_;
  scheduler_->gangs[gangs_].stack = &root_;
  active_ = true;
}

inline void block::fail(std::exception_ptr e) noexcept {
  if (!error_) error_ = std::move(e);
  launch_->stop.store(true, std::memory_order_relaxed);
  if (active_) scheduler_->cancelled = true;
}

// Called by a gang whose wait is over because the block has failed. A destructor that waits while
// the stack is unwound must not throw.
inline void block::leave_cancelled() {
  if (std::uncaught_exceptions() == 0) throw detail::cancel{};
}

SIMT_INLINE void block::resume(detail::execution& from, unsigned next) {
  gang_ = next;
  detail::switch_execution(worker_->stack, from, scheduler_->gangs[next], this);
}

/// The gang to resume, taken out of the runnable ones. None: the block has failed.
inline unsigned block::next_runnable(unsigned from) {
  unsigned next = scheduler_->runnable.take_from(from);
  if (next == detail::no_gang) [[unlikely]] {
    if (complete_implicit(false))
      next = scheduler_->runnable.take_from(0);
    else if (!scheduler_->cancelled)
      deadlock();
  }
  return next;
}

/// Gang `self` cannot go on: gives the execution that shall, or null where none can.
inline detail::execution* block::successor(unsigned self) {
  detail::scheduler& s = *scheduler_;
  if (s.next_start < gangs_) {
    detail::fiber* const f = fibers_->take();
    if (f == nullptr) {
      fail(std::make_exception_ptr(std::bad_alloc()));
      return nullptr;
    }
    detail::rearm(*f);
    unsigned const next = s.next_start++;
    f->body = &fiber_body;
    f->overflowed = &fiber_overflowed;
    f->owner = this;
    s.gangs[next].stack = &f->record;
    s.idle_yields = 0;
    gang_ = next;
    return f;
  }
  unsigned const next = next_runnable(self + 1);
  if (next == detail::no_gang || next == self) return nullptr;
  gang_ = next;
  return &s.gangs[next];
}

[[gnu::noinline]] inline void block::suspend(unsigned self) {
  if (detail::execution* const to = successor(self))
    detail::switch_execution(worker_->stack, scheduler_->gangs[self], *to, this);
}

/// Gang `self` has arrived, and either it was the last or the gang after it cannot go on: gives the
/// execution that goes on instead, or null where `self` does.
[[gnu::noinline]] inline detail::execution* block::turn_at_barrier(unsigned self) {
  detail::scheduler& s = *scheduler_;
  unsigned next = detail::no_gang;
  if (s.release_barrier())
    next = s.runnable.take_from(0);  // in gang order again, the last to come included
  else if (s.next_start == gangs_)
    next = s.runnable.take_from(self + 1);
  if (next == detail::no_gang) return successor(self);
  if (next == self) return nullptr;
  gang_ = next;
  return &s.gangs[next];
}

SIMT_COLD inline long block::cancelled_at_barrier() {
  leave_cancelled();
  return 0;
}

// Kept lean: every instruction and every line of stack counts once a gang and barrier.
SIMT_INLINE long block::wait_at_barrier(long contribution, barrier_op op) {
  if (!active_) [[unlikely]]
    activate();
  detail::scheduler& s = *scheduler_;
  if (s.cancelled) [[unlikely]]
    return cancelled_at_barrier();
  unsigned const self = gang_;
  s.arrive(contribution);
  // Whatever is chosen, the switch is here: a return on another stack than its call's is one that
  // the processor has predicted wrongly.
  detail::execution* to;
  if (s.arrived != s.live && s.runnable.take(self + 1)) [[likely]] {
    gang_ = self + 1;
    to = &s.gangs[self + 1];
    s.prefetch(self + 2);
  } else {
    to = turn_at_barrier(self);
  }
  block* b = this;
  if (to != nullptr) [[likely]]
    b = static_cast<block*>(detail::switch_execution(worker_->stack, s.gangs[self], *to, this));
  detail::scheduler const& now = *b->scheduler_;
  if (now.cancelled) [[unlikely]]
    return b->cancelled_at_barrier();
  if (op == barrier_op::sync) [[likely]]
    return 0;
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
  detail::scheduler& s = *scheduler_;
  unsigned const self = gang_;
  if (!s.cancelled) {
    s.runnable.insert(self);
    if (++s.idle_yields > gangs_) {
      // All that can run only wait for something: warps that nobody else can join go on, and
      // another block's thread may want this core.
      s.idle_yields = 0;
      complete_implicit(true);
      if (launch_->stop.load(std::memory_order_relaxed)) s.cancelled = true;
      std::this_thread::yield();
    }
    if (s.cancelled)
      s.runnable.erase(self);
    else
      suspend(self);
  }
  if (s.cancelled) [[unlikely]]
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
  if (s.warp_waiters == 0 || s.cancelled) return false;
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
  detail::scheduler& s = *scheduler_;
  if (s.cancelled) [[unlikely]] {
    leave_cancelled();
    return;
  }
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
  if (s.cancelled) [[unlikely]]
    leave_cancelled();
}

inline void block::end_gang(unsigned g) noexcept {
  detail::scheduler& s = *scheduler_;
  if (s.done.contains(g)) return;
  s.done.insert(g);
  --s.live;
}

/// Gang `g` has returned. Gives the next gang to start on this stack, or no_gang.
[[gnu::noinline]] inline unsigned block::finish_gang(unsigned g) {
  detail::scheduler& s = *scheduler_;
  end_gang(g);
  if (s.cancelled) return detail::no_gang;
  s.idle_yields = 0;
  s.release_barrier();
  if (s.warp_waiters != 0) recheck_warp(g / 32);
  if (s.next_start == gangs_) return detail::no_gang;
  unsigned const next = s.next_start++;
  s.gangs[next].stack = s.gangs[g].stack;
  if (s.root == g) s.root = next;
  return gang_ = next;
}

/// The caller's stack has no gang left: it waits until the others have finished.
[[gnu::noinline]] inline void block::drain() {
  detail::scheduler& s = *scheduler_;
  s.root = gangs_;
  if (s.live != 0 && !s.cancelled) {
    unsigned const next = next_runnable(0);
    if (next != detail::no_gang) resume(s.gangs[gangs_], next);
  }
  if (s.cancelled) throw detail::cancel{};
  active_ = false;
}

/// A fiber has no gang left: it parks. May return when the fiber is taken again: see rearm.
inline void block::retire(detail::fiber& f) noexcept {
  detail::scheduler& s = *scheduler_;
  fibers_->put(f);
  unsigned next = detail::no_gang;
  if (s.live != 0 && !s.cancelled) next = next_runnable(gang_ + 1);
  if (next == detail::no_gang) next = s.root;
  resume(f, next);
}

inline void block::fiber_body(detail::fiber& f) noexcept {
  block& b = *static_cast<block*>(f.owner);
  try {
    b.loop_(b, 1);
  } catch (detail::cancel const&) {
    b.scheduler_->cancelled = true;
    b.end_gang(b.gang_);
  } catch (...) {
    b.fail(std::current_exception());
    b.end_gang(b.gang_);
  }
  b.retire(f);
}

inline void block::fiber_overflowed(detail::fiber& f) noexcept {
  block& b = *static_cast<block*>(f.owner);
  b.fail(detail::block_access::b_overflow(b));
  b.end_gang(b.gang_);
  b.retire(f);
}

/// On the caller's stack, after a failure: ends every gang that has started, by an exception from
/// the wait that it is in.
inline void block::unwind() noexcept {
  detail::scheduler& s = *scheduler_;
  s.cancelled = true;
  launch_->stop.store(true, std::memory_order_relaxed);
  if (s.root < gangs_) end_gang(s.root);
  s.root = gangs_;
  for (unsigned g = 0; g < s.next_start; ++g)
    if (!s.done.contains(g)) resume(s.gangs[gangs_], g);
  active_ = false;
}

/// Every gang that is left waits, and nothing can complete.
[[gnu::noinline]] inline void block::deadlock() noexcept {
  try {
    detail::scheduler const& s = *scheduler_;
    std::string at_barrier;
    std::string in_warp;
    std::optional<thread_range> first;
    auto const add = [&](std::string& list, unsigned from, unsigned to) {
      if (!list.empty()) list += ", ";
      std::uint64_t const low = threads_of(from).first;
      std::uint64_t const high = threads_of(to).last;
      list += std::to_string(low);
      if (high != low) list += '-' + std::to_string(high);
    };
    auto const collect = [&](std::string& list, auto const& belongs) {
      for (unsigned g = 0; g < gangs_; ++g) {
        if (!belongs(g)) continue;
        unsigned const from = g;
        while (g + 1 < gangs_ && belongs(g + 1)) ++g;
        add(list, from, g);
        if (!first) first = threads_of(from);
      }
    };
    collect(in_warp, [&](unsigned g) {
      return g / 32 < s.warps.size() && (s.warps[g / 32].waiting >> g % 32 & 1) != 0;
    });
    std::string details;
    for (unsigned g = 0; g < gangs_ && details.empty(); ++g) {
      if (g / 32 >= s.warps.size() || (s.warps[g / 32].waiting >> g % 32 & 1) == 0) continue;
      warp_request const& r = *s.warps[g / 32].request[g % 32];
      std::string missing;
      std::uint32_t const absent = r.mask & s.alive(g / 32) & ~s.warps[g / 32].waiting;
      for (unsigned i = 0; i < 32; ++i)
        if ((absent >> i & 1) != 0)
          missing += (missing.empty() ? "" : ", ") + std::to_string(g / 32 * 32 + i);
      details = "; thread " + std::to_string(g) +
                (r.site_line > 0 ? " (line " + std::to_string(r.site_line) + ")" : "") +
                (missing.empty() ? " waits for lanes that came with another function or mask"
                                 : " waits for threads " + missing);
    }
    collect(at_barrier, [&](unsigned g) {
      bool const warp = g / 32 < s.warps.size() && (s.warps[g / 32].waiting >> g % 32 & 1) != 0;
      return !s.done.contains(g) && !warp;
    });
    std::string text = "deadlock: every thread that is left waits";
    if (!at_barrier.empty()) text += "; at a barrier: threads " + at_barrier;
    if (!in_warp.empty()) text += "; in a warp function: threads " + in_warp + details;
    fail(std::make_exception_ptr(barrier_error(text, site(), index_, first)));
  } catch (...) {
    fail(std::current_exception());
  }
}

}  // namespace simt::inline SIMT_ABI
