// SPDX-License-Identifier: MIT
#include "shift.hpp"

#include <string>

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
  if (at == 0 || !text.touches_next(at)) return false;
  std::string const op(2, sign);
  bool const assigns = text.text(at + 1) == std::string{sign, '='};  // `a <<= n`
  if (!assigns && !text[at + 1].is(sign)) return false;
  std::size_t const amount = at + 2;
  if (text[at - 1].is(sign) || text[amount].is(sign)) return false;
  if (!detail::ends_operand(text, at - 1) || !detail::begins_operand(text, amount)) return false;
  if (detail::is_small_constant(text, amount)) return false;
  if (sign == '>' && !assigns) {  // not the end of two template lists
    std::size_t const open = text.opening_angle(at + 1);
    if (open != npos && open > 0 && text.is_identifier(open - 1)) return false;
  }
  out.insert(text[at + 1].end, "::simt::cuda::device_shift" + op + (assigns ? "=" : ""));
  return true;
}

}  // namespace simt::cu
