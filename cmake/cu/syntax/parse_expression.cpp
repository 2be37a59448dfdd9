// SPDX-License-Identifier: MIT
#include "parse_expression.hpp"

#include "../text/compile_budget.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

expression_ptr expression_parser::make(expression_kind kind, std::size_t begin) const {
  auto out = std::make_unique<expression>();
  out->kind = kind;
  out->line = token(begin).line;
  out->tokens = since(begin);
  return out;
}

void expression_parser::finish(expression& e, std::size_t begin) const {
  e.tokens = since(begin);
  for (auto const& operand : e.operands)
    if (operand) e.depth = std::max(e.depth, operand->depth + 1);
  if (e.depth > compile_budget::nested_expressions) fail("nested too deeply");
}

expression_ptr expression_parser::full_expression() {
  std::size_t const begin = at_;
  expression_ptr out = assignment();
  while (here().is(',')) {
    ++at_;
    auto comma = make(expression_kind::comma, begin);
    comma->op = operation::comma;
    comma->operands.push_back(std::move(out));
    comma->operands.push_back(assignment());
    finish(*comma, begin);
    out = std::move(comma);
  }
  return out;
}

expression_ptr expression_parser::assignment() {
  level const guard{*this};
  std::size_t const begin = at_;
  expression_ptr left = binary(0);
  if (here().is('?')) {
    ++at_;
    auto out = make(expression_kind::conditional, begin);
    out->op = operation::choice;
    out->operands.push_back(std::move(left));
    out->operands.push_back(full_expression());
    expect(':');
    out->operands.push_back(assignment());
    finish(*out, begin);
    return out;
  }
  operator_text const op = assignment_operator();
  if (op.strength == 0) return left;
  at_ += op.length;
  auto out = make(expression_kind::assignment, begin);
  out->op = op.op;
  out->operands.push_back(std::move(left));
  out->operands.push_back(initialiser_clause());
  finish(*out, begin);
  return out;
}

expression_ptr expression_parser::list() {
  level const guard{*this};
  std::size_t const begin = at_;
  auto out = make(expression_kind::list, begin);
  out->operands = arguments('}');
  finish(*out, begin);
  return out;
}

std::vector<expression_ptr> expression_parser::arguments(char close) {
  ++at_;
  std::vector<expression_ptr> out;
  while (!here().is(close)) {
    std::size_t const begin = at_;
    expression_ptr item = designated() ? designator() : initialiser_clause();
    if (take(symbol::dots)) {
      auto pack = make(expression_kind::pack, begin);
      pack->operands.push_back(std::move(item));
      finish(*pack, begin);
      item = std::move(pack);
    }
    out.push_back(std::move(item));
    if (here().is(close)) break;
    expect(',');
  }
  ++at_;
  return out;
}

expression_ptr expression_parser::designator() {
  std::size_t const begin = at_;
  ++at_;
  auto out = make(expression_kind::designated, begin);
  out->id = here().text;
  out->text = "." + std::string(here().text);
  ++at_;
  if (!take('=')) fail("a designator without =");
  out->operands.push_back(initialiser_clause());
  finish(*out, begin);
  return out;
}

expression_ptr expression_parser::binary(int least) {
  std::size_t const begin = at_;
  expression_ptr left = unary();
  while (true) {
    operator_text const op = binary_operator();
    if (op.strength <= least) return left;
    at_ += op.length;
    if (here().is(symbol::dots)) fail("a fold expression");
    auto out = make(expression_kind::binary, begin);
    out->op = op.op;
    out->operands.push_back(std::move(left));
    out->operands.push_back(binary(op.strength));
    finish(*out, begin);
    left = std::move(out);
  }
}

expression_ptr expression_parser::unary() {
  level const guard{*this};
  std::size_t const begin = at_;
  lexeme const& t = here();
  if (t.is("__extension__")) ++at_;
  if (t.is("&&")) fail("the address of a label");
  bool const is_prefix = t.is('+') || t.is('-') || t.is('!') || t.is('~') || t.is('*') ||
                         t.is('&') || t.is("++") || t.is("--");
  if (is_prefix) {
    ++at_;
    auto out = make(expression_kind::prefix, begin);
    out->op = operation_of(t.text);
    out->operands.push_back(unary());
    if (out->op == operation::times && is_this((*out)[0])) out = std::move((*out)[0].operands[0]);
    finish(*out, begin);
    return out;
  }
  if (t.is('(') && is_cast()) return cast();
  return postfix(primary(), begin);
}

expression_ptr expression_parser::cast() {
  std::size_t const begin = at_;
  ++at_;
  auto named = read_type_id();
  if (!here().is(')')) unexpected();
  ++at_;
  auto out = make(expression_kind::cast, begin);
  out->named = std::move(named);
  out->operands.push_back(here().is('{') ? list() : unary());
  finish(*out, begin);
  return out;
}

expression_ptr expression_parser::literal(expression_kind kind) {
  std::size_t const begin = at_;
  do ++at_;
  while (kind == expression_kind::string && here().is(token_kind::string));
  auto out = make(kind, begin);
  out->text = text(begin, at_);
  return out;
}

expression_ptr expression_parser::primary() {
  lexeme const& t = here();
  switch (t.kind) {
    case token_kind::number:
      return literal(expression_kind::number);
    case token_kind::string:
      return literal(expression_kind::string);
    case token_kind::character:
      return literal(expression_kind::character);
    case token_kind::identifier:
      return word_operand();
    default:
      break;
  }
  std::size_t const begin = at_;
  if (t.is('(')) {
    if (ahead(1).is('{')) return statement_expression();
    if (ahead(1).is(symbol::dots)) fail("a fold expression");
    ++at_;
    auto out = make(expression_kind::parenthesis, begin);
    out->operands.push_back(full_expression());
    if (here().is(symbol::dots)) fail("a fold expression");
    expect(')');
    finish(*out, begin);
    return out;
  }
  if (t.is('[')) {
    auto written = read_lambda();
    auto out = make(expression_kind::lambda, begin);
    out->text = text(begin, at_);
    out->written = std::move(written);
    return out;
  }
  if (t.is(symbol::scope)) return name_operand();
  unexpected();
}

expression_ptr expression_parser::word_operand() {
  lexeme const& t = here();
  std::size_t const begin = at_;
  if (t.is("this") && object_ != nullptr) return this_object();
  if (t.is("true") || t.is("false") || t.is("nullptr") || t.is("this"))
    return literal(expression_kind::constant);
  if (t.is("NULL")) {  // in lanes a long is no pointer
    auto out = literal(expression_kind::constant);
    out->text = "nullptr";
    return out;
  }
  if (t.is("sizeof") || t.is("alignof") || t.is("__alignof__") || t.is("_Alignof"))
    return size_of();
  if (t.is(word::cast) || t.is("const_cast") || t.is("dynamic_cast")) return named_cast();
  if (t.is(word::builtin_type) || t.is(word::typename_) || t.is(word::decltype_)) {
    auto named = std::make_unique<type>();
    specifiers words;
    if (!read_specifiers(words, *named)) unexpected();
    return construct(begin, std::move(named));
  }
  if (t.is("operator")) return operator_name();
  if (!is_identifier(at_)) {
    if (t.is("new") || t.is("delete") || t.is("throw") || t.is("typeid")) fail(std::string(t.text));
    unexpected();
  }
  return name_operand();
}

expression_ptr expression_parser::operator_name() {
  std::size_t const begin = at_;
  ++at_;
  if (here().is('(') && ahead(1).is(')')) at_ += 2;
  while (here().is(token_kind::punctuator) && !here().is('(') && !here().is(')')) ++at_;
  if (!here().is('(') || at_ == begin + 1) unexpected();
  auto out = make(expression_kind::name, begin);
  out->text = text(begin, at_);
  out->id = token(begin).text;
  return out;
}

expression_ptr expression_parser::size_of() {
  std::size_t const begin = at_;
  operation const op = here().is("_Alignof") ? operation::gnu_alignof_ : operation_of(here().text);
  ++at_;
  auto out = make(expression_kind::size_of, begin);
  out->op = op;
  if (here().is(symbol::dots)) fail("sizeof...");
  if (here().is('(') && is_type_group()) {
    ++at_;
    out->named = read_type_id();
    expect(')');
  } else {
    out->operands.push_back(unary());
  }
  finish(*out, begin);
  return out;
}

expression_ptr expression_parser::named_cast() {
  std::size_t const begin = at_;
  operation const op = operation_of(here().text);
  ++at_;
  if (!here().is('<')) unexpected();
  ++at_;
  auto out = make(expression_kind::named_cast, begin);
  out->op = op;
  out->named = read_type_id();
  expect('>');
  expect('(');
  out->operands.push_back(full_expression());
  expect(')');
  finish(*out, begin);
  if (op == operation::reinterpret_cast_ && out->named->is_reference())
    return pointed_to(std::move(out), begin);
  return out;
}

expression_ptr expression_parser::pointed_to(expression_ptr cast, std::size_t begin) const {
  auto& levels = cast->named->levels;
  if (levels.size() != 1 || levels.front().sign != '&') return cast;
  levels.front().sign = '*';
  auto address = make(expression_kind::prefix, begin);
  address->op = operation::bit_and;
  address->tokens = cast->operands.front()->tokens;
  address->operands.push_back(std::move(cast->operands.front()));
  cast->operands.front() = std::move(address);
  auto out = make(expression_kind::prefix, begin);
  out->op = operation::times;
  out->operands.push_back(std::move(cast));
  finish(*out, begin);
  return out;
}

expression_ptr expression_parser::construct(std::size_t begin, std::unique_ptr<type> named) {
  auto out = make(expression_kind::construct, begin);
  out->named = std::move(named);
  if (here().is('{')) {
    out->braces = true;
    out->operands = arguments('}');
  } else if (here().is('(')) {
    out->operands = arguments(')');
  } else {
    unexpected();
  }
  finish(*out, begin);
  return out;
}

expression_ptr expression_parser::name_operand() {
  std::size_t const begin = at_;
  qualified_name const n = scan_name(at_, false);
  if (n.end == at_) unexpected();
  // (A lane form would count on.)
  if (token(n.id).is("__COUNTER__")) fail("__COUNTER__");
  lexeme const& next = token(n.end);
  name_kind const kind = kind_of(n);
  if (next.is(symbol::scope)) {
    at_ = n.end;
    fail("a name like " + text(n.begin, n.end) + "::" + std::string(token(n.end + 1).text));
  }
  if (next.is('{') || (next.is('(') && kind == name_kind::type && !calls_function(begin, n))) {
    auto named = std::make_unique<type>();
    named->base = name_text(n.begin, n.end);
    named->tokens = {static_cast<std::uint32_t>(n.begin), static_cast<std::uint32_t>(n.end)};
    at_ = n.end;
    return construct(begin, std::move(named));
  }
  if (next.is('(') && kind == name_kind::several && known_.is_type(token(n.id).text) &&
      !known_.is_function(token(n.id).text))
    fail("cannot tell whether " + text(n.begin, n.end) + " is a type");
  at_ = n.end;
  auto out = make(expression_kind::name, begin);
  fill_name(*out, n);
  bool const is_member = object_ != nullptr && !n.is_scoped && !is_local(out->id);
  return is_member ? of_object(std::move(out)) : std::move(out);
}

bool expression_parser::calls_function(std::size_t begin, qualified_name const& n) const noexcept {
  bool const is_statement = begin > 0 && (token(begin - 1).is(';') || token(begin - 1).is('{') ||
                                          token(begin - 1).is('}') || token(begin - 1).is(')'));
  auto const id = token(n.id).text;
  if (!is_statement || n.is_scoped || !known_.is_function(id) || is_local(id)) return false;
  // `f(x);` of a variable, or of several operands: no declaration of x.
  std::size_t end = n.end + 1;
  bool has_several = false;
  for (int depth = 1; depth > 0; ++end) {
    lexeme const& t = token(end);
    if (t.is(token_kind::end)) return false;
    if (t.is('(')) ++depth;
    if (t.is(')')) --depth;
    has_several |= t.is(',') && depth == 1;
  }
  bool const is_variable = end == n.end + 3 && is_local(token(n.end + 1).text);
  return (is_variable || has_several) && token(end).is(';');
}

expression_ptr expression_parser::of_object(expression_ptr name) const {
  using semantics::member_kind;
  switch (object_->classes->member(object_->name, name->id).kind) {
    case member_kind::data:
    case member_kind::reference:
      break;
    case member_kind::function:
      // (A name that is not called is a pointer to a member's.)
      if (!here().is('(')) fail("a pointer to the method " + name->text);
      break;
    case member_kind::unknown:
      if (!object_->classes->has_none(object_->name, name->id))
        fail("the name " + name->text + ", which may be a member of " + object_->name);
      return name;
    default:
      return name;
  }
  if (object_->is_static) fail("a member without an object");
  auto self = std::make_unique<expression>();
  self->kind = expression_kind::name;
  self->line = name->line;
  self->tokens = name->tokens;
  self->text = self_name;
  self->id = self_name;
  name->kind = expression_kind::member;
  name->op = operation::dot;
  name->operands.push_back(std::move(self));
  return name;
}

expression_ptr expression_parser::this_object() {
  if (object_->is_static) unexpected();
  std::size_t const begin = at_++;
  auto self = make(expression_kind::name, begin);
  self->text = self_name;
  self->id = self_name;
  auto out = make(expression_kind::prefix, begin);
  out->op = operation::bit_and;
  out->operands.push_back(std::move(self));
  return out;
}

bool expression_parser::is_this(expression const& e) const noexcept {
  return object_ != nullptr && e.is_address() && e[0].is_name(self_name);
}

void expression_parser::fill_name(expression& out, qualified_name const& n) const {
  out.text = name_text(n.begin, n.end);
  out.id = token(n.id).text;
  out.scope = name_text(n.begin, n.id);
  if (n.open != npos) {
    out.is_template = true;
    out.arguments = text(n.open, n.end);
  }
}

expression_ptr expression_parser::postfix(expression_ptr left, std::size_t begin) {
  while (true) {
    lexeme const& t = here();
    if (t.is('(')) {
      auto out = make(expression_kind::call, begin);
      out->operands = arguments(')');
      out->operands.insert(out->operands.begin(), std::move(left));
      left = std::move(out);
    } else if (t.is('[')) {
      ++at_;
      auto out = make(expression_kind::subscript, begin);
      out->operands.push_back(std::move(left));
      out->operands.push_back(here().is('{') ? list() : full_expression());
      expect(']');
      left = std::move(out);
    } else if (t.is('.') || t.is(symbol::arrow)) {
      left = member(std::move(left), begin);
    } else if (t.is("++") || t.is("--")) {
      ++at_;
      auto out = make(expression_kind::postfix, begin);
      out->op = operation_of(t.text);
      out->operands.push_back(std::move(left));
      left = std::move(out);
    } else {
      return left;
    }
    finish(*left, begin);
  }
}

expression_ptr expression_parser::member(expression_ptr left, std::size_t begin) {
  lexeme const& dot = here();
  ++at_;
  if (here().is('*')) fail("a pointer to a member");
  if (here().is('~')) fail("a destructor's call");
  bool const is_marked = here().is(word::template_);
  std::size_t const first = at_;
  if (is_marked) ++at_;
  if (!is_identifier(at_)) {
    if (here().text == "operator") fail("operator");
    unexpected();
  }
  std::size_t const id = at_;
  ++at_;
  std::size_t open = npos;
  if (here().is('<') && (is_marked || is_member_template(at_))) {
    open = at_;
    std::size_t const close = closing_angle(at_);
    if (close == npos) unexpected();
    at_ = close + 1;
  }
  if (here().is(symbol::scope)) fail("a member named with its class");
  auto out = make(expression_kind::member, begin);
  out->op = dot.is('.') ? operation::dot : operation::arrow;
  out->text = text(first, at_);
  out->id = token(id).text;
  if (open != npos) {
    out->is_template = true;
    out->arguments = text(open, at_);
  }
  if (is_this(*left)) {
    out->op = operation::dot;
    left = std::move((*left).operands[0]);
  }
  out->operands.push_back(std::move(left));
  return out;
}

}  // namespace simt::cu::lane::detail
