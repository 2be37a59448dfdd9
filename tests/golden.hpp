#pragma once
// SPDX-License-Identifier: MIT

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Answers recorded on a GPU. A line is `id <TAB> inputs <TAB> output`; ids that begin with `_` are
/// no cases. tests/golden holds reduced copies, SIMT_GOLDEN names a folder with others.
namespace golden {

struct record {
  std::string id;
  std::string inputs;
  std::string output;
};

inline std::string path(std::string const& file) {
  char const* const other = std::getenv("SIMT_GOLDEN");
  return std::string(other != nullptr && *other != 0 ? other : SIMT_GOLDEN_DIR) + "/" + file;
}

inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> out;
  for (;;) {
    auto const end = text.find(separator);
    out.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

/// The cases of a file whose id begins with `prefix`.
inline std::vector<record> read(std::string const& file, std::string_view prefix = {}) {
  std::ifstream in(path(file));
  if (!in) throw std::runtime_error("cannot read " + path(file));
  std::vector<record> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '_' || line.compare(0, prefix.size(), prefix) != 0) continue;
    auto const parts = split(line, '\t');
    if (parts.size() == 3) out.push_back({parts[0], parts[1], parts[2]});
  }
  return out;
}

/// The value of `key` in inputs that are words `key=value`.
inline std::string field(record const& r, std::string const& key) {
  for (auto const& word : split(r.inputs, ' '))
    if (word.compare(0, key.size() + 1, key + "=") == 0) return word.substr(key.size() + 1);
  throw std::runtime_error(r.id + " has no " + key);
}

/// The bits of a value: `0xBITS:decimal`, `lo/hi` of two halves, or a decimal.
inline std::uint64_t bits(std::string const& text) {
  if (auto const slash = text.find('/'); slash != std::string::npos)
    return bits(text.substr(0, slash)) | bits(text.substr(slash + 1)) << 16;
  if (text.compare(0, 2, "0x") == 0) return std::strtoull(text.c_str() + 2, nullptr, 16);
  return text[0] == '-' ? static_cast<std::uint64_t>(std::strtoll(text.c_str(), nullptr, 10))
                        : std::strtoull(text.c_str(), nullptr, 10);
}

/// The low bytes of b as a T.
template <class T>
T value(std::uint64_t b) {
  T x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}
template <class T>
std::uint64_t bits_of(T x) {
  std::uint64_t b = 0;
  std::memcpy(&b, &x, sizeof x);
  return b;
}

template <class T>
std::vector<T> values(std::string const& text) {
  std::vector<T> out;
  for (auto const& v : split(text, ',')) out.push_back(value<T>(bits(v)));
  return out;
}

}  // namespace golden
