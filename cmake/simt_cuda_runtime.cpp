// SPDX-License-Identifier: MIT
// Compiles once, with the flags of those files, the functions that headers only declare where
// SIMT_CUDA_RUNTIME_LIBRARY is 1, the host runtime above all. simt_add_cuda does so.
#undef SIMT_CUDA_RUNTIME_LIBRARY
#define SIMT_CUDA_RUNTIME_LIBRARY 0
// Files that choose the other default stream bring their own runtime's calls.
#undef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define SIMT_DETAIL_RUNTIME_LIBRARY_FILE
#include <simt/cuda/cuda_profiler_api.h>
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/lane/launch.h>
#include <simt/runtime/kernel_heap.hpp>
#include <simt/thread/launch_together.hpp>
