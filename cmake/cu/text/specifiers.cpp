// SPDX-License-Identifier: MIT
#include "specifiers.hpp"

#include <algorithm>
#include <string_view>

namespace simt::cu {

std::string_view kernel_declared(code const& text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(';') || t.is('{') || t.is('}')) return {};
    if (!t.is(token_kind::identifier)) continue;
    std::size_t next = i + 1;
    if (text[next].is('<')) {
      std::size_t const close = text.closing_angle(next);
      if (close != npos && text[close + 1].is('(')) next = close + 1;
    }
    if (!text[next].is('(')) continue;
    if (t.is(word::none)) return text.text(i);
    i = text.closing(next);
    if (i == npos) return {};
  }
  return {};
}

}  // namespace simt::cu

namespace simt::cu::detail {

other_specifiers others_of(code const& text, names const& known, std::size_t begin,
                           std::size_t at) {
  other_specifiers out;
  for (std::size_t i = std::min(begin, at); i < text.size(); ++i) {
    token const& t = text[i];
    if (t.is(';') || t.is('{') || t.is('}')) break;
    if (t.is('(') && i > at && text[i - 1].is(word::none)) break;  // parameters
    if (i == at) continue;
    out.marks |= known.of(text, i);
    out.forceinline |= t.is(word::forceinline);
  }
  return out;
}

}  // namespace simt::cu::detail

namespace simt::cu {

bool rewrite_inline(code const& text, names const& known, std::size_t begin, std::size_t at,
                    edits& out) {
  token const& t = text[at];
  auto const others = detail::others_of(text, known, begin, at);
  if (t.is(word::forceinline)) {
    if (!others.marks.inlined && !others.marks.forced) return false;
    out.replace(t.begin, t.end, "__attribute__((always_inline))");
    return true;
  }
  // A macro's __forceinline__ stays as it is.
  if (!others.marks.forced || others.forceinline) return false;
  out.replace(t.begin, t.end, "");
  return true;
}

}  // namespace simt::cu
