// SPDX-License-Identifier: MIT
#include "constructors.hpp"

#include <algorithm>
#include <string>

namespace simt::cu::lane {

bool constructors::asks(std::string_view of, int depth) const {
  using semantics::class_table;
  if (!of.empty() && (class_table::is_arithmetic(of) || !classes_.arithmetic_of(of).empty()))
    return false;
  auto const* const all = depth > 8 ? nullptr : classes_.descriptions_of(of);
  if (all == nullptr) {
    bool const is_vector = classes_.member(of, "x").kind == semantics::member_kind::data;
    return !is_vector && graph_.any_class_asks();
  }
  return std::any_of(all->begin(), all->end(), [&](semantics::class_description const& d) {
    return graph_.class_asks(d.name) ||
           std::any_of(d.initialised_by.begin(), d.initialised_by.end(),
                       [&](std::string const& name) {
                         return name == "threadIdx" || graph_.facts_of(name).thread;
                       }) ||
           std::any_of(
               d.bases.begin(), d.bases.end(),
               [&](std::string const& b) { return !d.is_parameter(b) && asks(b, depth + 1); }) ||
           std::any_of(d.members.begin(), d.members.end(), [&](semantics::class_member const& m) {
             return m.kind == semantics::member_kind::data && m.of.depth == 0 &&
                    !d.is_parameter(m.of.name) && asks(m.of.name, depth + 1);
           });
  });
}

bool constructors::keeps_number(type const& made) const {
  auto const keeps = [](semantics::class_description const& d) {
    return std::any_of(d.members.begin(), d.members.end(), [&](semantics::class_member const& m) {
      return m.kind == semantics::member_kind::reference &&
             (d.is_parameter(m.of.name) || semantics::class_table::is_arithmetic(m.of.name));
    });
  };
  std::string const name = object_types::simple_name(made.base);
  if (auto const* const all = classes_.descriptions_of(name); all != nullptr)
    return std::any_of(all->begin(), all->end(), keeps);
  bool const is_known = classes_.member(name, "x").kind == semantics::member_kind::data ||
                        !classes_.arithmetic_of(name).empty();
  return !is_known && classes_.any(keeps);
}

bool constructors::is_object_in_memory(model const& m, expression const& argument,
                                       type const& made) const {
  expression const* const root = is_lvalue(argument) ? root_of(argument) : nullptr;
  int const v = root == nullptr ? none : m.variable_of(*root);
  if (v == none) return false;
  variable const& x = m.variables[std::size_t(v)];
  object_types const types{m, classes_};
  auto const of = types.type_of(argument);
  bool const is_copy =
      !of.name.empty() && of.depth == 0 && of.name == object_types::simple_name(made.base);
  auto const is_number = [](std::string_view base) {
    return !base.empty() && semantics::class_table::is_arithmetic(base);
  };
  if (is_copy || is_number(of.name)) return false;
  bool const is_whole = &bare(argument) == root;
  if (x.kind == variable_kind::shared) return !is_number(x.declared->declared.base);
  if (x.kind == variable_kind::reference && is_whole)
    return x.declared->declared.is_reference_to_change() && !is_number(x.declared->declared.base);
  for (expression const* e = &bare(argument); !is_whole && e != root; e = &bare((*e)[0]))
    if (e->is(expression_kind::member) &&
        types.member(*e).kind == semantics::member_kind::reference)
      return true;
  return false;
}

}  // namespace simt::cu::lane
