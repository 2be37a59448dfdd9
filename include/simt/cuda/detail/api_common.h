#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/cuda/driver_types.h>

// CUDA's functions lie in the global namespace, and in an inline one by instruction set and default
// stream, so that units built with different flags do not share them.
#define SIMT_CUDA_JOIN_2(a, b) a##b
#define SIMT_CUDA_JOIN(a, b) SIMT_CUDA_JOIN_2(a, b)
#if SIMT_PER_THREAD_DEFAULT_STREAM
#define SIMT_CUDA_ABI SIMT_CUDA_JOIN(SIMT_ABI, _per_thread_stream)
#else
#define SIMT_CUDA_ABI SIMT_ABI
#endif

// In front of a function that gives nothing but an error: compilers say so, by its name, where it
// is called (-Wno-attribute-warning: they do not).
#define SIMT_DETAIL_ONLY_REFUSES(name, why) [[gnu::warning("simt: " name ": " why)]]
