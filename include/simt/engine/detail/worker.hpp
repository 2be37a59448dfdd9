#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/detail/division_trap.hpp>
#include <simt/engine/detail/overflow.hpp>
#include <simt/engine/detail/scheduler.hpp>
#include <simt/engine/fiber.hpp>
#include <simt/engine/stack_pool.hpp>

#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// Memory of one block, or none, aligned for any vector.
class arena {
 public:
  static constexpr std::size_t alignment = 64;

  arena() = default;
  explicit arena(std::size_t bytes)
      : data_(static_cast<std::byte*>(allocate(bytes))), bytes_(bytes) {}
  arena(arena&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  arena& operator=(arena&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~arena() {
#if SIMT_CHECK
    if (data_) simt_check_release(data_);
#else
    if (data_) ::operator delete (data_, std::align_val_t{alignment});
#endif
  }

  [[nodiscard]] std::byte* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_; }

 private:
  static void* allocate(std::size_t bytes) {
#if SIMT_CHECK
    if (void* const p = simt_check_allocate(bytes)) return p;
    throw std::bad_alloc();
#else
    return ::operator new (bytes, std::align_val_t{alignment});
#endif
  }

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Keeps what a thread that runs blocks needs from launch to launch: fibers, arenas, schedulers.
/// Nested blocks each take their own and give them back.
class worker {
 public:
  worker() {
    find_native_stack();
#if SIMT_TSAN
    native.tsan = __tsan_get_current_fiber();
#endif
    stack.exceptions = thread_exception_state();
    stack.current = &native;
    current_thread_stack = &stack;
    use_signal_stack();
  }

  ~worker() {
    current_thread_stack = nullptr;
    leave_signal_stack();
    // Schedulers give their fibers back to the pools.
    while (scheduler_count_ != 0) schedulers_[--scheduler_count_].reset();
    while (pools_ != nullptr) delete std::exchange(pools_, pools_->next);
  }

  worker(worker const&) = delete;
  worker& operator=(worker const&) = delete;

  /// The calling thread's.
  static worker& current();

  [[nodiscard]] arena take_arena(std::size_t bytes) {
    while (arena_count_ != 0) {
      arena out = std::move(arenas_[--arena_count_]);
      if (out.size() >= bytes) return out;
    }
    return arena(bytes);
  }

  void put_arena(arena&& a) noexcept {
    // Deeper nesting than that frees instead.
    if (arena_count_ < kept) arenas_[arena_count_++] = std::move(a);
  }

  [[nodiscard]] fiber_pool& fibers(std::size_t stack_bytes) {
    for (sized_pool* p = pools_; p != nullptr; p = p->next)
      if (p->stack_bytes == stack_bytes) return p->pool;
    pools_ = new sized_pool{stack_bytes, fiber_pool(stack_bytes), pools_};
    return pools_->pool;
  }

  [[nodiscard]] std::unique_ptr<scheduler> take_scheduler() {
    if (scheduler_count_ == 0) return std::make_unique<scheduler>();
    return std::move(schedulers_[--scheduler_count_]);
  }

  void put_scheduler(std::unique_ptr<scheduler> s) noexcept {
    if (scheduler_count_ < kept) schedulers_[scheduler_count_++] = std::move(s);
  }

  thread_stack stack;
  stack_record native;

 private:
  static constexpr unsigned kept = 8;

  struct sized_pool {
    std::size_t stack_bytes;  // as asked for
    fiber_pool pool;
    sized_pool* next;
  };

  void find_native_stack() noexcept {
#ifdef __linux__
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* low = nullptr;
    std::size_t bytes = 0;
    if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
      native.low = static_cast<std::byte*>(low);
      native.bytes = bytes;
    }
    pthread_attr_destroy(&attributes);
#endif
  }

  // The handler cannot run on the stack that is used up. A thread that has a signal stack keeps it.
  void use_signal_stack() {
#if SIMT_CATCH_OVERFLOW
    install_segv_handler_once();
#if SIMT_CATCH_DIVISION
    install_division_handler_once();
#endif
    signal_stack present{};
    if (!set_signal_stack(nullptr, &present) || (present.flags & signal_stack::disabled) == 0)
      return;
    long const least = sysconf(_SC_SIGSTKSZ);
    std::size_t const bytes = std::max(std::size_t{64} * 1024, least > 0 ? std::size_t(least) : 0);
    signal_stack_ = arena(bytes);
    signal_stack const ours{signal_stack_.data(), 0, bytes};
    if (!set_signal_stack(&ours, nullptr)) signal_stack_ = arena();
#endif
  }

  void leave_signal_stack() noexcept {
#if SIMT_CATCH_OVERFLOW
    signal_stack present{};
    if (signal_stack_.data() != nullptr && set_signal_stack(nullptr, &present) &&
        present.low == signal_stack_.data()) {
      signal_stack const off{nullptr, signal_stack::disabled, 0};
      set_signal_stack(&off, nullptr);
    }
#endif
  }

  // Arrays and a chain, not vectors: what every file with a kernel compiles.
  arena arenas_[kept];
  unsigned arena_count_ = 0;
  sized_pool* pools_ = nullptr;
  std::unique_ptr<scheduler> schedulers_[kept];
  unsigned scheduler_count_ = 0;
  arena signal_stack_;
};

// A plain pointer: reading it needs no guard and no wrapper function.
inline constinit thread_local worker* current_worker = nullptr;

[[gnu::noinline]] inline worker& make_worker() {
  static thread_local worker owned;
  current_worker = &owned;
  return owned;
}

SIMT_INLINE worker& worker::current() {
  if (current_worker == nullptr) [[unlikely]]
    return make_worker();
  return *current_worker;
}

}  // namespace simt::inline SIMT_ABI::detail
