// SPDX-License-Identifier: MIT
#include "parse_cast.hpp"

#include "../program/builtins.hpp"
#include "../text/builtin_variables.hpp"

namespace simt::cu::lane::detail {

cast_reader::follower cast_reader::follower_of(std::size_t i) const noexcept {
  lexeme const& t = token(i);
  if (t.is(token_kind::identifier))
    return is_identifier(i) || t.is("sizeof") || t.is("this") || t.is("true") || t.is("false") ||
                   t.is("nullptr") || t.is(word::builtin_type) || t.is(word::cast) ||
                   t.is("const_cast") || t.is("alignof") || t.is("new") || t.is("dynamic_cast") ||
                   t.is(word::typename_)
               ? follower::operand
               : follower::rest;
  if (t.is(token_kind::number) || t.is(token_kind::string) || t.is(token_kind::character) ||
      t.is('!') || t.is('~') || t.is(symbol::scope) || t.is('{'))
    return follower::operand;
  if (t.is('(') || t.is('-') || t.is('+') || t.is('*') || t.is('&') || t.is("++") || t.is("--"))
    return follower::both;
  return follower::rest;
}

bool cast_reader::is_cast() const {
  std::size_t const close = partner(at_);
  follower const next = follower_of(close + 1);
  if (next == follower::rest) return false;
  std::size_t i = at_ + 1;
  lexeme const& first = token(i);
  if (first.is(word::builtin_type) || first.is(word::decltype_))
    return !token(i + 1).is('{') &&
           (!token(i + 1).is('(') || is_pointer_sign(i + 2) || first.is(word::decltype_));
  if (first.is(word::const_) || first.is(word::class_) || first.is(word::enum_)) return true;
  qualified_name const n = scan_name(i, true);
  if (n.end == i) return false;
  i = n.end;
  if (first.is(word::typename_)) return !token(i).is('(') && !token(i).is('{');
  bool has_sign = false;
  while (i < close && (is_pointer_sign(i) || token(i).is(word::const_))) {
    has_sign = true;
    ++i;
  }
  if (has_sign && i < close && token(i).is('(') && partner(i) + 2 < close) return false;
  if (i != close) return has_sign && token(i).is('(') && is_pointer_sign(i + 1) && is_known_type(n);
  if (has_sign) return true;
  return is_cast_of_name(n, next);
}

bool cast_reader::is_cast_of_name(qualified_name const& n, follower next) const {
  // `(a) b` is no expression.
  if (next == follower::operand) return kind_of(n) != name_kind::variable;
  switch (kind_of(n)) {
    case name_kind::type:
      return true;
    case name_kind::variable:
    case name_kind::function:
      return false;
    default:
      break;
  }
  auto const id = token(n.id).text;
  if (builtin_kind_of(id) != builtin_kind::unknown) return false;  // `(floorf)(x)`
  if (is_builtin_variable(id)) return false;                       // `(warpSize) - 1`
  if (n.open != npos || (id.size() > 2 && id.ends_with("_t"))) return true;
  fail("cannot tell whether (" + text(n.begin, n.end) + ") is a cast");
}

bool cast_reader::is_type_group() const {
  std::size_t const close = partner(at_);
  lexeme const& first = token(at_ + 1);
  if (first.is(word::builtin_type) || first.is(word::const_) || first.is(word::class_) ||
      first.is(word::enum_) || first.is(word::typename_))
    return !token(at_ + 2).is('(') || is_pointer_sign(at_ + 3);
  qualified_name const n = scan_name(at_ + 1, true);
  if (n.end == at_ + 1) return false;
  name_kind const kind = kind_of(n);
  std::size_t i = n.end;
  while (i < close && (is_pointer_sign(i) || token(i).is(word::const_))) ++i;
  if (i == close && i != n.end) return true;
  if (i != close) return kind == name_kind::type && token(i).is('[');
  return kind == name_kind::type;
}

bool cast_reader::is_member_template(std::size_t open) const noexcept {
  std::size_t const close = closing_angle(open);
  if (close == npos || !token(close + 1).is('(')) return false;
  for (std::size_t i = open + 1; i < close; ++i) {
    lexeme const& t = token(i);
    bool const good = t.is(token_kind::number) || t.is(word::builtin_type) || t.is(',') ||
                      t.is("true") || t.is("false") ||
                      (is_identifier(i) && kind_of(t.text) == name_kind::type);
    if (!good) return false;
  }
  return true;
}

}  // namespace simt::cu::lane::detail
