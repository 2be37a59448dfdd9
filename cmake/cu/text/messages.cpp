// SPDX-License-Identifier: MIT
#include "messages.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    out += c;
  }
  return out + '"';
}

}  // namespace simt::cu
