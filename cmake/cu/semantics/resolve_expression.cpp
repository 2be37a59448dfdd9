// SPDX-License-Identifier: MIT
#include "resolve.hpp"

#include <string_view>
#include <utility>

namespace simt::cu::lane::detail {

void resolver::element(statement const& s) {
  declarator const& d = s.declared->names.front();
  int const index = declare(d, {}, false);
  out_.writes.push_back({index, s.value.get(), node_, false, true, false});
  auto& v = out_.variables[std::size_t(index)];
  if (v.kind != variable_kind::reference) return;
  v.refers = out_.variable_of(bare(*s.value));
  if (v.refers == none) return;
  out_.variables[std::size_t(v.refers)].is_referred = true;
  if (!d.declared.is_const) changed(v.refers, nullptr, true, false);
}

void resolver::write_to(expression const& place, expression const* value, bool unknown, bool adds) {
  expression const* const root = root_of(place);
  if (root == nullptr) return;
  int const v = out_.variable_of(*root);
  if (v == none) return;
  auto const& x = out_.variables[std::size_t(v)];
  // Through a subscript, memory changes, or an array of the thread's own.
  bool const whole = &bare(place) == root;
  if (!whole && is_pointer(x) && first_step(place)->is(expression_kind::subscript)) return;
  changed(v, value, unknown, adds && whole, whole ? nullptr : &place);
}

void resolver::in_memory(expression const& place) {
  expression const* const root = root_of(place);
  int const v = root == nullptr ? none : out_.variable_of(*root);
  if (v == none) return;
  auto& x = out_.variables[std::size_t(v)];
  if (!root_is_pointer(place, x)) x.in_memory = true;
}

bool resolver::root_is_pointer(expression const& place, variable const& x) {
  if (is_pointer(x)) {
    expression const* const step = first_step(place);
    return step != nullptr && step->is(expression_kind::subscript);
  }
  return bare(place).is(expression_kind::subscript) && x.kind != variable_kind::array &&
         !x.declared->declared.is_array();
}

bool resolver::is_pointer(variable const& x) {
  return x.declared->declared.is_pointer() ||
         (x.kind == variable_kind::parameter && x.declared->declared.is_array());
}

void resolver::visit_subscript(expression const& e, std::size_t depth) {
  expression const& base = bare(e[0]);
  if (base.is(expression_kind::subscript))
    visit_subscript(base, depth + 1);
  else if (base.is(expression_kind::member))
    visit_member(base);
  else
    visit_base(base);
  visit(e[1]);
  if (int const v = out_.variable_of(base); v != none) {
    auto& x = out_.variables[std::size_t(v)];
    if (x.kind == variable_kind::array && x.declared->declared.extents.size() > depth)
      x.in_memory = true;
  }
}

void resolver::visit_member(expression const& e) {
  if (e.op == operation::dot)
    visit_base(e[0]);
  else
    visit(e[0]);
}

void resolver::visit_base(expression const& e) {
  if (!bare(e).is(expression_kind::name)) {
    visit(e);
    return;
  }
  expression const& n = bare(e);
  if (!n.scope.empty()) return;
  if (int const v = find(n.id.empty() ? std::string_view{n.text} : n.id); v != none) name(n, v);
}

void resolver::name(expression const& e, int v) {
  out_.names[&e] = v;
  for (open_lambda const& l : lambdas_)
    if (v < l.first) {
      out_.lambdas[l.of].captured.insert(v);
      out_.variables[std::size_t(v)].is_referred = true;
    }
}

void resolver::lambda_(expression const& e) {
  open();
  lambdas_.push_back({&e, static_cast<int>(out_.variables.size())});
  int const n = add_node(node_kind::branch, nullptr, nullptr);
  out_.lambdas[&e].node = n;
  int const break_before = std::exchange(break_, none);
  int const continue_before = std::exchange(continue_, none);
  int const return_before = std::exchange(return_, n);
  within(n, [&] {
    for (declarator const& d : e.written->made) declare(d, {}, false);
    for (declarator const& p : e.written->parameters) declare(p, {}, true);
    body(*e.written->body);
  });
  break_ = break_before;
  continue_ = continue_before;
  return_ = return_before;
  lambdas_.pop_back();
  close();
}

bool resolver::changes(expression const& call, std::size_t n) const {
  if (out_.lambda_of(call[n + 1]) != nullptr) return false;
  expression const* const l = out_.lambda_of(call[0]);
  return l != nullptr ? l->written->changes(n) : callees_.changes(call, n);
}

void resolver::changed_operands(expression const& e) {
  if (!callees_.changes_operand) return;
  for (std::size_t n = 0; n < e.operands.size(); ++n) {
    expression const* const root = root_of(e[n]);
    int const v = root == nullptr ? none : out_.variable_of(*root);
    if (v == none) continue;
    type const& t = out_.variables[std::size_t(v)].declared->declared;
    bool const is_number = &bare(e[n]) == root && semantics::class_table::is_arithmetic(t.base);
    if (!is_number && callees_.changes_operand(e.op, e.operands.size(), n))
      write_to(e[n], nullptr, true);
  }
}

bool resolver::changes_object(expression const& called) const {
  if (!called.is(expression_kind::name) || out_.lambda_of(called) != nullptr) return false;
  int const v = out_.variable_of(called);
  return v != none && callees_.changes_object &&
         callees_.changes_object(out_.variables[std::size_t(v)].declared->declared);
}

void resolver::argument(expression const& call, expression const& e) {
  expression const& a = bare(e);
  if (a.is_address() && bare(a[0]).is(expression_kind::name) && callees_.is_lane(call)) {
    visit_base(a[0]);
    write_to(a[0], nullptr, true);
    return;
  }
  visit(e);
}

void resolver::visit(expression const& e) {
  switch (e.kind) {
    case expression_kind::name:
      if (e.scope.empty())
        if (int const v = find(e.id.empty() ? std::string_view{e.text} : e.id); v != none) {
          name(e, v);
          // An array that is not just subscripted becomes a pointer.
          auto& x = out_.variables[std::size_t(v)];
          if (x.kind == variable_kind::array) x.in_memory = true;
        }
      return;
    case expression_kind::assignment:
      visit(e[0]);
      visit(e[1]);
      if (expression const* const more = added(e); more != nullptr && is_sum(e))
        write_to(e[0], more, false, true);
      else
        write_to(e[0], &e[1], false);
      return;
    case expression_kind::prefix:
      visit(e[0]);
      if (e.op == operation::increment || e.op == operation::decrement)
        write_to(e[0], nullptr, false, true);
      else
        changed_operands(e);
      if (e.op == operation::bit_and) {
        write_to(e[0], nullptr, true);
        in_memory(e[0]);
      }
      return;
    case expression_kind::subscript:
      visit_subscript(e, 1);
      return;
    case expression_kind::member:
      visit_member(e);
      // An array that is not subscripted becomes a pointer to a part of the struct.
      if (e.op == operation::dot && callees_.is_member_array(e.id)) write_to(e, nullptr, true);
      return;
    case expression_kind::postfix:
      visit(e[0]);
      write_to(e[0], nullptr, false, true);
      return;
    case expression_kind::binary:
      visit(e[0]);
      if (e.op == operation::logical_and || e.op == operation::logical_or)
        within(add_node(node_kind::branch, nullptr, &e[0]), [&] { visit(e[1]); });
      else
        visit(e[1]);
      changed_operands(e);
      return;
    case expression_kind::conditional:
      visit(e[0]);
      within(add_node(node_kind::branch, nullptr, &e[0]), [&] {
        visit(e[1]);
        visit(e[2]);
      });
      return;
    case expression_kind::call:
      out_.calls.emplace_back(&e, node_);
      visit(e[0]);
      for (std::size_t i = 1; i < e.operands.size(); ++i) argument(e, e[i]);
      if (bare(e[0]).is(expression_kind::member) && bare(e[0]).op == operation::dot)
        write_to(bare(e[0])[0], nullptr, true);  // its method may change it
      else if (expression const& called = bare(e[0]); changes_object(called))
        write_to(called, nullptr, true);
      for (std::size_t i = 1; i < e.operands.size(); ++i)
        if (changes(e, i - 1)) write_to(e[i], nullptr, true);
      return;
    case expression_kind::lambda:
      lambda_(e);
      return;
    default:
      for (auto const& o : e.operands)
        if (o) visit(*o);
      return;
  }
}

}  // namespace simt::cu::lane::detail
