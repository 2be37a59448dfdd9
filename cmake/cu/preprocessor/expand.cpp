// SPDX-License-Identifier: MIT
#include "expand.hpp"

#include "../text/compile_budget.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

bool are_joined(lexeme const& a, lexeme const& b) noexcept {
  if (!a.touches_next) return false;
  auto const begins = [](lexeme const& l, char c) { return l.text.starts_with(c); };
  if (a.is('<') || a.is('>')) return begins(b, a.text.front());
  if (a.is(symbol::arrow) || a.is('.')) return b.is('*');
  if (a.text == "<=") return b.is('>');
  bool const is_literal = a.is(token_kind::string) || a.is(token_kind::character);
  return is_literal && b.is(token_kind::identifier);
}

void expander::run(lexeme_list const& in, lexeme_list& out, std::string const& file) {
  file_ = &file;
  expand(in, out, 0);
}

macro_text const* expander::find(lexeme const& l) {
  if (!l.is(token_kind::identifier)) return nullptr;
  auto const* const all = known_.macros(l.text);
  if (all == nullptr) return nullptr;
  if (std::find(hidden_.begin(), hidden_.end(), l.text) != hidden_.end()) return nullptr;
  auto const found = known_.find_macro(l.text, here_);
  if (found.is_ambiguous) fail(l, "macro " + std::string(l.text) + " has several definitions");
  if (found.text == nullptr) return nullptr;
  bool const is_expanded = found.text->use == macro_use::expands ||
                           (constants_ == constants::expand && found.is_certain);
  return is_expanded ? found.text : nullptr;
}

void expander::check_spelling(lexeme_list const& argument, lexeme const& use, int depth) const {
  if (depth == 0) return;
  for (lexeme const& l : argument) {
    if (!l.from_macro || !l.is(token_kind::identifier)) continue;
    auto const* const m = known_.find_macro(l.text, here_).text;
    // (Of the compiler's own, as __LINE__, the text is not known.)
    bool const is_compilers = l.text.starts_with("__") && l.text.ends_with("__");
    if (is_compilers || (m != nullptr && m->use != macro_use::expands))
      fail(use, "# or ## of macro " + std::string(l.text));
  }
}

void expander::expand(lexeme_list const& in, lexeme_list& out, int depth) {
  if (depth > compile_budget::nested_macros) fail(in.front(), "macros nested too deeply");
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (out.size() > compile_budget::expanded_lexemes) fail(in[i], "macros expand to too much");
    macro_text const* m = find(in[i]);
    if (m == nullptr) {
      out.push_back(in[i]);
      continue;
    }
    std::size_t next = i;
    lexeme_list result;
    if (!expand_one(*m, in, next, result, depth)) {
      out.push_back(in[i]);
      continue;
    }
    lexeme const use = in[i];
    i = next - 1;
    // A name at the end of the result takes its arguments from behind it.
    if (!result.empty() && next < in.size() && in[next].is('(')) {
      macro_text const* const last = find(result.back());
      if (last != nullptr && last->takes_arguments) {
        lexeme_list rest{result.back()};
        result.pop_back();
        std::size_t const close = closing(in, next);
        if (close == npos) fail(use, "unclosed call of a macro");
        rest.insert(rest.end(), in.begin() + static_cast<std::ptrdiff_t>(next),
                    in.begin() + static_cast<std::ptrdiff_t>(close) + 1);
        expand(rest, result, depth + 1);
        i = close;
      }
    }
    out.insert(out.end(), result.begin(), result.end());
  }
}

std::size_t expander::closing(lexeme_list const& in, std::size_t open) noexcept {
  int depth = 0;
  for (std::size_t i = open; i < in.size(); ++i) {
    if (in[i].is('(')) ++depth;
    if (in[i].is(')') && --depth == 0) return i;
  }
  return npos;
}

bool expander::expand_one(macro_text const& m, lexeme_list const& in, std::size_t& at,
                          lexeme_list& out, int depth) {
  lexeme const& use = in[at];
  std::vector<lexeme_list> arguments;
  if (m.takes_arguments) {
    if (at + 1 >= in.size() || !in[at + 1].is('(')) return false;
    std::size_t const close = closing(in, at + 1);
    if (close == npos) fail(use, "unclosed call of macro " + std::string(use.text));
    arguments = split(m, in, at + 2, close);
    if (arguments.size() != m.parameters.size())
      fail(use, "wrong number of arguments for macro " + std::string(use.text));
    at = close + 1;
  } else {
    ++at;
  }
  for (std::string const& name : m.undefined)
    if (std::find(undefined_.begin(), undefined_.end(), name) == undefined_.end())
      undefined_.push_back(name);
  lexeme_list body = substitute(m, arguments, use, depth);
  for (lexeme& l : body) {
    l.begin = use.begin;
    l.line = use.line;
    l.from_macro = true;
  }
  hidden_.push_back(use.text);
  expand(body, out, depth + 1);
  hidden_.pop_back();
  return true;
}

std::vector<lexeme_list> expander::split(macro_text const& m, lexeme_list const& in,
                                         std::size_t begin, std::size_t end) {
  std::vector<lexeme_list> out(1);
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (in[i].is('(')) ++depth;
    if (in[i].is(')')) --depth;
    bool const in_rest = m.is_variadic && out.size() == m.parameters.size();
    if (in[i].is(',') && depth == 0 && !in_rest)
      out.emplace_back();
    else
      out.back().push_back(in[i]);
  }
  if (m.parameters.empty() && out.size() == 1 && out.front().empty()) out.clear();
  if (m.is_variadic && out.size() + 1 == m.parameters.size()) out.emplace_back();
  return out;
}

std::size_t expander::parameter(macro_text const& m, lexeme const& l) noexcept {
  for (std::size_t i = 0; i < m.parameters.size(); ++i)
    if (m.parameters[i] == l.text) return i;
  return npos;
}

lexeme_list expander::chosen(macro_text const& m, std::vector<lexeme_list> const& arguments,
                             lexeme const& use, int depth) {
  lexeme_list out;
  for (std::size_t i = 0; i < m.body.size(); ++i) {
    lexeme const& l = m.body[i];
    if (!l.is("__VA_OPT__")) {
      out.push_back(l);
      continue;
    }
    std::size_t const close = closing(m.body, i + 1);
    bool const is_pasted = (!out.empty() && out.back().is(symbol::paste)) ||
                           (close + 1 < m.body.size() && m.body[close + 1].is(symbol::paste));
    if (close == npos || is_pasted) fail(use, "__VA_OPT__ with ##");
    lexeme_list rest;
    if (!arguments.back().empty()) expand(arguments.back(), rest, depth + 1);
    if (!rest.empty())
      out.insert(out.end(), m.body.begin() + static_cast<std::ptrdiff_t>(i) + 2,
                 m.body.begin() + static_cast<std::ptrdiff_t>(close));
    i = close;
  }
  return out;
}

lexeme_list expander::substitute(macro_text const& m, std::vector<lexeme_list> const& arguments,
                                 lexeme const& use, int depth) {
  lexeme_list out;
  bool pastes = false;
  bool is_empty = false;  // what stands in front of a ##
  bool const chooses =
      m.is_variadic &&
      std::any_of(m.body.begin(), m.body.end(), [](auto const& l) { return l.is("__VA_OPT__"); });
  lexeme_list const own = chooses ? chosen(m, arguments, use, depth) : lexeme_list{};
  lexeme_list const& body = chooses ? own : m.body;
  for (std::size_t i = 0; i < body.size(); ++i) {
    lexeme const& l = body[i];
    if (l.is(symbol::paste)) {
      pastes = true;
      continue;
    }
    if (l.is('#') && m.takes_arguments && i + 1 < body.size()) {
      std::size_t const p = parameter(m, body[i + 1]);
      if (p == npos) fail(use, "# in macro " + std::string(use.text));
      check_spelling(arguments[p], use, depth);
      join(out, {quoted(arguments[p])}, pastes && !is_empty, use);
      pastes = is_empty = false;
      ++i;
      continue;
    }
    std::size_t const p = m.takes_arguments ? parameter(m, l) : npos;
    bool const before_paste = i + 1 < body.size() && body[i + 1].is(symbol::paste);
    if (p == npos) {
      join(out, {l}, pastes && !is_empty, use);
    } else if (pastes || before_paste) {
      check_spelling(arguments[p], use, depth);
      // `, ## __VA_ARGS__` drops the comma where there are none.
      bool const is_rest = m.is_variadic && p + 1 == m.parameters.size();
      if (pastes && is_rest && !out.empty() && out.back().is(',')) {
        if (arguments[p].empty())
          out.pop_back();
        else
          expand(arguments[p], out, depth + 1);
      } else {
        join(out, arguments[p], pastes && !is_empty, use);
        is_empty = arguments[p].empty() && before_paste && (!pastes || is_empty);
        pastes = false;
        continue;
      }
    } else {
      if (!arguments[p].empty()) expand(arguments[p], out, depth + 1);
    }
    pastes = is_empty = false;
  }
  return out;
}

void expander::join(lexeme_list& out, lexeme_list const& more, bool pastes, lexeme const& use) {
  std::size_t first = 0;
  if (pastes && !out.empty() && !more.empty()) {
    out.back() = pasted(out.back(), more.front(), use);
    first = 1;
  }
  out.insert(out.end(), more.begin() + static_cast<std::ptrdiff_t>(first), more.end());
}

lexeme expander::pasted(lexeme const& a, lexeme const& b, lexeme const& use) {
  std::string_view const text = known_.keep(std::string(a.text) + std::string(b.text));
  source const piece{*file_, std::string(text)};
  token_list const tokens = lexer{piece}.part(0, static_cast<offset>(text.size()), use.line);
  if (tokens.size() != 2) fail(use, "## in macro " + std::string(use.text));
  token const& t = tokens.front();
  return {text, use.begin, use.line, t.kind, t.sign, t.name, true, b.touches_next};
}

lexeme expander::quoted(lexeme_list const& argument) {
  std::string out = "\"";
  for (std::size_t i = 0; i < argument.size(); ++i) {
    if (i != 0 && !argument[i - 1].touches_next) out += ' ';
    bool const is_quoted =
        argument[i].is(token_kind::string) || argument[i].is(token_kind::character);
    for (char c : argument[i].text) {
      if (is_quoted && (c == '"' || c == '\\')) out += '\\';
      out += c;
    }
  }
  lexeme l;
  l.text = known_.keep(out + '"');
  l.kind = token_kind::string;
  return l;
}

}  // namespace simt::cu::lane
