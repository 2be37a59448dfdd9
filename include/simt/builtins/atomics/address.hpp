#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/atomics/operations.hpp>
#include <simt/lanes/memory/lane_pointer.hpp>
#include <simt/lanes/memory/varying_pointer.hpp>
#include <simt/lanes/struct/varying_struct.hpp>
#include <simt/lanes/struct/varying_vector.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

template <class X>
inline constexpr bool is_lane_pointer = false;
template <class T, class Index>
inline constexpr bool is_lane_pointer<lane_pointer<T, Index>> = true;
template <class X>
inline constexpr bool is_ptr = false;
template <class T>
inline constexpr bool is_ptr<ptr<T>> = true;

/// The forms of an address that is the same for the whole gang, as a ptr.
template <class X>
SIMT_INLINE auto uniform_address(X const& x) {
  if constexpr (is_ptr<X>)
    return x;
  else if constexpr (std::is_pointer_v<std::decay_t<X>>)
    return ptr(static_cast<std::decay_t<X const&>>(x));
  else if constexpr (requires { x.data(); })
    return uniform_address(x.data());
  else
    return ptr(&*x);
}

template <class X>
concept atomic_address =
    !lane_element<X> && !uniform_element<X> &&
    (is_lane_pointer<plain<X>> || std::is_pointer_v<std::decay_t<X>> || is_ptr<plain<X>> ||
     requires(plain<X> const& x) { uniform_address(x.data()); });

/// True if atomics take a T: also a class of 2 or 4 bytes that says so.
template <class T>
inline constexpr bool atomic_number = std::is_arithmetic_v<T>;

/// True of vectors to whose components atomicAdd adds, to each in a step of its own.
template <class T>
inline constexpr bool atomic_vector = false;
template <vector_struct T>
inline constexpr bool atomic_vector<T> =
    vector_traits<T>::size % 2 == 0 && std::is_same_v<typename vector_traits<T>::element, float>;

template <class T>
consteval void check_atomic_type() {
  static_assert(!std::is_const_v<T>, "simt: this pointer is to const; an atomic cannot change it");
  static_assert(atomic_vector<T> ||
                    (atomic_number<T> && (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 2)),
                "simt: atomics take int, unsigned, 64-bit integers, float and double (and 16-bit "
                "integers; atomicAdd float2 and float4)");
}

template <class Op, class T>
consteval void check_atomic_op() {
  static_assert(std::is_integral_v<T> || std::is_same_v<Op, atomic_add> ||
                    (std::is_same_v<Op, atomic_exch> && !atomic_vector<T>),
                "simt: this atomic has no floating-point form in CUDA: loop with atomicCAS on "
                "__float_as_int, __double_as_longlong");
  static_assert(
      !(std::is_same_v<Op, atomic_inc> || std::is_same_v<Op, atomic_dec>) || std::is_unsigned_v<T>,
      "simt: atomicInc and atomicDec take unsigned");
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
