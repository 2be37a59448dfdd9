#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/grid_work.hpp>
#include <simt/kernel/gang.hpp>
#include <simt/launch/arguments.hpp>
#include <simt/launch/checked.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// Static shared memory of a block: CUDA's 48 KiB.
inline constexpr std::size_t static_shared_bytes = 48 * 1024;

/// Adds kernel, block and thread to what the lanes found wrong.
[[noreturn]] void rethrow_flow(flow_fault const& f, block const& b);

/// Keeps the lane state of a kernel that launches another from its host code.
class lane_state_guard {
 public:
  lane_state_guard() {
    if (block::current() != nullptr) {
      nested_ = true;
      saved_.save();
    }
  }
  ~lane_state_guard() {
    if (nested_)
      saved_.restore();
    else
      begin_task<1>();  // values with lanes work in host code, too
  }
  lane_state_guard(lane_state_guard const&) = delete;
  lane_state_guard& operator=(lane_state_guard const&) = delete;

 private:
  gang_snapshot saved_;
  bool nested_ = false;
};

/// Runs the gangs of a launch with everything known. Gang: what the kernel sees of its gang, made
/// from the block, the gang's number, the grid's and the block's extents. Memory: how the kernel's
/// declarations find shared memory; begin_task(block) prepares it for a run of blocks, begin_gang()
/// for a gang. Kernel: one of SIMT_KERNEL's, one that the .cu step has written, or a callable.
///
/// It has the loop over blocks and gangs itself, and hands over the arguments without std::apply.
/// Why: each function between the loop and the kernel holds a copy of the kernel, which clang 14
/// and g++ 12 optimise before they inline it. Not needed where a launch compiles as fast through
/// run_blocks of the engine.
template <class Form, class Gang, class Memory, class Kernel, class Args>
struct gang_runner;
template <class Form, class Gang, class Memory, class Kernel, std::size_t... I, class... T>
struct gang_runner<Form, Gang, Memory, Kernel, kernel_args_of<std::index_sequence<I...>, T...>> {
  Kernel const* kernel;
  Memory memory;
  dim3 grid, block_dim;
  kernel_args_of<std::index_sequence<I...>, T...> args;

#if SIMT_CHECK
  /// Runs a gang of one thread, as the checker or the profiler sees it.
  SIMT_INLINE void observe(block& b, unsigned g) const {
    if (g == 0)
      begin_checked_block(b, static_shared_bytes, memory.dynamic, true, this, sizeof *this, kernel,
                          sizeof *kernel);
    checked_thread thread(b, g);
    call(b, g);
    thread.ended = true;
  }
  // One copy of the kernel, so that its threads are seen at the same places.
  [[gnu::noinline]] void call(block& b, unsigned g) const {
    Gang const gang(b, g, grid, block_dim);
    if constexpr (requires { Kernel::simt_name; })
      gang(static_cast<kernel_arg<I, T> const&>(args).value...);
    else
      (*kernel)(gang, static_cast<kernel_arg<I, T> const&>(args).value...);
  }
#endif

  [[gnu::noinline]] static void run_blocks(block& b, std::uint64_t blocks) noexcept {
    try {
      task_runner<gang_runner> run = *static_cast<gang_runner const*>(block_access::run_gang(b));
      begin_task<Form::width>();
      run.memory.begin_task(b);
      gang_walk<Form::is_block> walk(b, blocks);
      do {
        unsigned const g = Form::is_block ? 0u : walk.gang();
        begin_gang<Form::width, Form::is_full>(g, run.block_dim);
        run.memory.begin_gang();
        try {
#if SIMT_CHECK
          run.observe(b, g);
#else
          Gang const gang(b, g, run.grid, run.block_dim);
          if constexpr (requires { Kernel::simt_name; })
            gang(static_cast<kernel_arg<I, T> const&>(run.args).value...);
          else if constexpr (requires { typename Kernel::written; })
            Kernel::written::simt_call(gang,
                                       static_cast<kernel_arg<I, T> const&>(run.args).value...);
          else
            (*run.kernel)(gang, static_cast<kernel_arg<I, T> const&>(run.args).value...);
#endif
        } catch (flow_fault const& f) {
          rethrow_flow(f, b);
        }
        end_gang();
      } while (walk.next(walk.gang()));
    } catch (...) {
      block_access::failed(b);
    }
  }
};

/// Runs the grid of a launch of gangs; compiled once for all kernels.
[[gnu::noinline]] inline void run_gangs(char const* name, dim3 grid, dim3 block_dim,
                                        std::size_t shared_bytes, unsigned width,
                                        grid_work const& work) {
  launch_info const info = launch_of_gangs(name, grid, block_dim, shared_bytes, width);
  lane_state_guard const guard;
  run_checked_launch(info, [&] { run_grid_of(info, work); });
}

}  // namespace simt::inline SIMT_ABI::detail

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/launch/gang_runner-inl.hpp>
#endif
