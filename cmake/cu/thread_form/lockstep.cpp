// SPDX-License-Identifier: MIT
#include "lockstep.hpp"

#include <string>

namespace simt::cu::detail {

std::size_t subscripts_end(code const& text, std::size_t at) {
  std::size_t i = at + 1;
  while (text[i].is('[')) {
    std::size_t const close = text.closing(i);
    if (close == npos) return at + 1;
    i = close + 1;
  }
  return i;
}

bool takes_from_others(code const& text, std::size_t at) {
  std::size_t const end = subscripts_end(text, at);
  if (end == at + 1) return false;
  auto const op = text.text(end);
  bool const assigns =
      op == "=" || op == "+=" || op == "-=" || op == "*=" || op == "&=" || op == "|=" || op == "^=";
  if (!assigns) return false;
  std::string const own = text.squeezed(at + 1, end);
  for (std::size_t i = end; i < text.size() && !text[i].is(';'); ++i)
    if (text.is_identifier(i) && text.text(i) == text.text(at) && text[i + 1].is('[') &&
        text.squeezed(i + 1, subscripts_end(text, i)) != own)
      return true;
  return false;
}

bool is_own_array(code const& text, std::size_t at) {
  for (std::size_t i = at; i-- > 0 && !text[i].is(';') && !text[i].is('{') && !text[i].is('}');)
    if (text[i].is(word::shared) || text[i].is('(')) return false;
  for (std::size_t i = at; i < text.size() && !text[i].is(';') && !text[i].is('='); ++i) {
    if (text[i].is(word::shared) || text[i].is('*') || text[i].is('&')) return false;
    if (text[i].is('[')) return true;
  }
  return false;
}

bool begins_statement(code const& text, std::size_t at) {
  token const& before = text[at - 1];
  return before.is(';') || before.is('{') || before.is('}') || before.is(')') ||
         (text.is_identifier(at - 1) && text.text(at - 1) == "else");
}

}  // namespace simt::cu::detail

namespace simt::cu {

name_set lockstep_arrays(code const& text, name_set const& outside, std::size_t head,
                         std::size_t begin, std::size_t end) {
  name_set volatiles;
  for (std::size_t i = head; i < end; ++i)
    if (text.is_identifier(i) && text.text(i) == "volatile" &&
        !(i > begin && detail::is_own_array(text, i)))
      detail::volatile_names(text, i, volatiles);
  if (volatiles.empty() && outside.empty()) return {};
  name_set out;
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (!text.is_identifier(i)) continue;
    auto const name = text.text(i);
    if (name == "__syncwarp") return {};
    if ((volatiles.contains(name) || outside.contains(name)) && detail::begins_statement(text, i) &&
        detail::takes_from_others(text, i))
      out.emplace(name);
  }
  return out;
}

bool rewrite_lockstep(code const& text, name_set const& arrays, std::size_t at, edits& out) {
  if (arrays.empty() || !arrays.contains(text.text(at)) || !detail::begins_statement(text, at))
    return false;
  std::size_t const end = detail::subscripts_end(text, at);
  if (end == at + 1 || !detail::takes_from_others(text, at)) return false;
  std::string const place{text.squeezed(at, end)};
  std::string const site = "(__FILE__, " + std::to_string(at) + ", ";
  out.wrap(text[at].begin, text[end - 1].end,
           "::simt::cuda::warp_meet" + site + place + "), ::simt::cuda::warp_step" + site, ")");
  return true;
}

}  // namespace simt::cu
