// SPDX-License-Identifier: MIT
#pragma once

#include <cu/unit/unit.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unistd.h>

namespace fuzz {

/// A folder of this process alone, with nothing in it that a program could include.
inline std::filesystem::path const& own_folder() {
  static std::filesystem::path const folder = [] {
    auto path = std::filesystem::temp_directory_path() / ("simt_fuzz_" + std::to_string(getpid()));
    std::filesystem::create_directories(path);
    return path;
  }();
  return folder;
}

/// Translates any bytes as simt_add_cuda translates a program, with everything that the tool can be
/// asked for. An error that was written for the user is an answer; other exceptions are the tool's.
inline void translate(std::string_view program) {
  simt::cu::unit_options options;
  options.input = own_folder() / "program.cu";
  options.output = own_folder() / "program.cpp";
  options.vectorize = true;
  options.portability = true;
  options.tried = true;
  std::ofstream{options.input, std::ios::binary} << program;
  try {
    simt::cu::unit unit{options};
    static_cast<void>(unit.run());
    static_cast<void>(unit.translator()->reports().size());
  } catch (std::runtime_error const&) {
    // The tool says what it does not understand.
  }
}

}  // namespace fuzz
