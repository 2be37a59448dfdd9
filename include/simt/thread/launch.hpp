#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/grid_work.hpp>
#include <simt/launch/arguments.hpp>
#include <simt/launch/checked.hpp>
#include <simt/launch/gang_runner.hpp>
#include <simt/simd/arch.hpp>
#include <simt/thread/builtins.hpp>
#include <simt/thread/grid_sync.hpp>
#include <simt/thread/shared.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {
namespace detail {

/// Ends the thread that throws it, and no other: the launch has been told why.
struct thread_ended {};

/// The static shared memory of the kernels that one type stands for.
template <class Kernel>
inline constinit shared_layout kernel_shared_layout{};

/// Runs the threads of a block in a plain loop, with the kernel inlined into it; from the first
/// that has to wait on, the engine runs each on a stack of its own.
template <class Kernel, class Args>
struct thread_runner {
  Kernel const* kernel;
  declared_memory memory;
  Args args;

  SIMT_INLINE_UNSEEN void call() const {
#if SIMT_CHECK
    kernel->run(kernel->kernel, kernel->args);
#else
    try {
      args.call([&](auto const&... a) SIMT_LAMBDA_INLINE { (*kernel)(a...); });
    } catch (thread_ended const&) {
    }
#endif
  }

  SIMT_INLINE void enter(block& b) const {
    begin_task<1>();
    running::blockDim.set(b.info().block);
    running::gridDim.set(b.info().grid);
    memory.begin_task(b);
  }

  /// Brings what a later block's threads are likely to read, element i of an array for thread i,
  /// near. `if (i < n)` becomes masked loads where the loop is vectorised, and those train no
  /// hardware prefetcher (seen on Zen 4: saxpy from memory took three times as long). In two steps:
  /// the second-level cache can wait for more lines at once than the first (Zen 5: a tenth faster).
  SIMT_INLINE void prefetch_next([[maybe_unused]] block const& b) const {
#if defined(__clang__) && !SIMT_CHECK
    if constexpr (!simd::has_masked_access) return;
    auto const& info = b.info();
    if (info.grid.y * info.grid.z * info.block.y * info.block.z != 1) return;
    constexpr unsigned near = 512, far = 2048;  // threads
    unsigned const ahead = info.threads < near ? near / info.threads : 1;
    std::size_t const first = (std::size_t{b.index().x} + ahead) * info.threads;
    auto const fetch = [&](auto const& p) SIMT_LAMBDA_INLINE {
      if constexpr (requires {
                      requires sizeof(*p) <= 16;
                      p + first;
                    }) {
        auto const at = reinterpret_cast<std::uintptr_t>(p) + first * sizeof(*p);
        for (std::size_t o = 0; o < info.threads * sizeof(*p); o += 64) {
          __builtin_prefetch(reinterpret_cast<void const*>(at + o));
          __builtin_prefetch(reinterpret_cast<void const*>(at + o + far * sizeof(*p)), 0, 2);
        }
      }
    };
    args.call([&](auto const&... a) SIMT_LAMBDA_INLINE { (fetch(a), ...); });
#endif
  }

  /// Thread `t` on a stack of its own; all but threadIdx is as the block's first thread left it.
  SIMT_INLINE void alone(block& b, unsigned t) const {
    dim3 const shape = b.info().block;
    running::threadIdx.set(t < shape.x ? uint3{t, 0, 0} : simt::unflatten(t, shape));
#if SIMT_CHECK
    checked_thread thread(b, t);
    if (thread.shuffled) let_others_first(b);
#endif
    call();
#if SIMT_CHECK
    thread.ended = true;
#endif
  }

  SIMT_INLINE unsigned operator()(block& b, unsigned t) const {
    if (t == 0) {
      running::blockIdx.set(b.seen_index());
      current_run.current = ++current_run.begun;
#if SIMT_CHECK
      begin_checked_block(b, memory.limit, memory.dynamic, false, kernel->args, kernel->args_bytes,
                          kernel->kernel, kernel->kernel_bytes);
#endif
      prefetch_next(b);
    }
    dim3 const shape = b.info().block;
    uint3 at{t, 0, 0};
    if (t >= shape.x) at = simt::unflatten(t, shape);
    for (;;) {
      unsigned const row = t - at.x;
      running::threadIdx.set(at);
      // One way out and no branch, so that compilers see a loop that they can count.
      do {
        running::threadIdx.set_x(at.x);
#if SIMT_CHECK
        checked_thread thread(b, row + at.x);
        if (thread.shuffled) let_others_first(b);
#endif
        call();
#if SIMT_CHECK
        thread.ended = true;
#endif
      } while (++at.x < (shape.x & (unsigned{b.waited()} - 1)));
      t = row + at.x;
      if (b.waited()) return t - 1;
      at.x = 0;
      if (++at.y == shape.y) {
        at.y = 0;
        if (++at.z == shape.z) return t - 1;
      }
    }
  }
};

#if SIMT_CHECK
/// A kernel and its arguments without their types: in checked builds a thread is a call in any
/// case, and what is around it, which is larger than most kernels, is compiled once for all.
struct checked_kernel {
  void (*run)(void const* kernel, void const* args);
  void const *kernel, *args;
  std::size_t kernel_bytes, args_bytes;
};
struct no_args {};

/// Runs a thread. One copy of the kernel, so that its threads are seen at the same places.
template <class Kernel, class Args>
[[gnu::noinline]]
#if !defined(__clang__)  // which would inline the kernel, and not instrument it there
SIMT_UNSEEN
#endif
void run_checked_thread(void const* kernel, void const* args) {
  // (Here, so that what the kernel calls may throw: else clang makes two barriers in branches one.)
  try {
    static_cast<Args const*>(args)->call(
        [&](auto const&... a) SIMT_LAMBDA_INLINE { (*static_cast<Kernel const*>(kernel))(a...); });
  } catch (thread_ended const&) {
  }
}

/// Runs the threads of a kernel whose arguments live as long.
template <class Kernel, class Args>
struct threads_of {
  threads_of(Kernel const* k, declared_memory memory, Args const& args)
      : kernel{&run_checked_thread<Kernel, Args>, k, &args, sizeof *k, sizeof args},
        runner{&kernel, memory, {}} {}
  threads_of(threads_of const&) = delete;
  threads_of& operator=(threads_of const&) = delete;

  checked_kernel kernel;
  thread_runner<checked_kernel, no_args> runner;
};
template <class Kernel, class Args>
[[nodiscard]] grid_work work_of(threads_of<Kernel, Args> const& threads) {
  grid_work out = work_of(threads.runner);
  out.history = &history_of<Kernel>;
  return out;
}
#else
template <class Kernel, class Args>
using threads_of = thread_runner<Kernel, Args>;
#endif

/// Static shared memory that a block has room for beside `dynamic` bytes.
constexpr std::size_t static_limit(std::size_t dynamic) noexcept {
  return dynamic < max_shared_bytes ? std::min(static_shared_bytes, max_shared_bytes - dynamic) : 0;
}

/// The shared memory of a kernel's blocks, with `dynamic` bytes of dynamic memory. Kernel: a type
/// that stands for the kernel in all its forms.
template <class Kernel>
[[nodiscard]] declared_memory declared_memory_of(std::size_t dynamic) noexcept {
  return {&kernel_shared_layout<Kernel>, static_limit(dynamic), dynamic};
}

inline launch_info thread_launch_info(char const* name, dim3 grid, dim3 block_dim,
                                      std::size_t shared) {
  launch_info info = launch_of_gangs(name, grid, block_dim, static_limit(shared) + shared, 1);
#if !SIMT_CHECK  // which reports them
  info.goes_on_without_absent = true;
#endif
  info.running_gang = []() noexcept { return thread_rank(); };
  return info;
}

}  // namespace detail

/// The most blocks of a cooperative launch: each has an OS thread of its own.
inline constexpr std::uint64_t max_cooperative_blocks = detail::max_resident_blocks;

namespace detail {

/// launch_threads, compiled once for all kernels.
void run_thread_grid(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
                     grid_work const& work);

/// Runs a grid with all blocks at once, each on an OS thread of its own, that may meet by
/// sync_grid.
void run_grid_together(launch_info const& info, grid_work const& work);

}  // namespace detail

/// Runs a thread kernel: an ordinary callable, called once for every thread of the grid, which
/// finds itself by the built-in variables of simt::cuda.
/// - CUDA:    kernel<<<grid, block, shared>>>(args...); cudaDeviceSynchronize();
/// - Same as: for each block, for each thread of it: kernel(args...)
/// - Needs:   args.call(f) calls f with the arguments: detail::kernel_args
/// - Order:   as run_grid; threads of a block in ascending order until one waits
/// - Errors:  as run_grid
/// - Cost:    a kernel that never waits is a loop that the compiler may vectorise; from the first
///            wait on a thread that waits costs two switches of stacks
/// - Source:  CUDA C Programming Guide 8.0, B.19 (Execution Configuration)
template <class Kernel, class Args>
void launch_threads(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
                    Kernel const& kernel, Args const& args) {
  detail::threads_of<Kernel, Args> const runner{&kernel, detail::declared_memory_of<Kernel>(shared),
                                                args};
  detail::run_thread_grid(name, grid, block_dim, shared, detail::work_of(runner));
}

/// The same with all blocks at once, so that they can wait for one another.
/// - CUDA:    cudaLaunchCooperativeKernel
/// - Needs:   at most max_cooperative_blocks blocks
/// - Errors:  as launch_threads; launch_error where there are more blocks
/// - Cost:    an OS thread for each block
/// - Source:  CUDA C Programming Guide 9.0, C.3 (Grid Synchronization)
template <class Kernel, class Args>
void launch_threads_together(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
                             Kernel const& kernel, Args const& args) {
  detail::threads_of<Kernel, Args> const runner{&kernel, detail::declared_memory_of<Kernel>(shared),
                                                args};
  detail::run_grid_together(detail::thread_launch_info(name, grid, block_dim, shared),
                            detail::work_of(runner));
}

}  // namespace simt::inline SIMT_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/thread/launch-inl.hpp>
#include <simt/thread/launch_together.hpp>
#endif
