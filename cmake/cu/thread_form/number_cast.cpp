// SPDX-License-Identifier: MIT
#include "number_cast.hpp"

#include "integer_word.hpp"
#include "shift.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

namespace {

/// Behind the integer type whose first word is at `at`; `at` where there is none.
[[nodiscard]] std::size_t integer_type_end(code const& text, std::size_t at) noexcept {
  while (text.is_identifier(at) && is_integer_word(text.text(at))) ++at;
  return at;
}

/// The type's text, in one line.
[[nodiscard]] std::string device_integer(code const& text, std::size_t begin, std::size_t end) {
  return "::simt::cuda::device_integer<" + text.squeezed(begin, end) + ">";
}

/// True where the `>` in front of a cast is a comparison's, or a shift's: `a > (int)x`. Behind a
/// template's arguments there are types in parentheses, but no operand follows those: what follows
/// is an end, or `const` and its like in `int f<float>(int) const`.
[[nodiscard]] bool is_operator(code const& text, std::size_t at, std::size_t behind) {
  std::size_t const open = text.opening_angle(at);
  if (open == npos || open == 0 || !text.is_identifier(open - 1)) return true;
  if (text[open - 1].is(word::template_)) return false;
  auto const next = text.text(behind);
  return next != "const" && next != "noexcept" && next != "override" && next != "final" &&
         next != "volatile" && next != "requires" && next != "try" && next != "*" && next != "&";
}

/// True where a cast may begin at `at`: what is before it is no name, and no operand's end. Its
/// type ends in front of `behind`.
[[nodiscard]] bool begins_value(code const& text, std::size_t at, std::size_t behind) {
  if (at == 0) return false;
  token const& before = text[at - 1];
  if (before.is('>')) return is_operator(text, at - 1, behind);
  if (before.is(token_kind::identifier)) return text.text(at - 1) == "return";
  if (!before.is(')')) return before.is(token_kind::punctuator) && !before.is(']');
  std::size_t const open = text.opening(at - 1);  // another cast
  return open != npos && text[open + 1].is(word::builtin_type) && begins_value(text, open, at);
}

/// True where `{ int(x)`, whose parentheses open at `open`, declares x, as in no list of values.
bool declares(code const& text, std::size_t open) {
  std::size_t const close = text.closing(open);
  if (close == npos) return true;
  token const& next = text[close + 1];
  return next.is(';') || next.is('=') || next.is('[') || next.is('(') || next.is('{');
}

/// Puts a cast to the type `with` in front of what is in the parentheses that open at `open`. (Not
/// `with(x)`: in `(int(with(x)))` that could name a function's type.)
bool wrap(code const& text, std::size_t open, std::string const& with, edits& out) {
  std::size_t const close = text.closing(open);
  if (close == npos || close == open + 1) return false;
  out.wrap(text[open].end, text[close].begin, "(" + with + ")(", ")");
  return true;
}

}  // namespace

bool rewrite_number_cast(code const& text, std::size_t at, edits& out) {
  if (text[at].is('(')) {
    std::size_t const end = integer_type_end(text, at + 1);
    if (end == at + 1 || !text[end].is(')') || !begins_value(text, at, end + 1)) return false;
    token const& next = text[end + 1];
    if (!detail::begins_operand(text, end + 1) || next.is(token_kind::number) ||
        next.is(token_kind::character) || next.is('*'))
      return false;
    out.insert(text[end].end, "(" + device_integer(text, at + 1, end) + ")");
    return true;
  }
  if (text[at].is(word::cast)) {
    if (text.text(at) != "static_cast" || !text[at + 1].is('<')) return false;
    std::size_t const end = integer_type_end(text, at + 2);
    if (end == at + 2 || !text[end].is('>') || !text[end + 1].is('(')) return false;
    return wrap(text, end + 1, device_integer(text, at + 2, end), out);
  }
  if (!text[at + 1].is('(') || !is_integer_word(text.text(at))) return false;
  if (!begins_value(text, at, at + 2) || text[at - 1].is(';') || text[at - 1].is('}') ||
      (text[at - 1].is('{') && declares(text, at + 1)) ||
      (text[at - 1].is('<') && text.closing_angle(at - 1) != npos))
    return false;
  bool const is_value = detail::begins_operand(text, at + 2) && !text[at + 2].is('*') &&
                        !text[at + 2].is(word::builtin_type) &&
                        !text[at + 2].is(token_kind::number);
  return is_value && wrap(text, at + 1, device_integer(text, at, at + 1), out);
}

}  // namespace simt::cu
