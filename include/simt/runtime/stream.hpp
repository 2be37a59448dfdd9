#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/grid.hpp>

#include <oneapi/tbb/task_arena.h>
#include <atomic>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {

namespace detail {

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

/// Callables in the order of their coming, written one behind the other into chunks. Many threads
/// may push; one at a time may run.
class work_queue {
 public:
  work_queue() : tail_(new chunk), head_(tail_) {}
  work_queue(work_queue const&) = delete;
  work_queue& operator=(work_queue const&) = delete;

  ~work_queue() {
    while (done_.load(std::memory_order_relaxed) != pushed_.load(std::memory_order_relaxed))
      step(action::destroy);
    delete head_;
    delete spare_.load(std::memory_order_relaxed);
  }

  template <class F>
  void push(F&& f) {
    using task = std::remove_cvref_t<F>;
    if constexpr (sizeof(task) <= chunk::bytes / 16 && alignof(task) <= unit) {
      place<task>(std::forward<F>(f));
    } else {
      auto owned = std::make_unique<task>(std::forward<F>(f));
      auto const call = [held = std::move(owned)]() mutable { (*held)(); };
      place<std::remove_const_t<decltype(call)>>(
          std::move(const_cast<std::remove_const_t<decltype(call)>&>(call)));
    }
  }

  [[nodiscard]] std::uint64_t pushed() const noexcept { return pushed_.load(); }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_.load(); }

  /// Runs the oldest callable and destroys it; then it counts as done.
  /// - Needs:   done() < pushed(); no other thread in run_one
  /// - Errors:  what the callable throws, after it counts as done
  void run_one() { step(action::run); }

 private:
  static constexpr std::size_t unit = 16;

  enum class action { run, destroy };
  using entry = void (*)(void* payload, action what);

  struct alignas(unit) header {
    entry call;         // null: the rest of the chunk is empty, go on in `next`
    std::size_t bytes;  // header and payload
  };

  struct chunk {
    static constexpr std::size_t bytes = 32 * 1024;
    alignas(unit) std::byte data[bytes];
    chunk* next = nullptr;
    // Raw memory on purpose: nothing to clear.
    chunk() noexcept {}  // NOLINT(modernize-use-equals-default)
  };

  template <class Task>
  static void act(void* payload, action what) {
    auto* const task = static_cast<Task*>(payload);
    struct guard {
      Task* task;
      ~guard() { std::destroy_at(task); }
    } const destroy{task};
    if (what == action::run) (*task)();
  }

  template <class Task, class F>
  void place(F&& f) {
    constexpr std::size_t size = sizeof(header) + (sizeof(Task) + unit - 1) / unit * unit;
    std::scoped_lock const hold(lock_);
    if (tail_used_ + size + sizeof(header) > chunk::bytes) extend();
    std::byte* const at = tail_->data + tail_used_;
    ::new (static_cast<void*>(at + sizeof(header))) Task(std::forward<F>(f));
    ::new (static_cast<void*>(at)) header{&act<Task>, size};
    tail_used_ += size;
    pushed_.store(pushed_.load(std::memory_order_relaxed) + 1);
  }

  void extend() {
    chunk* fresh = spare_.exchange(nullptr, std::memory_order_acquire);
    if (fresh == nullptr) fresh = new chunk;
    fresh->next = nullptr;
    ::new (static_cast<void*>(tail_->data + tail_used_)) header{nullptr, 0};
    tail_->next = fresh;
    tail_ = fresh;
    tail_used_ = 0;
  }

  void step(action what) {
    auto* at = reinterpret_cast<header*>(head_->data + head_used_);
    // Room for the closing header is always left, so there is one to read. The counter of pushes
    // has been read: it was written after the item and all before it.
    if (at->call == nullptr) {
      chunk* const old = std::exchange(head_, head_->next);
      head_used_ = 0;
      delete spare_.exchange(old, std::memory_order_acq_rel);
      at = reinterpret_cast<header*>(head_->data);
    }
    head_used_ += at->bytes;
    struct counting {
      std::atomic<std::uint64_t>& done;
      ~counting() { done.store(done.load(std::memory_order_relaxed) + 1); }
    } const count{done_};
    at->call(at + 1, what);
  }

  // Who pushes
  alignas(64) spin_lock lock_;
  chunk* tail_;
  std::size_t tail_used_ = 0;
  std::atomic<std::uint64_t> pushed_{0};
  // Who runs
  alignas(64) chunk* head_;
  std::size_t head_used_ = 0;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<chunk*> spare_{nullptr};
};

/// What a stream, its TBB task and those that wait share.
class stream_core : public std::enable_shared_from_this<stream_core> {
 public:
  stream_core() : arena_(tbb::task_arena::attach{}) {
    std::scoped_lock const hold(all_lock);
    next_ = all;
    if (all != nullptr) all->previous_ = this;
    all = this;
  }
  stream_core(stream_core const&) = delete;
  stream_core& operator=(stream_core const&) = delete;
  ~stream_core() {
    std::scoped_lock const hold(all_lock);
    (previous_ != nullptr ? previous_->next_ : all) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
  }

  template <class F>
  void enqueue(F&& f) {
    queue_.push(std::forward<F>(f));
    // Sequentially consistent, like its counterpart in `release`: either we see that nobody is at
    // work, or who stops working sees the push.
    if (state_.load() == 0) schedule();
  }

  [[nodiscard]] bool idle() const noexcept { return queue_.done() == queue_.pushed(); }

  /// Works or waits until all that has been pushed before is done.
  void wait() {
    std::uint64_t const ticket = queue_.pushed();
    for (int turn = 0; queue_.done() < ticket; ++turn) {
      if (acquire()) {
        drain(ticket);
        release();
        turn = 0;
        continue;
      }
      // Inside a kernel helping would pile blocks on a small stack.
      if (block::current() == nullptr) open_.help();
      if (turn < 200)
        spin_pause();
      else if (turn < 220)
        std::this_thread::yield();
      else
        sleep(ticket);
    }
  }

  [[nodiscard]] std::exception_ptr take_error() noexcept {
    std::scoped_lock const hold(error_lock_);
    return std::exchange(error_, nullptr);
  }

  /// Whether the calling thread is inside one of this stream's callables.
  [[nodiscard]] bool inside() const noexcept {
    for (frame const* f = innermost; f != nullptr; f = f->outer)
      if (f->core == this) return true;
    return false;
  }

 private:
  // Bits of state_. Who sets `scheduled` spawns a task; who sets `draining` may run callables.
  static constexpr unsigned scheduled = 1;
  static constexpr unsigned draining = 2;

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
    if ((state_.fetch_or(scheduled) & scheduled) != 0) return;
    try {
      // The task keeps the core alive: the stream may go first.
      arena_.enqueue([core = shared_from_this()] { core->task(); });
    } catch (...) {
      state_.fetch_and(~scheduled);
      throw;
    }
  }

  void task() noexcept {
    unsigned seen = state_.load();
    // Who drains already looks after what is left.
    while (!state_.compare_exchange_weak(seen,
                                         (seen & draining) != 0 ? seen & ~scheduled : draining)) {
    }
    if ((seen & draining) != 0) return;
    drain(~std::uint64_t{0});
    release();
  }

  [[nodiscard]] bool acquire() noexcept {
    if ((state_.load(std::memory_order_relaxed) & draining) != 0) return false;
    return (state_.fetch_or(draining) & draining) == 0;
  }

  void release() noexcept {
    state_.fetch_and(~draining);
    if (!idle() && (state_.load() & draining) == 0) {
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
    frame const here{this, innermost};
    innermost = &here;
    // Isolated: a launch that waits for its blocks must not take up another stream's work, which
    // might wait for this stream.
    auto const work = [&] {
      for (std::uint64_t done = queue_.done(); done < limit && done < queue_.pushed(); ++done) {
        try {
          queue_.run_one();
        } catch (...) {
          fail(std::current_exception());
        }
        if (sleepers_.load() != 0) wake();
      }
    };
    try {
      tbb::this_task_arena::isolate(work);
    } catch (...) {
      fail(std::current_exception());
    }
    innermost = here.outer;
    shown_grid = outer;
  }

  void fail(std::exception_ptr e) noexcept {
    std::scoped_lock const hold(error_lock_);
    if (!error_) error_ = std::move(e);
  }

  void wake() noexcept {
    std::scoped_lock const hold(sleep_lock_);
    sleep_.notify_all();
  }

  void sleep(std::uint64_t ticket) {
    std::unique_lock hold(sleep_lock_);
    sleepers_.fetch_add(1);
    // Not for ever: there may be a grid to help with, or a queue to take over.
    if (queue_.done() < ticket) sleep_.wait_for(hold, std::chrono::microseconds(200));
    sleepers_.fetch_sub(1);
  }

  work_queue queue_;
  alignas(64) std::atomic<unsigned> state_{0};
  std::atomic<int> sleepers_{0};
  open_grid open_;
  tbb::task_arena arena_;
  std::mutex sleep_lock_;
  std::condition_variable sleep_;
  spin_lock error_lock_;
  std::exception_ptr error_;
  stream_core* next_ = nullptr;
  stream_core* previous_ = nullptr;
};

}  // namespace detail

/// An in-order queue of work: launches, copies, host functions. Different streams run at the same
/// time; TBB tasks do the work, no thread belongs to a stream.
/// - CUDA:    cudaStream_t
/// - Order:   callables run one after another in the order of `enqueue`, each seeing what those
///            before it wrote; they run even if nobody waits
/// - Errors:  a callable's exception does not stop the ones behind it; the first is kept for
///            `synchronize`
/// - Source:  CUDA C Programming Guide 8.0, 3.2.5.5 (Streams)
class stream {
 public:
  /// Work runs in the TBB arena that the calling thread is in.
  stream() : core_(std::make_shared<detail::stream_core>()) {}
  stream(stream&&) noexcept = default;
  stream& operator=(stream&& other) noexcept {
    if (this != &other) {
      finish();
      core_ = std::move(other.core_);
    }
    return *this;
  }
  /// Waits for the work; an exception that nobody has asked for is dropped.
  ~stream() { finish(); }

  /// Appends work; returns at once.
  /// - Needs:   F callable without arguments, movable; may be called from any thread, also from
  ///            the stream's own work
  /// - Cost:    no allocation for callables up to 2 KiB beyond the queue's chunks of 32 KiB
  template <class F>
  requires std::invocable < std::remove_cvref_t<F>
  & > void enqueue(F&& f) { core_->enqueue(std::forward<F>(f)); }

  /// Waits for all work enqueued before, by doing it where possible.
  /// - CUDA:    cudaStreamSynchronize
  /// - Errors:  rethrows the first exception of the stream's work since the last call and forgets
  ///            it; simt::error when called by the stream's own work, which could never return
  void synchronize() {
    if (core_->inside()) throw error("simt::stream: synchronize called by the stream's own work");
    core_->wait();
    if (std::exception_ptr const e = core_->take_error()) std::rethrow_exception(e);
  }

  /// Whether all work is done.
  /// - CUDA:    cudaStreamQuery
  [[nodiscard]] bool query() const noexcept { return core_->idle(); }

 private:
  void finish() noexcept {
    // Destroyed by its own work: the task that runs it keeps the core.
    if (core_ && !core_->inside()) core_->wait();
    core_.reset();
  }

  std::shared_ptr<detail::stream_core> core_;
};

}  // namespace simt::inline SIMT_ABI
