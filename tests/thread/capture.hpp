#pragma once
// SPDX-License-Identifier: MIT

#include <unistd.h>
#include <cstdio>
#include <string>

/// Returns the text that a file descriptor receives while f runs.
template <class F>
std::string captured(int descriptor, F const& f) {
  std::fflush(nullptr);
  std::FILE* const file = std::tmpfile();
  int const kept = dup(descriptor);
  dup2(fileno(file), descriptor);
  f();
  std::fflush(nullptr);
  dup2(kept, descriptor);
  close(kept);
  std::rewind(file);
  std::string out;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) out.append(buffer, n);
  std::fclose(file);
  return out;
}

/// As the recorded answers spell bytes.
inline std::string spelled(std::string const& text) {
  std::string out = "\"";
  for (char const c : text) {
    auto const u = static_cast<unsigned char>(c);
    if (c == '\\' || c == '"') {
      out += '\\';
      out += c;
    } else if (u >= 32 && u < 127) {
      out += c;
    } else {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\x%02x", unsigned{u});
      out += hex;
    }
  }
  return out + '"';
}
