#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/turned.h>
#include <simt/thread/shared.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Places: subscripts, pointers, members, and what a thread keeps in arrays of its own.
namespace simt::inline SIMT_ABI::cuda::lane {

/// The memory at p, the same for all threads.
template <class T>
SIMT_INLINE decltype(auto) uniform_at(T* at) {
  using V = std::remove_volatile_t<T>;
  auto* const p = const_cast<V*>(at);
  if constexpr (std::is_array_v<V> || is_lane_varying<std::remove_cv_t<V>>)
    return static_cast<V&>(*p);
  else if constexpr (std::is_scalar_v<V> || d::vector_struct<V>)
    return d::uniform_place<V>(p);
  else
    return uniform_struct<V>(p);
}

/// A variable of the program, not of the thread: global, shared, or a member of a uniform struct.
template <class G, class X>
SIMT_INLINE decltype(auto) ref(G const&, X& x) {
  if constexpr (width_of<X>() != 0 || is_uniform_place<plain<X>> || is_uniform_struct<plain<X>>)
    return static_cast<X&>(x);
  else
    return uniform_at(std::addressof(x));
}
/// An enumerator, or a constant that a macro names.
template <class G, class X>
requires(!std::is_reference_v<X>) SIMT_INLINE X ref(G const&, X&& x) { return static_cast<X&&>(x); }
template <class G, class T, std::size_t A>
SIMT_INLINE decltype(auto) ref(G const&, shared_object<T, A> const& x) {
  return uniform_at(&x);
}
template <class G, class T, std::size_t A>
SIMT_INLINE decltype(auto) ref(G const&, shared_object<T, A>& x) {
  return uniform_at(&x);
}
template <class G, class T>
SIMT_INLINE T* ref(G const&, dynamic_shared_object<T> const& x) {
  return &x;
}

/// An array of the thread's own, as registers in memory: element n of lane l is number n * W + l.
template <class Array, int W>
class lane_array {
 public:
  using element = std::remove_cv_t<std::remove_all_extents_t<Array>>;
  static constexpr int width = W;
  static constexpr int count = static_cast<int>(sizeof(Array) / sizeof(element));
  varying<element, W> a[count];
};
template <class G, class T>
using arr = lane_array<T, G::gang_width>;

/// A variable of the thread's own with an address that can go anywhere: each lane's lies apart.
template <class T, int W>
class lane_memory : public d::struct_lanes<T, W> {
 public:
  using d::struct_lanes<T, W>::s;
  using element = std::remove_all_extents_t<T>;
  static constexpr int width = W;
  static constexpr std::ptrdiff_t step = static_cast<std::ptrdiff_t>(sizeof(T) / sizeof(element));
  using index = d::index<int, d::geometry<W, W>, d::fixed_stride<step>, d::fixed_stride<0>,
                         d::fixed_stride<0>, false>;
  SIMT_INLINE element* first() { return reinterpret_cast<element*>(s); }
};
template <class G, class T>
using mem = lane_memory<T, G::gang_width>;
template <class X>
inline constexpr bool is_lane_array = false;
template <class A, int W>
inline constexpr bool is_lane_array<lane_array<A, W>> = true;
template <class X>
inline constexpr bool is_lane_memory = false;
template <class T, int W>
inline constexpr bool is_lane_memory<lane_memory<T, W>> = true;

/// The place that a lane_memory of no array is.
template <class G, class T, int W>
SIMT_INLINE auto ref(G const&, lane_memory<T, W>& x) {
  if constexpr (std::is_array_v<T>)
    return d::tile_row<std::remove_all_extents_t<T>, T, typename lane_memory<T, W>::index>(
        x.first(), {0, {}, {}, {}});
  else
    return d::make_place(x.first(), typename lane_memory<T, W>::index(0, {}, {}, {}));
}

template <class T, int W>
struct scalar_of_array {};
template <class A, int W>
struct scalar_type<lane_array<A, W>> {
  using type = A;
};
template <class T, int W>
struct scalar_type<lane_memory<T, W>> {
  using type = T;
};
template <class A, class I, std::ptrdiff_t S>
struct scalar_type<d::array_place<A, I, S>> {
  using type = A;
};
template <class T, class R, class I, std::ptrdiff_t N>
struct scalar_type<d::tile_row<T, R, I, N>> {
  using type = R;
};

using d::make_lane_pointer;

/// The same address, of memory whose size the compiler does not know: it reports subscripts out of
/// bounds that only threads outside an `if` would have. (Shared memory has no size that it knows,
/// and an asm in a loop takes addresses there for new ones in each turn.)
template <class T>
SIMT_INLINE T* unsized(T* p) {
#if defined(__GNUC__) && !defined(__clang__)
  if (__builtin_object_size(p, 0) != ~std::size_t{0}) asm("" : "+r"(p));
#endif
  return p;
}

/// a[i]
template <class A, class I>
SIMT_INLINE decltype(auto) at(A&& a, I&& subscript) {
  using P = plain<A>;
  decltype(auto) i = lane::get(std::forward<I>(subscript));
  using J = plain<decltype(i)>;
  constexpr bool lanes = d::lane_value<J>;
  if constexpr (std::is_array_v<P>) {
    using Element = std::remove_volatile_t<std::remove_all_extents_t<std::remove_reference_t<A>>>;
    if constexpr (!lanes) {
      return at(&a[0], i);
    } else if constexpr (std::rank_v<P> == 1 &&
                         !(std::is_arithmetic_v<Element> && d::elements_of<P> != 0 &&
                           (d::thread_index<J> || d::split_value<J> || d::partner_value<J>))) {
      return at(unsized(&a[0]), i);
    } else {
      using Row = d::tile_row<Element, P, int>;
      return Row::template subscript<Element, P, d::elements_of<P>>(
          unsized(const_cast<Element*>(reinterpret_cast<Element const volatile*>(&a))),
          Row::template step<std::remove_extent_t<P>>(i));
    }
  } else if constexpr (own_address<P>) {
    using V = std::remove_cv_t<std::remove_pointer_t<P>>;
    if constexpr (lanes)
      return d::local_row<typename V::value_type[1], V::width, int>::template subscript<
          typename V::value_type>(const_cast<V*>(a), varying<int, V::width>(i));
    else
      return static_cast<V&>(const_cast<V*>(a)[i]);
  } else if constexpr (std::is_pointer_v<P>) {
    using V = std::remove_volatile_t<std::remove_pointer_t<P>>;
    if constexpr (!lanes) {
      return uniform_at(a + i);
    } else if constexpr (std::is_array_v<V>) {
      using Element = std::remove_all_extents_t<V>;
      using Row = d::tile_row<Element, V[1], int>;
      return Row::template subscript<Element, V[1]>(
          const_cast<Element*>(reinterpret_cast<Element const volatile*>(a)),
          Row::template step<V>(i));
    } else {
      return ptr<V>(const_cast<V*>(a))[i];
    }
  } else if constexpr (is_uniform_place<P>) {  // a pointer in memory
    return at(lane::get(a), i);
  } else if constexpr (is_turned_array<P>) {
    return row_of(a, i);
  } else if constexpr (is_turned_row<P>) {
    return element_of(a, i);
  } else if constexpr (is_lane_array<P>) {
    using Array = typename scalar_type<P>::type;
    return d::local_row<Array, P::width, int>(a.a, 0)[i];
  } else if constexpr (is_lane_memory<P>) {
    return ref(0, a)[i];
  } else if constexpr (
      requires { static_cast<decltype(*&a)>(*&a); } && !requires { a[i]; }) {
    return at(*&a, i);  // shared at namespace scope
  } else {
    return a[i];
  }
}

/// *p
template <class P>
SIMT_INLINE decltype(auto) deref(P&& p) {
  using X = plain<P>;
  if constexpr (own_address<X>)
    return static_cast<std::remove_pointer_t<X>&>(*p);
  else if constexpr (std::is_pointer_v<X> || std::is_array_v<X> || is_lane_array<X> ||
                     is_lane_memory<X> || is_uniform_place<X> || is_tile_row<X>)
    return at(std::forward<P>(p), 0);
  else
    return *p;
}

/// &x
template <class X>
SIMT_INLINE auto addr(X&& x) {
  using P = plain<X>;
  if constexpr (is_uniform_place<P>)
    return (&x).get();
  else if constexpr (is_lane_memory<P>)
    return make_lane_pointer(x.first(), typename P::index(0, {}, {}, {}));
  else if constexpr (d::lane_element<P> || d::is_aggregate_place<P> || is_pointer_place<P> ||
                     is_uniform_struct<P>)
    return &x;
  else if constexpr (is_lane_array<P>)
    return &x.a[0];
  else
    return std::addressof(x);
}

template <class T, class X>
SIMT_INLINE auto as_pointer(X&& x) {
  using P = plain<X>;
  using E = std::remove_pointer_t<T>;
  if constexpr (own_address<P>) {
    return P(x);
  } else if constexpr (std::is_array_v<E> && is_lane_memory<P>) {
    return as_pointer<T>(ref(0, x));
  } else if constexpr (std::is_array_v<E> && is_tile_row<P>) {  // of rows
    using Element = std::remove_all_extents_t<E>;
    return d::tile_row<Element, E[1], plain<decltype(x.i)>>(x.p, x.i);
  } else if constexpr (is_lane_array<P>) {
    return &x.a[0];
  } else if constexpr (is_lane_memory<P>) {
    return as_pointer<T>(addr(x));
  } else if constexpr (is_tile_row<P>) {
    return as_pointer<T>(make_lane_pointer(x.p, x.i));
  } else if constexpr (is_array_place<P>) {
    return as_pointer<T>(addr(x[0]));
  } else if constexpr (is_uniform_place<P>) {
    return static_cast<T>(lane::get(x));
  } else if constexpr (requires { x.lane_index(); } && !is_pointer_place<P>) {
    using U = std::remove_pointer_t<decltype(x.address())>;
    if constexpr (std::is_same_v<std::remove_cv_t<U>, std::remove_cv_t<E>>)
      return make_lane_pointer(static_cast<T>(x.address()), x.lane_index());
    else
      return varying<T, P::width>(std::forward<X>(x));
  } else if constexpr (width_of<P>() != 0) {
    return varying<T, width_of<P>()>(lane::get(std::forward<X>(x)));
  } else if constexpr (requires {
                         x.get();
                         static_cast<T>(x.get());
                       }) {
    return static_cast<T>(x.get());
  } else if constexpr (std::is_integral_v<P>) {  // 0, NULL
    return reinterpret_cast<T>(static_cast<std::uintptr_t>(x));
  } else if constexpr (std::is_function_v<std::remove_pointer_t<T>>) {
    return static_cast<T>(x);
  } else {
    return const_cast<T>(static_cast<E const volatile*>(x));
  }
}

/// An array where C++ takes its first element's address; a member of that name that is none.
template <class X>
SIMT_INLINE decltype(auto) first_of(X&& x) {
  using A = scalar<X>;
  if constexpr (std::is_array_v<A>)
    return as_pointer<std::remove_extent_t<A>*>(std::forward<X>(x));
  else
    return lane::get(std::forward<X>(x));
}

/// s.m: `m` gives the member of a plain C++ struct.
template <class O, class F>
SIMT_INLINE decltype(auto) member(O&& o, F const& m) {
  using P = plain<O>;
  if constexpr (is_uniform_struct<P>) {
    return uniform_at(std::addressof(m(*o.address())));
  } else if constexpr (d::is_aggregate_place<P>) {
    if constexpr (d::vector_struct<typename P::value_type>)
      return plain<decltype(m(o))>(m(o));
    else
      return d::strided_place<P::stride>(std::addressof(m(*o.address())), o.lane_index());
  } else if constexpr (is_uniform_place<P>) {
    if constexpr (std::is_pointer_v<typename P::value_type>)
      return m(*get(o));
    else
      return plain<decltype(m(o))>(m(o));
  } else if constexpr (is_lane_memory<P>) {
    return member(ref(0, o), m);
  } else if constexpr (is_lane_varying<P>) {
    using T = typename P::value_type;
    if constexpr (d::vector_struct<T> || d::listed_struct<T> || requires { typename P::format; }) {
      if constexpr (std::is_lvalue_reference_v<O>)
        return (m(o));
      else
        return plain<decltype(m(o))>(m(o));
    } else {
      using Lane = d::index<int, d::geometry<P::width, P::width>, d::fixed_stride<1>,
                            d::fixed_stride<0>, d::fixed_stride<0>, false>;
      auto const place = d::strided_place<static_cast<std::ptrdiff_t>(sizeof(T))>(
          std::addressof(m(o.s[0])), Lane(0, {}, {}, {}));
      // An array stays where it is, to the end of the expression, as in C++.
      if constexpr (std::is_lvalue_reference_v<O> || is_array_place<plain<decltype(place)>>)
        return place;
      else
        return lane::get(place);  // before the struct is gone
    }
  } else {
    if constexpr (std::is_lvalue_reference_v<O> || std::is_array_v<plain<decltype(m(o))>>)
      return (m(o));
    else
      return plain<decltype(m(o))>(m(o));
  }
}

/// Element `Part` of an array, or the member of a struct that m names.
template <int Part, class O, class F>
SIMT_INLINE decltype(auto) bound(O&& o, F const& m) {
  if constexpr (std::is_array_v<scalar<O>>)
    return at(o, Part);
  else
    return member(std::forward<O>(o), m);
}

#define SIMT_LANE_MEMBER(object, ...) \
  ::simt_l::member(                   \
      object, [](auto&& simt_o) SIMT_LAMBDA_INLINE -> auto& { return simt_o.__VA_ARGS__; })
/// Names what the binding number `part` of `auto [...] = object` does; the rest are names for all.
#define SIMT_LANE_BOUND(object, part, ...)                    \
  ::simt_l::bound<part>(                                      \
      object, [](auto&& simt_o) SIMT_LAMBDA_INLINE -> auto& { \
        auto& [__VA_ARGS__] = simt_o;                         \
        return simt_##part;                                   \
      })
#define SIMT_LANE_ARROW(pointer, ...) SIMT_LANE_MEMBER(::simt_l::deref(pointer), __VA_ARGS__)

/// The site of a function's declaration of shared memory, whatever arguments its calls have.
template <int Number, class Owner>
inline constinit d::shared_site site_of{};

/// The block's T, in the storage that thread kernels have it in. g++ takes atomic loads for calls
/// that may write any memory.
template <class T, std::size_t Alignment = alignof(T)>
[[nodiscard]] SIMT_INLINE T& shared(d::shared_site& site) {
  static_assert(Alignment <= 128, "simt: __shared__ variables are aligned to 128 bytes at most");
  std::byte* p = nullptr;
  d::keeping_mask([&]() SIMT_LAMBDA_INLINE { p = d::find_shared(site, sizeof(T), Alignment); });
  return *reinterpret_cast<T*>(p);
}

/// The same of `count` of them, which follows from arguments of the lane form.
template <class T>
[[nodiscard]] SIMT_INLINE T* shared_array(d::shared_site& site, std::size_t count) {
  std::byte* p = nullptr;
  d::keeping_mask(
      [&]() SIMT_LAMBDA_INLINE { p = d::find_shared(site, count * sizeof(T), alignof(T)); });
  return reinterpret_cast<T*>(p);
}

/// Of a block's storage: the array that a turned one is.
template <class Array>
SIMT_INLINE auto turned(d::shared_site& site) {
  return turned_array<std::remove_all_extents_t<Array>, 1, std::extent_v<Array>>{
      &shared<Array>(site)[0][0]};
}
template <class G, int Reach, class Array>
SIMT_INLINE decltype(auto) slanted([[maybe_unused]] G const& g,
                                   [[maybe_unused]] slanted_memory<G, Reach, Array>& own,
                                   [[maybe_unused]] d::shared_site& site) {
  using memory = slanted_memory<G, Reach, Array>;
  if constexpr (memory::used)
    return typename memory::array{own.a};
  else
    return ref(g, shared<Array>(site));
}

#define SIMT_LANE_SITE(name, number, ...)                      \
  constexpr ::simt::detail::shared_site& simt_site_of_##name = \
      ::simt_l::site_of<number, __VA_ARGS__>
#define SIMT_LANE_SHARED_ALIGNED(name, alignment, ...)              \
  [[maybe_unused]] auto&& name = ::simt_l::ref(                     \
      simt_g, ::simt_l::shared<::std::type_identity_t<__VA_ARGS__>, \
                               ::simt::detail::alignment_value<alignment>()>(simt_site_of_##name))
#define SIMT_LANE_SHARED(name, ...) \
  SIMT_LANE_SHARED_ALIGNED(name, alignof(::std::type_identity_t<__VA_ARGS__>), __VA_ARGS__)
#define SIMT_LANE_SHARED_SIZED(name, count, ...)                     \
  [[maybe_unused]] ::std::type_identity_t<__VA_ARGS__>* const name = \
      ::simt_l::shared_array<::std::type_identity_t<__VA_ARGS__>>(   \
          simt_site_of_##name, static_cast<::std::size_t>(count))
#define SIMT_LANE_SHARED_TURNED(name, ...) \
  [[maybe_unused]] auto const name =       \
      ::simt_l::turned<::std::type_identity_t<__VA_ARGS__>>(simt_site_of_##name)
/// `reach`: see slanted_memory.
#define SIMT_LANE_SHARED_SLANTED(name, reach, ...)                                              \
  ::simt_l::slanted_memory<simt_G, reach, ::std::type_identity_t<__VA_ARGS__>> simt_own_##name; \
  [[maybe_unused]] auto&& name = ::simt_l::slanted(simt_g, simt_own_##name, simt_site_of_##name)
#define SIMT_LANE_DYNAMIC_SHARED(name, ...)                          \
  [[maybe_unused]] ::std::type_identity_t<__VA_ARGS__>* const name = \
      ::simt::cuda::dynamic_shared<::std::type_identity_t<__VA_ARGS__>>()

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
