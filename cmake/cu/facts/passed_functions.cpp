// SPDX-License-Identifier: MIT
#include "passed_functions.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

std::vector<std::string> passed_functions::called_parameters(function const& f) const {
  return called_parameters(f, graph_.called_parameters([this] { return all_called_parameters(); }));
}

std::vector<std::size_t> passed_functions::called_positions(function const& f) const {
  std::vector<std::size_t> out;
  for (std::string const& name : called_parameters(f)) {
    std::size_t n = 0;
    while (f.templates.front().parameters[n].name != name) ++n;
    out.push_back(n);
  }
  return out;
}

std::vector<std::string> passed_functions::called_parameters(
    function const& f, call_graph::parameters_of const& of_others) const {
  std::vector<std::string> out;
  if (f.templates.size() != 1) return out;
  for (template_parameter const& p : f.templates.front().parameters) {
    if (p.kind != template_parameter_kind::value || p.is_pack || p.name.empty()) continue;
    if (call_graph::calls(f, p.name) || is_given(f, p.name, of_others)) out.push_back(p.name);
  }
  return out;
}

call_graph::parameters_of passed_functions::all_called_parameters() const {
  call_graph::parameters_of out;
  for (std::size_t before = 1, now = 0; before != now;) {
    before = now;
    now = 0;
    graph_.for_each_function([&](function const& f) {
      if (auto called = called_parameters(f, out); !called.empty()) {
        now += called.size();
        out[&f] = std::move(called);
      }
    });
  }
  return out;
}

std::optional<refusal> passed_functions::first_value(function const& f,
                                                     std::set<std::size_t> const& resolved) const {
  lexeme_list const& t = f.tokens;
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    if (!t[i].is(token_kind::identifier) || t[i].text == f.name || resolved.contains(i)) continue;
    std::string const name{t[i].text};
    if (graph_.cooperating_classes().contains(name) && !is_declared(f, name))
      return refusal{t[i].line, "the class " + name +
                                    ", whose constructors or operators work across threads: make "
                                    "them functions with the object as an argument"};
    auto const* const all = graph_.find(t[i].text);
    if (all == nullptr || !needs_others(graph_.facts_of(t[i].text))) continue;
    if (is_member(t, i) || is_call(t, i) || t[i + 1].is(symbol::scope) || is_using(t, i) ||
        is_declared(f, name) || is_method_only(*all))
      continue;
    return refusal{t[i].line, "the function " + name +
                                  ", which works across threads, as a value: call it by its name"};
  }
  return std::nullopt;
}

std::string passed_functions::callable_object() const {
  bool const any =
      graph_.find("operator()") != nullptr && needs_others(graph_.facts_of("operator()"));
  return any ? "operator()" : "";
}

std::string passed_functions::value_in(lexed const& file, name_set const& functions) const {
  code const& text = file.tokens;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (!text.is_identifier(i) || !functions.contains(text.text(i))) continue;
    if (text[i - 1].is('.') || text[i - 1].is(symbol::arrow)) continue;
    // `auto name = …` declares another one.
    if (text[i - 1].is(word::builtin_type) || text[i - 1].is(word::const_)) continue;
    std::size_t next = i + 1;
    if (text[next].is('<')) {
      std::size_t const close = text.closing_angle(next);
      if (close < text.size()) next = close + 1;
    }
    if (text[next].is('(') || text[next].is(symbol::scope)) continue;
    // `using a = space::name<T>;`, `typedef space::name<T> name;`: a type, or another name.
    bool const declares = text.is_identifier(next) || text[i - 1].is('>') ||
                          (text.is_identifier(i - 1) && !is_operand_word(text.text(i - 1)));
    if (declares || names_alias(text, i)) continue;
    if (!graph_.is_lane_code(file.file.name, text[i].begin)) return std::string(text.text(i));
  }
  return {};
}

bool passed_functions::is_operand_word(std::string_view word) noexcept {
  return word == "return" || word == "else" || word == "case" || word == "do" ||
         word == "co_return" || word == "throw" || word == "and" || word == "or" || word == "not" ||
         word == "template";
}

bool passed_functions::names_alias(code const& text, std::size_t i) noexcept {
  while (i > 1 && text[i - 1].is(symbol::scope)) i -= 2;
  if (i > 0 && text.text(i - 1) == "typename") --i;
  return i > 2 && text[i - 1].is('=') && text.is_identifier(i - 2) && text.text(i - 3) == "using";
}

bool passed_functions::calls_value(function const& f, symbols const& known) {
  for (std::size_t i = 1; i + 1 < f.tokens.size(); ++i) {
    lexeme const& l = f.tokens[i];
    if (!l.is(token_kind::identifier) || !f.tokens[i + 1].is('(') || l.text == f.name) continue;
    if (known.is_member(l.text) || known.is_value(l.text) || is_declared(f, l.text)) return true;
  }
  return false;
}

bool passed_functions::is_given(function const& f, std::string_view name,
                                call_graph::parameters_of const& of_others) const {
  if (of_others.empty()) return false;
  lexeme_list const& t = f.tokens;
  for (std::size_t i = 2; i + 1 < t.size(); ++i) {
    if (!t[i].is(name) || !(t[i - 1].is('<') || t[i - 1].is(',')) ||
        !(t[i + 1].is('>') || t[i + 1].is(',')))
      continue;
    std::size_t n = 0, open = i - 1;
    int level = 0;
    for (; open > 0 && !(level == 0 && t[open].is('<')); --open) {
      if (t[open].is(';') || t[open].is('{')) break;
      if (t[open].is(')') || t[open].is('>')) ++level;
      if (t[open].is('(') || t[open].is('<')) --level;
      if (level == 0 && t[open].is(',')) ++n;
    }
    if (open == 0 || !t[open].is('<')) continue;
    auto const* const all = graph_.find(t[open - 1].text);
    if (all == nullptr) continue;
    for (entry const& e : *all) {
      if (e.of == &f || e.of->templates.empty()) continue;
      auto const& parameters = e.of->templates.front().parameters;
      auto const called = of_others.find(e.of);
      if (called != of_others.end() && n < parameters.size() &&
          std::find(called->second.begin(), called->second.end(), parameters[n].name) !=
              called->second.end())
        return true;
    }
  }
  return false;
}

bool passed_functions::is_call(lexeme_list const& t, std::size_t i) {
  ++i;
  if (t[i].is('<')) {
    int depth = 0;
    for (; i + 1 < t.size(); ++i) {
      if (t[i].is('<')) ++depth;
      if (t[i].is('>') && --depth == 0) break;
      if (t[i].is(';') || t[i].is('{')) return false;
    }
    ++i;
  }
  return i < t.size() && t[i].is('(');
}

bool passed_functions::is_using(lexeme_list const& t, std::size_t i) {
  while (i > 1 && t[i - 1].is(symbol::scope)) i -= 2;
  return i > 0 && t[i - 1].is("using");
}

bool passed_functions::is_declared(function const& f, std::string_view name) {
  for (template_head const& h : f.templates)
    for (template_parameter const& p : h.parameters)
      if (p.name == name) return true;
  for (declarator const& p : f.parameters)
    if (p.name == name) return true;
  return f.body && is_declared(*f.body, name);
}

bool passed_functions::is_declared(statement const& s, std::string_view name) {
  if (s.declared)
    for (declarator const& d : s.declared->names)
      if (d.name == name) return true;
  bool out = false;
  for_each_statement(s, [&](statement const& b) { out = out || is_declared(b, name); });
  return out;
}

}  // namespace simt::cu::lane
