// SPDX-License-Identifier: MIT
#pragma once

#include "../text/edits.hpp"
#include "../text/qualifiers.hpp"

#include <string>

namespace simt::cu {

namespace detail {

/// Holds what `template <int N> __global__ void __launch_bounds__(N, 2) k(float* p)` says.
struct bounded_kernel {
  std::string head;        // template <int N>
  std::string arguments;   // <N>
  std::string bound;       // N
  std::string_view name;   // k
  std::string parameters;  // (float* p)
  /// Its body can name the kernel and the bound: no parameter hides them, each template parameter
  /// has a name.
  bool names_itself = true;
};

/// `<N, T...>` of `template <int N, class... T>`, whose `<` and `>` are at `open` and `close`;
/// empty where a parameter has no name.
[[nodiscard]] std::string template_arguments(code const& text, std::size_t open, std::size_t close);

/// The declaration that starts at `begin`; no name where it is none of a kernel with a bound (or of
/// any kernel, unless `bounded`), or one that cannot be written a second time: a specialisation, a
/// macro's, one within an #if.
[[nodiscard]] bounded_kernel read_bounded(code const& text, std::size_t begin, bool bounded = true);

/// Overloads are told apart by their parameters, but for those of templates and those with default
/// arguments.
[[nodiscard]] std::string bound_mention(bounded_kernel const& k, bool is_only);

/// Returns what the body of a module's kernel begins with, so that the runtime knows its parameters
/// by its address; empty where the kernel cannot be named there.
[[nodiscard]] std::string module_mention(code const& text, std::size_t begin,
                                         std::string_view name);

}  // namespace detail

/// Declares, in front of the kernel `name` whose declaration starts at `begin`, a function with the
/// same parameters and the kernel's `__launch_bounds__` as its result, for launches to ask. Where
/// some declaration of a kernel of that name has none, no launch does. `around` are the places of
/// the braces that are open there. Gives what the kernel's body begins with, so that the runtime
/// finds the bound by the kernel's address, and in modules the kernel; none where that cannot be
/// said.
template <class Places>
std::string declare_bound(code const& text, names& known, std::string_view name, std::size_t begin,
                          Places const& around, edits& out) {
  while (text[begin].is(token_kind::directive)) ++begin;
  token const& first = text[begin];
  bool const stays = first.is(word::template_) || first.is(word::global) ||
                     first.is(word::launch_bounds) || first.is(word::extern_) ||
                     first.is(word::storage) || first.is(word::builtin_type);
  std::string const mention =
      stays && known.of_module ? detail::module_mention(text, begin, name) : std::string{};
  detail::bounded_kernel const k =
      stays ? detail::read_bounded(text, begin) : detail::bounded_kernel{};
  if (k.name != name) {
    known.unbounded.emplace(name);
    return mention;
  }
  bool const is_only =
      known.bounded.try_emplace(std::string(name), k.head + k.parameters).first->second ==
          k.head + k.parameters &&
      !known.unbounded.contains(name);
  bool has_c_linkage = false, is_unnamed = false;
  for (std::size_t const open : around) {
    has_c_linkage |= open > 0 && text[open - 1].is(token_kind::string);
    is_unnamed |= open > 0 && text[open - 1].is(word::namespace_);
  }
  std::string declared = k.head + "::simt::cuda::launch_bound<(" + k.bound + ")> " +
                         std::string(name) + "_simt_bound" + k.parameters + "; ";
  // clang 14 warns of a class as a result where names have C's linkage.
  if (has_c_linkage) declared = "extern \"C++\" " + declared;
  // g++ 12 warns of functions in unnamed namespaces that nobody defines.
  if (is_unnamed)
    declared =
        "_Pragma(\"GCC diagnostic push\") "
        "_Pragma(\"GCC diagnostic ignored \\\"-Wunused-function\\\"\") " +
        declared + "_Pragma(\"GCC diagnostic pop\") ";
  out.insert(first.begin, declared);
  return mention + (k.names_itself ? detail::bound_mention(k, is_only) : std::string{});
}

/// True if a launch of `name` can ask for its bound.
[[nodiscard]] inline bool has_bound(names const& known, std::string_view name) {
  return known.bounded.contains(name) && !known.unbounded.contains(name);
}

}  // namespace simt::cu
