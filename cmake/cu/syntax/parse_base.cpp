// SPDX-License-Identifier: MIT
#include "parse_base.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

parse_base::parse_base(lexeme_list const& tokens, symbols const& known)
    : tokens_{tokens}, known_{known}, partners_(tokens.size(), npos) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    lexeme const& t = tokens_[i];
    if (t.is('(') || t.is('[') || t.is('{')) open.push_back(i);
    if (!t.is(')') && !t.is(']') && !t.is('}')) continue;
    if (open.empty() || !fits(tokens_[open.back()].sign, t.sign))
      throw refusal{t.line, "unbalanced " + std::string(t.text)};
    partners_[open.back()] = i;
    partners_[i] = open.back();
    open.pop_back();
  }
  if (!open.empty())
    throw refusal{tokens_[open.back()].line,
                  "unbalanced " + std::string(tokens_[open.back()].text)};
}

bool parse_base::fits(char open, char close) noexcept {
  return (open == '(' && close == ')') || (open == '[' && close == ']') ||
         (open == '{' && close == '}');
}

bool parse_base::take(char sign) noexcept {
  if (!here().is(sign)) return false;
  ++at_;
  return true;
}

void parse_base::unexpected() const {
  if (here().is(token_kind::end)) fail("the function ends too early");
  fail("cannot read '" + std::string(here().text.substr(0, 40)) + "' here");
}

std::string parse_base::text(std::size_t begin, std::size_t end) const {
  std::string out;
  for (std::size_t i = begin; i < end && i < size(); ++i) {
    if (i != begin && needs_blank(i)) out += ' ';
    out += tokens_[i].text;
  }
  return out;
}

bool parse_base::needs_blank(std::size_t i) const noexcept {
  if (tokens_[i - 1].touches_next && !tokens_[i].from_macro && !tokens_[i - 1].from_macro)
    return false;
  if (tokens_[i - 1].is(symbol::scope) || tokens_[i].is(symbol::scope)) return false;
  bool const both_signs =
      tokens_[i - 1].is(token_kind::punctuator) && tokens_[i].is(token_kind::punctuator);
  bool const both_words =
      !tokens_[i - 1].is(token_kind::punctuator) && !tokens_[i].is(token_kind::punctuator);
  if (tokens_[i].is(',') || tokens_[i].is(')') || tokens_[i - 1].is('(')) return false;
  return both_words || both_signs || !tokens_[i - 1].touches_next;
}

parse_base::declared_at parse_base::declaration_of(std::string_view name) const noexcept {
  for (auto l = locals_.rbegin(); l != locals_.rend(); ++l)
    if (l->name == name) return l->at;
  return {};
}

bool parse_base::is_local(std::string_view name) const noexcept {
  return std::any_of(locals_.begin(), locals_.end(),
                     [name](local_name const& l) { return l.name == name; });
}

name_kind parse_base::kind_of(std::string_view name) const noexcept {
  for (auto l = locals_.rbegin(); l != locals_.rend(); ++l)
    if (l->name == name) return l->is_type ? name_kind::type : name_kind::variable;
  if (auto const* const all = known_.macros(name); all != nullptr && !all->empty()) {
    if (all->back().use == macro_use::type) return name_kind::type;
    if (all->back().use == macro_use::stays) return name_kind::variable;
  }
  bool const type = known_.is_type(name);
  bool const value = known_.is_value(name) || (in_class_ && known_.is_member(name));
  bool const function = known_.is_function(name);
  if (type && value) return name_kind::several;
  if (type) return name_kind::type;
  if (value && function) return name_kind::several;
  if (value) return name_kind::variable;
  return function ? name_kind::function : name_kind::unknown;
}

name_kind parse_base::kind_of(qualified_name const& n) const noexcept {
  auto const id = token(n.id).text;
  if (!n.is_scoped) return kind_of(id);
  // A scope's member may have the name of a local.
  bool const type = known_.is_type(id);
  if (type && known_.is_value(id)) return name_kind::several;
  if (type) return name_kind::type;
  return known_.is_function(id) ? name_kind::function : name_kind::unknown;
}

bool parse_base::is_identifier(std::size_t i) const noexcept {
  lexeme const& t = token(i);
  if (!t.is(token_kind::identifier)) return false;
  switch (t.name) {
    case word::none:
    case word::device_call:
    case word::symbol_call:
    case word::cuda_arch:
      return !is_reserved(t.text);
    default:
      return false;
  }
}

bool parse_base::is_pointer_sign(std::size_t i) const noexcept {
  lexeme const& t = token(i);
  return t.is('*') || t.is('&') || t.is("&&");
}

std::size_t parse_base::closing_angle(std::size_t open) const noexcept {
  int depth = 0;
  std::size_t const most = std::min(size(), open + 400);
  for (std::size_t i = open; i < most; ++i) {
    lexeme const& t = tokens_[i];
    if (t.is('<')) {
      ++depth;
    } else if (t.is('>')) {
      if (--depth == 0) return i;
    } else if (t.is('(') || t.is('[') || t.is('{')) {
      i = partners_[i];
    } else if (t.is(')') || t.is(']') || t.is('}') || t.is(';') || t.is("&&") || t.is("||") ||
               t.is(token_kind::directive) || t.is(token_kind::string)) {
      return npos;
    }
  }
  return npos;
}

std::size_t parse_base::template_arguments(std::size_t open, name_kind kind,
                                           bool wants_type) const noexcept {
  if (!token(open).is('<') || kind == name_kind::variable) return npos;
  if (token(open + 1).is('<') && token(open).touches_next) return npos;  // a shift
  std::size_t const close = closing_angle(open);
  if (close == npos) return npos;
  lexeme const& next = token(close + 1);
  if (next.is('(') || next.is(symbol::scope) || next.is('{')) return close;
  if (kind == name_kind::type || kind == name_kind::function) return close;
  // `a<int> x`, `a<4>* x`
  bool all_types = true;
  for (std::size_t i = open + 1; i < close; ++i) {
    lexeme const& t = tokens_[i];
    bool const good =
        t.is(word::builtin_type) || t.is(word::const_) || t.is(',') || t.is('*') ||
        t.is(token_kind::number) || t.is('<') || t.is('>') || t.is("true") || t.is("false") ||
        t.is(symbol::scope) || t.is(symbol::dots) || t.is(word::typename_) ||
        (is_identifier(i) &&
         (kind_of(t.text) == name_kind::type || (wants_type || token(i + 1).is(symbol::scope))));
    all_types &= good;
  }
  if (wants_type && (is_identifier(close + 1) || is_pointer_sign(close + 1) ||
                     next.is(word::const_) || next.is(')')))
    return close;
  return all_types ? close : npos;
}

qualified_name parse_base::scan_name(std::size_t at, bool wants_type) const noexcept {
  qualified_name out;
  out.begin = out.end = at;
  std::size_t i = at;
  if (token(i).is(word::typename_)) ++i;
  if (token(i).is(symbol::scope)) {
    out.is_scoped = true;
    ++i;
  }
  while (true) {
    if (token(i).is(word::template_)) ++i;
    if (!is_identifier(i)) {
      out.end = at;
      return out;
    }
    out.id = i;
    out.open = npos;
    ++i;
    out.end = i;
    name_kind const kind = out.is_scoped ? kind_of(out) : kind_of(token(out.id).text);
    if (std::size_t const close = template_arguments(i, kind, wants_type); close != npos) {
      out.open = i;
      i = close + 1;
      out.end = i;
    }
    if (!token(i).is(symbol::scope)) return out;
    if (!is_identifier(i + 1) && !token(i + 1).is(word::template_)) return out;
    out.is_scoped = true;
    ++i;
  }
}

}  // namespace simt::cu::lane::detail
