#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/lanes/functions.hpp>

#include <cmath>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Operators and functions of CUDA's vector types, on uniform vectors, vectors of varyings and
// elements of memory: component by component, or of all components.
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

/// What `v += …` changes: a vector, or elements of memory.
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

namespace detail {

// Functions of numbers and of lanes.
#define SIMT_DETAIL_NUMBER_FUNCTION(name)              \
  struct number_##name {                               \
    template <class... X>                              \
    SIMT_INLINE auto operator()(X const&... x) const { \
      using std::name;                                 \
      return name(x...);                               \
    }                                                  \
  };
SIMT_DETAIL_NUMBER_FUNCTION(fabs)
SIMT_DETAIL_NUMBER_FUNCTION(abs)
SIMT_DETAIL_NUMBER_FUNCTION(floor)
SIMT_DETAIL_NUMBER_FUNCTION(fmod)
SIMT_DETAIL_NUMBER_FUNCTION(sqrt)
#undef SIMT_DETAIL_NUMBER_FUNCTION
struct number_frac {
  template <class X>
  SIMT_INLINE auto operator()(X const& x) const {
    return x - number_floor{}(x);
  }
};
struct number_min {
  template <class X, class Y>
  SIMT_INLINE auto operator()(X const& x, Y const& y) const {
    return simt::min(x, y);
  }
};
struct number_max {
  template <class X, class Y>
  SIMT_INLINE auto operator()(X const& x, Y const& y) const {
    return simt::max(x, y);
  }
};
struct number_clamp {
  template <class X, class Y, class Z>
  SIMT_INLINE auto operator()(X const& x, Y const& lo, Z const& hi) const {
    return simt::max(lo, simt::min(x, hi));
  }
};
struct number_lerp {
  template <class X, class Y, class Z>
  SIMT_INLINE auto operator()(X const& a, Y const& b, Z const& t) const {
    return a + t * (b - a);
  }
};
/// 0 below a, 1 above b, a cubic between them.
struct number_smoothstep {
  template <class X, class Y, class Z>
  SIMT_INLINE auto operator()(X const& a, Y const& b, Z const& x) const {
    auto const y = number_clamp{}((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
  }
};

template <class... X>
concept vector_call = (vector_operand<X> || ...) && ((vector_operand<X> || scalar_operand<X>)&&...);
template <class X>
concept float_vector = vector_operand<X> && std::is_floating_point_v<component_type<X>>;

}  // namespace detail

// Functions of each component: of vectors, and of a vector with numbers.
#define SIMT_DETAIL_VECTOR_FUNCTION(name, op)                                   \
  template <class... X>                                                         \
  requires detail::vector_call<X...>                                            \
  [[nodiscard]] SIMT_INLINE auto name(X&&... x) {                               \
    return detail::componentwise(detail::number_##op{}, std::forward<X>(x)...); \
  }
SIMT_DETAIL_VECTOR_FUNCTION(fabs, fabs)
SIMT_DETAIL_VECTOR_FUNCTION(floorf, floor)
SIMT_DETAIL_VECTOR_FUNCTION(fracf, frac)
SIMT_DETAIL_VECTOR_FUNCTION(abs, abs)
SIMT_DETAIL_VECTOR_FUNCTION(fmodf, fmod)
SIMT_DETAIL_VECTOR_FUNCTION(fminf, min)
SIMT_DETAIL_VECTOR_FUNCTION(fmaxf, max)
SIMT_DETAIL_VECTOR_FUNCTION(min, min)
SIMT_DETAIL_VECTOR_FUNCTION(max, max)
SIMT_DETAIL_VECTOR_FUNCTION(clamp, clamp)
SIMT_DETAIL_VECTOR_FUNCTION(lerp, lerp)
SIMT_DETAIL_VECTOR_FUNCTION(smoothstep, smoothstep)
#undef SIMT_DETAIL_VECTOR_FUNCTION

// The same of numbers, uniform or with lanes. (clamp is in lanes/functions/min_max.hpp.)
template <class X>
requires detail::function_call<X>
[[nodiscard]] SIMT_INLINE auto fracf(X&& x) {
  return detail::number_frac{}(detail::scalar_value<float>(std::forward<X>(x)));
}
template <class A, class B, class T>
requires detail::function_call<A, B, T>
[[nodiscard]] SIMT_INLINE auto lerp(A&& a, B&& b, T&& t) {
  return detail::number_lerp{}(detail::scalar_value<float>(std::forward<A>(a)),
                               detail::scalar_value<float>(std::forward<B>(b)),
                               detail::scalar_value<float>(std::forward<T>(t)));
}
template <class A, class B, class X>
requires detail::function_call<A, B, X>
[[nodiscard]] SIMT_INLINE auto smoothstep(A&& a, B&& b, X&& x) {
  return detail::number_smoothstep{}(detail::scalar_value<float>(std::forward<A>(a)),
                                     detail::scalar_value<float>(std::forward<B>(b)),
                                     detail::scalar_value<float>(std::forward<X>(x)));
}

/// The sum of the products of the components.
template <detail::vector_operand A, detail::vector_operand B>
requires detail::vector_pair<A, B>
[[nodiscard]] SIMT_INLINE auto dot(A&& a, B&& b) {
  using E = detail::component_type<A>;
  auto const p =
      detail::vector_value(std::forward<A>(a)) * detail::vector_value(std::forward<B>(b));
  constexpr int N = detail::vector_class<detail::plain<A>>::size;
  constexpr int W = detail::operand_width<decltype(p)>();
  auto const sum = [&] {
    if constexpr (N == 1)
      return p.x;
    else if constexpr (N == 2)
      return p.x + p.y;
    else if constexpr (N == 3)
      return p.x + p.y + p.z;
    else
      return p.x + p.y + p.z + p.w;
  }();
  if constexpr (W == 0)
    return static_cast<E>(sum);
  else
    return varying<E, W>(sum);
}
/// The vector product.
template <detail::vector_operand A, detail::vector_operand B>
requires(detail::vector_pair<A, B>&& detail::vector_class<detail::plain<A>>::size == 3)
    [[nodiscard]] SIMT_INLINE auto cross(A&& a, B&& b) {
  auto const u = detail::vector_value(std::forward<A>(a));
  auto const v = detail::vector_value(std::forward<B>(b));
  constexpr int wu = detail::operand_width<decltype(u)>();
  constexpr int W = wu != 0 ? wu : detail::operand_width<decltype(v)>();
  return detail::make_vector<detail::vector_type<A>, W>([&](auto c) SIMT_LAMBDA_INLINE {
    constexpr int i = (c() + 1) % 3, j = (c() + 2) % 3;
    return detail::component<i>(u) * detail::component<j>(v) -
           detail::component<j>(u) * detail::component<i>(v);
  });
}
template <detail::float_vector A>
[[nodiscard]] SIMT_INLINE auto length(A&& a) {
  auto const v = detail::vector_value(std::forward<A>(a));
  return detail::number_sqrt{}(dot(v, v));
}
/// The vector divided by its length.
template <detail::float_vector A>
[[nodiscard]] SIMT_INLINE auto normalize(A&& a) {
  auto const v = detail::vector_value(std::forward<A>(a));
  return v * simt::rsqrt(dot(v, v));
}
/// i mirrored at a plane with normal n.
template <detail::float_vector I, detail::float_vector N>
requires detail::vector_pair<I, N>
[[nodiscard]] SIMT_INLINE auto reflect(I&& i, N&& n) {
  auto const v = detail::vector_value(std::forward<I>(i));
  auto const m = detail::vector_value(std::forward<N>(n));
  using E = detail::component_type<I>;
  return v - E{2} * m * dot(m, v);
}

namespace detail {
/// T of a number (for each component), of another vector (what it lacks is 0), or of a vector and
/// the last component.
template <class T, class X>
SIMT_INLINE auto vector_from(X&& x) {
  using E = typename vector_traits<T>::element;
  if constexpr (scalar_operand<X>) {
    auto const s = scalar_value<E>(std::forward<X>(x));
    return make_vector<T, operand_width<X>()>([&](auto) SIMT_LAMBDA_INLINE { return s; });
  } else {
    auto const v = vector_value(std::forward<X>(x));
    return make_vector<T, operand_width<X>()>([&](auto c) SIMT_LAMBDA_INLINE {
      if constexpr (c() < vector_class<plain<X>>::size)
        return scalar_value<E>(component<c()>(v));
      else
        return E{};
    });
  }
}
template <class T, class X, class L>
SIMT_INLINE auto vector_from(X&& x, L&& last) {
  using E = typename vector_traits<T>::element;
  constexpr int w = operand_width<X>();
  auto const v = vector_value(std::forward<X>(x));
  auto const s = scalar_value<E>(std::forward<L>(last));
  return make_vector < T, w != 0 ? w : operand_width<L>() > ([&](auto c) SIMT_LAMBDA_INLINE {
                                         if constexpr (c() < vector_class<plain<X>>::size)
                                           return scalar_value<E>(component<c()>(v));
                                         else
                                           return s;
                                       });
}
template <class X>
concept vector_source = vector_operand<X> || scalar_operand<X>;
template <class X, int N>
concept vector_of_size = vector_operand<X> && vector_class<plain<X>>::size == N;
}  // namespace detail

#define SIMT_DETAIL_MAKE(Name, N)                            \
  template <detail::vector_source X>                         \
  [[nodiscard]] SIMT_INLINE auto make_##Name##N(X&& x) {     \
    return detail::vector_from<Name##N>(std::forward<X>(x)); \
  }
#define SIMT_DETAIL_MAKE_LAST(Name, N)                                              \
  template <detail::vector_of_size<N - 1> X, detail::scalar_operand L>              \
  [[nodiscard]] SIMT_INLINE auto make_##Name##N(X&& x, L&& last) {                  \
    return detail::vector_from<Name##N>(std::forward<X>(x), std::forward<L>(last)); \
  }
#define SIMT_DETAIL_MAKES(Name)  \
  SIMT_DETAIL_MAKE(Name, 2)      \
  SIMT_DETAIL_MAKE(Name, 3)      \
  SIMT_DETAIL_MAKE(Name, 4)      \
  SIMT_DETAIL_MAKE_LAST(Name, 3) \
  SIMT_DETAIL_MAKE_LAST(Name, 4)
SIMT_DETAIL_MAKES(float)
SIMT_DETAIL_MAKES(int)
SIMT_DETAIL_MAKES(uint)
SIMT_DETAIL_MAKES(double)
#undef SIMT_DETAIL_MAKES
#undef SIMT_DETAIL_MAKE_LAST
#undef SIMT_DETAIL_MAKE

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
