// SPDX-License-Identifier: MIT
#include "parse_operator.hpp"

namespace simt::cu::lane::detail {

operator_text operator_reader::assignment_operator() const noexcept {
  lexeme const& t = here();
  if (!t.is(token_kind::punctuator)) return {};
  if (t.is('=')) return {operation::assign, 1, 1};
  if (t.is('<') && t.touches_next && ahead(1).is("<=")) return {operation::shift_left_assign, 1, 2};
  if (t.is('>') && t.touches_next && ahead(1).is(">="))
    return {operation::shift_right_assign, 1, 2};
  if (!t.is(symbol::other)) return {};
  // Few tokens get as far as a search for their operator.
  if (t.text.size() != 2 || t.text[1] != '=') return {};
  operation const op = operation_of(t.text);
  return is_assignment(op) ? operator_text{op, 1, 1} : operator_text{};
}

operator_text operator_reader::binary_operator() const {
  lexeme const& t = here();
  if (!t.is(token_kind::punctuator)) return {};
  switch (t.sign) {
    case '*':
      return {operation::times, 10};
    case '/':
      return {operation::divide, 10};
    case '%':
      return {operation::modulo, 10};
    case '+':
      return {operation::plus, 9};
    case '-':
      return {operation::minus, 9};
    case '&':
      return {operation::bit_and, 5};
    case '^':
      return {operation::bit_xor, 4};
    case '|':
      return {operation::bit_or, 3};
    case '<':
      if (ahead(1).is('<') && ahead(2).is('<')) fail("a launch of a kernel");
      if (ahead(1).is("<=") && t.touches_next) return {};  // <<=
      return ahead(1).is('<') && t.touches_next ? operator_text{operation::shift_left, 8, 2}
                                                : operator_text{operation::less, 7};
    case '>':
      if (ahead(1).is(">=") && t.touches_next) return {};  // >>=
      return ahead(1).is('>') && t.touches_next ? operator_text{operation::shift_right, 8, 2}
                                                : operator_text{operation::greater, 7};
    case symbol::other:
      if (t.is("&&")) return {operation::logical_and, 2};
      if (t.is("||")) return {operation::logical_or, 1};
      if (t.is("==")) return {operation::equal, 6};
      if (t.is("!=")) return {operation::unequal, 6};
      if (t.is("<=")) return {operation::less_equal, 7};
      if (t.is(">=")) return {operation::greater_equal, 7};
      return {};
    default:
      return {};
  }
}

}  // namespace simt::cu::lane::detail
