// SPDX-License-Identifier: MIT
// What can be seen of a basic block without running it: how long it is, where in the source, and whether
// it ends a loop that NVIDIA's compiler unrolls.
#include "profiler.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>

extern "C" void __sanitizer_cov_trace_pc();

namespace simt::profile {
namespace {

constexpr unsigned longest = 4096;

/// The bytes from a block's call of the profiler to the next block's, and what is in them.
struct scanned {
  unsigned bytes = longest;
  unsigned calls = 0;      // of the profiler
  unsigned divisions = 0;  // of integers, by what is no constant
  unsigned widenings = 0;  // of float to double
};

scanned scan(std::uintptr_t pc) {
  auto const target = reinterpret_cast<std::uintptr_t>(&__sanitizer_cov_trace_pc);
  auto const is_near = [&](std::uintptr_t to) { return to - target + (1u << 16) < (2u << 16); };
  scanned out;
#if defined(__x86_64__)
  auto const* const code = reinterpret_cast<unsigned char const*>(pc);
  for (unsigned i = 0; i < longest; ++i) {
    if (code[i] == 0xe8) {
      std::int32_t away;
      std::memcpy(&away, code + i + 1, 4);
      std::uintptr_t const to = pc + i + 5 + static_cast<std::uintptr_t>(std::intptr_t{away});
      if (to == target) {
        out.bytes = i;
        break;
      }
      if (is_near(to)) {
        ++out.calls;
        i += 4;
      }
    } else if (code[i] == 0x5a && i > 1 &&
               ((code[i - 1] == 0x0f && (code[i - 2] == 0xf3 || (i > 2 && code[i - 3] == 0xf3))) ||
                (code[i - 2] == 0xc5 && (code[i - 1] & 7) == 2) ||
                (i > 2 && code[i - 3] == 0xc4 && (code[i - 1] & 7) == 2))) {
      ++out.widenings;  // cvtss2sd
    } else if (code[i] == 0xf7 && i > 1) {
      // cdq or cqo, and idiv; edx = 0, and div.
      unsigned const kind = code[i + 1] >> 3 & 7;
      unsigned char const before = code[i - 1] >= 0x40 && code[i - 1] < 0x50 ? code[i - 2] : code[i - 1];
      if ((kind == 7 && before == 0x99) || (kind == 6 && (before == 0xd2 || before == 0)))
        ++out.divisions;
    }
  }
#elif defined(__aarch64__)
  auto const* const code = reinterpret_cast<std::uint32_t const*>(pc);
  for (unsigned i = 0; i < longest / 4; ++i) {
    if ((code[i] & 0x7fe0f800u) == 0x1ac00800u) ++out.divisions;
    if ((code[i] & 0xfffffc00u) == 0x1e22c000u) ++out.widenings;  // fcvt d, s
    if (code[i] >> 26 != 0x25) continue;
    auto const away = static_cast<std::int32_t>(code[i] << 6) >> 4;
    std::uintptr_t const to = pc + i * 4 + static_cast<std::uintptr_t>(std::intptr_t{away});
    if (to == target) {
      out.bytes = i * 4;
      break;
    }
    if (is_near(to)) ++out.calls;
  }
#endif
  return out;
}

/// The program's own line at an address; without a file where it is the library's.
check::frame place_at(std::uintptr_t address) {
  check::frame const innermost = check::line_at(reinterpret_cast<void const*>(address));
  if (innermost.line != 0 && !check::is_library(innermost.file)) return innermost;
  auto const& frames = check::frames_at(reinterpret_cast<void const*>(address));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    check::frame const& f = frames[i];
    if (f.line == 0 || check::is_library(f.file)) continue;
    return f;
  }
  return {};
}

bool is_constant_name(std::string const& word, std::string const& variable) {
  static char const* const types[] = {"int", "unsigned", "long", "short", "char", "auto", "const",
                                      "std", "size_t", "int32_t", "uint32_t", "for"};
  if (word == variable || std::isdigit(static_cast<unsigned char>(word[0])) != 0) return true;
  if (std::find(std::begin(types), std::end(types), word) != std::end(types)) return true;
  return std::all_of(word.begin(), word.end(), [](char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

/// `for (int k = 0; k < 16; ++k)`: all but the variable are numbers, or names in capitals.
bool has_constant_header(std::string const& text, std::size_t open) {
  int depth = 0;
  std::size_t end = open;
  for (; end < text.size(); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth == 0) break;
  }
  std::string const header = text.substr(open + 1, end - open - 1);
  auto const equals = header.find('=');
  if (header.find(';') == std::string::npos || equals == std::string::npos) return false;
  std::string variable, word;
  for (std::size_t i = 0; i <= equals; ++i) {
    char const c = header[i];
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else {
      if (!word.empty()) variable = word;
      word.clear();
    }
  }
  word.clear();
  for (char const c : header + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    if (!word.empty() && !is_constant_name(word, variable)) return false;
    word.clear();
  }
  return true;
}

}  // namespace

code code_at(std::uintptr_t pc) {
  scanned const s = scan(pc);
  code out;
  unsigned const bytes = s.bytes == longest ? 64 : s.bytes;
  // The line of the first instruction that is the program's own.
  for (unsigned i = 1; i <= bytes && out.at.line == 0; i += 3) {
    check::frame const line = check::line_at(reinterpret_cast<void const*>(pc + i));
    if (line.line != 0 && !check::is_library(line.file)) out.at = line;
  }
  if (out.at.line == 0) out.at = place_at(pc + 1);
  // A call of the profiler, and what it is told. A division is a sequence of some twenty.
  long const own = static_cast<long>(bytes) - 10 * static_cast<long>(s.calls);
  out.widenings = s.widenings;
  out.instructions = static_cast<unsigned>(std::clamp(own / 4, 1l, 1000l)) + 20 * s.divisions;
  return out;
}

check::frame access_place(std::uintptr_t pc) { return place_at(pc); }

namespace {

/// The lines of source files, read once.
std::vector<std::string> const& text_of(std::string const& file) {
  static auto& known = *new std::unordered_map<std::string, std::vector<std::string>>;
  auto const [at, fresh] = known.try_emplace(file);
  if (fresh) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) at->second.push_back(line);
  }
  return at->second;
}

}  // namespace

std::string const* line_of(std::string const& file, unsigned line) {
  auto const& all = text_of(file);
  return line != 0 && line <= all.size() ? &all[line - 1] : nullptr;
}

std::string const& text_at(check::frame const& f) {
  static auto const& nothing = *new std::string;
  std::string const* const line = line_of(f.file, f.line);
  return line != nullptr ? *line : nothing;
}

bool uses_result(std::uintptr_t pc) {
  check::frame f = place_at(pc);
  std::string const& text = text_at(f);
  // The call that begins in front of the column.
  std::size_t start = std::string::npos;
  for (std::size_t at = text.find("atomic"); at != std::string::npos; at = text.find("atomic", at + 6)) {
    if (at != 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '_'))
      continue;
    if (start == std::string::npos || at < f.column) start = at;
  }
  if (start == std::string::npos) return true;
  if (text.compare(start, 10, "atomicExch") == 0 || text.compare(start, 9, "atomicCAS") == 0) return true;
  while (start >= 2 && text.compare(start - 2, 2, "::") == 0) {
    start -= 2;
    while (start > 0 && (std::isalnum(static_cast<unsigned char>(text[start - 1])) != 0 || text[start - 1] == '_'))
      --start;
  }
  std::string before = text.substr(0, start);
  for (;;) {
    auto const last = before.find_last_not_of(" \t\r");
    if (last != std::string::npos) {
      before.erase(last + 1);
      break;
    }
    if (f.line <= 1) return false;
    --f.line;
    before = text_at(f);
    if (auto const comment = before.find("//"); comment != std::string::npos) before.erase(comment);
  }
  return std::strchr(";{})", before.back()) == nullptr && !before.ends_with("else") &&
         !before.ends_with(":");
}

bool is_unrolled(site& s) {
  if (s.unrolled >= 0) return s.unrolled != 0;
  s.unrolled = 0;
  scanned const found = scan(s.pc);
  if (found.bytes == longest) return false;
  // The condition is the last that the block does.
  std::string const& text = text_at(place_at(s.pc + found.bytes));
  bool any = false;
  for (std::size_t at = text.find("for"); at != std::string::npos; at = text.find("for", at + 3)) {
    std::size_t const open = text.find_first_not_of(" ", at + 3);
    if (open == std::string::npos || text[open] != '(') continue;
    if (!has_constant_header(text, open)) return false;
    any = true;
  }
  s.unrolled = any ? 1 : 0;
  return any;
}

}  // namespace simt::profile
