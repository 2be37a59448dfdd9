// SPDX-License-Identifier: MIT
#pragma once

#include "../program/symbols.hpp"
#include "model.hpp"

#include <string>
#include <string_view>

namespace simt::cu::lane {

/// The classes of expressions in a body, and what the members are that it names.
class object_types {
 public:
  object_types(model const& m, semantics::class_table const& classes) : m_{m}, classes_{classes} {}

  /// Returns what `a.b` or `a->b` names.
  [[nodiscard]] semantics::class_member member(expression const& e) const;
  /// The same of an object, or a pointer to one, of a type.
  [[nodiscard]] semantics::class_member member_of(type const& t, std::string_view name) const;
  /// True if each object has one of its own, which lies in it.
  [[nodiscard]] bool is_data(expression const& e) const {
    return member(e).kind == semantics::member_kind::data;
  }
  /// True if all objects have the same, which never changes.
  [[nodiscard]] bool is_constant(expression const& e) const {
    return member(e).kind == semantics::member_kind::constant;
  }

  /// The type of an expression, as far as it is written somewhere; no name where it is not.
  [[nodiscard]] semantics::object_type type_of(expression const& given) const;

  /// `vec` of `struct ns::vec<float, 4>`; empty for what is no name.
  [[nodiscard]] static std::string simple_name(std::string_view base);

 private:
  [[nodiscard]] static semantics::object_type inner(semantics::object_type t);
  [[nodiscard]] static semantics::object_type outer(semantics::object_type t);

  [[nodiscard]] semantics::object_type type_of(type const& t) const;

  /// True if `<...>` is one list, with nothing behind it.
  [[nodiscard]] static bool is_arguments(std::string_view text);

  /// True if a name is a template's parameter here, or a type that the body defines.
  [[nodiscard]] bool is_other(std::string const& name) const;
  [[nodiscard]] static bool defines(statement const& s, std::string const& name);

  model const& m_;
  semantics::class_table const& classes_;
};

}  // namespace simt::cu::lane
