// SPDX-License-Identifier: MIT
#include "parse_declaration.hpp"

#include <memory>
#include <utility>

namespace simt::cu::lane::detail {

statement_ptr declaration_parser::start(statement_kind kind) const {
  auto out = std::make_unique<statement>();
  out->kind = kind;
  out->line = here().line;
  out->tokens.begin = static_cast<std::uint32_t>(at_);
  return out;
}

statement_ptr declaration_parser::done(statement_ptr s) const {
  s->tokens.end = static_cast<std::uint32_t>(at_);
  s->last_line = at_ > 0 ? token(at_ - 1).line : s->line;
  return s;
}

bool declaration_parser::starts_declaration() const {
  lexeme const& t = here();
  if (!t.is(token_kind::identifier) && !t.is(symbol::scope)) return false;
  switch (t.name) {
    case word::builtin_type:
    case word::decltype_:
      // `int(x)` is an expression, `int (*p)[4]` is not.
      if (t.is(word::decltype_)) return !token(partner(at_ + 1) + 1).is('(');
      if (ahead(1).is('{')) return false;
      if (!ahead(1).is('(')) return true;
      return is_pointer_sign(at_ + 2) && token(partner(at_ + 1) + 1).is('[');
    case word::const_:
    case word::storage:
    case word::extern_:
    case word::register_:
    case word::shared:
    case word::device:
    case word::host:
    case word::class_:
    case word::enum_:
    case word::typename_:
    case word::alignas_:
    case word::align_attribute:
    case word::attribute:
    case word::inline_:
      return !t.is(word::typename_) || typename_declares();
    default:
      break;
  }
  if (t.is("__constant__") || t.is("__managed__")) return true;
  return named_declaration();
}

bool declaration_parser::typename_declares() const {
  qualified_name const n = scan_name(at_, true);
  return n.end != at_ && !token(n.end).is('(') && !token(n.end).is('{');
}

bool declaration_parser::named_declaration() const {
  qualified_name const n = scan_name(at_, true);
  if (n.end == at_) return false;
  std::size_t i = n.end;
  lexeme const& next = token(i);
  if (is_identifier(i)) return true;
  if (next.is(word::const_) || next.is(word::shared)) return true;
  if (next.is('('))
    return is_known_type(n) && is_pointer_sign(i + 1) && is_identifier(i + 2) &&
           token(i + 3).is(')') && token(i + 4).is('[');
  if (next.is('[') && token(n.id).is("auto")) return true;
  if (!is_pointer_sign(i)) return false;
  while (is_pointer_sign(i) || token(i).is(word::const_)) ++i;
  bool const has_inner = token(i).is('(') && is_pointer_sign(i + 1);
  if (!is_identifier(i) && !has_inner) return false;
  switch (kind_of(n)) {
    case name_kind::type:
      return true;
    case name_kind::variable:
    case name_kind::function:
      return false;
    case name_kind::several:
      fail("cannot tell whether " + text(n.begin, n.end) + " is a type");
    case name_kind::unknown:
      break;
  }
  if (has_inner) fail("cannot tell whether " + text(n.begin, n.end) + " is a type");
  // A product or a conjunction whose value nobody wants is no statement.
  lexeme const& after = token(i + 1);
  return after.is('=') || after.is(';') || after.is(',') || after.is('[') || after.is('{');
}

statement_ptr declaration_parser::declaration_statement() {
  auto out = start(statement_kind::declaration);
  std::size_t const begin = at_;
  out->declared = std::make_unique<declaration>();
  read_declaration(*out->declared);
  expect(';');
  if (out->declared->names.empty()) {
    out->kind = statement_kind::type_definition;
    out->text = text(begin, at_);
    for (std::size_t i = begin; i < at_ && out->defines.empty(); ++i)
      if (is_identifier(i)) out->defines.emplace_back(token(i).text);
    out->declared.reset();
  }
  return done(std::move(out));
}

void declaration_parser::read_declaration(declaration& out) {
  type base;
  std::size_t const first = at_;
  if (!read_specifiers(out.words, base)) unexpected();
  if (here().is(';') && base.defines) return;
  if ((here().is('[') || (is_pointer_sign(at_) && ahead(1).is('['))) && base.is_auto()) {
    bindings(out, base);
    return;
  }
  while (true) {
    declarator d = read_declarator(base, out.words, false);
    std::size_t const begin = d.tokens.begin;
    declare_declarator(d, first);
    read_initialiser(d);
    d.tokens = since(begin);
    out.names.push_back(std::move(d));
    if (!take(',')) return;
  }
}

void declaration_parser::declare_declarator(declarator const& d, std::size_t first) {
  for (std::size_t i = d.tokens.begin; i < d.tokens.end; ++i)
    if (token(i).text == d.name && is_identifier(i)) {
      declare(token(i).text, false);
      declared_last({first, d.tokens.begin});
      return;
    }
}

void declaration_parser::read_initialiser(declarator& d) {
  if (take('=')) {
    d.initialiser = initialiser_kind::equals;
    d.values.push_back(initialiser_clause());
  } else if (here().is('{')) {
    d.initialiser = initialiser_kind::braces;
    d.values = arguments('}');
  } else if (here().is('(')) {
    if (ahead(1).is(')')) fail("a function declared in a function");
    if (is_type_group() || declares_function()) fail("a function declared in a function");
    d.initialiser = initialiser_kind::parentheses;
    d.values = arguments(')');
  } else if (here().is(':')) {
    fail("a bit field");
  }
}

bool declaration_parser::declares_function() const {
  lexeme const& t = ahead(1);
  if (t.is(word::const_)) return true;
  if (t.is(word::builtin_type)) return !ahead(2).is('(') && !ahead(2).is('{');
  qualified_name const n = scan_name(at_ + 1, true);
  return n.end != at_ + 1 && is_identifier(n.end);
}

void declaration_parser::bindings(declaration& out, type const& base) {
  declarator d;
  std::size_t const begin = at_;
  d.line = here().line;
  d.declared = copy_of_base(base);
  read_levels(d.declared.levels, out.words);
  std::size_t const close = partner(at_);
  for (++at_; at_ < close; ++at_) {
    if (!is_identifier(at_)) unexpected();
    d.bindings.emplace_back(here().text);
    declare(here().text, false);
    if (ahead(1).is(',')) ++at_;
  }
  std::size_t const names = at_++;
  read_initialiser(d);
  d.tokens = since(begin);
  if (d.bindings.empty()) unexpected();
  d.name = std::string(bound_name) + d.bindings.front();
  out.names.push_back(std::move(d));
  bind(out, names);
}

void declaration_parser::bind(declaration& out, std::size_t close) const {
  std::vector<std::string> const all = out.names.back().bindings;
  std::string const whole = out.names.back().name;
  bool const is_const = out.names.back().declared.is_const;
  std::string parts;
  for (std::size_t n = 0; n < all.size(); ++n)
    parts += (n == 0 ? "simt_" : ", simt_") + std::to_string(n);
  std::size_t at = close;
  while (!token(at).is('[')) --at;
  for (std::size_t n = 0; n < all.size(); ++n) {
    while (!token(at).is(all[n])) ++at;
    auto object = make(expression_kind::name, at);
    object->text = whole;
    auto part = make(expression_kind::member, at);
    part->op = operation::dot;
    part->id = bound_part;
    part->text = std::to_string(n);
    part->arguments = parts;
    part->operands.push_back(std::move(object));
    for (expression* const e : {part.get(), part->operands[0].get()})
      e->tokens = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)};
    declarator d;
    d.name = all[n];
    d.line = token(at).line;
    d.declared.base = "auto";
    d.declared.is_const = is_const;
    d.declared.levels.push_back({'&'});
    d.initialiser = initialiser_kind::equals;
    d.values.push_back(std::move(part));
    d.tokens = d.values[0]->tokens;
    d.is_binding = true;
    out.names.push_back(std::move(d));
  }
}

void declaration_parser::skip_to_semicolon() {
  while (!here().is(';')) {
    if (here().is(token_kind::end) || here().is('}')) unexpected();
    bool const opens = here().is('(') || here().is('[') || here().is('{');
    at_ = opens ? partner(at_) + 1 : at_ + 1;
  }
  ++at_;
}

statement_ptr declaration_parser::definition() {
  auto out = start(statement_kind::type_definition);
  std::size_t const begin = at_;
  bool const is_typedef = here().is("typedef");
  bool const is_using = here().is("using");
  skip_to_semicolon();
  out->text = text(begin, at_);
  std::size_t name = npos;
  if (is_using && is_identifier(begin + 1) && token(begin + 2).is('=')) name = begin + 1;
  if (is_typedef) name = typedef_name(begin + 1, at_ - 1);
  if (name != npos) {
    declare(token(name).text, true);
    out->defines.emplace_back(token(name).text);
  }
  return done(std::move(out));
}

std::size_t declaration_parser::typedef_name(std::size_t begin, std::size_t end) const noexcept {
  std::size_t found = npos;
  for (std::size_t i = begin; i < end; ++i) {
    if (token(i).is('(') && is_pointer_sign(i + 1) && is_identifier(i + 2)) return i + 2;
    if (token(i).is('(') || token(i).is('{') || token(i).is('[')) {
      if (token(i).is('[') && found != npos) return found;
      i = partner(i);
    } else if (is_identifier(i)) {
      found = i;
    }
  }
  return found;
}

}  // namespace simt::cu::lane::detail
