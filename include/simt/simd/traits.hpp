#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/arch.hpp>

namespace simt::inline SIMT_ABI::simd {

// What the compiled instruction set has, by which code above simd/ chooses its way.

/// True if a mask is an integer with one bit a lane: the masks of four parts are one 64-bit word.
inline constexpr bool has_bit_masks = SIMT_ISA_AVX512;

/// True if loads and stores take masks; otherwise a masked access goes lane by lane.
inline constexpr bool has_masked_access = SIMT_ISA_AVX512 || SIMT_ISA_AVX2;

/// True if a masked store costs what a store does. AVX2's takes 12 cycles on Zen 3.
inline constexpr bool has_fast_masked_store = SIMT_ISA_AVX512;

/// True if gathers and scatters take masks.
inline constexpr bool has_masked_gather = SIMT_ISA_AVX512;

}  // namespace simt::inline SIMT_ABI::simd
