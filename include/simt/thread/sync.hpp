#pragma once
// SPDX-License-Identifier: MIT

#include <simt/thread/builtins.hpp>

#include <atomic>

namespace simt::inline SIMT_ABI {
namespace detail {

SIMT_INLINE_UNSEEN long thread_barrier(char const* function, long contribution, barrier_op op) {
  block& b = find_running_block(function);
#if SIMT_CHECK
  long result;
  {
    keep_thread const keep(__builtin_return_address(0), simt_wait_barrier);
    result = b.barrier(contribution, op);
  }
  simt_check_barrier_passed();
  let_others_first(b);
  return result;
#else
  keep_thread const keep;
  return b.barrier(contribution, op);
#endif
}

/// Counts what the running OS thread's CUDA thread does that may be a loop waiting for another
/// thread.
struct thread_spin {
  void const volatile* address = nullptr;
  unsigned times = 0;
};
inline constinit thread_local thread_spin last_spin{};

/// An atomic at p changed nothing, or a fence (null). Sixteen in a row at one address, fences
/// between them included, let the block's other threads run.
[[gnu::noinline]] inline void note_thread_spin(void const volatile* p) {
#if SIMT_CHECK
  if (p != nullptr) simt_check_changed_nothing();
#endif
  auto& s = last_spin;
  if (p != nullptr && s.address != p) {
    s = {p, 1};
    return;
  }
  if (++s.times % 16 != 0) return;
  if (block* const b = block::current(); b != nullptr && b->info().running_gang != nullptr &&
                                        b->info().gang_width == 1) {
    if (!b->waited()) b->start(thread_rank());
    keep_thread const keep;
    b->yield();
  }
}

}  // namespace detail

namespace cuda {

/// Waits until every thread of the block that has not returned has come to a barrier.
/// - CUDA:    __syncthreads()
/// - Order:   what the block's threads stored before is seen by all after
/// - Errors:  barrier_error where the others can never come; error in host code
/// - Cost:    a switch of stacks a thread
/// - Source:  CUDA C Programming Guide 8.0, B.6 (Synchronization Functions)
SIMT_INLINE void __syncthreads() {
  static_cast<void>(simt::detail::thread_barrier("__syncthreads", 0, barrier_op::sync));
}
/// - CUDA:    __syncthreads_count(predicate): how many threads of the block pass non-zero
SIMT_INLINE int __syncthreads_count(int predicate) {
  return static_cast<int>(
      simt::detail::thread_barrier("__syncthreads_count", predicate != 0, barrier_op::count));
}
/// - CUDA:    __syncthreads_and(predicate): non-zero where no thread of the block passes zero
SIMT_INLINE int __syncthreads_and(int predicate) {
  return static_cast<int>(
      simt::detail::thread_barrier("__syncthreads_and", predicate != 0, barrier_op::all));
}
/// - CUDA:    __syncthreads_or(predicate): non-zero where some thread of the block passes non-zero
SIMT_INLINE int __syncthreads_or(int predicate) {
  return static_cast<int>(
      simt::detail::thread_barrier("__syncthreads_or", predicate != 0, barrier_op::any));
}

/// Orders the calling thread's memory accesses, as the block, the device or the system see them.
/// - CUDA:    __threadfence_block, __threadfence, __threadfence_system
/// - Order:   what is written before is seen before what is written after; a loop of fences lets
///            the block's other threads run
/// - Source:  CUDA C Programming Guide 8.0, B.5 (Memory Fence Functions)
SIMT_INLINE void __threadfence_block() {
#if SIMT_CHECK
  simt_check_fence(false);
#endif
  std::atomic_signal_fence(std::memory_order_seq_cst);
  simt::detail::note_thread_spin(nullptr);
}
SIMT_INLINE void __threadfence() {
  simt::detail::device_fence();
  simt::detail::note_thread_spin(nullptr);
}
SIMT_INLINE void __threadfence_system() { __threadfence(); }

#if SIMT_CHECK
/// Stands behind `return` in kernels, as the .cu step writes it for checked builds: the thread
/// leaves, it does not miss the barriers that others come to.
SIMT_INLINE void early_return() { simt_check_early_return(); }

// Stand beside calls, as the .cu step writes them for checked builds: in front of an atomicExch whose result
// nobody uses, and behind what a thread's own pipeline does.
SIMT_INLINE void result_unread() { simt_check_result_unread(); }
SIMT_INLINE void copies_committed() { simt_check_copies_committed(); }
SIMT_INLINE void next_copies_awaited() { simt_check_next_copies_awaited(); }
SIMT_INLINE void copies_awaited(std::size_t but_last) { simt_check_copies_awaited(but_last); }

/// Stands behind the declaration of a thread's own array, as the .cu step writes it for profiled
/// and checked builds.
template <class T>
SIMT_INLINE constexpr void own_array([[maybe_unused]] T& array) {
#if SIMT_PROFILE
  if (!std::is_constant_evaluated()) simt_profile_own_array(&array, sizeof array);
#elif defined(__clang__)
  // Why: clang 14 tells of accesses to an array whose address has gone somewhere, and of no
  // other's. Not needed any more once habits.cu's own_histogram_behind_end is found without it.
  if (!std::is_constant_evaluated()) asm volatile("" : : "r"(&array) : "memory");
#endif
}
#if !SIMT_PROFILE
/// An array of a thread's own between bytes that nobody may access, as the .cu step writes it for
/// checked builds.
template <class T>
struct guarded {
  unsigned char before[64];
  T array;
  unsigned char behind[64];
};
/// Stands for an array without initial values of which the program uses the elements alone.
inline constexpr bool without_values = true;
/// Gives a variable by a pointer of which compilers do not know whose it is: they read it where the
/// program does, and nowhere else, and tell of each access.
template <class T>
SIMT_INLINE constexpr T& told_of(T& variable) {
  if (std::is_constant_evaluated()) return variable;
  T* told = &variable;
  asm volatile("" : "+r"(told) : : "memory");
  return *told;
}
/// A variable without an initial value, as the .cu step writes it for checked builds; told of while
/// it lives where it is a number or a pointer.
template <class T>
class own_value {
 public:
  SIMT_INLINE constexpr T& told() { return value_; }

 private:
  T value_;
};
template <class T>
requires(std::is_scalar_v<T>) class own_value<T> {
 public:
  SIMT_INLINE constexpr own_value() {
    if (!std::is_constant_evaluated())
      simt_check_own_array(this, const_cast<std::remove_cv_t<T>*>(&value_), sizeof value_,
                           sizeof *this, true);
  }
  SIMT_INLINE constexpr ~own_value() {
    if (!std::is_constant_evaluated()) simt_check_own_array_ends(this);
  }
  own_value(own_value const&) = delete;
  own_value& operator=(own_value const&) = delete;
  SIMT_INLINE constexpr T& told() { return told_of(value_); }

 private:
  T value_;
};
/// Tells of such an array while it lives.
class own_margins {
 public:
  template <class T>
  SIMT_INLINE constexpr explicit own_margins(guarded<T>& whole, bool unwritten = false)
      : whole_(&whole) {
    if (!std::is_constant_evaluated())
      simt_check_own_array(&whole, &whole.array, sizeof whole.array, sizeof whole,
                           unwritten && std::is_scalar_v<std::remove_all_extents_t<T>>);
  }
  SIMT_INLINE constexpr ~own_margins() {
    if (!std::is_constant_evaluated()) simt_check_own_array_ends(whole_);
  }
  own_margins(own_margins const&) = delete;
  own_margins& operator=(own_margins const&) = delete;

 private:
  void const* whole_;
};
#endif
#endif

/// Lets the block's other threads run.
/// - CUDA:    __nanosleep(ns)
/// - Differs: does not wait for the time to pass
/// - Source:  CUDA C Programming Guide 10.1, B.17 (Nanosleep Function)
inline void __nanosleep(unsigned) {
  host_call("__nanosleep");
  if (block::current()->info().gang_width != 1) return;  // a thread by itself within a gang
  block& b = simt::detail::running_block("__nanosleep");
  simt::detail::keep_thread const keep;
  b.yield();
}

/// Waits for the grid before, or lets the next one begin, where a launch allows them to overlap.
/// - CUDA:    cudaGridDependencySynchronize, cudaTriggerProgrammaticLaunchCompletion
/// - Differs: grids of a stream follow one another, so that there is nothing to do
/// - Source:  CUDA C++ Programming Guide 12.0, Programmatic Dependent Launch and Synchronization
SIMT_INLINE void cudaGridDependencySynchronize() {}
SIMT_INLINE void cudaTriggerProgrammaticLaunchCompletion() {}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
