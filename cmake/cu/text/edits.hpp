// SPDX-License-Identifier: MIT
#pragma once

#include "token.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

/// Replacements in one text, gathered in any order. Where two overlap the first to begin wins. At
/// one offset, what is inserted stands in front of what begins there and behind what ends there.
class edits {
 public:
  void replace(offset begin, offset end, std::string text) {
    list_.push_back({kind::replacement, begin, end, std::move(text), false, {}});
  }
  void insert(offset at, std::string text) { replace(at, at, std::move(text)); }
  /// Puts words around [begin, end). Of two that begin together the longer is outside, of two of
  /// the same text the first one.
  void wrap(offset begin, offset end, std::string before, std::string behind) {
    list_.push_back({kind::wrap,
                     begin,
                     end,
                     std::move(before),
                     false,
                     {{{}, begin, end}, {std::move(behind), end, end}}});
  }
  /// A part of a rearranged text: words, and behind them a range of the text with its own edits.
  struct part {
    std::string words;
    offset begin = 0, end = 0;
    bool has_end = false;  // what is inserted at its end belongs to it
  };
  /// Writes parts of a text, which lie in [begin, end), in another order in the device form of a
  /// body.
  void rearrange_on_device(offset begin, offset end, std::vector<part> parts) {
    list_.push_back({kind::rearrangement, begin, end, {}, true, std::move(parts)});
  }
  /// A replacement that only the device form of a body shows, see duplicate().
  void replace_on_device(offset begin, offset end, std::string text) {
    list_.push_back({kind::replacement, begin, end, std::move(text), true, {}});
  }

  /// Writes [begin, end), the body of a `__host__ __device__` function without its braces, twice;
  /// `first`, `middle` and `last` stand around the device and the host form.
  void duplicate(offset begin, offset end, std::string first, std::string middle, std::string last);

  [[nodiscard]] bool empty() const noexcept { return list_.empty() && bodies_.empty(); }

  /// The text with all replacements.
  [[nodiscard]] std::string apply(std::string_view text);

 private:
  enum class kind : char { wrap, rearrangement, replacement };
  struct edit {
    kind is;
    offset begin, end;
    std::string text;
    bool device;
    std::vector<part> parts;  // behind the text

    [[nodiscard]] bool inserts() const noexcept { return parts.empty() && begin == end; }
  };
  struct body {
    offset begin, end;
    std::string first, middle, last;
  };

  /// `from`: the first edit to look at. `has_end`: those at the end, too.
  void copy(std::string_view text, offset begin, offset end, bool device, std::string& out,
            std::size_t from = 0, bool has_end = false) const;

  std::vector<edit> list_;
  std::vector<body> bodies_;
};

}  // namespace simt::cu
