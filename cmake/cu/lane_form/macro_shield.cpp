// SPDX-License-Identifier: MIT
#include "macro_shield.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

namespace {

bool is_of_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// True if the compiler itself knows the name, whose meaning `#undef` would take away for good.
bool is_predefined(std::string_view name) {
  return name == "__FILE__" || name == "__LINE__" || name == "__COUNTER__" || name == "__DATE__" ||
         name == "__TIME__" || name == "__BASE_FILE__" || name == "__INCLUDE_LEVEL__";
}

/// True if lane forms expand the name whichever of its definitions holds; constants and types stay
/// in them. The library's own, which a command line may define, stand in forms as they are.
bool is_expanded(std::string_view name, symbols const& known) {
  if (name.starts_with("SIMT_") || is_predefined(name)) return false;
  auto const* const all = known.macros(name);
  if (all == nullptr) return false;
  bool const is_defined =
      std::any_of(all->begin(), all->end(), [](macro_text const& m) { return !m.is_removed; });
  return is_defined && std::all_of(all->begin(), all->end(), [](macro_text const& m) {
           return m.is_removed || m.use == macro_use::expands;
         });
}

}  // namespace

std::string shielded_from_macros(std::string text, symbols const& known) {
  std::set<std::string_view> names;
  std::string_view const all = text;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && is_of_word(all[end])) ++end;
    if (end > i && is_expanded(all.substr(i, end - i), known)) names.insert(all.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  if (names.empty()) return text;
  std::string before, behind;
  for (std::string_view const name : names) {
    std::string const quoted = "(\"" + std::string(name) + "\")\n";
    before += "#pragma push_macro" + quoted + "#undef " + std::string(name) + "\n";
    behind += "#pragma pop_macro" + quoted;
  }
  return before + text + (text.ends_with('\n') ? "" : "\n") + behind;
}

}  // namespace simt::cu::lane
