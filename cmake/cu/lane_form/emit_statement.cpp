// SPDX-License-Identifier: MIT
#include "emit_statement.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

line_writer line_writer::part() const {
  line_writer out{file_};
  out.is_part_ = true;
  return out;
}

void line_writer::to(offset line) {
  if (line == 0 || is_part_) return;
  if (at_ == 0 || line < at_ || line > at_ + 4) {
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
    text_ += "#line " + std::to_string(line) + " " + string_literal(file_) + "\n";
  } else {
    for (; at_ < line; ++at_) text_ += '\n';
  }
  at_ = line;
}

statement_writer::statement_writer(model const& m, call_graph const& graph, uniformity const& u,
                                   std::string const& file)
    : choice_writer{m, graph, u},
      out_{file},
      waits_{hazard_finder{m, graph, u}.find()},
      branches_{m, graph, u},
      tails_{final_statements{m, graph}.find()} {
  for (expression const* const e : branches_.marked()) marked_.emplace(e, branches_.place_of(*e));
  for (jump const& j : m_.jumps) {
    if (j.is_return()) {
      // Loops around a return test whether anybody is left.
      for (int n = j.node; n != j.target; n = m_.nodes[std::size_t(n)].parent)
        masked_.push_back(m_.nodes[std::size_t(n)].of);
    } else if (j.at->is(statement_kind::continue_)) {
      // A continue within a switch that is not a plain one.
      for (int n = j.node; n != j.target; n = m_.nodes[std::size_t(n)].parent)
        if (m_.nodes[std::size_t(n)].kind == node_kind::switch_ &&
            m_.nodes[std::size_t(n)].divergent)
          masked_.push_back(m_.nodes[std::size_t(j.target)].of);
    }
  }
}

bool statement_writer::is_plain(statement const& s) const {
  int const n = m_.node_of.at(&s);
  if (m_.nodes[std::size_t(n)].divergent) return false;
  for (node const& x : m_.nodes)
    if (x.of == &s && x.divergent) return false;
  return std::find(masked_.begin(), masked_.end(), &s) == masked_.end();
}

void statement_writer::jumps_out(statement const& s, std::vector<jump const*>& out) const {
  if (auto const found = m_.jump_of.find(&s); found != m_.jump_of.end())
    out.push_back(&m_.jumps[std::size_t(found->second)]);
  for (auto const& b : s.body)
    if (b) jumps_out(*b, out);
  std::erase_if(out, [&](jump const* j) {
    return j->target != none && m_.nodes[std::size_t(j->target)].of == &s;
  });
}

bool statement_writer::is_whole(statement const& s) const {
  if (graph_.may_end_threads(*m_.of)) return false;
  std::vector<jump const*> jumps;
  jumps_out(s, jumps);
  return jumps.empty() && std::none_of(m_.jumps.begin(), m_.jumps.end(), [&](jump const& j) {
           return j.target != none && m_.nodes[std::size_t(j.target)].of == &s;
         });
}

bool statement_writer::may_empty(statement const& s, int node) const {
  std::vector<jump const*> jumps;
  jumps_out(s, jumps);
  for (jump const* j : jumps) {
    if (is_plain(*j)) continue;
    // A kernel ends where its last thread returns.
    if (j->target == none && m_.of->is_kernel() && !m_.parts_between(node, none)) continue;
    return true;
  }
  return false;
}

bool statement_writer::holds_plain_jump(statement const& s) const {
  std::vector<jump const*> jumps;
  jumps_out(s, jumps);
  for (jump const* j : jumps)
    if (is_plain(*j)) return true;
  return false;
}

std::string statement_writer::condition(expression const& e, bool masked) {
  if (!uniformity_.is_uniform(e)) return "simt_l::cond(" + value(e) + ")";
  std::string const c = "simt_l::uniform(" + value(e) + ")";
  return masked && !is_harmless(e) ? "simt_l::any_left() && " + c : c;
}

void statement_writer::block(std::vector<statement_ptr> const& list, std::size_t begin, int node) {
  for (std::size_t i = begin; i < list.size(); ++i) {
    statement const& s = *list[i];
    write(s, node);
    meet_behind(s);
    if (i + 1 < list.size() && may_empty(s, node)) {
      out_.add(" if (simt_l::any_left()) {");
      block(list, i + 1, node);
      out_.add(" }");
      return;
    }
  }
}

void statement_writer::ending(statement_list const& list, int node) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    statement const& s = *list[i];
    if (s.is(statement_kind::if_) && holds_return(s)) {
      auto const sides = return_finder::part(list, i);
      out_.to(s.line);
      if (auto const choice = returned_choice(s, sides); !choice.empty()) {
        out_.add(choice);
        return;
      }
      if_statement(
          s, [&](int n) { ending(sides.then, n); }, [&](int n) { ending(sides.otherwise, n); },
          sides.otherwise.empty());
      return;
    }
    if (s.is(statement_kind::compound) && holds_return(s)) {
      out_.add(" {");
      ending(list_of(s.body), node);
      out_.add(" }");
    } else if (s.is(statement_kind::return_)) {
      out_.to(s.line);
      if (s.value && is_void())
        expression_statement(*s.value);
      else if (s.value)
        out_.add(" simt_result_ = " + returned(*s.value) + ";");
    } else {
      write(s, node);
    }
  }
}

void statement_writer::braced(statement const& s, int node) {
  out_.add(" {");
  within(s, node);
  out_.add(" }");
}

void statement_writer::write(statement const& s, int node) {
  out_.to(s.line);
  switch (s.kind) {
    case statement_kind::compound:
      braced(s, node);
      return;
    case statement_kind::declaration:
      for (declarator const& d : s.declared->names) declare(d, s, *s.declared);
      return;
    case statement_kind::expression:
      if (m_.redefined.contains(&s))
        redefine(s);
      else if (auto const part = part_values_.find(&s); part != part_values_.end())
        part_of(*part->second, bare(*s.value));
      else if (s.value)
        expression_statement(*s.value);
      return;
    case statement_kind::if_:
      if (auto const choice = assigned_choice(s); !choice.empty()) {
        out_.add(choice);
        return;
      }
      if_statement(
          s, [&](int n) { within(*s.body[0], n); }, [&](int n) { within(*s.body[1], n); },
          s.body.size() < 2 || !s.body[1]);
      return;
    case statement_kind::for_:
    case statement_kind::while_:
    case statement_kind::do_:
    case statement_kind::range_for:
      loop(s);
      return;
    case statement_kind::switch_:
      switch_statement(s);
      return;
    case statement_kind::break_:
    case statement_kind::continue_: {
      bool const plain = is_plain(m_.jumps[std::size_t(m_.jump_of.at(&s))]);
      out_.add(plain ? " " : " simt_");
      out_.add(s.is(statement_kind::break_) ? "break;" : "continue;");
      return;
    }
    case statement_kind::return_:
      if (&s == result_) {
        std::string const let = result_type_->is_auto()
                                    ? "simt_l::let_auto"
                                    : "simt_l::let<" + types(s.line).value(*result_type_) + ">";
        std::string const result = let + "(simt_g, " + returned(*s.value) + ");";
        out_.add(is_met_behind(s) ? " auto const simt_result = " + result +
                                        " simt_g.__syncthreads(); return simt_result;"
                                  : " return " + result);
        return;
      }
      if (s.value && is_void()) {
        expression_statement(*s.value);
        out_.add(" simt_return;");
      } else if (s.value) {
        out_.add(" simt_return(" + returned(*s.value) + ");");
      } else {
        out_.add(" simt_return;");
      }
      return;
    case statement_kind::null:
    case statement_kind::asm_:  // the compiler alone is told by it
      out_.add(";");
      return;
    case statement_kind::type_definition:
      check_constant(s.tokens);
      out_.add(" " + s.text + (s.text.ends_with(";") ? "" : ";"));
      out_.add(graph_.lane_using(s.text));
      return;
    default:
      refuse(s.line, "a statement that is not understood");
  }
}

std::string statement_writer::returned(expression const& e) {
  if (!bare(e).is(kind::list)) return value(e);
  if (result_type_->is_auto()) refuse(e.line, "a list in braces");
  return make(types(e.line).value(*result_type_), bare(e).operands);
}

void statement_writer::expression_statement(expression const& e) {
  expression const& b = bare(e);
  if (b.is(kind::assignment)) {
    out_.add(" " + assignment(b) + ";");
  } else if (b.is(kind::comma)) {
    expression_statement(b[0]);
    expression_statement(b[1]);
  } else if (b.is(kind::prefix) && (b.op == operation::increment || b.op == operation::decrement)) {
    out_.add(" " + place(b) + ";");
  } else if (b.is(kind::conditional)) {
    // As an if: its sides may have no value.
    out_.add(" simt_if (simt_l::cond(" + value(b[0]) + ")) {");
    expression_statement(b[1]);
    out_.add(" } else {");
    expression_statement(b[2]);
    out_.add(" }");
  } else if (is_updating_atomic(b)) {
    out_.add(" simt_g." + bare(b[0]).text + "(simt_l::unread, " + value(b[1]) + ", " + value(b[2]) +
             ");");
  } else {
    out_.add(" static_cast<void>(" + value(b) + ");");
  }
}

bool statement_writer::is_updating_atomic(expression const& e) const {
  if (!e.is(kind::call) || e.operands.size() != 3 || !bare(e[0]).is(kind::name)) return false;
  expression const& f = bare(e[0]);
  auto const known = find_builtin(f.id);
  return known.kind == builtin_kind::atomic && known.call == lane_call::of_gang && f.text == f.id &&
         f.scope.empty() && !e[1].is(kind::pack) && !e[2].is(kind::pack) &&
         graph_.find(std::string(f.id)) == nullptr && m_.variable_of(f) == none;
}

bool statement_writer::leads_out(statement const& s, int node) const {
  statement const* last = s.body[0].get();
  while (last->is(statement_kind::compound) && !last->body.empty() && last->body.back())
    last = last->body.back().get();
  auto const found = m_.jump_of.find(last);
  if (found == m_.jump_of.end() || last->is(statement_kind::continue_)) return false;
  int const target = m_.jumps[std::size_t(found->second)].target;
  if (target != none) return m_.nodes[std::size_t(target)].kind == node_kind::loop;
  for (int n = node; n != none; n = m_.nodes[std::size_t(n)].parent)
    if (m_.nodes[std::size_t(n)].kind == node_kind::loop) return true;
  return false;
}

void statement_writer::segment(std::vector<statement_ptr> const& list, std::size_t begin,
                               std::size_t end, int node) {
  for (std::size_t i = begin; i < end; ++i) {
    write(*list[i], node);
    if (i + 1 < end && may_empty(*list[i], node)) {
      out_.add(" if (simt_l::any_left()) {");
      segment(list, i + 1, end, node);
      out_.add(" }");
      return;
    }
  }
}

void statement_writer::define_parts(variable const& v, std::string const& t,
                                    std::vector<std::string> const& parts,
                                    std::vector<part_value> const& values) {
  std::string const& name = v.declared->name;
  std::string const of = "simt_of_" + name, apart = "simt_apart_" + name;
  std::string variables, numbers, places, sizes;
  for (std::string const& p : parts) {
    variables += "simt_l::part<simt_G, decltype(" + of + "::" + p + ")> " + p + "; ";
    numbers += " && ::std::is_arithmetic_v<decltype(simt_T::" + p + ")>";
    places += std::string(places.empty() ? "" : ", ") + "{__builtin_offsetof(simt_T, " + p +
              "), sizeof(simt_T::" + p + ")}";
    sizes += "requires ::std::is_member_object_pointer_v<decltype(&simt_T::" + p + ")>; ";
  }
  out_.add(" using " + of + " = " + t + "; static constexpr bool " + apart +
           " = []<class simt_T>(simt_T*) { if constexpr (requires { " + sizes + "}" + numbers +
           ") return simt_l::lie_apart<simt_T>({" + places +
           "}); else return false; }(static_cast<" + of + "*>(nullptr));");
  for (part_value const& x : values) part_values_.emplace(x.at, &v);
  if (!values.empty()) valued_.insert(static_cast<int>(&v - m_.variables.data()));
  out_.add(" struct simt_parts_" + name + " { " + variables +
           "}; [[maybe_unused]] simt_l::parted<simt_G, " + of + ", simt_parts_" + name + ", " +
           apart + "> " + name + ";");
}

std::string statement_writer::nth_element(declarator const& d, std::string at, std::size_t n,
                                          std::size_t dimension) {
  auto const& extents = d.declared.extents;
  for (std::size_t k = dimension - 1; k < extents.size(); ++k) {
    std::string index = std::to_string(n);
    for (std::size_t below = k + 1; n > 0 && below < extents.size(); ++below)
      index += " / (" + value(*extents[below]) + ")";
    if (n > 0 && k >= dimension) index = "(" + index + ") % (" + value(*extents[k]) + ")";
    at = "simt_l::at(" + at + ", " + index + ")";
  }
  return at;
}

void statement_writer::elements(declarator const& d, std::string const& base,
                                std::vector<expression_ptr> const& values, std::size_t dimension) {
  bool const has_lists = std::any_of(values.begin(), values.end(),
                                     [](auto const& v) { return bare(*v).is(kind::list); });
  for (std::size_t i = 0; i < values.size(); ++i) {
    expression const& e = bare(*values[i]);
    std::string at = "simt_l::at(" + base + ", " + std::to_string(i) + ")";
    if (dimension < d.declared.extents.size() && !e.is(kind::list)) {
      if (e.is(kind::string)) refuse(values[i]->line, "rows of characters that texts initialise");
      if (has_lists) refuse(values[i]->line, "a list in which some rows have braces");
      at = nth_element(d, base, i, dimension);
    }
    if (e.is(kind::list) && dimension < d.declared.extents.size())
      elements(d, at, e.operands, dimension + 1);
    else if (e.is(kind::list))
      out_.add(" " + at + " = " + make(types(d.line).element(d.declared), e.operands) + ";");
    else if (e.is(kind::designated))
      refuse(values[i]->line, "a designated initialiser");
    else
      out_.add(" " + at + " = " + value(*values[i]) + ";");
  }
}

}  // namespace simt::cu::lane::detail
