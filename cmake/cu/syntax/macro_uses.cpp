// SPDX-License-Identifier: MIT
#include "macro_uses.hpp"

#include "../preprocessor/expand.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>

namespace simt::cu::lane {

bool macro_uses::wrap(range lexemes, std::string const& before, std::string const& behind) {
  if (lexemes.begin >= lexemes.end || lexemes.end > f_.tokens.size()) return false;
  for (std::size_t const i : {std::size_t{lexemes.begin}, std::size_t{lexemes.end} - 1})
    if (f_.tokens[i].from_macro && !is_replaceable(use_of(i))) {
      leave(f_.tokens[i].line);
      return false;
    }
  bool const is_plain =
      !f_.tokens[lexemes.begin].from_macro && !f_.tokens[lexemes.end - 1].from_macro;
  if (is_plain) {
    plain_.push_back({lexemes, before, behind});
    return true;
  }
  before_[lexemes.begin] += before;
  auto& end = behind_[lexemes.end - 1];
  end = behind + end;
  return true;
}

macro_uses::use macro_uses::use_of(std::size_t lexeme) const {
  auto const& all = f_.tokens;
  auto const is_of = [&](std::size_t i) {
    return all[i].from_macro && all[i].begin == all[lexeme].begin;
  };
  use out{lexeme, lexeme + 1, all[lexeme].begin, 0};
  while (out.first > 0 && is_of(out.first - 1)) --out.first;
  while (out.last < all.size() && is_of(out.last)) ++out.last;
  if (out.last < all.size()) out.end = end_of_use(out.begin, all[out.last].begin);
  return out;
}

bool macro_uses::is_replaceable(use const& u) const {
  if (u.end <= u.begin || u.end > file_.size()) return false;
  std::string_view const text = file_.substr(u.begin, u.end - u.begin);
  // Other edits that may be made there are not known here.
  for (std::string_view const part : {"<<", ">>", "//", "/*", "{", ";", "#", "\\"})
    if (text.find(part) != std::string_view::npos) return false;
  std::string_view const name = text.substr(0, std::min(text.find_first_of("( \t\n"), text.size()));
  for (std::size_t i = u.first; i < u.last; ++i)
    if (f_.tokens[i].is(name)) return false;  // it would be expanded once more
  return true;
}

bool macro_uses::is_in_file(std::size_t lexeme) const {
  std::string_view const text = f_.tokens[lexeme].text;
  return !std::less<>{}(text.data(), file_.data()) &&
         std::less<>{}(text.data(), file_.data() + file_.size()) &&
         text.data() - file_.data() >= static_cast<std::ptrdiff_t>(f_.begin) &&
         text.data() - file_.data() < static_cast<std::ptrdiff_t>(f_.end);
}

std::optional<macro_uses::written_use> macro_uses::whole_use(std::size_t lexeme,
                                                             std::size_t end) const {
  use const u = use_of(lexeme);
  if (u.first != lexeme || u.last > end || u.end <= u.begin || u.end > file_.size()) return {};
  return written_use{file_.substr(u.begin, u.end - u.begin), u.last};
}

offset macro_uses::end_of_use(offset begin, offset next) const {
  std::size_t at = begin;
  while (at < file_.size() &&
         (std::isalnum(static_cast<unsigned char>(file_[at])) != 0 || file_[at] == '_'))
    ++at;
  auto const name_end = static_cast<offset>(at);
  while (at < next && std::isspace(static_cast<unsigned char>(file_[at])) != 0) ++at;
  if (at >= next || file_[at] != '(') return name_end;
  int depth = 0;
  for (; at < next; ++at) {
    if (file_[at] == '"' || file_[at] == '\'') return 0;  // parentheses may stand in it
    if (file_[at] == '(') ++depth;
    if (file_[at] == ')' && --depth == 0) return static_cast<offset>(at + 1);
  }
  return 0;
}

std::string macro_uses::expanded(use const& u) const {
  std::string out;
  for (std::size_t i = u.first; i < u.last; ++i) {
    lexeme const& l = f_.tokens[i];
    if (auto const found = before_.find(i); found != before_.end()) out += found->second;
    out += l.text;
    if (auto const found = behind_.find(i); found != behind_.end()) out += found->second;
    if (i + 1 == u.last || !are_joined(l, f_.tokens[i + 1])) out += ' ';
  }
  return out;
}

void macro_uses::write(edits& out) const {
  for (plain_wrap const& w : plain_)
    out.wrap(f_.tokens[w.lexemes.begin].begin, f_.tokens[w.lexemes.end - 1].end(), w.before,
             w.behind);
  std::map<std::size_t, use> uses;
  for (auto const* const texts : {&before_, &behind_})
    for (auto const& [i, text] : *texts) {
      lexeme const& l = f_.tokens[i];
      if (l.from_macro) {
        use const u = use_of(i);
        uses[u.first] = u;
      } else {
        out.insert(texts == &behind_ ? l.end() : l.begin, text);
      }
    }
  for (auto const& [first, u] : uses) {
    std::string text = expanded(u);
    std::string_view const replaced = file_.substr(u.begin, u.end - u.begin);
    text.append(static_cast<std::size_t>(std::count(replaced.begin(), replaced.end(), '\n')), '\n');
    out.replace(u.begin, u.end, std::move(text));
  }
}

}  // namespace simt::cu::lane
