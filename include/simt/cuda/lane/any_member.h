#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>
#include <simt/cuda/lane/by_lane.h>

#include <memory>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Members of which only the compiler knows what they are: of a class that a template is given, or
// that another library defines.
namespace simt::inline SIMT_ABI::cuda::lane {

/// o.m, where T::m is not looked at: m lies in o.
struct in_object {};
/// o.m, where that is a reference: each object knows to what.
struct elsewhere {};

/// o.m or, where all objects of its class have the same m, that: `of_class` gives it, `m` o's own.
template <class G, class O, class F, class S>
SIMT_INLINE decltype(auto) any_member(G const& g, O&& o, F const& m, S const& of_class) {
  using T = std::remove_cv_t<scalar<O>>;
  if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
    using Found = decltype(of_class(std::type_identity<T>{}));
    if constexpr (std::is_same_v<Found, in_object>)
      return member(static_cast<O&&>(o), m);
    else if constexpr (std::is_same_v<Found, elsewhere>)
      return deref(pure(
          g, [&m](auto&& x) SIMT_LAMBDA_INLINE { return std::addressof(m(x)); }, o));
    else if constexpr (std::is_reference_v<Found>)
      return ref(g, of_class(std::type_identity<T>{}));
    else
      return of_class(std::type_identity<T>{});
  } else {
    return member(static_cast<O&&>(o), m);
  }
}

/// `simt_T::m` as a value where it is a constant, as a place where it is another static member.
/// A reference is what it refers to, which is memory: objects of a class that has one are made of
/// addresses.
#define SIMT_LANE_ANY_MEMBER(object, ...)                                                       \
  ::simt_l::any_member(                                                                         \
      simt_g, object,                                                                           \
      [](auto&& simt_o) SIMT_LAMBDA_INLINE -> auto& { return simt_o.__VA_ARGS__; },             \
      []<class simt_T>(::std::type_identity<simt_T>) SIMT_LAMBDA_INLINE -> decltype(auto) {     \
        if constexpr (requires {                                                                \
                        requires ::std::is_member_object_pointer_v<                             \
                            decltype(&simt_T::__VA_ARGS__)>;                                    \
                      }) {                                                                      \
          return ::simt_l::in_object{};                                                         \
        } else if constexpr (requires { &simt_T::__VA_ARGS__; }) {                              \
          using simt_M = ::std::remove_reference_t<decltype(simt_T::__VA_ARGS__)>;              \
          if constexpr (::std::is_const_v<simt_M> && ::std::is_scalar_v<simt_M>)                \
            return static_cast<::std::remove_const_t<simt_M>>(simt_T::__VA_ARGS__);             \
          else                                                                                  \
            return (simt_T::__VA_ARGS__);                                                       \
        } else if constexpr (requires {                                                         \
                               requires ::std::is_reference_v<decltype(simt_T::__VA_ARGS__)>;   \
                             }) {                                                               \
          return ::simt_l::elsewhere{};                                                         \
        } else if constexpr (requires {                                                         \
                               typename ::std::integral_constant<decltype(simt_T::__VA_ARGS__), \
                                                                 simt_T::__VA_ARGS__>;          \
                             }) {                                                               \
          return simt_T::__VA_ARGS__;                                                           \
        } else {                                                                                \
          return ::simt_l::in_object{};                                                         \
        }                                                                                       \
      })
#define SIMT_LANE_ANY_ARROW(pointer, ...) \
  SIMT_LANE_ANY_MEMBER(::simt_l::deref(pointer), __VA_ARGS__)

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
