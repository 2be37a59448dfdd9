// SPDX-License-Identifier: MIT
#include "constant_member.hpp"

#include "integer_word.hpp"

#include <string_view>

namespace simt::cu {

bool allow_constant_member(code const& text, std::size_t begin, std::size_t end, edits& out) {
  std::size_t is_const = npos, words = 0;
  bool is_static = false;
  std::size_t i = begin;
  for (; i < end && !text[i].is('='); ++i) {
    std::string_view const word = text.text(i);
    if (!text.is_identifier(i) || is_integer_word(word) || word == "bool" || word == "constexpr" ||
        word == "inline" || word == "volatile" || word == "auto")
      return false;
    if (word == "static")
      is_static = true;
    else if (word == "const" && is_const == npos)
      is_const = i;
    else
      ++words;
  }
  // (A type and a name.)
  if (i == end || !is_static || is_const == npos || words != 2) return false;
  out.replace(text[is_const].begin, text[is_const].end, "constexpr");
  return true;
}

}  // namespace simt::cu
