// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/model.hpp"
#include "../text/edits.hpp"
#include "call_graph.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// Finds arguments and operands of which one changes what another one reads, as in `vec(next(s),
/// next(s))`. A GPU's compiler evaluates them from left to right, C++ leaves the order open, and
/// g++ takes arguments from right to left, also those of a program's operators.
class argument_order {
 public:
  argument_order(model const& m, call_graph const& graph, semantics::class_table const& classes)
      : m_{m}, graph_{graph}, classes_{classes} {}

  /// The arguments, by number, that have to be evaluated in order in front of the others; none
  /// where the order is all the same.
  [[nodiscard]] std::vector<std::size_t> find(std::vector<expression_ptr> const& values,
                                              std::size_t first = 0) const;

  /// Says what an operand is in its turn: a copy, or, of an operator that the program may have
  /// overloaded, a copy if it is a number and itself if it is an object.
  enum class held { copy, number };

  /// The variables among the operands of `e`, from `first` on, whose values its function or
  /// operator takes, and which other operands change; adds both to those that are evaluated in
  /// order.
  [[nodiscard]] std::map<std::size_t, held> disturbed(expression const& e, std::size_t first,
                                                      std::vector<std::size_t>& ordered) const;

  /// True where `by` may change a variable that `read` names: g++ reads it when all is done.
  [[nodiscard]] bool is_disturbed(expression const& read, expression const& by) const;
  /// True if an expression has a `++`, a `--` or an assignment.
  [[nodiscard]] static bool steps(expression const& e);

  /// Edits a thread form so that it evaluates arguments and operands as a GPU; true where there was
  /// anything.
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
  /// Of the arguments `values` from `first` on, of the call `of`, or of a declaration `type
  /// name(values)`.
  bool order(std::vector<expression_ptr> const& values, std::size_t first,
             std::optional<call_text> const& call, std::string const& type, expression const* of,
             edits& out) const;
  [[nodiscard]] bool may_be_bit_field(expression const& e) const;
  [[nodiscard]] bool is_array(expression const& e) const;
  /// True where all functions that an operator or a call may mean take operand n by value.
  [[nodiscard]] bool takes_copy(expression const& e, std::size_t n) const;
  /// Of both operands of an operator: the right one of an assignment comes first.
  bool order_operands(expression const& e, edits& out) const;
  [[nodiscard]] bool interfere(expression const& a, expression const& b) const;
  /// True where an operator may be a function: of the program, or of half precision.
  [[nodiscard]] bool is_overloaded(expression const& e) const;
  [[nodiscard]] bool is_half(expression const& e) const;
  [[nodiscard]] static bool mentions(expression const& e, std::string_view name);
  /// True for an element that a pointer or an array leads to: no object of the program's that
  /// stands for one, nor a bit field. Not in shared memory, around which other edits are made.
  [[nodiscard]] bool has_address(expression const& given) const;
  /// True for an object that all operators of that name take as a copy.
  [[nodiscard]] bool is_copied(expression const& e, std::size_t n) const;
  /// Where an expression's text begins and ends; nothing where a macro has written part of it.
  [[nodiscard]] std::optional<place> place_of(expression const& e) const;

  model const& m_;
  call_graph const& graph_;
  semantics::class_table const& classes_;
};

}  // namespace simt::cu::lane
