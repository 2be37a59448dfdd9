#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/gang.h>
#include <simt/launch/gang_runner.hpp>
#include <simt/launch/gang_width.hpp>
#include <simt/thread/launch.hpp>

#include <cstddef>
#include <string>

namespace simt::inline SIMT_ABI::detail {

/// Ends the launch of a kernel that waits where lanes have parted: it cannot run in lanes.
[[noreturn]] SIMT_COLD inline void throw_in_lanes(kernel_error const& e) {
  throw device_fault(error_code::launch_failure,
                     std::string(e.what()) +
                         "; this was the kernel's lane form: if the program is right, compile it "
                         "with SIMT_VECTORIZE off or run it with SIMT_KERNEL_FORM=thread");
}

/// Runs the grid of a lane form, in a cooperative launch with all blocks `together`; compiled once
/// for all kernels.
[[gnu::noinline]] inline void run_lane_grid(char const* name, dim3 grid, dim3 block_dim,
                                            std::size_t shared, unsigned width,
                                            grid_work const& work, bool together) {
  launch_info info = launch_of_gangs(name, grid, block_dim, static_limit(shared) + shared, width);
  info.goes_on_without_absent = true;
  thread_state_guard const guard;
  try {
    if (together)
      run_grid_together(info, work);
    else
      run_grid_of(info, work);
  } catch (barrier_error const& e) {
    throw_in_lanes(e);
  } catch (flow_error const& e) {
    throw_in_lanes(e);
  }
}
/// Runs a kernel's lane form in gangs of the given form, with the shared memory that its thread
/// form has: Layouts stands for both. (Not inlined: launches by name and those by address call it.)
template <class Form, class Layouts, class Kernel, class Args>
SIMT_COLD void launch_lane_gangs(char const* name, dim3 grid, dim3 block_dim, std::size_t shared,
                                 Kernel const& kernel, Args const& args, bool together) {
  using Gang = cuda::lane::gang<Form::width, typename Form::layout, Form::is_block>;
  gang_runner<Form, Gang, declared_memory, Kernel, Args> const runner{
      &kernel, declared_memory_of<Layouts>(shared), grid, block_dim, args};
  run_lane_grid(name, grid, block_dim, shared, unsigned{Form::width}, work_of(runner), together);
}

}  // namespace simt::inline SIMT_ABI::detail
