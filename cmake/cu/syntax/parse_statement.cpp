// SPDX-License-Identifier: MIT
#include "parse_statement.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu::lane::detail {

statement_ptr statement_parser::compound() {
  level const guard{*this};
  auto out = start(statement_kind::compound);
  std::size_t const scope = scope_mark();
  expect('{');
  while (!here().is('}')) {
    if (here().is(token_kind::end)) unexpected();
    out->body.push_back(compound_statement());
  }
  ++at_;
  leave_scope(scope);
  return done(std::move(out));
}

statement_ptr statement_parser::compound_statement() {
  auto out = start(statement_kind::other);
  std::size_t const begin = at_, scope = scope_mark();
  surroundings const around = around_;
  try {
    return read_statement();
  } catch (refusal& why) {
    refused_.push_back(std::move(why));
  }
  around_ = around;
  leave_scope(scope);
  at_ = begin;
  skip_statement();
  out = done(std::move(out));
  unread_.push_back(out->tokens);
  return out;
}

void statement_parser::skip_statement() {
  while (!here().is('}') && !here().is(token_kind::end)) {
    bool const is_block = here().is('{'), ends = here().is(';');
    bool const opens = is_block || here().is('(') || here().is('[');
    at_ = opens ? partner(at_) + 1 : at_ + 1;
    // Behind `{1, 2}` an expression or a declaration goes on.
    bool const goes_on = here().is(';') || here().is(',') || here().is(')') || here().is('.');
    if (ends || (is_block && !goes_on)) return;
  }
}

statement_ptr statement_parser::inner_statement() {
  std::size_t const scope = scope_mark();
  auto out = read_statement();
  leave_scope(scope);
  return out;
}

statement_ptr statement_parser::body_of(statement_kind kind) {
  surroundings const around = around_;
  (kind == statement_kind::switch_ ? around_.is_in_switch : around_.is_in_loop) = true;
  auto out = inner_statement();
  around_ = around;
  return out;
}

statement_ptr statement_parser::read_statement() {
  level const guard{*this};
  std::string const unroll = pragmas();
  auto out = statement_here();
  if (out->is(statement_kind::for_) || out->is(statement_kind::while_) ||
      out->is(statement_kind::do_) || out->is(statement_kind::range_for))
    out->unroll = unroll;
  return out;
}

std::string statement_parser::pragmas() {
  std::string out;
  while (true) {
    if (here().is(token_kind::directive)) {
      out = here().text;
      ++at_;
    } else if (here().is("_Pragma") && ahead(1).is('(')) {
      std::string_view const quoted = ahead(2).text;
      if (quoted.size() > 2) out = quoted.substr(1, quoted.size() - 2);
      if (!out.starts_with("unroll") && !out.starts_with("nounroll")) out.clear();
      at_ = partner(at_ + 1) + 1;
    } else {
      return out;
    }
  }
}

statement_ptr statement_parser::statement_here() {
  lexeme const& t = here();
  if (t.is('{')) return compound();
  if (t.is(';')) {
    auto out = start(statement_kind::null);
    ++at_;
    return done(std::move(out));
  }
  if (t.is(token_kind::identifier)) {
    if (auto out = keyword_statement()) return out;
    if (is_identifier(at_) && ahead(1).is(':')) return label();
  }
  if (t.is('[') && ahead(1).is('[')) {  // [[fallthrough]], [[maybe_unused]]
    at_ = partner(at_) + 1;
    return read_statement();
  }
  if (starts_declaration()) return declaration_statement();
  auto out = start(statement_kind::expression);
  out->value = full_expression();
  if (declares_in_parentheses(*out->value)) fail("a declaration like T(x)");
  expect(';');
  return done(std::move(out));
}

bool statement_parser::declares_in_parentheses(expression const& e) noexcept {
  return e.is(expression_kind::construct) && !e.braces && e.operands.size() == 1 &&
         e[0].is(expression_kind::name);
}

statement_ptr statement_parser::keyword_statement() {
  lexeme const& t = here();
  if (t.is(word::statement)) {
    if (t.is("if")) return if_statement();
    if (t.is("for")) return for_statement();
    if (t.is("while")) return conditional_statement(statement_kind::while_);
    if (t.is("do")) return do_statement();
    if (t.is("return")) return return_statement();
    if (t.is("switch")) return conditional_statement(statement_kind::switch_);
    if (t.is("case")) return case_statement();
    if (t.is("else")) unexpected();
    return nullptr;
  }
  if (t.is(word::asm_)) return asm_statement();
  if (t.is(word::template_) || t.is(word::namespace_)) {
    if (t.is(word::template_)) unexpected();
    return definition();
  }
  if (!is_reserved(t.text)) return nullptr;
  if (t.is("break")) return jump(statement_kind::break_);
  if (t.is("continue")) return jump(statement_kind::continue_);
  if (t.is("default")) {
    auto out = start(statement_kind::default_);
    ++at_;
    expect(':');
    return done(std::move(out));
  }
  if (t.is("using") || t.is("typedef") || t.is("static_assert") || t.is("_Static_assert"))
    return definition();
  if (t.is("goto") || t.is("try")) return refused_statement();
  return nullptr;
}

statement_ptr statement_parser::jump(statement_kind kind) {
  bool const leaves_switch = around_.is_in_switch && kind == statement_kind::break_;
  if (!around_.is_in_loop && !leaves_switch)
    fail("a " + std::string(here().text) + " outside of loops");
  auto out = start(kind);
  ++at_;
  expect(';');
  return done(std::move(out));
}

statement_ptr statement_parser::label() {
  auto out = start(statement_kind::label);
  refuse(here().line, "label");
  out->text = here().text;
  at_ += 2;
  return done(std::move(out));
}

statement_ptr statement_parser::refused_statement() {
  bool const is_goto = here().is("goto");
  auto out = start(is_goto ? statement_kind::goto_ : statement_kind::try_);
  std::size_t const begin = at_;
  refuse(here().line, is_goto ? "goto" : "try");
  if (is_goto) {
    skip_to_semicolon();
  } else {
    while (here().is("try") || here().is("catch")) {
      ++at_;
      if (here().is('(')) at_ = partner(at_) + 1;
      if (!here().is('{')) unexpected();
      at_ = partner(at_) + 1;
    }
  }
  out->text = text(begin, at_);
  return done(std::move(out));
}

statement_ptr statement_parser::asm_statement() {
  auto out = start(statement_kind::asm_);
  std::size_t const begin = at_;
  if (!is_compiler_barrier(tokens_, at_)) refuse(here().line, "asm");
  skip_to_semicolon();
  out->text = text(begin, at_);
  return done(std::move(out));
}

statement_ptr statement_parser::if_statement() {
  auto out = start(statement_kind::if_);
  std::size_t const scope = scope_mark();
  ++at_;
  if (here().is("constexpr")) {
    out->is_constexpr = true;
    ++at_;
  }
  condition(*out);
  out->body.push_back(inner_statement());
  if (here().is("else")) {
    ++at_;
    out->body.push_back(inner_statement());
  }
  leave_scope(scope);
  return done(std::move(out));
}

void statement_parser::condition(statement& out) {
  if (!here().is('(')) unexpected();
  std::size_t const close = partner(at_);
  ++at_;
  for (std::size_t i = at_; i < close; ++i) {
    if (token(i).is('(') || token(i).is('[') || token(i).is('{')) i = partner(i);
    if (!token(i).is(';')) continue;
    out.init = read_statement();
    break;
  }
  if (starts_declaration()) {
    auto declared = start(statement_kind::declaration);
    declared->declared = std::make_unique<declaration>();
    read_declaration(*declared->declared);
    bool const is_one = declared->declared->names.size() == 1;
    declarator const& d = declared->declared->names.front();
    if (out.init || !is_one || !d.bindings.empty()) {
      out.declared = std::move(declared->declared);
    } else {
      out.condition = name_of(d);
      out.init = done(std::move(declared));
    }
  } else {
    out.condition = full_expression();
  }
  if (at_ != close) unexpected();
  ++at_;
}

expression_ptr statement_parser::name_of(declarator const& d) const {
  std::size_t at = d.tokens.begin;
  while (!token(at).is(d.name)) ++at;
  auto out = make(expression_kind::name, at);
  out->text = d.name;
  out->id = token(at).text;
  out->tokens = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)};
  return out;
}

statement_ptr statement_parser::conditional_statement(statement_kind kind) {
  auto out = start(kind);
  std::size_t const scope = scope_mark();
  ++at_;
  condition(*out);
  out->body.push_back(body_of(kind));
  leave_scope(scope);
  if (kind == statement_kind::while_ && out->init) declare_each_turn(*out);
  return done(std::move(out));
}

void statement_parser::declare_each_turn(statement& loop) {
  if (!loop.body[0]->is(statement_kind::compound)) {
    loop.declared = std::move(loop.init->declared);
    loop.init.reset();
    loop.condition.reset();
    return;
  }
  range const behind{loop.init->tokens.end, loop.init->tokens.end};
  auto const made = [&](statement_kind kind) {
    auto out = start(kind);
    out->line = loop.line;
    out->tokens = behind;
    return out;
  };
  auto test = made(statement_kind::if_);
  test->condition = std::move(loop.condition);
  test->body.push_back(made(statement_kind::null));
  test->body.push_back(made(statement_kind::break_));
  auto turn = made(statement_kind::compound);
  turn->tokens = loop.body[0]->tokens;
  turn->last_line = loop.body[0]->last_line;
  turn->body.push_back(std::move(loop.init));
  turn->body.push_back(std::move(test));
  turn->body.push_back(std::move(loop.body[0]));
  loop.kind = statement_kind::for_;
  loop.init = made(statement_kind::null);
  loop.body[0] = std::move(turn);
}

statement_ptr statement_parser::do_statement() {
  auto out = start(statement_kind::do_);
  ++at_;
  out->body.push_back(body_of(statement_kind::do_));
  if (!here().is("while")) unexpected();
  ++at_;
  expect('(');
  out->condition = full_expression();
  expect(')');
  expect(';');
  return done(std::move(out));
}

statement_ptr statement_parser::case_statement() {
  auto out = start(statement_kind::case_);
  ++at_;
  out->value = assignment();
  if (here().is(symbol::dots)) fail("a range of cases");
  expect(':');
  return done(std::move(out));
}

statement_ptr statement_parser::return_statement() {
  auto out = start(statement_kind::return_);
  ++at_;
  if (here().is('{'))
    out->value = list();
  else if (!here().is(';'))
    out->value = full_expression();
  expect(';');
  return done(std::move(out));
}

statement_ptr statement_parser::for_statement() {
  auto out = start(statement_kind::for_);
  std::size_t const scope = scope_mark();
  ++at_;
  if (!here().is('(')) unexpected();
  std::size_t const close = partner(at_);
  ++at_;
  if (std::size_t const colon = range_colon(close); colon != npos) {
    out->kind = statement_kind::range_for;
    out->text = text(at_, close);
    out->declared = std::make_unique<declaration>();
    read_element(*out->declared);
    if (at_ != colon) fail("a for over a range of this shape");
    ++at_;
    out->value = initialiser_clause();
  } else {
    out->init = read_statement();
    if (!here().is(';')) out->condition = full_expression();
    expect(';');
    if (!here().is(')')) out->step = full_expression();
  }
  if (at_ != close) unexpected();
  ++at_;
  out->body.push_back(body_of(statement_kind::for_));
  leave_scope(scope);
  return done(std::move(out));
}

void statement_parser::read_element(declaration& out) {
  type base;
  std::size_t const first = at_;
  if (!read_specifiers(out.words, base)) unexpected();
  declarator d = read_declarator(base, out.words, false);
  d.initialiser = initialiser_kind::equals;  // by each turn
  declare_declarator(d, first);
  out.names.push_back(std::move(d));
}

std::size_t statement_parser::range_colon(std::size_t close) const noexcept {
  int questions = 0;
  for (std::size_t i = at_; i < close; ++i) {
    lexeme const& t = token(i);
    if (t.is(';')) return npos;
    if (t.is('(') || t.is('[') || t.is('{')) i = partner(i);
    if (t.is('?')) ++questions;
    if (t.is(':') && questions-- == 0) return i;
  }
  return npos;
}

}  // namespace simt::cu::lane::detail
