// SPDX-License-Identifier: MIT
// Writes calls of functions that are template arguments, and calls of those that call them.
#include "emit_call.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

bool call_writer::is_template_parameter(std::string_view name) const {
  for (template_head const& h : m_.of->templates)
    for (template_parameter const& p : h.parameters)
      if (p.name == name) return true;
  return false;
}

void call_writer::check_object_call(expression const& e, std::string const& name) {
  calls_values_ = true;
  if (auto const* const d = declared_by(bare(e[0])); d != nullptr && !d->declared.function.empty())
    return;
  if (auto const f = passed_functions{graph_}.callable_object(); !f.empty())
    refuse(e.line, "a call of " + name + ", which may be an " + f +
                       " of the program that works across threads");
}

std::string call_writer::parameter_call(expression const& e, std::string const& id) {
  auto const called = passed_functions{graph_}.called_parameters(*m_.of);
  bool const is_passed =
      !m_.of->is_kernel() && std::find(called.begin(), called.end(), id) != called.end();
  if (!is_passed) {
    check_object_call(e, id);
    return by_lane(e, id, "", "by_lane");
  }
  std::string out = "simt_l::call_passed(simt_g, " + id + "_simt_form, [&](auto&&... simt_a) -> " +
                    "decltype(auto) { return " + id + "(simt_a...); }";
  for (std::size_t i = 1; i < e.operands.size(); ++i)
    out += ", " + argument(e[i], nullptr, callees_.changes && callees_.changes(e, i - 1));
  return out + ")";
}

std::string call_writer::passed_forms(function const& f, expression const& callee) {
  std::string out;
  auto const called = passed_functions{graph_}.called_positions(f);
  if (called.empty() || f.is_kernel()) return out;
  std::vector<range> const given = template_arguments(callee);
  for (std::size_t const n : called) {
    std::string const form = n < given.size() ? passed_form(given[n]) : "simt_l::no_function{}";
    if (form == "simt_l::no_function{}") calls_values_ = true;
    out += ", " + form;
  }
  return out;
}

std::string call_writer::passed_form(range r) {
  auto const& t = m_.of->tokens;
  if (r.begin < r.end && t[r.begin].is('&')) ++r.begin;
  std::size_t id = r.begin;
  while (id + 2 < r.end && t[id + 1].is(symbol::scope)) id += 2;
  bool const is_name =
      id < r.end && t[id].is(token_kind::identifier) && (id + 1 == r.end || t[id + 1].is('<'));
  if (!is_name) return "simt_l::no_function{}";
  std::string const name{t[id].text};
  if (id + 1 == r.end && id == r.begin && is_template_parameter(name)) {
    auto const own = passed_functions{graph_}.called_parameters(*m_.of);
    bool const has_form =
        !m_.of->is_kernel() && std::find(own.begin(), own.end(), name) != own.end();
    return has_form ? name + "_simt_form" : "simt_l::no_function{}";
  }
  if (!graph_.is_lane(name) ||
      !passed_functions{graph_}.called_parameters(*graph_.find(name)->front().of).empty())
    return "simt_l::no_function{}";
  for (entry const& x : *graph_.find(name))
    if (x.of->is_definition) {
      if (x.of == m_.of) refuse(t[id].line, "a function that calls itself");
      used_.push_back(x.of);
    }
  resolved_.insert(id);
  auto const last = static_cast<std::uint32_t>(id);
  return "SIMT_LANE_FUNCTION((" + spelled(t, {r.begin, last}) + name + "_simt_lane" +
         spelled(t, {last + 1, r.end}) + "))";
}

void call_writer::check_choice(expression const& e, function const& fits, bool is_method) {
  passed_functions const passed{graph_};
  auto const positions = passed.called_positions(fits);
  if (!positions.empty())
    for (template_parameter const& p : fits.templates.front().parameters)
      if (p.is_pack) refuse(e.line, "a call of " + fits.name + ", which has a pack of parameters");
  for (entry const& x : *graph_.find(fits.name))
    if (x.of->is_definition && x.of->is_member() == is_method &&
        takes(*x.of, e.operands.size() - 1) && passed.called_positions(*x.of) != positions)
      refuse(e.line, "a call of " + fits.name +
                         ", of which several call different ones of their template arguments");
}

}  // namespace simt::cu::lane::detail
