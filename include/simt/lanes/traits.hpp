#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/lost_assignment.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

template <class T, int W>
class varying;

/// Base of everything that has one value per lane; it has `width` and `value_type`. It is in this
/// namespace, so that argument-dependent lookup finds the operators for all of them.
struct lane_tag {
  // (x + 1) += y: the operators of variables are functions, those of places hide these.
  SIMT_DETAIL_NO_TEMPORARY(+=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(-=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(*=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(/=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(%=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(&=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(|=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(^=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(<<=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(>>=, SIMT_DETAIL_TEMPORARY)
};
/// Base of values and places that have a struct for each lane. It is in this namespace for
/// argument-dependent lookup.
struct aggregate_tag {};
/// Base of values and places that have a pointer for each lane.
struct pointer_tag {};

namespace detail {

/// Base of the lane types that are truth values, evaluated part by part: predicate.hpp says how.
struct predicate_tag : lane_tag {
  template <class U>
    requires std::is_arithmetic_v<U>
  explicit(false) operator U() const {
    static_assert(always_false<U>,
                  "simt: a predicate has one truth value per thread: write simt_if, simt_while or "
                  "simt_select instead of if, while and ?:");
    return U{};
  }
};
/// Base of thread indices: base + strides times lane coordinates.
struct index_tag : lane_tag {};
/// Base of a place in memory for each lane.
struct element_tag : lane_tag {};
/// Base of a place in memory for the whole gang, `p[uniform]`.
struct uniform_element_tag {};

template <class X>
using plain = std::remove_cvref_t<X>;

template <class X>
concept lane_value = std::is_base_of_v<lane_tag, plain<X>>;
template <class X>
concept lane_predicate = std::is_base_of_v<predicate_tag, plain<X>>;
template <class X>
concept thread_index = std::is_base_of_v<index_tag, plain<X>>;
template <class X>
concept lane_element = std::is_base_of_v<element_tag, plain<X>>;
template <class X>
concept uniform_element = std::is_base_of_v<uniform_element_tag, plain<X>>;

/// An integral constant: a uniform whose value is part of its type.
template <class X>
concept constant_value = requires {
  typename plain<X>::value_type;
  { plain<X>::value } -> std::convertible_to<long long>;
} && std::is_empty_v<plain<X>> && std::integral<typename plain<X>::value_type>;

template <class X>
concept uniform_value = std::is_arithmetic_v<plain<X>> || std::is_enum_v<plain<X>> ||
                        uniform_element<X> || constant_value<X>;

/// The number that T is in arithmetic: an enumerator becomes int if that holds all of its enumeration,
/// although the enumeration may be made of unsigned; one with a scope is what it is made of.
template <class T>
struct arithmetic_number {
  using type = T;
};
template <class T>
  requires(std::is_enum_v<T> && !std::is_convertible_v<T, long long>)
struct arithmetic_number<T> {
  using type = std::underlying_type_t<T>;
};
template <class T>
  requires(std::is_enum_v<T> && std::is_convertible_v<T, long long>)
struct arithmetic_number<T> {
  using type = decltype(+T{});
};

/// The C++ type of one lane's value.
template <class X>
struct lane_type_of {
  using type = typename X::value_type;
};
template <class X>
  requires std::is_arithmetic_v<X>
struct lane_type_of<X> {
  using type = X;
};
template <class X>
  requires std::is_enum_v<X>
struct lane_type_of<X> : arithmetic_number<X> {};
template <class X>
using lane_type = typename lane_type_of<plain<X>>::type;

/// Returns the value of a uniform operand; a place in memory, `p[n]`, is read here.
template <uniform_value X>
SIMT_INLINE constexpr lane_type<X> uniform_of(X&& x) {
  return static_cast<lane_type<X>>(std::forward<X>(x));
}

/// The number of lanes of an X, 0 if it is uniform.
template <class X>
inline constexpr int width_of = 0;
template <lane_value X>
inline constexpr int width_of<X> = X::width;

/// The number of lanes of a pair of operands.
template <class A, class B>
inline constexpr int common_width =
    width_of<plain<A>> != 0 ? width_of<plain<A>> : width_of<plain<B>>;

template <class A, class B>
concept same_width = width_of<plain<A>> == 0 || width_of<plain<B>> == 0 ||
                     width_of<plain<A>> == width_of<plain<B>>;

/// Operands of an operator that yields lanes.
template <class A, class B>
concept lane_operands = (lane_value<A> || lane_value<B>) && (lane_value<A> || uniform_value<A>) &&
                        (lane_value<B> || uniform_value<B>);

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
