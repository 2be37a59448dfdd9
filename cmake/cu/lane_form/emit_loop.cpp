// SPDX-License-Identifier: MIT
#include "emit_statement.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

void statement_writer::turn(statement const& s) {
  out_.add(" {");
  others_end(s);
  waiting_turn(s);
  if (auto const& turns = branches_.turns();
      std::find(turns.begin(), turns.end(), &s) != turns.end())
    join_warp(s.body[0]->tokens.begin + 1);
  within(*s.body[0], body_node(s));
  out_.add(" }");
}

void statement_writer::waiting_turn(statement const& s) {
  if (graph_.is_waiting(*m_.of, s)) out_.add(" simt_l::waiting_turn();");
}

void statement_writer::others_end(statement const& s) {
  if (std::find(tails_.begin(), tails_.end(), &s) != tails_.end())
    out_.add(" simt_l::others_end();");
}

void statement_writer::within(statement const& s, int node) {
  if (s.is(statement_kind::compound)) {
    block(s.body, 0, node);
  } else {
    write(s, node);
    meet_behind(s);
  }
}

void statement_writer::as_threads() {
  std::string passed;
  for (declarator const& p : m_.of->parameters)
    passed += (passed.empty() ? "" : ", ") + argument_name(p);
  out_.add(
      " { if (simt_l::few_here(simt_g)) simt_l::by_lane(simt_g, [&]() -> void { "
      "simt_address()(" +
      passed + "); }); else");
}

int statement_writer::body_node(statement const& s) const {
  for (std::size_t i = 0; i < m_.nodes.size(); ++i)
    if (m_.nodes[i].of == &s && m_.nodes[i].kind == node_kind::loop_body)
      return static_cast<int>(i);
  return m_.node_of.at(&s);
}

void statement_writer::loop(statement const& s) {
  if (s.declared && !s.is(statement_kind::range_for))
    refuse(s.line, "a declaration in a condition");
  hoist_shared(s);
  auto const entered = m_.entered.find(&s);
  if (entered != m_.entered.end()) {
    out_.add(" {");
    for (auto const& [v, outer] : entered->second)
      define(m_.variables[std::size_t(v)], value(*outer));
  }
  auto const rows =
      is_plain(s) ? prefetch_finder{m_, uniformity_}.rows(s) : std::vector<expression const*>{};
  if (!rows.empty()) out_.add(" {");
  for (expression const* const row : rows) {
    std::string const name = "simt_row_" + std::to_string(rows_.size());
    rows_.emplace(row, name);
    out_.add(" simt_l::row_ahead " + name + ";");
  }
  auto const fixed =
      is_plain(s) ? trip_count_finder{m_, callees_}.turns(s) : std::optional<constant_trip_count>{};
  if (fixed) one_by_one(s, *fixed);
  ++loops_around_;
  turns(s);
  --loops_around_;
  if (fixed) out_.add(" } }");
  if (!rows.empty()) out_.add(" }");
  if (entered != m_.entered.end()) out_.add(" }");
}

void statement_writer::one_by_one(statement const& s, constant_trip_count const& f) {
  has_turns_ = true;
  out_.add(" { static constexpr auto simt_turns = [] { ::simt_l::turns<" + f.type +
           "> simt_t; for (" + f.type + " " + f.name + " = " + f.initial + "; (" + f.condition +
           ") && simt_t.add(" + f.name + "); " + f.step + ") {} return simt_t; }();" +
           " if constexpr (::simt_l::is_fixed<simt_G>(simt_turns.count)) " +
           "::simt_l::each_turn<simt_turns.count>([&](auto simt_i) SIMT_LAMBDA_INLINE {" +
           " constexpr " + f.type + " " + f.name + " = simt_turns.at[simt_i];");
  braced(*s.body[0], body_node(s));
  out_.add(" }); else {");
}

void statement_writer::over_range(statement const& s) {
  expression const& of = bare(*s.value);
  int const array = m_.variable_of(of);
  variable const* const v = array == none ? nullptr : &m_.variables[std::size_t(array)];
  bool const is_array =
      v != nullptr && (v->kind == variable_kind::array || v->kind == variable_kind::shared ||
                       v->kind == variable_kind::constant);
  if (!is_array || v->declared->declared.extents.size() != 1)
    refuse(s.line, "a for over what is no array of one dimension here");
  declarator const& a = *v->declared;
  std::size_t count = a.values.size();
  if (count == 1 && bare(*a.values[0]).is(kind::list)) count = bare(*a.values[0]).operands.size();
  bool const is_counted = !a.declared.extents[0];
  if (is_counted && count == 0) refuse(s.line, "an array without a size");
  std::string const n =
      is_counted ? std::to_string(count) : "int(" + text(*a.declared.extents[0]) + ")";
  std::string const i = "simt_i" + std::to_string(s.tokens.begin);
  out_.add(" { int " + i + " = 0; ");
  out_.add(is_plain(s) ? "for (; " + i + " < " + n + "; ++" + i + ")"
                       : "SIMT_LANE_FOR((" + i + " < " + n + "), ++" + i + ")");
  out_.add(" {");
  declarator const& d = s.declared->names.front();
  variable const& element = m_.variables[std::size_t(m_.declared.at(&d))];
  std::string const at = "simt_l::at(" + v->name() + ", " + i + ")";
  if (storage_of(element) == storage::alias)
    out_.add(" [[maybe_unused]] auto&& " + d.name + " = " + at + ";");
  else
    define(element, "simt_l::get(" + at + ")");
  braced(*s.body[0], body_node(s));
  out_.add(" } }");
}

void statement_writer::turns(statement const& s) {
  if (s.is(statement_kind::range_for)) {
    over_range(s);
    return;
  }
  bool const plain = is_plain(s);
  int const n = m_.node_of.at(&s);
  std::string const c = s.condition ? condition(*s.condition, !plain) : "true";
  if (s.is(statement_kind::do_)) {
    out_.add(plain ? " do {" : " simt_do {");
    waiting_turn(s);
    within(*s.body[0], body_node(s));
    out_.add(" }");
    out_.add((plain ? " while (" : " simt_do_while (") + c + ");");
    return;
  }
  if (s.is(statement_kind::while_)) {
    out_.add((plain         ? " while ("
              : is_whole(s) ? " SIMT_LANE_WHOLE_WHILE ("
                            : " simt_while (") +
             c + ")");
    turn(s);
    return;
  }
  out_.add(" {");
  if (s.init) write(*s.init, n);
  std::string step;
  if (s.step) step = step_of(*s.step);
  if (plain)
    out_.add(unrolled(s) + " for (; " + c + "; " + step + ")");
  else
    out_.add((is_whole(s) ? " SIMT_LANE_WHOLE_FOR((" : " SIMT_LANE_FOR((") + c + "), " +
             (step.empty() ? "static_cast<void>(0)" : step) + ")");
  turn(s);
  out_.add(" }");
}

std::string statement_writer::unrolled(statement const& s) const {
  if (!s.unroll.starts_with("unroll")) return {};
  if (!is_clear_unrolled(s)) return {};
  auto const n = s.unroll.find_first_of("0123456789");
  if (n == std::string::npos)
    return s.unroll == "unroll" && has_fixed_bounds(s) ? " SIMT_LANE_UNROLL(32)" : "";
  auto const end = s.unroll.find_first_not_of("0123456789", n);
  bool const is_literal =
      end == std::string::npos || s.unroll.find_first_not_of(" )", end) == std::string::npos;
  std::string const count = s.unroll.substr(n, end - n);
  if (!is_literal || count.size() > 3 || count == "0") return {};
  return " SIMT_LANE_UNROLL(" + count + ")";
}

bool statement_writer::is_clear_unrolled(statement const& s) const {
  bool found = false;
  each_expression(s, [&](expression const& e) {
    if (!e.is(kind::name)) return;
    int const v = m_.variable_of(e);
    found |= v != none ? m_.variables[std::size_t(v)].kind == variable_kind::array
                       : builtin_kind_of(e.id) == builtin_kind::warp;
  });
  return found;
}

bool statement_writer::has_fixed_bounds(statement const& s) const {
  if (!s.condition || !bare(*s.condition).is(kind::binary)) return false;
  bool fixed = is_fixed(bare(*s.condition)[1]);
  if (s.init && s.init->declared)
    for (auto const& d : s.init->declared->names)
      for (auto const& v : d.values) fixed &= is_fixed(*v);
  return fixed;
}

bool statement_writer::is_fixed(expression const& e) const {
  if (e.is(kind::call) || e.is(kind::subscript) || e.is(kind::member)) return false;
  if (e.is(kind::name))
    if (int const v = m_.variable_of(e); v != none)
      return m_.variables[std::size_t(v)].kind == variable_kind::constant;
  for (auto const& o : e.operands)
    if (o && !is_fixed(*o)) return false;
  return true;
}

std::string statement_writer::step_of(expression const& e) {
  expression const& b = bare(e);
  if (b.is(kind::comma)) return step_of(b[0]) + ", " + step_of(b[1]);
  if (b.is(kind::assignment)) return "static_cast<void>(" + assignment(b) + ")";
  return "static_cast<void>(" +
         (b.is(kind::prefix) && b.op != operation::times ? place(b) : value(b)) + ")";
}

void statement_writer::switch_statement(statement const& s) {
  if (s.declared) refuse(s.line, "a declaration in a condition");
  if (s.body.empty() || !s.body[0]->is(statement_kind::compound))
    refuse(s.line, "a switch without braces");
  bool const plain = is_plain(s);
  int const n = m_.node_of.at(&s);
  if (s.init) {
    out_.add(" {");
    write(*s.init, n);
  }
  out_.add((plain ? " switch (" : " simt_switch (") +
           (plain ? "simt_l::get(" + value(*s.condition) + ")" : value(*s.condition)) + ") {");
  auto const& list = s.body[0]->body;
  for (std::size_t i = 0; i < list.size();) {
    statement const& l = *list[i];
    if (!l.is(statement_kind::case_) && !l.is(statement_kind::default_)) {
      refuse(l.line, "a statement in front of the first case");
    }
    while (i < list.size() &&
           (list[i]->is(statement_kind::case_) || list[i]->is(statement_kind::default_))) {
      out_.to(list[i]->line);
      if (list[i]->is(statement_kind::case_)) check_constant(list[i]->value->tokens);
      if (list[i]->is(statement_kind::case_))
        out_.add(plain ? " case " + text(*list[i]->value) + ":"
                       : " simt_case (" + text(*list[i]->value) + ")");
      else
        out_.add(plain ? " default:" : " simt_default");
      ++i;
    }
    std::size_t end = i;
    while (end < list.size() && !list[end]->is(statement_kind::case_) &&
           !list[end]->is(statement_kind::default_))
      ++end;
    out_.add(plain ? " {" : " if (simt_l::any_left()) {");
    segment(list, i, end, n);
    out_.add(" }");
    i = end;
  }
  out_.add(s.init ? " } }" : " }");
}

}  // namespace simt::cu::lane::detail
