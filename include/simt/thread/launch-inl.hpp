#pragma once
// SPDX-License-Identifier: MIT

#include <simt/launch/checked.hpp>
#include <simt/launch/gang_runner.hpp>
#include <simt/thread/builtins.hpp>
#include <simt/thread/grid_sync.hpp>
#include <simt/thread/launch.hpp>
#include <simt/thread/shared.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// Keeps what a thread knows of itself while host code that it calls launches kernels.
class thread_state_guard {
 public:
  thread_state_guard() = default;
  thread_state_guard(thread_state_guard const&) = delete;
  thread_state_guard& operator=(thread_state_guard const&) = delete;
  ~thread_state_guard() {
    running::blockIdx.set(block_);
    running::blockDim.set(block_dim_);
    running::gridDim.set(grid_dim_);
    current_layout = layout_;
    current_run.current = run_;
    current_grid = grid_;
  }

 private:
  lane_state_guard lanes_;
  keep_thread thread_;
  uint3 block_ = running::blockIdx;
  dim3 block_dim_ = running::blockDim;
  dim3 grid_dim_ = running::gridDim;
  layout_state layout_ = current_layout;
  std::uint64_t run_ = current_run.current;
  grid_sync_state grid_ = std::exchange(current_grid, grid_sync_state{});
};

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void run_thread_grid(char const* name, dim3 grid,
                                                             dim3 block_dim, std::size_t shared,
                                                             grid_work const& work) {
  launch_info const info = thread_launch_info(name, grid, block_dim, shared);
  thread_state_guard const guard;
  run_checked_launch(info, [&] { run_grid_of(info, work); });
}

}  // namespace simt::inline SIMT_ABI::detail
