// SPDX-License-Identifier: MIT
#include "object_operators.hpp"

#include <algorithm>
#include <string>

namespace simt::cu::lane {

bool object_operators::is_const(function const& member) noexcept {
  return member.words.is_static || member.trailing.find("const") != std::string::npos;
}

bool object_operators::gives_reference(call_graph::entries const& all) {
  return std::any_of(all.begin(), all.end(), [](entry const& e) {
    function const& f = *e.of;
    return f.result.is_reference() || f.result.base == "decltype(auto)" ||
           (f.result.is_auto() && f.trailing.find('&') != std::string::npos);
  });
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

bool object_operators::may_give_place(model const& m, expression const& callee) const {
  expression const& b = bare(callee);
  bool const is_function = b.is(expression_kind::name) && m.variable_of(b) == none;
  auto const* const all =
      is_function || b.is(expression_kind::member) ? graph_.find(b.id) : graph_.find("operator()");
  return all == nullptr ? !is_function : gives_reference(*all);
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
