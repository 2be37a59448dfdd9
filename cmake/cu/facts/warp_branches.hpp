// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"
#include "call_graph.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

/// Finds warp functions that name threads by a mask, or by a group, and that some of these may not
/// come to: `lane == 0 ? 0 : __shfl_up_sync(~0u, v, 1)`, an `if`, a loop that threads leave in
/// different turns. A GPU goes on without those, which wait where the ways join. Where both ways
/// call, with one mask, its threads meet there.
class warp_branches {
 public:
  warp_branches(model const& m, call_graph const& graph, uniformity const& u);

  /// A statement behind which threads of a warp wait for one another, as more such functions
  /// follow.
  struct join {
    statement const* behind = nullptr;
    bool is_body = false;  // a loop's, without braces
  };
  [[nodiscard]] std::vector<join> const& joins() const noexcept { return joins_; }
  /// Loops whose turns begin so: threads come there by `continue`.
  [[nodiscard]] std::vector<statement const*> const& turns() const noexcept { return turns_; }
  /// Calls of functions without a mask, or of what calls such: threads that come to one of these by
  /// calls at other places do not meet there.
  [[nodiscard]] std::vector<expression const*> const& marked() const noexcept { return marked_; }
  /// Numbers the place of a call.
  [[nodiscard]] std::string place_of(expression const& e) const {
    return std::to_string(m_.of->begin + e.tokens.begin) + "u";
  }
  /// The first statement on both ways of which threads may call with one mask: a GPU's meet there.
  /// Null where there is none.
  [[nodiscard]] statement const* ways_meet() const noexcept { return ways_meet_; }
  /// True if the condition of one is such that warps go one way as a whole, as long as blocks have
  /// rows of whole warps.
  [[nodiscard]] bool warps_part() const noexcept { return warps_part_; }
  /// True if threads may leave the function while others of their warp still call.
  [[nodiscard]] bool leaves_parted() const noexcept { return leaves_parted_; }

 private:
  /// A call, and the masks that it, or the functions that it calls, name threads by.
  struct call {
    expression const* at = nullptr;
    int node = none;
    name_set masks;
    bool leaves_parted = false;
  };
  using arguments = std::map<std::string, std::string, std::less<>>;
  using visited = std::set<std::pair<function const*, arguments>>;

  /// Collects the masks of the calls among some tokens of a function. `given`: what its parameters
  /// stand for. `seen`: functions that have been looked at.
  void masks_of(lexeme_list const& t, range of, arguments const& given, name_set& out,
                visited& seen) const;
  /// The masks that are named in a range of the function's own text.
  [[nodiscard]] name_set masks_in(range of) const;
  [[nodiscard]] bool parts(int node) const;
  /// True if threads part within `of` around a call there.
  [[nodiscard]] bool parts_around(range of) const;
  [[nodiscard]] bool calls_behind(std::size_t token) const;
  /// True if a range is left by a jump.
  [[nodiscard]] bool jumps(range of) const;

  void mark_calls();
  void list(std::vector<statement_ptr> const& all);
  /// Tells what stands in a list, in a loop's body, or else in a branch, behind which threads join.
  enum class place : std::uint8_t { list, loop, branch };
  void statement_(statement const& s, place at);
  void ways(statement const& s);
  void ways(expression const& e, statement const& s);
  /// True if two ways, which threads take by a condition, have calls with one mask.
  [[nodiscard]] bool meet(range a, range b) const;
  void note(statement const& s, expression const* condition);
  /// True if a condition has one value for a warp by its text: `threadIdx.x < 64`, `warp == 0`.
  [[nodiscard]] bool is_of_warp(expression const& e, int depth = 0) const;

  model const& m_;
  call_graph const& graph_;
  uniformity const& uniformity_;
  std::vector<call> calls_;
  std::vector<join> joins_;
  std::vector<expression const*> marked_;
  std::vector<statement const*> turns_;
  std::vector<statement const*> loops_;  // around here
  statement const* ways_meet_ = nullptr;
  bool warps_part_ = false;
  bool leaves_parted_ = false;
};

}  // namespace simt::cu::lane::detail
