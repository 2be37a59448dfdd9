// SPDX-License-Identifier: MIT
#include "edits.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu {

void edits::duplicate(offset begin, offset end, std::string first, std::string middle,
                      std::string last) {
  bodies_.push_back({begin, end, std::move(first), std::move(middle), std::move(last)});
}

std::string edits::apply(std::string_view text) {
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

void edits::copy(std::string_view text, offset begin, offset end, bool device,
                 std::string& out) const {
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

}  // namespace simt::cu
