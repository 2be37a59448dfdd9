// SPDX-License-Identifier: MIT
#include "ptx.hpp"

#include "ptx_block.hpp"
#include "ptx_instructions.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

namespace {

/// The instruction of an asm string with one space at most between words, without its end.
std::string normal_form(std::string_view body) {
  std::string out;
  for (std::size_t i = 0; i < body.size(); ++i) {
    char c = body[i];
    if (c == '\\' && i + 1 < body.size()) {
      c = ' ';  // \n, \t
      ++i;
    }
    if (c == '%' && i + 1 < body.size() && body[i + 1] == '%') ++i;
    char const before = out.empty() ? ' ' : out.back();
    if (c == ' ' && (before == ' ' || before == ',' || before == '{' || before == '[')) continue;
    if ((c == ',' || c == '}' || c == ']') && before == ' ' && !out.empty()) out.pop_back();
    out += c;
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
  return out;
}

bool is_plain(code const& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    auto const word = text.text(i);
    if (!text.is_identifier(i) && !text[i].is(token_kind::number) && word != "." && word != "->" &&
        word != "[" && word != "]")
      return false;
  }
  return true;
}

/// Reads what stands behind the strings of an `asm` statement, in [at, close): outputs, inputs,
/// clobbers.
std::optional<std::vector<bound_operand>> operands_of(code const& text, std::size_t at,
                                                      std::size_t close) {
  std::vector<bound_operand> out;
  int section = 0;
  while (at < close) {
    if (text.text(at) == ":" || text.text(at) == "::") {
      section += text.text(at) == ":" ? 1 : 2;
      ++at;
    } else if (text[at].is(',')) {
      ++at;
    } else if (section == 3 && text[at].is(token_kind::string)) {
      ++at;  // `"memory"` tells a compiler what the text tells it as well
    } else {
      if (section == 0 || section > 2 || !text[at].is(token_kind::string) || !text[at + 1].is('('))
        return std::nullopt;
      std::size_t const end = text.closing(at + 1);
      if (end == npos || end == at + 2) return std::nullopt;
      std::string_view const constraint = text.text(at);
      bool const is_output = constraint.starts_with("\"=") || constraint.starts_with("\"+");
      if (is_output != (section == 1) || constraint.size() < 3) return std::nullopt;
      out.push_back({std::string(constraint.substr(1, constraint.size() - 2)),
                     text.squeezed(at + 2, end), is_plain(text, at + 2, end)});
      at = end + 1;
    }
  }
  return out;
}

/// One instruction with the operands of its statement.
class statement {
 public:
  statement(std::string_view instruction, std::vector<bound_operand> operands)
      : operands_{std::move(operands)}, is_used_(operands_.size(), false) {
    auto const space = std::min(instruction.find(' '), instruction.size());
    name_ = instruction.substr(0, space);
    words_ = ptx_words(instruction.substr(std::min(space + 1, instruction.size())));
  }

  /// An instruction in C++.
  struct written {
    std::string text;
    bool is_statement = false;
  };

  std::optional<written> write() {
    auto const known = find_ptx(name_, words_);
    if (!known || known->operands.size() != words_.size()) return std::nullopt;
    std::vector<int> reads(words_.size(), 0);
    std::string out;
    for (std::size_t i = 0; i < known->text.size(); ++i) {
      if (known->text[i] != '$') {
        out += known->text[i];
        continue;
      }
      auto const at = static_cast<std::size_t>(known->text[++i] - '0');
      auto const word = operand(words_[at], known->operands[at], ++reads[at] > 1);
      if (!word) return std::nullopt;
      out += *word;
    }
    if (std::find(is_used_.begin(), is_used_.end(), false) != is_used_.end()) return std::nullopt;
    return written{out, known->is_statement};
  }

 private:
  /// The text of one operand as the type that the instruction gives its register.
  std::optional<std::string> operand(std::string_view word, std::string_view pattern,
                                     bool is_again) {
    if (pattern.starts_with('{')) {
      if (!word.starts_with('{')) return std::nullopt;
      word.remove_prefix(1);
      pattern.remove_prefix(1);
    }
    if (pattern.ends_with('}')) {
      if (!word.ends_with('}')) return std::nullopt;
      word.remove_suffix(1);
    }
    char const type = pattern[0];
    if (type == 'a' || type == 's') return place(word, type, is_again);
    return value(word, type, is_again);
  }

  /// An address of bytes, or a number of shared memory.
  std::optional<std::string> place(std::string_view word, char type, bool is_again) {
    auto const address = read_ptx_address(word);
    if (!address) return std::nullopt;
    auto const out = value(address->base, type, is_again);
    if (!out || address->bytes.empty()) return out;
    return '(' + std::string(type == 's' ? "" : "(const char*)") + *out + " + " +
           std::string(address->bytes) + ')';
  }

  std::optional<std::string> value(std::string_view word, char type, bool is_again) {
    bool const is_written = type >= 'A' && type <= 'Z';
    if (!word.starts_with('%')) {
      bool const is_integer = type == 'u' || type == 'i' || type == 'w' || type == 'l';
      if (!is_integer || !is_ptx_number(word)) return std::nullopt;
      return cast(type, std::string(word));
    }
    word.remove_prefix(1);
    if (word.size() != 1 || word[0] < '0' || word[0] > '9') return std::nullopt;
    auto const number = static_cast<std::size_t>(word[0] - '0');
    if (number >= operands_.size()) return std::nullopt;
    auto const& bound = operands_[number];
    is_used_[number] = true;
    std::string_view constraint = bound.constraint;
    bool const is_output = constraint[0] == '=' || constraint[0] == '+';
    if (is_written ? !is_output : constraint[0] == '=') return std::nullopt;
    if (is_output) constraint.remove_prefix(1);
    if (is_again && !bound.is_plain) return std::nullopt;
    if (!fits(constraint, is_written ? static_cast<char>(type - 'A' + 'a') : type))
      return std::nullopt;
    return is_written ? bound.text : cast(type, bound.text);
  }

  /// True if a register of a constraint may stand where an instruction wants a type.
  static bool fits(std::string_view constraint, char type) noexcept {
    if (constraint.size() != 1) return false;
    if (type == 'u' || type == 'i') return constraint == "r" || constraint == "n";
    if (type == 'w' || type == 'l') return constraint == "l" || constraint == "n";
    return constraint[0] == (type == 'a' ? 'l' : type == 's' ? 'r' : type);
  }

  static std::string cast(char type, std::string const& text) {
    std::string const as = type == 'u' || type == 's' ? "(unsigned)"
                           : type == 'i'              ? "(int)"
                           : type == 'w'              ? "(unsigned long long)"
                           : type == 'l'              ? "(long long)"
                                                      : "";
    return as + '(' + text + ')';
  }

  std::string name_;
  std::vector<std::string> words_;
  std::vector<bound_operand> operands_;
  std::vector<bool> is_used_;
};

/// An `asm` statement's strings, in one, and its operands.
struct asm_statement {
  std::string body;
  std::vector<bound_operand> operands;
};

std::optional<asm_statement> read_asm(code const& text, std::size_t at) {
  std::size_t open = at + 1;
  while (text.is_identifier(open)) ++open;  // volatile
  if (!text[open].is('(')) return std::nullopt;
  std::size_t const close = text.closing(open);
  if (close == npos) return std::nullopt;
  asm_statement out;
  std::size_t i = open + 1;
  for (; i < close && text[i].is(token_kind::string); ++i) {
    std::string_view const string = text.text(i);
    if (!string.starts_with('"')) return std::nullopt;
    out.body += string.substr(1, string.size() - 2);
  }
  auto operands = operands_of(text, i, close);
  if (!operands) return std::nullopt;
  out.operands = std::move(*operands);
  return out;
}

std::optional<statement::written> one_instruction(asm_statement const& s) {
  return statement{normal_form(s.body), s.operands}.write();
}

}  // namespace

std::optional<std::string> ptx_expression(code const& text, std::size_t at) {
  auto const s = read_asm(text, at);
  auto const written = s ? one_instruction(*s) : std::nullopt;
  return written && !written->is_statement ? std::optional{written->text} : std::nullopt;
}

std::optional<std::string> with_ptx_written_out(lexed const& file) {
  code const& text = file.tokens;
  std::string out;
  offset from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text[i].is(word::asm_)) continue;
    auto const s = read_asm(text, i);
    if (!s) continue;
    std::size_t last = i + 1;
    while (!text[last].is('(')) ++last;
    last = text.closing(last);
    bool const is_whole = text[last + 1].is(';');
    auto written = one_instruction(*s);
    if (!written && is_whole)
      if (auto block = ptx_block(s->body, s->operands)) written = {std::move(*block), true};
    if (!written || (written->is_statement && !is_whole)) continue;
    if (written->is_statement) ++last;
    offset const begin = text[i].begin;
    offset const end = text[last].end;
    out.append(file.file.text, from, begin - from);
    out += written->text + text.newlines(begin, end, false);
    from = end;
  }
  if (from == 0) return std::nullopt;
  return out.append(file.file.text, from);
}

}  // namespace simt::cu
