// SPDX-License-Identifier: MIT
#pragma once

#include "token.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

/// Replacements in one text, gathered in any order. Where two overlap the first to begin wins.
class edits {
 public:
  void replace(offset begin, offset end, std::string text) {
    list_.push_back({begin, end, std::move(text), false});
  }
  void insert(offset at, std::string text) { replace(at, at, std::move(text)); }
  /// A replacement that only the device form of a body shows, see duplicate().
  void replace_on_device(offset begin, offset end, std::string text) {
    list_.push_back({begin, end, std::move(text), true});
  }

  /// Writes [begin, end), the body of a `__host__ __device__` function without its braces, twice;
  /// `first`, `middle` and `last` stand around the device and the host form.
  void duplicate(offset begin, offset end, std::string first, std::string middle, std::string last);

  [[nodiscard]] bool empty() const noexcept { return list_.empty() && bodies_.empty(); }

  /// The text with all replacements.
  [[nodiscard]] std::string apply(std::string_view text);

 private:
  struct edit {
    offset begin, end;
    std::string text;
    bool device;
  };
  struct body {
    offset begin, end;
    std::string first, middle, last;
  };

  void copy(std::string_view text, offset begin, offset end, bool device, std::string& out) const;

  std::vector<edit> list_;
  std::vector<body> bodies_;
};

}  // namespace simt::cu
