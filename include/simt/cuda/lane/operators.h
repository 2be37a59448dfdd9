#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>
#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/flow/lazy.hpp>
#include <simt/lanes/flow/loop.hpp>
#include <simt/lanes/index/choose_by_axis.hpp>
#include <simt/thread/shift.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

// Pointers of C++ moved by lanes.
template <class T, detail::lane_value I>
requires std::is_object_v<T> SIMT_INLINE auto operator+(T* p, I&& i) {
  return cuda::lane::addr(cuda::lane::at(p, std::forward<I>(i)));
}
template <class T, detail::lane_value I>
requires std::is_object_v<T> SIMT_INLINE auto operator+(I&& i, T* p) {
  return cuda::lane::addr(cuda::lane::at(p, std::forward<I>(i)));
}
template <class T, detail::lane_value I>
requires std::is_object_v<T> SIMT_INLINE auto operator-(T* p, I&& i) {
  return cuda::lane::addr(cuda::lane::at(p, -std::forward<I>(i)));
}

namespace detail {

template <class T, class Index, class I>
requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator+(
    lane_pointer<T, Index> const& p, I&& i) {
  if constexpr (lane_value<I>)
    return ptr<T>(p.address()) + (p.lane_index() + std::forward<I>(i));
  else
    return lane_pointer<T, Index>(p.address() + static_cast<std::ptrdiff_t>(uniform_of(i)),
                                  p.lane_index());
}
template <class T, class Index, class I>
requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator+(
    I&& i, lane_pointer<T, Index> const& p) {
  return p + std::forward<I>(i);
}
template <class T, class Index, class I>
requires(lane_value<I> || uniform_value<I>) SIMT_INLINE auto operator-(
    lane_pointer<T, Index> const& p, I&& i) {
  if constexpr (lane_value<I>)
    return ptr<T>(p.address()) + (p.lane_index() - std::forward<I>(i));
  else
    return lane_pointer<T, Index>(p.address() - static_cast<std::ptrdiff_t>(uniform_of(i)),
                                  p.lane_index());
}
template <class T, class Index, class I>
requires uniform_value<I> SIMT_INLINE lane_pointer<T, Index>
&operator+=(lane_pointer<T, Index>& p, I&& i) { return p.set(p + std::forward<I>(i)); }
template <class T, class Index, class I>
requires uniform_value<I> SIMT_INLINE lane_pointer<T, Index>
&operator-=(lane_pointer<T, Index>& p, I&& i) { return p.set(p - std::forward<I>(i)); }
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index>& operator++(lane_pointer<T, Index>& p) {
  return p += 1;
}
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index>& operator--(lane_pointer<T, Index>& p) {
  return p -= 1;
}
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index> operator++(lane_pointer<T, Index>& p, int) {
  auto const old = p;
  p += 1;
  return old;
}
template <class T, class Index>
SIMT_INLINE lane_pointer<T, Index> operator--(lane_pointer<T, Index>& p, int) {
  auto const old = p;
  p -= 1;
  return old;
}
/// Differences of pointers of which one at least has lanes.
template <class A, class B>
requires(pointer_operand<A>&& pointer_operand<B> &&
         (lane_pointer_value<A> || lane_pointer_value<B>)) SIMT_INLINE auto
operator-(A const& a, B const& b) {
  constexpr int W =
      pointer_width<plain<A>> != 0 ? pointer_width<plain<A>> : pointer_width<plain<B>>;
  using E = std::remove_pointer_t<cuda::lane::scalar<A>>;
  auto const bytes = convert_varying<std::int64_t, W>(address_lanes<W>(a)) -
                     convert_varying<std::int64_t, W>(address_lanes<W>(b));
  return varying<std::ptrdiff_t, W>(bytes / static_cast<std::int64_t>(sizeof(E)));
}

}  // namespace detail

namespace cuda::lane {

/// a[i] += b[j]
template <class A, class B>
SIMT_INLINE decltype(auto) add_assign(A&& a, B&& b) {
  if constexpr (d::same_runs<plain<A>, plain<B>>)
    return std::forward<A>(a) += std::forward<B>(b);
  else
    return std::forward<A>(a) += get(std::forward<B>(b));
}

// Shifts as a GPU has them: an amount of the width or more shifts everything out.
template <class A, class B>
SIMT_INLINE auto shl(A&& a, B&& b) {
  decltype(auto) x = get(std::forward<A>(a));
  decltype(auto) n = get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(n)>() == 0)
    return static_cast<plain<decltype(+x)>>(d::shift_operand<plain<decltype(+x)>>{+x} << +n);
  else
    return x << n;
}
template <class A, class B>
SIMT_INLINE auto shr(A&& a, B&& b) {
  decltype(auto) x = get(std::forward<A>(a));
  decltype(auto) n = get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(n)>() == 0)
    return static_cast<plain<decltype(+x)>>(d::shift_operand<plain<decltype(+x)>>{+x} >> +n);
  else
    return x >> n;
}
/// Quotients without a trap: where no thread needs them the divisor may be anything.
template <class A, class B>
SIMT_INLINE constexpr auto div(A&& a, B&& b) {
  decltype(auto) x = get(std::forward<A>(a));
  decltype(auto) y = get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(y)>() == 0 &&
                std::is_integral_v<plain<decltype(x)>> && std::is_integral_v<plain<decltype(y)>>) {
    using T = decltype(x + y);
    if (y == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>)
      if (y == -1)
        return static_cast<T>(std::make_unsigned_t<T>{} - static_cast<std::make_unsigned_t<T>>(x));
    return static_cast<T>(static_cast<T>(x) / static_cast<T>(y));
  } else {
    return x / y;
  }
}
template <class A, class B>
SIMT_INLINE constexpr auto mod(A&& a, B&& b) {
  decltype(auto) x = get(std::forward<A>(a));
  decltype(auto) y = get(std::forward<B>(b));
  if constexpr (width_of<decltype(x)>() == 0 && width_of<decltype(y)>() == 0 &&
                std::is_integral_v<plain<decltype(x)>> && std::is_integral_v<plain<decltype(y)>>) {
    using T = decltype(x + y);
    if (y == 0) return static_cast<T>(x);
    if constexpr (std::is_signed_v<T>)
      if (y == -1) return T{0};
    return static_cast<T>(static_cast<T>(x) % static_cast<T>(y));
  } else {
    return x % y;
  }
}

#define SIMT_DETAIL_ASSIGN(name)                            \
  template <class A, class B>                               \
  SIMT_INLINE decltype(auto) name##_assign(A&& a, B&& b) {  \
    if constexpr (width_of<A>() == 0 && width_of<B>() == 0) \
      return a = static_cast<scalar<A>>(name(a, b));        \
    else                                                    \
      return a = name(get(a), b);                           \
  }
SIMT_DETAIL_ASSIGN(shl)
SIMT_DETAIL_ASSIGN(shr)
SIMT_DETAIL_ASSIGN(div)
SIMT_DETAIL_ASSIGN(mod)
#undef SIMT_DETAIL_ASSIGN

template <class X>
SIMT_INLINE auto not_(X&& x) {
  return !cond(std::forward<X>(x));
}
/// a && b where b may be evaluated for every thread.
template <class A, class B>
SIMT_INLINE auto both(A&& a, B&& b) {
  auto const x = cond(std::forward<A>(a));
  auto const y = cond(std::forward<B>(b));
  using X = plain<decltype(x)>;
  using Y = plain<decltype(y)>;
  if constexpr (std::is_same_v<X, bool> && std::is_same_v<Y, bool>) {
    return x && y;
  } else if constexpr (d::predicate_loads<Y>) {
    return both(x, varying<bool, Y::width>(y));
  } else {
    return x && y;
  }
}
template <class A, class B>
SIMT_INLINE auto either(A&& a, B&& b) {
  auto const x = cond(std::forward<A>(a));
  auto const y = cond(std::forward<B>(b));
  using Y = plain<decltype(y)>;
  if constexpr (d::predicate_loads<Y>)
    return either(x, varying<bool, Y::width>(y));
  else
    return x || y;
}

/// The type of one thread's c ? a : b.
template <class A, class B>
struct choice {
  using type = plain<decltype(true ? std::declval<A>() : std::declval<B>())>;
};
template <class A, class B>
using choice_type = clean<typename choice<scalar<A>, scalar<B>>::type>;

/// c ? a : b, both sides evaluated.
template <class C, class A, class B>
SIMT_INLINE auto choose(C&& condition, A&& a, B&& b) {
  auto const c = cond(std::forward<C>(condition));
  decltype(auto) x = get(std::forward<A>(a));
  decltype(auto) y = get(std::forward<B>(b));
  using T = choice_type<decltype(x), decltype(y)>;
  constexpr int W = common_width<decltype(c), decltype(x), decltype(y)>();
  if constexpr (W == 0) {
    return c ? static_cast<T>(x) : static_cast<T>(y);
  } else if constexpr (own_address<decltype(x)> && own_address<decltype(y)>) {
    static_assert(std::is_same_v<plain<decltype(c)>, bool>,
                  "simt: a choice of addresses of local variables that differs by thread");
    return c ? x : y;
  } else if constexpr (d::is_chosen_by_axis<plain<decltype(c)>, plain<decltype(x)>,
                                            plain<decltype(y)>>) {
    return d::choose_by_axis(c, x, y);
  } else if constexpr (std::is_same_v<plain<decltype(c)>, bool>) {
    return c ? varying<T, W>(x) : varying<T, W>(y);
  } else if constexpr (std::is_pointer_v<T> || d::is_struct<T>) {
    return simt::select(c, varying<T, W>(x), varying<T, W>(y));
  } else {
    return varying<T, W>(d::blend_lanes<T, W>(c, varying<T, W>(x), varying<T, W>(y)));
  }
}
/// The same, each side evaluated for the threads that take it.
template <class C, class A, class B>
SIMT_INLINE auto choose_lazy(C&& condition, A const& a, B const& b) {
  auto const c = cond(std::forward<C>(condition));
  using X = decltype(a());
  using Y = decltype(b());
  using T = choice_type<X, Y>;
  constexpr int W = common_width<decltype(c), X, Y>();
  if constexpr (W == 0) {
    if (c) return static_cast<T>(a());
    return static_cast<T>(b());
  } else if constexpr (std::is_same_v<plain<decltype(c)>, bool>) {
    if (c) return varying<T, W>(a());
    return varying<T, W>(b());
  } else {
    varying<T, W> r{};
    SIMT_DETAIL_BOTH_SIDES(turn, s, d::make_if(c))
    if (s.skipped(turn)) {
    } else if (s.is_first(turn))
      r = varying<T, W>(a());
    else
      r = varying<T, W>(b());
    return r;
  }
}

template <class A, class F>
SIMT_INLINE auto and_lazy(A&& a, F const& b) {
  auto const x = cond(std::forward<A>(a));
  if constexpr (std::is_same_v<plain<decltype(x)>, bool> && std::is_same_v<decltype(b()), bool>)
    return x && b();
  else
    return d::lazy_and(x, b);
}
template <class A, class F>
SIMT_INLINE auto or_lazy(A&& a, F const& b) {
  auto const x = cond(std::forward<A>(a));
  if constexpr (std::is_same_v<plain<decltype(x)>, bool> && std::is_same_v<decltype(b()), bool>)
    return x || b();
  else
    return d::lazy_or(x, b);
}

#define SIMT_LANE_AND(a, ...) \
  ::simt_l::and_lazy(a, [&]() SIMT_LAMBDA_INLINE { return ::simt_l::cond(__VA_ARGS__); })
#define SIMT_LANE_OR(a, ...) \
  ::simt_l::or_lazy(a, [&]() SIMT_LAMBDA_INLINE { return ::simt_l::cond(__VA_ARGS__); })
#define SIMT_LANE_CHOOSE(c, a, ...)                             \
  ::simt_l::choose_lazy(                                        \
      c, [&]() SIMT_LAMBDA_INLINE { return ::simt_l::get(a); }, \
      [&]() SIMT_LAMBDA_INLINE { return ::simt_l::get(__VA_ARGS__); })
/// Asks the compiler to unroll the plain loop that follows. g++ 12 takes no such request where the
/// condition calls a function, and warns; it unrolls small loops of known length by itself.
#ifdef __clang__
#define SIMT_DETAIL_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SIMT_LANE_UNROLL(n) SIMT_DETAIL_PRAGMA(unroll n)
#else
#define SIMT_LANE_UNROLL(n)
#endif
/// for with its parts in one macro: SIMT_LANE_FOR((condition), step) body
#define SIMT_LANE_FOR(condition, ...)                                                \
  SIMT_DETAIL_WHILE(SIMT_DETAIL_UNIQUE(simt_frame_), SIMT_DETAIL_UNIQUE(simt_loop_), \
                    SIMT_DETAIL_COMMA static_cast<void>((__VA_ARGS__)), condition)

// Statements that no thread leaves but at their end (by break, continue, return or an assertion).
template <class C>
SIMT_INLINE auto make_whole_if(C&& c) {
  return d::make_if<d::early_exits::none>(std::forward<C>(c));
}
/// simt_if
#define SIMT_LANE_WHOLE_IF(...)                                                        \
  SIMT_DETAIL_IF(SIMT_DETAIL_UNIQUE(simt_turn_), SIMT_DETAIL_UNIQUE(simt_if_scope_), \
                 ::simt_l::make_whole_if, __VA_ARGS__)
#define SIMT_DETAIL_WHOLE_WHILE(s, step, ...)                                   \
  for (auto s = ::simt_l::d::make_while<::simt_l::d::early_exits::none>(            \
           SIMT_DETAIL_LAMBDA(__VA_ARGS__));                                    \
       s.test(__VA_ARGS__); s.next() step)
/// simt_while
#define SIMT_LANE_WHOLE_WHILE(...) \
  SIMT_DETAIL_WHOLE_WHILE(SIMT_DETAIL_UNIQUE(simt_loop_), , __VA_ARGS__)
/// SIMT_LANE_FOR
#define SIMT_LANE_WHOLE_FOR(condition, ...)                                                  \
  SIMT_DETAIL_WHOLE_WHILE(SIMT_DETAIL_UNIQUE(simt_loop_),                                    \
                          SIMT_DETAIL_COMMA static_cast<void>((__VA_ARGS__)), condition)

/// p + i as the T* that it is cast to, where i is whole elements of T from lane to lane: an index
/// from another address.
template <class T, std::ptrdiff_t Size, class I, class G, class SX, class SY, class SZ, bool Own>
SIMT_INLINE auto scaled_pointer(T* p, d::index<I, G, SX, SY, SZ, Own> const& i) {
  constexpr std::ptrdiff_t to = sizeof(T);
  auto const scaled = []<class S>(S s) SIMT_LAMBDA_INLINE {
    if constexpr (d::is_fixed<S>)
      return d::fixed_stride<std::ptrdiff_t{S{}} * Size / to>{};
    else
      return d::stride_scale<Size / to>(s);
  };
  return make_lane_pointer(
      p, d::make_index<I, G, false>(0, scaled(i.sx), scaled(i.sy), scaled(i.sz)));
}
/// Whether it is.
template <std::ptrdiff_t From, std::ptrdiff_t To, class I>
inline constexpr bool is_scaled = false;
template <std::ptrdiff_t From, std::ptrdiff_t To, class I, class G, class SX, class SY, class SZ,
          bool Own>
inline constexpr bool is_scaled<From, To, d::index<I, G, SX, SY, SZ, Own>> = [] {
  auto const is = []<class S>(std::type_identity<S>) {
    if constexpr (d::is_fixed<S>)
      return std::ptrdiff_t{S{}} * From % To == 0;
    else
      return From % To == 0;
  };
  return is(std::type_identity<SX>{}) && is(std::type_identity<SY>{}) &&
         is(std::type_identity<SZ>{});
}();

/// A pointer as another; where the elements' sizes agree, or lanes lie whole elements apart, the
/// form stays.
template <class T, class X>
SIMT_INLINE auto pointer_cast(X&& x) {
  using To = clean<T>;
  using E = std::remove_pointer_t<To>;
  decltype(auto) p = get(std::forward<X>(x));
  using P = plain<decltype(p)>;
  if constexpr (own_address<P>) {
    using V = std::remove_pointer_t<P>;
    using S = typename V::value_type;
    static_assert(std::is_same_v<std::remove_cv_t<E>, S>,
                  "simt: a local array is read as another type");
    return P(p);
  } else if constexpr (is_lane_array<P>) {
    return pointer_cast<T>(&p.a[0]);
  } else if constexpr (is_lane_memory<P>) {
    return pointer_cast<T>(addr(p));
  } else if constexpr (is_tile_row<P> || is_array_place<P>) {
    return pointer_cast<T>(as_pointer<std::remove_all_extents_t<scalar<P>>*>(p));
  } else if constexpr (requires { p.lane_index(); }) {
    using U = std::remove_pointer_t<decltype(p.address())>;
    if constexpr (std::is_void_v<E>) {
      return varying<To, P::width>(p);
    } else if constexpr (sizeof(U) == sizeof(E)) {
      return make_lane_pointer(reinterpret_cast<To>(const_cast<std::remove_cv_t<U>*>(p.address())),
                               p.lane_index());
    } else if constexpr (constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(U));
                         is_scaled<size, sizeof(E), plain<decltype(p.lane_index())>>) {
      return scaled_pointer<E, size>(
          reinterpret_cast<To>(const_cast<std::remove_cv_t<U>*>(p.address()) +
                               p.lane_index().base),
          p.lane_index());
    } else {
      return varying<To, P::width>::from_addresses(
          d::addresses<static_cast<std::ptrdiff_t>(sizeof(U))>(p.address(), p.lane_index()));
    }
  } else if constexpr (std::is_base_of_v<pointer_tag, P>) {
    return varying<To, P::width>::from_addresses(p.a);
  } else if constexpr (width_of<P>() != 0) {
    return varying<To, P::width>::from_addresses(varying<std::int64_t, P::width>(p));
  } else {
    return (To)(p);
  }
}

/// A value that becomes what is asked for, as without braces.
template <class X>
struct convertible {
  X x;
  template <class T>
  requires requires(X const& v) { static_cast<T>(v); }
  SIMT_INLINE operator T() const { return static_cast<T>(x); }
};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
/// One thread's T(a, b …) or T{a, b …}. What the compiler has to say it says of the thread form.
template <class V, class... X>
SIMT_INLINE V constructed(X const&... x) {
  if constexpr (sizeof...(X) == 1 && (std::is_same_v<V, X> && ...))
    return (x, ...);
  else if constexpr (std::is_aggregate_v<V>)
    return V{convertible<X>{x}...};
  else
    return V(x...);
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
      return varying<bool, W>(get(x) != nullptr);
    else
      return varying<V, W>(d::address_lanes<W>(get(x)));
  } else if constexpr (width_of<P>() != 0 && !std::is_pointer_v<P>) {
    return let<V>(g, get(std::forward<X>(x)));
  } else {
    return (V)(get(std::forward<X>(x)));
  }
}

/// T(a, b …), T{a, b …}
template <class T, class G, class... X>
SIMT_INLINE auto make(G const&, X&&... x) {
  using V = clean<T>;
  constexpr int W = common_width<X...>();
  if constexpr (W == 0) {
    if constexpr (sizeof...(X) == 1 && std::is_arithmetic_v<V>)
      return (static_cast<V>(get(x)), ...);
    else
      return constructed<V>(static_cast<scalar<X>>(get(x))...);
  } else if constexpr (std::is_arithmetic_v<V> ||
                       (sizeof...(X) == 1 && (std::is_same_v<V, scalar<X>> && ...))) {
    return (varying<V, W>(get(x)), ...);
  } else if constexpr (d::vector_struct<V>) {
    varying<V, W> r;
    int i = 0;
    using E = typename d::vector_traits<V>::element;
    d::each_component<d::vector_traits<V>::size>(
        [&](auto c) SIMT_LAMBDA_INLINE { d::fill_component(d::component<c()>(r), E{}); });
    auto const fill = [&](auto c, auto&& m) SIMT_LAMBDA_INLINE {
      d::fill_component(d::component<c()>(r), varying<E, W>(get(m)));
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
      d::each_active<W>([&](int l) { r.set_lane(l, constructed<V>(v.lane(l)...)); });
    };
    all(varying<scalar<X>, W>(get(x))...);
    return r;
  }
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

}  // namespace cuda::lane
}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
