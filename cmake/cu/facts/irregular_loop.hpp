// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"
#include "call_graph.hpp"

#include <string_view>

namespace simt::cu::lane::detail {

/// Finds kernels whose whole work is one `if` that walks through memory at random: in a loop whose
/// turns differ by thread, at places that memory names, as along the edges of a graph. Lanes gain
/// nothing there but from each other's company: where few of them pass, they are faster one after
/// another.
class irregular_loop_finder {
 public:
  irregular_loop_finder(model const& m, call_graph const& graph) : m_{m}, graph_{graph} {}

  /// True if threads that pass the `if` may begin anew as threads: nothing has happened before it,
  /// and nothing comes after it.
  [[nodiscard]] bool is_sparse(statement const& s) const;

 private:
  using kind = expression_kind;

  [[nodiscard]] bool stands_alone(statement const& s) const;
  [[nodiscard]] bool is_plain_declaration(statement const& s) const;

  /// True if e leaves everything as it is.
  [[nodiscard]] static bool is_pure(expression const& e);

  /// True if a loop in s whose turns differ by thread goes where memory says.
  [[nodiscard]] bool walks(statement const& s, bool in_loop) const;
  [[nodiscard]] bool is_indirect(expression const& e) const;
  /// True if e is, or is made of, what lies in memory.
  [[nodiscard]] bool is_loaded(expression const& e, int depth) const;

  model const& m_;
  call_graph const& graph_;
};

}  // namespace simt::cu::lane::detail
