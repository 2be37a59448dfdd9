// SPDX-License-Identifier: MIT
#pragma once

#include "edits.hpp"
#include "qualifiers.hpp"

#include <string>

namespace simt::cu {

namespace detail {

/// What `template <int N> __global__ void __launch_bounds__(N, 2) k(float* p)` says.
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
[[nodiscard]] inline std::string template_arguments(code const& text, std::size_t open,
                                                    std::size_t close) {
  std::string out;
  bool all_named = true;
  text.for_each_part(open + 1, close, [&](std::size_t begin, std::size_t end) {
    std::size_t last = begin;
    while (last < end && !text[last].is('=')) ++last;
    --last;
    bool const named = last > begin && text.is_identifier(last) &&
                       !text[last].is(word::builtin_type) && !text[last].is(word::class_) &&
                       !text[last].is(word::typename_);
    all_named &= named && !text[last - 1].is(symbol::scope);
    if (!named) return;
    out += (out.empty() ? "<" : ", ") + std::string(text.text(last));
    if (text[last - 1].is(symbol::dots)) out += "...";
  });
  return all_named && !out.empty() ? out + ">" : std::string{};
}

/// The declaration that starts at `begin`; no name where it is none of a kernel with a bound, or
/// one that cannot be written a second time: a specialisation, a macro's, one within an #if.
[[nodiscard]] inline bounded_kernel read_bounded(code const& text, std::size_t begin) {
  bounded_kernel out;
  std::size_t i = begin;
  if (text[i].is(word::template_)) {
    std::size_t const close = text[i + 1].is('<') ? text.closing_angle(i + 1) : npos;
    if (close == npos || close == i + 2) return {};
    out.head = text.squeezed(i, close + 1) + " ";
    out.arguments = template_arguments(text, i + 1, close);
    out.names_itself = !out.arguments.empty();
    i = close + 1;
  }
  bool result = false;
  std::size_t bound_begin = npos, bound_end = npos;
  // Whether a parameter's name at k is one that the bound asks for.
  auto const hides = [&](std::size_t k) {
    token const& next = text[k + 1];
    if (!text.is_identifier(k) || !(next.is(',') || next.is(')') || next.is('='))) return false;
    for (std::size_t b = bound_begin; b < bound_end; ++b)
      if (text.text(b) == text.text(k)) return true;
    return false;
  };
  for (; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(word::launch_bounds) && text[i + 1].is('(')) {
      std::size_t const close = text.closing(i + 1);
      if (close == npos) return {};
      text.for_each_part(i + 2, close, [&](std::size_t from, std::size_t to) {
        if (!out.bound.empty()) return;
        out.bound = text.squeezed(from, to);
        bound_begin = from;
        bound_end = to;
      });
      i = close;
    } else if (t.is(word::attribute) && text[i + 1].is('(')) {
      i = text.closing(i + 1);
      if (i == npos) return {};
    } else if (t.is(word::builtin_type) && text.text(i) == "void" && !result) {
      result = true;
    } else if (result && t.is(word::none) && text.is_identifier(i) && text[i + 1].is('(')) {
      std::size_t const close = text.closing(i + 1);
      if (close == npos || out.bound.empty()) return {};
      if (!text[close + 1].is('{') && !text[close + 1].is(';')) return {};  // a macro's name
      for (std::size_t k = begin; k < close; ++k) {
        if (text[k].is(token_kind::directive)) return {};
        if (k > i && (text.text(k) == text.text(i) || hides(k))) out.names_itself = false;
      }
      out.parameters = text.squeezed(i + 1, close + 1);
      out.name = text.text(i);
      return out;
    } else if (!t.is(word::global) && !t.is(word::extern_) && !t.is(word::storage) &&
               !t.is(word::inline_) && !t.is(word::noinline) && !t.is(token_kind::string)) {
      return {};
    }
  }
  return {};
}

/// Overloads are told apart by their parameters, but for those of templates and those with default
/// arguments.
[[nodiscard]] inline std::string bound_mention(bounded_kernel const& k, bool is_only) {
  auto const name = std::string(k.name);
  std::string kernel = "&" + name + k.arguments;
  if (k.arguments.empty() && k.parameters.find('=') == std::string::npos)
    kernel = "static_cast<void (*)" + k.parameters + ">(" + kernel + ")";
  else if (!is_only)
    return {};
  return " static_cast<void>(&::simt::cuda::bound_is_known<" + kernel + ", (" + k.bound + ")>);";
}

}  // namespace detail

/// Declares, in front of the kernel `name` whose declaration starts at `begin`, a function with the
/// same parameters and the kernel's `__launch_bounds__` as its result, for launches to ask. Where
/// some declaration of a kernel of that name has none, no launch does. `around` are the places of
/// the braces that are open there. Gives what the kernel's body begins with, so that the runtime
/// finds the bound by the kernel's address; none where that cannot be said.
template <class Places>
std::string declare_bound(code const& text, names& known, std::string_view name, std::size_t begin,
                          Places const& around, edits& out) {
  while (text[begin].is(token_kind::directive)) ++begin;
  token const& first = text[begin];
  bool const stays = first.is(word::template_) || first.is(word::global) ||
                     first.is(word::launch_bounds) || first.is(word::extern_) ||
                     first.is(word::storage) || first.is(word::builtin_type);
  detail::bounded_kernel const k =
      stays ? detail::read_bounded(text, begin) : detail::bounded_kernel{};
  if (k.name != name) {
    known.unbounded.emplace(name);
    return {};
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
  return k.names_itself ? detail::bound_mention(k, is_only) : std::string{};
}

/// Whether a launch of `name` can ask for its bound.
[[nodiscard]] inline bool has_bound(names const& known, std::string_view name) {
  return known.bounded.contains(name) && !known.unbounded.contains(name);
}

}  // namespace simt::cu
