// SPDX-License-Identifier: MIT
#include "parse_operator.hpp"

#include <string_view>

namespace simt::cu::lane::detail {

operator_text operator_reader::assignment_operator() const noexcept {
  lexeme const& t = here();
  if (!t.is(token_kind::punctuator)) return {};
  if (t.is('=')) return {"=", 1, 1};
  if (t.is('<') && t.touches_next && ahead(1).is("<=")) return {"<<=", 1, 2};
  if (t.is('>') && t.touches_next && ahead(1).is(">=")) return {">>=", 1, 2};
  if (!t.is(symbol::other)) return {};
  static constexpr std::string_view all[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
  for (auto const op : all)
    if (t.text == op) return {op, 1, 1};
  return {};
}

operator_text operator_reader::binary_operator() const {
  lexeme const& t = here();
  if (!t.is(token_kind::punctuator)) return {};
  switch (t.sign) {
    case '*':
      return {"*", 10};
    case '/':
      return {"/", 10};
    case '%':
      return {"%", 10};
    case '+':
      return {"+", 9};
    case '-':
      return {"-", 9};
    case '&':
      return {"&", 5};
    case '^':
      return {"^", 4};
    case '|':
      return {"|", 3};
    case '<':
      if (ahead(1).is('<') && ahead(2).is('<')) fail("a launch of a kernel");
      if (ahead(1).is("<=") && t.touches_next) return {};  // <<=
      return ahead(1).is('<') && t.touches_next ? operator_text{"<<", 8, 2} : operator_text{"<", 7};
    case '>':
      if (ahead(1).is(">=") && t.touches_next) return {};  // >>=
      return ahead(1).is('>') && t.touches_next ? operator_text{">>", 8, 2} : operator_text{">", 7};
    case symbol::other:
      if (t.is("&&")) return {"&&", 2};
      if (t.is("||")) return {"||", 1};
      if (t.is("==")) return {"==", 6};
      if (t.is("!=")) return {"!=", 6};
      if (t.is("<=")) return {"<=", 7};
      if (t.is(">=")) return {">=", 7};
      return {};
    default:
      return {};
  }
}

}  // namespace simt::cu::lane::detail
