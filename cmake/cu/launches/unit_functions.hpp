// SPDX-License-Identifier: MIT
#pragma once

#include "../text/function_bodies.hpp"

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
  [[nodiscard]] std::size_t count(named_instances const& named) const;

  /// The functions of these names and all that they mention, directly or not.
  [[nodiscard]] std::set<std::string_view> reached_from(std::vector<std::string_view> next) const;

 private:
  /// How many instances of a template the text names, or one that names none.
  [[nodiscard]] std::size_t count_of(std::string_view name) const;
  /// `name<4, float>(` wherever it stands.
  [[nodiscard]] named_instances instances_of(std::string_view name) const;

  std::deque<function_bodies> files_;
  mutable std::map<std::string_view, std::size_t> counts_;
};

}  // namespace simt::cu
