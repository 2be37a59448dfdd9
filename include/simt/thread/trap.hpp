#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/engine/detail/signals.hpp>
#include <simt/runtime/fault.hpp>
#include <simt/thread/builtins.hpp>
#include <simt/thread/launch.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace simt::inline SIMT_ABI {
namespace detail {

/// True where a debugger holds the process.
[[nodiscard]] SIMT_COLD inline bool has_debugger() {
  std::FILE* const status = std::fopen("/proc/self/status", "r");
  if (status == nullptr) return false;
  char line[128];
  int tracer = 0;
  while (tracer == 0 && std::fgets(line, sizeof line, status) != nullptr)
    (void)std::sscanf(line, "TracerPid: %d", &tracer);
  std::fclose(status);
  return tracer != 0;
}

/// A text about the running thread.
SIMT_COLD inline std::string describe_thread(block const& b, std::string_view what) {
  auto const rank = thread_rank();
  return kernel_error(what, b.site(), b.seen_index(), thread_range{rank, rank}).what();
}

}  // namespace detail

namespace cuda {

/// Ends the kernel with an error.
/// - CUDA:    __trap()
/// - Errors:  device_fault with launch_failure leaves the launch; in host code the program aborts
/// - Source:  CUDA C Programming Guide 9.0, B.17 (Trap function)
[[noreturn]] SIMT_COLD inline void __trap() {
  block const* const b = block::current();
  if (b == nullptr) std::abort();
  throw device_fault(error_code::launch_failure,
                     simt::detail::describe_thread(*b, "the kernel called __trap()"));
}
/// - CUDA:    __brkpt()
/// - Differs: there is no debugger of kernels to stop in: ends as __trap
[[noreturn]] SIMT_COLD inline void __brkpt() { __trap(); }

/// Counts the warps that come here, for a profiled build: counters 0 to 7 of each launch. Else it does
/// nothing.
/// - CUDA:    __prof_trigger(counter)
/// - Source:  CUDA C Programming Guide 8.0, B.15 (Profiler Counter Function)
SIMT_INLINE void __prof_trigger([[maybe_unused]] int counter) {
#if SIMT_PROFILE
  simt_profile_trigger(counter);
#endif
}

/// Says on stderr that an assertion in a kernel has failed, and ends the thread and the launch. A
/// debugger that holds the process stops there first.
/// - CUDA:    assert(expression)
/// - Order:   the block's other threads go on, so that each may say so; no further block starts
/// - Errors:  device_fault with assert_failed leaves the launch
/// - Source:  CUDA C Programming Guide 8.0, B.16 (Assertion)
[[noreturn]] SIMT_COLD inline void assertion_failed(char const* expression, char const* file,
                                                    unsigned line, char const* function) {
  block* const b = block::current();
  auto const& i = cuda::blockIdx;
  auto const& t = cuda::threadIdx;
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               file, line, function, i.x, i.y, i.z, t.x, t.y, t.z, expression);
#if SIMT_HAS_SIGNALS
  if (simt::detail::has_debugger()) simt::detail::raise_signal(simt::detail::trace_trap);
#endif
  if (b == nullptr) std::abort();
  b->report(std::make_exception_ptr(device_fault(
      error_code::assert_failed,
      simt::detail::describe_thread(*b, std::string("assertion `") + expression + "` failed"))));
  throw simt::detail::thread_ended{};
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
