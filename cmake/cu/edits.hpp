// SPDX-License-Identifier: MIT
#pragma once

#include "token.hpp"

#include <algorithm>
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
  void duplicate(offset begin, offset end, std::string first, std::string middle,
                 std::string last) {
    bodies_.push_back({begin, end, std::move(first), std::move(middle), std::move(last)});
  }

  [[nodiscard]] bool empty() const noexcept { return list_.empty() && bodies_.empty(); }

  /// The text with all replacements.
  [[nodiscard]] std::string apply(std::string_view text) {
    std::stable_sort(list_.begin(), list_.end(),
                     [](edit const& a, edit const& b) { return a.begin < b.begin; });
    std::sort(bodies_.begin(), bodies_.end(),
              [](body const& a, body const& b) { return a.begin < b.begin; });
    std::string out;
    out.reserve(text.size() + text.size() / 8 + 64);
    offset at = 0;
    for (body const& b : bodies_) {
      if (b.begin < at) continue;
      copy(text, at, b.begin, true, out);
      out += b.first;
      copy(text, b.begin, b.end, true, out);
      out += b.middle;
      copy(text, b.begin, b.end, false, out);
      out += b.last;
      at = b.end;
    }
    copy(text, at, static_cast<offset>(text.size()), true, out);
    return out;
  }

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

  void copy(std::string_view text, offset begin, offset end, bool device, std::string& out) const {
    auto next = std::lower_bound(list_.begin(), list_.end(), begin,
                                 [](edit const& e, offset at) { return e.begin < at; });
    auto const is_within = [&](edit const& e) {
      return e.begin < end || (e.begin == end && end == text.size());
    };
    for (; next != list_.end() && is_within(*next); ++next) {
      if (next->begin < begin || (next->device && !device)) continue;
      out += text.substr(begin, next->begin - begin);
      out += next->text;
      begin = next->end;
    }
    if (begin < end) out += text.substr(begin, end - begin);
  }

  std::vector<edit> list_;
  std::vector<body> bodies_;
};

}  // namespace simt::cu
