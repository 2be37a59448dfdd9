#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/atomics.hpp>
#include <simt/builtins/half/half.hpp>

// atomicAdd and atomicExch take numbers of 16 bits and pairs of them.
// - Differs: a pair is added as one, where CUDA promises that for each half alone
// - Source:  CUDA C Programming Guide 10.0, B.12 (Atomic Functions)
namespace simt::inline SIMT_ABI::detail {

template <class Format>
inline constexpr bool atomic_number<short_float<Format>> = true;
template <class Format>
inline constexpr bool atomic_number<short_pair<Format>> = true;

}  // namespace simt::inline SIMT_ABI::detail
