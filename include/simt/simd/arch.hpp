#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <xsimd/config/xsimd_config.hpp>
#if XSIMD_VERSION_MAJOR * 100 + XSIMD_VERSION_MINOR < 801
#error "simt needs xsimd 8.1 or later; the first xsimd/ among the folders of headers is older"
#include <needs xsimd 8.1>
#endif

#if defined(__x86_64__) || defined(__i386__)
#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the intrinsics' own undefined registers for ours (GCC bug 105593, fixed in 13).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#include <immintrin.h>
#endif
#elif SIMT_ISA_NEON
#include <arm_neon.h>
#endif

// Why: without optimisation g++ 12 has these two as macros, whose casts do not take xsimd 8.1's
// batches (select of integers); with a cast to __m512i, as its other macros have, they do. No longer
// needed when `g++ -O0 -march=x86-64-v4` compiles examples/bitonic_sort.cpp without.
#if defined(_mm512_mask_blend_epi8) && defined(_mm512_mask_blend_epi16)
#undef _mm512_mask_blend_epi8
#undef _mm512_mask_blend_epi16
#define _mm512_mask_blend_epi8(mask, a, b)                                                \
  ((__m512i)__builtin_ia32_blendmb_512_mask((__v64qi)(__m512i)(a), (__v64qi)(__m512i)(b), \
                                            (__mmask64)(mask)))
#define _mm512_mask_blend_epi16(mask, a, b)                                               \
  ((__m512i)__builtin_ia32_blendmw_512_mask((__v32hi)(__m512i)(a), (__v32hi)(__m512i)(b), \
                                            (__mmask32)(mask)))
#endif

#if defined(__GNUC__) && !defined(__clang__)
// Why: as above, for the intrinsics that xsimd calls without a mask.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <xsimd/xsimd.hpp>
#pragma GCC diagnostic pop
#else
#include <xsimd/xsimd.hpp>
#endif

/// Vectors, masks and memory accesses of one register: the only code that knows instruction sets.
namespace simt::inline SIMT_ABI::simd {

// Of the instruction set that this unit is compiled for: its name as xsimd has it (void where xsimd
// has no registers for it), the number of 32-bit lanes in a register, and the name that benchmarks
// print. Not xsimd's default_arch: that follows flags which do not make an instruction set of ours
// (AVX2 without FMA), and other units may be compiled for another one.
#if SIMT_ISA_AVX512
using arch = xsimd::avx512bw;
inline constexpr int native_lanes = 16;
inline constexpr char const* isa_name = "AVX-512";
#elif SIMT_ISA_AVX2
using arch = xsimd::fma3<xsimd::avx2>;
inline constexpr int native_lanes = 8;
inline constexpr char const* isa_name = "AVX2";
#elif SIMT_ISA_SSE4_2
using arch = xsimd::sse4_2;
inline constexpr int native_lanes = 4;
inline constexpr char const* isa_name = "SSE4.2";
#elif SIMT_ISA_SSE2
using arch = xsimd::sse2;
inline constexpr int native_lanes = 4;
inline constexpr char const* isa_name = "SSE2";
#elif SIMT_ISA_NEON
using arch = xsimd::neon64;
inline constexpr int native_lanes = 4;
inline constexpr char const* isa_name = "NEON";
#else
using arch = void;
inline constexpr int native_lanes = 4;
inline constexpr char const* isa_name = "generic";
#endif

/// True where a multiply-add that rounds once is an instruction.
inline constexpr bool has_fma = SIMT_ISA_AVX512 || SIMT_ISA_AVX2 || SIMT_ISA_NEON;

// Properties of the compiled instruction set, by which code above simd/ chooses its way.

/// True if a mask is an integer with one bit a lane: the masks of four parts are one 64-bit word.
inline constexpr bool has_bit_masks = SIMT_ISA_AVX512;

/// True if loads and stores take masks; otherwise a masked access goes lane by lane.
inline constexpr bool has_masked_access = SIMT_ISA_AVX512 || SIMT_ISA_AVX2;

/// True if a masked store costs what a store does. AVX2's takes 12 cycles on Zen 3.
inline constexpr bool has_fast_masked_store = SIMT_ISA_AVX512;

/// True if gathers and scatters take masks.
inline constexpr bool has_masked_gather = SIMT_ISA_AVX512;

}  // namespace simt::inline SIMT_ABI::simd
