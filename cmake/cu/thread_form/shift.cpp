// SPDX-License-Identifier: MIT
#include "shift.hpp"

#include <string>
#include <string_view>

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

std::size_t member_begin(code const& text, std::size_t last) noexcept {
  auto const is_dot = [&](std::size_t i) { return text[i].is('.') || text[i].is(symbol::arrow); };
  if (last < 2 || !text.is_identifier(last) || !is_dot(last - 1)) return npos;
  std::size_t begin = last;
  while (begin >= 2 && is_dot(begin - 1)) {
    begin -= 2;
    while (text[begin].is(']')) {
      std::size_t const open = text.opening(begin);
      if (open == npos || open == 0) return npos;
      for (std::size_t i = open + 1; i < begin; ++i)
        if (!text.is_identifier(i) && !text[i].is(token_kind::number) && !text[i].is('.') &&
            !((text[i].is('+') || text[i].is('-')) && !text.touches_next(i)))
          return npos;
      begin = open - 1;
    }
    if (!text.is_identifier(begin)) return npos;
  }
  if (begin == 0) return npos;
  token const& before = text[begin - 1];
  bool const begins = before.is(';') || before.is('{') || before.is('}') || before.is('(') ||
                      before.is(')') || before.is(',') || before.is(':');
  return begins ? begin : npos;
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
  std::size_t const member = assigns ? detail::member_begin(text, at - 1) : npos;
  if (member != npos) {  // may be a bit field, to which no reference can be
    std::string_view const left =
        text.text().substr(text[member].begin, text[at - 1].end - text[member].begin);
    out.insert(text[at].begin, "= ::simt::cuda::device_shifted(" + std::string(left) + ") ");
    return true;
  }
  out.replace(
      text[at + 1].begin, text[at + 1].end,
      std::string(text.text(at + 1)) + "::simt::cuda::device_shift" + op + (assigns ? "=" : ""));
  return true;
}

}  // namespace simt::cu
