// SPDX-License-Identifier: MIT
#pragma once

#include "bounds.hpp"
#include "edits.hpp"
#include "launch.hpp"
#include "qualifiers.hpp"

namespace simt::cu {

namespace detail {

/// Replaces a cast that starts at `begin` if a kernel's name follows at `name`; `stop` is the `)`
/// that ends the cast, where it has one behind the name. `is_variable(i)`: the name at `i` may be
/// one of a variable.
template <class IsVariable>
bool rewrite_kernel_address(code const& text, names const& known, std::size_t begin,
                            std::size_t name, std::size_t stop, IsVariable const& is_variable,
                            edits& out) {
  if (text[name].is('&')) ++name;
  std::size_t end = name;
  if (text[end].is(symbol::scope)) ++end;
  while (text.is_identifier(end) && text[end + 1].is(symbol::scope)) end += 2;
  if (!text.is_identifier(end) || !known.kernels.contains(text.text(end))) return false;
  std::size_t const last = end;
  ++end;
  if (text[end].is('<') && !begins_launch(text, end)) {
    std::size_t const close = text.closing_angle(end);
    if (close == npos) return false;
    end = close + 1;
  }
  if (text[end].is('(') || (stop != npos && end != stop)) return false;
  out.replace(text[begin].begin, text[name].begin, "::simt::cuda::kernel_address(");
  std::string behind;
  if (has_bound(known, text.text(last)) && (last != name || !is_variable(last)))
    behind = ", decltype(&" + text.squeezed(name, last + 1) + "_simt_bound" +
             text.squeezed(last + 1, end) + "){}";
  if (stop == npos) behind += ")";
  if (!behind.empty()) out.insert(text[end - 1].end, behind);
  return true;
}

}  // namespace detail

/// `(void*)kernel`, whose `(` is at `at`: the cast would lose the types of the kernel's parameters.
template <class IsVariable>
bool rewrite_kernel_pointer(code const& text, names const& known, std::size_t at,
                            IsVariable const& is_variable, edits& out) {
  if (!text.is_identifier(at + 1)) return false;
  std::size_t i = at + 1;
  if (text[i].is(word::const_)) ++i;
  if (text.text(i) != "void") return false;
  ++i;
  if (text[i].is(word::const_)) ++i;
  if (!text[i].is('*') || !text[i + 1].is(')')) return false;
  return detail::rewrite_kernel_address(text, known, at, i + 2, npos, is_variable, out);
}

/// The same for `reinterpret_cast<void*>(kernel)`.
template <class IsVariable>
bool rewrite_kernel_cast(code const& text, names const& known, std::size_t at,
                         IsVariable const& is_variable, edits& out) {
  if (!text[at + 1].is('<')) return false;
  std::size_t const close = text.closing_angle(at + 1);
  if (close == npos || !text[close + 1].is('(')) return false;
  if (text.text(text[at + 2].is(word::const_) ? at + 3 : at + 2) != "void") return false;
  if (text.squeezed(at + 2, close).find('(') != std::string::npos) return false;  // void (*)(int)
  return detail::rewrite_kernel_address(text, known, at, close + 2, text.closing(close + 1),
                                        is_variable, out);
}

}  // namespace simt::cu
