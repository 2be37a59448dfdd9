// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/resolve.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

/// An assignment that gives a member the only value that it has.
struct part_value {
  statement const* at;
  std::string part;
};

/// Finds the members of a structure of the thread's own that the body names one by one, and the
/// structure as a whole nowhere: each may be a variable of its own. As a whole, a structure lies in
/// memory thread by thread, and each access is one to every third or fourth number.
class scalar_replacement {
 public:
  scalar_replacement(model const& m, callee_traits const& callees) : m_{m}, callees_{callees} {}

  /// The members of a variable; none where it is named in another way.
  [[nodiscard]] std::vector<std::string> parts(variable const& v);

  /// The assignments in one block that give each of these parts its only value, in front of all
  /// that names it: the parts are no variables then, but names of values. None where that is not
  /// so.
  [[nodiscard]] std::vector<part_value> values(std::vector<std::string> const& parts);

 private:
  using kind = expression_kind;

  void look(statement const& s);
  void look(expression const& e);
  [[nodiscard]] static bool names(std::vector<std::string> const& all, std::string const& part) {
    return std::find(all.begin(), all.end(), part) != all.end();
  }
  [[nodiscard]] bool is_named_in(auto const& s) {
    found_.clear();
    look(s);
    return !found_.empty();
  }
  /// The innermost block that holds all that names the variable.
  [[nodiscard]] statement const* innermost(statement const& s);
  /// The part that a statement `d.x = ...;` assigns to.
  [[nodiscard]] std::string assigned(statement const& s) const;
  /// True if s, or e, gives a part a value.
  [[nodiscard]] bool is_changed(statement const& s) const;
  [[nodiscard]] bool is_changed(expression const& e) const;
  [[nodiscard]] bool is_part(expression const& e) const;
  /// By name, where it is not known which variable it is: in sizeof.
  [[nodiscard]] bool is_named(expression const& e) const;

  model const& m_;
  callee_traits const& callees_;
  int variable_ = none;
  std::string name_;
  std::vector<std::string> found_;
  bool is_whole_ = false;
};

}  // namespace simt::cu::lane::detail
