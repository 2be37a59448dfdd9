// SPDX-License-Identifier: MIT
#pragma once

#include "bounds.hpp"
#include "edits.hpp"
#include "launch.hpp"
#include "qualifiers.hpp"

namespace simt::cu {

namespace detail {

/// `&n::kernel<4>`: where it is, from the `n` on.
struct kernel_value {
  std::size_t name = npos;  // npos: none
  std::size_t last = npos;  // `kernel`
  std::size_t end = npos;
};
[[nodiscard]] inline kernel_value read_kernel_value(code const& text, names const& known,
                                                    std::size_t name) {
  if (text[name].is('&')) ++name;
  std::size_t end = name;
  if (text[end].is(symbol::scope)) ++end;
  while (text.is_identifier(end) && text[end + 1].is(symbol::scope)) end += 2;
  if (!text.is_identifier(end) || !known.kernels.contains(text.text(end))) return {};
  std::size_t const last = end;
  ++end;
  if (text[end].is('<') && !begins_launch(text, end)) {
    std::size_t const close = text.closing_angle(end);
    if (close == npos) return {};
    end = close + 1;
  }
  return {name, last, end};
}
/// The argument behind it that tells its bound.
[[nodiscard]] inline std::string bound_argument(code const& text, kernel_value const& k) {
  return ", decltype(&" + text.squeezed(k.name, k.last + 1) + "_simt_bound" +
         text.squeezed(k.last + 1, k.end) + "){}";
}

/// Replaces a cast that starts at `begin` if a kernel's name follows at `name`; `stop` is the `)`
/// that ends the cast, where it has one behind the name. `is_variable(i)`: the name at `i` may be
/// one of a variable.
template <class IsVariable>
bool rewrite_kernel_address(code const& text, names const& known, std::size_t begin,
                            std::size_t name, std::size_t stop, IsVariable const& is_variable,
                            edits& out) {
  kernel_value const k = read_kernel_value(text, known, name);
  if (k.name == npos || text[k.end].is('(') || (stop != npos && k.end != stop)) return false;
  out.replace(text[begin].begin, text[k.name].begin, "::simt::cuda::kernel_address(");
  std::string behind;
  if (has_bound(known, text.text(k.last)) && (k.last != k.name || !is_variable(k.last)))
    behind = bound_argument(text, k);
  if (stop == npos) behind += ")";
  if (!behind.empty()) out.insert(text[k.end - 1].end, behind);
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

/// A kernel with a launch bound that a call of CUDA's takes by its name, as the argument in
/// [begin, end): the bound goes along.
template <class IsVariable>
bool rewrite_bounded_argument(code const& text, names const& known, std::size_t begin,
                              std::size_t end, IsVariable const& is_variable, edits& out) {
  detail::kernel_value const k = detail::read_kernel_value(text, known, begin);
  if (k.name == npos || k.end != end || !has_bound(known, text.text(k.last)) ||
      (k.last == k.name && is_variable(k.last)))
    return false;
  out.insert(text[begin].begin, "::simt::cuda::bounded_kernel(");
  out.insert(text[end - 1].end, detail::bound_argument(text, k) + ")");
  return true;
}

}  // namespace simt::cu
