#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/launch_call.hpp>

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

// Arguments of a launch that are objects of classes: a launch converts them to the kernel's
// parameters then and there, in host code. An object that owns what it converts to, as wrappers of
// cudaMalloc do, is not copied: the copy's destructor would free what the kernel uses. An object
// that a kernel takes by a reference through which it writes is the very one, where it lies in
// memory that kernels share with the host.
namespace simt::inline SIMT_ABI {
namespace detail {

/// Stands for parameter I of a launched callable; the function below is defined once its type is
/// known.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <class Signature, std::size_t I>
struct parameter_tag {
  friend auto parameter_found(parameter_tag);
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
template <class Tag, class T, bool Known = requires { parameter_found(Tag{}); }>
struct parameter_finding {
  friend auto parameter_found(Tag) { return std::type_identity<T>{}; }
};
template <class Tag, class T>
struct parameter_finding<Tag, T, true> {};

/// Becomes whatever number or pointer a parameter is, and notes its type.
template <class Tag>
struct parameter_probe {
  template <class T, class = std::enable_if_t<std::is_scalar_v<T>>,
            std::size_t = sizeof(parameter_finding<Tag, T>)>
  operator T() const;
};
/// Becomes whatever class a parameter is.
struct class_probe {
  template <class T, class = std::enable_if_t<!std::is_scalar_v<T>>>
  operator T() const;
};

template <class Signature, std::size_t I, class Probe, class... A, std::size_t... J>
consteval bool takes_probe(std::index_sequence<J...>) {
  return std::is_invocable_v<Signature const&,
                             std::conditional_t<I == J, Probe const&, std::decay_t<A>&>...>;
}
/// Gives the type of a parameter that is a number or a pointer, as type_identity; void for others.
template <class Signature, std::size_t I, class... A>
consteval auto find_parameter() {
  using all = std::index_sequence_for<A...>;
  using tag = parameter_tag<Signature, I>;
  if constexpr (takes_probe<Signature, I, class_probe, A...>(all{})) {
    return std::type_identity<void>{};
  } else if constexpr (takes_probe<Signature, I, parameter_probe<tag>, A...>(all{})) {
    if constexpr (requires { parameter_found(tag{}); })
      return parameter_found(tag{});
    else
      return std::type_identity<void>{};
  } else {
    return std::type_identity<void>{};
  }
}

/// Becomes what a reference to a T binds to; what takes a T itself cannot choose between the two.
template <class T>
struct reference_probe {
  operator T&() const;
  operator T() const;
};
/// Becomes nothing: what takes it takes any class, as templates do.
struct unrelated_probe {};

/// Can neither be copied nor moved: what takes it takes an object of any class by a reference.
struct fixed_probe {
  fixed_probe() = delete;
  fixed_probe(fixed_probe const&) = delete;
};

/// Keeps an argument for a parameter that is a reference: where kernels share its memory with the
/// host, or where nobody can copy it, it is that very object, as on a GPU; else a copy, since the
/// host's may end before the kernel.
template <class T>
class kept_reference {
  struct nothing {};
  static constexpr bool is_copied = std::is_copy_constructible_v<T>;

 public:
  explicit kept_reference(T& a) : shared_(!is_copied || is_memory_of_kernels(&a) ? &a : nullptr) {
    if constexpr (is_copied)
      if (shared_ == nullptr) own_.emplace(a);
  }
  operator T&() const {
    if constexpr (is_copied)
      if (shared_ == nullptr) return *own_;
    return *shared_;
  }

 private:
  T* shared_;
  std::conditional_t<is_copied, std::optional<T>, nothing> mutable own_;
};
/// The same for a parameter whose type a kernel template deduces, from a reference to a T alone.
template <class T>
class deduced_reference : public kept_reference<T> {
 public:
  using kept_reference<T>::kept_reference;
};

/// Gives the type by which a kernel is called with an argument that is kept as an A.
template <class A>
struct passed_argument {
  using type = A;
};
template <class T>
struct passed_argument<deduced_reference<T>> {
  using type = T&;
};
template <class A>
inline constexpr bool is_deduced_reference =
    !std::is_same_v<typename passed_argument<A>::type, A>;

/// Calls a generic kernel with references to the objects whose types it deduces.
template <class Kernel, class... Args>
struct kernel_by_reference {
  Kernel kernel;
  SIMT_INLINE decltype(auto) operator()(Args const&... args) const {
    return kernel.template operator()<typename passed_argument<Args>::type...>(
        static_cast<typename passed_argument<Args>::type>(args)...);
  }
};

/// True where parameter I is a reference whose type the kernel deduces, to const or not.
template <class Signature, std::size_t I, class... A>
consteval bool deduces_reference() {
  if constexpr (std::is_void_v<Signature>)
    return false;
  else
    return takes_probe<Signature, I, fixed_probe, A...>(std::index_sequence_for<A...>{});
}
/// True where parameter I is a reference to a P.
template <class Signature, std::size_t I, class P, class... A>
consteval bool takes_reference() {
  using all = std::index_sequence_for<A...>;
  if constexpr (std::is_void_v<Signature> || std::is_abstract_v<P>)
    return false;
  else if constexpr (takes_probe<Signature, I, reference_probe<P>, A...>(all{}))
    return !takes_probe<Signature, I, unrelated_probe, A...>(all{});
  else
    return false;
}

/// Gives argument I of a launch as it is kept until the kernel runs.
template <class Signature, std::size_t I, class... Args, class A>
[[nodiscard]] SIMT_INLINE auto kept_argument(A& a) {
  using P = std::decay_t<A&>;
  if constexpr (std::is_same_v<std::remove_const_t<A>, P> &&
                deduces_reference<Signature, I, Args...>()) {
    return deduced_reference<A>(a);
  } else if constexpr (std::is_same_v<A, P> && takes_reference<Signature, I, P, Args...>()) {
    return kept_reference<P>(a);
  } else if constexpr (!std::is_class_v<P> || std::is_trivially_copyable_v<P> ||
                       std::is_void_v<Signature>) {
    return P(a);
  } else {
    using T = typename decltype(find_parameter<Signature, I, Args...>())::type;
    if constexpr (std::is_convertible_v<A&, T>)
      return static_cast<T>(a);
    else
      return P(a);
  }
}

}  // namespace detail

namespace cuda {

/// Tells what a launched kernel's parameters are: a callable that can be called as it is, as the
/// .cu step writes it.
template <class Callable>
struct signature {
  explicit signature(Callable) {}
};

/// The signature of what a pointer says: that of a callable that is given the pointer first.
template <class Pointer, class Callable>
struct pointer_signature {
  template <class... A>
  auto operator()(A&&... a) const
      -> decltype(std::declval<Callable const&>()(std::declval<Pointer const&>(),
                                                  std::forward<A>(a)...));
};

/// A kernel as a pointer, where its name alone tells which one it is; the first argument says nothing.
template <class... P>
auto kernel_pointer_of(int, void (*kernel)(P...)) {
  return kernel;
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
