#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
#include <simt/cuda/cub/block/block_adjacent_difference.cuh>
#include <simt/cuda/cub/block/block_exchange.cuh>
#include <simt/cuda/cub/block/block_load.cuh>
#include <simt/cuda/cub/block/block_reduce.cuh>
#include <simt/cuda/cub/block/block_scan.cuh>
#include <simt/cuda/cub/block/block_store.cuh>
#include <simt/cuda/cub/thread/thread_load.cuh>
#include <simt/cuda/cub/thread/thread_store.cuh>
#include <simt/cuda/cub/warp/warp_reduce.cuh>
#include <simt/cuda/cub/warp/warp_scan.cuh>
