#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/operations.hpp>
#include <simt/lanes/memory/shared_memory.hpp>
#include <simt/simd/wrapping.hpp>
#include <simt/thread/sync.hpp>
#include <simt/thread/wide_atomics.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Orders and scopes of the __nv_atomic functions.
/// - Source:  CUDA C++ Programming Guide 13.0, 5.4.5 (Atomic Functions)
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace simt::inline SIMT_ABI {
namespace detail {

/// The unsigned integer that carries a value of an atomic function.
template <class T>
constexpr auto scoped_atomic_bits() {
  static_assert(
      std::is_trivially_copyable_v<T> && sizeof(T) <= 16 && std::has_single_bit(sizeof(T)),
      "simt: __nv_atomic functions take types of 1, 2, 4, 8 or 16 bytes; larger ones need a "
      "lock of the program's own");
  static_assert(sizeof(T) < 16 || alignof(T) == 16,
                "simt: __nv_atomic functions of 16 bytes take types of that alignment: write "
                "struct __align__(16)");
  if constexpr (sizeof(T) == 1)
    return std::uint8_t{};
  else if constexpr (sizeof(T) == 2)
    return std::uint16_t{};
  else if constexpr (sizeof(T) == 4)
    return std::uint32_t{};
  else if constexpr (sizeof(T) == 8)
    return std::uint64_t{};
  else
    return wide_bits{};
}
template <class T>
using scoped_bits = decltype(scoped_atomic_bits<T>());

template <class T>
scoped_bits<T>* scoped_place(T* p) noexcept {
  return reinterpret_cast<scoped_bits<T>*>(p);
}
/// `const` and `volatile` say nothing about atomics.
template <class T>
std::remove_cv_t<T>* scoped_pointer(T* p) noexcept {
  return const_cast<std::remove_cv_t<T>*>(p);
}

/// Gives the order in which an atomic is made for which the program asks in that one: a checked build
/// is told of what was asked for.
constexpr int made_order([[maybe_unused]] int asked) noexcept {
#if SIMT_CHECK
  return asked;
#else
  return __ATOMIC_SEQ_CST;
#endif
}

template <class T>
scoped_bits<T> load_bits(T* p, int order) noexcept {
  if constexpr (sizeof(T) == 16)
    return load_wide(p);
  else
    return __atomic_load_n(scoped_place(p), made_order(order));
}
template <class T>
scoped_bits<T> exchange_bits(T* p, scoped_bits<T> next, int order) noexcept {
  if constexpr (sizeof(T) == 16)
    return exchange_wide(p, next);
  else
    return __atomic_exchange_n(scoped_place(p), next, made_order(order));
}

/// Remembers what the running OS thread's CUDA thread loaded last: the same again may be a loop
/// that waits.
struct scoped_load_seen {
  void const* address = nullptr;
  wide_bits bits = 0;
};
inline constinit thread_local scoped_load_seen last_scoped_load{};

template <class T>
T scoped_load(T* p, int order) {
  auto const bits = load_bits(p, order);
  scoped_load_seen& last = last_scoped_load;
  if (last.address == p && last.bits == bits)
    note_thread_spin(p);
  else
    last = {p, bits};
  return std::bit_cast<T>(bits);
}

template <class T>
bool scoped_compare_exchange(T* p, T* expected, T desired, int order) {
  auto seen = std::bit_cast<scoped_bits<T>>(*expected);
  auto const next = std::bit_cast<scoped_bits<T>>(desired);
  if constexpr (sizeof(T) == 16) {
    wide_bits const there = swap_wide_if(p, seen, next);
    if (there == seen) return true;
    seen = there;
  } else if (__atomic_compare_exchange_n(scoped_place(p), &seen, next, false, made_order(order),
                                         made_order(__ATOMIC_RELAXED))) {
    return true;
  }
  *expected = std::bit_cast<T>(seen);
  note_thread_spin(p);
  return false;
}

/// Replaces the value by f of it; gives the old one.
template <class T, class F>
T scoped_update(T* p, int order, F const& f) {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) >= 4,
                "simt: this __nv_atomic function takes numbers of 4 or 8 bytes");
  auto seen = __atomic_load_n(scoped_place(p), __ATOMIC_RELAXED);
  for (;;) {
    auto const next = std::bit_cast<scoped_bits<T>>(f(std::bit_cast<T>(seen)));
    if (__atomic_compare_exchange_n(scoped_place(p), &seen, next, false, made_order(order),
                                    __ATOMIC_RELAXED)) {
      if (next == seen) note_thread_spin(p);
      return std::bit_cast<T>(seen);
    }
  }
}

/// Gives what adding b to the number a at p stores there, as by atomicAdd.
template <class T>
T scoped_sum(void const volatile* p, T a, T b) noexcept {
  return in_shared_memory(p) ? atomic_add::apply(a, b, b)
                             : in_global_memory<atomic_add>::apply(a, b, b);
}
template <class T>
T scoped_negative(T a) noexcept {
  return std::is_integral_v<T> ? wrapping_difference(T{}, a) : -a;
}

}  // namespace detail

namespace cuda {

/// Atomic functions with an order and a scope.
/// - CUDA:    __nv_atomic_load(p, result, order, scope), __nv_atomic_load_n(p, order, scope), and
///            store, exchange, compare_exchange, fetch_add, add and their kind
/// - Shape:   load, store, exchange, compare_exchange: 1, 2, 4, 8 or 16 bytes; others: numbers of 4
///            or 8 bytes, integers for and, or, xor
/// - Order:   sequentially consistent for the whole system, whatever is asked for. A load that
/// finds
///            what the last one found, and an update that changes nothing, let the block's other
///            threads run now and then
/// - Differs: a load of 16 bytes needs memory that may be written
/// - Source:  CUDA C++ Programming Guide 13.0, 5.4.5 (Atomic Functions)
template <class T>
SIMT_INLINE std::remove_cv_t<T> __nv_atomic_load_n(T* p, int order, int /*scope*/ = 4) {
  return simt::detail::scoped_load(simt::detail::scoped_pointer(p), order);
}
template <class T>
SIMT_INLINE void __nv_atomic_load(T* p, std::remove_cv_t<T>* result, int order, int scope = 4) {
  *result = __nv_atomic_load_n(p, order, scope);
}
template <class T>
SIMT_INLINE void __nv_atomic_store_n(T* p, std::type_identity_t<std::remove_cv_t<T>> value,
                                     int order, int /*scope*/ = 4) {
  using U = std::remove_cv_t<T>;
  auto* const place = simt::detail::scoped_pointer(p);
  auto const bits = std::bit_cast<simt::detail::scoped_bits<U>>(value);
  if constexpr (sizeof(U) == 16)
    simt::detail::exchange_wide(place, bits);
  else
    __atomic_store_n(simt::detail::scoped_place(place), bits, simt::detail::made_order(order));
}
template <class T>
SIMT_INLINE void __nv_atomic_store(T* p, std::remove_cv_t<T>* value, int order, int scope = 4) {
  __nv_atomic_store_n(p, *value, order, scope);
}
template <class T>
SIMT_INLINE std::remove_cv_t<T> __nv_atomic_exchange_n(
    T* p, std::type_identity_t<std::remove_cv_t<T>> value, int order, int /*scope*/ = 4) {
  using U = std::remove_cv_t<T>;
  auto const next = std::bit_cast<simt::detail::scoped_bits<U>>(value);
  auto const before = simt::detail::exchange_bits(simt::detail::scoped_pointer(p), next, order);
  if (before == next) simt::detail::note_thread_spin(p);
  return std::bit_cast<U>(before);
}
template <class T>
SIMT_INLINE void __nv_atomic_exchange(T* p, std::remove_cv_t<T>* value, std::remove_cv_t<T>* result,
                                      int order, int scope = 4) {
  *result = __nv_atomic_exchange_n(p, *value, order, scope);
}
template <class T>
SIMT_INLINE bool __nv_atomic_compare_exchange_n(T* p, std::remove_cv_t<T>* expected,
                                                std::type_identity_t<std::remove_cv_t<T>> desired,
                                                bool /*weak*/, int success, int /*failure*/,
                                                int /*scope*/ = 4) {
  return simt::detail::scoped_compare_exchange(simt::detail::scoped_pointer(p), expected, desired,
                                               success);
}
template <class T>
SIMT_INLINE bool __nv_atomic_compare_exchange(T* p, std::remove_cv_t<T>* expected,
                                              std::remove_cv_t<T>* desired, bool weak, int success,
                                              int failure, int scope = 4) {
  return __nv_atomic_compare_exchange_n(p, expected, *desired, weak, success, failure, scope);
}

#define SIMT_DETAIL_SCOPED(name, expression)                                                  \
  template <class T>                                                                          \
  SIMT_INLINE std::remove_cv_t<T> __nv_atomic_fetch_##name(                                   \
      T* p, std::type_identity_t<std::remove_cv_t<T>> b, int order, int /*scope*/ = 4) {      \
    using U = std::remove_cv_t<T>;                                                            \
    return simt::detail::scoped_update(simt::detail::scoped_pointer(p), order,                \
                                       [=](U a) -> U { return static_cast<U>(expression); }); \
  }                                                                                           \
  template <class T>                                                                          \
  SIMT_INLINE void __nv_atomic_##name(T* p, std::type_identity_t<std::remove_cv_t<T>> b,      \
                                      int order, int scope = 4) {                             \
    static_cast<void>(__nv_atomic_fetch_##name(p, b, order, scope));                          \
  }
SIMT_DETAIL_SCOPED(add, simt::detail::scoped_sum(p, a, b))
SIMT_DETAIL_SCOPED(sub, simt::detail::scoped_sum(p, a, simt::detail::scoped_negative(b)))
SIMT_DETAIL_SCOPED(min, b < a ? b : a)
SIMT_DETAIL_SCOPED(max, a < b ? b : a)
SIMT_DETAIL_SCOPED(and, a& b)
SIMT_DETAIL_SCOPED(or, a | b)
SIMT_DETAIL_SCOPED(xor, a ^ b)
#undef SIMT_DETAIL_SCOPED

/// - CUDA:    __nv_atomic_thread_fence(order, scope)
SIMT_INLINE void __nv_atomic_thread_fence(int /*order*/, int /*scope*/ = 4) { __threadfence(); }

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
