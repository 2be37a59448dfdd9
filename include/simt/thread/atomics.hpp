#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/update.hpp>
#include <simt/builtins/builtins.def>
#include <simt/builtins/vector_types.hpp>
#include <simt/thread/sync.hpp>
#include <simt/thread/wide_atomics.hpp>

#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// True where an atomic that made `after` of `before` may be a thread's that waits.
template <class Op, class T>
SIMT_INLINE bool may_wait(T before, T after, T a) {
  if constexpr (Op::spins || std::is_same_v<Op, atomic_add>)
    return simd::bits_as<bits_of<T>>(before) == simd::bits_as<bits_of<T>>(after);
  else
    return Op::only_reads(a);
}
/// Says for whom an atomic is one step.
enum class atomic_scope : bool { block, device };
/// One thread's atomicExch of a, or atomicCAS of a for b, on the 16 bytes at p.
template <class Op, class T>
SIMT_INLINE T update_wide(T* p, T a, T b) {
  constexpr bool exchanges = std::is_same_v<Op, atomic_exch>;
  static_assert(exchanges || std::is_same_v<Op, atomic_cas>,
                "simt: types of 16 bytes have atomicExch and atomicCAS alone");
  static_assert(alignof(T) == 16,
                "simt: atomicExch and atomicCAS of 16 bytes take types of that alignment: write "
                "struct __align__(16)");
  auto const first = simd::bits_as<wide_bits>(a);
  auto const next = exchanges ? first : simd::bits_as<wide_bits>(b);
  wide_bits const before = exchanges ? exchange_wide(p, next) : swap_wide_if(p, first, next);
  if (exchanges ? before == next : before != first || before == next) note_thread_spin(p);
  return simd::bits_as<T>(before);
}
/// One thread's atomic on the number at p.
template <class Op, class T>
SIMT_INLINE T update_number(T* p, T a, T b) {
  if (in_shared_memory(p)) {
    T const before = *p;
    T const after = Op::template apply<T>(before, a, b);
    *p = after;
    if (may_wait<Op>(before, after, a)) [[unlikely]]
      note_thread_spin(p);
    return before;
  }
  T const before = update_locked<Op>(p, a, b);
  if (may_wait<Op>(before, in_global_memory<Op>::template apply<T>(before, a, b), a)) [[unlikely]]
    note_thread_spin(p);
  return before;
}
template <class Op, atomic_scope Scope, class T>
SIMT_INLINE T update_by_thread(T* p, T a, T b) {
  if constexpr (wide_atomic<T>) {
    return update_wide<Op>(p, a, b);
  } else {
    check_atomic_type<T>();
    check_atomic_op<Op, T>();
#if SIMT_CHECK
    if constexpr (std::is_same_v<Op, atomic_cas> || std::is_same_v<Op, atomic_max> ||
                  std::is_same_v<Op, atomic_min>)
      simt_check_compares(p);
    simt_check_atomic(p, sizeof(T), Scope == atomic_scope::device);
    checked_library const library;
#endif
    return update_number<Op>(p, a, b);
  }
}

/// The element's type where p is its address, whatever converts to the operand.
template <class T>
using atomic_operand_of = std::type_identity_t<std::remove_volatile_t<T>>;

}  // namespace detail

namespace cuda {

/// Changes an element of memory as one step that nothing can come between; gives the old value.
/// - CUDA:    atomicAdd(address, value), atomicSub, Exch, Min, Max, Inc, Dec, And, Or, Xor, and
///            atomicCAS(address, compare, value); each also with _block and _system
/// - Shape:   elements of 4 or 8 bytes (16-bit integers too); Inc and Dec unsigned; floating point
///            for Add and Exch; Exch and CAS also types of 16 bytes and that alignment, as bits
/// - Order:   acquire and release, which is more than CUDA promises. Sixteen Exch or CAS in a row
///            that change nothing, or Add, Sub, Or, Xor of 0 and And of ~0, let the block's other
///            threads run
/// - Errors:  other types do not compile
/// - Differs: _block and _system are the same as the plain form (but checked builds tell of blocks
///            that meet by _block). As on a GPU, sums of floats in global memory have zeros for
///            subnormal numbers
/// - Cost:    shared memory: a plain update; global memory: one locked instruction
/// - Source:  CUDA C Programming Guide 8.0, B.12 (Atomic Functions)
#define SIMT_DETAIL_ATOMIC_AS(name, op, scope)                                                     \
  template <class T>                                                                               \
  SIMT_INLINE std::remove_volatile_t<T> name(T* address,                                           \
                                             simt::detail::atomic_operand_of<T> value) {           \
    using U = std::remove_volatile_t<T>;                                                           \
    return simt::detail::update_by_thread<simt::detail::op, simt::detail::atomic_scope::scope, U>( \
        const_cast<U*>(address), value, U{});                                                      \
  }
#define SIMT_DETAIL_ATOMIC_2_AS(name, op, scope)                                                   \
  template <class T>                                                                               \
  SIMT_INLINE std::remove_volatile_t<T> name(T* address,                                           \
                                             simt::detail::atomic_operand_of<T> compare,           \
                                             simt::detail::atomic_operand_of<T> value) {           \
    using U = std::remove_volatile_t<T>;                                                           \
    return simt::detail::update_by_thread<simt::detail::op, simt::detail::atomic_scope::scope, U>( \
        const_cast<U*>(address), compare, value);                                                  \
  }
#define SIMT_DETAIL_ATOMIC(name, effect, op)     \
  SIMT_DETAIL_ATOMIC_AS(name, op, device)        \
  SIMT_DETAIL_ATOMIC_AS(name##_block, op, block) \
  SIMT_DETAIL_ATOMIC_AS(name##_system, op, device)
#define SIMT_DETAIL_ATOMIC_2(name, effect, op)     \
  SIMT_DETAIL_ATOMIC_2_AS(name, op, device)        \
  SIMT_DETAIL_ATOMIC_2_AS(name##_block, op, block) \
  SIMT_DETAIL_ATOMIC_2_AS(name##_system, op, device)
SIMT_BUILTINS_ATOMICS(SIMT_DETAIL_ATOMIC)
SIMT_BUILTINS_ATOMICS_2(SIMT_DETAIL_ATOMIC_2)
#undef SIMT_DETAIL_ATOMIC_AS
#undef SIMT_DETAIL_ATOMIC_2_AS
#undef SIMT_DETAIL_ATOMIC
#undef SIMT_DETAIL_ATOMIC_2

/// Adds to each component of a vector, each as one step of its own; gives what they were.
/// - CUDA:    atomicAdd(float2*, float2), atomicAdd(float4*, float4)
/// - Source:  CUDA C++ Programming Guide 12, 10.14.1.1 (atomicAdd)
SIMT_INLINE float2 atomicAdd(float2* address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
SIMT_INLINE float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
          atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
