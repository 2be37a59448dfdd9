// SPDX-License-Identifier: MIT
#include "spelling.hpp"

#include <string>
#include <vector>

namespace simt::cu::lane {

std::string spelled(lexeme_list const& tokens, range r) {
  std::string out;
  for (std::size_t i = r.begin; i < r.end && i < tokens.size(); ++i) {
    if (i != r.begin && !tokens[i - 1].touches_next) out += ' ';
    out += tokens[i].text;
  }
  return out;
}

std::string type_speller::parameter(type const& t) const {
  if (!t.is_array()) return value(t);
  std::string out = spell(t, 0, 0) + (t.is_const && t.levels.empty() ? " const" : "");
  if (t.extents.size() == 1) return out + "*";
  out += " (*)";
  for (std::size_t i = 1; i < t.extents.size(); ++i) out += extent(t, i);
  return out;
}

std::string type_speller::declare(type const& t, std::string const& name) const {
  if (t.defines || !t.function.empty()) refuse(line_, "a pointer to a function");
  std::string out = (t.is_const ? "const " : "") + std::string(t.is_volatile ? "volatile " : "");
  out += t.base + " ";
  auto const add = [&](std::vector<pointer_level> const& levels) {
    for (auto const& l : levels) {
      out += l.sign == 'R' ? std::string("&&") : std::string(1, l.sign);
      if (l.is_const) out += " const ";
      if (l.is_volatile) out += " volatile ";
    }
  };
  add(t.levels);
  if (!t.inner.empty()) {
    out += "(";
    add(t.inner);
  }
  out += name;
  if (!t.inner.empty()) out += ")";
  for (std::size_t i = 0; i < t.extents.size(); ++i)
    out += t.extents[i] == nullptr ? "[]" : extent(t, i);
  return out;
}

std::string type_speller::extent(type const& t, std::size_t i) const {
  if (t.extents[i] == nullptr) refuse(line_, "an array without a size");
  return "[" + spelled(tokens_, t.extents[i]->tokens) + "]";
}

std::string type_speller::spell(type const& t, std::size_t extents,
                                std::size_t initialisers) const {
  if (t.defines) refuse(line_, "a type defined in a declaration");
  if (!t.function.empty()) refuse(line_, "a pointer to a function");
  bool const is_known = t.base.starts_with("simt_l::scalar<");
  if ((!is_known && t.base.find("decltype") != std::string::npos) ||
      t.base.find("typeof") != std::string::npos)
    refuse(line_, "decltype in a declaration");
  std::string out = t.base;
  bool const points = (!t.levels.empty() && t.levels.front().sign == '*') || !t.inner.empty();
  if (t.is_const && points) out += " const";
  for (std::size_t i = 0; i < t.levels.size(); ++i) {
    if (t.levels[i].sign != '*') break;
    out += '*';
    bool const last = i + 1 == t.levels.size() || t.levels[i + 1].sign != '*';
    if (t.levels[i].is_const && !last) out += " const";
  }
  std::string inner;
  for (auto const& level : t.inner)
    if (level.sign == '*') inner += '*';
  if (!inner.empty()) out += " (" + inner + ")";
  for (std::size_t i = 0; i < extents; ++i) {
    if (i == 0 && t.extents[0] == nullptr && initialisers != 0)
      out += "[" + std::to_string(initialisers) + "]";
    else
      out += extent(t, i);
  }
  return out;
}

}  // namespace simt::cu::lane
