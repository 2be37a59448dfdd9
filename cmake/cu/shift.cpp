// SPDX-License-Identifier: MIT
#include "shift.hpp"

namespace simt::cu::detail {

bool ends_operand(code const& text, std::size_t i) noexcept {
  token const& t = text[i];
  return (t.is(token_kind::identifier) && t.is(word::none)) || t.is(token_kind::number) ||
         t.is(token_kind::character) || t.is(')') || t.is(']');
}

bool begins_operand(code const& text, std::size_t i) noexcept {
  token const& t = text[i];
  return (t.is(token_kind::identifier) && text.text(i) != "operator") || t.is(token_kind::number) ||
         t.is(token_kind::character) || t.is('(') || t.is('-') || t.is('+') || t.is('~') ||
         t.is('*') || t.is(symbol::scope);
}

bool is_small_constant(code const& text, std::size_t i) noexcept {
  if (!text[i].is(token_kind::number) || text[i].end - text[i].begin > 2) return false;
  if (text.text(i) > "31" && text[i].end - text[i].begin == 2) return false;
  token const& next = text[i + 1];
  return !next.is('+') && !next.is('-') && !next.is('*') && !next.is('/') && !next.is('%');
}

}  // namespace simt::cu::detail

namespace simt::cu {

bool rewrite_shift(code const& text, std::size_t at, edits& out) {
  char const sign = text[at].sign;
  if (at == 0 || !text[at + 1].is(sign) || !text.touches_next(at)) return false;
  if (text[at - 1].is(sign) || text[at + 2].is(sign)) return false;
  if (!detail::ends_operand(text, at - 1) || !detail::begins_operand(text, at + 2)) return false;
  if (detail::is_small_constant(text, at + 2)) return false;
  if (sign == '>') {  // not the end of two template lists
    std::size_t const open = text.opening_angle(at + 1);
    if (open != npos && open > 0 && text.is_identifier(open - 1)) return false;
  }
  out.insert(text[at + 1].end,
             sign == '<' ? "::simt::cuda::device_shift<<" : "::simt::cuda::device_shift>>");
  return true;
}

}  // namespace simt::cu
