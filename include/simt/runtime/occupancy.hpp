#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/submit.hpp>

#include <algorithm>
#include <cstddef>

namespace simt::inline SIMT_ABI {

/// Blocks of a kernel that one multiprocessor holds at a time, by device_limits of the calling
/// thread's device; registers do not count.
/// - CUDA:    cudaOccupancyMaxActiveBlocksPerMultiprocessor
/// - Source:  CUDA C Programming Guide 8.0, 5.2.3 (Multiprocessor Level)
[[nodiscard]] inline error_code max_active_blocks(int* blocks, kernel_record const& k,
                                                  int block_threads,
                                                  std::size_t dynamic_shared) noexcept {
  if (blocks == nullptr || block_threads <= 0) return error_code::invalid_value;
  *blocks = detail::blocks_per_worker(detail::this_device(), k, block_threads, dynamic_shared);
  return error_code::success;
}

/// The block size that fills a multiprocessor best, and the blocks that fill the device with it.
/// - CUDA:    cudaOccupancyMaxPotentialBlockSizeVariableSMem
/// - Needs:   shared_of(threads): the dynamic shared memory of a block, bytes
template <class SharedOf>
[[nodiscard]] error_code best_block_size(int* min_grid, int* block, kernel_record const& k,
                                         SharedOf&& shared_of, int limit, int workers) {
  if (min_grid == nullptr || block == nullptr) return error_code::invalid_value;
  detail::device_state const& d = detail::this_device();
  int const bound = k.max_threads;
  int const most = limit > 0 ? std::min(limit, bound) : bound;
  int best_threads = 0;
  int best = 0;
  int best_blocks = 0;
  // From the largest down, so that of equals the largest wins; the largest need not be whole warps.
  for (int threads = most; threads > 0; threads = (threads - 1) / 32 * 32) {
    auto const shared = static_cast<std::size_t>(shared_of(threads));
    int const blocks = detail::blocks_per_worker(d, k, threads, shared);
    if (blocks * threads > best) {
      best = blocks * threads;
      best_threads = threads;
      best_blocks = blocks;
    }
    if (best == static_cast<int>(d.model.resident_threads)) break;
  }
  *block = best_threads;
  *min_grid = best_blocks * workers;
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI
