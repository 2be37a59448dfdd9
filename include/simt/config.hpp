#pragma once
// SPDX-License-Identifier: MIT

#include <simt/version.hpp>

// Why: compilers go on behind an #error (g++ 12 for fifty thousand lines); a file that does not exist
// ends them.
#if __cplusplus < 202002L
#error "simt needs C++20: compile with -std=c++20 (CMake: link to simt::simt, which says so)"
#include <needs C++20>
#endif
#ifndef __cpp_exceptions
#error "simt tells of errors in kernels by exceptions: compile without -fno-exceptions"
#include <needs exceptions>
#endif
#if !__has_include(<oneapi/tbb/task_arena.h>)
#error "simt needs oneTBB 2021 or later (Debian: apt-get install libtbb-dev)"
#include <needs oneTBB>
#endif
#if !__has_include(<xsimd/config/xsimd_config.hpp>)
#error "simt needs xsimd 8.1 or later (Debian: apt-get install libxsimd-dev)"
#include <needs xsimd>
#endif

// Macros that a user may set before the first include (always 0 or 1):
//
//   SIMT_HANDLE_SIGSEGV  1 (default): a stack overflow in a kernel becomes simt::stack_overflow_error;
//                        0: no signal handler is installed.
//
//   SIMT_FAST_MATH       1: in lane kernels expf, exp10f and powf are __expf, __exp10f and __powf, as
//                        nvcc's --use_fast_math has it; 0 (default): they are exact to the guide's
//                        bounds. Division, sinf, logf and the like are exact either way, subnormal
//                        numbers are never flushed.
//
//   SIMT_CUDA_RUNTIME_LIBRARY  1: CUDA's host runtime, and what of the engine is the same for all
//                        kernels, is declared here, and the program is linked with what
//                        cmake/simt_cuda_runtime.cpp is compiled to, with the same flags;
//                        0 (default): the headers hold it. simt_add_cuda sets it.
//
// Read-only macros: SIMT_VERSION*, SIMT_ABI, SIMT_ISA_*, SIMT_ASAN, SIMT_TSAN, SIMT_CHECK,
// SIMT_PROFILE.
#ifndef SIMT_HANDLE_SIGSEGV
#define SIMT_HANDLE_SIGSEGV 1
#endif

#ifndef SIMT_FAST_MATH
#define SIMT_FAST_MATH 0
#endif

#ifndef SIMT_CUDA_RUNTIME_LIBRARY
#define SIMT_CUDA_RUNTIME_LIBRARY 0
#endif

// 1: the default stream of launches and calls is the calling thread's own.
// - CUDA:    nvcc --default-stream per-thread, CUDA_API_PER_THREAD_DEFAULT_STREAM
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define SIMT_PER_THREAD_DEFAULT_STREAM 1
#else
#define SIMT_PER_THREAD_DEFAULT_STREAM 0
#endif

// True where the host runtime's functions come from a library. They have one default stream there:
// files with the other one keep their own.
#if SIMT_CUDA_RUNTIME_LIBRARY && !SIMT_PER_THREAD_DEFAULT_STREAM
#define SIMT_RUNTIME_IN_LIBRARY 1
#else
#define SIMT_RUNTIME_IN_LIBRARY 0
#endif

// Functions of the host runtime and the engine that other headers only declare. The library's file has them
// compiled whether it calls them or not; as inline functions all the same, so that files that hold
// them and files that do not make one program with one runtime.
#ifdef SIMT_DETAIL_RUNTIME_LIBRARY_FILE
#define SIMT_RUNTIME_FUNCTION [[gnu::used]] inline
#else
#define SIMT_RUNTIME_FUNCTION inline
#endif

// The instruction set that this translation unit is compiled for. With simt's version it names an
// inline namespace, so that units built with different flags, or of different versions, link into one
// program without sharing inline functions: the linker would keep one of the two, perhaps the one that
// the machine lacks. A host runtime's library of another version does not link, by this name.
// Checked builds have their own, too: their checker looks for what has been compiled without it.
//
// SIMT_CHECK: the compiler tells of every access, and simt's own functions take the place of the
// thread sanitizer's. Set by CMake, never by hand.
#ifndef SIMT_CHECK
#define SIMT_CHECK 0
#endif
#define SIMT_DETAIL_ABI_JOINED(isa, major, minor, patch) isa##_v##major##_##minor##_##patch
#define SIMT_DETAIL_ABI_OF(isa, major, minor, patch) SIMT_DETAIL_ABI_JOINED(isa, major, minor, patch)
#if SIMT_CHECK
#define SIMT_DETAIL_ABI(isa) \
  SIMT_DETAIL_ABI_OF(isa##_checked, SIMT_VERSION_MAJOR, SIMT_VERSION_MINOR, SIMT_VERSION_PATCH)
#else
#define SIMT_DETAIL_ABI(isa) \
  SIMT_DETAIL_ABI_OF(isa, SIMT_VERSION_MAJOR, SIMT_VERSION_MINOR, SIMT_VERSION_PATCH)
#endif
#define SIMT_ISA_AVX512 0
#define SIMT_ISA_AVX2 0
#define SIMT_ISA_SSE4_2 0
#define SIMT_ISA_SSE2 0
#define SIMT_ISA_NEON 0
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__) && defined(__AVX512CD__) && defined(__FMA__)
#undef SIMT_ISA_AVX512
#define SIMT_ISA_AVX512 1
#define SIMT_ABI SIMT_DETAIL_ABI(isa_avx512)
#elif defined(__AVX2__) && defined(__FMA__)
#undef SIMT_ISA_AVX2
#define SIMT_ISA_AVX2 1
#define SIMT_ABI SIMT_DETAIL_ABI(isa_avx2)
#elif defined(__SSE4_2__)
#undef SIMT_ISA_SSE4_2
#define SIMT_ISA_SSE4_2 1
#define SIMT_ABI SIMT_DETAIL_ABI(isa_sse4_2)
#elif defined(__SSE2__)
#undef SIMT_ISA_SSE2
#define SIMT_ISA_SSE2 1
#define SIMT_ABI SIMT_DETAIL_ABI(isa_sse2)
#elif defined(__ARM_NEON) && defined(__aarch64__)
#undef SIMT_ISA_NEON
#define SIMT_ISA_NEON 1
#define SIMT_ABI SIMT_DETAIL_ABI(isa_neon)
#else
#define SIMT_ABI SIMT_DETAIL_ABI(isa_generic)
#endif

// The sanitizers that this translation unit is compiled for.
#define SIMT_ASAN 0
#define SIMT_TSAN 0
#if defined(__SANITIZE_ADDRESS__)
#undef SIMT_ASAN
#define SIMT_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#undef SIMT_TSAN
#define SIMT_TSAN 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#undef SIMT_ASAN
#define SIMT_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#undef SIMT_TSAN
#define SIMT_TSAN 1
#endif
#endif

// A profiled build (SIMT_PROFILE) has what a checked one has, and the profiler in the checker's place.
#ifndef SIMT_PROFILE
#define SIMT_PROFILE 0
#endif
#if SIMT_CHECK
#undef SIMT_TSAN
#define SIMT_TSAN 0
#endif

// Attributes for functions that must vanish: the speed of lane kernels rests on every operator
// being inlined into the kernel body. Where only results matter, -DSIMT_INLINE=inline compiles
// faster.
#ifndef SIMT_INLINE
#define SIMT_INLINE [[gnu::always_inline]] inline
#define SIMT_LAMBDA_INLINE __attribute__((always_inline))
#elif !defined(SIMT_LAMBDA_INLINE)
#define SIMT_LAMBDA_INLINE
#endif
#define SIMT_COLD [[gnu::noinline]]

// Functions of the library's that checked builds do not instrument, and what is inlined into them:
// each access is a call there, and a barrier has thirty. SIMT_INLINE_UNSEEN vanishes in all other
// builds. SIMT_LAUNCHER is the same for what calls a kernel, which g++ inlines into none of these;
// clang would.
#define SIMT_LAUNCHER
#if !SIMT_CHECK
#define SIMT_UNSEEN
#define SIMT_INLINE_UNSEEN SIMT_INLINE
#elif defined(__clang__)
#define SIMT_UNSEEN \
  [[clang::disable_sanitizer_instrumentation, clang::no_sanitize("thread", "undefined", "coverage")]]
#define SIMT_INLINE_UNSEEN SIMT_UNSEEN [[gnu::noinline]] inline
#else
#define SIMT_UNSEEN [[gnu::no_sanitize("thread", "undefined"), gnu::no_sanitize_coverage]]
#if !SIMT_PROFILE
#undef SIMT_LAUNCHER
#define SIMT_LAUNCHER __attribute__((no_sanitize("thread", "undefined"), no_sanitize_coverage))
#endif
#define SIMT_INLINE_UNSEEN SIMT_UNSEEN [[gnu::noinline]] inline
#endif

// A function that a debugger may call: it is there as such where nothing is optimised, if
// SIMT_DETAIL_EMIT stands in a function of its class that is.
#if defined(__OPTIMIZE__)
#define SIMT_DETAIL_FOR_DEBUGGERS
#define SIMT_DETAIL_EMIT(function)
#else
#define SIMT_DETAIL_FOR_DEBUGGERS [[gnu::used]]
#define SIMT_DETAIL_EMIT(function) static_cast<void>(function)
#endif

// clang contracts a*b+c into a fused multiply-add across operators only where the operator's own
// body allows it; g++ does so by default. SIMT_NO_CONTRACTION, with -ffp-contract=off, keeps every
// product rounded: lane and thread forms of a kernel then agree to the last bit.
#if defined(__clang__) && !defined(SIMT_NO_CONTRACTION)
#define SIMT_FP_CONTRACT _Pragma("clang fp contract(fast)")
#else
#define SIMT_FP_CONTRACT
#endif

// Defines, by a macro that takes the operator without its `=`, all compound assignments of a class.
#define SIMT_DETAIL_COMPOUND_ASSIGNMENTS(macro) \
  macro(+) SIMT_DETAIL_COMPOUND_ASSIGNMENTS_BUT_SUM(macro)
#define SIMT_DETAIL_COMPOUND_ASSIGNMENTS_BUT_SUM(macro) \
  macro(-) macro(*) macro(/) macro(%) macro(&) macro(|) macro(^) macro(<<) macro(>>)

// g++ cannot see that a varying declared without a value, then assigned on both sides of a simt_if,
// has one: to it either side may be skipped. It reports the use, which lies in a function of ours;
// so the warning is off in the headers that take varyings, and on for everything else. So is the one
// of names that hide others: g++ finds the locals of lambdas in our templates to hide the user's
// globals, which come later in the text.
#if defined(__GNUC__) && !defined(__clang__)
#define SIMT_DETAIL_QUIET_BEGIN \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"") \
      _Pragma("GCC diagnostic ignored \"-Wshadow\"")
#define SIMT_DETAIL_QUIET_END _Pragma("GCC diagnostic pop")
#else
#define SIMT_DETAIL_QUIET_BEGIN
#define SIMT_DETAIL_QUIET_END
#endif
