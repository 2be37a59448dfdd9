// SPDX-License-Identifier: MIT
#include "own_definition.hpp"

#include "symbol_note.hpp"

#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// The names of variables that a declaration with a mark at `at` defines; none where it says
/// otherwise, or may be something else. `is_extern`: it declares them.
std::vector<std::string_view> variables_of(code const& text, std::size_t begin, std::size_t at,
                                           bool& is_extern) {
  std::vector<std::string_view> out;
  bool is_value = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(';')) return out;
    if (i < at && is_variable_mark(text, i)) return {};
    if (t.is(word::extern_)) is_extern = true;
    bool const is_other = t.is(word::inline_) || t.is(word::template_) || t.is(word::class_) ||
                          t.is(word::operator_) || t.is(word::global) || t.is(word::namespace_) ||
                          text.text(i) == "const" || t.is('&') ||
                          (t.is(word::storage) && !t.is(word::extern_)) ||
                          text.text(i) == "constexpr" || text.text(i) == "using" ||
                          text.text(i) == "typedef" || text.text(i) == "friend";
    if (t.is(token_kind::directive) && i >= at) return {};
    if (!is_value && is_other) return {};
    if (t.is('(') && !is_value && !text[i - 1].is(word::align_attribute) &&
        !text[i - 1].is(word::alignas_) && !text[i - 1].is(word::attribute))
      return {};
    bool const ends = t.is('=') || t.is(',') || t.is('[') || t.is('{') || text[i + 1].is(';');
    if (ends && !is_value) {
      std::size_t const name = text[i + 1].is(';') && text.is_identifier(i) ? i : i - 1;
      if (text[name - 1].is(symbol::scope)) return {};
      if (text.is_identifier(name) && name > at) out.push_back(text.text(name));
    }
    is_value = !t.is(',') && (is_value || ends);
    if (t.is('<')) i = text.closing_angle(i);
    if (i != npos && text.opens(i)) i = text.closing(i);
    if (i == npos) return {};
  }
  return {};
}

bool keep_variables(code const& text, names& known, std::size_t begin, std::size_t at, edits& out) {
  bool is_extern = false;
  auto const found = variables_of(text, begin, at, is_extern);
  bool is_own = known.in_header && !known.of_module && !is_extern && !found.empty();
  for (auto const name : found) {
    if (is_extern) known.everybodys.emplace(name);
    is_own = is_own && !known.everybodys.contains(name) && !known.mentions.contains(name);
  }
  if (is_own) out.insert(text[at].begin, "static __attribute__((unused)) ");
  return is_own;
}

/// Keeps the words of a preprocessor's line.
void keep_words(std::string_view line, name_set& out) {
  auto const is_of_word = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::size_t const first = i;
    while (i < line.size() && is_of_word(line[i])) ++i;
    if (i > first) out.emplace(line.substr(first, i - first));
  }
}

}  // namespace

void merged_mentions::add(code const& text, bool is_header) {
  bool is_merged = is_header, is_space = false;
  std::size_t mark = npos, begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(token_kind::directive)) keep_words(text.text(i), direct_);
    if (t.is(word::device) && mark == npos) mark = i;
    is_merged |= t.is(word::template_) || t.is(word::inline_) || t.is(word::forceinline) ||
                 t.is(word::class_);
    is_space |= t.is(word::namespace_) || t.is(word::extern_);
    bool const is_body = t.is('{') && !is_space;
    if (is_body) {
      std::size_t const close = text.closing(i);
      if (close == npos) return;
      auto const d = is_header && mark != npos ? read(text, begin, mark) : declared_name{};
      bool const is_own = d.name != npos && !d.is_everybodys && !d.is_of_class;
      name_set& out = is_own ? own_[std::string(text.text(d.name))] : direct_;
      for (std::size_t j = i; (is_own || is_merged) && j < close; ++j)
        if (text.is_identifier(j)) out.emplace(text.text(j));
      i = close;
    }
    if (!is_body && !t.is('{') && !t.is(';') && !t.is('}')) continue;
    is_merged = is_header;
    is_space = false;
    mark = npos;
    begin = i + 1;
  }
}

name_set merged_mentions::all() const {
  name_set out = direct_;
  std::vector<std::string> next{direct_.begin(), direct_.end()};
  while (!next.empty()) {
    auto const found = own_.find(next.back());
    next.pop_back();
    if (found == own_.end()) continue;
    for (std::string const& name : found->second)
      if (out.insert(name).second) next.push_back(name);
  }
  return out;
}

bool keep_to_unit(code const& text, names& known, std::size_t begin, std::size_t at, edits& out) {
  if (keep_variables(text, known, begin, at, out)) return true;
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
