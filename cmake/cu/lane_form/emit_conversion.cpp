// SPDX-License-Identifier: MIT
// Writes what a GPU does otherwise than C++: floating-point numbers become integers, arguments have
// an order, and what an operator of the program changes.
#include "emit_expression.hpp"

#include "../facts/implicit_conversions.hpp"

#include <map>
#include <string>

namespace simt::cu::lane::detail {

bool expression_writer::converts(variable const& to, expression const& value) const {
  return storage_of(to) == storage::uniform && callees_.classes != nullptr &&
         may_be_integer(to.declared->declared, *callees_.classes) &&
         implicit_conversions{m_, graph_, *callees_.classes}.may_be_floating(value);
}

std::string expression_writer::constructed(type const& t, expression const& from, offset line) {
  if (auto made = made_by_threads(t, {&from}, false, line); !made.empty()) return made;
  called_function call;
  call.name = call.of_class = t.base;
  call.count = 1;
  std::string const v = value(from);
  return "simt_l::cast<" + types(line).value(t) + ">(simt_g, " +
         (t.is_plain() ? converted_argument(call, 0, v) : v) + ")";
}

std::string expression_writer::construct_by(type const& t,
                                            std::vector<expression_ptr> const& values,
                                            offset line) {
  if (auto made = made_by_threads(t, values, false, line); !made.empty()) return made;
  std::string const to = types(line).value(t);
  if (callees_.classes == nullptr || !t.is_plain() || values.size() < 2 || values.size() > 32)
    return make(to, values);
  return in_order(values, 0, [&] { return made_by(t, to, values); });
}

std::string expression_writer::made_by_threads(type const& t,
                                               std::vector<expression_ptr> const& values,
                                               bool braces, offset line) {
  std::vector<expression const*> all;
  for (auto const& v : values) all.push_back(v.get());
  return made_by_threads(t, all, braces, line);
}

std::string expression_writer::made_by_threads(type const& t,
                                               std::vector<expression const*> const& values,
                                               bool braces, offset line) {
  if (callees_.classes == nullptr || !t.is_plain() || t.is_auto() || is_number_type(t.base))
    return {};
  constructors const of{graph_, *callees_.classes};
  if (of.keeps_number(t))
    for (expression const* const e : values)
      if (is_lvalue(*e)) refuse(line, "an object that keeps a reference to a number");
  bool const asks = of.may_ask_thread(t);
  bool const keeps = std::any_of(values.begin(), values.end(), [&](expression const* e) {
    return of.is_object_in_memory(m_, *e, t);
  });
  if (!asks && !keeps) return {};
  std::string const to = types(line).value(t);
  called_function const call = constructor_of(t.base, values.size());
  std::string parameters, inner, passed;
  for (std::size_t n = 0; n < values.size(); ++n) {
    expression const& e = *values[n];
    if (bare(e).is(kind::list)) refuse(e.line, "a list in braces");
    bool const is_object = of.is_object_in_memory(m_, e, t);
    std::string const p = "simt_" + std::to_string(n);
    parameters += (n == 0 ? "auto&& " : ", auto&& ") + p;
    inner +=
        (n == 0 ? "" : ", ") + (is_object ? "*" + p : "simt_l::copy_for<" + to + ">(" + p + ")");
    passed += ", " + (is_object ? "simt_l::addr(" + place(e) + ")"
                                : converted_argument(call, n, operand(e)));
  }
  return "simt_l::" + (asks ? "made_by_lane<" + to + ">" : std::string{"pure"}) + "(simt_g, [&](" +
         parameters + ") -> " + to + " { return " + to + (braces ? "{" : "(") + inner +
         (braces ? "}" : ")") + "; }" + passed + ")";
}

std::string expression_writer::made_by(type const& t, std::string const& to,
                                       std::vector<expression_ptr> const& values) {
  called_function const call = constructor_of(t.base, values.size());
  unsigned items = 0;
  std::string arguments;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (bare(*values[n]).is(kind::list)) return make(to, values);
    arguments += ", " + converted_argument(call, n, operand(*values[n]));
    if (integer_argument(call, n).empty() && is_only_one(graph_, *callees_.classes, call, n))
      items |= 1u << n;
  }
  return "simt_l::make<" + to + (items != 0 ? ", " + std::to_string(items) + "u" : std::string{}) +
         ">(simt_g" + arguments + ")";
}

called_function expression_writer::called_by(expression const& e) const {
  return callees_.classes != nullptr ? function_of(graph_, m_, *callees_.classes, e)
                                     : called_function{};
}

std::string expression_writer::integer_argument(called_function const& to, std::size_t n) const {
  return to.name.empty() || callees_.classes == nullptr
             ? std::string{}
             : integer_parameter(graph_, *callees_.classes, *m_.of, to, n);
}

std::string expression_writer::converted_argument(called_function const& to, std::size_t n,
                                                  std::string const& argument) const {
  std::string const integer = integer_argument(to, n);
  return integer.empty() ? argument : "simt_l::cast<" + integer + ">(simt_g, " + argument + ")";
}

bool expression_writer::changes_operand(expression const& e, operation op, std::size_t count,
                                        std::size_t n) const {
  if (is_number(e) || !callees_.changes_operand || !callees_.changes_operand(op, count, n))
    return false;
  expression const& b = bare(e);
  bool const is_place = is_lvalue(b) || gives_place(b);
  object_operators const own{graph_};
  if (!is_place && (b.is(kind::call) ? own.may_give_place(m_, b[0]) : own.gives_place(b.op)))
    refuse(e.line, "an operator " + std::string(text_of(op)) + ", which may change what " +
                       text(b) + " gives");
  return is_place;
}

std::string expression_writer::in_order(std::vector<expression_ptr> const& all, std::size_t first,
                                        std::function<std::string()> const& write,
                                        expression const* of) {
  if (callees_.classes == nullptr) return write();
  argument_order const order{m_, graph_, *callees_.classes};
  auto ordered = order.find(all, first);
  std::map<std::size_t, argument_order::held> copies;
  if (of != nullptr) copies = order.disturbed(*of, first, ordered);
  return ordered.size() < 2 ? write() : evaluated(all, ordered, copies, write);
}

std::string expression_writer::evaluated(std::vector<expression_ptr> const& all,
                                         std::vector<std::size_t> const& ordered,
                                         std::map<std::size_t, argument_order::held> const& copies,
                                         std::function<std::string()> const& write) {
  std::string values, names;
  for (std::size_t const n : ordered) {
    expression const& operand = *all[n];
    std::string const now = value(operand);
    auto const copy = copies.find(n);
    std::string const held = copy == copies.end() ? now
                             : copy->second == argument_order::held::copy
                                 ? "::simt::cuda::copied(" + now + ")"
                                 : "simt_l::held_number(" + now + ")";
    values += (values.empty() ? "" : ", ") + held;
    std::string const name = "simt_o" + std::to_string(operand.tokens.begin);
    names += (names.empty() ? "auto&& " : ", auto&& ") + name;
    evaluated_[&operand] = name;
  }
  std::string const text = write();
  for (std::size_t const n : ordered) evaluated_.erase(all[n].get());
  return "::simt::cuda::in_order{" + values + "}.call([&](" + names +
         ") SIMT_LAMBDA_INLINE -> decltype(auto) { return " + text + "; })";
}

}  // namespace simt::cu::lane::detail
