#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/gang.h>
#include <simt/launch/gang_runner.hpp>
#include <simt/launch/gang_width.hpp>
#include <simt/thread/launch.hpp>

#include <cstddef>

namespace simt::inline SIMT_ABI::detail {

/// Runs the grid of a lane form, in a cooperative launch with all blocks `together`; compiled once
/// for all kernels.
void run_lane_grid(char const* name, dim3 grid, dim3 block_dim, std::size_t shared, unsigned width,
                   grid_work const& work, bool together);
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

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/lane/launch-inl.h>
#endif
