// SPDX-License-Identifier: MIT
#include "read_class.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu::semantics {

class_description class_reader::read(std::string name, std::size_t head, std::size_t open) {
  class_description out;
  out.name = std::move(name);
  bases(head, open, out);
  std::size_t const close = std::min(text_.closing(open), text_.size());
  members(open + 1, close, out);
  return out;
}

object_type class_reader::type_of(std::size_t begin, std::size_t end) const {
  object_type out;
  for (std::size_t i = begin; i < end; ++i) {
    token const& t = text_[i];
    if (t.is('<')) {
      std::size_t const close = text_.closing_angle(i);
      if (close >= end) return {};
      i = close;
    } else if (t.is('(')) {
      return {};  // of a function, or decltype
    } else if (t.is('*')) {
      ++out.depth;
    } else if (t.is(token_kind::identifier) && !is_decoration(i)) {
      out.name = text_.text(i);
    }
  }
  return out;
}

bool class_reader::is_decoration(std::size_t i) const {
  token const& t = text_[i];
  if (t.is(word::storage) || t.is(word::const_) || t.is(word::class_) || t.is(word::typename_) ||
      t.is(word::template_) || t.is(word::inline_) || t.is(word::device) || t.is(word::host) ||
      t.is(word::extern_) || t.is(word::enum_) || t.is(word::forceinline))
    return true;
  auto const w = text_.text(i);
  return w == "mutable" || w == "volatile" || w == "virtual" || w == "__constant__" ||
         w == "__managed__" || w == "public" || w == "private" || w == "protected";
}

void class_reader::bases(std::size_t begin, std::size_t end, class_description& out) const {
  std::size_t i = begin;
  while (i < end && !text_[i].is(':')) i = text_[i].is('(') ? text_.closing(i) + 1 : i + 1;
  if (i >= end) return;
  std::size_t part = ++i;
  for (; i <= end; ++i) {
    if (i < end && text_[i].is('<')) {
      std::size_t const close = text_.closing_angle(i);
      if (close < end) i = close;
      continue;
    }
    if (i < end && !text_[i].is(',')) continue;
    bool is_pack = false;
    for (std::size_t j = part; j < i; ++j) is_pack |= text_[j].is(symbol::dots);
    out.bases.push_back(is_pack ? std::string{} : type_of(part, i).name);
    part = i + 1;
  }
}

void class_reader::members(std::size_t i, std::size_t end, class_description& out) {
  while (i < end) {
    token const& t = text_[i];
    bool const is_access =
        text_.is_identifier(i) && i + 1 < end && text_[i + 1].is(':') &&
        (text_.text(i) == "public" || text_.text(i) == "private" || text_.text(i) == "protected");
    if (is_access)
      i += 2;
    else if (t.is(token_kind::directive) || t.is(';'))
      ++i;
    else
      i = declaration(i, end, out);
  }
}

std::size_t class_reader::behind_templates(std::size_t i, std::size_t end) const {
  while (i + 1 < end && text_[i].is(word::template_) && text_[i + 1].is('<')) {
    std::size_t const close = text_.closing_angle(i + 1);
    if (close >= end) return i + 1;
    i = close + 1;
  }
  return i;
}

std::size_t class_reader::declaration(std::size_t begin, std::size_t end, class_description& out) {
  std::size_t const first = behind_templates(begin, end);
  bool const is_template = first != begin;
  auto const word_here = first < end ? text_.text(first) : std::string_view{};
  if (word_here == "using" || word_here == "typedef") return alias(first, end, out);
  if (word_here == "friend" || word_here == "static_assert") return behind(first, end);
  std::size_t key = first;
  bool is_shared = false, is_constant = false;
  // The words in front of a type.
  for (; key < end && text_.is_identifier(key); ++key) {
    auto const w = text_.text(key);
    if (w == "static") is_shared = true;
    if (w == "constexpr") is_constant = true;
    if (text_[key].is(word::class_) || text_[key].is(word::enum_) || !is_decoration(key)) break;
  }
  if (key < end && (text_[key].is(word::class_) || text_[key].is(word::enum_))) {
    std::size_t brace = key;
    while (brace < end && !text_[brace].is('{') && !text_[brace].is(';') && !text_[brace].is('(') &&
           !text_[brace].is('='))
      brace = text_[brace].is('<') && text_.closing_angle(brace) < end
                  ? text_.closing_angle(brace) + 1
                  : brace + 1;
    if (brace < end && text_[brace].is('{'))
      return nested(key, brace, end, is_shared && !is_template, out);
  }
  return ordinary(first, end, is_shared, is_constant, out);
}

std::size_t class_reader::alias(std::size_t i, std::size_t end, class_description& out) const {
  std::size_t const stop = behind(i, end);
  bool const is_using = text_.text(i) == "using";
  bool const names_type = is_using && i + 2 < end && text_[i + 2].is('=');
  if (names_type) {
    out.members.push_back({std::string(text_.text(i + 1)), member_kind::type, {}});
  } else {
    std::string name;
    for (std::size_t j = i + 1; j < stop; ++j) {
      if (text_[j].is(symbol::dots)) out.has_others = true;
      if (text_.is_identifier(j)) name = text_.text(j);
    }
    out.members.push_back({name, is_using ? member_kind::unknown : member_kind::type, {}});
  }
  return stop;
}

std::size_t class_reader::nested(std::size_t key, std::size_t brace, std::size_t end,
                                 bool is_shared, class_description& out) {
  std::size_t const close = std::min(text_.closing(brace), end);
  bool const is_enum = text_[key].is(word::enum_);
  std::size_t name = key + 1;
  bool const is_scoped = is_enum && name < brace && text_[name].is(word::class_);
  if (is_scoped) ++name;
  bool const is_named = name < brace && text_.is_identifier(name) && !is_decoration(name) &&
                        !text_[name].is(word::align_attribute) && !text_[name].is(word::alignas_) &&
                        !text_[name].is(word::attribute);
  if (is_named) out.members.push_back({std::string(text_.text(name)), member_kind::type, {}});
  if (is_enum && !is_scoped) {
    bool is_first = true;
    for (std::size_t i = brace + 1; i < close; ++i) {
      if (text_[i].is(token_kind::directive)) continue;
      if (is_first && text_.is_identifier(i))
        out.members.push_back({std::string(text_.text(i)), member_kind::constant, {}});
      is_first = text_[i].is(',');
      if (text_.opens(i)) i = std::min(text_.closing(i), close);
    }
  }
  std::size_t const stop = behind(close, end);
  bool const has_names = close + 1 < stop && !text_[close + 1].is(';');
  if (has_names) {
    names(close + 1, stop, is_shared ? member_kind::shared : member_kind::data,
          {is_named && !is_enum ? std::string(text_.text(name)) : std::string{}, 0}, out);
  } else if (!is_named && !is_enum) {
    members(brace + 1, close, out);  // of an unnamed one, they are the class's own
  }
  return stop;
}

std::size_t class_reader::ordinary(std::size_t first, std::size_t end, bool is_shared,
                                   bool is_constant, class_description& out) {
  std::size_t const stop = behind(first, end);
  bool is_operator = false;
  std::size_t last = npos;  // the last identifier
  for (std::size_t i = first; i < stop; ++i) {
    token const& t = text_[i];
    if (t.is(token_kind::directive) || text_.text(i) == "decltype") continue;
    if (t.is(word::operator_)) is_operator = true;
    if (t.is('<') && !is_operator) {
      std::size_t const close = text_.closing_angle(i);
      if (close < stop) i = close;
      continue;
    }
    if (t.is(token_kind::identifier)) {
      if (is_macro_ && is_macro_(text_.text(i), text_[i + 1].is('('))) out.has_others = true;
      last = i;
      continue;
    }
    if (t.is('(')) {
      if (i + 1 < stop && (text_[i + 1].is('*') || text_[i + 1].is('&'))) break;
      bool const is_attribute =
          last != npos && last + 1 == i &&
          (text_[last].is(word::align_attribute) || text_[last].is(word::alignas_) ||
           text_[last].is(word::attribute) || text_[last].is(word::decltype_));
      if (is_attribute) {
        i = std::min(text_.closing(i), stop);
        continue;
      }
      if (last != npos && !is_operator)
        out.members.push_back({std::string(text_.text(last)),
                               is_shared ? member_kind::of_class : member_kind::function,
                               {}});
      return stop;
    }
    if (t.is('=') || t.is(';') || t.is('{') || t.is('[') || t.is(':')) break;
  }
  if (is_operator || last == npos) return stop;
  // The type ends in front of the first name.
  std::size_t name = first;
  for (std::size_t i = first; i < stop; ++i) {
    token const& t = text_[i];
    if (t.is('<')) {
      std::size_t const close = text_.closing_angle(i);
      if (close < stop) i = close;
      continue;
    }
    bool const is_name = text_.is_identifier(i) && i + 1 < stop &&
                         (text_[i + 1].is('=') || text_[i + 1].is(',') || text_[i + 1].is(';') ||
                          text_[i + 1].is('[') || text_[i + 1].is('{') || text_[i + 1].is(':'));
    name = i;
    if (is_name || (t.is('(') && i + 1 < stop && text_[i + 1].is('*'))) break;
  }
  std::size_t type_end = name;
  while (type_end > first && (text_[type_end - 1].is('*') || text_[type_end - 1].is('&')))
    --type_end;
  member_kind const kind = !is_shared    ? member_kind::data
                           : is_constant ? member_kind::constant
                                         : member_kind::shared;
  std::size_t const before = out.members.size();
  names(type_end, stop, kind, type_of(first, type_end), out);
  if (kind == member_kind::shared) mark_undefined(first, stop, before, out);
  return stop;
}

void class_reader::mark_undefined(std::size_t first, std::size_t stop, std::size_t before,
                                  class_description& out) const {
  bool is_const = false, is_inline = false;
  for (std::size_t i = first; i < stop && !text_[i].is('='); ++i) {
    if (text_[i].is(word::const_)) is_const = true;
    if (text_[i].is(word::inline_)) is_inline = true;
  }
  if (!is_const || is_inline) return;
  for (std::size_t i = first; i + 1 < stop; ++i)
    for (std::size_t m = before; text_[i + 1].is('=') && m < out.members.size(); ++m)
      if (text_.text(i) == out.members[m].name && out.members[m].of.depth == 0)
        out.members[m].is_undefined = true;
}

void class_reader::names(std::size_t begin, std::size_t end, member_kind kind,
                         object_type const& of, class_description& out) const {
  int stars = 0;
  bool is_reference = false, is_done = false;
  for (std::size_t i = begin; i < end; ++i) {
    token const& t = text_[i];
    if (t.is(',')) {
      stars = 0;
      is_reference = is_done = false;
    } else if (is_done) {
      std::size_t const last = text_.opens(i) ? std::min(text_.closing(i), end) : i;
      for (std::size_t j = i; j <= last && j < end; ++j)
        if (text_.is_identifier(j)) out.initialised_by.emplace_back(text_.text(j));
      if (t.is('<') && text_.closing_angle(i) < end) i = text_.closing_angle(i);
      if (text_.opens(i)) i = std::min(text_.closing(i), end);
    } else if (t.is('*')) {
      ++stars;
    } else if (t.is('&') || text_.text(i) == "&&") {
      is_reference = true;
    } else if (t.is('(')) {  // (*name)(...), (&name)[4]
      for (std::size_t j = i; j < std::min(text_.closing(i), end); ++j) {
        if (text_[j].is('&')) is_reference = true;
        if (text_.is_identifier(j))
          out.members.push_back(
              {std::string(text_.text(j)), is_reference ? member_kind::reference : kind, {}});
      }
      is_done = true;
      i = std::min(text_.closing(i), end);
    } else if (t.is(token_kind::identifier) && !is_decoration(i)) {
      object_type type = of;
      int extents = 0;
      for (std::size_t j = i + 1; j < end && text_[j].is('[');
           j = std::min(text_.closing(j), end) + 1)
        ++extents;
      type.depth += stars + extents;
      bool const is_number = type.depth == 0;
      member_kind const k = is_reference && kind == member_kind::data     ? member_kind::reference
                            : kind == member_kind::constant && !is_number ? member_kind::shared
                                                                          : kind;
      out.members.push_back({std::string(text_.text(i)), k, std::move(type), extents});
      is_done = true;
    }
  }
}

std::size_t class_reader::behind(std::size_t i, std::size_t end) const {
  bool is_function = false, in_value = false, in_initialisers = false;
  for (; i < end; ++i) {
    if (text_[i].is(';')) return i + 1;
    if (text_[i].is('=')) in_value = true;
    if (text_[i].is(':')) in_initialisers = is_function;
    if (!text_.opens(i)) continue;
    bool const is_body = text_[i].is('{') && is_function && !in_value;
    if (text_[i].is('(') && !in_value) is_function = true;
    // A constructor's initialisers: `: a{1}, b(2) {`
    bool const is_initialiser =
        is_body && in_initialisers && (text_.is_identifier(i - 1) || text_[i - 1].is('>'));
    std::size_t const close = text_.closing(i);
    if (close >= end) return end;
    i = close;
    if (is_body && !is_initialiser) return i + 1 < end && text_[i + 1].is(';') ? i + 2 : i + 1;
  }
  return end;
}

}  // namespace simt::cu::semantics
