#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/spin_lock.hpp>
#include <simt/launch/detail/erased_call.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

class stream_core;

/// Callables in the order of their coming, written one behind the other into chunks. Many threads
/// may push; one at a time may run.
class work_queue {
 public:
  work_queue() : tail_(new chunk), head_(tail_) {}
  work_queue(work_queue const&) = delete;
  work_queue& operator=(work_queue const&) = delete;

  ~work_queue() {
    while (done_.load(std::memory_order_relaxed) != pushed_.load(std::memory_order_relaxed))
      step(action::destroy, nullptr);
    delete head_;
    delete spare_.load(std::memory_order_relaxed);
  }

  /// Answers how many have come, this one included.
  template <class F>
  std::uint64_t push(F&& f) {
    using task = std::remove_cvref_t<F>;
    if constexpr (sizeof(task) <= chunk::bytes / 16 && alignof(task) <= unit) {
      return place_call<task>(std::forward<F>(f));
    } else {
      auto owned = std::make_unique<task>(std::forward<F>(f));
      auto const call = [held = std::move(owned)]() mutable { (*held)(); };
      return place_call<std::remove_const_t<decltype(call)>>(
          std::move(const_cast<std::remove_const_t<decltype(call)>&>(call)));
    }
  }

  enum class action { run, destroy };
  using entry = bool (*)(void* payload, action what, stream_core* self);

  /// Given to `call`: something of its own, and behind it what is kept of the callable.
  struct alignas(erased_call::alignment) erased_payload {
    void* own;
    erased_call::functions const* of;
    [[nodiscard]] void* kept() noexcept { return this + 1; }
  };
  std::uint64_t push_erased(entry call, void* own, erased_call const& f) {
    std::scoped_lock const hold(lock_);
    std::byte* const at = room(sizeof(erased_payload) + f.of->bytes);
    auto* const payload = ::new (static_cast<void*>(at + sizeof(header))) erased_payload{own, f.of};
    f.make(payload->kept());
    return place(at, call, sizeof(erased_payload) + f.of->bytes);
  }

  [[nodiscard]] std::uint64_t pushed() const noexcept { return pushed_.load(); }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_.load(); }

  /// Runs the oldest callable and destroys it; then it counts as done. One that asks for the core
  /// it runs in may answer false: it stays the oldest, to be run again.
  /// - Needs:   done() < pushed(); no other thread in run_one
  /// - Errors:  what the callable throws, after it counts as done
  bool run_one(stream_core& self) { return step(action::run, &self); }

 private:
  static constexpr std::size_t unit = 16;

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
  static bool act(void* payload, action what, [[maybe_unused]] stream_core* self) {
    auto* const task = static_cast<Task*>(payload);
    struct guard {
      Task* task;
      ~guard() {
        if (task != nullptr) std::destroy_at(task);
      }
    } destroy{task};
    if (what == action::destroy) return true;
    if constexpr (std::is_invocable_r_v<bool, Task&, stream_core&>) {
      if ((*task)(*self)) return true;
      destroy.task = nullptr;
      return false;
    } else {
      (*task)();
      return true;
    }
  }

  template <class Task, class F>
  std::uint64_t place_call(F&& f) {
    std::scoped_lock const hold(lock_);
    std::byte* const at = room(sizeof(Task));
    ::new (static_cast<void*>(at + sizeof(header))) Task(std::forward<F>(f));
    return place(at, &act<Task>, sizeof(Task));
  }

  [[nodiscard]] static constexpr std::size_t size_with(std::size_t payload) noexcept {
    return sizeof(header) + (payload + unit - 1) / unit * unit;
  }
  /// Where a header and a payload behind it go.
  [[nodiscard]] std::byte* room(std::size_t payload) {
    if (tail_used_ + size_with(payload) + sizeof(header) > chunk::bytes) extend();
    return tail_->data + tail_used_;
  }
  /// Puts the header in front of a payload that is there.
  std::uint64_t place(std::byte* at, entry call, std::size_t payload) noexcept {
    ::new (static_cast<void*>(at)) header{call, size_with(payload)};
    tail_used_ += size_with(payload);
    std::uint64_t const ticket = pushed_.load(std::memory_order_relaxed) + 1;
    pushed_.store(ticket);
    return ticket;
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

  bool step(action what, stream_core* self) {
    auto* at = reinterpret_cast<header*>(head_->data + head_used_);
    // Room for the closing header is always left, so there is one to read. The counter of pushes
    // has been read: it was written after the item and all before it.
    if (at->call == nullptr) {
      chunk* const old = std::exchange(head_, head_->next);
      head_used_ = 0;
      delete spare_.exchange(old, std::memory_order_acq_rel);
      at = reinterpret_cast<header*>(head_->data);
    }
    struct counting {
      work_queue& queue;
      std::size_t bytes;
      bool finished = true;
      ~counting() {
        if (!finished) return;
        queue.head_used_ += bytes;
        queue.done_.store(queue.done_.load(std::memory_order_relaxed) + 1);
      }
    } count{*this, at->bytes};
    count.finished = at->call(at + 1, what, self);
    return count.finished;
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

}  // namespace simt::inline SIMT_ABI::detail
