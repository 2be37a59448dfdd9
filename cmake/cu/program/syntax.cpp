// SPDX-License-Identifier: MIT
#include "syntax.hpp"

#include <algorithm>
#include <string_view>

namespace simt::cu::lane {

bool is_compiler_barrier(lexeme_list const& tokens, std::size_t at) noexcept {
  ++at;
  while (tokens[at].is(token_kind::identifier)) ++at;  // volatile
  if (!tokens[at].is('(')) return false;
  for (++at; tokens[at].is(token_kind::string); ++at)
    if (tokens[at].text.find_first_not_of("\" \t") != std::string_view::npos) return false;
  while (tokens[at].is(':') || tokens[at].is("::") || tokens[at].is(',') ||
         tokens[at].is(token_kind::string))
    ++at;
  return tokens[at].is(')');
}

bool type::is_pointer() const noexcept {
  return !levels.empty() && levels.back().sign == '*' && inner.empty() && extents.empty() &&
         function.empty();
}

bool type::is_reference() const noexcept {
  auto const& last = inner.empty() ? levels : inner;
  return !last.empty() && last.back().sign != '*';
}

bool type::is_reference_to_change() const noexcept {
  return is_reference() && !(is_const && levels.size() + inner.size() == 1);
}

bool lambda::keeps(std::string_view name) const noexcept {
  auto const& other = copies ? referred : copied;
  return (std::find(other.begin(), other.end(), name) != other.end()) != copies;
}

bool lambda::changes(std::size_t n) const noexcept {
  return n >= parameters.size() || parameters[n].declared.is_reference_to_change();
}

}  // namespace simt::cu::lane
