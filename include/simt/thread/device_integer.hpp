#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/truncate.hpp>

#include <concepts>
#include <type_traits>

namespace simt::inline SIMT_ABI::cuda {

/// Converts as `(T)x` does in device code, for an integer type T: the .cu step writes the cast to
/// it between a cast and its operand, as in `(int)(device_integer<int>)x`, since both bind alike.
/// - CUDA:    (T)x, T(x), static_cast<T>(x) in device code
/// - Differs: from C++, where a floating-point number that T cannot hold is undefined: it becomes
/// the
///            nearest number that 32 (64) bits of T's sign hold, of which T keeps the low bits. NaN
///            is 0, and where double becomes 32 bits or anything 64 bits, the top bit
/// - Source:  PTX ISA 8.0, 9.7.9 (cvt.rzi), and a GPU's answers
template <class T>
struct device_integer {
  T value;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
  /// Converts x, a number or whatever else has a cast to T.
  template <class X>
  SIMT_INLINE constexpr device_integer(X x) : value((T)x) {}
  template <std::floating_point X>
  SIMT_INLINE constexpr device_integer(X x) : value(simd::number_as<T>(x)) {}
#pragma GCC diagnostic pop

  SIMT_INLINE constexpr operator T() const { return value; }
};

/// Converts x as `place = x;` does in device code, for a place of type T: of floating-point numbers
/// that become integers what device_integer<T> is, of all else x itself. The .cu step writes it
/// where that may happen.
template <class T, class X>
requires(!std::is_class_v<X> && !std::is_reference_v<T>) SIMT_INLINE constexpr auto converted(X x) {
  using N = std::remove_cv_t<T>;
  if constexpr (std::is_floating_point_v<X> && std::is_integral_v<N> && !std::is_same_v<N, bool>)
    return static_cast<N>(device_integer<N>(x));
  else
    return x;
}
/// Objects, which may be none that can be copied, keep their own conversions.
template <class T, class X>
requires(std::is_class_v<std::remove_cvref_t<X>> &&
         !std::is_reference_v<T>) SIMT_INLINE constexpr X&& converted(X&& x) {
  return static_cast<X&&>(x);
}
/// References stay what they refer to.
template <class T, class X>
requires(std::is_reference_v<T>) SIMT_INLINE constexpr X converted(X&& x) {
  return static_cast<X&&>(x);
}
/// `vector v = x;`, which tells v's type only from x.
template <template <class...> class, class X>
SIMT_INLINE constexpr X&& converted(X&& x) {
  return static_cast<X&&>(x);
}
template <template <class, auto...> class, class X>
SIMT_INLINE constexpr X&& converted(X&& x) {
  return static_cast<X&&>(x);
}

/// The same of `(T)x`, T(x) and static_cast<T>(x), for a type T that only the compiler knows.
template <class T, class X>
SIMT_INLINE constexpr decltype(auto) cast_operand(X&& x) {
  using N = std::remove_cv_t<T>;
  using F = std::remove_cvref_t<X>;
  if constexpr (std::is_floating_point_v<F> && std::is_integral_v<N> && !std::is_same_v<N, bool>)
    return static_cast<N>(device_integer<N>(x));
  else
    return static_cast<X&&>(x);
}

/// A floating-point number in `object o = {x};`, whose member may be an integer.
template <std::floating_point X>
struct list_number {
  X value;
  template <class T>
  requires(std::is_arithmetic_v<T>) SIMT_INLINE constexpr operator T() const {
    return simd::number_as<T>(value);
  }
};
template <class X>
SIMT_INLINE constexpr decltype(auto) list_item(X&& x) {
  using F = std::remove_cvref_t<X>;
  if constexpr (std::is_floating_point_v<F>)
    return list_number<F>{x};
  else
    return static_cast<X&&>(x);
}

/// The same as the argument of a function that is known to be the only one: its parameter may be an
/// integer, or a class that takes numbers.
template <std::floating_point X>
struct argument_number {
  X value;
  template <class T>
  requires(std::is_arithmetic_v<T>) SIMT_INLINE constexpr operator T() const {
    return simd::number_as<T>(value);
  }
  template <class T>
  requires(std::is_class_v<T>&& std::is_convertible_v<X, T>) SIMT_INLINE constexpr operator T() const {
    return value;
  }
};
template <class X>
SIMT_INLINE constexpr decltype(auto) argument_item(X&& x) {
  using F = std::remove_cvref_t<X>;
  if constexpr (std::is_floating_point_v<F>)
    return argument_number<F>{x};
  else
    return static_cast<X&&>(x);
}

/// The right side of `place += x` and its kind, where place is an integer of type T and x none.
template <class T, std::floating_point X>
struct step_number {
  X value;
  SIMT_INLINE constexpr operator X() const { return value; }

  // Friends that are no templates come before any operator of the program's. A step of a volatile
  // place is its new value: g++ warns of every statement that ends in a reference to one.
#define SIMT_DETAIL_STEP(op)                                                        \
  SIMT_INLINE friend constexpr T& operator op##=(T& place, step_number x) {         \
    return place = converted<T>(static_cast<X>(place) op x.value);                  \
  }                                                                                 \
  SIMT_INLINE friend constexpr T operator op##=(volatile T& place, step_number x) { \
    T const stepped = converted<T>(static_cast<X>(place) op x.value);               \
    place = stepped;                                                                \
    return stepped;                                                                 \
  }
  SIMT_DETAIL_STEP(+)
  SIMT_DETAIL_STEP(-)
  SIMT_DETAIL_STEP(*)
  SIMT_DETAIL_STEP(/)
#undef SIMT_DETAIL_STEP
};
/// Returns x as the right side of a step of a Place: what the program's operators take where that
/// is no integer.
// (A number by value: a class's static constant may have no address.)
template <class Place, class X>
requires std::is_scalar_v<X> SIMT_INLINE constexpr auto step_operand(X x) {
  using T = std::remove_cv_t<std::remove_reference_t<Place>>;
  if constexpr (std::is_floating_point_v<X> && std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return step_number<T, X>{x};
  else
    return x;
}
template <class Place, class X>
requires(!std::is_scalar_v<std::decay_t<X>>) SIMT_INLINE constexpr X&& step_operand(X&& x) {
  return static_cast<X&&>(x);
}

}  // namespace simt::inline SIMT_ABI::cuda
