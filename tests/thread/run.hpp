#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/device_functions.h>
#include <simt/thread/launch.hpp>

#include <cstddef>

// As CUDA programs do, kernels here mix signed and unsigned numbers.
#pragma GCC diagnostic ignored "-Wsign-conversion"

/// K<<<grid, block, shared>>>(a...) and a wait for it, with the error thrown.
template <class K, class... A>
void run_threads(simt::dim3 grid, simt::dim3 block, std::size_t shared, K kernel, A... a) {
  simt::detail::kernel_args<A...> const args{{a}...};
  simt::launch_threads("kernel", grid, block, shared, kernel, args);
}
/// Wraps K as the .cu step does.
#define KERNEL(...) [=](auto... simt_a) { __VA_ARGS__(simt_a...); }
