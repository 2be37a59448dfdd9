// SPDX-License-Identifier: MIT
#pragma once

#include "../program/class_members.hpp"
#include "../semantics/model.hpp"
#include "call_graph.hpp"

#include <set>
#include <vector>

namespace simt::cu::lane::detail {

/// Finds what an expression changes that another one reads: `(c = s[i]) > 0` and `c < 40`. C++ says
/// which of the two comes first in `a && b`, `a ? b : c` and `{a, b}`; arguments of a function,
/// which is what lane forms make of them, have no order.
class interference {
 public:
  interference(model const& m, call_graph const& graph,
               semantics::class_table const* classes = nullptr)
      : m_{m}, graph_{graph}, classes_{classes} {}

  /// True where b may read what a changes. What nobody knows changes everything.
  [[nodiscard]] bool between(expression const& a, expression const& b) const;
  /// True where one of some expressions may change what another one reads or changes.
  [[nodiscard]] bool among(std::vector<expression_ptr> const& all) const;

 private:
  using kind = expression_kind;

  struct changes {
    std::set<int> variables;
    bool memory = false;      // of others, and what is reached by its address
    bool everything = false;  // any variable, too
    [[nodiscard]] bool any() const noexcept { return memory || everything || !variables.empty(); }
  };

  /// True where a call of what `callee` names does nothing but give a value, which hangs on its
  /// arguments alone.
  [[nodiscard]] bool is_pure(expression const& callee) const;
  /// True where a call of the program's own function changes nothing, though it may read memory.
  [[nodiscard]] bool only_reads(expression const& callee) const;
  /// True where a function and what it calls are no methods and name nothing outside of functions.
  [[nodiscard]] bool stays_inside(std::string_view function) const;
  /// True where a parameter may be another name of a variable of the caller's: unless it is a copy
  /// of numbers or of an address, or nothing is changed through it.
  [[nodiscard]] bool may_refer(type const& t) const;
  void changed_by(expression const& e, changes& out) const;
  void changed_by_call(expression const& e, changes& out) const;
  void changed(expression const& place, changes& out) const;
  [[nodiscard]] bool reads(expression const& e, changes const& c) const;
  /// True of a number that nothing changes: `int const n = f(x);`.
  [[nodiscard]] static bool is_own_constant(variable const& x);
  /// True of an element of an array of the thread's own that has no address.
  [[nodiscard]] bool is_of_own_array(expression const& e) const;

  model const& m_;
  call_graph const& graph_;
  semantics::class_table const* classes_;
};

}  // namespace simt::cu::lane::detail
