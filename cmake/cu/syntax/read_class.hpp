// SPDX-License-Identifier: MIT
#pragma once

#include "../program/class_members.hpp"
#include "../text/code.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::semantics {

/// Reads what a class consists of from its tokens: one look over its body, without the bodies of
/// its functions.
class class_reader {
 public:
  /// True of names that the preprocessor replaces by something that is no mere constant; told
  /// whether `(` follows.
  using macro_test = std::function<bool(std::string_view, bool)>;

  class_reader(code const& text, macro_test is_macro)
      : text_{text}, is_macro_{std::move(is_macro)} {}

  /// The class whose `{` is at `open`, and whose bases stand in [head, open).
  [[nodiscard]] class_description read(std::string name, std::size_t head, std::size_t open);

  /// The name of a type at the end of some tokens, as object_type has it.
  [[nodiscard]] object_type type_of(std::size_t begin, std::size_t end) const;

 private:
  [[nodiscard]] bool is_decoration(std::size_t i) const;

  /// `: public A<int>, private ns::B`
  void bases(std::size_t begin, std::size_t end, class_description& out) const;

  void members(std::size_t i, std::size_t end, class_description& out);

  [[nodiscard]] std::size_t behind_templates(std::size_t i, std::size_t end) const;

  /// One declaration; what follows it.
  [[nodiscard]] std::size_t declaration(std::size_t begin, std::size_t end, class_description& out);

  /// `using name = T;`, `typedef T name;`, `using base::name;`
  [[nodiscard]] std::size_t alias(std::size_t i, std::size_t end, class_description& out) const;

  /// A class or an enumeration with its body in a class.
  [[nodiscard]] std::size_t nested(std::size_t key, std::size_t brace, std::size_t end,
                                   bool is_shared, class_description& out);

  /// A function or variables.
  [[nodiscard]] std::size_t ordinary(std::size_t first, std::size_t end, bool is_shared,
                                     bool is_constant, class_description& out);

  /// Tells the members of a static declaration that have their value in the class from those whose
  /// definition stands somewhere else.
  void mark_undefined(std::size_t first, std::size_t stop, std::size_t before,
                      class_description& out) const;
  /// `*a, b[3] = {}, &c, (*d)(int);`
  void names(std::size_t begin, std::size_t end, member_kind kind, object_type const& of,
             class_description& out) const;

  /// Behind a declaration's `;` or body.
  [[nodiscard]] std::size_t behind(std::size_t i, std::size_t end) const;

  code const& text_;
  macro_test is_macro_;
};

}  // namespace simt::cu::semantics
