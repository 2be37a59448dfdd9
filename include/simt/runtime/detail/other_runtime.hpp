#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <atomic>
#include <cstdio>
#include <cstring>

namespace simt {
/// The instruction set and version of the first host runtime that the process began to use: one for all
/// units, whatever theirs.
inline constinit std::atomic<char const*> first_host_runtime{nullptr};
}  // namespace simt

namespace simt::inline SIMT_ABI::detail {

#define SIMT_DETAIL_ABI_TEXT_OF(x) #x
#define SIMT_DETAIL_ABI_TEXT(x) SIMT_DETAIL_ABI_TEXT_OF(x)
/// The name of what this unit is compiled for, and with which version.
inline constexpr char abi_name[] = SIMT_DETAIL_ABI_TEXT(SIMT_ABI);
#undef SIMT_DETAIL_ABI_TEXT
#undef SIMT_DETAIL_ABI_TEXT_OF

/// Says on stderr that the program has a second host runtime, of units for another instruction set or with
/// another version: neither waits for the other's kernels, nor knows its memory.
inline void tell_other_runtime() noexcept {
  char const* first = nullptr;
  if (!first_host_runtime.compare_exchange_strong(first, abi_name) &&
      std::strcmp(first, abi_name) != 0)
    std::fprintf(stderr,
                 "simt: this program has two host runtimes, as files that call CUDA's runtime were "
                 "compiled for different instruction sets or with different versions of simt (%s, %s): "
                 "synchronisation, streams and memory of one are unknown to the other; compile "
                 "them for one, with one\n",
                 first, abi_name);
}

}  // namespace simt::inline SIMT_ABI::detail
