#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/grid.hpp>
#include <simt/thread/grid_sync.hpp>
#include <simt/thread/launch.hpp>

#include <cstdint>

namespace simt::inline SIMT_ABI::detail {

[[noreturn]] SIMT_COLD inline void reject_cooperative(launch_info const& info) {
  message text;
  reject(info, text << "a cooperative launch has at most " << std::uint64_t{max_cooperative_blocks}
                    << " blocks");
}

SIMT_RUNTIME_FUNCTION void run_grid_together(launch_info const& info, grid_work const& work) {
  validate(info);
  std::uint64_t const blocks = info.grid.count();
  if (blocks > max_cooperative_blocks) reject_cooperative(info);
  auto run = run_of(info, work);
  grid_barrier barrier(blocks, run.state.stop);
  run_checked_launch(info, [&] {
    run.execute_together(
        [&](std::uint64_t member) {
          current_grid = {&barrier, member, 0};
        },
        [&](std::uint64_t member) { barrier.leave(member); });
  });
}

}  // namespace simt::inline SIMT_ABI::detail
