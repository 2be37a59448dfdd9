// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/model.hpp"
#include "call_graph.hpp"

#include <cstddef>
#include <string_view>

namespace simt::cu::lane {

/// The operators and methods that the program defines, as far as they change the objects that they
/// work on, or give places where they are changed.
class object_operators {
 public:
  explicit object_operators(call_graph const& graph) : graph_{graph} {}

  /// True if calling an object of a type may change the object: its class has an operator () that
  /// is not const, or, where the text does not tell the class, some class of the program has such a
  /// one beside one that is const. (Where it has no other, the compiler refuses to call a const
  /// object.)
  [[nodiscard]] bool changes_called(type const& of) const;

  /// True if an operator of the program may change its n-th operand; `count` is how many it has.
  [[nodiscard]] bool changes_operand(operation op, std::size_t count, std::size_t n) const;

  /// True if a method of that name may change its object: one of the program's is not const, or
  /// nobody has seen it.
  [[nodiscard]] bool may_change_object(std::string_view method) const;

  /// Finds what a callee may be, by its name: functions, methods, or operators () of an object; null
  /// where the program has none.
  [[nodiscard]] call_graph::entries const* called(model const& m, expression const& callee) const;

  /// True if what a call gives may be a reference: a function, a method or an operator () of the
  /// program's that it may mean gives one, or nobody has seen the method or the object's class. (A
  /// lane form gives a value.)
  [[nodiscard]] bool may_give_place(model const& m, expression const& callee) const;

  /// True if what a call gives may be a pointer, or an object of a class that keeps one: of the
  /// program's functions, methods or operators () that it may mean. `classes`: the program's.
  [[nodiscard]] bool may_give_address(model const& m, expression const& callee,
                                      semantics::class_table const* classes) const;
  /// True if that may be an address in what one of these functions takes by reference.
  [[nodiscard]] bool may_give_argument(model const& m, expression const& callee,
                                       semantics::class_table const* classes) const;

  /// True if the reference that a call gives can be followed from each thread's own call: it is
  /// given by a function, a method or an operator () of the program's that has no reference to
  /// anything but its object, which stays where it is. (Arguments are copied for a thread's call.)
  [[nodiscard]] bool gives_known_place(model const& m, expression const& callee) const;

  /// True if an operator of the program gives a reference.
  [[nodiscard]] bool gives_place(operation op) const;

  /// True of a member that may not change its object, or has none.
  [[nodiscard]] static bool is_const(function const& member) noexcept;

 private:
  [[nodiscard]] static bool gives_reference(function const& f);
  [[nodiscard]] static bool gives_reference(call_graph::entries const& all);

  call_graph const& graph_;
};

}  // namespace simt::cu::lane
