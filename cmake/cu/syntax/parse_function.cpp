// SPDX-License-Identifier: MIT
#include "parse_function.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

void function_parser::enter(std::vector<template_head> const& heads) {
  for (template_head const& h : heads)
    for (template_parameter const& p : h.parameters)
      declare(p.name, p.kind != template_parameter_kind::value);
}

void function_parser::function_definition(function& out) {
  try {
    head(out);
    if (here().is('{')) {
      out.body_begin = here().begin;
      out.body = compound();
      out.body_end = token(at_ - 1).begin + 1;
      if (here().is(';')) ++at_;
      if (at_ != size()) unexpected();
    } else {
      out.is_definition = false;
    }
  } catch (refusal& r) {
    refused_.push_back(std::move(r));
  }
  out.refusals = std::move(refused_);
  out.unread = std::move(unread_);
}

declaration function_parser::variable_declaration() {
  declaration out;
  read_declaration(out);
  return out;
}

std::vector<template_head> function_parser::template_heads() {
  std::vector<template_head> out;
  while (here().is(word::template_) && ahead(1).is('<')) out.push_back(read_template_head());
  return out;
}

bool function_parser::stops_at_constructor(qualified_name const& n) const {
  if (!in_head_) return false;
  lexeme const& next = token(n.end);
  return next.is('(') || next.is(symbol::scope);
}

void function_parser::head(function& out) {
  out.templates = template_heads();
  enter_own(out);
  if (here().is("requires")) fail("requires");
  in_head_ = true;
  bool const has_type = read_specifiers(out.words, out.result);
  in_head_ = false;
  if (here().is("operator")) out.is_special = true;
  if (has_type) read_levels(out.result.levels, out.words);
  function_name(out);
  if (!has_type) out.is_special = true;
  if (!here().is('(')) unexpected();
  if (!out.scope.empty()) in_class_ = true;
  out.is_variadic = parameters(out.parameters);
  trailing(out);
}

void function_parser::enter_own(function const& out) {
  for (template_head const& h : out.templates)
    for (template_parameter const& p : h.parameters)
      if (!p.name.empty()) declare_in_head(p);
}

void function_parser::declare_in_head(template_parameter const& p) {
  for (std::size_t i = 0; i < at_; ++i) {
    if (token(i).text != p.name) continue;
    declare(token(i).text, p.kind != template_parameter_kind::value);
    return;
  }
}

void function_parser::function_name(function& out) {
  out.name_line = here().line;
  std::size_t const begin = at_;
  if (is_identifier(at_) || here().is(symbol::scope)) {
    qualified_name const n = scan_name(at_, true);
    if (n.end == at_) unexpected();
    at_ = n.end;
    if (!here().is(symbol::scope)) {
      out.name = token(n.id).text;
      out.scope = name_text(begin, n.id);
      if (n.open != npos) out.arguments = text(n.open, n.end);
      return;
    }
    ++at_;  // A::operator+, A::~A
  }
  out.scope = name_text(begin, at_);
  std::size_t const name = at_;
  if (!here().is("operator") && !here().is('~')) unexpected();
  out.is_special = true;
  ++at_;
  if (here().is('(') && ahead(1).is(')')) at_ += 2;
  while (!here().is('(')) {
    if (here().is(token_kind::end) || here().is('{') || here().is(';')) unexpected();
    ++at_;
  }
  out.name = text(name, at_);
  constexpr std::size_t head = std::string_view{"operator"}.size();
  if (out.name.size() > head + 1 && out.name[head] == ' ' && !is_identifier(name + 1))
    out.name.erase(head, 1);
}

bool function_parser::parameters(std::vector<declarator>& out) {
  bool is_variadic = false;
  std::size_t const close = partner(at_);
  ++at_;
  if (here().is("void") && ahead(1).is(')')) ++at_;
  while (at_ < close) {
    if (take(symbol::dots))
      is_variadic = true;
    else
      out.push_back(parameter());
    if (at_ < close) expect(',');
  }
  if (at_ != close) unexpected();
  ++at_;
  return is_variadic;
}

std::shared_ptr<lambda const> function_parser::read_lambda() {
  level const guard{*this};
  auto out = std::make_shared<lambda>();
  std::size_t const scope = scope_mark();
  std::size_t const close = partner(at_);
  for (++at_; at_ < close;) {
    capture(*out);
    if (at_ < close) expect(',');
  }
  ++at_;
  if (here().is('<')) fail("a lambda that is a template");
  if (here().is('(') && parameters(out->parameters)) fail("a variable number of arguments");
  while (here().is(token_kind::identifier)) {
    if (here().is("mutable")) fail("a lambda that changes its copies");
    if (ahead(1).is('(')) fail("a lambda with attributes");
    ++at_;
  }
  if (take(symbol::arrow)) {
    out->result = read_type_id();
    if (out->result->is_reference()) fail("a reference as a result");
  }
  surroundings const around = std::exchange(around_, surroundings{});
  out->body = compound();
  around_ = around;
  leave_scope(scope);
  return out;
}

expression_ptr function_parser::statement_expression() {
  level const guard{*this};
  std::size_t const begin = at_++;
  auto written = std::make_shared<lambda>();
  std::size_t const scope = scope_mark();
  surroundings const around = std::exchange(around_, surroundings{});
  written->body = compound();
  around_ = around;
  leave_scope(scope);
  expect(')');
  if (returns(*written->body)) fail("a return out of a statement within an expression");
  if (auto& all = written->body->body; !all.empty())
    if (statement& last = *all.back(); last.is(statement_kind::expression) && last.value)
      last.kind = statement_kind::return_;
  auto of = make(expression_kind::lambda, begin);
  of->text = "[&]" + text(begin + 1, at_ - 1);
  of->written = std::move(written);
  finish(*of, begin);
  auto out = make(expression_kind::call, begin);
  out->operands.push_back(std::move(of));
  finish(*out, begin);
  return out;
}

bool function_parser::returns(statement const& s) {
  bool out = s.is(statement_kind::return_);
  for_each_statement(s, [&](statement const& b) { out = out || returns(b); });
  return out;
}

void function_parser::capture(lambda& out) {
  bool const is_reference = take('&');
  if (!is_reference && take('=')) {
    out.copies = true;
    return;
  }
  if (is_reference && (here().is(',') || here().is(']'))) return;
  if (!is_identifier(at_)) fail("a capture of " + std::string(here().text));
  std::size_t const name = at_++;
  if (here().is('=') && !is_reference) {
    declarator d;
    d.name = token(name).text;
    d.line = token(name).line;
    d.declared.base = "auto";
    read_initialiser(d);
    d.tokens = since(name);
    out.made.push_back(std::move(d));
    declare(token(name).text, false);
  } else if (here().is(',') || here().is(']')) {
    (is_reference ? out.referred : out.copied).push_back(token(name).text);
  } else {
    fail("a capture of " + text(name, at_ + 1));
  }
}

declarator function_parser::parameter() {
  std::size_t const begin = at_;
  specifiers words;
  type base;
  if (!read_specifiers(words, base)) unexpected();
  declarator out = read_declarator(base, words, true);
  declare_declarator(out, begin);
  if (here().is('(')) {  // float f(float)
    std::size_t const end = partner(at_) + 1;
    out.declared.function = text(at_, end);
    at_ = end;
  }
  if (take('=')) {
    out.initialiser = initialiser_kind::equals;
    out.values.push_back(initialiser_clause());
  }
  out.tokens = since(begin);
  return out;
}

void function_parser::trailing(function& out) {
  std::size_t const begin = at_;
  while (!here().is('{') && !here().is(';')) {
    if (here().is(token_kind::end)) break;
    if (here().is(symbol::arrow)) {
      ++at_;
      out.result = std::move(*read_type_id());
      continue;
    }
    if (here().is(':')) {
      constructor_initialisers();
      break;
    }
    at_ = here().is('(') || here().is('[') ? partner(at_) + 1 : at_ + 1;
  }
  out.trailing = text(begin, at_);
}

void function_parser::constructor_initialisers() {
  do {
    ++at_;
    qualified_name const n = scan_name(at_, true);
    if (n.end == at_) unexpected();
    at_ = n.end;
    if (!here().is('(') && !here().is('{')) unexpected();
    at_ = partner(at_) + 1;
    if (here().is(symbol::dots)) ++at_;
  } while (here().is(','));
}

template_head function_parser::read_template_head() {
  std::size_t const begin = at_;
  std::size_t const open = at_ + 1;
  std::size_t const close = template_close(open);
  template_head out;
  std::size_t part = open + 1;
  int depth = 0;
  for (std::size_t i = open + 1; i <= close; ++i) {
    if (token(i).is('(') || token(i).is('[') || token(i).is('{')) i = partner(i);
    if (token(i).is('<')) ++depth;
    if (token(i).is('>') && i != close) --depth;
    if (i != close && (!token(i).is(',') || depth != 0)) continue;
    if (part < i) out.parameters.push_back(read_template_parameter(part, i));
    part = i + 1;
  }
  at_ = close + 1;
  out.text = text(begin, at_);
  return out;
}

std::size_t function_parser::template_close(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < size(); ++i) {
    if (token(i).is('(') || token(i).is('[') || token(i).is('{')) i = partner(i);
    if (token(i).is('<')) ++depth;
    if (token(i).is('>') && --depth == 0) return i;
    if (token(i).is(';')) break;
  }
  fail("template parameters without an end");
}

template_parameter function_parser::read_template_parameter(std::size_t begin,
                                                            std::size_t end) const {
  template_parameter out;
  std::size_t stop = begin;
  int depth = 0;
  for (; stop < end; ++stop) {
    if (token(stop).is('(') || token(stop).is('{')) stop = partner(stop);
    if (token(stop).is('<')) ++depth;
    if (token(stop).is('>')) --depth;
    if (token(stop).is(symbol::dots)) out.is_pack = true;
    if (token(stop).is('=') && depth == 0) break;
  }
  out.text = text(begin, stop);
  if (stop < end) out.default_text = text(stop + 1, end);
  bool const by_word = token(begin).is(word::typename_) || token(begin).is("class");
  bool const is_named =
      stop > begin + 1 && is_identifier(stop - 1) && !token(stop - 2).is(symbol::scope);
  if (is_named) out.name = token(stop - 1).text;
  // `float (*name)(float)`
  for (std::size_t i = begin; i + 3 < stop && out.name.empty(); ++i)
    if (token(i).is('(') && (token(i + 1).is('*') || token(i + 1).is('&')) &&
        is_identifier(i + 2) && token(i + 3).is(')'))
      out.name = token(i + 2).text;
  if (token(begin).is(word::template_))
    out.kind = template_parameter_kind::other;
  else if (by_word && stop - begin <= 3 && !token(stop - 1).is(symbol::scope) &&
           !(stop - begin == 3 && !token(begin + 1).is(symbol::dots)))
    out.kind = template_parameter_kind::type;
  else
    out.kind = template_parameter_kind::value;
  return out;
}

}  // namespace simt::cu::lane::detail
