// SPDX-License-Identifier: MIT
#include "function_bodies.hpp"

#include <algorithm>
#include <string_view>

namespace simt::cu {

function_bodies::function_bodies(code const& tokens) : tokens_{tokens} {
  std::size_t last_template = 0, last_end = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is(word::template_)) last_template = i + 1;
    if (tokens[i].is('{') && i > 0 && tokens[i - 1].is(')')) {
      std::size_t const close = tokens.closing(i);
      std::size_t const end = close == npos ? tokens.size() : close;
      bodies_.push_back({name_before(i - 1), i, end, last_template > last_end});
      i = end;
    }
    if (i < tokens.size() && (tokens[i].is(';') || tokens[i].is('{') || tokens[i].is('}')))
      last_end = i;
  }
}

function_bodies::body const* function_bodies::around(std::size_t at) const noexcept {
  auto const next = std::upper_bound(bodies_.begin(), bodies_.end(), at,
                                     [](std::size_t a, body const& b) { return a < b.begin; });
  return next == bodies_.begin() || at > (next - 1)->end ? nullptr : &*(next - 1);
}

std::string_view function_bodies::name_before(std::size_t close) const noexcept {
  std::size_t const open = tokens_.opening(close);
  bool const is_name = open != npos && open > 0 && tokens_.is_identifier(open - 1) &&
                       tokens_[open - 1].is(word::none);
  return is_name ? tokens_.text(open - 1) : std::string_view{};
}

}  // namespace simt::cu
