// SPDX-License-Identifier: MIT
#pragma once

#include "../program/syntax.hpp"

#include <vector>

namespace simt::cu::lane::detail {

/// Statements one after another, of one list or of several.
using statement_list = std::vector<statement const*>;

[[nodiscard]] statement_list list_of(std::vector<statement_ptr> const& from);
[[nodiscard]] bool holds_return(statement const& s);

/// An if with returns in it, and what follows: the side that does not return goes on with the rest.
/// So no thread has to wait elsewhere until the function's end.
struct parted_list {
  statement_list then, otherwise;
};

/// Finds out whether a function's returns all end it where they stand, once what follows an `if`
/// that returns is its other side: `if (a) return x; y; return z;`.
class return_finder {
 public:
  /// True if a list is of that kind.
  [[nodiscard]] static bool ends_only(statement_list const& list);

  /// The sides of the if that is number i of a list.
  [[nodiscard]] static parted_list part(statement_list const& list, std::size_t i);

 private:
  [[nodiscard]] static bool has_else(statement const& s) {
    return s.body.size() > 1 && s.body[1] != nullptr;
  }
  /// A block on its own is its statements.
  [[nodiscard]] static statement_list opened(statement_list list);
  /// True if every thread that comes to s returns in it.
  [[nodiscard]] static bool always(statement const& s);
};

}  // namespace simt::cu::lane::detail
