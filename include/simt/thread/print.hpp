#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/printf/format.hpp>
#include <simt/thread/builtins.hpp>

#include <cstddef>
#include <cstdio>

namespace simt::inline SIMT_ABI {
namespace detail {

using c_printf = int (*)(char const*, ...);

}  // namespace detail

namespace cuda {

/// Prints from a kernel to the host's stdout; from host code it is C's printf.
/// - CUDA:    printf(format, ...)
/// - Shape:   conversions %d i u o x X f F e E g G a A c s p with - + space # 0, width, * as width,
///            precision, h l ll; others stand for themselves. Gives the number of arguments
///            printed, at most 32, -1 for a null format. %hhd and its kind take no argument and
///            print a byte of the format, as do the conversions beyond 32: GPUs do so
/// - Order:   a call's text is not mixed with another's; texts come in the order in which threads
///            run
/// - Differs: text goes to stdout at once, not only when the host waits, so that a kernel that
///            hangs shows how far it came; nothing is lost, whatever cudaLimitPrintfFifoSize says.
///            Text of the host between a launch and a wait may come before or behind the kernel's.
///            Without arguments the call is C's and gives what that gives: see printed()
/// - Source:  CUDA C Programming Guide 8.0, B.17 (Formatted Output)
template <class First, class... Rest>
int printf(char const* format, First first, Rest... rest) {
  if (!in_device_code()) {
    simt::detail::c_printf const host = &std::printf;
    return host(format, first, rest...);
  }
  std::byte data[(1 + sizeof...(Rest)) * 8];
  std::size_t at = 0;
  simt::detail::pack_argument(data, at, first);
  (simt::detail::pack_argument(data, at, rest), ...);
  return simt::detail::print_packed(format, data, at);
}

/// Gives what a kernel's call of printf with a text alone gives, which has printed `length` bytes:
/// 0, the number of its arguments, as an H100 does. The .cu step writes it where the number counts.
inline int printed(int length) { return in_device_code() && length > 0 ? 0 : length; }
/// printf(text).
inline int printf_alone(char const* text) {
  simt::detail::c_printf const host = &std::printf;
  return printed(host(text));
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
