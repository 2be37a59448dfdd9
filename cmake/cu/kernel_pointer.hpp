// SPDX-License-Identifier: MIT
#pragma once

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
/// `(void*)x` or `reinterpret_cast<void*>(x)`: where it begins and where its `x` does; `close` is
/// the `)` of the second form.
struct void_cast {
  std::size_t begin = npos;  // npos: none
  std::size_t operand = npos;
  std::size_t close = npos;
};
[[nodiscard]] inline void_cast read_void_cast(code const& text, std::size_t at) {
  bool const is_named = text[at].is(word::cast);
  if (is_named ? !text[at + 1].is('<') : !text[at].is('(')) return {};
  std::size_t i = at + (is_named ? 2 : 1);
  if (text[i].is(word::const_)) ++i;
  if (!text.is_identifier(i) || text.text(i) != "void") return {};
  ++i;
  if (text[i].is(word::const_)) ++i;
  if (!text[i].is('*')) return {};
  ++i;
  if (!is_named) return text[i].is(')') ? void_cast{at, i + 1, npos} : void_cast{};
  if (!text[i].is('>') || !text[i + 1].is('(')) return {};
  return {at, i + 2, text.closing(i + 1)};
}
/// Casts what stands in [begin, end) in a way that keeps its type.
inline void rewrite_void_cast(code const& text, void_cast const& c, std::size_t begin,
                              std::size_t end, edits& out) {
  out.replace(text[c.begin].begin, text[begin].begin, "::simt::cuda::kernel_address(");
  if (c.close == npos) out.insert(text[end - 1].end, ")");
}

}  // namespace detail

/// `(void*)kernel`, which begins at `at`: the cast would lose the types of the kernel's parameters.
/// `is_pointer(i)`: the name at `i` is a variable's that may point to a kernel.
template <class IsPointer>
bool rewrite_kernel_pointer(code const& text, names const& known, std::size_t at,
                            IsPointer const& is_pointer, edits& out) {
  detail::void_cast const c = detail::read_void_cast(text, at);
  if (c.begin == npos) return false;
  auto const k = detail::read_kernel_value(text, known, c.operand);
  std::size_t end = k.name == npos ? c.operand + 1 : k.end;
  if (k.name == npos && (!text.is_identifier(c.operand) || !is_pointer(c.operand))) return false;
  if (k.name == npos && text[end].is('[') && text.closing(end) != npos) end = text.closing(end) + 1;
  bool const goes_on = text[end].is('(') || text[end].is('[') || text[end].is('.') ||
                       text[end].is(symbol::arrow) || text[end].is(symbol::scope);
  if (goes_on || (c.close != npos && end != c.close)) return false;
  detail::rewrite_void_cast(text, c, k.name == npos ? c.operand : k.name, end, out);
  return true;
}

/// The same for an argument in [begin, end) of a call of CUDA's that takes kernels, whatever is
/// cast: it may be a variable of any name, or an expression.
inline bool rewrite_kernel_argument(code const& text, names const& known, std::size_t begin,
                                    std::size_t end, edits& out) {
  detail::void_cast const c = detail::read_void_cast(text, begin);
  if (c.begin == npos || c.operand >= end || (c.close != npos && c.close + 1 != end) ||
      text[c.operand].is(token_kind::number))
    return false;
  if (detail::read_kernel_value(text, known, c.operand).name != npos) return false;  // as above
  detail::rewrite_void_cast(text, c, c.operand, c.close == npos ? end : c.close, out);
  return true;
}

}  // namespace simt::cu
