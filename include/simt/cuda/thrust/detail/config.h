#pragma once
// SPDX-License-Identifier: MIT
#pragma GCC system_header  // (for #include_next)

// Thrust's configuration for programs whose device is this processor. Thrust itself is not part of
// simt: it is the package that is installed (Debian: libthrust-dev), or the program's own copy
// where that comes later in the include path than simt. Every header of Thrust begins with this.
//
// The device is Thrust's for oneTBB. Its algorithms run in the calling thread and oneTBB's workers
// and ask no stream, so that launches, copies and fills of such a program end in the call that
// queues them: what came before an algorithm in any stream is done when it begins.

#include <cuda_runtime.h>

#include <iostream>  // programs rely on what Thrust for CUDA includes

#ifndef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_TBB
#endif
#include_next <thrust/detail/config.h>

namespace simt::inline SIMT_ABI::cuda::detail {
/// Done before main by each file that includes Thrust.
[[maybe_unused]] static bool const thrust_waits_for_no_stream = [] {
  simt::detail::finish_work_in_calls();
  return true;
}();
}  // namespace simt::inline SIMT_ABI::cuda::detail
