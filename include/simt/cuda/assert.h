// SPDX-License-Identifier: MIT
// Not once: assert follows NDEBUG at each inclusion, as in the system's header. Where this folder
// is on the include path, everybody's <assert.h> is this file: it must include nothing of ours.
#pragma GCC system_header
#include_next <assert.h>

/// After CUDA's headers: in a kernel a failed assertion is CUDA's message and error, in host code
/// it stays C's.
/// - CUDA:    assert(expression)
/// - Source:  CUDA C Programming Guide 8.0, B.16 (Assertion)
#if defined(SIMT_CUDA_DEVICE_FUNCTIONS) && !defined(NDEBUG)
#undef assert
#define assert(...)                                                                              \
  (static_cast<bool>(__VA_ARGS__)                                                                \
       ? static_cast<void>(0)                                                                    \
   : ::simt::cuda::in_device_code()                                                              \
       ? ::simt::cuda::assertion_failed(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__)   \
       : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
