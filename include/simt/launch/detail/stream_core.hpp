#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/detail/crew.hpp>
#include <simt/engine/detail/open_grid.hpp>
#include <simt/engine/detail/shared_arena.hpp>
#include <simt/engine/detail/urgent_work.hpp>
#include <simt/engine/grid.hpp>
#include <simt/launch/detail/stream_frame.hpp>
#include <simt/launch/detail/ticket_sleepers.hpp>
#include <simt/launch/detail/work_queue.hpp>

#include <oneapi/tbb/task_arena.h>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// Holds what a stream, its TBB task and those that wait share.
class stream_core final : public std::enable_shared_from_this<stream_core>, public urgent_work {
 public:
  /// Work is done by workers of the calling thread's arena.
  stream_core() : urgent_work(this, 0), arena_(tbb::task_arena::attach{}) { enter_list(); }
  /// Work is done by workers of `shared`, which must live longer. Its grids go before those of
  /// streams of a lower level.
  explicit stream_core(shared_arena& shared, unsigned level = 0)
      : urgent_work(this, level), shared_(&shared) {
    enter_list();
  }
  struct own_thread {};
  /// Work is done by a thread that there is while there is work, for it may wait for anything.
  explicit stream_core(own_thread /*tag*/) : urgent_work(this, 0), has_own_thread_(true) {
    enter_list();
  }
  stream_core(stream_core const&) = delete;
  stream_core& operator=(stream_core const&) = delete;
  ~stream_core() {
    withdraw();
    std::scoped_lock const hold(all_lock);
    (previous_ != nullptr ? previous_->next_ : all) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
  }

  /// Answers the ticket to wait for this callable and all before it.
  template <class F>
  std::uint64_t enqueue(F&& f) {
    std::uint64_t const ticket = queue_.push(std::forward<F>(f));
    // Sequentially consistent, like its counterpart in `release`: either we see that nobody is at
    // work, or who stops working sees the push.
    if (state_.load() == 0) schedule();
    return ticket;
  }

  std::uint64_t enqueue_erased(work_queue::entry call, void* own, erased_call const& f) {
    std::uint64_t const ticket = queue_.push_erased(call, own, f);
    if (state_.load() == 0) schedule();
    return ticket;
  }

  /// Holds back what comes next until `producer` has done its first `ticket` callables. No thread
  /// waits: this stream rests meanwhile.
  /// - Needs:   a producer that does not itself wait for this stream
  void enqueue_gate(std::shared_ptr<stream_core> producer, std::uint64_t ticket) {
    enqueue([producer = std::move(producer), ticket](stream_core& self) {
      return producer->reached(ticket) || !self.rest(producer, ticket);
    });
  }

  /// Runs `work` at once where it is this stream's turn: nothing is queued, nobody at work. Else
  /// false, and `work` has not been called.
  /// - Needs:   work that does not throw
  template <class F>
  [[nodiscard]] bool run_now(F&& work) noexcept {
    if (!acquire()) return false;
    bool const turn = idle();
    if (turn) std::forward<F>(work)();
    release();
    return turn;
  }

  /// Calls `work` as this stream's own, from another's: for a callable that rests meanwhile.
  template <class F>
  void run_for(F&& work) noexcept {
    stream_frame const here(this, false);
    std::forward<F>(work)();
  }

  /// Called by the stream's own work, a callable that asks for the core: whether it has to rest
  /// until `producer` has done its first `ticket` callables. It is called again then.
  [[nodiscard]] bool rest(std::shared_ptr<stream_core> const& producer, std::uint64_t ticket) {
    {
      std::scoped_lock const hold(upstream_lock_);
      upstream_ = {ticket, producer};
    }
    state_.fetch_or(resting);
    bool waits = false;
    try {
      waits = producer->watch({ticket, shared_from_this()});
    } catch (...) {
      state_.fetch_and(~resting);
      throw;
    }
    if (!waits) open_gate();
    return waits;
  }

  [[nodiscard]] bool idle() const noexcept { return queue_.done() == queue_.pushed(); }
  /// How many callables have come so far: the ticket to wait for all of them.
  [[nodiscard]] std::uint64_t ticket() const noexcept { return queue_.pushed(); }
  [[nodiscard]] bool reached(std::uint64_t ticket) const noexcept {
    return queue_.done() >= ticket;
  }

  /// Works or waits until all that has been pushed before is done.
  void wait() {
    wait(queue_.pushed());
#if SIMT_CHECK
    simt_check_host_waited(this);
#endif
  }
  void wait(std::uint64_t ticket) {
    for (int turn = 0; queue_.done() < ticket; ++turn) {
      if (acquire()) {
        drain_awaited(ticket);
        release();
        turn = 0;
        continue;
      }
      if (help())
        turn = 0;  // the next grid may be about to begin
      else if (turn < 200)
        spin_pause();
      else if (turn < 220)
        std::this_thread::yield();
      else
        sleepers_.sleep(ticket, turn - 220, [this](std::uint64_t t) { return reached(t); });
    }
  }

  [[nodiscard]] std::exception_ptr take_error() noexcept {
    std::scoped_lock const hold(error_lock_);
    return std::exchange(error_, nullptr);
  }

  /// True where the calling thread is inside a callable of any stream.
  [[nodiscard]] static bool inside_any() noexcept {
    return stream_frame::innermost_core() != nullptr;
  }
  /// True where the calling thread is inside one of this stream's callables.
  [[nodiscard]] bool inside() const noexcept { return stream_frame::is_inside(this); }

 private:
  // Bits of state_. Who sets `scheduled` spawns a task; who sets `draining` may run callables;
  // while `resting` is set the oldest callable waits for another stream, which clears it.
  static constexpr unsigned scheduled = 1;
  static constexpr unsigned draining = 2;
  static constexpr unsigned resting = 4;

  struct watcher {
    std::uint64_t ticket;
    std::shared_ptr<stream_core> who;
  };

  // All cores. At the program's end TBB may still hold a task that has found nothing left to do,
  // and with it a core, in memory that a leak checker cannot search: here it finds the core.
  static constinit inline spin_lock all_lock{};
  static constinit inline stream_core* all = nullptr;

  void enter_list() noexcept {
    begin_waiting_work.store(&begin_waiting, std::memory_order_relaxed);
    std::scoped_lock const hold(all_lock);
    next_ = all;
    if (all != nullptr) all->previous_ = this;
    all = this;
  }

  /// Has a thread of its own do the work of a stream that nobody has begun, see begin_waiting_work.
  SIMT_COLD static bool begin_waiting() noexcept {
    std::shared_ptr<stream_core> found;
    {
      std::scoped_lock const hold(all_lock);
      for (stream_core* core = all; core != nullptr && found == nullptr; core = core->next_)
        if (!core->idle() && core->acquire()) found = core->weak_from_this().lock();
    }
    if (found == nullptr) return false;
    bool const begun = begin_thread([found] {
      found->drain_awaited(~std::uint64_t{0});
      found->release();
    });
    if (!begun) found->release();
    return begun;
  }

  void schedule() {
    announce();
    if ((state_.fetch_or(scheduled) & scheduled) != 0) return;
    try {
      // The task keeps the core alive: the stream may go first.
      auto const task = [core = shared_from_this()] { core->task(); };
      if (!has_own_thread_)
        (shared_ != nullptr ? shared_->workers : arena_).enqueue(task);
      else if (!begin_thread(task))
        task();
    } catch (...) {
      state_.fetch_and(~scheduled);
      throw;
    }
  }

  void task() noexcept {
    unsigned seen = state_.load();
    // Who drains already, or wakes the stream, looks after what is left.
    constexpr unsigned taken = draining | resting;
    while (
        !state_.compare_exchange_weak(seen, (seen & taken) != 0 ? seen & ~scheduled : draining)) {
    }
    if ((seen & taken) == resting) withdraw();
    if ((seen & taken) != 0) return;
    drain(~std::uint64_t{0});
    release();
  }

  [[nodiscard]] bool acquire() noexcept {
    unsigned seen = state_.load(std::memory_order_relaxed);
    do {
      if ((seen & (draining | resting)) != 0) return false;
    } while (!state_.compare_exchange_weak(seen, seen | draining));
    return true;
  }

  void release() noexcept {
    state_.fetch_and(~draining);
    withdraw();
    resume();
  }

  void resume() noexcept {
    if (!idle() && (state_.load() & (draining | resting)) == 0) {
      try {
        schedule();
      } catch (...) {
        fail(std::current_exception());
      }
    }
  }

  /// The same as `drain` for a thread that is none of the stream's workers: they help with grids.
  void drain_awaited(std::uint64_t limit) noexcept {
    arena_scope const scope(shared_);
    drain(limit, true);
  }

  /// Runs callables until `limit` are done or none is left.
  void drain(std::uint64_t limit, bool awaited = false) noexcept {
    open_grid* const outer = std::exchange(shown_grid, &open_);
    unsigned const urgency = std::exchange(current_origin.urgency, level());
    stream_frame const here(this, awaited);
    // Isolated: a launch that waits for its blocks must not take up another stream's work, which
    // might wait for this stream.
    auto const work = [&] {
      for (std::uint64_t done = queue_.done(); done < limit && done < queue_.pushed(); ++done) {
        try {
          if (!queue_.run_one(*this)) return;
        } catch (...) {
          fail(std::current_exception());
        }
        sleepers_.tell(queue_.done());
        if (watching_.load() != 0) tell_watchers();
      }
    };
    try {
      tbb::this_task_arena::isolate(work);
    } catch (...) {
      fail(std::current_exception());
    }
    current_origin.urgency = urgency;
    shown_grid = outer;
  }

  void fail(std::exception_ptr e) noexcept {
    std::scoped_lock const hold(error_lock_);
    if (!error_) error_ = std::move(e);
  }

  friend urgent_work;
  std::shared_ptr<urgent_work> hold() noexcept { return weak_from_this().lock(); }
  bool take_part() noexcept {
    if (!acquire()) return open_.help();
    arena_scope const here(nullptr);
    drain(~std::uint64_t{0});
    release();
    return true;
  }

  /// Does a part of what this stream has to do or waits for. Returns whether there was any.
  bool help() {
    std::shared_ptr<stream_core> held;
    stream_core* core = this;
    // What each stream rests for may change while we look: a few steps, then look again.
    for (int step = 0; step < 8; ++step) {
      // Inside a kernel helping would pile blocks on a small stack.
      if (block::current() == nullptr && core->open_.help()) return true;
      if ((core->state_.load(std::memory_order_relaxed) & resting) == 0) return false;
      watcher upstream{};
      {
        std::scoped_lock const hold(core->upstream_lock_);
        upstream = core->upstream_;
      }
      if (upstream.who == nullptr || upstream.who->reached(upstream.ticket)) return false;
      if (upstream.who->acquire()) {
        upstream.who->drain_awaited(upstream.ticket);
        upstream.who->release();
        return true;
      }
      held = std::move(upstream.who);
      core = held.get();
    }
    return false;
  }

  /// Ends the rest.
  void open_gate() noexcept {
    watcher dropped{};
    {
      std::scoped_lock const hold(upstream_lock_);
      std::swap(dropped, upstream_);
    }
    state_.fetch_and(~resting);
  }

  [[nodiscard]] bool watch(watcher w) {
    std::scoped_lock const hold(watch_lock_);
    watchers_.push_back(std::move(w));
    // Sequentially consistent, like the counter of what is done: either we see that it is done, or
    // who does it sees us.
    watching_.fetch_add(1);
    if (!reached(watchers_.back().ticket)) return true;
    watching_.fetch_sub(1);
    watchers_.pop_back();
    return false;
  }

  SIMT_COLD void tell_watchers() noexcept {
    for (;;) {
      std::shared_ptr<stream_core> ready;
      {
        std::scoped_lock const hold(watch_lock_);
        for (watcher& w : watchers_) {
          if (!reached(w.ticket)) continue;
          ready = std::move(w.who);
          std::swap(w, watchers_.back());
          watchers_.pop_back();
          watching_.fetch_sub(1);
          break;
        }
      }
      if (ready == nullptr) return;
      ready->open_gate();
      ready->resume();
    }
  }

  work_queue queue_;
  alignas(64) std::atomic<unsigned> state_{0};
  ticket_sleepers sleepers_;
  open_grid open_;
  tbb::task_arena arena_{};
  shared_arena* const shared_ = nullptr;  // instead of it
  bool const has_own_thread_ = false;
  std::mutex watch_lock_;
  std::vector<watcher> watchers_;
  std::atomic<int> watching_{0};
  spin_lock upstream_lock_;
  watcher upstream_{};
  spin_lock error_lock_;
  std::exception_ptr error_;
  stream_core* next_ = nullptr;
  stream_core* previous_ = nullptr;
};

}  // namespace simt::inline SIMT_ABI::detail
