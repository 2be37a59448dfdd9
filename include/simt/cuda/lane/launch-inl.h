#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/launch.h>
#include <simt/thread/launch-inl.hpp>

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

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void run_lane_grid(char const* name, dim3 grid,
                                                           dim3 block_dim, std::size_t shared,
                                                           unsigned width, grid_work const& work,
                                                           bool together) {
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

}  // namespace simt::inline SIMT_ABI::detail
