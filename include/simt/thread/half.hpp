#pragma once
// SPDX-License-Identifier: MIT

#include <simt/kernel/half.hpp>
#include <simt/thread/atomics.hpp>
#include <simt/thread/warp.hpp>

// Numbers of 16 bits and pairs of them in thread kernels: atomicAdd and atomicExch take them; the
// warp functions take whatever has at most 8 bytes.
// - Differs: a pair is added as one, where CUDA promises that for each half alone
// - Source:  CUDA C Programming Guide 10.0, B.12 (Atomic Functions)
namespace simt::inline SIMT_ABI::detail {

template <class Format>
inline constexpr bool atomic_number<short_float<Format>> = true;
template <class Format>
inline constexpr bool atomic_number<short_pair<Format>> = true;

}  // namespace simt::inline SIMT_ABI::detail
