// SPDX-License-Identifier: MIT
#include "parse_file.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

file_syntax file_parser::finish() {
  advance(text_.size());
  return std::move(out_);
}

void file_parser::item() {
  token const& t = here();
  if (t.is(token_kind::directive)) {
    directive_here();
    return;
  }
  if (t.is('}')) {
    ++at_;
    end_scope();
    return;
  }
  if (!t.is(token_kind::identifier) && !t.is(symbol::scope) && !t.is('[')) {
    // A brace of nobody knows what: passed, with what is in it.
    at_ = t.is('{') ? body_end(at_) : at_ + 1;
    return;
  }
  auto const word_here = text_.text(at_);
  if (t.is(word::namespace_) || (word_here == "inline" && token_at(at_ + 1).is(word::namespace_)))
    return name_space();
  if (t.is(word::extern_) && token_at(at_ + 1).is(token_kind::string) &&
      token_at(at_ + 2).is('{')) {
    scopes_.push_back({{}, true, false});
    at_ += 3;
    return;
  }
  if (in_class() && token_at(at_ + 1).is(':') &&
      (word_here == "public" || word_here == "private" || word_here == "protected")) {
    at_ += 2;
    return;
  }
  declaration_here();
}

void file_parser::directive_here() {
  auto const word = preprocessor_.word_of(here());
  preprocessor_.outside(at_);
  std::size_t const depth = preprocessor_.open_groups();
  while (!saved_.empty() && saved_.back().first > depth) saved_.pop_back();
  bool const is_saved = !saved_.empty() && saved_.back().first == depth;
  if (word.starts_with("if") && !is_saved) saved_.emplace_back(depth, scopes_);
  if (word.starts_with("if") && is_saved) saved_.back().second = scopes_;
  if (word.starts_with("el") && is_saved) scopes_ = saved_.back().second;
  ++at_;
}

void file_parser::name_space() {
  std::size_t i = at_;
  while (text_.is_identifier(i) && (text_[i].is(word::namespace_) || text_.text(i) == "inline"))
    ++i;
  std::size_t const begin = i;
  while (i < text_.size() && !text_[i].is('{') && !text_[i].is(';') && !text_[i].is('=') &&
         !text_[i].is(token_kind::directive))
    ++i;
  if (!token_at(i).is('{')) {
    at_ = statement_end(at_);
    return;
  }
  scopes_.push_back({{false, text_.squeezed(begin, i), {}}, false, false});
  at_ = i + 1;
}

void file_parser::end_scope() {
  if (scopes_.empty()) return;
  open_scope const done = std::move(scopes_.back());
  scopes_.pop_back();
  if (!done.names.is_class) return;
  // `} name, *other;`
  for (; at_ < text_.size() && !here().is(';') && !here().is('}'); ++at_) {
    if (here().is(token_kind::directive)) return;
    if (text_.opens(at_)) {
      at_ = std::min(text_.closing(at_), text_.size() - 1);
    } else if (text_.is_identifier(at_) && here().is(word::none)) {
      if (done.is_typedef)
        known_.add_type(text_.text(at_));
      else
        known_.add_value(text_.text(at_));
    }
  }
  if (here().is(';')) ++at_;
}

void file_parser::declaration_here() {
  std::size_t const begin = at_;
  std::size_t i = skip_templates(begin);
  auto const first = text_.text(std::min(i, text_.size()));
  if (first == "using" || first == "typedef") {
    std::size_t key = i + 1;
    while (token_at(key).is(word::const_)) ++key;
    if (first == "typedef" && class_definition(begin, key, true)) return;
    std::size_t const end = statement_end(i);
    add_type_names(i, end);
    add_alias(i, end);
    if (first == "using" && end > i + 2 && text_.is_identifier(end - 2) && !in_class())
      out_.usings.push_back(
          {std::string(text_.text().substr(text_[i].begin, text_[end - 1].end - text_[i].begin)),
           text_[end - 1].end});
    at_ = end;
    return;
  }
  if (first == "static_assert" || first == "friend") {
    std::size_t const end = declaration_end(i);
    at_ = end;
    return;
  }
  if (text_[i].is(word::enum_)) {
    enumeration(i);
    return;
  }
  if (class_definition(begin, i, false)) return;
  if (is_macro_call(i)) {
    at_ = text_.closing(i + 1) + 1;
    return;
  }
  ordinary(begin, i);
}

bool file_parser::is_macro_call(std::size_t i) const noexcept {
  if (!text_.is_identifier(i) || !text_[i].is(word::none) || !token_at(i + 1).is('(')) return false;
  if (known_.macros(text_.text(i)) != nullptr) return false;
  std::size_t const close = text_.closing(i + 1);
  if (close == npos) return false;
  token const& next = token_at(close + 1);
  return next.is(word::template_) || next.is(word::global) || next.is(word::device) ||
         next.is(word::host) || next.is(word::storage) || next.is(word::inline_);
}

void file_parser::add_type_names(std::size_t begin, std::size_t end) {
  if (text_.text(begin) == "using") {
    if (text_.is_identifier(begin + 1) && token_at(begin + 2).is('='))
      known_.add_type(text_.text(begin + 1));
    return;
  }
  std::size_t found = npos;
  for (std::size_t i = begin + 1; i + 1 < end; ++i) {
    if (text_[i].is('(') && text_[i + 1].is('*') && text_.is_identifier(i + 2)) {
      known_.add_type(text_.text(i + 2));
      return;
    }
    if (text_[i].is('<')) {
      std::size_t const close = text_.closing_angle(i);
      if (close < end) i = close;
    } else if (text_.opens(i)) {
      i = std::min(text_.closing(i), end);
    } else if (text_[i].is(',')) {
      if (found != npos) known_.add_type(text_.text(found));
    } else if (text_.is_identifier(i) && text_[i].is(word::none)) {
      found = i;
    }
  }
  if (found != npos) known_.add_type(text_.text(found));
}

void file_parser::add_alias(std::size_t begin, std::size_t end) {
  semantics::class_reader const types{text_, {}};
  bool const is_using = text_.text(begin) == "using";
  if (end < begin + 4) return;
  std::size_t const name = is_using ? begin + 1 : end - 2;
  if (!text_.is_identifier(name)) return;
  auto const of = is_using ? types.type_of(begin + 3, end - 1) : types.type_of(begin + 1, name);
  if (is_using && !text_[begin + 2].is('=')) return;
  known_.classes().add_spelling(text_.text(name), is_using ? text_.squeezed(begin + 3, end - 1)
                                                           : text_.squeezed(begin + 1, name));
  // Of a pointer, or of nobody knows what, it is a name of no class.
  bool const is_plain = of.depth == 0 && of.name != text_.text(name);
  if (is_plain || of.depth != 0)
    known_.classes().add_alias(text_.text(name), is_plain ? of.name : std::string{});
}

void file_parser::enumeration(std::size_t i) {
  std::size_t name = i + 1;
  while (token_at(name).is(word::class_)) ++name;
  if (text_.is_identifier(name)) known_.add_type(text_.text(name));
  std::size_t open = i;
  while (open < text_.size() && !text_[open].is('{') && !text_[open].is(';') &&
         !text_[open].is('('))
    ++open;
  if (!token_at(open).is('{')) {
    if (token_at(open).is('(')) return ordinary(i, i);
    at_ = std::min(open + 1, text_.size());
    return;
  }
  std::size_t const close = text_.closing(open);
  if (close == npos) {
    at_ = open + 1;
    return;
  }
  bool is_name = true;
  for (std::size_t j = open + 1; j < close; ++j) {
    if (text_[j].is(token_kind::directive)) continue;
    if (is_name && text_.is_identifier(j)) known_.add_value(text_.text(j));
    is_name = text_[j].is(',');
    if (text_.opens(j)) j = std::min(text_.closing(j), close);
  }
  at_ = statement_end(close + 1);
}

bool file_parser::class_definition(std::size_t begin, std::size_t key, bool is_typedef) {
  if (!token_at(key).is(word::class_)) {
    if (is_typedef && token_at(key).is(word::enum_)) {
      enumeration_typedef(key);
      return true;
    }
    return false;
  }
  std::size_t i = key + 1;
  std::size_t name = npos, name_end = npos;
  bool in_bases = false;
  for (; i < text_.size(); ++i) {
    token const& t = text_[i];
    if (t.is('{') || t.is(';') || t.is('=') || t.is('*') || t.is('&')) break;
    if (t.is(':')) in_bases = true;
    bool const attribute =
        t.is(word::align_attribute) || t.is(word::alignas_) || t.is(word::attribute);
    if (attribute && token_at(i + 1).is('(')) {
      i = std::min(text_.closing(i + 1), text_.size() - 1);
    } else if (t.is('(')) {
      return false;
    } else if (t.is('<')) {
      std::size_t const close = text_.closing_angle(i);
      if (close == npos) return false;
      i = close;
      if (!in_bases) name_end = close + 1;
    } else if (!in_bases && text_.is_identifier(i) && t.is(word::none) &&
               text_.text(i) != "final") {
      name = i;
      name_end = i + 1;
    }
  }
  if (!token_at(i).is('{')) {
    if (token_at(i).is(';') && name != npos && i == name_end && !is_typedef) {
      known_.add_type(text_.text(name));
      at_ = i + 1;
      return true;
    }
    return false;
  }
  open_scope scope{
      {true, name == npos ? std::string{} : text_.squeezed(name, name_end), {}}, false, is_typedef};
  if (name != npos) known_.add_type(text_.text(name));
  if (begin < key && text_[begin].is(word::template_)) scope.names.templates = heads(begin, key);
  describe(name, name == npos ? i : name_end, i, scope.names.templates, is_typedef);
  scopes_.push_back(std::move(scope));
  at_ = i + 1;
  return true;
}

void file_parser::describe(std::size_t name, std::size_t end, std::size_t open,
                           std::vector<template_head> const& templates, bool is_typedef) {
  std::size_t const close = is_typedef ? text_.closing(open) : npos;
  if (close < text_.size() && text_.is_identifier(close + 1) && token_at(close + 2).is(';')) {
    if (name == npos)
      name = close + 1;
    else if (text_.text(name) != text_.text(close + 1))
      known_.classes().add_alias(text_.text(close + 1), text_.text(name));
  }
  if (name == npos) return;
  auto const is_macro = [&](std::string_view word, bool is_called) {
    auto const* const all = known_.macros(word);
    return all != nullptr && !all->empty() && all->back().use == macro_use::expands &&
           (is_called || !all->back().takes_arguments);
  };
  auto d = semantics::class_reader{text_, is_macro}.read(std::string(text_.text(name)), end, open);
  for (template_head const& h : templates)
    for (template_parameter const& p : h.parameters) d.parameters.push_back(p.name);
  known_.classes().add(std::move(d));
}

void file_parser::enumeration_typedef(std::size_t key) {
  enumeration(key);
  // The name behind the braces.
  for (std::size_t i = key; i + 1 < at_; ++i) {
    if (text_[i].is('{')) i = std::min(text_.closing(i), at_ - 1);
    if (text_.is_identifier(i) && text_[i].is(word::none)) known_.add_type(text_.text(i));
  }
}

std::vector<template_head> file_parser::heads(std::size_t begin, std::size_t end) {
  try {
    std::vector<assumption> ignored;
    lexeme_list const tokens = preprocessor_.function(begin, end, ignored);
    detail::function_parser parser{tokens, known_};
    return parser.template_heads();
  } catch (refusal const&) {
    return {};
  }
}

void file_parser::ordinary(std::size_t begin, std::size_t first) {
  shape const s = shape_of(first);
  std::size_t end = s.stop;
  if (s.is_function && s.ends_with_body) {
    end = body_end(s.stop);
    if (end < text_.size() && text_[end].is(';')) ++end;
  } else if (end < text_.size() && !text_[end].is('}')) {
    end = statement_end(end);
  }
  end = std::max(end, at_ + 1);
  if (s.is_function && s.name != npos && !s.is_operator && !in_class())
    known_.add_function(text_.text(s.name));
  bool const is_device = s.marks.device || s.marks.global;
  if (s.is_function && is_device) {
    device_function(begin, end, s);
    at_ = end;
    return;
  }
  if (!s.is_function && !s.ends_with_body) variable(begin, end, s, is_device);
  // A body's or an initialiser's own directives.
  for (std::size_t i = at_; i < end; ++i)
    if (text_[i].is(token_kind::directive)) preprocessor_.outside(i);
  at_ = end;
}

std::vector<enclosing_scope> file_parser::enclosing() const {
  std::vector<enclosing_scope> out;
  for (open_scope const& s : scopes_)
    if (!s.is_linkage) out.push_back(s.names);
  return out;
}

void file_parser::device_function(std::size_t begin, std::size_t end, shape const& s) {
  function f;
  f.line = text_[begin].line;
  f.name_line = f.line;
  f.begin = text_[begin].begin;
  f.end = text_[end - 1].end;
  f.in_conditional = preprocessor_.in_conditional();
  f.enclosing = enclosing();
  f.name = s.name == npos ? std::string{} : std::string(text_.text(s.name));
  f.words.is_global = s.marks.global;
  f.words.is_device = s.marks.device;
  f.is_definition = s.ends_with_body;
  f.is_extern_c = text_[begin].is(word::extern_) && token_at(begin + 1).is(token_kind::string);
  for (open_scope const& o : scopes_) f.is_extern_c |= o.is_linkage;
  try {
    f.tokens = preprocessor_.function(begin, end, f.assumptions);
    detail::function_parser parser{f.tokens, known_};
    for (enclosing_scope const& e : f.enclosing) parser.enter(e.templates);
    if (in_class()) parser.enter_class();
    parser.function_definition(f);
  } catch (refusal& r) {
    f.refusals.push_back(std::move(r));
  }
  if (f.body && s.ends_with_body) {
    f.body_begin = text_[s.stop].begin;
    f.body_end = f.end;
  }
  out_.functions.push_back(std::move(f));
}

void file_parser::variable(std::size_t begin, std::size_t end, shape const& s, bool is_device) {
  bool const keeps = is_device || s.is_constant || s.marks.shared;
  bool const is_member = in_class() && !s.is_static && !keeps;
  // `a, *b[3], c = 1`: a name stands in front of one of these.
  for (std::size_t i = begin; i + 1 < end; ++i) {
    if (text_.is_identifier(i) && text_[i].is(word::none)) {
      token const& next = text_[i + 1];
      bool const is_name = next.is('=') || next.is(',') || next.is(';') || next.is('[');
      // A variable template is named like a function template.
      if (is_name && is_member && next.is('[')) known_.add_member_array(text_.text(i));
      if (is_name && is_member)
        known_.add_member(text_.text(i));
      else if (is_name && text_[begin].is(word::template_))
        known_.add_function(text_.text(i));
      else if (is_name)
        known_.add_value(text_.text(i));
    }
    if (text_[i].is('<')) {
      std::size_t const close = text_.closing_angle(i);
      if (close < end) i = close;
    } else if (text_.opens(i)) {
      i = std::min(text_.closing(i), end);
    }
  }
  if (!in_class() && !text_[begin].is(word::template_)) constants(begin, end);
  if (!keeps) return;
  try {
    std::vector<assumption> ignored;
    std::size_t const stop = end > begin && text_[end - 1].is(';') ? end - 1 : end;
    lexeme_list const tokens = preprocessor_.function(begin, stop, ignored);
    detail::function_parser parser{tokens, known_};
    declaration d = parser.variable_declaration();
    for (declarator& name : d.names) {
      known_.add_value(name.name);
      out_.variables.push_back({enclosing(), d.words, std::move(name), text_[begin].line});
    }
  } catch (refusal const&) {
    // Its name stays a name.
  }
  at_ = end;
}

void file_parser::constants(std::size_t begin, std::size_t end) {
  bool is_constant = false;
  for (std::size_t i = begin; i + 1 < end; ++i) {
    is_constant = is_constant || text_[i].is(word::const_) || text_.text(i) == "constexpr";
    if (text_.opens(i)) i = std::min(text_.closing(i), end);
    if (!is_constant || !text_.is_identifier(i) || !token_at(i + 1).is('=')) continue;
    std::size_t const name = i;
    std::vector<std::string_view> value;
    for (i += 2; i < end && !text_[i].is(',') && !text_[i].is(';'); ++i) {
      bool const is_scope = text_.is_identifier(i) && token_at(i + 1).is(symbol::scope);
      if (!is_scope && !text_[i].is(symbol::scope)) value.push_back(text_.text(i));
    }
    auto const n = known_number(std::move(value), known_);
    known_.add_constant(text_.text(name), n ? std::to_string(*n) : std::string{});
  }
}

}  // namespace simt::cu::lane
