// SPDX-License-Identifier: MIT
#include "directive.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace simt::cu {

directive read_directive(std::string_view text, token const& line) {
  offset at = line.begin + 1;
  auto const is_letter = [&] { return at < line.end && text[at] >= 'a' && text[at] <= 'z'; };
  while (at < line.end && (text[at] == ' ' || text[at] == '\t')) ++at;
  offset const begin = at;
  while (is_letter() || (at > begin && at < line.end && text[at] == '_')) ++at;
  std::string_view const word = text.substr(begin, at - begin);
  directive out{directive_kind::other, at};
  if (word == "define") out.kind = directive_kind::define;
  if (word == "include") out.kind = directive_kind::include;
  if (word == "if" || word == "ifdef" || word == "ifndef") out.kind = directive_kind::if_;
  if (word == "else" || word.starts_with("elif")) out.kind = directive_kind::else_;
  if (word == "endif") out.kind = directive_kind::endif;
  return out;
}

std::optional<include_name> read_include(std::string_view text, token const& line, offset rest) {
  while (rest < line.end && (text[rest] == ' ' || text[rest] == '\t')) ++rest;
  if (rest >= line.end || (text[rest] != '"' && text[rest] != '<')) return std::nullopt;
  auto const close = text.find(text[rest] == '"' ? '"' : '>', rest + 1);
  if (close == std::string_view::npos || close >= line.end) return std::nullopt;
  return include_name{rest, static_cast<offset>(close + 1), text.substr(rest + 1, close - rest - 1),
                      text[rest] == '"'};
}

std::optional<macro> read_macro(source const& file, token const& line, offset rest) {
  std::string_view const text = file.text;
  offset const line_of_rest =
      line.line +
      static_cast<offset>(std::count(text.begin() + line.begin, text.begin() + rest, '\n'));
  code all{text, lexer{file}.part(rest, line.end, line_of_rest)};
  if (all.size() == 0 || !all.is_identifier(0)) return std::nullopt;
  macro out{all.text(0), {}, code{text, {}}};
  offset begin = all[0].end;
  offset begin_line = all[0].line;
  if (all.size() > 1 && all[1].is('(') && all.touches_next(0)) {
    std::size_t const close = all.closing(1);
    if (close == npos) return std::nullopt;
    for (std::size_t i = 2; i < close; ++i) {
      if (all.is_identifier(i)) out.parameters.push_back(all.text(i));
      if (!all[i].is(symbol::dots)) continue;
      out.is_variadic = true;
      if (!all.is_identifier(i - 1)) out.parameters.push_back("__VA_ARGS__");
    }
    begin = all[close].end;
    begin_line = all[close].line;
  }
  out.body = code{text, lexer{file}.part(begin, line.end, begin_line)};
  return out;
}

std::vector<token> find_in_line(source const& file, token const& line, offset rest, word wanted) {
  std::vector<token> out;
  std::string_view const text = file.text;
  if (wanted == word::cuda_arch &&
      text.substr(rest, line.end - rest).find("__CUDA_ARCH__") == std::string_view::npos)
    return out;
  for (token const& t : lexer{file}.part(rest, line.end, line.line))
    if (t.is(wanted)) out.push_back(t);
  return out;
}

}  // namespace simt::cu
