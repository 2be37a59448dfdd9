// SPDX-License-Identifier: MIT
#pragma once

#include "../facts/constant_trip_counts.hpp"
#include "../facts/final_statements.hpp"
#include "../facts/irregular_loop.hpp"
#include "../facts/prefetch.hpp"
#include "../facts/scalar_replacement.hpp"
#include "../facts/shared_hazards.hpp"
#include "../facts/shared_layout.hpp"
#include "../facts/warp_branches.hpp"
#include "../text/messages.hpp"
#include "emit_choice.hpp"

#include <string>
#include <vector>

namespace simt::cu::lane::detail {

/// Text whose lines are those of the source: what a compiler says points there.
class line_writer {
 public:
  explicit line_writer(std::string file) : file_{std::move(file)} {}

  /// For what becomes a part of a line.
  [[nodiscard]] line_writer part() const;

  void to(offset line);
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
  statement_writer(model const& m, call_graph const& graph, uniformity const& u,
                   std::string const& file);

 protected:
  // What is plain C++ and what works under masks.

  [[nodiscard]] bool is_plain(statement const& s) const;
  [[nodiscard]] bool is_plain(jump const& j) const {
    return !j.is_return() && is_plain(*m_.nodes[std::size_t(j.target)].of);
  }

  /// The jumps that leave a statement.
  void jumps_out(statement const& s, std::vector<jump const*>& out) const;

  /// True if no thread leaves a statement, or a turn of it, but at its end.
  [[nodiscard]] bool is_whole(statement const& s) const;

  /// True if no thread may be left behind a statement that `node` is around.
  [[nodiscard]] bool may_empty(statement const& s, int node) const;

  /// True if an if is plain C++: a plain jump is in it.
  [[nodiscard]] bool holds_plain_jump(statement const& s) const;

  [[nodiscard]] std::string condition(expression const& e, bool masked = false);

  // Statements.

  void block(std::vector<statement_ptr> const& list, std::size_t begin, int node);

  /// The statements of a function whose returns end it where they stand.
  void ending(statement_list const& list, int node);
  [[nodiscard]] bool is_void() const {
    return result_type_->base == "void" && result_type_->is_plain();
  }

  void braced(statement const& s, int node);
  /// Lets other warps run time and again, in each turn of a loop that may wait for them.
  void waiting_turn(statement const& s);
  void turn(statement const& s);
  /// Where a kernel does nothing more behind s: the threads that are not in it.
  void others_end(statement const& s);
  /// A statement within braces that stand already.
  void within(statement const& s, int node);
  [[nodiscard]] bool is_met_behind(statement const& s) const {
    return std::find(waits_.begin(), waits_.end(), &s) != waits_.end();
  }
  /// Where other threads write what this statement has read: see hazard_finder.
  void meet_behind(statement const& s) {
    for (auto const& [of, is_body] : branches_.joins())
      if (of == &s) join_warp(s.tokens.end);
    if (is_met_behind(s) && !s.is(statement_kind::return_)) out_.add(" simt_g.__syncthreads();");
  }
  /// Has gangs of one thread wait where the ways of a warp's threads join.
  void join_warp(std::size_t site) {
    out_.add(" simt_l::join_warp(simt_g, " + std::to_string(m_.of->tokens[site - 1].begin) + ");");
  }
  /// Says that threads on both ways of a branch may meet in a warp function.
  void tell_ways() {
    if (statement const* const s = branches_.ways_meet())
      refuse(s->line, "a warp function on both ways of a branch, whose threads a GPU lets meet");
    if (branches_.warps_part()) out_.add(" simt_l::branches_meet const simt_ways_;");
  }

  void write(statement const& s, int node);

  [[nodiscard]] std::string returned(expression const& e);

  void expression_statement(expression const& e);
  /// True if e is an atomic of an address and one operand, whose old values tell nobody anything.
  [[nodiscard]] bool is_updating_atomic(expression const& e) const;

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
    bool const sparse = irregular_loop_finder{m_, graph_}.is_sparse(s);
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

  /// True if threads that pass an if leave a loop by it, so that few turns have any.
  [[nodiscard]] bool leads_out(statement const& s, int node) const;

  /// The kernel's thread form, for each of the few threads that have come here.
  void as_threads();

  [[nodiscard]] int body_node(statement const& s) const;

  void loop(statement const& s);

  /// A body for each turn, where the gang knows them; else what follows.
  void one_by_one(statement const& s, constant_trip_count const& f);

  /// A for over an array, by its subscripts.
  void over_range(statement const& s);

  void turns(statement const& s);

  /// Shared arrays that a loop declares are looked up before it: the look is a call at first, and
  /// compilers keep no register across a loop that may call something.
  void hoist_shared(statement const& in);
  /// True if a declaration means the same before the loops around it.
  [[nodiscard]] bool stands_alone(declarator const& d);
  static bool holds_word(std::string const& text, std::string const& word);

  /// `#pragma unroll 4`. The bodies of lane forms are many registers wide already: a loop is
  /// unrolled where that lets a compiler see more, in an array of the thread's own or from lane to
  /// lane.
  [[nodiscard]] std::string unrolled(statement const& s) const;
  void each_expression(statement const& s, auto&& f) const {
    auto const visit = [&](auto&& self, expression const& e) -> void {
      f(e);
      for (auto const& o : e.operands)
        if (o) self(self, *o);
    };
    for_each_expression(s, [&](expression const& e) { visit(visit, e); });
    for_each_statement(s, [&](statement const& b) { each_expression(b, f); });
  }
  [[nodiscard]] bool is_clear_unrolled(statement const& s) const;
  /// True if a compiler knows how often a for runs.
  [[nodiscard]] bool has_fixed_bounds(statement const& s) const;
  [[nodiscard]] bool is_fixed(expression const& e) const;

  [[nodiscard]] std::string step_of(expression const& e);

  void switch_statement(statement const& s);

  void segment(std::vector<statement_ptr> const& list, std::size_t begin, std::size_t end,
               int node);

  // Declarations.

  void declare(declarator const& d, statement const& s, declaration const& whole);

  /// `p += n;`, as the declaration of another variable.
  void redefine(statement const& s);
  /// e as what a variable of type t begins with.
  [[nodiscard]] std::string initial_value(expression const& e, type const& t);

  /// A variable of one value, from `initial` unless that is empty.
  void define(variable const& v, std::string const& initial, bool as_on_gpu = false);

  /// A structure as a variable for each member that is named, where they are numbers; or as a value
  /// for each, where they stand.
  void define_parts(variable const& v, std::string const& t, std::vector<std::string> const& parts,
                    std::vector<part_value> const& values);

  /// `d.x = ...;` where that is all that it ever is.
  void part_of(variable const& v, expression const& e);

  [[nodiscard]] std::string initial_value(declarator const& d);

  void alias(declarator const& d);

  /// Names the type of a shared variable; an unnamed structure or union that its declaration
  /// defines is written down in front of it, under a name.
  [[nodiscard]] std::string shared_type(declarator const& d);
  void shared(declarator const& d, specifiers const& words);
  /// Names the type that holds the lane form, within it.
  [[nodiscard]] virtual std::string owner() const = 0;

  void array(declarator const& d, storage how);

  /// Names the n-th element of a part of an array that begins with `dimension`, row by row.
  [[nodiscard]] std::string nth_element(declarator const& d, std::string at, std::size_t n,
                                        std::size_t dimension);

  /// Lists within lists are rows, and in the last dimension structures; a list without lists may
  /// leave out the braces of rows.
  void elements(declarator const& d, std::string const& base,
                std::vector<expression_ptr> const& values, std::size_t dimension);

  line_writer out_;
  std::vector<statement const*> const waits_;  // behind which threads meet once more
  statement const* result_ = nullptr;          // the one return, at the end
  bool has_turns_ = false;                     // some loop is written turn by turn

 private:
  warp_branches branches_;
  std::vector<statement const*> tails_;     // the last things that a kernel does
  std::vector<statement const*> masked_;    // loops and switches that work under masks anyway
  std::vector<declarator const*> hoisted_;  // shared arrays that stand before their loops
  std::unordered_map<statement const*, variable const*> part_values_;  // of whose parts
};

}  // namespace simt::cu::lane::detail
