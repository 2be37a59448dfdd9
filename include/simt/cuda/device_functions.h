#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/video_functions.h>
#include <simt/cuda/host_defines.h>
#include <simt/cuda/math_functions.h>
#include <simt/cuda/vector_functions.h>
#include <simt/builtins/builtins.def>
#include <simt/kernel/shared.hpp>
#include <simt/runtime/private_memory.hpp>
#include <simt/thread/atomics.hpp>
#include <simt/thread/builtins.hpp>
#include <simt/thread/device_integer.hpp>
#include <simt/thread/heap.hpp>
#include <simt/thread/in_order.hpp>
#include <simt/thread/lockstep.hpp>
#include <simt/thread/print.hpp>
#include <simt/thread/ptx.hpp>
#include <simt/thread/scoped_atomics.hpp>
#include <simt/thread/shared.hpp>
#include <simt/thread/shift.hpp>
#include <simt/thread/sync.hpp>
#include <simt/thread/trap.hpp>
#include <simt/thread/waiting_loop.hpp>
#include <simt/thread/warp.hpp>

#include <stdio.h>
#include <bit>
#include <cstddef>
#include <cstdint>

// What a thread kernel may call, in global scope.
using simt::cuda::blockDim;
using simt::cuda::blockIdx;
using simt::cuda::gridDim;
using simt::cuda::threadIdx;
using simt::cuda::warpSize;

#define SIMT_DETAIL_USING(name, ...) using simt::cuda::name;
#define SIMT_DETAIL_USING_SYNC(name, ...) \
  SIMT_DETAIL_USING(name)                 \
  SIMT_DETAIL_USING(name##_sync)
#define SIMT_DETAIL_USING_SCOPES(name, ...) \
  SIMT_DETAIL_USING(name)                   \
  SIMT_DETAIL_USING(name##_block)           \
  SIMT_DETAIL_USING(name##_system)
SIMT_BUILTINS_BLOCK(SIMT_DETAIL_USING)
SIMT_BUILTINS_SHUFFLES(SIMT_DETAIL_USING_SYNC)
SIMT_BUILTINS_VOTES(SIMT_DETAIL_USING_SYNC)
SIMT_BUILTINS_REDUCTIONS(SIMT_DETAIL_USING)
SIMT_BUILTINS_WARP(SIMT_DETAIL_USING)
SIMT_BUILTINS_ATOMICS(SIMT_DETAIL_USING_SCOPES)
SIMT_BUILTINS_ATOMICS_2(SIMT_DETAIL_USING_SCOPES)
SIMT_BUILTINS_SCOPED_ATOMICS(SIMT_DETAIL_USING)
SIMT_BUILTINS_THREAD(SIMT_DETAIL_USING)
SIMT_BUILTINS_CARRY(SIMT_DETAIL_USING)
SIMT_BUILTINS_PRINT(SIMT_DETAIL_USING)
#undef SIMT_DETAIL_USING
#undef SIMT_DETAIL_USING_SYNC
#undef SIMT_DETAIL_USING_SCOPES

/// Loads through the read-only cache, and loads and stores with other hints: plain ones, but for
/// __stcs in lane kernels, which large grids do past the caches.
/// - CUDA:    __ldg(address), __ldcg, __ldca, __ldcs, __ldlu, __ldcv; stores
///            __stwb(address, value), __stcg, __stcs, __stwt
/// - Source:  CUDA C Programming Guide 8.0, B.10 (Read-Only Data Cache Load Function)
#define SIMT_DETAIL_LOAD(name, ...)      \
  template <class T>                     \
  SIMT_INLINE T name(T const* address) { \
    return *address;                     \
  }
#define SIMT_DETAIL_STORE(name, ...)                                 \
  template <class T>                                                 \
  SIMT_INLINE void name(T* address, std::type_identity_t<T> value) { \
    *address = value;                                                \
  }
SIMT_BUILTINS_LOADS(SIMT_DETAIL_LOAD)
SIMT_BUILTINS_STORES(SIMT_DETAIL_STORE)
#undef SIMT_DETAIL_LOAD
#undef SIMT_DETAIL_STORE

/// Kinds of address.
/// - CUDA:    __isShared(p), __isGlobal(p), __isLocal(p), __isConstant(p)
/// - Differs: constant memory and other threads' local memory count as global; so does local memory
///            in lane kernels
/// - Source:  CUDA C Programming Guide 11.2, B.11 (Address Space Predicate Functions)
inline unsigned __isShared(void const* p) { return simt::detail::in_shared_memory(p); }
inline unsigned __isGlobal(void const* p) { return simt::detail::private_memory(p) == nullptr; }
inline unsigned __isLocal(void const* p) {
  return !simt::detail::in_shared_memory(p) && simt::detail::private_memory(p) != nullptr;
}
inline unsigned __isConstant(void const*) { return 0; }

/// An address as a number in its kind of memory, and back: in shared memory the distance from where
/// the block's begins, so that it has 32 bits; else the address itself.
/// - CUDA:    size_t __cvta_generic_to_shared(p), void* __cvta_shared_to_generic(n); also global,
///            local and constant
/// - Source:  CUDA C++ Programming Guide 12, 10.18 (Address Space Conversion Functions)
inline std::size_t __cvta_generic_to_shared(void const* p) {
  return reinterpret_cast<std::uintptr_t>(p) -
         reinterpret_cast<std::uintptr_t>(simt::detail::current_shared.base);
}
inline void* __cvta_shared_to_generic(std::size_t n) {
  return simt::detail::current_shared.base + n;
}
#define SIMT_DETAIL_ADDRESS_NUMBER(kind)                       \
  inline std::size_t __cvta_generic_to_##kind(void const* p) { \
    return reinterpret_cast<std::uintptr_t>(p);                \
  }                                                            \
  inline void* __cvta_##kind##_to_generic(std::size_t n) { return reinterpret_cast<void*>(n); }
SIMT_DETAIL_ADDRESS_NUMBER(global)
SIMT_DETAIL_ADDRESS_NUMBER(local)
SIMT_DETAIL_ADDRESS_NUMBER(constant)
#undef SIMT_DETAIL_ADDRESS_NUMBER

/// The dot products of bytes and of halves of 32 bits, whose operands are vectors.
/// - CUDA:    __dp4a(char4, char4, int), __dp2a_lo(short2, char4, int), __dp2a_hi; unsigned, too
/// - Differs: threads only; lane kernels take integers
/// - Source:  CUDA's sm_61_intrinsics.h
#define SIMT_DETAIL_DOT(name, A, B, T)                                    \
  SIMT_INLINE T name(A a, B b, T c) {                                     \
    return simt::name(std::bit_cast<T>(a), std::bit_cast<T>(b), c);       \
  }
SIMT_DETAIL_DOT(__dp4a, char4, char4, int)
SIMT_DETAIL_DOT(__dp4a, uchar4, uchar4, unsigned)
SIMT_DETAIL_DOT(__dp2a_lo, short2, char4, int)
SIMT_DETAIL_DOT(__dp2a_lo, ushort2, uchar4, unsigned)
SIMT_DETAIL_DOT(__dp2a_hi, short2, char4, int)
SIMT_DETAIL_DOT(__dp2a_hi, ushort2, uchar4, unsigned)
#undef SIMT_DETAIL_DOT

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
/// The number that alignas() stands for, given a number or a type.
template <std::size_t N>
consteval std::size_t alignment_value() {
  return N;
}
template <class T>
consteval std::size_t alignment_value() {
  return alignof(T);
}
}  // namespace simt::inline SIMT_ABI::detail

// From here on assert is for kernels, too.
#define SIMT_CUDA_DEVICE_FUNCTIONS 1
#include <simt/cuda/assert.h>

// Headers of lane kernels give the word no meaning; here, without the .cu step, it cannot have one.
#undef __shared__
#define __shared__ simt__the_keyword_shared_needs_the_cu_step__build_this_file_with_simt_add_cuda
