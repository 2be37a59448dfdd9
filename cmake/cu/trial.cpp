// SPDX-License-Identifier: MIT
#include "trial.hpp"

#include <sys/wait.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
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
  std::string const line = "LC_ALL=C " + quoted(command) + " >" + quoted({words.string()}) + " 2>&1";
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

complaint read_complaint(std::string_view line) {
  complaint out;
  auto const error = line.find("error: ");
  if (error == std::string_view::npos) return out;
  out.text = line.substr(error + 7);
  auto const first = line.find(':', 2);
  if (first == std::string_view::npos || first > error) return out;
  out.file = line.substr(0, first);
  for (std::size_t i = first + 1; i < line.size() && line[i] >= '0' && line[i] <= '9'; ++i)
    out.line = out.line * 10 + static_cast<offset>(line[i] - '0');
  return out;
}

}  // namespace simt::cu::detail

namespace simt::cu {

std::map<std::string, lane::refusal> refused_forms(std::vector<std::string> const& words,
                                                   lane::translator const& translator) {
  std::vector<std::string> lines;
  for (auto const& line : words) lines.push_back(detail::plain(line));
  std::map<std::string, lane::refusal> out;
  std::string before;  // the innermost form on the way to the next error
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string const& line = lines[i];
    if (line.find("warning: ") != std::string::npos) {
      before.clear();
      continue;
    }
    if (line.find("error: ") == std::string::npos) {
      bool const on_the_way = line.find("In instantiation of") != std::string::npos ||
                              line.find("required from") != std::string::npos ||
                              line.find("In substitution of") != std::string::npos ||
                              line.find("In function") != std::string::npos ||
                              line.find("In static member function") != std::string::npos;
      if (on_the_way && before.empty()) before = detail::named_form(line);
      continue;
    }
    auto const c = detail::read_complaint(line);
    std::string blamed = std::exchange(before, {});
    for (std::size_t j = i + 1; blamed.empty() && j < lines.size(); ++j) {
      if (lines[j].find("error: ") != std::string::npos) break;
      if (lines[j].find("in instantiation of") != std::string::npos)
        blamed = detail::named_form(lines[j]);
    }
    if (blamed.empty()) blamed = translator.form_at(c.file, c.line);
    if (blamed.empty()) blamed = detail::named_form(line);
    if (blamed.empty()) continue;
    std::string const at = c.file.empty() ? ""
                                          : std::filesystem::path(c.file).filename().string() +
                                                ":" + std::to_string(c.line) + ": ";
    out.try_emplace(blamed,
                    lane::refusal{c.line, "the compiler refused the lane form: " + at + c.text});
  }
  return out;
}

}  // namespace simt::cu
