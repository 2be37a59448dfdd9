// SPDX-License-Identifier: MIT
#include "trial.hpp"

#include <sys/wait.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace simt::cu {

std::string quoted(std::vector<std::string> const& command) {
  std::string out;
  for (auto const& word : command) {
    if (!out.empty()) out += ' ';
    out += '\'';
    for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    out += '\'';
  }
  return out;
}

int status_of(std::string const& line) {
  int const status = std::system(line.c_str());
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

verdict ask_compiler(std::vector<std::string> const& command, std::filesystem::path const& words) {
  // What is read of its words is English, between plain quotation marks.
  std::string const line =
      "LC_ALL=C " + quoted(command) + " >" + quoted({words.string()}) + " 2>&1";
  verdict out;
  out.status = status_of(line);
  std::ifstream in{words};
  for (std::string l; std::getline(in, l);) out.lines.push_back(l);
  in.close();
  std::error_code ignored;
  std::filesystem::remove(words, ignored);
  return out;
}

}  // namespace simt::cu

namespace simt::cu::detail {

std::string named_form(std::string_view line) {
  auto const at = line.find("_simt_lane_L");
  if (at == std::string_view::npos) return {};
  auto const is_letter = [&](std::size_t i) {
    return (letter_classes[static_cast<unsigned char>(line[i])] & (letter | digit)) != 0;
  };
  std::size_t begin = at, end = at + 12;
  while (begin > 0 && is_letter(begin - 1)) --begin;
  while (end < line.size() && is_letter(end)) ++end;
  constexpr std::string_view quotation_mark = "\xe2\x80\x98";  // its bytes count as letters
  if (line.substr(begin, end - begin).starts_with(quotation_mark)) begin += quotation_mark.size();
  return std::string(line.substr(begin, end - begin));
}

std::string plain(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i, 2) == "\x1b[") {
      i = std::min(line.find_first_of("mK", i), line.size());
      continue;
    }
    out += line[i];
  }
  return out;
}

position read_position(std::string_view line) {
  position out;
  auto const first = line.find(':', 2);
  if (first == std::string_view::npos) return out;
  std::size_t end = first + 1;
  while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
  if (end == first + 1 || end == line.size() || line[end] != ':') return out;
  out.file = line.substr(0, first);
  for (char const c : line.substr(first + 1, end - first - 1))
    out.line = out.line * 10 + static_cast<offset>(c - '0');
  return out;
}

complaint read_complaint(std::string_view line) {
  auto const error = line.find("error: ");
  if (error == std::string_view::npos) return {};
  return {read_position(line.substr(0, error)), std::string(line.substr(error + 7))};
}

}  // namespace simt::cu::detail

namespace simt::cu {

namespace {

using line_range = std::span<std::string const>;

/// The first lane form on the way to an error: the innermost one that an instantiation names.
std::string form_on_the_way(line_range way) {
  constexpr std::string_view phrases[] = {"In instantiation of", "required from",
                                          "In substitution of", "In function",
                                          "In static member function"};
  for (std::string const& line : way) {
    auto const stands_in = [&](std::string_view phrase) { return line.find(phrase) != line.npos; };
    if (!std::any_of(std::begin(phrases), std::end(phrases), stands_in)) continue;
    if (std::string form = detail::named_form(line); !form.empty()) return form;
  }
  return {};
}

/// The form that an error of clang names behind itself.
std::string form_behind(line_range notes) {
  for (std::string const& line : notes)
    if (line.find("in instantiation of") != line.npos)
      if (std::string form = detail::named_form(line); !form.empty()) return form;
  return {};
}

/// The line of the program, in `form`, that an error is about: its own, or that of the first
/// instantiation or macro around it that stands in the form, or that of the form.
offset line_in(std::string const& form, detail::position at, line_range way, line_range notes,
               lane::translator const& translator) {
  if (translator.form_at(at.file, at.line) == form) return at.line;
  for (line_range const lines : {way, notes})
    for (std::string const& line : lines)
      if (auto const p = detail::read_position(line); translator.form_at(p.file, p.line) == form)
        return p.line;
  return translator.first_line(form);
}

}  // namespace

std::map<std::string, lane::refusal> refused_forms(std::vector<std::string> const& words,
                                                   lane::translator const& translator) {
  std::vector<std::string> lines;
  for (auto const& line : words) lines.push_back(detail::plain(line));
  auto const is_error = [](std::string_view line) { return line.find("error: ") != line.npos; };
  std::map<std::string, lane::refusal> out;
  auto way_begin = lines.begin();  // behind the error or warning before
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    if (line->find("warning: ") != line->npos) way_begin = line + 1;
    if (way_begin == line + 1 || !is_error(*line)) continue;
    line_range const way{way_begin, line};
    line_range const notes{line + 1, std::find_if(line + 1, lines.end(), is_error)};
    way_begin = line + 1;
    auto const c = detail::read_complaint(*line);
    std::string blamed = form_on_the_way(way);
    if (blamed.empty()) blamed = form_behind(notes);
    if (blamed.empty()) blamed = translator.form_at(c.at.file, c.at.line);
    if (blamed.empty()) blamed = detail::named_form(*line);
    if (blamed.empty()) continue;
    offset const place = line_in(blamed, c.at, way, notes, translator);
    bool const is_elsewhere = translator.form_at(c.at.file, c.at.line) != blamed;
    std::string const where = is_elsewhere && !c.at.file.empty()
                                  ? std::filesystem::path(c.at.file).filename().string() + ":" +
                                        std::to_string(c.at.line) + ": "
                                  : "";
    out.try_emplace(blamed,
                    lane::refusal{place, "the compiler refused the lane form: " + where + c.text});
  }
  return out;
}

}  // namespace simt::cu
