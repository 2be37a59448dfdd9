#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/video_functions.h>
#include <simt/cuda/host_defines.h>
#include <simt/cuda/math_functions.h>
#include <simt/cuda/vector_functions.h>
#include <simt/thread/atomics.hpp>
#include <simt/thread/builtins.hpp>
#include <simt/thread/heap.hpp>
#include <simt/thread/print.hpp>
#include <simt/thread/scoped_atomics.hpp>
#include <simt/thread/shared.hpp>
#include <simt/thread/shift.hpp>
#include <simt/thread/sync.hpp>
#include <simt/thread/trap.hpp>
#include <simt/thread/warp.hpp>

#include <stdio.h>

// What a thread kernel may call, in global scope.
using simt::cuda::blockDim;
using simt::cuda::blockIdx;
using simt::cuda::gridDim;
using simt::cuda::threadIdx;
using simt::cuda::warpSize;

using simt::cuda::__brkpt;
using simt::cuda::__nanosleep;
using simt::cuda::__syncthreads;
using simt::cuda::__syncthreads_and;
using simt::cuda::__syncthreads_count;
using simt::cuda::__syncthreads_or;
using simt::cuda::__syncwarp;
using simt::cuda::__threadfence;
using simt::cuda::__threadfence_block;
using simt::cuda::__threadfence_system;
using simt::cuda::__trap;
using simt::cuda::printf;

using simt::cuda::__activemask;
using simt::cuda::__all;
using simt::cuda::__all_sync;
using simt::cuda::__any;
using simt::cuda::__any_sync;
using simt::cuda::__ballot;
using simt::cuda::__ballot_sync;
using simt::cuda::__match_all_sync;
using simt::cuda::__match_any_sync;
using simt::cuda::__reduce_add_sync;
using simt::cuda::__reduce_and_sync;
using simt::cuda::__reduce_max_sync;
using simt::cuda::__reduce_min_sync;
using simt::cuda::__reduce_or_sync;
using simt::cuda::__reduce_xor_sync;
using simt::cuda::__shfl;
using simt::cuda::__shfl_down;
using simt::cuda::__shfl_down_sync;
using simt::cuda::__shfl_sync;
using simt::cuda::__shfl_up;
using simt::cuda::__shfl_up_sync;
using simt::cuda::__shfl_xor;
using simt::cuda::__shfl_xor_sync;
using simt::cuda::__uni;
using simt::cuda::__uni_sync;

#define SIMT_DETAIL_ATOMIC(name)  \
  using simt::cuda::name;         \
  using simt::cuda::name##_block; \
  using simt::cuda::name##_system;
SIMT_DETAIL_ATOMIC(atomicAdd)
SIMT_DETAIL_ATOMIC(atomicSub)
SIMT_DETAIL_ATOMIC(atomicExch)
SIMT_DETAIL_ATOMIC(atomicMin)
SIMT_DETAIL_ATOMIC(atomicMax)
SIMT_DETAIL_ATOMIC(atomicInc)
SIMT_DETAIL_ATOMIC(atomicDec)
SIMT_DETAIL_ATOMIC(atomicAnd)
SIMT_DETAIL_ATOMIC(atomicOr)
SIMT_DETAIL_ATOMIC(atomicXor)
SIMT_DETAIL_ATOMIC(atomicCAS)
#undef SIMT_DETAIL_ATOMIC

using simt::cuda::__nv_atomic_add;
using simt::cuda::__nv_atomic_and;
using simt::cuda::__nv_atomic_compare_exchange;
using simt::cuda::__nv_atomic_compare_exchange_n;
using simt::cuda::__nv_atomic_exchange;
using simt::cuda::__nv_atomic_exchange_n;
using simt::cuda::__nv_atomic_fetch_add;
using simt::cuda::__nv_atomic_fetch_and;
using simt::cuda::__nv_atomic_fetch_max;
using simt::cuda::__nv_atomic_fetch_min;
using simt::cuda::__nv_atomic_fetch_or;
using simt::cuda::__nv_atomic_fetch_sub;
using simt::cuda::__nv_atomic_fetch_xor;
using simt::cuda::__nv_atomic_load;
using simt::cuda::__nv_atomic_load_n;
using simt::cuda::__nv_atomic_max;
using simt::cuda::__nv_atomic_min;
using simt::cuda::__nv_atomic_or;
using simt::cuda::__nv_atomic_store;
using simt::cuda::__nv_atomic_store_n;
using simt::cuda::__nv_atomic_sub;
using simt::cuda::__nv_atomic_thread_fence;
using simt::cuda::__nv_atomic_xor;

/// A load through the read-only cache, and with other hints: plain loads.
/// - CUDA:    __ldg(address), __ldcg, __ldca, __ldcs, __ldlu, __ldcv; stores __stwb, __stcg,
/// __stcs,
///            __stwt
/// - Source:  CUDA C Programming Guide 8.0, B.10 (Read-Only Data Cache Load Function)
#define SIMT_DETAIL_LOAD(name)           \
  template <class T>                     \
  SIMT_INLINE T name(T const* address) { \
    return *address;                     \
  }
SIMT_DETAIL_LOAD(__ldg)
SIMT_DETAIL_LOAD(__ldcg)
SIMT_DETAIL_LOAD(__ldca)
SIMT_DETAIL_LOAD(__ldcs)
SIMT_DETAIL_LOAD(__ldlu)
SIMT_DETAIL_LOAD(__ldcv)
#undef SIMT_DETAIL_LOAD
#define SIMT_DETAIL_STORE(name)                                      \
  template <class T>                                                 \
  SIMT_INLINE void name(T* address, std::type_identity_t<T> value) { \
    *address = value;                                                \
  }
SIMT_DETAIL_STORE(__stwb)
SIMT_DETAIL_STORE(__stcg)
SIMT_DETAIL_STORE(__stcs)
SIMT_DETAIL_STORE(__stwt)
#undef SIMT_DETAIL_STORE

/// A counter for profilers, of which there is none.
/// - CUDA:    __prof_trigger(counter)
/// - Source:  CUDA C Programming Guide 8.0, B.15 (Profiler Counter Function)
SIMT_INLINE void __prof_trigger(int) {}

/// Kinds of address.
/// - CUDA:    __isShared(p), __isGlobal(p), __isLocal(p), __isConstant(p)
/// - Differs: everything but a block's shared memory counts as global
/// - Source:  CUDA C Programming Guide 11.2, B.11 (Address Space Predicate Functions)
inline unsigned __isShared(void const* p) { return simt::detail::in_shared_memory(p); }
inline unsigned __isGlobal(void const* p) { return !simt::detail::in_shared_memory(p); }
inline unsigned __isLocal(void const*) { return 0; }
inline unsigned __isConstant(void const*) { return 0; }

// What the .cu step makes of declarations with __shared__.
#define SIMT_CUDA_SHARED(name, ...)                                   \
  static constinit ::simt::detail::shared_site simt_site_of_##name{}; \
  [[maybe_unused]] ::std::type_identity_t<__VA_ARGS__>& name =        \
      ::simt::cuda::shared_variable<::std::type_identity_t<__VA_ARGS__>>(simt_site_of_##name)
#define SIMT_CUDA_SHARED_ALIGNED(name, alignment, ...)                             \
  static constinit ::simt::detail::shared_site simt_site_of_##name{};              \
  [[maybe_unused]] ::std::type_identity_t<__VA_ARGS__>& name =                     \
      ::simt::cuda::shared_variable<::std::type_identity_t<__VA_ARGS__>,           \
                                    ::simt::detail::alignment_value<alignment>()>( \
          simt_site_of_##name)
#define SIMT_CUDA_DYNAMIC_SHARED(name, ...)                          \
  [[maybe_unused]] ::std::type_identity_t<__VA_ARGS__>* const name = \
      ::simt::cuda::dynamic_shared<::std::type_identity_t<__VA_ARGS__>>()
#define SIMT_CUDA_FILE_SHARED(name, ...) \
  static constinit ::simt::cuda::shared_object<::std::type_identity_t<__VA_ARGS__>> name {}
#define SIMT_CUDA_FILE_SHARED_ALIGNED(name, alignment, ...)                                  \
  static constinit ::simt::cuda::shared_object<::std::type_identity_t<__VA_ARGS__>,          \
                                               ::simt::detail::alignment_value<alignment>()> \
      name {}
#define SIMT_CUDA_FILE_DYNAMIC_SHARED(name, ...) \
  static constexpr ::simt::cuda::dynamic_shared_object<::std::type_identity_t<__VA_ARGS__>> name {}

namespace simt::inline SIMT_ABI::detail {
template <std::size_t N>
consteval std::size_t alignment_value() {
  return N;
}
}  // namespace simt::inline SIMT_ABI::detail

// From here on assert is for kernels, too.
#define SIMT_CUDA_DEVICE_FUNCTIONS 1
#include <simt/cuda/assert.h>

// Headers of lane kernels give the word no meaning; here, without the .cu step, it cannot have one.
#undef __shared__
#define __shared__ simt__the_keyword_shared_needs_the_cu_step__build_this_file_with_simt_add_cuda
