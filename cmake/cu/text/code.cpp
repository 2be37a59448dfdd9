// SPDX-License-Identifier: MIT
#include "code.hpp"

#include <algorithm>
#include <string>

namespace simt::cu {

std::size_t code::closing(std::size_t open) const noexcept {
  int depth = 0;
  for (std::size_t i = open; i < size(); ++i) {
    if (opens(i)) ++depth;
    if (closes(i) && --depth == 0) return are_partners(open, i) ? i : npos;
  }
  return npos;
}

std::size_t code::opening(std::size_t close) const noexcept {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (closes(i)) ++depth;
    if (opens(i) && --depth == 0) return are_partners(i, close) ? i : npos;
  }
  return npos;
}

std::size_t code::closing_angle(std::size_t open) const noexcept {
  int depth = 0;
  for (std::size_t i = open; i < size(); ++i) {
    if (tokens_[i].is('<')) {
      ++depth;
    } else if (tokens_[i].is('>')) {
      if (--depth == 0) return i;
    } else if (opens(i)) {
      i = closing(i);
      if (i == npos) return npos;
    } else if (closes(i) || tokens_[i].is(';')) {
      return npos;
    }
  }
  return npos;
}

std::size_t code::opening_angle(std::size_t close) const noexcept {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (tokens_[i].is('>')) {
      ++depth;
    } else if (tokens_[i].is('<')) {
      if (--depth == 0) return i;
    } else if (closes(i)) {
      i = opening(i);
      if (i == npos) return npos;
    } else if (opens(i) || tokens_[i].is(';')) {
      return npos;
    }
  }
  return npos;
}

std::string code::squeezed(std::size_t begin, std::size_t end) const {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) {
    if (i != begin && !touches_next(i - 1)) out += ' ';
    out += text(i);
  }
  return out;
}

std::string code::newlines(offset begin, offset end, bool in_macro) const {
  auto const part = text_.substr(begin, end - begin);
  auto const count = static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += in_macro ? "\\\n" : "\n";
  return out;
}

bool code::are_partners(std::size_t open, std::size_t close) const noexcept {
  return (tokens_[open].is('(') && tokens_[close].is(')')) ||
         (tokens_[open].is('[') && tokens_[close].is(']')) ||
         (tokens_[open].is('{') && tokens_[close].is('}'));
}

bool code::is_template_list(std::size_t open, std::size_t close) const noexcept {
  token const& next = tokens_[close + 1];
  if (!next.is('(') && !next.is(symbol::scope) && !next.is('{') && !next.is(',') && !next.is(')') &&
      !next.is('>'))
    return false;
  for (std::size_t i = open + 1; i < close; ++i)
    if (tokens_[i].is(symbol::other) && (text(i) == "&&" || text(i) == "||")) return false;
  return true;
}

bool begins_launch(code const& text, std::size_t i) noexcept {
  return i + 2 < text.size() && text[i].is('<') && text[i + 1].is('<') && text[i + 2].is('<') &&
         i > 0 && !text[i - 1].is(word::operator_);
}

}  // namespace simt::cu
