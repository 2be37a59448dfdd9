#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <atomic>
#include <cstdio>
#include <cstring>

namespace simt {
/// The instruction set of the first host runtime that the process began to use: one for all units,
/// whatever theirs.
inline constinit std::atomic<char const*> first_host_runtime{nullptr};
}  // namespace simt

namespace simt::inline SIMT_ABI::detail {

#define SIMT_DETAIL_TEXT(x) #x
#define SIMT_DETAIL_TEXT_OF(x) SIMT_DETAIL_TEXT(x)

/// Says on stderr that the program has a second host runtime, of units for another instruction set:
/// neither waits for the other's kernels, nor knows its memory.
inline void tell_other_runtime() noexcept {
  char const* const mine = SIMT_DETAIL_TEXT_OF(SIMT_ABI);
  char const* first = nullptr;
  if (!first_host_runtime.compare_exchange_strong(first, mine) && std::strcmp(first, mine) != 0)
    std::fprintf(stderr,
                 "simt: this program has two host runtimes, as files that call CUDA's runtime were "
                 "compiled for different instruction sets (%s, %s): synchronisation, streams and "
                 "memory of one are unknown to the other; compile them for one\n",
                 first, mine);
}

#undef SIMT_DETAIL_TEXT_OF
#undef SIMT_DETAIL_TEXT

}  // namespace simt::inline SIMT_ABI::detail
