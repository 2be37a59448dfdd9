// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/object_types.hpp"
#include "call_graph.hpp"

#include <string_view>

namespace simt::cu::lane {

/// How objects of the program's classes are made.
class constructors {
 public:
  constructors(call_graph const& graph, semantics::class_table const& classes)
      : graph_{graph}, classes_{classes} {}

  /// True where making an object of a class may ask which thread makes it: its constructors, those
  /// of its bases and members, or what members are initialised with; or where nobody has seen the
  /// class and some class of the program does.
  [[nodiscard]] bool may_ask_thread(type const& of) const {
    return of.is_plain() && !of.is_auto() && !semantics::class_table::is_arithmetic(of.base) &&
           asks(object_types::simple_name(of.base), 0);
  }

  /// True where an object of a class may have a reference to a number, or where nobody has seen the
  /// class and some class of the program may.
  [[nodiscard]] bool keeps_number(type const& made) const;

  /// True where an argument of a constructor is an object in memory, such as a shared one, to which
  /// the new object may keep a reference.
  [[nodiscard]] bool is_object_in_memory(model const& m, expression const& argument,
                                         type const& made) const;

 private:
  [[nodiscard]] bool asks(std::string_view of, int depth) const;

  call_graph const& graph_;
  semantics::class_table const& classes_;
};

}  // namespace simt::cu::lane
