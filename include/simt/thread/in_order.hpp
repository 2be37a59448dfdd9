#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::cuda {

/// Arguments of a call, evaluated from left to right, as a GPU's compiler does it and braces demand
/// it: `in_order{next(s), next(s)}.call([&](auto&&... x) { return f(x...); })`.
template <class... A>
class in_order {
  // A constant is its value: a class's static one may have no address.
  template <class T>
  static constexpr bool is_constant =
      std::is_scalar_v<std::remove_reference_t<T>>&& std::is_const_v<std::remove_reference_t<T>> &&
      !std::is_volatile_v<std::remove_reference_t<T>>;
  template <class T>
  using kept = std::conditional_t<is_constant<T>, std::remove_reference_t<T>, T&&>;

 public:
  SIMT_INLINE constexpr in_order(kept<A>... a) : values_(static_cast<kept<A>&&>(a)...) {}

  /// Calls f with them.
  template <class F>
  SIMT_INLINE constexpr decltype(auto) call(F const& f) && {
    return call(f, std::index_sequence_for<A...>{});
  }

 private:
  template <class F, std::size_t... I>
  SIMT_INLINE constexpr decltype(auto) call(F const& f, std::index_sequence<I...>) {
    return f(static_cast<kept<A>&&>(std::get<I>(values_))...);
  }

  std::tuple<kept<A>...> values_;
};
template <class... A>
in_order(A&&...) -> in_order<A...>;

/// Both operands of an operator, evaluated from left to right: `operands{i, i = 8}.call(f)` calls f
/// with the old i and 8. A number or an address is its value at that time, an object is itself.
template <class L, class R>
struct operands {
  template <class T>
  using operand =
      std::conditional_t<std::is_scalar_v<std::remove_reference_t<T>>, std::remove_cvref_t<T>, T&&>;

  operand<L> left;
  operand<R> right;

  template <class F>
  SIMT_INLINE constexpr decltype(auto) call(F const& f) && {
    return f(static_cast<operand<L>&&>(left), static_cast<operand<R>&&>(right));
  }
};
template <class L, class R>
operands(L&&, R&&) -> operands<L, R>;

/// Returns what may be a bit field, to which no reference can be, as an operand: a number's value,
/// or the object that it is. (By value, as below: a static constant may have no address.)
template <class T>
requires std::is_scalar_v<T>
[[nodiscard]] SIMT_INLINE constexpr T bit_field(T x) { return x; }
template <class T>
requires(!std::is_scalar_v<std::decay_t<T>>) [[nodiscard]] SIMT_INLINE
    constexpr T& bit_field(T const& x) {
  return const_cast<T&>(x);
}

/// Returns a copy, for what takes an object by value: it is made before others change the object.
/// Of an array, its address.
template <class T>
requires std::is_scalar_v<T>
[[nodiscard]] SIMT_INLINE constexpr T copied(T x) { return x; }
template <class T>
requires(!std::is_scalar_v<std::decay_t<T>>) [[nodiscard]] SIMT_INLINE
    constexpr std::remove_volatile_t<T> copied(T const& x) {
  return x;
}

}  // namespace simt::inline SIMT_ABI::cuda
