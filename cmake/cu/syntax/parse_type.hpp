// SPDX-License-Identifier: MIT
#pragma once

#include "parse_base.hpp"

#include <memory>
#include <string>

namespace simt::cu::lane::detail {

/// Specifiers, types and declarators.
class type_parser : public parse_base {
 public:
  using parse_base::parse_base;
  virtual ~type_parser() = default;

 protected:
  [[nodiscard]] virtual expression_ptr assignment() = 0;

  // Specifiers.

  /// The specifiers at hand, with a type's name or definition; `base` holds the type afterwards.
  /// False where there was no type among them.
  bool read_specifiers(specifiers& words, type& base);

  /// The text of a name, with the types in its template arguments that `decltype(name)` stands for.
  [[nodiscard]] std::string known_decltypes(std::size_t begin, std::size_t end);

  /// `decltype(name)` is what the name is declared as; of others, C++ knows.
  void read_decltype(type& base);

  /// In front of `name(`, where no type stands, a constructor is declared.
  [[nodiscard]] virtual bool stops_at_constructor(qualified_name const&) const { return false; }

  /// True of numbers and variables of the function with signs between them.
  [[nodiscard]] bool is_sum_of_names(std::size_t begin, std::size_t end) const;
  [[nodiscard]] static bool is_compound(std::string const& base) noexcept;

  static void add(std::string& out, std::string const& more);

  /// `typename T::a<b, c>` with one blank behind words and commas.
  [[nodiscard]] std::string name_text(std::size_t begin, std::size_t end) const {
    return text(begin, end);
  }

  void qualify(bool& is_const, bool& is_volatile);

  /// A storage class or one of CUDA's qualifiers.
  bool specifier(specifiers& words);

  [[nodiscard]] bool rare_specifier(specifiers& words) const noexcept;

  /// Launch bounds, alignments and other attributes.
  bool attribute(specifiers& words);

  /// `struct s`, `struct s {...}`, `enum class e : int {...}`
  void class_type(type& base);

  void declare_enumerators(std::size_t begin, std::size_t end);

  // Declarators.

  [[nodiscard]] static type copy_of_base(type const& from);

  void read_levels(std::vector<pointer_level>& out, specifiers& words);

  void read_extents(std::vector<expression_ptr>& out);

  /// A declarator without its initialiser: pointers, a name, array extents. A name may be missing
  /// where `is_abstract`.
  [[nodiscard]] declarator read_declarator(type const& base, specifiers& words, bool is_abstract);

  /// A type as in a cast; throws where it is none.
  [[nodiscard]] std::unique_ptr<type> read_type_id();
};

}  // namespace simt::cu::lane::detail
