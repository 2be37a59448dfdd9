// SPDX-License-Identifier: MIT
#pragma once

#include "../messages.hpp"
#include "ahead.hpp"
#include "emit_choice.hpp"
#include "parted.hpp"
#include "shared_hazards.hpp"
#include "sparse.hpp"
#include "tails.hpp"
#include "turned.hpp"
#include "turns.hpp"

#include <cctype>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

/// Text whose lines are those of the source: what a compiler says points there.
class line_writer {
 public:
  explicit line_writer(std::string file) : file_{std::move(file)} {}

  /// For what becomes a part of a line.
  [[nodiscard]] line_writer part() const {
    line_writer out{file_};
    out.is_part_ = true;
    return out;
  }

  void to(offset line) {
    if (line == 0 || is_part_) return;
    if (at_ == 0 || line < at_ || line > at_ + 4) {
      if (!text_.empty() && text_.back() != '\n') text_ += '\n';
      text_ += "#line " + std::to_string(line) + " " + string_literal(file_) + "\n";
    } else {
      for (; at_ < line; ++at_) text_ += '\n';
    }
    at_ = line;
  }
  void add(std::string_view text) { text_ += text; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string file_;
  std::string text_;
  offset at_ = 0;
  bool is_part_ = false;
};

/// Writes statements in lane form.
class statement_writer : public choice_writer {
 public:
  statement_writer(model const& m, library const& lib, uniformity const& u, std::string const& file)
      : choice_writer{m, lib, u},
        out_{file},
        waits_{hazard_finder{m, lib, u}.find()},
        tails_{tail_finder{m, lib}.find()} {
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

 protected:
  // What is plain C++ and what works under masks.

  [[nodiscard]] bool is_plain(statement const& s) const {
    int const n = m_.node_of.at(&s);
    if (m_.nodes[std::size_t(n)].divergent) return false;
    for (node const& x : m_.nodes)
      if (x.of == &s && x.divergent) return false;
    return std::find(masked_.begin(), masked_.end(), &s) == masked_.end();
  }
  [[nodiscard]] bool is_plain(jump const& j) const {
    return !j.is_return() && is_plain(*m_.nodes[std::size_t(j.target)].of);
  }

  /// The jumps that leave a statement.
  void jumps_out(statement const& s, std::vector<jump const*>& out) const {
    if (auto const found = m_.jump_of.find(&s); found != m_.jump_of.end())
      out.push_back(&m_.jumps[std::size_t(found->second)]);
    for (auto const& b : s.body)
      if (b) jumps_out(*b, out);
    std::erase_if(out, [&](jump const* j) {
      return j->target != none && m_.nodes[std::size_t(j->target)].of == &s;
    });
  }

  /// Whether no thread leaves a statement, or a turn of it, but at its end.
  [[nodiscard]] bool is_whole(statement const& s) const {
    if (lib_.may_end_threads(*m_.of)) return false;
    std::vector<jump const*> jumps;
    jumps_out(s, jumps);
    return jumps.empty() && std::none_of(m_.jumps.begin(), m_.jumps.end(), [&](jump const& j) {
      return j.target != none && m_.nodes[std::size_t(j.target)].of == &s;
    });
  }

  /// Whether no thread may be left behind a statement that `node` is around.
  [[nodiscard]] bool may_empty(statement const& s, int node) const {
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

  /// Whether an if is plain C++: a plain jump is in it.
  [[nodiscard]] bool holds_plain_jump(statement const& s) const {
    std::vector<jump const*> jumps;
    jumps_out(s, jumps);
    for (jump const* j : jumps)
      if (is_plain(*j)) return true;
    return false;
  }

  [[nodiscard]] std::string condition(expression const& e, bool masked = false) {
    if (!uniformity_.is_uniform(e)) return "simt_l::cond(" + value(e) + ")";
    std::string const c = "simt_l::uniform(" + value(e) + ")";
    return masked && !is_harmless(e) ? "simt_l::any_left() && " + c : c;
  }

  // Statements.

  void block(std::vector<statement_ptr> const& list, std::size_t begin, int node) {
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

  /// The statements of a function whose returns end it where they stand.
  void ending(statement_list const& list, int node) {
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
            s, [&](int n) { ending(sides.then, n); },
            [&](int n) { ending(sides.otherwise, n); }, sides.otherwise.empty());
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
  [[nodiscard]] bool is_void() const {
    return result_type_->base == "void" && result_type_->is_plain();
  }

  void braced(statement const& s, int node) {
    out_.add(" {");
    within(s, node);
    out_.add(" }");
  }
  void turn(statement const& s) {
    out_.add(" {");
    others_end(s);
    within(*s.body[0], body_node(s));
    out_.add(" }");
  }
  /// Where a kernel does nothing more behind s: the threads that are not in it.
  void others_end(statement const& s) {
    if (std::find(tails_.begin(), tails_.end(), &s) != tails_.end())
      out_.add(" simt_l::others_end();");
  }
  /// A statement within braces that stand already.
  void within(statement const& s, int node) {
    if (s.is(statement_kind::compound)) {
      block(s.body, 0, node);
    } else {
      write(s, node);
      meet_behind(s);
    }
  }
  [[nodiscard]] bool is_met_behind(statement const& s) const {
    return std::find(waits_.begin(), waits_.end(), &s) != waits_.end();
  }
  /// Where other threads write what this statement has read: see hazard_finder.
  void meet_behind(statement const& s) {
    if (is_met_behind(s) && !s.is(statement_kind::return_)) out_.add(" simt_g.__syncthreads();");
  }

  void write(statement const& s, int node) {
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
            s, [&](int n) { within(*s.body[0], n); },
            [&](int n) { within(*s.body[1], n); }, s.body.size() < 2 || !s.body[1]);
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
          std::string const let =
              result_type_->is_auto()
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
        out_.add(";");
        return;
      case statement_kind::type_definition:
        check_constant(s.tokens);
        out_.add(" " + s.text + (s.text.ends_with(";") ? "" : ";"));
        out_.add(lib_.lane_using(s.text));
        return;
      default:
        refuse(s.line, "a statement that is not understood");
    }
  }

  [[nodiscard]] std::string returned(expression const& e) {
    if (!bare(e).is(kind::list)) return value(e);
    if (result_type_->is_auto()) refuse(e.line, "a list in braces");
    return make(types(e.line).value(*result_type_), bare(e).operands);
  }

  void expression_statement(expression const& e) {
    expression const& b = bare(e);
    if (b.is(kind::assignment)) {
      out_.add(" " + assignment(b) + ";");
    } else if (b.is(kind::comma)) {
      expression_statement(b[0]);
      expression_statement(b[1]);
    } else if (b.is(kind::prefix) && (b.op == "++" || b.op == "--")) {
      out_.add(" " + place(b) + ";");
    } else if (b.is(kind::conditional)) {
      // As an if: its sides may have no value.
      out_.add(" simt_if (simt_l::cond(" + value(b[0]) + ")) {");
      expression_statement(b[1]);
      out_.add(" } else {");
      expression_statement(b[2]);
      out_.add(" }");
    } else if (is_updating_atomic(b)) {
      out_.add(" simt_g." + bare(b[0]).text + "(simt_l::unread, " + value(b[1]) + ", " +
               value(b[2]) + ");");
    } else {
      out_.add(" static_cast<void>(" + value(b) + ");");
    }
  }
  /// Whether e is an atomic of an address and one operand, whose old values tell nobody anything.
  [[nodiscard]] bool is_updating_atomic(expression const& e) const {
    if (!e.is(kind::call) || e.operands.size() != 3 || !bare(e[0]).is(kind::name)) return false;
    expression const& f = bare(e[0]);
    return known_function(f.id) == known_kind::atomic && f.text == f.id && f.scope.empty() &&
           !e[1].is(kind::pack) && !e[2].is(kind::pack) &&
           lib_.find(std::string(f.id)) == nullptr && m_.variable_of(f) == none;
  }

  /// An if, with what writes its sides.
  void if_statement(statement const& s, auto const& then, auto const& otherwise, bool one_sided) {
    if (s.declared) refuse(s.line, "a declaration in a condition");
    int const n = m_.node_of.at(&s);
    if (s.init) {
      out_.add(" {");
      write(*s.init, n);
    }
    if (s.is_constexpr) check_constant(s.condition->tokens);
    if (s.is_constexpr)
      out_.add(" if constexpr (" + text(*s.condition) + ")");
    else if (holds_plain_jump(s))
      out_.add(" if (" + condition(*s.condition) + ")");
    else if (one_sided && leads_out(s, n) && !uniformity_.is_uniform(*s.condition))
      out_.add(" simt_if (simt_l::unlikely_condition(" + value(*s.condition) + "))");
    else
      out_.add((is_whole(s) ? " SIMT_LANE_WHOLE_IF (" : " simt_if (") + condition(*s.condition) +
               ")");
    bool const sparse = sparse_finder{m_, lib_}.is_sparse(s);
    if (sparse) as_threads();
    out_.add(" {");
    if (one_sided) others_end(s);
    then(n);
    out_.add(sparse ? " } }" : " }");
    if (!one_sided) {
      out_.add(" else {");
      others_end(s);
      otherwise(n);
      out_.add(" }");
    }
    if (s.init) out_.add(" }");
  }

  /// Whether threads that pass an if leave a loop by it, so that few turns have any.
  [[nodiscard]] bool leads_out(statement const& s, int node) const {
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

  /// The kernel's thread form, for each of the few threads that have come here.
  void as_threads() {
    std::string passed;
    for (declarator const& p : m_.of->parameters)
      passed += (passed.empty() ? "" : ", ") + argument_name(p);
    out_.add(
        " { if (simt_l::few_here(simt_g)) simt_l::by_lane(simt_g, [&]() -> void { "
        "simt_address()(" +
        passed + "); }); else");
  }

  [[nodiscard]] int body_node(statement const& s) const {
    for (std::size_t i = 0; i < m_.nodes.size(); ++i)
      if (m_.nodes[i].of == &s && m_.nodes[i].kind == node_kind::loop_body)
        return static_cast<int>(i);
    return m_.node_of.at(&s);
  }

  void loop(statement const& s) {
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
        is_plain(s) ? row_finder{m_, uniformity_}.rows(s) : std::vector<expression const*>{};
    if (!rows.empty()) out_.add(" {");
    for (expression const* const row : rows) {
      std::string const name = "simt_row_" + std::to_string(rows_.size());
      rows_.emplace(row, name);
      out_.add(" simt_l::row_ahead " + name + ";");
    }
    auto const fixed =
        is_plain(s) ? turn_finder{m_, callees_}.turns(s) : std::optional<fixed_turns>{};
    if (fixed) one_by_one(s, *fixed);
    ++loops_around_;
    turns(s);
    --loops_around_;
    if (fixed) out_.add(" } }");
    if (!rows.empty()) out_.add(" }");
    if (entered != m_.entered.end()) out_.add(" }");
  }

  /// A body for each turn, where the gang knows them; else what follows.
  void one_by_one(statement const& s, fixed_turns const& f) {
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

  /// A for over an array, by its subscripts.
  void over_range(statement const& s) {
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

  void turns(statement const& s) {
    if (s.is(statement_kind::range_for)) {
      over_range(s);
      return;
    }
    bool const plain = is_plain(s);
    int const n = m_.node_of.at(&s);
    std::string const c = s.condition ? condition(*s.condition, !plain) : "true";
    if (s.is(statement_kind::do_)) {
      out_.add(plain ? " do" : " simt_do");
      braced(*s.body[0], body_node(s));
      out_.add((plain ? " while (" : " simt_do_while (") + c + ");");
      return;
    }
    if (s.is(statement_kind::while_)) {
      out_.add((plain        ? " while ("
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

  /// Shared arrays that a loop declares are looked up before it: the look is a call at first, and
  /// compilers keep no register across a loop that may call something.
  void hoist_shared(statement const& in) {
    for (auto const& b : in.body) {
      if (!b) continue;
      if (b->is(statement_kind::type_definition)) return;  // the next array may be of that type
      if (b->is(statement_kind::declaration) && b->declared->words.is_shared &&
          !b->declared->words.is_extern)
        for (declarator const& d : b->declared->names)
          if (stands_alone(d)) {
            shared(d, b->declared->words);
            hoisted_.push_back(&d);
          }
      hoist_shared(*b);
    }
  }
  /// Whether a declaration means the same before the loops around it.
  [[nodiscard]] bool stands_alone(declarator const& d) {
    if (std::find(hoisted_.begin(), hoisted_.end(), &d) != hoisted_.end()) return false;
    if (lib_.is_global(d.name)) return false;
    std::string const t = types(d.line).array(d.declared, 0);
    for (variable const& v : m_.variables) {
      if (v.declared == &d) continue;
      std::string const& name = v.declared->name;
      if (name == d.name) return false;
      if (!name.empty() && holds_word(t, name)) return false;
    }
    return true;
  }
  static bool holds_word(std::string const& text, std::string const& word) {
    auto const inner = [&](std::size_t i) {
      return i < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    for (auto i = text.find(word); i != std::string::npos; i = text.find(word, i + 1))
      if ((i == 0 || !inner(i - 1)) && !inner(i + word.size())) return true;
    return false;
  }

  /// `#pragma unroll 4`. The bodies of lane forms are many registers wide already: a loop is
  /// unrolled where that lets a compiler see more, in an array of the thread's own or from lane to
  /// lane.
  [[nodiscard]] std::string unrolled(statement const& s) const {
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
  void each_expression(statement const& s, auto&& f) const {
    auto const visit = [&](auto&& self, expression const& e) -> void {
      f(e);
      for (auto const& o : e.operands)
        if (o) self(self, *o);
    };
    for_each_expression(s, [&](expression const& e) { visit(visit, e); });
    for_each_statement(s, [&](statement const& b) { each_expression(b, f); });
  }
  [[nodiscard]] bool is_clear_unrolled(statement const& s) const {
    bool found = false;
    each_expression(s, [&](expression const& e) {
      if (!e.is(kind::name)) return;
      int const v = m_.variable_of(e);
      found |= v != none ? m_.variables[std::size_t(v)].kind == variable_kind::array
                         : known_function(e.id) == known_kind::warp;
    });
    return found;
  }
  /// Whether a compiler knows how often a for runs.
  [[nodiscard]] bool has_fixed_bounds(statement const& s) const {
    if (!s.condition || !bare(*s.condition).is(kind::binary)) return false;
    bool fixed = is_fixed(bare(*s.condition)[1]);
    if (s.init && s.init->declared)
      for (auto const& d : s.init->declared->names)
        for (auto const& v : d.values) fixed &= is_fixed(*v);
    return fixed;
  }
  [[nodiscard]] bool is_fixed(expression const& e) const {
    if (e.is(kind::call) || e.is(kind::subscript) || e.is(kind::member)) return false;
    if (e.is(kind::name))
      if (int const v = m_.variable_of(e); v != none)
        return m_.variables[std::size_t(v)].kind == variable_kind::constant;
    for (auto const& o : e.operands)
      if (o && !is_fixed(*o)) return false;
    return true;
  }

  [[nodiscard]] std::string step_of(expression const& e) {
    expression const& b = bare(e);
    if (b.is(kind::comma)) return step_of(b[0]) + ", " + step_of(b[1]);
    if (b.is(kind::assignment)) return "static_cast<void>(" + assignment(b) + ")";
    return "static_cast<void>(" + (b.is(kind::prefix) && b.op != "*" ? place(b) : value(b)) + ")";
  }

  void switch_statement(statement const& s) {
    if (s.declared || s.init) refuse(s.line, "a declaration in a condition");
    if (s.body.empty() || !s.body[0]->is(statement_kind::compound))
      refuse(s.line, "a switch without braces");
    bool const plain = is_plain(s);
    int const n = m_.node_of.at(&s);
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
    out_.add(" }");
  }

  void segment(std::vector<statement_ptr> const& list, std::size_t begin, std::size_t end,
               int node) {
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

  // Declarations.

  void declare(declarator const& d, statement const& s, declaration const& whole) {
    if (!d.bindings.empty()) refuse(d.line, "a structured binding");
    if (whole.words.is_thread_local) refuse(d.line, "thread_local");
    check_constant(d.declared);
    auto const& v = m_.variables[std::size_t(m_.declared.at(&d))];
    if (v.kind == variable_kind::shared) {
      if (v.in_lambda) refuse(d.line, "shared memory of a lambda");
      shared(d, whole.words);
      return;
    }
    if (v.in_lambda && whole.words.is_static) refuse(d.line, "a static variable");
    if (d.values.size() == 1 && bare(*d.values[0]).is(kind::lambda)) {
      if (!d.declared.is_auto()) refuse(d.line, "a lambda");
      out_.add(" auto const " + d.name + " = " + lambda_text(bare(*d.values[0])) + ";");
      return;
    }
    if (whole.words.is_extern) refuse(d.line, "an extern declaration in a function");
    storage const how = storage_of(v);
    if (how == storage::plain) {
      if (whole.words.is_static && !d.declared.is_const && !whole.words.is_constexpr)
        refuse(d.line, "a static variable");
      check_constant(s.tokens);
      if (&d == &whole.names.front())
        out_.add(" " + spelled(m_.of->tokens, s.tokens) +
                 (m_.of->tokens[s.tokens.end - 1].is(';') ? "" : ";"));
      for (declarator const& other : whole.names)
        if (storage_of(m_.variables[std::size_t(m_.declared.at(&other))]) != storage::plain)
          refuse(d.line, "a declaration of constants and variables");
      return;
    }
    if (how == storage::array || (how == storage::memory && v.kind == variable_kind::array)) {
      array(d, how);
      return;
    }
    if (how == storage::alias) {
      alias(d);
      return;
    }
    define(v, d.initialiser != initialiser_kind::none ? initial_value(d) : "");
  }

  /// `p += n;`, as the declaration of another variable.
  void redefine(statement const& s) {
    expression const& e = bare(*s.value);
    std::string initial;
    if (!e.is(kind::assignment))
      initial = "(" + value(e[0]) + (e.op == "++" ? " + 1)" : " - 1)");
    else if (type const& t = m_.variables[std::size_t(m_.redefined.at(&s))].declared->declared;
             bare(e[1]).is(kind::list) && e.op == "=" && t.is_plain())
      initial = make(types(s.line).value(t), bare(e[1]).operands);
    else if (bare(e[1]).is(kind::list))
      refuse(s.line, "a list in braces");
    else if (variable const& v = m_.variables[std::size_t(m_.redefined.at(&s))]; e.op == "=")
      initial = initial_value(e[1], v.declared->declared);
    else
      initial = binary(e.op.substr(0, e.op.size() - 1), e[0], e[1], &e);
    define(m_.variables[std::size_t(m_.redefined.at(&s))], initial);
  }
  /// e as what a variable of type t begins with.
  [[nodiscard]] std::string initial_value(expression const& e, type const& t) {
    if (t.is_plain() && (t.base == "float" || t.base == "double"))
      if (std::string const by_parts = fused(e); !by_parts.empty())
        return "simt_l::fused<" + t.base + ">(simt_g" + by_parts + ")";
    return operand(e);
  }

  /// A variable of one value, from `initial` unless that is empty.
  void define(variable const& v, std::string const& initial) {
    declarator const& d = *v.declared;
    storage const how = storage_of(v);
    std::string const name = " " + v.name();
    bool const is_auto = d.declared.is_auto();
    std::string const t = is_auto ? std::string{} : types(d.line).value(d.declared);
    switch (how) {
      case storage::let:
        out_.add(" [[maybe_unused]] auto const" + name + " = " +
                 (is_auto ? "simt_l::let_auto(simt_g, " : "simt_l::let<" + t + ">(simt_g, ") +
                 initial + ");");
        return;
      case storage::uniform:
        if (is_auto)
          out_.add(" [[maybe_unused]] auto" + name + " = simt_l::let_auto(simt_g, " + initial +
                   ");");
        else
          out_.add(" [[maybe_unused]] simt_l::uni<" + t + ">" + name +
                   (initial.empty() ? "{}" : " = " + initial) + ";");
        return;
      case storage::step:
        out_.add(" [[maybe_unused]] auto" + name + " = simt_l::step<" +
                 (is_auto ? "simt_l::scalar<decltype(" + initial + ")>" : t) + ">(simt_g, " +
                 initial + ");");
        return;
      case storage::memory:
        out_.add(" simt_l::mem<simt_G, " +
                 (is_auto ? "simt_l::scalar<decltype(" + initial + ")>" : t) + ">" + name + ";");
        if (!initial.empty()) out_.add(" simt_l::ref(simt_g," + name + ") = " + initial + ";");
        return;
      default:
        if (initial.empty() && !is_auto && !is_number_type(d.declared.base)) {
          part_finder finder{m_, callees_};
          if (auto const parts = finder.parts(v); !parts.empty()) {
            define_parts(v, t, parts, finder.values(parts));
            return;
          }
        }
        out_.add(is_auto ? " [[maybe_unused]] simt_l::var_of<simt_G, decltype(" + initial + ")>"
                         : " [[maybe_unused]] simt_l::var<simt_G, " + t + ">");
        out_.add(name + (initial.empty() ? "" : " = " + initial) + ";");
        return;
    }
  }

  /// A structure as a variable for each member that is named, where they are numbers; or as a value
  /// for each, where they stand.
  void define_parts(variable const& v, std::string const& t, std::vector<std::string> const& parts,
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

  /// `d.x = ...;` where that is all that it ever is.
  void part_of(variable const& v, expression const& e) {
    std::string const& name = v.declared->name;
    std::string const part{bare(e[0]).id};
    out_.add(" [[maybe_unused]] auto&& " + part_name(v, part) +
             " = simt_l::part_value<simt_apart_" + name + ", decltype(simt_of_" + name + "::" +
             part + ")>(simt_g, " + member_place(bare(e[0])) + ", " + operand(e[1]) + ");");
  }

  [[nodiscard]] std::string initial_value(declarator const& d) {
    if (d.values.size() == 1 && !bare(*d.values[0]).is(kind::list)) {
      bool const converts = d.initialiser != initialiser_kind::equals && d.declared.is_plain() &&
                            !d.declared.is_auto() && !is_number_type(d.declared.base);
      if (!converts) return initial_value(*d.values[0], d.declared);
      if (d.initialiser == initialiser_kind::braces)
        return make(types(d.line).value(d.declared), d.values);
      return "simt_l::cast<" + types(d.line).value(d.declared) + ">(simt_g, " +
             value(*d.values[0]) + ")";
    }
    if (d.declared.is_auto()) refuse(d.line, "auto with a list");
    std::string const t = types(d.line).value(d.declared);
    if (d.values.size() == 1) return make(t, bare(*d.values[0]).operands);
    return make(t, d.values);
  }

  static bool is_lvalue(expression const& e) {
    expression const& b = bare(e);
    return b.is(kind::name) || b.is(kind::subscript) || b.is(kind::member) ||
           (b.is(kind::prefix) && b.op == "*");
  }

  void alias(declarator const& d) {
    if (d.values.size() != 1) refuse(d.line, "a reference without a value");
    expression const& e = *d.values[0];
    if (is_lvalue(e)) {
      out_.add(" [[maybe_unused]] auto&& " + d.name + " = " + place(e) + ";");
    } else if (d.declared.is_const && !d.declared.is_auto()) {
      out_.add(" [[maybe_unused]] auto const " + d.name + " = simt_l::let<" +
               types(d.line).value(d.declared) + ">(simt_g, " + value(e) + ");");
    } else {
      refuse(d.line, "a reference to what is no variable");
    }
  }

  void shared(declarator const& d, specifiers const& words) {
    if (std::find(hoisted_.begin(), hoisted_.end(), &d) != hoisted_.end()) return;
    if (words.is_extern) {
      type const& t = d.declared;
      std::string element = types(d.line).parameter(t);
      if (t.extents.size() > 1) refuse(d.line, "dynamic shared memory of several dimensions");
      if (element.ends_with('*') && t.is_array()) element.pop_back();
      out_.add(" SIMT_LANE_DYNAMIC_SHARED(" + d.name + ", " + element + ");");
      return;
    }
    if (is_sized_by_argument(*m_.of, d.declared)) {
      out_.add(" SIMT_LANE_SHARED_SIZED(" + d.name + ", " + value(*d.declared.extents[0]) + ", " +
               types(d.line).element(d.declared) + ");");
      return;
    }
    std::string const t = types(d.line).array(d.declared, 0);
    if (words.alignment.empty())
      out_.add(" " + shared_macro(d, m_, uniformity_, callees_) + t + ");");
    else
      out_.add(" SIMT_LANE_SHARED_ALIGNED(" + d.name + ", " + words.alignment + ", " + t + ");");
  }

  void array(declarator const& d, storage how) {
    expression const* const list =
        d.values.size() == 1 && bare(*d.values[0]).is(kind::list) ? &bare(*d.values[0]) : nullptr;
    std::size_t const count =
        list != nullptr ? list->operands.size()
                        : (d.initialiser == initialiser_kind::braces ? d.values.size() : 0);
    std::string const t = types(d.line).array(d.declared, count);
    out_.add(std::string(how == storage::array ? " simt_l::arr" : " simt_l::mem") + "<simt_G, " +
             t + "> " + d.name + ";");
    if (d.initialiser == initialiser_kind::none) return;
    out_.add(" simt_l::fill(" + d.name + ");");
    if (list != nullptr)
      elements(d, d.name, list->operands, 1);
    else if (d.initialiser == initialiser_kind::braces)
      elements(d, d.name, d.values, 1);
    else
      refuse(d.line, "an array that is initialised by a value");
  }

  /// Lists within lists are rows, and in the last dimension structures.
  void elements(declarator const& d, std::string const& base,
                std::vector<expression_ptr> const& values, std::size_t dimension) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::string const at = "simt_l::at(" + base + ", " + std::to_string(i) + ")";
      expression const& e = bare(*values[i]);
      if (e.is(kind::list) && dimension < d.declared.extents.size())
        elements(d, at, e.operands, dimension + 1);
      else if (e.is(kind::list))
        out_.add(" " + at + " = " + make(types(d.line).element(d.declared), e.operands) + ";");
      else if (e.is(kind::assignment))
        refuse(values[i]->line, "a designated initialiser");
      else
        out_.add(" " + at + " = " + value(*values[i]) + ";");
    }
  }

  line_writer out_;
  std::vector<statement const*> const waits_;  // behind which threads meet once more
  statement const* result_ = nullptr;  // the one return, at the end
  bool has_turns_ = false;              // some loop is written turn by turn

 private:
  std::vector<statement const*> tails_;     // the last things that a kernel does
  std::vector<statement const*> masked_;    // loops and switches that work under masks anyway
  std::vector<declarator const*> hoisted_;  // shared arrays that stand before their loops
  std::unordered_map<statement const*, variable const*> part_values_;  // of whose parts
};

}  // namespace simt::cu::lane::detail
