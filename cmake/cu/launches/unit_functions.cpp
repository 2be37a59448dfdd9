// SPDX-License-Identifier: MIT
#include "unit_functions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

std::size_t unit_functions::count(named_instances const& named) const {
  std::size_t out = 0;
  for (auto const& [instance, in] : named)
    out += in != nullptr && in->is_template ? count_of(in->name) : 1;
  return out;
}

std::set<std::string_view> unit_functions::reached_from(std::vector<std::string_view> next) const {
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

std::size_t unit_functions::count_of(std::string_view name) const {
  auto const [known, is_new] = counts_.try_emplace(name, 1);  // what calls itself counts once
  if (is_new) {
    std::size_t const n = count(instances_of(name));
    known->second = std::max<std::size_t>(n, 1);
  }
  return known->second;
}

unit_functions::named_instances unit_functions::instances_of(std::string_view name) const {
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

}  // namespace simt::cu
