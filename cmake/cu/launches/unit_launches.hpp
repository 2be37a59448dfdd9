// SPDX-License-Identifier: MIT
#pragma once

#include "../text/directive.hpp"
#include "../text/lexed.hpp"
#include "../text/messages.hpp"
#include "block_shape.hpp"
#include "launch.hpp"
#include "unit_functions.hpp"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace simt::cu {

/// The launches of all files of a unit. They are gathered before the first kernel is written:
/// kernels often stand in a file which that of their launches includes.
class unit_launches {
 public:
  explicit unit_launches(lane::symbols const& known) : known_{known} {}
  unit_launches(unit_launches const&) = delete;
  unit_launches& operator=(unit_launches const&) = delete;

  /// Takes a file, which must outlive this, once. What does not look like a launch is left to those
  /// who rewrite it.
  void add(lexed const& in);

  /// Returns the blocks that a kernel has, if all launches of that name say the same: by the macros
  /// that are known by now.
  [[nodiscard]] std::optional<block_shape> blocks_of(std::string_view kernel) const;

  /// True if they name a good many instances of a kernel template: `k<512, true><<<`.
  [[nodiscard]] bool are_many(std::string_view kernel) const;
  /// True if a function is one of those that such kernels call.
  [[nodiscard]] bool is_called_by_many(std::string_view function) const;

 private:
  struct text {
    explicit text(function_bodies const& f) : functions{f} {}
    function_bodies const& functions;
    mutable std::optional<block_shapes> shapes;  // made when first asked for
  };
  struct place {
    text const* in;  // null: in a macro, whose blocks are whatever its uses say
    launch at;
    std::string instance;
  };

  void macro_body(source const& file, token const& line);

  void add(source const& file, code const& tokens, std::size_t at, text const* in);

  [[nodiscard]] std::optional<block_shape> blocks_of(place const& p) const;

  lane::symbols const& known_;
  std::set<std::string> files_;
  unit_functions functions_;
  std::deque<text> texts_;
  std::map<std::string, std::vector<place>, std::less<>> launches_;
  mutable std::optional<std::set<std::string_view>> called_by_many_;  // found when first asked for
};

}  // namespace simt::cu
