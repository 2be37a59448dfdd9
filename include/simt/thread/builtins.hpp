#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/dim.hpp>
#include <simt/engine/errors.hpp>

#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {

/// A built-in variable: three numbers that programs read and the library sets. Constant members, so
/// that the compiler knows them for plain numbers, which a store to floats leaves alone; it does
/// not of members of a union.
class builtin_variable {
 public:
  unsigned const x;
  unsigned const y;
  unsigned const z;

  SIMT_INLINE operator uint3() const noexcept { return {x, y, z}; }
  SIMT_INLINE operator dim3() const noexcept { return {x, y, z}; }

  [[nodiscard]] SIMT_INLINE std::uint64_t count() const { return dim3(*this).count(); }

  /// For the library's own use: new numbers in the place of these, which their names then mean.
  SIMT_INLINE void set(uint3 const& v) noexcept {
    set_x(v.x);
    replace(y, v.y);
    replace(z, v.z);
  }
  SIMT_INLINE void set_x(unsigned value) noexcept { replace(x, value); }

 private:
  // One by one: the constructor of the whole says to g++ that nothing is left of what was there.
  SIMT_INLINE static void replace(unsigned const& place, unsigned value) noexcept {
    void* const at = const_cast<void*>(static_cast<void const*>(&place));
#if SIMT_CHECK
    __builtin_memcpy(at, &value, sizeof value);  // `new` is a call in what is not instrumented
#else
    ::new (at) unsigned const(value);
#endif
  }
};

namespace detail {

[[noreturn]] SIMT_COLD inline void throw_outside_kernel(char const* function) {
  throw error(std::string("simt: ") + function +
              " needs a thread of a kernel: host code called it");
}

[[noreturn]] SIMT_COLD inline void throw_read_outside_kernel(char const* name) {
  throw error(std::string("simt: ") + name + " is a thread's of a kernel: host code read it");
}

}  // namespace detail

#define SIMT_DETAIL_CONSTANT_BUILTINS 0
#if SIMT_CHECK && !SIMT_PROFILE && !defined(__clang__)
#undef SIMT_DETAIL_CONSTANT_BUILTINS
#define SIMT_DETAIL_CONSTANT_BUILTINS 1
#define SIMT_DETAIL_TEXT_OF(x) #x
#define SIMT_DETAIL_SYMBOL_OF(abi, name) __asm__("simt_" SIMT_DETAIL_TEXT_OF(abi) "_" #name)
#define SIMT_DETAIL_SYMBOL(name) SIMT_DETAIL_SYMBOL_OF(SIMT_ABI, name)
namespace running {
inline constinit thread_local builtin_variable threadIdx SIMT_DETAIL_SYMBOL(threadIdx){0, 0, 0};
inline constinit thread_local builtin_variable blockIdx SIMT_DETAIL_SYMBOL(blockIdx){0, 0, 0};
inline constinit thread_local builtin_variable blockDim SIMT_DETAIL_SYMBOL(blockDim){1, 1, 1};
inline constinit thread_local builtin_variable gridDim SIMT_DETAIL_SYMBOL(gridDim){1, 1, 1};
}  // namespace running
#endif

namespace cuda {

/// The built-in variables of thread kernels, whose header cuda_runtime.h puts them into global
/// scope. Plain variables of the running OS thread: the loop over a block's CUDA threads sets them,
/// and who waits keeps its own.
/// - CUDA:    threadIdx, blockIdx, blockDim, gridDim, warpSize
/// - Errors:  an assignment does not compile
/// - Differs: a copy made with auto is read-only, too; warpSize is a constant expression
/// - Source:  CUDA C Programming Guide 8.0, B.4 (Built-in Variables)
#if SIMT_DETAIL_CONSTANT_BUILTINS
// Constants to programs, whose reads g++ does not instrument; what the library sets goes by the
// same symbols. (clang instruments reads of constants that have a class; the profiler
// counts the branches that g++ makes of variables.)
extern constinit thread_local builtin_variable const threadIdx SIMT_DETAIL_SYMBOL(threadIdx);
extern constinit thread_local builtin_variable const blockIdx SIMT_DETAIL_SYMBOL(blockIdx);
extern constinit thread_local builtin_variable const blockDim SIMT_DETAIL_SYMBOL(blockDim);
extern constinit thread_local builtin_variable const gridDim SIMT_DETAIL_SYMBOL(gridDim);
#else
inline constinit thread_local builtin_variable threadIdx{0, 0, 0};
inline constinit thread_local builtin_variable blockIdx{0, 0, 0};
inline constinit thread_local builtin_variable blockDim{1, 1, 1};
inline constinit thread_local builtin_variable gridDim{1, 1, 1};
#endif
inline constexpr int warpSize = 32;

/// Stands for `name` in `threadIdx.x`, as the .cu step writes it in a function of the host:
/// a program's own variable of that name is that.
/// - Errors:  simt::error for the built-in variable outside kernels
/// - Source:  CUDA C Programming Guide 8.0, B.4 (Built-in Variables): only within functions that
///            are executed on the device
template <class T>
[[nodiscard]] constexpr T& host_read(T& own, char const*) noexcept {
  return own;
}
template <class T>
requires std::is_same_v<std::remove_const_t<T>, builtin_variable>
[[nodiscard]] inline T& host_read(T& variable, char const* name) {
  if (block::current() == nullptr) simt::detail::throw_read_outside_kernel(name);
  return variable;
}
/// Stands in front of a host function's call of `function`, which asks for such a variable.
/// - Errors:  simt::error outside kernels
inline void host_call(char const* function) {
  if (block::current() == nullptr) simt::detail::throw_outside_kernel(function);
}

namespace detail {
/// True where a library's algorithm runs a program's functor as its device would.
inline constinit thread_local bool in_device_algorithm = false;
}  // namespace detail

/// True where a thread of a kernel runs here, or an algorithm's functor on the device: what
/// __CUDA_ARCH__ says in CUDA, for functions that are compiled once.
/// - CUDA:    #ifdef __CUDA_ARCH__
/// - Source:  CUDA C Programming Guide 8.0, B.1.3 (__host__)
[[nodiscard]] constexpr bool in_device_code() noexcept {
  return !std::is_constant_evaluated() &&
         (block::current() != nullptr || detail::in_device_algorithm);
}

}  // namespace cuda

/// The built-in variables, to be set.
namespace running {
#if !SIMT_DETAIL_CONSTANT_BUILTINS
using cuda::blockDim;
using cuda::blockIdx;
using cuda::gridDim;
using cuda::threadIdx;
#endif
}  // namespace running

namespace cuda {

/// Makes what this thread of the system runs device code of an algorithm, or, with `off`, host code
/// again, until the end of the scope. It is thread 0 of block `index` of `count`: no block that
/// could wait or share memory.
class device_algorithm_scope {
 public:
  struct off {};

  explicit device_algorithm_scope(off) noexcept { detail::in_device_algorithm = false; }
  device_algorithm_scope(std::uint64_t index, std::uint64_t count) noexcept
      : device_algorithm_scope(off{}) {
    if (block::current() != nullptr) return;  // a kernel's thread calls it, and keeps its numbers
    detail::in_device_algorithm = true;
    running::threadIdx.set({0, 0, 0});
    running::blockDim.set({1, 1, 1});
    running::blockIdx.set({static_cast<unsigned>(index), 0, 0});
    running::gridDim.set({static_cast<unsigned>(count), 1, 1});
  }
  device_algorithm_scope(device_algorithm_scope const&) = delete;
  device_algorithm_scope& operator=(device_algorithm_scope const&) = delete;
  ~device_algorithm_scope() {
    detail::in_device_algorithm = before_;
    if (!before_) return;
    running::blockIdx.set(block_);
    running::gridDim.set(grid_);
  }

 private:
  bool const before_ = detail::in_device_algorithm;
  uint3 const block_ = running::blockIdx;
  uint3 const grid_ = running::gridDim;
};

}  // namespace cuda

namespace detail {

/// The running thread's number in its block.
SIMT_INLINE unsigned thread_rank() noexcept {
  auto const& t = running::threadIdx;
  auto const& n = running::blockDim;
  return t.x + n.x * (t.y + n.y * t.z);
}

[[noreturn]] SIMT_COLD inline void throw_within_lanes(block const& b, char const* function) {
  auto const rank = thread_rank();
  throw_kernel_error<barrier_error>(
      std::string(function) +
          " was called by one thread of a gang, whose others cannot come to it",
      b.site(), b.seen_index(), thread_range{rank, rank});
}

/// The block of the running thread, which learns which one that is.
/// - Errors:  barrier_error where the thread runs by itself within a gang of several: who waits
///            there would wait for ever, and a warp function would give each its own value
SIMT_INLINE block& find_running_block(char const* function) {
  block* const b = block::current();
  if (b == nullptr) [[unlikely]]
    throw_outside_kernel(function);
  if (b->info().gang_width != 1) [[unlikely]]
    throw_within_lanes(*b, function);
  if (!b->waited()) b->start(thread_rank());
  return *b;
}
/// The same from functions that checked builds instrument.
SIMT_INLINE block& running_block(char const* function) {
#if SIMT_CHECK
  checked_library const library;
#endif
  return find_running_block(function);
}

/// Held while other threads of the block may run: they set threadIdx.
struct keep_thread {
#if SIMT_CHECK
  /// `site`: where the thread waits, an address of the program's; null: where this is called.
  SIMT_INLINE explicit keep_thread(void const* site = nullptr, int kind = simt_wait_warp)
      : depth(simt_check_wait_begins(kind, site)) {
    current_way = {};
  }
  SIMT_INLINE ~keep_thread() {
    running::threadIdx.set(mine);
    current_way = way;
    simt_check_resume(thread_rank(), depth);
  }
#else
  SIMT_INLINE explicit keep_thread(void const* = nullptr) {}
  SIMT_INLINE ~keep_thread() {
    running::threadIdx.set(mine);
    current_way = way;
  }
#endif
  keep_thread(keep_thread const&) = delete;
  keep_thread& operator=(keep_thread const&) = delete;

  uint3 const mine = running::threadIdx;
#if SIMT_CHECK
  warp_way const way = current_way;  // (std::exchange would be instrumented)
  unsigned const depth;
#else
  // Why: g++ 12 reads what it copies from current_way and threadIdx by eight bytes where they were
  // written by four, which processors do not forward: a barrier took 10 ns a thread instead of 7.
  // No longer needed when a plain copy takes as long (a loop of __syncthreads() in thread form).
  warp_way const way = std::exchange(current_way, {});
#endif
};

#if SIMT_CHECK
/// Shuffles the order of a block's threads, where the checker's options want that. (The profiler
/// takes threads of a warp together where they run the same code from their start: it has none.)
SIMT_INLINE void let_others_first([[maybe_unused]] block& b) {
#if !SIMT_PROFILE
  for (unsigned n = simt_check_yields(); n != 0; --n) {
    if (!b.waited()) {
      if (thread_rank() + 1 == b.info().threads) return;  // the others have ended
      b.start(thread_rank());
    }
    keep_thread const keep;
    b.yield();
  }
#endif
}
#endif

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
