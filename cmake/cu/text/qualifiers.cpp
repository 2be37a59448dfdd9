// SPDX-License-Identifier: MIT
#include "qualifiers.hpp"

namespace simt::cu {

qualifiers& qualifiers::operator|=(qualifiers const& other) noexcept {
  global |= other.global;
  device |= other.device;
  host |= other.host;
  shared |= other.shared;
  inlined |= other.inlined;
  forced |= other.forced;
  return *this;
}

qualifiers names::of(code const& text, std::size_t i) const {
  token const& t = text[i];
  if (t.name != word::none) return qualifiers_of(t.name);
  if (macros.empty() || !t.is(token_kind::identifier)) return {};
  auto const found = macros.find(text.text(i));
  return found == macros.end() ? qualifiers{} : found->second;
}

}  // namespace simt::cu
