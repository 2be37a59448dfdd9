#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/call.h>
#include <simt/cuda/lane/number_operators.h>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Keeps nothing: a kernel with an asm statement that reads the carry of another is no lane kernel.
template <class X>
requires detail::lane_value<X> SIMT_INLINE void simt_keep_carry(X const&) {}

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

// Structs in memory, changed by operators that lanes have: p[i] += x of halves.
#define SIMT_DETAIL_STRUCT_COMPOUND(is_it, op)                     \
  template <class P, class X>                                      \
  requires is_it<plain<P>> && requires(P const& p, X&& x) {        \
    p = cuda::lane::get(p) op cuda::lane::get(std::forward<X>(x)); \
  }                                                                \
  SIMT_INLINE P&& operator op##=(P&& p, X&& x) {                   \
    p = cuda::lane::get(p) op cuda::lane::get(std::forward<X>(x)); \
    return std::forward<P>(p);                                     \
  }
SIMT_DETAIL_STRUCT_COMPOUND(is_aggregate_place, +)
SIMT_DETAIL_STRUCT_COMPOUND(is_aggregate_place, -)
SIMT_DETAIL_STRUCT_COMPOUND(is_aggregate_place, *)
SIMT_DETAIL_STRUCT_COMPOUND(is_aggregate_place, /)
// And pointers that are moved where they lie: object.p += n.
SIMT_DETAIL_STRUCT_COMPOUND(cuda::lane::is_pointer_place, +)
SIMT_DETAIL_STRUCT_COMPOUND(cuda::lane::is_pointer_place, -)
#define SIMT_DETAIL_POINTER_STEP(op)                                                   \
  template <class P>                                                                   \
  requires cuda::lane::is_pointer_place<plain<P>> SIMT_INLINE P&& operator op##op(P&& p) { \
    p = cuda::lane::get(p) op 1;                                                       \
    return std::forward<P>(p);                                                         \
  }                                                                                    \
  template <class P>                                                                   \
  requires cuda::lane::is_pointer_place<plain<P>> SIMT_INLINE auto operator op##op(P&& p, int) { \
    auto const old = cuda::lane::get(p);                                               \
    p = old op 1;                                                                      \
    return old;                                                                        \
  }
SIMT_DETAIL_POINTER_STEP(+)
SIMT_DETAIL_POINTER_STEP(-)
#undef SIMT_DETAIL_POINTER_STEP

}  // namespace simt::inline SIMT_ABI::detail

// Operators that a program defines for its own types, and for vectors.
namespace simt::inline SIMT_ABI::cuda::lane {

SIMT_DETAIL_STRUCT_COMPOUND(is_uniform_struct, +)
SIMT_DETAIL_STRUCT_COMPOUND(is_uniform_struct, -)
SIMT_DETAIL_STRUCT_COMPOUND(is_uniform_struct, *)
SIMT_DETAIL_STRUCT_COMPOUND(is_uniform_struct, /)
#undef SIMT_DETAIL_STRUCT_COMPOUND

/// Where no operator of the program's has a lane form.
struct no_form {};

/// True where C++ looks for a program's operators: one operand is of a class or an enumeration.
template <class... A>
inline constexpr bool has_own_operators = ((std::is_class_v<std::remove_cv_t<scalar<A>>> ||
                                            std::is_enum_v<std::remove_cv_t<scalar<A>>>) ||
                                           ...);

/// Types whose lanes have operators. For those of a program's class a template of the program's
/// that takes anything would be found.
template <class T>
concept has_lane_operators =
    !std::is_class_v<T> || d::vector_struct<T> ||
    (std::is_trivially_copyable_v<T> && requires { typename varying<T, 1>::format; });
template <class... A>
inline constexpr bool have_lane_operators = (has_lane_operators<std::remove_cv_t<scalar<A>>> &&
                                             ...);

/// Returns an operand as it is now, before others change it: a number's value, or the object itself,
/// since the program's operator may take that by reference.
template <class A>
SIMT_INLINE decltype(auto) held_number(A&& a) {
  if constexpr (std::is_class_v<std::remove_cv_t<scalar<A>>>)
    return std::forward<A>(a);
  else
    return plain<A>(std::forward<A>(a));
}

/// Gives a literal 0 beside an operand X: the null pointer, or a number.
template <class X>
constexpr auto zero_beside() {
  if constexpr (std::is_pointer_v<scalar<X>>)
    return nullptr;
  else
    return 0;
}

/// True where f takes lanes and gives lanes. (One that takes numbers alone is callable, too, since
/// a varying says only when it is asked for its number that it has many.)
template <class F, class... A>
inline constexpr bool takes_lanes = false;
template <class F, class... A>
requires std::is_invocable_v<F const&, A...>
inline constexpr bool takes_lanes<F, A...> =
    width_of<plain<std::invoke_result_t<F const&, A...>>>() != 0;

/// True where what numbers have, N, takes operands of lanes, and gives lanes; where it changes the
/// left one. (Concepts, which ask nothing of N where the operands' lanes have no operators.)
template <class N, class... A>
concept gives_by_numbers = have_lane_operators<A...> &&
                           takes_lanes<N, decltype(lane::get(std::declval<A>()))...>;
template <class N, class A, class B>
concept changes_by_numbers = have_lane_operators<A, B> && std::is_invocable_v<N const&, A, B>;

/// An operator's value: by the lane form of the one that C++ chooses for a thread's operands; else
/// by what there is for lanes; else thread by thread. `f` asks for the lane form, `of_numbers` is
/// what numbers and lanes have, `own` the operator as the program's text finds it.
template <class G, class F, class N, class O, class... A>
SIMT_INLINE decltype(auto) operator_value(G const& g, F const& f, N const& of_numbers, O const& own,
                                          A&&... a) {
  if constexpr (!has_own_operators<A...>)
    return of_numbers(std::forward<A>(a)...);
  else if constexpr (common_width<A...>() == 0)
    return own(lane::get(std::forward<A>(a))...);
  else if constexpr (std::is_invocable_v<F const&, typename operand_type<A>::type...>)
    return call(g, f, std::forward<A>(a)...);
  else if constexpr (gives_by_numbers<N, A...>)
    return of_numbers(lane::get(std::forward<A>(a))...);
  else
    return by_lane(
        g, [&](auto&&... x) SIMT_LAMBDA_INLINE -> decltype(auto) { return own(as_given<A>(x)...); },
        a...);
}
/// The same for operators that change their left side.
template <class G, class F, class N, class O, class A, class B>
SIMT_INLINE decltype(auto) operator_change(G const& g, F const& f, N const& of_numbers,
                                           O const& own, A&& a, B&& b) {
  if constexpr (!has_own_operators<A, B>) {
    return of_numbers(std::forward<A>(a), std::forward<B>(b));
  } else if constexpr (std::is_invocable_v<F const&, typename operand_type<A>::type,
                                           typename operand_type<B>::type>) {
    call(g, f, a, std::forward<B>(b));
    return std::forward<A>(a);
  } else if constexpr (common_width<A, B>() == 0 && !is_uniform_struct<plain<A>> &&
                       !is_uniform_place<plain<A>>) {
    return own(std::forward<A>(a), lane::get(std::forward<B>(b)));
  } else if constexpr (changes_by_numbers<N, A, B>) {
    return of_numbers(std::forward<A>(a), std::forward<B>(b));
  } else {
    by_lane(
        g, [&](auto&& x, auto&& y) { static_cast<void>(own(x, y)); }, a, b);
    return std::forward<A>(a);
  }
}

/// A function of its arguments alone: on lanes where it takes them, else as pure() does it.
template <class G, class F, class... A>
SIMT_INLINE auto pure_on_lanes(G const& g, F const& f, A&&... a) {
  if constexpr (common_width<A...>() != 0 &&
                takes_lanes<F, decltype(lane::get(std::forward<A>(a)))...>)
    return f(lane::get(std::forward<A>(a))...);
  else
    return pure(g, f, std::forward<A>(a)...);
}

/// A number that all threads have, as lanes; anything else as it is.
template <int W, class A>
SIMT_INLINE decltype(auto) as_lanes(A&& a) {
  if constexpr (width_of<A>() == 0 && std::is_arithmetic_v<scalar<A>>)
    return varying<scalar<A>, W>(lane::get(std::forward<A>(a)));
  else
    return lane::get(std::forward<A>(a));
}
/// A function with results that go where its last arguments point: on lanes where each thread has a
/// place of its own for them, else thread by thread.
template <class G, class F, class... A>
SIMT_INLINE auto to_places(G const& g, F const& f, A&&... a) {
  constexpr int W = G::gang_width;
  if constexpr (((width_of<A>() != 0 || std::is_arithmetic_v<scalar<A>>)&&...) &&
                std::is_invocable_v<F const&, decltype(as_lanes<W>(std::forward<A>(a)))...>)
    return f(as_lanes<W>(std::forward<A>(a))...);
  else
    return by_lane(g, f, std::forward<A>(a)...);
}

#define SIMT_DETAIL_LANE_OPERATOR(op)                                                          \
  [](auto&& simt_x, auto&& simt_y)                                                             \
      SIMT_LAMBDA_INLINE -> decltype(static_cast<decltype(simt_x)>(simt_x)                     \
                                         op static_cast<decltype(simt_y)>(simt_y)) {           \
        return static_cast<decltype(simt_x)>(simt_x) op static_cast<decltype(simt_y)>(simt_y); \
      }
#define SIMT_LANE_BINARY(g, name, form, a, op, ...)                                              \
  ::simt_l::operator_value(g, form, ::simt_l::of_numbers::name{}, SIMT_DETAIL_LANE_OPERATOR(op), \
                           a, __VA_ARGS__)
#define SIMT_LANE_UNARY(g, name, form, op, ...)                                                    \
  ::simt_l::operator_value(                                                                        \
      g, form, ::simt_l::of_numbers::name{},                                                       \
      [](auto&& simt_x) SIMT_LAMBDA_INLINE -> decltype(op static_cast<decltype(simt_x)>(simt_x)) { \
        return op static_cast<decltype(simt_x)>(simt_x);                                           \
      },                                                                                           \
      __VA_ARGS__)
#define SIMT_LANE_CHANGE(g, name, form, a, op, ...)                                               \
  ::simt_l::operator_change(g, form, ::simt_l::of_numbers::name{}, SIMT_DETAIL_LANE_OPERATOR(op), \
                            a, __VA_ARGS__)

/// place = {a, b}
template <class G, class P, class... X>
SIMT_INLINE decltype(auto) set(G const& g, P&& place, X&&... x) {
  return place = make<scalar<P>>(g, std::forward<X>(x)...);
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
