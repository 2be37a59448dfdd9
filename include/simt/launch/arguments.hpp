#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/uniform_pointer.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// Gives an argument as the kernel takes it: raw pointers, and arrays as pointers, become ptr.
template <class A>
SIMT_INLINE auto kernel_argument(A&& a) {
  using P = std::decay_t<A>;
  if constexpr (std::is_pointer_v<P> && std::is_object_v<std::remove_pointer_t<P>>)
    return ptr<std::remove_pointer_t<P>>(a);
  else
    return P(a);
}

/// The type of what a kernel gets for an argument of type A.
template <class A>
using kernel_value = decltype(kernel_argument(std::declval<A>()));

/// The arguments of a launch, trivially copyable where they are: each task copies them, so that
/// they stay in registers across the kernel's stores. `call` hands them to a function.
// Why: not std::tuple, which is not trivially copyable; needed as long as
// std::is_trivially_copyable_v<std::tuple<int>> is false. Not std::apply, whose helpers g++ 12 and
// clang 14 may not inline: a body behind a call loses what is known of the mask.
template <std::size_t I, class T>
struct kernel_arg {
  T value;
};
template <class Sequence, class... T>
struct kernel_args_of;
template <std::size_t... I, class... T>
struct kernel_args_of<std::index_sequence<I...>, T...> : kernel_arg<I, T>... {
  template <class F>
  SIMT_INLINE void call(F&& f) const {
    f(static_cast<kernel_arg<I, T> const&>(*this).value...);
  }
};
template <class... T>
using kernel_args = kernel_args_of<std::index_sequence_for<T...>, T...>;

}  // namespace simt::inline SIMT_ABI::detail
