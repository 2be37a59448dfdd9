// SPDX-License-Identifier: MIT
#pragma once

#include "function_bodies.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

/// The functions of all files of a unit, by their tokens, before any of them is understood: which
/// names each of them mentions, and how often the text names an instance of a template.
class unit_functions {
 public:
  unit_functions() = default;
  unit_functions(unit_functions const&) = delete;
  unit_functions& operator=(unit_functions const&) = delete;

  using body = function_bodies::body;

  /// Takes a file, which must outlive this.
  function_bodies const& add(code const& file) { return files_.emplace_back(file); }

  /// How many instances names of a template's instances mean, each with the function that it stands
  /// in: within a template, one for each instance of that which the text names.
  using named_instances = std::set<std::pair<std::string_view, body const*>>;
  [[nodiscard]] std::size_t count(named_instances const& named) const {
    std::size_t out = 0;
    for (auto const& [instance, in] : named)
      out += in != nullptr && in->is_template ? count_of(in->name) : 1;
    return out;
  }

  /// The functions of these names and all that they mention, directly or not.
  [[nodiscard]] std::set<std::string_view> reached_from(std::vector<std::string_view> next) const {
    std::set<std::string_view> out;
    if (next.empty()) return out;
    std::map<std::string_view, std::vector<std::pair<code const*, body const*>>> by_name;
    for (function_bodies const& f : files_)
      for (body const& b : f) by_name[b.name].emplace_back(&f.tokens(), &b);
    while (!next.empty()) {
      auto const found = by_name.find(next.back());
      next.pop_back();
      if (found == by_name.end() || !out.insert(found->first).second) continue;
      for (auto const& [tokens, b] : found->second)
        for (std::size_t i = b->begin; i < b->end; ++i)
          if (tokens->is_identifier(i)) next.push_back(tokens->text(i));
    }
    return out;
  }

 private:
  /// How many instances of a template the text names, or one that names none.
  [[nodiscard]] std::size_t count_of(std::string_view name) const {
    auto const [known, is_new] = counts_.try_emplace(name, 1);  // what calls itself counts once
    if (is_new) {
      std::size_t const n = count(instances_of(name));
      known->second = std::max<std::size_t>(n, 1);
    }
    return known->second;
  }
  /// `name<4, float>(` wherever it stands.
  [[nodiscard]] named_instances instances_of(std::string_view name) const {
    named_instances out;
    for (function_bodies const& f : files_) {
      code const& tokens = f.tokens();
      for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!tokens[i + 1].is('<') || tokens.text(i) != name) continue;
        std::size_t const close = tokens.closing_angle(i + 1);
        if (close == npos || close + 1 >= tokens.size() || !tokens[close + 1].is('(')) continue;
        std::size_t const begin = tokens[i].begin;
        out.emplace(tokens.text().substr(begin, tokens[close].end - begin), f.around(i));
      }
    }
    return out;
  }

  std::deque<function_bodies> files_;
  mutable std::map<std::string_view, std::size_t> counts_;
};

}  // namespace simt::cu
