// SPDX-License-Identifier: MIT
#include "parse_type.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

bool type_parser::read_specifiers(specifiers& words, type& base) {
  std::size_t const begin = at_;
  bool has_type = false;
  while (true) {
    if (specifier(words) || attribute(words)) continue;
    lexeme const& t = here();
    if (t.is(word::const_)) {
      qualify(base.is_const, base.is_volatile);
    } else if (t.is(word::builtin_type)) {
      if (has_type && !is_compound(base.base)) break;
      add(base.base, std::string(t.text));
      ++at_;
      has_type = true;
    } else if (has_type) {
      break;
    } else if (t.is(word::decltype_)) {
      read_decltype(base);
      has_type = true;
    } else if (t.is(word::class_) || t.is(word::enum_)) {
      class_type(base);
      has_type = true;
    } else if (t.is(word::typename_) || t.is(symbol::scope) || is_identifier(at_)) {
      qualified_name const n = scan_name(at_, true);
      if (n.end == at_) break;
      if (!t.is(word::typename_) && stops_at_constructor(n)) break;
      base.base = known_decltypes(n.begin, n.end);
      at_ = n.end;
      has_type = true;
    } else {
      break;
    }
  }
  base.tokens = since(begin);
  return has_type;
}

std::string type_parser::known_decltypes(std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) {
    if (!token(i).is(word::decltype_) || !token(i + 1).is('(')) continue;
    std::size_t const close = partner(i + 1);
    type of;
    at_ = i;
    read_decltype(of);
    if (!of.inner.empty() || !of.extents.empty()) fail("decltype of an array in a type");
    out += name_text(begin, i) + (of.is_const ? " const " : " ") + of.base;
    for (pointer_level const& l : of.levels)
      out += (l.sign == 'R' ? std::string("&&") : std::string(1, l.sign)) +
             (l.is_const ? " const" : "");
    i = close;
    begin = close + 1;
  }
  return out + name_text(begin, end);
}

void type_parser::read_decltype(type& base) {
  if (!ahead(1).is('(')) unexpected();
  std::size_t const open = at_ + 1, close = partner(open);
  auto const from = close == open + 2 ? declaration_of(token(open + 1).text) : declared_at{};
  if (from.specifiers != npos) {
    level const guard{*this};
    specifiers words;
    type of;
    at_ = from.specifiers;
    static_cast<void>(read_specifiers(words, of));
    at_ = from.declarator;
    type full = read_declarator(of, words, true).declared;
    if (!full.is_auto()) {
      full.is_volatile |= base.is_volatile;
      full.is_const |= base.is_const && full.levels.empty();
      base = std::move(full);
      at_ = close + 1;
      return;
    }
  }
  // A place in parentheses, behind a pointer or in an array gives a reference, but for typeof.
  bool is_sum = !here().is("decltype") && is_sum_of_names(open + 1, close);
  for (std::size_t i = open + 1; i < close; ++i) {
    if (token(i).is('(') || token(i).is('[')) i = partner(i);
    is_sum |= i > open + 1 && (token(i).is('+') || token(i).is('-') || token(i).is('*') ||
                               token(i).is('/') || token(i).is('%'));
  }
  std::string const of = text(open, close + 1);
  base.base = is_sum || (close == open + 2 && is_identifier(open + 1))
                  ? "simt_l::scalar<decltype" + of + ">"
                  : "decltype" + of;
  at_ = close + 1;
}

bool type_parser::is_sum_of_names(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    lexeme const& t = token(i);
    bool const is_sign = t.is('+') || t.is('-') || t.is('*') || t.is('/') || t.is('%') ||
                         t.is('(') || t.is(')') || t.is(token_kind::number);
    bool const is_value =
        is_identifier(i) && declaration_of(t.text).specifiers != npos && !token(i + 1).is('(');
    if (!is_sign && !is_value) return false;
  }
  return true;
}

bool type_parser::is_compound(std::string const& base) noexcept {
  return base.starts_with("unsigned") || base.starts_with("signed") || base.starts_with("long") ||
         base.starts_with("short") || base.starts_with("int") || base.starts_with("char") ||
         base.starts_with("double");
}

void type_parser::add(std::string& out, std::string const& more) {
  if (!out.empty()) out += ' ';
  out += more;
}

void type_parser::qualify(bool& is_const, bool& is_volatile) {
  if (here().is("const")) is_const = true;
  if (here().is("volatile") || here().is("__volatile__")) is_volatile = true;
  ++at_;
}

bool type_parser::specifier(specifiers& words) {
  lexeme const& t = here();
  if (!t.is(token_kind::identifier)) return false;
  switch (t.name) {
    case word::storage:
      if (t.is("static")) words.is_static = true;
      if (t.is("thread_local")) words.is_thread_local = true;
      if (t.is("constexpr") || t.is("constinit")) words.is_constexpr = true;
      break;
    case word::extern_:
      words.is_extern = true;
      if (ahead(1).is(token_kind::string)) ++at_;  // "C"
      break;
    case word::inline_:
      words.is_inline = true;
      break;
    case word::forceinline:
      words.is_forceinline = true;
      break;
    case word::noinline:
      words.is_noinline = true;
      break;
    case word::register_:
      break;
    case word::device:
      words.is_device = true;
      break;
    case word::global:
      words.is_global = true;
      break;
    case word::host:
      words.is_host = true;
      break;
    case word::shared:
      words.is_shared = true;
      break;
    case word::none:
      if (!rare_specifier(words)) return false;
      break;
    default:
      return false;
  }
  ++at_;
  return true;
}

bool type_parser::rare_specifier(specifiers& words) const noexcept {
  auto const t = here().text;
  if (t == "__constant__") return words.is_constant = true;
  if (t == "__managed__") return words.is_managed = true;
  if (t == "mutable") return words.is_mutable = true;
  if (t == "friend") return words.is_friend = true;
  if (t == "virtual") return words.is_virtual = true;
  if (t == "explicit") return words.is_explicit = !ahead(1).is('(');
  if (t == "typedef") return words.is_typedef = true;
  return t == "__grid_constant__" || t == "consteval";
}

bool type_parser::attribute(specifiers& words) {
  lexeme const& t = here();
  if (t.is('[') && ahead(1).is('[') && partner(at_) != npos) {
    at_ = partner(at_) + 1;
    return true;
  }
  if (!ahead(1).is('(')) return false;
  std::size_t const open = at_ + 1;
  std::size_t const close = partner(open);
  if (t.is(word::launch_bounds)) {
    words.launch_bounds = text(open + 1, close);
  } else if (t.is(word::align_attribute) || t.is(word::alignas_)) {
    words.alignment = text(open + 1, close);
  } else if (t.is(word::attribute)) {
    for (std::size_t i = open; i < close; ++i) {
      lexeme const& a = token(i);
      if ((a.is("aligned") || a.is("__aligned__")) && token(i + 1).is('('))
        words.alignment = text(i + 2, partner(i + 1));
    }
  } else if (!t.is("__cluster_dims__") && !t.is("__maxnreg__")) {
    return false;
  }
  at_ = close + 1;
  return true;
}

void type_parser::class_type(type& base) {
  std::size_t const begin = at_;
  bool const is_enum = here().is(word::enum_);
  ++at_;
  if (here().is(word::class_)) ++at_;
  specifiers ignored;
  while (attribute(ignored)) {
  }
  if (is_identifier(at_) || here().is(symbol::scope)) {
    qualified_name const n = scan_name(at_, true);
    if (n.end == at_) unexpected();
    declare(token(n.id).text, true);
    at_ = n.end;
  }
  std::size_t brace = at_;
  if (here().is(':') && (is_enum || token(begin).is(word::class_)))
    while (brace < size() && !token(brace).is('{') && !token(brace).is(';')) ++brace;
  if (token(brace).is('{')) {
    base.defines = true;
    at_ = partner(brace) + 1;
    if (is_enum) declare_enumerators(brace + 1, at_ - 1);
  }
  base.base = text(begin, at_);
}

void type_parser::declare_enumerators(std::size_t begin, std::size_t end) {
  bool is_name = true;
  for (std::size_t i = begin; i < end; ++i) {
    if (is_name && is_identifier(i)) declare(token(i).text, false);
    is_name = token(i).is(',');
    if (token(i).is('(') || token(i).is('{') || token(i).is('[')) i = partner(i);
  }
}

type type_parser::copy_of_base(type const& from) {
  type out;
  out.tokens = from.tokens;
  out.base = from.base;
  out.is_const = from.is_const;
  out.is_volatile = from.is_volatile;
  out.defines = from.defines;
  out.levels = from.levels;
  return out;
}

void type_parser::read_levels(std::vector<pointer_level>& out, specifiers& words) {
  while (true) {
    if (is_pointer_sign(at_)) {
      out.push_back({here().is('*') ? '*' : here().is('&') ? '&' : 'R'});
      ++at_;
    } else if (here().is(word::const_)) {
      if (out.empty()) fail("cannot read '" + std::string(here().text) + "' here");
      pointer_level& last = out.back();
      if (here().is("const"))
        last.is_const = true;
      else if (here().text.find("restrict") != std::string_view::npos)
        last.is_restrict = true;
      else
        last.is_volatile = true;
      ++at_;
    } else if (out.empty() || !(specifier(words) || attribute(words))) {
      return;
    }
  }
}

void type_parser::read_extents(std::vector<expression_ptr>& out) {
  while (here().is('[') && !ahead(1).is('[')) {
    ++at_;
    if (take(']')) {
      out.push_back(nullptr);
      continue;
    }
    out.push_back(assignment());
    expect(']');
  }
}

declarator type_parser::read_declarator(type const& base, specifiers& words, bool is_abstract) {
  declarator out;
  std::size_t const begin = at_;
  out.line = here().line;
  if (!is_abstract && (!base.inner.empty() || !base.extents.empty()))
    fail("decltype of an array in a declaration");
  out.declared = copy_of_base(base);
  read_levels(out.declared.levels, words);
  if (take(symbol::dots)) out.is_pack = true;
  if (here().is('(') && (is_pointer_sign(at_ + 1) || ahead(1).is(word::const_))) {
    std::size_t const close = partner(at_);
    ++at_;
    read_levels(out.declared.inner, words);
    if (take(symbol::dots)) out.is_pack = true;
    if (is_identifier(at_)) out.name = here().text, ++at_;
    if (at_ != close) fail("a declarator of this shape");
    ++at_;
    if (here().is('(')) {
      std::size_t const end = partner(at_) + 1;
      out.declared.function = text(at_, end);
      at_ = end;
    }
  } else if (is_identifier(at_)) {
    if (ahead(1).is(symbol::scope)) fail("a pointer to a member, or a name in a scope");
    out.name = here().text;
    out.line = here().line;
    ++at_;
  } else if (!is_abstract) {
    unexpected();
  }
  read_extents(out.declared.extents);
  while (attribute(words)) {
  }
  out.tokens = since(begin);
  return out;
}

std::unique_ptr<type> type_parser::read_type_id() {
  level const guard{*this};
  specifiers words;
  type base;
  if (!read_specifiers(words, base)) unexpected();
  declarator d = read_declarator(base, words, true);
  if (!d.name.empty()) unexpected();
  if (!base.inner.empty() || !base.extents.empty()) {  // of a decltype
    if (d.declared.levels.size() != base.levels.size() || !d.declared.inner.empty() ||
        !d.declared.extents.empty())
      fail("decltype of an array in another type");
    d.declared.inner = std::move(base.inner);
    d.declared.extents = std::move(base.extents);
    d.declared.function = base.function;
  }
  return std::make_unique<type>(std::move(d.declared));
}

}  // namespace simt::cu::lane::detail
