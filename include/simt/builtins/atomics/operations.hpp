#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/vector.hpp>
#include <simt/simd/wrapping.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

template <std::size_t Size>
struct atomic_bits;
template <>
struct atomic_bits<2> {
  typedef std::uint16_t type __attribute__((may_alias));
};
template <>
struct atomic_bits<4> {
  typedef std::uint32_t type __attribute__((may_alias));
};
template <>
struct atomic_bits<8> {
  typedef std::uint64_t type __attribute__((may_alias));
};
template <class T>
using bits_of = typename atomic_bits<sizeof(T)>::type;

// The operations: apply(old, a, b) is what is stored (b for atomicCAS alone). Where `combines<T>`,
// lanes that hit one address are folded by combine() and stored at once. spins: that nothing
// changed may mean waiting. only_reads(a): it changes nothing, whatever is there.

/// Has what operations share; one that differs says so itself.
template <bool Combines, bool Spins>
struct atomic_operation {
  template <class T>
  static constexpr bool combines = Combines;
  static constexpr bool spins = Spins;
  template <class T>
  SIMT_INLINE static constexpr bool only_reads(T) {
    return false;
  }
};
/// A sum or difference: floats, whose order shows, are not folded, and 0 changes nothing.
struct atomic_sum : atomic_operation<true, false> {
  template <class T>
  static constexpr bool combines = std::is_integral_v<T>;
  template <class T>
  SIMT_INLINE static constexpr bool only_reads(T a) {
    return a == T{};
  }
  template <class T>
  SIMT_INLINE static T combine(T a, T b) {
    return wrapping_sum(a, b);
  }
};
struct atomic_add : atomic_sum {
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return wrapping_sum(old, a);
  }
};
/// Returns what Op stores where it is applied to global memory.
/// - Differs: GPUs add floats there with subnormal numbers as zeros, the operands' as the sum's; in
///            shared memory, and of doubles, subnormal numbers are kept
/// - Source:  recorded on an H100 (compute capability 9.0)
template <class Op>
struct in_global_memory : Op {};
template <>
struct in_global_memory<atomic_add> : atomic_add {
  SIMT_INLINE static float flushed(float x) {
    return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x;
  }
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T b) {
    if constexpr (std::is_same_v<T, float>)
      return flushed(flushed(old) + flushed(a));
    else
      return atomic_add::apply<T>(old, a, b);
  }
};
struct atomic_sub : atomic_sum {
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return wrapping_difference(old, a);
  }
};
struct atomic_exch : atomic_operation<true, true> {
  template <class T>
  SIMT_INLINE static T apply(T, T a, T) {
    return a;
  }
  template <class T>
  SIMT_INLINE static T combine(T, T b) {
    return b;
  }
};
struct atomic_min : atomic_operation<true, false> {
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return a < old ? a : old;
  }
  template <class T>
  SIMT_INLINE static T combine(T a, T b) {
    return b < a ? b : a;
  }
};
struct atomic_max : atomic_operation<true, false> {
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return a > old ? a : old;
  }
  template <class T>
  SIMT_INLINE static T combine(T a, T b) {
    return b > a ? b : a;
  }
};
struct atomic_inc : atomic_operation<false, false> {
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return old >= a ? T{} : wrapping_sum(old, T{1});
  }
};
struct atomic_dec : atomic_operation<false, false> {
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T) {
    return old == T{} || old > a ? a : wrapping_difference(old, T{1});
  }
};
struct atomic_cas : atomic_operation<false, true> {
  template <class T>
  SIMT_INLINE static T apply(T old, T a, T b) {
    return old == a ? b : old;
  }
};
#define SIMT_DETAIL_BIT_ATOMIC(name, op, neutral)       \
  struct name : atomic_operation<true, false> {         \
    template <class T>                                  \
    SIMT_INLINE static constexpr bool only_reads(T a) { \
      return a == static_cast<T>(neutral);              \
    }                                                   \
    template <class T>                                  \
    SIMT_INLINE static T apply(T old, T a, T) {         \
      return static_cast<T>(old op a);                  \
    }                                                   \
    template <class T>                                  \
    SIMT_INLINE static T combine(T a, T b) {            \
      return static_cast<T>(a op b);                    \
    }                                                   \
  };
SIMT_DETAIL_BIT_ATOMIC(atomic_and, &, -1)
SIMT_DETAIL_BIT_ATOMIC(atomic_or, |, 0)
SIMT_DETAIL_BIT_ATOMIC(atomic_xor, ^, 0)
#undef SIMT_DETAIL_BIT_ATOMIC

/// The plain operation on one element: for shared memory.
template <class Op, class T>
SIMT_INLINE T update_plain(T* p, T a, T b) {
  T const old = *p;
  *p = Op::template apply<T>(old, a, b);
  return old;
}

/// The locked operation on one element. All orders are acquire and release: no dearer on x86, and
/// data handed over by an atomic then needs no fence.
template <class Op, class T>
SIMT_INLINE T update_locked(T* p, T a, T b) {
  using U = bits_of<T>;
  auto* const q = reinterpret_cast<U*>(p);
  if constexpr (std::is_integral_v<T> && std::is_same_v<Op, atomic_add>) {
    return static_cast<T>(__atomic_fetch_add(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_integral_v<T> && std::is_same_v<Op, atomic_sub>) {
    return static_cast<T>(__atomic_fetch_sub(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_and>) {
    return static_cast<T>(__atomic_fetch_and(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_or>) {
    return static_cast<T>(__atomic_fetch_or(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_xor>) {
    return static_cast<T>(__atomic_fetch_xor(q, static_cast<U>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_exch>) {
    return simd::bits_as<T, U>(__atomic_exchange_n(q, simd::bits_as<U, T>(a), __ATOMIC_ACQ_REL));
  } else if constexpr (std::is_same_v<Op, atomic_cas>) {
    U seen = simd::bits_as<U, T>(a);
    __atomic_compare_exchange_n(q, &seen, simd::bits_as<U, T>(b), false, __ATOMIC_ACQ_REL,
                                __ATOMIC_ACQUIRE);
    return simd::bits_as<T, U>(seen);
  } else {
    U seen = __atomic_load_n(q, __ATOMIC_ACQUIRE);
    for (;;) {
      U const next = simd::bits_as<U, T>(
          in_global_memory<Op>::template apply<T>(simd::bits_as<T, U>(seen), a, b));
      if (next == seen) break;
      if (__atomic_compare_exchange_n(q, &seen, next, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        break;
    }
    return simd::bits_as<T, U>(seen);
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
