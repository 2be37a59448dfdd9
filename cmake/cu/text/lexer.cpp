// SPDX-License-Identifier: MIT
#include "lexer.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace simt::cu {

token_list lexer::file() {
  tokens_.reserve(end_ / 5);
  if (file_.text.starts_with("\xEF\xBB\xBF")) at_ = 3;
  run();
  return std::move(tokens_);
}

token_list lexer::part(offset begin, offset end, offset line) {
  at_ = begin;
  end_ = end;
  line_ = line;
  in_directive_ = true;
  run();
  return std::move(tokens_);
}

bool lexer::is_class(offset ahead, unsigned classes) const noexcept {
  return at_ + ahead < end_ &&
         (detail::letter_classes[static_cast<unsigned char>(text_[at_ + ahead])] & classes) != 0;
}

void lexer::run() {
  while (true) {
    skip_space();
    if (at_ >= end_) break;
    next();
  }
  push(token_kind::end, end_, line_);
  tokens_.back().end = end_;
}

void lexer::push(token_kind kind, offset begin, offset line, char sign, word name) {
  tokens_.push_back({begin, at_, line, kind, sign, name});
}

offset lexer::splice() const noexcept {
  if (peek() != '\\') return 0;
  if (peek(1) == '\n') return 2;
  return peek(1) == '\r' && peek(2) == '\n' ? 3 : 0;
}

bool lexer::skip_blank(bool& line_begins) {
  char const c = text_[at_];
  if (c == '\n') {
    ++line_;
    ++at_;
    line_begins = true;
  } else if (is_class(0, detail::space)) {
    ++at_;
  } else if (c == '/' && peek(1) == '/') {
    skip_line_comment();
  } else if (c == '/' && peek(1) == '*') {
    skip_block_comment();
  } else {
    return false;
  }
  return true;
}

void lexer::skip_space() {
  while (at_ < end_) {
    if (skip_blank(line_begins_)) continue;
    offset const n = splice();
    if (n == 0) return;
    at_ += n;
    ++line_;
  }
}

void lexer::skip_line_comment() noexcept {
  while (at_ < end_ && text_[at_] != '\n') {
    offset const n = splice();
    if (n != 0) ++line_;
    at_ += n != 0 ? n : 1;
  }
}

void lexer::skip_block_comment() {
  offset const line = line_;
  for (at_ += 2; at_ < end_; ++at_) {
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] == '*' && peek(1) == '/') {
      at_ += 2;
      return;
    }
  }
  fail(line, "unterminated comment");
}

void lexer::next() {
  offset const begin = at_;
  offset const line = line_;
  bool const first = std::exchange(line_begins_, false);
  char const c = text_[at_];
  if (is_class(0, detail::letter)) {
    do ++at_;
    while (is_class(0, detail::letter | detail::digit));
    std::string_view const text{text_ + begin, at_ - begin};
    if ((peek() == '"' || peek() == '\'') && is_prefix(text))
      literal(begin, line, text.back() == 'R' && peek() == '"');
    else
      push(token_kind::identifier, begin, line, symbol::none, find_word(text));
  } else if (is_class(0, detail::digit) || (c == '.' && is_class(1, detail::digit))) {
    number();
    push(token_kind::number, begin, line);
  } else if (c == '"' || c == '\'') {
    literal(begin, line, false);
  } else if (c == '#' && first && !in_directive_) {
    directive(begin, line);
  } else {
    char const sign = punctuator();
    push(token_kind::punctuator, begin, line, sign);
  }
}

bool lexer::is_prefix(std::string_view text) noexcept {
  return text == "L" || text == "u" || text == "U" || text == "u8" || text == "R" || text == "LR" ||
         text == "uR" || text == "UR" || text == "u8R";
}

void lexer::number() noexcept {
  for (++at_; at_ < end_; ++at_) {
    char const c = text_[at_];
    char const before = text_[at_ - 1];
    bool const exponent = (c == '+' || c == '-') &&
                          (before == 'e' || before == 'E' || before == 'p' || before == 'P');
    bool const separator = c == '\'' && is_class(1, detail::letter | detail::digit);
    if (!exponent && !separator && c != '.' && !is_class(0, detail::letter | detail::digit)) return;
  }
}

void lexer::literal(offset begin, offset line, bool raw) {
  char const quote = text_[at_];
  if (raw)
    raw_string(line);
  else
    quoted(quote, line);
  push(quote == '"' ? token_kind::string : token_kind::character, begin, line);
}

void lexer::quoted(char quote, offset line) {
  for (++at_; at_ < end_ && text_[at_] != '\n'; ++at_) {
    if (text_[at_] == quote) {
      ++at_;
      return;
    }
    if (text_[at_] != '\\') continue;
    offset const n = splice();
    if (n != 0) ++line_;
    at_ += n != 0 ? n - 1 : 1;
  }
  // A lone quote in `#error don't` or in a macro's body is the compiler's affair.
  if (!in_directive_)
    fail(line, quote == '"' ? "unterminated string" : "unterminated character constant");
  if (at_ > end_) at_ = end_;
}

void lexer::raw_string(offset line) {
  offset const begin = at_ + 1;
  while (at_ < end_ && text_[at_] != '(') ++at_;
  std::string const close = ")" + std::string(text_ + begin, at_ < end_ ? at_ - begin : 0) + "\"";
  auto const found = std::string_view{text_, end_}.find(close, at_);
  if (at_ >= end_ || found == std::string_view::npos) fail(line, "unterminated raw string");
  offset const stop = static_cast<offset>(found + close.size());
  for (; at_ < stop; ++at_)
    if (text_[at_] == '\n') ++line_;
}

char lexer::punctuator() noexcept {
  char const c = text_[at_++];
  char const d = peek();
  auto const two = [&](char sign) {
    ++at_;
    return sign;
  };
  switch (c) {
    case ':':
      return d == ':' ? two(symbol::scope) : c;
    case '-':
      if (d == '>') return two(symbol::arrow);
      return d == '-' || d == '=' ? two(symbol::other) : c;
    case '#':
      return d == '#' ? two(symbol::paste) : c;
    case '.':
      if (d == '.' && peek(1) == '.') {
        at_ += 2;
        return symbol::dots;
      }
      return c;
    case '+':
    case '&':
    case '|':
      return d == c || d == '=' ? two(symbol::other) : c;
    case '<':
    case '>':
    case '=':
    case '!':
    case '*':
    case '/':
    case '%':
    case '^':
      return d == '=' ? two(symbol::other) : c;
    default:
      return c;
  }
}

void lexer::directive(offset begin, offset line) {
  in_directive_ = true;
  ++at_;
  while (at_ < end_ && text_[at_] != '\n') {
    char const c = text_[at_];
    if (offset const n = splice(); n != 0) {
      at_ += n;
      ++line_;
    } else if (c == '/' && peek(1) == '/') {
      skip_line_comment();
    } else if (c == '/' && peek(1) == '*') {
      skip_block_comment();
    } else if (c == '"' || (c == '\'' && !is_digit_separator())) {
      quoted(c, line);
    } else {
      ++at_;
    }
  }
  in_directive_ = false;
  push(token_kind::directive, begin, line);
  if (is_removing(std::string_view{text_ + begin, at_ - begin})) skip_removed();
}

bool lexer::is_digit_separator() const noexcept {
  return at_ > 0 && is_class(1, detail::digit) &&
         (detail::letter_classes[static_cast<unsigned char>(text_[at_ - 1])] & detail::digit) != 0;
}

std::string_view lexer::directive_word(std::string_view line) noexcept {
  auto const begin = line.find_first_not_of(" \t", 1);
  if (begin == std::string_view::npos) return {};
  auto stop = begin;
  while (stop < line.size() && line[stop] >= 'a' && line[stop] <= 'z') ++stop;
  return line.substr(begin, stop - begin);
}

bool lexer::is_removing(std::string_view line) noexcept {
  if (directive_word(line) != "if") return false;
  auto const begin = line.find_first_not_of(" \t", line.find("if") + 2);
  if (begin == std::string_view::npos) return false;
  auto const value = line.substr(begin, line.find_first_of(" \t\r/", begin) - begin);
  return value == "0" || value == "false";
}

void lexer::skip_removed() {
  int depth = 0;
  bool line_begins = false;
  while (at_ < end_) {
    if (skip_blank(line_begins)) continue;
    char const c = text_[at_];
    if (c == '"') {
      in_directive_ = true;
      quoted(c, line_);
      in_directive_ = false;
    } else if (c == '#' && line_begins) {
      auto const name = directive_word(std::string_view{text_ + at_, end_ - at_});
      if (name.starts_with("if")) ++depth;
      if (depth == 0 && (name.starts_with("el") || name == "endif")) {
        line_begins_ = true;
        return;
      }
      if (name == "endif") --depth;
      line_begins = false;
      ++at_;
    } else {
      line_begins = false;
      ++at_;
    }
  }
}

}  // namespace simt::cu
