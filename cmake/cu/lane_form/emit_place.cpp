// SPDX-License-Identifier: MIT
// Writes places: what may be assigned, or has its address taken.
#include "emit_call.hpp"

#include <string>

namespace simt::cu::lane::detail {

std::string expression_writer::place(expression const& e) {
  expression const* root = &bare(e);
  while (root->is(kind::subscript) || (root->is(kind::member) && root->op == operation::dot))
    root = &bare((*root)[0]);
  if (root->is(kind::conditional)) refuse(e.line, "a change of what ?: chooses: write an if");
  if (!root->is(kind::call) || !object_operators{graph_}.may_give_place(m_, (*root)[0]))
    return read_place(e);
  if (!gives_place(*root) || evaluated_.contains(root))
    refuse(e.line, "a change of what " + text((*root)[0]) + " refers to");
  evaluated_[root] = called_place(*root);
  std::string const out = read_place(e);
  evaluated_.erase(root);
  return out;
}

void expression_writer::check_number(expression const& e) const {
  int const v = m_.variable_of(bare(e[0]));
  if (v == none || callees_.classes == nullptr) return;
  auto const& x = m_.variables[std::size_t(v)];
  type const& t = x.declared->declared;
  if (t.is_plain() && !x.uniform && callees_.classes->knows(t.base))
    refuse(e.line, "operator " + std::string(text_of(e.op)) + " of an object of each thread's own");
}

bool expression_writer::gives_place(expression const& e) const {
  expression const& b = bare(e);
  return b.is(kind::call) && object_operators{graph_}.gives_known_place(m_, b[0]);
}

std::string expression_writer::member_place(expression const& e) {
  if (e.id == bound_part)
    return "SIMT_LANE_BOUND((" + read_place(e[0]) + "), " + e.text + ", " + e.arguments + ")";
  bool const is_data =
      callees_.classes != nullptr && object_types{m_, *callees_.classes}.is_data(e);
  return std::string(is_data ? "SIMT_LANE_" : "SIMT_LANE_ANY_") +
         (e.op == operation::dot ? "MEMBER((" + read_place(e[0]) : "ARROW((" + value(e[0])) +
         "), " + std::string(e.id) + ")";
}

std::string call_writer::called_place(expression const& e) {
  expression const& callee = bare(e[0]);
  bool const is_method = callee.is(kind::member);
  if (!is_method && m_.variable_of(callee) == none) return own_by_lane(e, callee, "place_by_lane");
  if (!is_method) check_object_call(e, callee.text);
  std::string const object = is_method ? object_of(callee) : place(callee);
  return "SIMT_LANE_METHOD_PLACE(simt_g, (" + object + "), " +
         (is_method ? method_by_lane(e, callee) : "operator()") + ", (" + arguments(e) + "))";
}

}  // namespace simt::cu::lane::detail
