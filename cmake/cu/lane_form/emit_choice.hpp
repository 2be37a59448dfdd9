// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/returns.hpp"
#include "emit_fused.hpp"

#include <string>

namespace simt::cu::lane::detail {

/// Writes an if whose sides are worth no branch as a choice, `c ? a : b`: the mask stays as it is.
class choice_writer : public fused_writer {
 public:
  using fused_writer::fused_writer;

 protected:
  /// `if (c) x = a; else x = b;`, x a variable of numbers or an element of a shared array; empty
  /// where an if is another one.
  [[nodiscard]] std::string assigned_choice(statement const& s);
  /// `if (c) return a; else return b;`, by what its sides are.
  [[nodiscard]] std::string returned_choice(statement const& s, parted_list const& sides);

  type const* result_type_ = &m_.of->result;  // of the function, or lambda, that is written

 private:
  /// The same of an element: one store of whole registers. (Two stores of some threads each leave a
  /// register that the next load has to wait for, since it takes both together.)
  [[nodiscard]] std::string stored_choice(statement const& s, expression const& a,
                                          expression const& b);
  /// The array of numbers of which e is one; null where it is none.
  [[nodiscard]] variable const* array_of_numbers(expression const& e) const;
  /// True if e compares numbers and does nothing else.
  [[nodiscard]] bool only_compares(expression const& e) const;
  /// True if e is a number by its shape and by the arrays in it.
  [[nodiscard]] bool is_of_numbers(expression const& e) const;
  [[nodiscard]] static statement const* only_statement(statement const& s, std::size_t side);
  [[nodiscard]] expression const* assigned(statement const& s, std::size_t side) const;
  [[nodiscard]] std::string choice(statement const& s, type const& t, expression const& a,
                                   expression const& b);
};

}  // namespace simt::cu::lane::detail
