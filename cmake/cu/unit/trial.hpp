// SPDX-License-Identifier: MIT
#pragma once

#include "../lane_form/translator.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

/// Holds what a compiler said of a file.
struct verdict {
  int status = 0;  // what the command exits with; 128 and more: a signal ended it
  [[nodiscard]] bool accepted() const noexcept { return status == 0; }
  std::vector<std::string> lines;
};

/// A command as a shell takes it.
[[nodiscard]] std::string quoted(std::vector<std::string> const& command);

/// Runs a command: what it exits with, or 128 and the number of the signal that ended it.
[[nodiscard]] int status_of(std::string const& line);

/// Runs a compiler; its words go through a file, `words`.
[[nodiscard]] verdict ask_compiler(std::vector<std::string> const& command,
                                   std::filesystem::path const& words);

namespace detail {

/// The first lane form that a line names: `name_simt_lane_L17`.
[[nodiscard]] std::string named_form(std::string_view line);

/// A line without what colours it on a terminal.
[[nodiscard]] std::string plain(std::string_view line);

struct position {
  std::string file;  // empty: none
  offset line = 0;
};

/// FILE:LINE:COLUMN: at the begin of a line.
[[nodiscard]] position read_position(std::string_view line);

/// FILE:LINE:COLUMN: error: text
struct complaint {
  position at;
  std::string text;
};
[[nodiscard]] complaint read_complaint(std::string_view line);

}  // namespace detail

/// Lane forms that a compiler complained of, with the lines of theirs that the complaints are about
/// and its words. A place in a header that a form's line led to stands in front of the words.
[[nodiscard]] std::map<std::string, lane::refusal> refused_forms(
    std::vector<std::string> const& words, lane::translator const& translator);

}  // namespace simt::cu
