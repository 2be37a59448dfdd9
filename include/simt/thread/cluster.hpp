#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/thread/grid_sync.hpp>
#include <simt/thread/sync.hpp>

namespace simt::inline SIMT_ABI {

namespace detail {

[[noreturn]] SIMT_COLD inline void throw_no_such_block(char const* function) {
  message text;
  text << function << " of a block that is not in the cluster: clusters have one block here";
  throw_kernel_error<kernel_error>(text.text(), running_block(function).site(),
                                   running_block(function).seen_index(),
                                   thread_range{thread_rank(), thread_rank()});
}

}  // namespace detail

namespace cooperative_groups {

/// The blocks that share their memory: one block here.
/// - CUDA:    cluster_group, this_cluster()
/// - Errors:  map_shared_rank: kernel_error for a rank above 0
/// - Differs: launches with larger clusters are refused, and `__cluster_dims__` does not compile
/// - Source:  CUDA C Programming Guide 13.0, 10.6.4 (Cluster Group); an H200 for launches without
///            clusters
class cluster_group {
 public:
  struct arrival_token {};
  static void sync() { cuda::__syncthreads(); }
  [[nodiscard]] static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&) { sync(); }
  static void barrier_wait() { sync(); }

  [[nodiscard]] static unsigned num_threads() {
    return static_cast<unsigned>(cuda::blockDim.count());
  }
  [[nodiscard]] static unsigned size() { return num_threads(); }
  [[nodiscard]] static unsigned thread_rank() { return simt::detail::thread_rank(); }
  [[nodiscard]] static dim3 dim_threads() { return cuda::blockDim; }
  [[nodiscard]] static dim3 thread_index() { return cuda::threadIdx; }
  [[nodiscard]] static unsigned num_blocks() { return 1; }
  [[nodiscard]] static unsigned block_rank() { return 0; }
  [[nodiscard]] static dim3 dim_blocks() { return {1, 1, 1}; }
  [[nodiscard]] static dim3 block_index() { return {0, 0, 0}; }

  /// The address of a block's shared variable.
  template <class T>
  [[nodiscard]] static T* map_shared_rank(T* p, int rank) {
    if (rank != 0) simt::detail::throw_no_such_block("map_shared_rank");
    return p;
  }
  /// The block in whose shared memory an address lies.
  [[nodiscard]] static unsigned query_shared_rank(void const*) { return 0; }
};

[[nodiscard]] inline cluster_group this_cluster() {
  cuda::host_call("this_cluster");
  return {};
}

}  // namespace cooperative_groups
}  // namespace simt::inline SIMT_ABI
