// SPDX-License-Identifier: MIT
#include "kernel_pointer.hpp"

namespace simt::cu::detail {

kernel_value read_kernel_value(code const& text, names const& known, std::size_t name) {
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

void_cast read_void_cast(code const& text, std::size_t at) {
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

void rewrite_void_cast(code const& text, void_cast const& c, std::size_t begin, std::size_t end,
                       edits& out) {
  out.replace(text[c.begin].begin, text[begin].begin, "::simt::cuda::kernel_address(");
  if (c.close == npos) out.insert(text[end - 1].end, ")");
}

}  // namespace simt::cu::detail

namespace simt::cu {

bool rewrite_kernel_argument(code const& text, names const& known, std::size_t begin,
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
