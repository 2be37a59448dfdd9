#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>
#include <simt/cuda/lane/pointer_cast.h>

#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

/// A value that becomes what is asked for, as without braces.
template <class X>
struct convertible {
  X x;
  template <class T>
  requires requires(X const& v) { static_cast<T>(v); }
  SIMT_INLINE operator T() const { return d::uniform_as<T>(x); }
};
template <bool Item, class X>
SIMT_INLINE decltype(auto) item_if(X const& x) {
  if constexpr (Item)
    return argument_item(x);
  else
    return (x);
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
/// An argument of a V that is made of a copy of it, to which the V must not keep a reference.
template <class V, class X>
SIMT_INLINE X const& copy_for(X const& x) {
  static_assert(
      !d::is_struct<X> || std::is_same_v<V, X> || std::is_copy_assignable_v<V>,
      "simt: an object with a reference or a constant in it, made of an object that lies in "
      "no memory");
  return x;
}
/// One thread's T(a, b …) or T{a, b …}. What the compiler has to say it says of the thread form.
template <class V, unsigned Items = 0, class... X>
SIMT_INLINE V constructed(X const&... x) {
  if constexpr (sizeof...(X) == 1 && (std::is_same_v<V, X> && ...))
    return (x, ...);
  else if constexpr (std::is_aggregate_v<V>)
    return V{convertible<X>{copy_for<V>(x)}...};
  else if constexpr (Items != 0)
    return [&]<std::size_t... I>(std::index_sequence<I...>) SIMT_LAMBDA_INLINE {
      return V(item_if<(Items >> I) % 2 != 0>(x)...);
    }
  (std::index_sequence_for<X...>{});
  else
    return V(copy_for<V>(x)...);
}
#pragma GCC diagnostic pop

/// (T)x
template <class T, class G, class X>
SIMT_INLINE auto cast(G const& g, X&& x) {
  using V = clean<T>;
  using P = plain<X>;
  if constexpr (std::is_void_v<V>) {
    static_cast<void>(x);
  } else if constexpr (std::is_pointer_v<V>) {
    return pointer_cast<V>(std::forward<X>(x));
  } else if constexpr (std::is_base_of_v<pointer_tag, P>) {
    constexpr int W = P::width;
    if constexpr (std::is_same_v<V, bool>)
      return varying<bool, W>(lane::get(x) != nullptr);
    else
      return varying<V, W>(d::address_lanes<W>(lane::get(x)));
  } else if constexpr (width_of<P>() != 0 && !std::is_pointer_v<P>) {
    return let<V>(g, lane::get(std::forward<X>(x)));
  } else if constexpr (std::is_floating_point_v<plain<decltype(lane::get(std::forward<X>(x)))>> &&
                       std::is_integral_v<V>) {
    return simd::number_as<V>(lane::get(std::forward<X>(x)));
  } else {
    return (V)(lane::get(std::forward<X>(x)));
  }
}

/// A null pointer in every lane.
struct null_lanes {
  SIMT_INLINE std::nullptr_t lane(int) const { return nullptr; }
};
/// An argument of a constructor, by lane.
template <int W, class X>
SIMT_INLINE auto argument_lanes(X&& x) {
  if constexpr (std::is_null_pointer_v<plain<X>>)
    return null_lanes{};
  else
    return varying<scalar<X>, W>(lane::get(std::forward<X>(x)));
}

/// T(a, b …), T{a, b …}. Bit n of Items: the parameter of argument n may be an integer, and there is no
/// other constructor.
template <class T, unsigned Items = 0, class G, class... X>
SIMT_INLINE auto make(G const&, X&&... x) {
  using V = clean<T>;
  constexpr int W = common_width<X...>();
  if constexpr (W == 0) {
    if constexpr (sizeof...(X) == 1 && std::is_arithmetic_v<V>)
      return (simd::number_as<V>(static_cast<scalar<X>>(lane::get(x))), ...);
    else
      return constructed<V, Items>(static_cast<scalar<X>>(lane::get(x))...);
  } else if constexpr (std::is_arithmetic_v<V> ||
                       (sizeof...(X) == 1 && (std::is_same_v<V, scalar<X>> && ...))) {
    return (varying<V, W>(lane::get(x)), ...);
  } else if constexpr (d::vector_struct<V>) {
    varying<V, W> r;
    int i = 0;
    using E = typename d::vector_traits<V>::element;
    d::each_component<d::vector_traits<V>::size>(
        [&](auto c) SIMT_LAMBDA_INLINE { d::fill_component(d::component<c()>(r), E{}); });
    auto const fill = [&](auto c, auto&& m) SIMT_LAMBDA_INLINE {
      d::fill_component(d::component<c()>(r), varying<E, W>(lane::get(m)));
    };
    static_cast<void>(i);
    [&]<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE {
      (fill(std::integral_constant<int, I>{}, x), ...);
    }
    (std::make_integer_sequence<int, sizeof...(X)>{});
    return r;
  } else {
    varying<V, W> r{};
    auto const all = [&](auto const&... v) {
      d::each_active<W>([&](int l) { r.set_lane(l, constructed<V, Items>(v.lane(l)...)); });
    };
    all(argument_lanes<W>(x)...);
    return r;
  }
}

/// T{a, {b, c} …}, T{.m = a …}: f makes one thread's object of its items.
template <class T, class G, class F, class... X>
SIMT_INLINE auto make_by_list(G const&, F const& f, X&&... x) {
  constexpr int W = common_width<X...>();
  if constexpr (W == 0) {
    return f(static_cast<scalar<X>>(lane::get(x))...);
  } else {
    varying<clean<T>, W> r{};
    auto const all = [&](auto const&... v) {
      d::each_active<W>([&](int l) { r.set_lane(l, f(v.lane(l)...)); });
    };
    all(argument_lanes<W>(x)...);
    return r;
  }
}

/// T(a, b …) by f, in each thread in its turn where that is a class, whose constructor asks for it.
template <class T, class G, class F, class... X>
SIMT_INLINE auto made_by_lane(G const& g, F const& f, X&&... x) {
  if constexpr (std::is_class_v<T> || std::is_union_v<T>)
    return by_lane(g, f, std::forward<X>(x)...);
  else
    return make<T>(g, std::forward<X>(x)...);
}

/// Every element begins as 0.
template <class X>
SIMT_INLINE void fill(X& x) {
  if constexpr (is_lane_memory<X>)
    for (int i = 0; i < X::width * static_cast<int>(X::step); ++i)
      x.first()[i] = typename X::element{};
  else
    for (auto& a : x.a) new (&a) plain<decltype(a)>(typename X::element{});
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
