#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/vector_types.hpp>
#include <simt/kernel/shared.hpp>
#include <simt/lanes/flow/unlikely.hpp>
#include <simt/lanes/index/converted_index.hpp>
#include <simt/lanes/memory/lane_pointer.hpp>
#include <simt/lanes/memory/local.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

// What the .cu step's lane forms are written in: one text that means the same whether a value turns
// out uniform (plain C++), a thread index, or one value a lane.
namespace simt::inline SIMT_ABI::cuda::lane {

namespace d = ::simt::detail;
using d::index_values;
using d::plain;

/// A struct in memory for the whole gang.
template <class T>
class uniform_struct {
 public:
  using value_type = std::remove_cv_t<T>;
  SIMT_INLINE explicit uniform_struct(T* p) : p_(p) {}
  uniform_struct(uniform_struct const&) = default;
  SIMT_INLINE operator T const&() const { return *p_; }
  SIMT_INLINE T const& get() const { return *p_; }
  SIMT_INLINE T* operator&() const { return p_; }
  SIMT_INLINE T* address() const { return p_; }

  SIMT_INLINE uniform_struct const& operator=(value_type const& o) const {
    if (d::any_active(d::active_mask())) *p_ = o;
    return *this;
  }
  SIMT_INLINE uniform_struct const& operator=(uniform_struct const& o) const {
    return *this = o.get();
  }
  /// The last active lane's value remains, as of threads that store one after another.
  template <int W>
  SIMT_INLINE uniform_struct const& operator=(varying<value_type, W> const& o) const {
    bool const all = d::active_mask().all;
    d::each_active<W>([&](int l) SIMT_LAMBDA_INLINE { *p_ = o.lane(l); });
    d::mask_after_store(all);
    return *this;
  }
  template <class P>
  requires d::is_aggregate_place<plain<P>> SIMT_INLINE uniform_struct const& operator=(
      P&& o) const {
    return *this = o.load();
  }

 private:
  T* p_;
};

// What kinds of operands there are.
template <class X>
inline constexpr bool is_uniform_struct = false;
template <class T>
inline constexpr bool is_uniform_struct<uniform_struct<T>> = true;
template <class X>
inline constexpr bool is_uniform_place = false;
template <class T>
inline constexpr bool is_uniform_place<d::uniform_place<T>> = true;
template <class X>
inline constexpr bool is_pointer_place = false;
template <class T, class I>
inline constexpr bool is_pointer_place<d::pointer_place<T, I>> = true;
template <class X>
inline constexpr bool is_lane_varying = false;
template <class T, int W>
inline constexpr bool is_lane_varying<varying<T, W>> = true;
template <class X>
inline constexpr bool is_tile_row = false;
template <class T, class R, class I, std::ptrdiff_t N>
inline constexpr bool is_tile_row<d::tile_row<T, R, I, N>> = true;
template <class X>
inline constexpr bool is_array_place = false;
template <class A, class I, std::ptrdiff_t S>
inline constexpr bool is_array_place<d::array_place<A, I, S>> = true;

/// The address of a thread's own variable: a varying's.
template <class X>
concept own_address = std::is_pointer_v<plain<X>> &&
    is_lane_varying<std::remove_cv_t<std::remove_pointer_t<plain<X>>>>;

/// Lanes of an operand of any kind, 0 for a uniform one.
template <class X>
consteval int width_of() {
  using P = plain<X>;
  if constexpr (own_address<P>)
    return std::remove_pointer_t<P>::width;
  else if constexpr (requires { requires std::is_same_v<decltype(&P::width), int const*>; })
    return P::width;
  else
    return 0;
}
template <class... X>
consteval int common_width() {
  int w = 0;
  ((w = w != 0 ? w : width_of<X>()), ...);
  return w;
}

/// T without __restrict__, which an alias may have brought: C++ drops it from a parameter's type only
/// where it sees it.
template <class T>
struct unrestricted_type {
  using type = T;
};
template <class T>
struct unrestricted_type<T* __restrict__> {
  using type = T*;
};
template <class T>
struct unrestricted_type<T* const __restrict__> {
  using type = T*;
};
template <class T>
using unrestricted = typename unrestricted_type<T>::type;

template <class T>
struct clean_type {
  using type = T;
};
template <class T>
struct clean_type<T*> {
  using type = std::remove_volatile_t<T>*;
};
/// T as lane forms know it: no const, and pointers not to volatile (statements run in order
/// anyway).
template <class T>
using clean = typename clean_type<unrestricted<std::decay_t<T>>>::type;

/// The C++ type of one thread's value.
template <class X>
struct scalar_type {
  using type = X;
};
template <class X>
requires(!std::is_pointer_v<X> && requires { typename X::value_type; } &&
         (std::is_base_of_v<lane_tag, X> || std::is_base_of_v<aggregate_tag, X> ||
          std::is_base_of_v<pointer_tag, X> || is_lane_varying<X> || is_uniform_place<X> ||
          is_uniform_struct<X>)) struct scalar_type<X> {
  using type = typename X::value_type;
};
template <class T>
struct scalar_type<ptr<T>> {
  using type = T*;
};
template <own_address X>
struct scalar_type<X> {
  using type = typename std::remove_pointer_t<X>::value_type*;
};
template <class X>
using scalar = typename scalar_type<plain<X>>::type;

/// Keeps its own form whatever it is declared as: a group of threads.
template <class X>
concept keeps_form = requires {
  typename plain<X>::thread_form;
};

/// A lambda that a kernel or a device function makes: f takes lanes.
template <class F>
struct lambda_form {
  F f;
};
template <class X>
inline constexpr bool is_lambda_form = false;
template <class F>
inline constexpr bool is_lambda_form<lambda_form<F>> = true;
template <class F>
SIMT_INLINE lambda_form<F> lambda(F f) {
  return {f};
}

template <class T, int W>
struct thread_variable {
  using type = varying<T, W>;
};
/// One lambda takes all lanes.
template <class F, int W>
struct thread_variable<lambda_form<F>, W> {
  using type = lambda_form<F>;
};
/// Variables of threads that differ: var<G, T>. Uniform ones: uni<T>.
template <class G, class T>
using var = typename thread_variable<clean<T>, G::gang_width>::type;
template <class G, class X>
using var_of = varying<clean<scalar<X>>, G::gang_width>;
template <class T>
using uni = clean<T>;

/// The value of x, read now if x is a place in memory.
template <class X>
SIMT_INLINE decltype(auto) get(X&& x) {
  using P = plain<X>;
  if constexpr (is_uniform_place<P>) {
    auto* const place = (&x).get();
    if constexpr (std::is_same_v<decltype(place), bool* const> ||
                  std::is_same_v<decltype(place), bool const* const>)
      // A byte that cudaMemset(flags, 0xff, n) has left is true, as on a GPU.
      return *reinterpret_cast<unsigned char const*>(place) != 0;
    else
      return static_cast<typename P::value_type>(*place);
  } else if constexpr (is_uniform_struct<P>)
    return static_cast<typename P::value_type>(x.get());
  else if constexpr (d::lane_element<P> || d::is_aggregate_place<P> || is_pointer_place<P>)
    return x.load();
  else if constexpr (std::is_volatile_v<std::remove_reference_t<X>>)
    return static_cast<P>(x);
  else if constexpr (std::is_lvalue_reference_v<X>)
    return static_cast<X&&>(x);
  else
    return P(std::forward<X>(x));
}

/// The same in a large kernel, outside of its innermost loops.
template <class X>
SIMT_INLINE decltype(auto) get_apart(X&& x) {
  if constexpr (requires { x.load_by_call(); })
    return x.load_by_call();
  else
    return lane::get(std::forward<X>(x));
}

/// True of lanes of a class that converts to bool.
template <class P>
concept truth_of_class = std::is_class_v<typename P::value_type> && requires(P const& x) {
  static_cast<bool>(x.lane(P::width - 1));
};
/// Asks each thread's object, as its class says.
template <class P>
SIMT_INLINE varying<bool, P::width> each_truth(P const& x) {
  bool const all = d::active_mask().all;
  varying<bool, P::width> out{};
  d::each_active<P::width>(
      [&](int l) SIMT_LAMBDA_INLINE { out.set_lane(l, static_cast<bool>(x.lane(l))); });
  d::mask_after_store(all);
  return out;
}

/// x as a truth value: a bool or a predicate.
template <class X>
SIMT_INLINE auto cond(X&& x) {
  decltype(auto) v = lane::get(std::forward<X>(x));
  using P = plain<decltype(v)>;
  if constexpr (d::lane_predicate<P>)
    return P(v);
  else if constexpr (d::lane_value<P>)
    return d::as_predicate<P::width>(v);
  else if constexpr (std::is_base_of_v<pointer_tag, P>)
    return v != nullptr;
  else if constexpr (truth_of_class<P>)
    return d::as_predicate<P::width>(each_truth(v));
  else
    return static_cast<bool>(v);
}
/// The same for a way out of a loop, which threads take once in all its turns.
template <class X>
SIMT_INLINE auto unlikely_condition(X&& x) {
  auto const c = cond(std::forward<X>(x));
  using P = plain<decltype(c)>;
  if constexpr (std::is_same_v<P, bool>)
    return c;
  else
    return d::unlikely_condition<P>{c};
}
/// The same where the kernel's text says that it is one value.
template <class X>
SIMT_INLINE bool uniform(X&& x) {
  auto const c = cond(std::forward<X>(x));
  static_assert(std::is_same_v<plain<decltype(c)>, bool>, "simt: the condition differs by thread");
  return c;
}

/// True where any thread is left that runs here.
SIMT_INLINE bool any_left() { return d::any_active(d::active_mask()); }

/// Lanes of one type as lanes of another; classes are constructed lane by lane.
template <class T, class X>
SIMT_INLINE auto convert_lanes(X&& x) {
  constexpr int W = width_of<X>();
  using From = scalar<X>;
  constexpr bool is_half =  // numbers in 16 bits
      requires {
    typename varying<From, W>::format;
  }
  || requires { typename varying<T, W>::format; };
  if constexpr (std::is_same_v<From, T> || (!d::is_struct<T> && !d::is_struct<From>) ||
                (is_half && std::is_constructible_v<varying<T, W>, X>)) {
    return varying<T, W>(std::forward<X>(x));
  } else {
    varying<From, W> const from(std::forward<X>(x));
    varying<T, W> r{};
    d::each_active<W>([&](int l) {
      From const one = from.lane(l);  // const: what a conversion changes in it would be lost
      r.set_lane(l, static_cast<T>(one));
    });
    return r;
  }
}

/// Pointers keep their form: what differs by thread stays an index from a uniform base.
template <class T, class X>
SIMT_INLINE auto as_pointer(X&& x);

/// True of `uint3 name = threadIdx` and of dim3: what stays the thread's coordinates.
template <class V, class P>
concept names_coordinates = requires(V v) {
  typename P::coordinates_of;
  requires std::is_same_v<decltype(v.x), unsigned> && sizeof(V) == 3 * sizeof(v.x);
  v.z;
};

/// Returns a number that may have no address: a class's static constant that is only declared.
template <class T>
SIMT_INLINE constexpr T number(T x) {
  return x;
}

/// x as `T name = x` declares it where nothing assigns to it later.
template <class T, class G, class X>
SIMT_INLINE auto let(G const&, X&& x) {
  using V = clean<T>;
  using P = plain<X>;
  if constexpr (keeps_form<P> || is_lambda_form<P> || names_coordinates<V, P>) {
    return P(x);
  } else if constexpr (std::is_pointer_v<V>) {
    return as_pointer<V>(std::forward<X>(x));
  } else if constexpr (d::thread_index<P> && std::is_integral_v<V> && !std::is_same_v<V, bool> &&
                       sizeof(V) >= 4) {
    return d::converted_index<V>(x);
  } else if constexpr (d::split_value<P> && std::is_same_v<V, scalar<P>>) {
    return P(x);
  } else if constexpr (d::partner_value<P> && std::is_integral_v<V> && sizeof(V) == 4 &&
                       !std::is_same_v<V, bool>) {
    return d::partner_plus<V>(x, 0);
  } else if constexpr (width_of<P>() != 0) {
    return convert_lanes<V>(std::forward<X>(x));
  } else if constexpr (std::is_pointer_v<std::decay_t<decltype(lane::get(x))>>) {
    return static_cast<V>(lane::get(x));
  } else {
    return d::uniform_as<V>(lane::get(std::forward<X>(x)));
  }
}
template <class G, class X>
SIMT_INLINE auto let_auto(G const& g, X&& x) {
  if constexpr (own_address<X> || std::is_base_of_v<pointer_tag, plain<X>>)
    return as_pointer<scalar<X>>(std::forward<X>(x));
  else
    return let<scalar<decltype(x)>>(g, std::forward<X>(x));
}
/// The same for a variable that later steps only, by += and its kind, with uniforms and for all
/// threads that still see it.
template <class T, class G, class X>
SIMT_INLINE auto step(G const& g, X&& x) {
  auto const v = let<T>(g, std::forward<X>(x));
  using V = plain<decltype(v)>;
  if constexpr (requires { requires d::thread_index<V> && V::own; })  // no longer one's own
    return d::make_index<typename V::value_type, typename V::geometry_type, false>(v.base, v.sx,
                                                                                   v.sy, v.sz);
  else if constexpr (d::split_value<V> || d::partner_value<V>)
    return v.decay();
  else
    return V(v);
}

/// Gives what a reference names: a variable of the thread, or a place in memory.
template <class G, class X>
SIMT_INLINE decltype(auto) alias(G const&, X&& x) {
  if constexpr (std::is_lvalue_reference_v<X>)
    return static_cast<X&&>(x);
  else
    return plain<X>(x);
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

namespace simt_l = ::simt::cuda::lane;

SIMT_DETAIL_QUIET_END
