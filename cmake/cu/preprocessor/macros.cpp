// SPDX-License-Identifier: MIT
#include "macros.hpp"

#include "../text/builtin_variables.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

std::string_view macro_reader::word_of(token const& line) const noexcept {
  std::string_view const all = line.text(file_.text);
  auto const begin = all.find_first_not_of(" \t", 1);
  if (begin == std::string_view::npos) return {};
  auto stop = begin;
  while (stop < all.size() && ((all[stop] >= 'a' && all[stop] <= 'z') || all[stop] == '_')) ++stop;
  return all.substr(begin, stop - begin);
}

std::vector<std::string_view> macro_reader::texts_of(token const& line, offset rest) const {
  std::vector<std::string_view> out;
  for (token const& t : lexer{file_}.part(rest, line.end, line.line))
    if (!t.is(token_kind::end)) out.push_back(t.text(file_.text));
  return out;
}

void macro_reader::define(token const& line, offset rest) {
  auto const read = read_macro(file_, line, rest);
  if (!read) return;
  // The text of another file may be gone when its macros are used.
  std::string_view const kept = known_.keep(std::string(line.text(file_.text)));
  auto const moved = [&](std::string_view text) {
    auto const at = static_cast<std::size_t>(text.data() - file_.text.data());
    return kept.substr(at - line.begin, text.size());
  };
  macro_text out;
  std::string_view const name = moved(read->name);
  offset const behind_name =
      static_cast<offset>(read->name.data() + read->name.size() - file_.text.data());
  out.takes_arguments = behind_name < line.end && file_.text[behind_name] == '(';
  out.is_variadic = read->is_variadic;
  for (std::string_view const p : read->parameters)
    out.parameters.push_back(p == "__VA_ARGS__" ? p : moved(p));
  code const& body = read->body;
  for (std::size_t i = 0; i < body.size(); ++i) {
    token const& t = body[i];
    lexeme l{moved(body.text(i)),
             t.begin,
             t.line,
             t.kind,
             t.sign,
             t.name,
             true,
             i + 1 < body.size() && body.touches_next(i)};
    if (t.is(word::cuda_arch)) l.text = "SIMT_CUDA_ARCH";
    out.body.push_back(l);
    out.marks |= qualifiers_of(t.name);
    if (t.is(token_kind::identifier) && t.is(word::none)) {
      auto const found = known_.find_macro(l.text, where_);
      if (found.text != nullptr) out.marks |= found.text->marks;
    }
  }
  out.use = use_of(name, out);
  add(name, std::move(out));
}

void macro_reader::undefine(token const& line, offset rest) {
  auto const texts = texts_of(line, rest);
  if (texts.empty()) return;
  macro_text out;
  out.is_removed = true;
  add(texts.front(), std::move(out));
}

void macro_reader::add(std::string_view name, macro_text text) {
  text.where = where_;
  for (open_group const& g : groups_)
    text.undefined.insert(text.undefined.end(), g.undefined.begin(), g.undefined.end());
  own_.emplace_back(name);
  known_.define(name, std::move(text));
}

macro_use macro_reader::use_of(std::string_view name, macro_text const& m) const {
  // A function's own macros may be gone at its end; CUDA's variables are written by lane forms.
  if (m.takes_arguments || m.body.empty() || in_function_ || is_builtin_variable(name))
    return macro_use::expands;
  bool is_type = true;
  for (lexeme const& l : m.body) is_type &= l.is(word::builtin_type) || names_type(l);
  if (is_type) return macro_use::type;
  return is_constant(m.body) ? macro_use::stays : macro_use::expands;
}

bool macro_reader::names_type(lexeme const& l) const {
  if (!l.is(token_kind::identifier) || !l.is(word::none)) return false;
  auto const found = known_.find_macro(l.text, where_);
  if (found.text != nullptr) return found.text->use == macro_use::type;
  return known_.is_type(l.text);
}

bool macro_reader::is_constant(lexeme_list const& body) const {
  std::size_t const first = body.size() == 2 && body[0].is('-') ? 1 : 0;
  if (body.size() == first + 1) return is_constant(body[first]);
  if (!body.front().is('(') || !body.back().is(')')) return false;
  int depth = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    lexeme const& l = body[i];
    if (l.is('(')) ++depth;
    if (l.is(')') && --depth == 0 && i + 1 != body.size()) return false;
    bool const is_sign = l.is(token_kind::punctuator) && !l.is('{') && !l.is('[') &&
                         !l.is(symbol::paste) && !l.is('#') && !l.is(',') && !l.is('?') &&
                         !l.is('=') && !l.is(symbol::arrow) && !l.is('.');
    if (!is_sign && !is_constant(l) && !l.is(word::builtin_type)) return false;
  }
  return true;
}

bool macro_reader::is_constant(lexeme const& l) const {
  // Not strings: they join with those beside them.
  if (l.is(token_kind::number) || l.is(token_kind::character)) return true;
  if (!l.is(token_kind::identifier)) return false;
  if (l.is("true") || l.is("false") || l.is("nullptr")) return true;
  auto const found = known_.find_macro(l.text, where_);
  return found.text != nullptr && found.text->use == macro_use::stays;
}

}  // namespace simt::cu::lane::detail
