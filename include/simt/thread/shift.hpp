#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <climits>
#include <concepts>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {
namespace detail {

/// The left side of a shift whose amount comes next.
template <class T>
struct shift_operand {
  T value;
};

template <class T>
concept shift_amount = std::is_integral_v<T> || std::is_enum_v<T>;

/// True if a program has shifts of its own for an enumeration.
template <class T>
concept has_own_shift = requires(T value, int n) {
  operator<<(value, n);
}
|| requires(T value, int n) { operator>>(value, n); };

/// An integer, or an enumeration that becomes one.
template <class T>
concept shifted_number = std::integral<T> ||
    (std::is_enum_v<T>&& std::is_convertible_v<T, long long> && !has_own_shift<T>);

/// The amount of `a <<= n`, whose left side is on the left.
template <class N>
struct shift_by {
  N amount;
};

/// The old value of a member that is assigned to, `m = device_shifted(m) <<= n`.
template <class T>
struct shifted_value {
  T value;
};

}  // namespace detail

namespace cuda {

/// Between the two halves of a shift operator: `a << device_shift << n` is `a << n` as a GPU has
/// it, and `a <<= device_shift <<= n` is `a <<= n`. The .cu step writes it in device code; both
/// halves have the precedence of the one.
/// - CUDA:    a << n, a >> n, a <<= n, a >>= n in device code
/// - Units:   n in bits
/// - Differs: from C++, where an amount of the type's width or more is undefined: the result is 0,
///            or the sign where a negative number is shifted right
/// - Source:  PTX ISA 8.0, 9.7.7 (shl, shr: amounts above the width are clamped to it)
struct device_shift_tag {};
inline constexpr device_shift_tag device_shift{};

template <simt::detail::shifted_number T>
[[nodiscard]] constexpr auto operator<<(T value, device_shift_tag) noexcept {
  return simt::detail::shift_operand<decltype(+value)>{+value};
}
template <simt::detail::shifted_number T>
[[nodiscard]] constexpr auto operator>>(T value, device_shift_tag) noexcept {
  return simt::detail::shift_operand<decltype(+value)>{+value};
}
/// Types with operators of their own keep them.
template <class T>
requires(!simt::detail::shifted_number<std::remove_cvref_t<T>>) [[nodiscard]] constexpr auto
operator<<(T&& value, device_shift_tag) noexcept {
  return simt::detail::shift_operand<T&&>{std::forward<T>(value)};
}
template <class T>
requires(!simt::detail::shifted_number<std::remove_cvref_t<T>>) [[nodiscard]] constexpr auto
operator>>(T&& value, device_shift_tag) noexcept {
  return simt::detail::shift_operand<T&&>{std::forward<T>(value)};
}
/// Before the operator of `m <<= n` where m may be a bit field, which a function cannot assign to:
/// the .cu step writes `m = device_shifted(m) <<= n`.
template <class T>
[[nodiscard]] constexpr auto device_shifted(T member) noexcept {
  return simt::detail::shifted_value<T>{std::move(member)};
}
template <class N>
[[nodiscard]] constexpr auto operator<<=(device_shift_tag, N&& amount) noexcept {
  return simt::detail::shift_by<N&&>{std::forward<N>(amount)};
}
template <class N>
[[nodiscard]] constexpr auto operator>>=(device_shift_tag, N&& amount) noexcept {
  return simt::detail::shift_by<N&&>{std::forward<N>(amount)};
}

}  // namespace cuda

namespace detail {

template <std::integral T, shift_amount N>
[[nodiscard]] constexpr T operator<<(shift_operand<T> left, N amount) noexcept {
  constexpr auto width = static_cast<unsigned>(sizeof(T) * CHAR_BIT);
  auto const n = static_cast<unsigned>(amount);
  return n < width ? static_cast<T>(left.value << n) : T{0};
}
template <std::integral T, shift_amount N>
[[nodiscard]] constexpr T operator>>(shift_operand<T> left, N amount) noexcept {
  constexpr auto width = static_cast<unsigned>(sizeof(T) * CHAR_BIT);
  auto const n = static_cast<unsigned>(amount);
  return static_cast<T>(left.value >> (n < width ? n : width - 1) >> (n < width ? 0 : 1));
}
template <class T, class N>
requires(!std::integral<T> || !shift_amount<std::remove_cvref_t<N>>) constexpr decltype(auto)
operator<<(shift_operand<T> left, N&& right) {
  return std::forward<T>(left.value) << std::forward<N>(right);
}
template <class T, class N>
requires(!std::integral<T> || !shift_amount<std::remove_cvref_t<N>>) constexpr decltype(auto)
operator>>(shift_operand<T> left, N&& right) {
  return std::forward<T>(left.value) >> std::forward<N>(right);
}

/// True if `a <<= n` is one of numbers.
template <class T, class N>
inline constexpr bool shifts_numbers =
    std::is_integral_v<std::remove_reference_t<T>>&& shift_amount<std::remove_cvref_t<N>>;

template <class T, class N>
constexpr decltype(auto) operator<<=(T&& left, shift_by<N> by) {
  if constexpr (!shifts_numbers<T, N>)
    return std::forward<T>(left) <<= std::forward<N>(by.amount);
  else if constexpr (std::is_volatile_v<std::remove_reference_t<T>>)
    left = static_cast<std::remove_cvref_t<T>>(left << cuda::device_shift << by.amount);
  else
    return left = static_cast<std::remove_cvref_t<T>>(left << cuda::device_shift << by.amount);
}
template <class T, class N>
constexpr decltype(auto) operator>>=(T&& left, shift_by<N> by) {
  if constexpr (!shifts_numbers<T, N>)
    return std::forward<T>(left) >>= std::forward<N>(by.amount);
  else if constexpr (std::is_volatile_v<std::remove_reference_t<T>>)
    left = static_cast<std::remove_cvref_t<T>>(left >> cuda::device_shift >> by.amount);
  else
    return left = static_cast<std::remove_cvref_t<T>>(left >> cuda::device_shift >> by.amount);
}

template <class T, class N>
[[nodiscard]] constexpr T operator<<=(shifted_value<T> left, N const& amount) {
  left.value <<= cuda::device_shift <<= amount;
  return left.value;
}
template <class T, class N>
[[nodiscard]] constexpr T operator>>=(shifted_value<T> left, N const& amount) {
  left.value >>= cuda::device_shift >>= amount;
  return left.value;
}

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
