// SPDX-License-Identifier: MIT
#include "reference_types.hpp"

namespace simt::cu {
namespace {

/// True if a macro's text names the template with its arguments.
bool is_in_macro(std::string_view line, std::string_view name) {
  for (std::size_t at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
    std::size_t const next = line.find_first_not_of(" \t", at + name.size());
    if (next != line.npos && line[next] == '<') return true;
  }
  return false;
}

/// True if a list of template arguments follows the name at `at`, and no comparison.
bool has_arguments(code const& text, std::size_t at) {
  if (!text[at + 1].is('<')) return false;
  std::size_t const close = text.closing_angle(at + 1);
  if (close == npos || close == at + 2) return false;
  for (std::size_t i = at + 2; i < close; ++i) {
    token const& t = text[i];
    bool const is_part = t.is(token_kind::identifier) || t.is(token_kind::number) || t.is(',') ||
                         t.is('<') || t.is('>') || t.is('(') || t.is(symbol::scope);
    if (!is_part) return false;
    if (t.is('(')) i = text.closing(i);
  }
  token const& next = text[close + 1];
  return next.is(token_kind::identifier) || next.is('&') || next.is('*') || next.is('>') ||
         next.is(',') || next.is(')') || next.is('(') || next.is(symbol::scope);
}

bool declares_class(code const& text, std::size_t at) {
  return at > 0 && (text[at - 1].is(word::class_) || text[at - 1].is(word::enum_) ||
                    text[at - 1].is(word::namespace_) || text.text(at - 1) == "using");
}

bool is_member(code const& text, std::size_t at) {
  if (at == 0) return false;
  token const& before = text[at - 1];
  return before.is('.') || before.is(symbol::arrow) ||
         (before.is(symbol::scope) && at > 1 && text.is_identifier(at - 2));
}

}  // namespace

void reference_types::add(std::string_view source, code const& text) {
  add(source, text, texture_);
  add(source, text, surface_);
}

void reference_types::add(std::string_view source, code const& text, name_state& state) const {
  std::size_t end_of_scope = 0;  // where the braces end that the token stands in
  for (std::size_t i = 0; i < text.size(); ++i) {
    token const& t = text[i];
    bool const is_at_file_scope = i >= end_of_scope;
    if (t.is(token_kind::directive)) {
      state.used |= is_in_macro(t.text(source), state.name);
    } else if (t.is('{') && is_at_file_scope) {
      bool const is_linkage = i > 0 && text[i - 1].is(token_kind::string);
      if (std::size_t const close = text.closing(i); close != npos && !is_linkage)
        end_of_scope = close;
    } else if (t.is(token_kind::identifier) && text.text(i) == state.name) {
      if (declares_class(text, i))
        state.own |= is_at_file_scope;
      else if (!is_member(text, i))
        state.used |= has_arguments(text, i);
    }
  }
}

}  // namespace simt::cu
