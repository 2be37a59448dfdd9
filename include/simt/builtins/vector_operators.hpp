#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/lanes/operators.hpp>

#include <cmath>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Operators of CUDA's vector types, on uniform vectors, vectors of varyings and elements of memory.
namespace simt::inline SIMT_ABI {

namespace detail {

/// The vector type of an operand and its lanes (0: uniform); size 0 says that it is none.
template <class X>
struct vector_class {
  static constexpr int size = 0;
};
template <vector_struct T>
struct vector_class<T> {
  static constexpr int size = vector_traits<T>::size;
  static constexpr int width = 0;
  using type = T;
};
template <>
struct vector_class<dim3> : vector_class<uint3> {};
template <vector_struct T, int W>
struct vector_class<varying<T, W>> : vector_class<T> {
  static constexpr int width = W;
};
template <class T, class Index, std::ptrdiff_t Stride>
requires vector_struct<T>
struct vector_class<aggregate_place<T, Index, Stride>> : vector_class<std::remove_cv_t<T>> {
  static constexpr int width = Index::width;
};
template <class T>
requires vector_struct<T>
struct vector_class<uniform_place<T>> : vector_class<std::remove_cv_t<T>> {
};

template <class X>
concept vector_operand = (vector_class<plain<X>>::size > 0);
template <class X>
concept scalar_operand = !vector_operand<X> && (lane_value<X> || uniform_value<X>);
template <class X>
using vector_type = typename vector_class<plain<X>>::type;
template <vector_operand X>
using component_type = typename vector_traits<vector_type<X>>::element;
template <class X>
consteval int operand_width() {
  if constexpr (vector_operand<X>)
    return vector_class<plain<X>>::width;
  else
    return width_of<plain<X>>;
}

template <class A, class B>
concept vector_pair = (vector_operand<A> && vector_operand<B> &&
                       std::is_same_v<vector_type<A>, vector_type<B>>) ||
                      (vector_operand<A> && scalar_operand<B>) ||
                      (scalar_operand<A> && vector_operand<B>);

/// The operand as a value: a struct, or one of varyings.
template <class X>
SIMT_INLINE auto vector_value(X&& x) {
  using T = vector_type<X>;
  if constexpr (vector_class<plain<X>>::width == 0)
    return static_cast<T>(x);
  else
    return varying<T, vector_class<plain<X>>::width>(std::forward<X>(x));
}
/// A number for each component: as the element's type.
template <class E, class X>
SIMT_INLINE auto scalar_value(X&& x) {
  if constexpr (lane_value<X>)
    return convert_to<E, width_of<plain<X>>>(std::forward<X>(x));
  else
    return static_cast<E>(uniform_of(std::forward<X>(x)));
}
template <class E, class X>
SIMT_INLINE auto operand_value(X&& x) {
  if constexpr (vector_operand<X>)
    return vector_value(std::forward<X>(x));
  else
    return scalar_value<E>(std::forward<X>(x));
}
template <int I, class V>
SIMT_INLINE auto const& part_of(V const& v) {
  if constexpr (vector_operand<V>)
    return component<I>(v);
  else
    return v;
}

/// A T or, with lanes, a varying<T, W> of make(0), make(1) …
template <class T, int W, class F>
SIMT_INLINE auto make_vector(F make) {
  using E = typename vector_traits<T>::element;
  if constexpr (W == 0) {
    T r;
    each_component<vector_traits<T>::size>(
        [&](auto c) SIMT_LAMBDA_INLINE { component<c()>(r) = static_cast<E>(make(c)); });
    return r;
  } else {
    varying<T, W> r;
    each_component<vector_traits<T>::size>(
        [&](auto c) SIMT_LAMBDA_INLINE { fill_component(component<c()>(r), make(c)); });
    return r;
  }
}

/// The first of the types that is a vector's.
template <class X, class... Rest>
struct first_vector : first_vector<Rest...> {};
template <vector_operand X, class... Rest>
struct first_vector<X, Rest...> : vector_class<plain<X>> {};

/// f of the components of vectors and of numbers.
template <class F, class... X>
SIMT_INLINE auto componentwise(F f, X&&... x) {
  using T = typename first_vector<X...>::type;
  using E = typename vector_traits<T>::element;
  constexpr int W = [] {
    int w = 0;
    ((w = w != 0 ? w : operand_width<X>()), ...);
    return w;
  }();
  return [&](auto const&... v) SIMT_LAMBDA_INLINE {
    return make_vector<T, W>([&](auto c) SIMT_LAMBDA_INLINE { return f(part_of<c()>(v)...); });
  }(operand_value<E>(std::forward<X>(x))...);
}

/// The left side of `v += …`: a vector, or elements of memory.
template <class X>
concept vector_place = vector_operand<X> &&
    (is_aggregate_place<plain<X>> ||
     (std::is_lvalue_reference_v<X> && !std::is_const_v<std::remove_reference_t<X>>));

}  // namespace detail

#define SIMT_DETAIL_VECTOR_OPERATOR(op)                                                           \
  template <class A, class B>                                                                     \
  requires detail::vector_pair<A, B>                                                              \
  [[nodiscard]] SIMT_INLINE auto operator op(A&& a, B&& b) {                                      \
    return detail::componentwise([](auto const& x, auto const& y)                                 \
                                     SIMT_LAMBDA_INLINE { return x op y; },                       \
                                 std::forward<A>(a), std::forward<B>(b));                         \
  }                                                                                               \
  template <class A, class B>                                                                     \
  requires(detail::vector_pair<A, B> && detail::vector_place<A>) SIMT_INLINE void operator op##=( \
      A&& a, B&& b) {                                                                             \
    if constexpr (detail::is_aggregate_place<detail::plain<A>>)                                   \
      a.store(a.load() op std::forward<B>(b));                                                    \
    else                                                                                          \
      a = detail::vector_value(a) op std::forward<B>(b);                                          \
  }
/// Arithmetic of vectors with vectors and numbers.
/// - CUDA:    operators of helper_math.h (CUDA samples): float2, int3, uint4 …
/// - Shape:   uniform where both operands are, else lanes
/// - Order:   compound assignment to lanes changes the active ones only
/// - Source:  CUDA samples 13.0, Common/helper_math.h, by behaviour
SIMT_DETAIL_VECTOR_OPERATOR(+)
SIMT_DETAIL_VECTOR_OPERATOR(-)
SIMT_DETAIL_VECTOR_OPERATOR(*)
SIMT_DETAIL_VECTOR_OPERATOR(/)
#undef SIMT_DETAIL_VECTOR_OPERATOR
template <detail::vector_operand A>
[[nodiscard]] SIMT_INLINE auto operator-(A&& a) {
  return detail::componentwise([](auto const& x) SIMT_LAMBDA_INLINE { return -x; },
                               std::forward<A>(a));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
