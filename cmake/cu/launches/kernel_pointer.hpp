// SPDX-License-Identifier: MIT
#pragma once

#include "../text/edits.hpp"
#include "../text/qualifiers.hpp"
#include "launch.hpp"

namespace simt::cu {

namespace detail {

/// `&n::kernel<4>`: where it is, from the `n` on.
struct kernel_value {
  std::size_t name = npos;  // npos: none
  std::size_t last = npos;  // `kernel`
  std::size_t end = npos;
};
[[nodiscard]] kernel_value read_kernel_value(code const& text, names const& known,
                                             std::size_t name);
/// `(void*)x` or `reinterpret_cast<void*>(x)`: where it begins and where its `x` does; `close` is
/// the `)` of the second form.
struct void_cast {
  std::size_t begin = npos;  // npos: none
  std::size_t operand = npos;
  std::size_t close = npos;
};
[[nodiscard]] void_cast read_void_cast(code const& text, std::size_t at);
/// Casts what stands in [begin, end) in a way that keeps its type.
void rewrite_void_cast(code const& text, void_cast const& c, std::size_t begin, std::size_t end,
                       edits& out);

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
bool rewrite_kernel_argument(code const& text, names const& known, std::size_t begin,
                             std::size_t end, edits& out);

}  // namespace simt::cu
