// SPDX-License-Identifier: MIT
#include "syntax.hpp"

#include <algorithm>
#include <string_view>

namespace simt::cu::lane {

bool type::is_pointer() const noexcept {
  return !levels.empty() && levels.back().sign == '*' && inner.empty() && extents.empty() &&
         function.empty();
}

bool type::is_reference() const noexcept {
  auto const& last = inner.empty() ? levels : inner;
  return !last.empty() && last.back().sign != '*';
}

bool lambda::keeps(std::string_view name) const noexcept {
  auto const& other = copies ? referred : copied;
  return (std::find(other.begin(), other.end(), name) != other.end()) != copies;
}

bool lambda::changes(std::size_t n) const noexcept {
  if (n >= parameters.size()) return true;
  type const& t = parameters[n].declared;
  return t.is_reference() && !(t.is_const && t.levels.size() + t.inner.size() == 1);
}

}  // namespace simt::cu::lane
