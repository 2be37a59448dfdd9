// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

/// An `asm` statement: [begin, end) in tokens without its `;`, and its first instruction.
struct assembly {
  std::size_t begin = 0, end = 0;
  std::string instruction;  // empty: no instruction, a barrier for the compiler

  /// Whether only PTX has such an instruction: its names have dots, those of CPUs seldom do.
  [[nodiscard]] bool is_ptx() const noexcept {
    return instruction == "trap" || instruction == "exit" ||
           (instruction.find('.') != std::string::npos && !instruction.starts_with('.') &&
            !instruction.starts_with("b."));
  }
};

namespace detail {

/// The name of the first instruction in an asm string as it is spelled in C++; declarations of
/// registers and braces are passed over.
[[nodiscard]] inline std::string first_instruction(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      at += 2;  // \n, \t
    } else if (std::string_view{" \t\n{};\""}.find(text[at]) != std::string_view::npos) {
      ++at;
    } else if (text.substr(at).starts_with(".reg") || text.substr(at).starts_with("//")) {
      char const stop = text[at] == '/' ? '\\' : ';';
      while (at < text.size() && text[at] != stop) ++at;
    } else if (text[at] == '@') {
      while (at < text.size() && text[at] != ' ') ++at;  // a predicate
    } else {
      break;
    }
  }
  std::size_t const begin = at;
  while (at < text.size() &&
         std::string_view{" \t\n;\\\"{}"}.find(text[at]) == std::string_view::npos)
    ++at;
  return std::string(text.substr(begin, at - begin));
}

}  // namespace detail

/// The statement whose `asm` is at `at`; its end is `at` where it is none.
[[nodiscard]] inline assembly read_assembly(code const& text, std::size_t at) {
  assembly out{at, at, {}};
  std::size_t open = at + 1;
  while (text.is_identifier(open)) ++open;  // volatile, goto, inline
  if (!text[open].is('(')) return out;
  std::size_t const close = text.closing(open);
  if (close == npos) return out;
  out.end = close + 1;
  std::string body;
  for (std::size_t i = open + 1; i < close && text[i].is(token_kind::string); ++i) {
    std::string_view string = text.text(i);
    auto const quote = string.find('"');
    body += string.substr(quote + 1, string.size() - quote - 2);
  }
  out.instruction = detail::first_instruction(body);
  return out;
}

}  // namespace simt::cu
