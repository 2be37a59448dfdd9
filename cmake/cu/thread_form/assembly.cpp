// SPDX-License-Identifier: MIT
#include "assembly.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

bool assembly::is_ptx() const noexcept {
  return instruction == "trap" || instruction == "exit" ||
         (instruction.find('.') != std::string::npos && !instruction.starts_with('.') &&
          !instruction.starts_with("b."));
}

}  // namespace simt::cu

namespace simt::cu::detail {

std::string first_instruction(std::string_view text) {
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

}  // namespace simt::cu::detail

namespace simt::cu {

assembly read_assembly(code const& text, std::size_t at) {
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
