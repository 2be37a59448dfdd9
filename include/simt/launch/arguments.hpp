#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/memory/uniform_pointer.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// A container that owns its elements: a kernel would get a copy of them.
template <class A>
concept owns_elements = !std::is_trivially_copyable_v<A> && requires(A const& a) {
  a.data();
  a.size();
};

/// Refuses, in the line of the launch, what a kernel cannot use. False where it does, so that
/// nothing else is said.
template <class Kernel, class... Args>
consteval bool check_arguments() {
  constexpr bool plain_arguments = (!owns_elements<std::remove_cvref_t<Args>> && ...);
  constexpr bool plain_kernel = std::is_trivially_copyable_v<Kernel>;
  static_assert(plain_arguments,
                "simt::launch: a kernel takes no std::vector (nor what else owns its elements): pass "
                "v.data(), which arrives as a simt::ptr");
  static_assert(plain_kernel,
                "simt::launch: the lambda captures a std::vector (or what else is more than bytes), "
                "which its threads would copy: pass v.data() to it, or capture that: "
                "[p = simt::ptr(v.data())](auto& t) { ... }");
  return plain_arguments && plain_kernel;
}

/// Gives an argument as the kernel takes it: raw pointers, and arrays as pointers, become ptr.
template <class A>
SIMT_INLINE auto kernel_argument(A&& a) {
  using P = std::decay_t<A>;
  if constexpr (std::is_pointer_v<P> && std::is_object_v<std::remove_pointer_t<P>>)
    return ptr<std::remove_pointer_t<P>>(a);
  else
    return P(a);
}

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
