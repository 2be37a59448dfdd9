// SPDX-License-Identifier: MIT
#pragma once

#include "../edits.hpp"
#include "call_graph.hpp"
#include "model.hpp"

#include <cstddef>
#include <string_view>

namespace simt::cu::lane {

/// Returns the integer type that argument n of a call of that function becomes, for the program's own
/// functions and for make_int4 and its kind; empty where it is another type or not known.
[[nodiscard]] std::string_view integer_parameter(call_graph const& graph, std::string_view function,
                                                 std::size_t n);

/// Finds where a value that may be a floating-point number becomes an integer with no cast, as in
/// `int i = f;`, `i = f;` and `return f;`: a GPU converts numbers of any size, C++ only those that
/// the type holds. Edits a thread form so that it converts as a GPU.
class implicit_conversions {
 public:
  implicit_conversions(model const& m, call_graph const& graph) : m_{m}, graph_{graph} {}

  /// True where there was anything to edit.
  bool write(edits& out) const;

 private:
  using kind = expression_kind;

  bool look(statement const& s, edits& out) const;
  bool look(expression const& e, edits& out) const;
  /// Has `value` become a `type`, if that is an integer type and the value may be none.
  bool convert(expression const& value, std::string_view type, edits& out) const;

  /// The same of places whose type only the compiler knows, as in `object.member = f`.
  bool convert_to_place(expression const& e, edits& out) const;
  bool convert_as(expression const& value, std::string_view type, edits& out) const;

  /// The same of `i += f` and its kind.
  bool convert_step(expression const& e, edits& out) const;

  /// True if a value may be a floating-point number; unknown ones may.
  [[nodiscard]] bool may_be_floating(expression const& given, int depth = 0) const;
  /// The type of what a place names, as its declaration spells it; empty where that is not known.
  [[nodiscard]] std::string_view element_of(expression const& place) const;

  model const& m_;
  call_graph const& graph_;
};

}  // namespace simt::cu::lane
