// SPDX-License-Identifier: MIT
#include "text.hpp"

#include <algorithm>
#include <cstdio>

namespace simt::check {

std::string escaped(std::string_view text) {
  std::string out;
  for (char const c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      out += code;
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> out;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t const end = std::min(text.find_first_of(separators, at), text.size());
    if (end != at) out.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace simt::check
