// SPDX-License-Identifier: MIT
#include "edits.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu {

void edits::duplicate(offset begin, offset end, std::string first, std::string middle,
                      std::string last) {
  bodies_.push_back({begin, end, std::move(first), std::move(middle), std::move(last)});
}

std::string edits::apply(std::string_view text) {
  // What surrounds others comes first; around the same text words stand outside of a rearrangement.
  std::stable_sort(list_.begin(), list_.end(), [](edit const& a, edit const& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    if (a.inserts() || b.inserts()) return a.inserts() && !b.inserts();
    bool const is_plain = a.is == kind::replacement, is_other_plain = b.is == kind::replacement;
    if (is_plain || is_other_plain) return !is_plain && is_other_plain;
    return a.end != b.end ? a.end > b.end : a.is < b.is;
  });
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
  copy(text, at, static_cast<offset>(text.size()), true, out, 0, true);
  return out;
}

void edits::copy(std::string_view text, offset begin, offset end, bool device, std::string& out,
                 std::size_t from, bool has_end) const {
  auto next = std::lower_bound(list_.begin() + static_cast<std::ptrdiff_t>(from), list_.end(),
                               begin, [](edit const& e, offset at) { return e.begin < at; });
  auto const is_within = [&](edit const& e) {
    return e.begin < end || (has_end && e.begin == end && e.end == end);
  };
  for (; next != list_.end() && is_within(*next); ++next) {
    if (next->begin < begin || (next->device && !device)) continue;
    out += text.substr(begin, next->begin - begin);
    out += next->text;
    for (part const& p : next->parts) {
      out += p.words;
      copy(text, p.begin, p.end, device, out, static_cast<std::size_t>(next - list_.begin()) + 1,
           p.has_end);
    }
    begin = next->end;
  }
  if (begin < end) out += text.substr(begin, end - begin);
}

}  // namespace simt::cu
