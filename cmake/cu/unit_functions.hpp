// SPDX-License-Identifier: MIT
#pragma once

#include "lexed.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

/// The functions of all files of a unit, by their tokens, before any of them is understood: which
/// names each of them mentions, and how often the text names an instance of a template. A good guess
/// and no more, for questions of cost.
class unit_functions {
 public:
  unit_functions() = default;
  unit_functions(unit_functions const&) = delete;
  unit_functions& operator=(unit_functions const&) = delete;

  struct body {
    std::string_view name;
    std::size_t begin, end;  // its braces
    bool is_template;
  };
  class text {
   public:
    explicit text(code const& tokens) : tokens_{tokens} {
      std::size_t last_template = 0, last_end = 0;
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].is(';') || tokens[i].is('{') || tokens[i].is('}')) last_end = i;
        if (!tokens.is_identifier(i)) continue;
        if (tokens[i].is(word::template_)) last_template = i + 1;
        if (!tokens[i].is(word::none) || i + 1 >= tokens.size() || !tokens[i + 1].is('(')) continue;
        std::size_t const close = tokens.closing(i + 1);
        if (close == npos || close + 1 >= tokens.size() || !tokens[close + 1].is('{')) continue;
        std::size_t const end = tokens.closing(close + 1);
        if (end == npos) continue;
        bodies_.push_back({tokens.text(i), close + 1, end, last_template > last_end});
        i = last_end = end;
      }
    }
    [[nodiscard]] code const& tokens() const noexcept { return tokens_; }
    [[nodiscard]] std::vector<body> const& bodies() const noexcept { return bodies_; }
    /// The function around a token.
    [[nodiscard]] body const* around(std::size_t at) const {
      auto const next = std::upper_bound(bodies_.begin(), bodies_.end(), at,
                                         [](std::size_t a, body const& b) { return a < b.begin; });
      return next == bodies_.begin() || at > (next - 1)->end ? nullptr : &*(next - 1);
    }

   private:
    code const& tokens_;
    std::vector<body> bodies_;
  };

  /// Takes a file, which must outlive this.
  text const& add(lexed const& in) { return texts_.emplace_back(in.tokens); }

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
    std::map<std::string_view, std::vector<std::pair<text const*, body const*>>> by_name;
    for (text const& t : texts_)
      for (body const& b : t.bodies()) by_name[b.name].emplace_back(&t, &b);
    std::set<std::string_view> out;
    while (!next.empty()) {
      auto const found = by_name.find(next.back());
      next.pop_back();
      if (found == by_name.end() || !out.insert(found->first).second) continue;
      for (auto const& [t, b] : found->second)
        for (std::size_t i = b->begin; i < b->end; ++i)
          if (t->tokens().is_identifier(i)) next.push_back(t->tokens().text(i));
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
    for (text const& t : texts_) {
      code const& tokens = t.tokens();
      for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!tokens[i + 1].is('<') || tokens.text(i) != name) continue;
        std::size_t const close = tokens.closing_angle(i + 1);
        if (close == npos || close + 1 >= tokens.size() || !tokens[close + 1].is('(')) continue;
        std::size_t const begin = tokens[i].begin;
        out.emplace(tokens.text().substr(begin, tokens[close].end - begin), t.around(i));
      }
    }
    return out;
  }

  std::deque<text> texts_;
  mutable std::map<std::string_view, std::size_t> counts_;
};

}  // namespace simt::cu
