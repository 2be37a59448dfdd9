#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/by_lane.h>
#include <simt/cuda/lane/operand.h>
#include <simt/lanes/flow/frame.hpp>
#include <simt/lanes/flow/return.hpp>
#include <simt/thread/trap.hpp>

#include <exception>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

// Calls: of device functions that have lane forms, and of others, thread by thread.

/// Calls the lane form of a device function: `name` tells which one C++ would call.
#define SIMT_LANE_FUNCTION(...)                                                             \
  [](auto&&... simt_a) -> decltype(__VA_ARGS__(static_cast<decltype(simt_a)>(simt_a)...)) { \
    ::std::terminate();                                                                     \
  }
template <class G, class F, class... A>
SIMT_INLINE decltype(auto) call(G const& g, F const&, A&&... a) {
  using Form = std::invoke_result_t<F, typename operand_type<A>::type...>;
  return plain<Form>::simt_call(g, std::forward<A>(a)...);
}

/// The same, of a function that calls its template arguments: with their forms.
template <class G, class F, class... Passed, class... A>
SIMT_INLINE decltype(auto) call_passing(G const& g, F const&, std::tuple<Passed...> const& passed,
                                        A&&... a) {
  using Form = std::invoke_result_t<F, typename operand_type<A>::type...>;
  return std::apply(
      [&](auto const&... p) SIMT_LAMBDA_INLINE -> decltype(auto) {
        return plain<Form>::simt_call(g, std::forward<A>(a)..., p...);
      },
      passed);
}

/// The lane form that a function's address stands for: `decltype(form_of(&name))::simt_call(g, …)`.
template <class Form, class... P>
Form form_of(Form (*)(P...));

/// Stands for the lane form of a function that has none.
struct no_function {};
/// Calls a function that the caller has as a template argument: in lane form, or `f`, thread by
/// thread.
template <class G, class Passed, class F, class... A>
SIMT_INLINE decltype(auto) call_passed(G const& g, Passed const& passed, F const& f, A&&... a) {
  if constexpr (std::is_same_v<Passed, no_function>)
    return by_lane(g, f, std::forward<A>(a)...);
  else
    return call(g, passed, std::forward<A>(a)...);
}

template <class G, class R>
struct result_variable {
  using type = var<G, R>;
};
template <class G>
struct result_variable<G, void> {
  using type = d::no_result;
};
/// The variable that simt_return fills, thread by thread.
template <class G, class R>
using result = typename result_variable<G, std::remove_cv_t<R>>::type;

/// Calls the body of a device function that returns in several places.
template <class G, class R, class F, class... A>
SIMT_INLINE auto call_function(G const& g, A&&... a) {
  d::frame_scope const frame(d::flow_frame::function);
  result<G, R> r;
  F::simt_body(g, r, std::forward<A>(a)...);
  if constexpr (!std::is_void_v<R>) return r;
}

/// Calls the body of a lambda that returns in several places.
template <class G, class R, class F>
SIMT_INLINE auto call_lambda(F const& f) {
  d::frame_scope const frame(d::flow_frame::function);
  result<G, R> r;
  f(r);
  if constexpr (!std::is_void_v<R>) return r;
}

/// assert(condition), with the words of the thread form.
template <class G, class C>
SIMT_INLINE bool holds(G const& g, char const* text, char const* file, unsigned line,
                       char const* function, C const& condition) {
  by_lane(
      g,
      [&](auto const& c) {
        if (!static_cast<bool>(c)) assertion_failed(text, file, line, function);
      },
      condition);
  return true;
}

/// A struct of the program, which may have an operator[] of its own.
template <class X, class I>
concept program_struct = std::is_class_v<scalar<X>> &&
                         (is_lane_varying<plain<X>> || is_uniform_struct<plain<X>> ||
                          is_lane_memory<plain<X>> || d::is_aggregate_place<plain<X>> ||
                          (std::is_same_v<scalar<X>, plain<X>> && width_of<X>() == 0 &&
                           !is_tile_row<plain<X>> && !is_array_place<plain<X>> &&
                           !std::is_base_of_v<pointer_tag, plain<X>> &&
                           std::is_trivially_copyable_v<plain<X>>)) &&
                         requires(scalar<X>& o, scalar<I> const& i) {
  o[i];
};

/// The address of each thread's object.
template <class G, class A>
SIMT_INLINE auto object_address(A& a) {
  if constexpr (is_lane_varying<plain<A>>) {
    varying<std::remove_reference_t<decltype(a.s[0])>*, G::gang_width> p;
    for (int l = 0; l < G::gang_width; ++l) p.set_lane(l, &a.s[l]);
    return p;
  } else {
    return addr(a);
  }
}

/// Names the type of what f gives to a thread that by_lane calls it for.
template <class G, class F, class... A>
using given_by_lane = decltype(std::declval<F const&>()(
    std::declval<held<std::remove_reference_t<A>, G::gang_width>&>().load(0)...));
/// True if what a call or a method of an object gives may name the object: a pointer, or an object of
/// another class.
template <class G, class F, class O, class... A>
consteval bool may_name_object() {
  if constexpr (std::is_class_v<std::remove_cv_t<scalar<O>>>) {
    using R = std::decay_t<given_by_lane<G, F, O, A...>>;
    return std::is_pointer_v<R> || (std::is_class_v<R> && !std::is_same_v<R, scalar<O>>);
  } else {
    return false;
  }
}
/// Calls an object, or a method of it, where it lies, not of a copy.
template <class F>
SIMT_INLINE auto in_place(F const& f) {
  return [&f](auto* object, auto&&... x)
             SIMT_LAMBDA_INLINE -> decltype(auto) { return f(*object, x...); };
}
/// Calls f with an object for each thread that runs here; where it lies, if the result may name it.
template <class G, class F, class O, class... A>
SIMT_INLINE decltype(auto) by_lane_of_object(G const& g, F const& f, O&& o, A&&... a) {
  if constexpr (may_name_object<G, F, O, A...>())
    return by_lane(g, in_place(f), object_address<G>(o), std::forward<A>(a)...);
  else
    return by_lane(g, f, std::forward<O>(o), std::forward<A>(a)...);
}
/// Calls an object: a lambda of the kernel, or, by f, another for each thread that runs here.
template <class G, class F, class O, class... A>
SIMT_INLINE decltype(auto) call_object(G const& g, F const& f, O&& o, A&&... a) {
  if constexpr (is_lambda_form<plain<O>>)
    return o.f(std::forward<A>(a)...);
  else
    return by_lane_of_object(g, f, std::forward<O>(o), std::forward<A>(a)...);
}
/// The place that the reference names which each thread's call gives; a pointer is what it is.
template <class G, class F, class... A>
SIMT_INLINE decltype(auto) place_by_lane(G const& g, F const& f, A&&... a) {
  if constexpr (std::is_pointer_v<given_by_lane<G, F, A...>>)
    return by_lane(g, f, std::forward<A>(a)...);
  else
    return deref(by_lane(
        g, [&](auto&&... x) SIMT_LAMBDA_INLINE { return std::addressof(f(x...)); },
        std::forward<A>(a)...));
}

/// a[i] in a program whose structs have operators [].
template <class G, class A, class I>
SIMT_INLINE decltype(auto) at_own(G const& g, A&& a, I&& i) {
  if constexpr (!program_struct<A, I>) {
    return at(std::forward<A>(a), std::forward<I>(i));
  } else {
    auto const object = object_address<G>(a);
    using R = decltype((
        *std::declval<scalar<decltype(object)> const&>())[std::declval<scalar<I> const&>()]);
    constexpr bool is_place = std::is_lvalue_reference_v<R>;
    auto const subscript = [&](auto const& o, auto const& n) SIMT_LAMBDA_INLINE {
      if constexpr (is_place)
        return std::addressof((*o)[n]);
      else
        return (*o)[n];
    };
    auto const result = [&] {
      if constexpr (common_width<decltype(object), I>() == 0)
        return subscript(object, lane::get(i));
      else
        return by_lane(g, subscript, object, lane::get(i));
    }();
    if constexpr (is_place)
      return deref(result);
    else
      return result;
  }
}

#define SIMT_LANE_METHOD(g, object, name, arguments)                                             \
  ::simt_l::by_lane_method(                                                                      \
      g,                                                                                         \
      [&](auto&& simt_o, auto&&... simt_a) -> decltype(auto) { return simt_o.name(simt_a...); }, \
      object, ::simt_l::arguments_of arguments)
/// The same of a method that gives a reference: the place that it names.
#define SIMT_LANE_METHOD_PLACE(g, object, name, arguments)                                       \
  ::simt_l::method_place(                                                                        \
      g,                                                                                         \
      [&](auto&& simt_o, auto&&... simt_a) -> decltype(auto) { return simt_o.name(simt_a...); }, \
      object, ::simt_l::arguments_of arguments)
/// Calls the lane form of a method: the name tells which one C++ would call for the object's type.
/// A static one takes no object.
#define SIMT_LANE_METHOD_FORM(g, object, arguments, ...)                                   \
  ::simt_l::call_method(                                                                   \
      g,                                                                                   \
      [](auto&& simt_o, auto&&... simt_a) -> decltype(simt_o.__VA_ARGS__(                  \
                                              static_cast<decltype(simt_a)>(simt_a)...)) { \
        ::std::terminate();                                                                \
      },                                                                                   \
      object, ::simt_l::arguments_of arguments)
template <class... A>
struct argument_list {
  std::tuple<A&&...> values;
};
template <class... A>
SIMT_INLINE argument_list<A...> arguments_of(A&&... a) {
  return {std::forward_as_tuple(std::forward<A>(a)...)};
}
template <class G, class F, class O, class... A>
SIMT_INLINE auto by_lane_method(G const& g, F const& f, O&& o, argument_list<A...>&& list) {
  return std::apply(
      [&](auto&&... a) SIMT_LAMBDA_INLINE {
        if constexpr (keeps_form<O>)
          return f(o, std::forward<A>(a)...);
        else
          return by_lane_of_object(g, f, o, std::forward<A>(a)...);
      },
      std::move(list.values));
}
template <class G, class F, class O, class... A>
SIMT_INLINE decltype(auto) method_place(G const& g, F const& f, O&& o, argument_list<A...>&& list) {
  return std::apply(
      [&](auto&&... a) SIMT_LAMBDA_INLINE -> decltype(auto) {
        return place_by_lane(g, in_place(f), object_address<G>(o), std::forward<A>(a)...);
      },
      std::move(list.values));
}
template <class G, class F, class O, class... A>
SIMT_INLINE decltype(auto) call_method(G const& g, F const&, O&& o, argument_list<A...>&& list) {
  using Form =
      std::invoke_result_t<F, std::remove_cv_t<scalar<O>>&, typename operand_type<A>::type...>;
  return std::apply(
      [&](auto&&... a) SIMT_LAMBDA_INLINE -> decltype(auto) {
        if constexpr (requires { plain<Form>::is_static; })
          return plain<Form>::simt_call(g, std::forward<A>(a)...);
        else
          return plain<Form>::simt_call(g, std::forward<O>(o), std::forward<A>(a)...);
      },
      std::move(list.values));
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
