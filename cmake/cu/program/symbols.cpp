// SPDX-License-Identifier: MIT
#include "symbols.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

certainty taken(std::vector<branch> const& where) noexcept {
  certainty out = certainty::yes;
  for (branch const& b : where) out = std::min(out, b.taken);
  return out;
}

bool macro_text::same_as(macro_text const& other) const noexcept {
  return takes_arguments == other.takes_arguments && parameters == other.parameters &&
         std::equal(body.begin(), body.end(), other.body.begin(), other.body.end(),
                    [](lexeme const& a, lexeme const& b) { return a.text == b.text; });
}

void symbols::add_constant(std::string_view name, std::string const& value) {
  auto const [at, is_new] = constants_.try_emplace(std::string(name), value);
  if (!is_new && at->second != value) at->second.clear();
}

std::string_view symbols::constant(std::string_view name) const noexcept {
  if (constants_.empty()) return {};
  auto const found = constants_.find(name);
  return found == constants_.end() ? std::string_view{} : found->second;
}

bool symbols::is_named(std::string_view name) const noexcept {
  return is_function(name) || is_type(name) || is_value(name) || is_member(name) ||
         macros(name) != nullptr;
}

void symbols::define(std::string_view name, macro_text text) {
  auto& all = macros_[std::string(name)];
  if (text.where.empty()) all.clear();
  all.push_back(std::move(text));
}

std::vector<macro_text> const* symbols::macros(std::string_view name) const noexcept {
  if (macros_.empty()) return nullptr;
  auto const found = macros_.find(name);
  return found == macros_.end() ? nullptr : &found->second;
}

symbols::found_macro symbols::find_macro(std::string_view name,
                                         std::vector<branch> const& here) const noexcept {
  auto const* const all = macros(name);
  if (all == nullptr) return {};
  found_macro out;
  bool is_certain = false;
  for (auto m = all->rbegin(); m != all->rend() && !is_certain; ++m) {
    certainty const c = holds(*m, here);
    if (c == certainty::no) continue;
    is_certain = c == certainty::yes;
    if (out.text == nullptr) {
      out.text = &*m;
      out.is_certain = is_certain;
    } else if (!agree(*out.text, *m)) {
      return {nullptr, true};
    }
  }
  if (out.text == nullptr) return {};
  if (out.text->is_removed) return {nullptr, false};
  // It may also not be defined at all: as a name it stays one either way.
  if (!is_certain && out.text->use == macro_use::expands) return {nullptr, true};
  return out;
}

bool symbols::agree(macro_text const& a, macro_text const& b) noexcept {
  if (a.is_removed || b.is_removed) return a.is_removed == b.is_removed;
  return a.same_as(b) || (a.use == b.use && a.use != macro_use::expands);
}

certainty symbols::holds(macro_text const& m, std::vector<branch> const& here) noexcept {
  certainty out = certainty::yes;
  for (branch const& b : m.where) {
    bool is_around = false;
    for (branch const& h : here) {
      if (h.group != b.group) continue;
      if (h.number != b.number) return certainty::no;
      is_around = true;
    }
    if (is_around) continue;
    if (b.taken == certainty::no) return certainty::no;
    if (b.taken == certainty::maybe) out = certainty::maybe;
  }
  return out;
}

}  // namespace simt::cu::lane
