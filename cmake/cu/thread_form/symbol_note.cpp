// SPDX-License-Identifier: MIT
#include "symbol_note.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

bool is_variable_mark(code const& text, std::size_t at) {
  if (!text.is_identifier(at)) return false;
  auto const word = text.text(at);
  return word == "__device__" || word == "__constant__" || word == "__managed__";
}

namespace {

/// Words by which a declaration is not one of plain variables.
bool declares_another(token const& t) {
  return t.is(word::template_) || t.is(word::extern_) || t.is(word::namespace_) ||
         t.is(word::operator_) || t.is(word::enum_) || t.is(word::global) || t.is(word::shared);
}

bool declares_another(std::string_view text) {
  return text == "using" || text == "typedef" || text == "friend";
}

/// Writes the object that notes a variable. `paste`: what joins the variable's name to the
/// object's.
std::string note_of(std::string_view name, std::string_view paste, bool is_managed) {
  std::string const of = is_managed ? "noted_managed_symbol" : "noted_symbol", written{name};
  return " static ::simt::cuda::" + of + " simt_symbol_of_" + std::string(paste) + written + "{" +
         written + "};";
}

/// The index behind an initialiser that begins at `i`: of the `,` or `;` that ends it. None where a
/// `<` makes it unclear which commas are its own.
std::size_t end_of_initialiser(code const& text, std::size_t i) {
  for (; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(',') || t.is(';')) return i;
    if (t.is('<') || t.is(token_kind::directive)) return npos;
    if (t.is('(') || t.is('[') || t.is('{')) {
      i = text.closing(i);
      if (i == npos) return npos;
    }
  }
  return npos;
}

}  // namespace

bool note_symbols(code const& text, std::size_t begin, std::size_t at, edits& out) {
  for (std::size_t i = begin; i < at; ++i)
    if (is_variable_mark(text, i) || declares_another(text[i]) || declares_another(text.text(i)))
      return false;
  bool is_managed = text.text(at) == "__managed__";
  std::vector<std::string_view> names;
  std::size_t words = 0;  // of the type and the name
  bool is_class = false;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(token_kind::directive) || declares_another(t) || t.is('(')) return false;
    bool const attribute = t.is(word::align_attribute) || t.is(word::alignas_) ||
                           t.is(word::attribute) || t.is(word::decltype_);
    if (attribute && text[i + 1].is('(')) {
      i = text.closing(i + 1);
      if (i == npos) return false;
      words += t.is(word::decltype_) ? 1 : 0;
      continue;
    }
    if (t.is('<')) {
      i = text.closing_angle(i);
      if (i == npos) return false;
      continue;
    }
    bool const ends_name = t.is(';') || t.is(',') || t.is('=') || t.is('[') || t.is('{');
    if (!ends_name) {
      is_managed |= text.text(i) == "__managed__";
      words += t.is(token_kind::identifier) && !t.is(word::const_) && !t.is(word::storage) ? 1 : 0;
      is_class |= t.is(word::class_);
      continue;
    }
    token const& before = text[i - 2];
    if ((is_class && t.is('{')) || !text.is_identifier(i - 1) || words < 2 || before.is('&') ||
        before.is(symbol::scope) || text.text(i - 2) == "&&")
      return false;
    names.push_back(text.text(i - 1));
    std::size_t const end = end_of_initialiser(text, i);
    if (end == npos) return false;
    i = end;
    if (text[i].is(',')) continue;
    std::string notes;
    for (auto const name : names) notes += note_of(name, "", is_managed);
    out.insert(text[i].end, notes);
    return true;
  }
  return false;
}

bool note_pasted_symbol(code const& text, std::size_t at, edits& out) {
  for (std::size_t i = at; i-- > 0 && !text[i].is(';') && !text[i].is('}');)
    if (is_variable_mark(text, i) || declares_another(text[i]) || declares_another(text.text(i)) ||
        text.text(i) == "static")
      return false;
  bool is_managed = text.text(at) == "__managed__";
  std::string name;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(symbol::paste) && text.is_identifier(i - 1) && text.is_identifier(i + 1)) {
      if (name.empty()) name = text.text(i - 1);
      name += "##" + std::string(text.text(i + 1));
      ++i;
      continue;
    }
    bool const ends_name = t.is(';') || t.is('=') || t.is('[') || t.is('{');
    if (!ends_name) {
      bool const word = text.is_identifier(i) || t.is(token_kind::identifier);
      if (!word || !name.empty() || declares_another(t) || text.text(i) == "static") return false;
      continue;
    }
    std::size_t const end = end_of_initialiser(text, i);
    if (name.empty() || end == npos || !text[end].is(';')) return false;
    out.insert(text[end].end, note_of(name, "##", is_managed));
    return true;
  }
  return false;
}

}  // namespace simt::cu
