// SPDX-License-Identifier: MIT
#include "object_operators.hpp"

#include "parameter_types.hpp"

#include <algorithm>
#include <string>

namespace simt::cu::lane {

namespace {

bool is_function(model const& m, expression const& callee) {
  return callee.is(expression_kind::name) && m.variable_of(callee) == none;
}

}  // namespace

bool object_operators::is_const(function const& member) noexcept {
  return member.words.is_static || member.trailing.find("const") != std::string::npos;
}

bool object_operators::gives_reference(function const& f) {
  return f.result.is_reference() || f.result.base == "decltype(auto)" ||
         (f.result.is_auto() && f.trailing.find('&') != std::string::npos);
}

bool object_operators::gives_reference(call_graph::entries const& all) {
  return std::any_of(all.begin(), all.end(), [](entry const& e) { return gives_reference(*e.of); });
}

bool object_operators::changes_called(type const& of) const {
  auto const* const all = graph_.find("operator()");
  if (all == nullptr || !of.function.empty()) return false;
  auto const is_of = [](function const& f, std::string_view base) {
    std::string const& name = f.enclosing.back().name;
    auto const at = name.empty() ? base.npos : base.rfind(name);  // `space::name<int>`
    if (at == base.npos || (at > 0 && base[at - 1] != ':' && base[at - 1] != ' ')) return false;
    std::size_t const end = at + name.size();
    return end == base.size() || base[end] == '<';
  };
  // Of a class that a template is given by reference, a call without const is the only one there
  // may be.
  bool const is_open = of.is_reference_to_change();
  bool is_known = false, any = false;
  for (entry const& e : *all) {
    if (!e.of->is_member()) continue;
    bool const is_of_class = is_of(*e.of, of.base);
    is_known |= is_of_class;
    if (is_const(*e.of)) continue;
    if (is_of_class) return true;
    any |= is_open || std::any_of(all->begin(), all->end(), [&](entry const& other) {
             return other.of->is_member() && is_const(*other.of) &&
                    other.of->enclosing.back().name == e.of->enclosing.back().name;
           });
  }
  return any && !is_known;
}

bool object_operators::may_change_object(std::string_view method) const {
  auto const* const all = graph_.find(method);
  return all == nullptr || std::any_of(all->begin(), all->end(), [](entry const& e) {
           return e.of->is_member() && !is_const(*e.of);
         });
}

call_graph::entries const* object_operators::called(model const& m,
                                                    expression const& callee) const {
  expression const& b = bare(callee);
  bool const is_named = is_function(m, b) || b.is(expression_kind::member);
  return graph_.find(is_named ? b.id : "operator()");
}

bool object_operators::may_give_place(model const& m, expression const& callee) const {
  auto const* const all = called(m, callee);
  return all == nullptr ? !is_function(m, bare(callee)) : gives_reference(*all);
}

namespace {

bool may_hold_address(type const& t, semantics::class_table const* classes) {
  return !t.is_reference() && !(t.is_plain() && t.base == "void") && !gives_numbers(t, classes);
}

}  // namespace

bool object_operators::may_give_address(model const& m, expression const& callee,
                                        semantics::class_table const* classes) const {
  auto const* const all = called(m, callee);
  return all != nullptr && std::any_of(all->begin(), all->end(), [&](entry const& e) {
           return may_hold_address(e.of->result, classes);
         });
}

bool object_operators::may_give_argument(model const& m, expression const& callee,
                                         semantics::class_table const* classes) const {
  auto const* const all = called(m, callee);
  auto const refers = [](declarator const& p) {
    bool const is_number = semantics::class_table::is_arithmetic(p.declared.base);
    return p.declared.is_reference() && (p.declared.is_reference_to_change() || !is_number);
  };
  return all != nullptr && std::any_of(all->begin(), all->end(), [&](entry const& e) {
           auto const& p = e.of->parameters;
           return may_hold_address(e.of->result, classes) &&
                  std::any_of(p.begin(), p.end(), refers);
         });
}

bool object_operators::gives_known_place(model const& m, expression const& callee) const {
  expression const& b = bare(callee);
  auto const* const all = called(m, b);
  bool const is_known = b.is(expression_kind::name) || b.is(expression_kind::member);
  if (all == nullptr || !is_known || m.lambda_of(b) != nullptr || !gives_reference(*all))
    return false;
  return std::all_of(all->begin(), all->end(), [](entry const& e) {
    function const& f = *e.of;
    auto const& p = f.parameters;
    return !gives_reference(f) || (f.result.is_reference() && !f.result.is_auto() &&
                                   std::none_of(p.begin(), p.end(), [](declarator const& d) {
                                     return d.declared.is_reference_to_change();
                                   }));
  });
}

bool object_operators::gives_place(operation op) const {
  auto const* const all = graph_.find("operator" + std::string(text_of(op)));
  return all != nullptr && gives_reference(*all);
}

bool object_operators::changes_operand(operation op, std::size_t count, std::size_t n) const {
  auto const* const all = graph_.find("operator" + std::string(text_of(op)));
  if (all == nullptr) return false;
  return std::any_of(all->begin(), all->end(), [&](entry const& e) {
    function const& f = *e.of;
    if (f.parameters.size() == count) return f.parameters[n].declared.is_reference_to_change();
    if (f.parameters.size() + 1 != count) return false;
    return n == 0 ? !is_const(f) : f.parameters[n - 1].declared.is_reference_to_change();
  });
}

}  // namespace simt::cu::lane
