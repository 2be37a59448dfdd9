// SPDX-License-Identifier: MIT
#include "own_definition.hpp"

#include "symbol_note.hpp"

#include <string_view>

namespace simt::cu {

namespace {

/// How a declaration reads.
struct declared_name {
  std::size_t name = npos;     // npos: it is no function of device code alone
  bool is_everybodys = false;  // extern, a friend, or without a body
  bool is_of_class = false;    // `A::name`
};

bool says_otherwise(code const& text, std::size_t i) {
  token const& t = text[i];
  return t.is(word::storage) || t.is(word::inline_) || t.is(word::forceinline) ||
         t.is(word::template_) || t.is(word::operator_) || t.is(word::global) ||
         t.is(word::shared) || t.is(word::host) || t.is(token_kind::directive) || t.is('[') ||
         text.text(i) == "using" || text.text(i) == "typedef";
}

/// True if a body begins behind a function's parameters, which end at `close`.
bool has_body(code const& text, std::size_t close) {
  for (std::size_t i = close + 1; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is('{')) return true;
    if (t.is(';') || t.is('=') || t.is(token_kind::directive)) return false;
    if (t.is('(') && (i = text.closing(i)) == npos) return false;
  }
  return false;
}

declared_name read(code const& text, std::size_t begin, std::size_t at) {
  declared_name out;
  for (std::size_t i = begin; i < at; ++i) {
    if (text[i].is(token_kind::directive)) continue;
    if (says_otherwise(text, i) || is_variable_mark(text, i)) return {};
    out.is_everybodys |= text[i].is(word::extern_) || text.text(i) == "friend";
  }
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    token const& t = text[i];
    if (says_otherwise(text, i) || t.is(';') || t.is('=') || t.is('{') || t.is('}') || t.is(','))
      return {};
    out.is_everybodys |= t.is(word::extern_);
    bool const attribute = t.is(word::align_attribute) || t.is(word::alignas_) ||
                           t.is(word::attribute) || t.is(word::decltype_);
    if (attribute && text[i + 1].is('(')) i = text.closing(i + 1);
    if (t.is('<')) i = text.closing_angle(i);
    if (i == npos) return {};
    if (!t.is('(')) continue;
    std::size_t const close = text.closing(i);
    if (close == npos || !text.is_identifier(i - 1) || text[i + 1].is('*')) return {};
    out.name = i - 1;
    out.is_of_class = text[i - 2].is(symbol::scope);
    out.is_everybodys |= !has_body(text, close);
    return out;
  }
  return {};
}

}  // namespace

bool keep_to_unit(code const& text, names& known, std::size_t begin, std::size_t at, edits& out) {
  declared_name const d = read(text, begin, at);
  if (d.name == npos) return false;
  if (d.is_everybodys) known.everybodys.emplace(text.text(d.name));
  if (d.is_everybodys || !known.in_header || known.everybodys.contains(text.text(d.name)))
    return false;
  // A method has its class's linkage.
  out.insert(text[at].begin, d.is_of_class ? "inline " : "static __attribute__((unused)) ");
  return true;
}

void remember_declared(code const& text, names& known, std::size_t at) {
  if (!text.is_identifier(at) || !text[at + 1].is('(')) return;
  std::size_t const close = text.closing(at + 1);
  if (close != npos && !has_body(text, close)) known.everybodys.emplace(text.text(at));
}

}  // namespace simt::cu
