// SPDX-License-Identifier: MIT
#pragma once

#include "parse_type.hpp"

#include <string>
#include <string_view>

namespace simt::cu::lane::detail {

/// Tells casts from parentheses, and template arguments of members from comparisons.
class cast_reader : public type_parser {
 public:
  using type_parser::type_parser;

 protected:
  /// True if what stands behind a `)` can only be an operand, only go on with an expression, or
  /// both.
  enum class follower : std::uint8_t { operand, both, rest };

  [[nodiscard]] follower follower_of(std::size_t i) const noexcept;

  /// True if the `(` at hand begins a cast.
  [[nodiscard]] bool is_cast() const;

  [[nodiscard]] bool is_known_type(qualified_name const& n) const {
    return kind_of(n) == name_kind::type;
  }

  /// `(name)` in front of something.
  [[nodiscard]] bool is_cast_of_name(qualified_name const& n, follower next) const;

  /// True if the `(` at hand holds a type rather than an expression, where nothing behind it helps.
  /// For `sizeof (name)` it does not matter.
  [[nodiscard]] bool is_type_group() const;

  /// `a.f<4>(b)`: only types and literals, and a call.
  [[nodiscard]] bool is_member_template(std::size_t open) const noexcept;
};

}  // namespace simt::cu::lane::detail
