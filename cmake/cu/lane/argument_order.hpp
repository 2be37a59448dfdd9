// SPDX-License-Identifier: MIT
#pragma once

#include "../edits.hpp"
#include "call_graph.hpp"
#include "model.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// Finds arguments of which one changes what another one reads, as in `vec(next(s), next(s))`. A
/// GPU's compiler evaluates arguments from left to right, C++ leaves the order open, and g++ takes
/// them from right to left.
class argument_order {
 public:
  argument_order(model const& m, call_graph const& graph, semantics::class_table const& classes)
      : m_{m}, graph_{graph}, classes_{classes} {}

  /// The arguments, by number, that have to be evaluated in order in front of the others; none
  /// where the order is all the same.
  [[nodiscard]] std::vector<std::size_t> find(std::vector<expression_ptr> const& values,
                                              std::size_t first = 0) const;

  /// Edits a thread form so that it evaluates arguments as a GPU; true where there was anything.
  bool write(edits& out) const;

 private:
  using kind = expression_kind;

  using place = std::pair<offset, offset>;
  /// The text of a call: its head, `name(`, up to the first argument, and its end.
  struct call_text {
    place head;
    offset end;
  };

  bool look(statement const& s, edits& out) const;
  bool look(expression const& e, edits& out) const;
  /// Of the arguments `values` from `first` on, of a call, or of a declaration `type name(values)`.
  bool order(std::vector<expression_ptr> const& values, std::size_t first,
             std::optional<call_text> const& call, std::string const& type, edits& out) const;
  /// Where an expression's text begins and ends; nothing where a macro has written part of it.
  [[nodiscard]] std::optional<place> place_of(expression const& e) const;

  model const& m_;
  call_graph const& graph_;
  semantics::class_table const& classes_;
};

}  // namespace simt::cu::lane
