#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_operators.hpp>
#include <simt/lanes/functions.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Functions of CUDA's vector types: component by component, or of all components.
namespace simt::inline SIMT_ABI {

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

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
