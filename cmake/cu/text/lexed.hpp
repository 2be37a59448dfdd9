// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"
#include "lexer.hpp"

#include <string>
#include <utility>

namespace simt::cu {

/// A file with its tokens, which point into it. It is read once for all who look at it, and stays
/// where it is.
struct lexed {
  lexed(std::string name, std::string text)
      : file{std::move(name), std::move(text)}, tokens{file.text, lexer{file}.file()} {}
  lexed(lexed const&) = delete;
  lexed& operator=(lexed const&) = delete;

  source file;
  code tokens;
};

}  // namespace simt::cu
