// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/model.hpp"
#include "../syntax/macro_uses.hpp"
#include "../text/edits.hpp"
#include "call_graph.hpp"
#include "parameter_types.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// Finds where a value that may be a floating-point number becomes an integer with no cast, as in
/// `int i = f;`, `i = f;` and `return f;`: a GPU converts numbers of any size, C++ only those that
/// the type holds. Edits a thread form so that it converts as a GPU, what macros write by `uses`,
/// which keeps the lines that stay as C++ has them.
class implicit_conversions {
 public:
  implicit_conversions(model const& m, call_graph const& graph,
                       semantics::class_table const& classes, macro_uses* uses = nullptr)
      : m_{m}, graph_{graph}, classes_{classes}, uses_{uses} {}

  /// True where there was anything to edit.
  bool write(edits& out) const;

  /// True if a value may be a floating-point number; unknown ones may.
  [[nodiscard]] bool may_be_floating(expression const& given, int depth = 0) const;

 private:
  using kind = expression_kind;

  /// `result`: what a `return` of the statement becomes.
  bool look(statement const& s, type const& result, edits& out) const;
  bool look(expression const& e, edits& out) const;
  /// Of the variable of a for over a range.
  bool element(statement const& s, edits& out) const;
  /// Of a variable that is declared.
  bool initialise(declarator const& d, edits& out) const;
  /// Of `{a, {b, c}}`, all of whose items become one type.
  void convert_items(std::vector<expression_ptr> const& items, std::string_view type, edits& out,
                     bool& any) const;
  /// The same of items whose types only the compiler knows.
  void wrap_items(std::vector<expression_ptr> const& items, std::string_view in, edits& out,
                  bool& any) const;
  /// Makes `in(value)` of a value that may be a floating-point number.
  bool wrap(expression const& value, std::string_view in, edits& out) const;
  /// Of `type(a, b)` and `type{a, b}`.
  bool made(std::string const& type, std::vector<expression_ptr> const& values, bool is_list,
            edits& out) const;
  /// Of a constructor's members.
  bool initialisers(edits& out) const;
  /// Notes an argument that becomes an integer in some of several functions that a call may mean.
  void note_unknown(called_function const& call, std::size_t n, expression const& argument) const;
  /// Of casts to types whose name only the compiler knows.
  bool convert_cast(expression const& e, edits& out) const;
  /// Has `value` become a `t`, if that may be an integer type and the value may be none.
  bool convert(expression const& value, type const& t, edits& out) const;

  /// The same of places whose type only the compiler knows, as in `object.member = f`.
  bool convert_to_place(expression const& e, edits& out) const;
  [[nodiscard]] static bool is_known(type const& place) {
    return !place.base.empty() && !place.is_auto();
  }
  /// The type of a place for the compiler to find.
  [[nodiscard]] std::string type_of_place(expression const& place) const;
  bool convert_as(expression const& value, std::string_view type, edits& out) const;
  /// Where a value's text begins and ends; nothing where a macro has written part of it.
  [[nodiscard]] std::optional<std::pair<offset, offset>> place_of(expression const& value) const;

  /// The same of `i += f` and its kind.
  bool convert_step(expression const& e, edits& out) const;

  /// The type of what a place names, as its declaration spells it; empty where that is not known.
  [[nodiscard]] std::string_view element_of(expression const& place) const;

  model const& m_;
  call_graph const& graph_;
  semantics::class_table const& classes_;
  macro_uses* uses_;
};

}  // namespace simt::cu::lane
