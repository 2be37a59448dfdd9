// SPDX-License-Identifier: MIT
// Writes indices of memory that is shared, or may be: there they count in 32 bits.
#include "emit_expression.hpp"

#include <string>

namespace simt::cu::lane::detail {

std::string expression_writer::index(expression const& e, expression const& of,
                                     std::string const& text) const {
  wrapped_index const found = shared_indices{m_, graph_, callees_.classes}.index_in(e);
  return found.of == &of && found.is_known ? "simt_l::shared_index(simt_g, " + text + ")" : text;
}

wrapped_index expression_writer::unknown_index(expression const& e) const {
  wrapped_index const found = shared_indices{m_, graph_, callees_.classes}.index_in(e);
  return found.is_known ? wrapped_index{} : found;
}

std::string expression_writer::element(expression const& e) {
  std::string_view const how = unknown_index(e).of != nullptr ? "simt_l::at_any(simt_g, "
                               : graph_.has_own_subscript()   ? "simt_l::at_own(simt_g, "
                                                              : "simt_l::at(";
  return std::string(how) + read_place(e[0]) + ", " + index(e, e[1], value(e[1])) + ")";
}

std::string expression_writer::index_of_step(expression const& e, std::string const& right) {
  if (e.op == operation::assign || unknown_index(e).of == nullptr) return right;
  expression const* root = &bare(e[0]);
  while (root->is(kind::member) || root->is(kind::subscript) || root->is(kind::prefix)) {
    bool const changes =
        root->is(kind::prefix) && root->op != operation::times && root->op != operation::bit_and;
    if (changes || (root->is(kind::subscript) && order().between((*root)[1], (*root)[1]))) break;
    root = &bare((*root)[0]);
  }
  if (!root->is(kind::name)) refuse(e.line, "an unsigned step of what may be shared memory");
  return "simt_l::index_of_any(simt_g, " + value(e[0]) + ", " + right + ")";
}

std::string expression_writer::moved(wrapped_index const& found, expression const& e,
                                     std::string const& a, std::string const& b,
                                     std::string const& sum) {
  bool const is_first = found.base == &e[0];
  return "simt_l::moved_any(simt_g, " + (is_first ? a + ", " + b : b + ", " + a) +
         ", [&](auto const& simt_" + (is_first ? "a" : "b") + ", auto const& simt_" +
         (is_first ? "b" : "a") + ") SIMT_LAMBDA_INLINE { return " + sum + "; })";
}

}  // namespace simt::cu::lane::detail
