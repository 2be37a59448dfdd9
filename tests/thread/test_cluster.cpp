// SPDX-License-Identifier: MIT
#include <simt/cuda/cooperative_groups.h>
#include <simt/cuda/cuda_runtime.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "thread/run.hpp"

namespace cg = cooperative_groups;
using namespace simt::cuda;

namespace {

/// A kernel of clusters of one block, which CUDA's keyword may say.
__global__ void __cluster_dims__(1, 1, 1) of_one_block(unsigned* out) {
  auto const cluster = cg::this_cluster();
  dim3 const blocks = cluster.dim_blocks(), at = cluster.block_index();
  dim3 const threads = cluster.dim_threads(), own = cluster.thread_index();
  cluster.sync();
  cluster.barrier_wait(cluster.barrier_arrive());
  unsigned const values[] = {cluster.block_rank(),
                             cluster.num_blocks(),
                             cluster.num_threads(),
                             cluster.thread_rank(),
                             blocks.x,
                             blocks.y,
                             blocks.z,
                             at.x,
                             at.y,
                             at.z,
                             threads.x,
                             threads.y,
                             own.x,
                             own.y,
                             cluster.size(),
                             cluster.query_shared_rank(out)};
  for (unsigned i = 0; i < 16; ++i) out[(blockIdx.x * 32 + threadIdx.x) * 16 + i] = values[i];
}

}  // namespace

TEST_CASE("cluster: a launch without clusters has one block in each, as an H200 says") {
  std::vector<unsigned> out(64 * 16);
  run_threads(2, 32, 0, KERNEL(of_one_block), out.data());
  // Thread 0 of block 1; the last number is ours.
  unsigned const recorded[] = {0, 1, 32, 0, 1, 1, 1, 0, 0, 0, 32, 1, 0, 0, 32, 0};
  for (unsigned i = 0; i < 16; ++i) CHECK(out[32 * 16 + i] == recorded[i]);
  CHECK(out[37 * 16 + 3] == 5);
  CHECK(out[37 * 16 + 12] == 5);
}

TEST_CASE("cluster: shared memory of another block is an error that says so") {
  std::string text;
  try {
    run_threads(1, 1, 0, [] {
      int own = 0;
      CHECK(cg::this_cluster().map_shared_rank(&own, 0) == &own);
      static_cast<void>(cg::this_cluster().map_shared_rank(&own, 1));
    });
  } catch (simt::kernel_error const& e) {
    text = e.what();
  }
  CHECK(text.find("clusters have one block here") != text.npos);
}

TEST_CASE("cluster: a launch with clusters of several blocks is refused") {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 4;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  unsigned* out = nullptr;
  CHECK(cudaLaunchKernelEx(&config, &of_one_block, out) == cudaErrorNotSupported);
  int clusters = 0, most = 0, blocks = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, &of_one_block, &config) == cudaErrorNotSupported);
  CHECK(cudaOccupancyMaxPotentialClusterSize(&most, &of_one_block, &config) == cudaSuccess);
  CHECK(most == 1);
  attribute.val.clusterDim = {1, 1, 1};
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, &of_one_block, &config) == cudaSuccess);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, &of_one_block, static_cast<int>(config.blockDim.count()), 0) == cudaSuccess);
  CHECK(clusters >= blocks);
  CHECK(clusters % blocks == 0);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
}
