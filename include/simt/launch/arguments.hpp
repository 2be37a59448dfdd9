#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/uniform_pointer.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// What a kernel takes for an argument: raw pointers, and arrays as pointers, become ptr.
template <class A>
SIMT_INLINE auto kernel_argument(A&& a) {
  using P = std::decay_t<A>;
  if constexpr (std::is_pointer_v<P> && std::is_object_v<std::remove_pointer_t<P>>)
    return ptr<std::remove_pointer_t<P>>(a);
  else
    return P(a);
}

/// The arguments of a launch. Not std::tuple, which is not trivially copyable: each task copies
/// them, so that they stay in registers across the kernel's stores. Not std::apply either: its
/// helpers are not inlined by force, and a body behind a call loses what is known of the mask.
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
