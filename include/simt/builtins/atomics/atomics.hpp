#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/update.hpp>
#include <simt/builtins/builtins.def>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Changes an element of memory as one step that nothing can come between.
/// - CUDA:    atomicAdd(address, value), atomicSub, Exch, Min, Max, Inc, Dec, And, Or, Xor, and
///            atomicCAS(address, compare, value); each also with _block and _system
/// - Shape:   address: &p[i] with uniform, thread-index or varying i, or a pointer; operands uniform
///            or varying; each active lane applies the operation once, and gets the old value that
///            it met, as a varying
/// - Needs:   elements of 4 or 8 bytes (16-bit integers too), aligned; Inc and Dec unsigned;
///            floating point for Add and Exch, also __half, __nv_bfloat16 and pairs of them; Add
///            takes float2 and float4, each component a step of its own
/// - Order:   lanes in ascending order where they meet; acquire and release, which is more than
///            CUDA promises. Sixteen Exch or CAS in a row that change nothing, or Add, Sub, Or, Xor
///            of 0 and And of ~0, let the other gangs of the block run, so that they can release
///            a lock
/// - Errors:  other types, const elements and p[i] instead of &p[i] do not compile
/// - Differs: _block and _system are the same as the plain form
/// - Cost:    shared memory: a plain update; global memory: one locked instruction a lane, one a
///            gang where the address is uniform
/// - Source:  CUDA C Programming Guide 8.0, B.12 (Atomic Functions)
#define SIMT_DETAIL_FREE_AS(name, op)                                                    \
  template <class Address, class X>                                                      \
  requires detail::atomic_address<Address> SIMT_INLINE auto name(Address const& address, \
                                                                 X&& value) {            \
    return detail::atomic_free<detail::op>(address, std::forward<X>(value), 0);          \
  }
#define SIMT_DETAIL_FREE_2_AS(name, op)                                                              \
  template <class Address, class X, class Y>                                                         \
  requires detail::atomic_address<Address> SIMT_INLINE auto name(Address const& address,             \
                                                                 X&& compare, Y&& value) {           \
    return detail::atomic_free<detail::op>(address, std::forward<X>(compare), std::forward<Y>(value)); \
  }
#define SIMT_DETAIL_FREE(name, effect, op) \
  SIMT_DETAIL_FREE_AS(name, op)            \
  SIMT_DETAIL_FREE_AS(name##_block, op)    \
  SIMT_DETAIL_FREE_AS(name##_system, op)
#define SIMT_DETAIL_FREE_2(name, effect, op) \
  SIMT_DETAIL_FREE_2_AS(name, op)            \
  SIMT_DETAIL_FREE_2_AS(name##_block, op)    \
  SIMT_DETAIL_FREE_2_AS(name##_system, op)
SIMT_BUILTINS_ATOMICS(SIMT_DETAIL_FREE)
SIMT_BUILTINS_ATOMICS_2(SIMT_DETAIL_FREE_2)
#undef SIMT_DETAIL_FREE_AS
#undef SIMT_DETAIL_FREE_2_AS
#undef SIMT_DETAIL_FREE
#undef SIMT_DETAIL_FREE_2

namespace detail {

#define SIMT_DETAIL_MEMBER_AS(name, op)                                    \
  template <class Address, class X>                                        \
  SIMT_INLINE static auto name(Address const& address, X&& value) {        \
    return atomic_update<op, W, Read>(address, std::forward<X>(value), 0); \
  }
#define SIMT_DETAIL_MEMBER_2_AS(name, op)                                        \
  template <class Address, class X, class Y>                                     \
  SIMT_INLINE static auto name(Address const& address, X&& compare, Y&& value) { \
    return atomic_update<op, W, Read>(address, std::forward<X>(compare),         \
                                      std::forward<Y>(value));                   \
  }
#define SIMT_DETAIL_MEMBER(name, effect, op) \
  SIMT_DETAIL_MEMBER_AS(name, op)            \
  SIMT_DETAIL_MEMBER_AS(name##_block, op)    \
  SIMT_DETAIL_MEMBER_AS(name##_system, op)
#define SIMT_DETAIL_MEMBER_2(name, effect, op) \
  SIMT_DETAIL_MEMBER_2_AS(name, op)            \
  SIMT_DETAIL_MEMBER_2_AS(name##_block, op)    \
  SIMT_DETAIL_MEMBER_2_AS(name##_system, op)
/// The atomics as members of a gang of W lanes. Read: the caller wants the old values.
template <int W, bool Read = true>
struct atomic_functions {
  SIMT_BUILTINS_ATOMICS(SIMT_DETAIL_MEMBER)
  SIMT_BUILTINS_ATOMICS_2(SIMT_DETAIL_MEMBER_2)
};
#undef SIMT_DETAIL_MEMBER_AS
#undef SIMT_DETAIL_MEMBER_2_AS
#undef SIMT_DETAIL_MEMBER
#undef SIMT_DETAIL_MEMBER_2

}  // namespace detail

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
