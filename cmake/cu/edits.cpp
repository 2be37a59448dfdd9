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
  // A rearrangement stands behind what is inserted in front of it, and before its own edits.
  auto const rank = [](edit const& e) { return e.parts.empty() ? e.begin == e.end ? 0 : 2 : 1; };
  std::stable_sort(list_.begin(), list_.end(), [&](edit const& a, edit const& b) {
    return a.begin != b.begin ? a.begin < b.begin : rank(a) < rank(b);
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
  copy(text, at, static_cast<offset>(text.size()), true, out);
  return out;
}

void edits::copy(std::string_view text, offset begin, offset end, bool device, std::string& out,
                 std::size_t from, bool has_end) const {
  auto next = std::lower_bound(list_.begin() + static_cast<std::ptrdiff_t>(from), list_.end(),
                               begin, [](edit const& e, offset at) { return e.begin < at; });
  auto const is_within = [&](edit const& e) {
    return e.begin < end || (e.begin == end && (end == text.size() || (has_end && e.end == end)));
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
