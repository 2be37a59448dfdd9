#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/detail/open_grid.hpp>
#include <simt/engine/detail/urgent_work.hpp>
#include <simt/engine/grid.hpp>
#include <simt/launch/detail/work_queue.hpp>

#include <oneapi/tbb/task_arena.h>
#include <algorithm>
#include <atomic>
#include <condition_variable>
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
  stream_core() : stream_core(nullptr) {}
  /// Work is spawned into `shared`, which must live longer, or into the caller's arena. Its grids
  /// go before those of streams of a lower level.
  explicit stream_core(tbb::task_arena* shared, unsigned level = 0)
      : urgent_work(level),
        arena_(tbb::task_arena::attach{}), spawn_(shared != nullptr ? shared : &arena_) {
    std::scoped_lock const hold(all_lock);
    next_ = all;
    if (all != nullptr) all->previous_ = this;
    all = this;
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
        drain(ticket);
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
        sleep(ticket, turn - 220);
    }
  }

  [[nodiscard]] std::exception_ptr take_error() noexcept {
    std::scoped_lock const hold(error_lock_);
    return std::exchange(error_, nullptr);
  }

  /// True where the calling thread is inside a callable of any stream.
  [[nodiscard]] static bool inside_any() noexcept { return innermost != nullptr; }
#if SIMT_CHECK
  /// The stream whose callable the calling thread is inside of; null where there is none.
  [[nodiscard]] static stream_core const* innermost_core() noexcept {
    return innermost != nullptr ? innermost->core : nullptr;
  }
#endif
  /// True where the calling thread is inside one of this stream's callables.
  [[nodiscard]] bool inside() const noexcept {
    for (frame const* f = innermost; f != nullptr; f = f->outer)
      if (f->core == this) return true;
    return false;
  }

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

  struct frame {
    stream_core const* core;
    frame const* outer;
  };
  static constinit inline thread_local frame const* innermost = nullptr;

  // All cores. At the program's end TBB may still hold a task that has found nothing left to do,
  // and with it a core, in memory that a leak checker cannot search: here it finds the core.
  static constinit inline spin_lock all_lock{};
  static constinit inline stream_core* all = nullptr;

  void schedule() {
    announce();
    if ((state_.fetch_or(scheduled) & scheduled) != 0) return;
    try {
      // The task keeps the core alive: the stream may go first.
      spawn_->enqueue([core = shared_from_this()] { core->task(); });
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

  /// Runs callables until `limit` are done or none is left.
  void drain(std::uint64_t limit) noexcept {
    open_grid* const outer = std::exchange(shown_grid, &open_);
    unsigned const urgency = std::exchange(current_origin.urgency, level());
    frame const here{this, innermost};
    innermost = &here;
    // Isolated: a launch that waits for its blocks must not take up another stream's work, which
    // might wait for this stream.
    auto const work = [&] {
      for (std::uint64_t done = queue_.done(); done < limit && done < queue_.pushed(); ++done) {
        try {
          if (!queue_.run_one(*this)) return;
        } catch (...) {
          fail(std::current_exception());
        }
        if (sleepers_.load() != 0 && reached(wanted_.load())) wake();
        if (watching_.load() != 0) tell_watchers();
      }
    };
    try {
      tbb::this_task_arena::isolate(work);
    } catch (...) {
      fail(std::current_exception());
    }
    innermost = here.outer;
    current_origin.urgency = urgency;
    shown_grid = outer;
  }

  void fail(std::exception_ptr e) noexcept {
    std::scoped_lock const hold(error_lock_);
    if (!error_) error_ = std::move(e);
  }

  std::shared_ptr<urgent_work> hold() noexcept override { return weak_from_this().lock(); }
  bool take_part() noexcept override {
    if (!acquire()) return open_.help();
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
        upstream.who->drain(upstream.ticket);
        upstream.who->release();
        return true;
      }
      held = std::move(upstream.who);
      core = held.get();
    }
    return false;
  }

  /// Called by the stream's own work: whether it has to rest until `producer` gets there.
  [[nodiscard]] bool rest(std::shared_ptr<stream_core> const& producer, std::uint64_t ticket) {
    {
      std::scoped_lock const hold(upstream_lock_);
      upstream_ = {ticket, producer};
    }
    state_.fetch_or(resting);
    try {
      if (producer->watch({ticket, shared_from_this()})) return true;
    } catch (...) {
      state_.fetch_and(~resting);
      throw;
    }
    state_.fetch_and(~resting);
    forget_upstream();
    return false;
  }

  void forget_upstream() noexcept {
    watcher dropped{};
    std::scoped_lock const hold(upstream_lock_);
    std::swap(dropped, upstream_);
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
      ready->forget_upstream();
      ready->state_.fetch_and(~resting);
      ready->resume();
    }
  }

  void wake() noexcept {
    std::scoped_lock const hold(sleep_lock_);
    sleep_.notify_all();
  }

  /// The `turn`-th time in a row that there was nothing to help with.
  void sleep(std::uint64_t ticket, int turn) {
    std::unique_lock hold(sleep_lock_);
    wanted_.store(sleepers_.load() == 0 ? ticket : std::min(ticket, wanted_.load()));
    sleepers_.fetch_add(1);
    // Not for ever: there may be a grid to help with, or a queue to take over. But longer after the
    // first times: where all processors are at work, each look takes some 10 us from one of them.
    if (!reached(ticket))
      sleep_.wait_for(hold, std::chrono::microseconds(200 << std::min(turn, 2)));
    sleepers_.fetch_sub(1);
  }

  work_queue queue_;
  alignas(64) std::atomic<unsigned> state_{0};
  std::atomic<int> sleepers_{0};
  // The first ticket that one of them waits for: woken earlier, it would be one thread more than
  // there are processors, at each launch of many.
  std::atomic<std::uint64_t> wanted_{0};
  open_grid open_;
  tbb::task_arena arena_;
  tbb::task_arena* spawn_;
  std::mutex watch_lock_;
  std::vector<watcher> watchers_;
  std::atomic<int> watching_{0};
  spin_lock upstream_lock_;
  watcher upstream_{};
  std::mutex sleep_lock_;
  std::condition_variable sleep_;
  spin_lock error_lock_;
  std::exception_ptr error_;
  stream_core* next_ = nullptr;
  stream_core* previous_ = nullptr;
};

}  // namespace simt::inline SIMT_ABI::detail
