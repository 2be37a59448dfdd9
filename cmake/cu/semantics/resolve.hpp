// SPDX-License-Identifier: MIT
#pragma once

#include "../program/builtins.hpp"
#include "../program/class_members.hpp"
#include "liveness.hpp"

#include <functional>
#include <unordered_set>

namespace simt::cu::lane {

/// Answers what the callee of a call does.
struct callee_traits {
  /// True if it may change what is passed to it as its n-th argument.
  std::function<bool(expression const& call, std::size_t n)> changes;
  /// True if calling an object of a type may change the object.
  std::function<bool(type const& of)> changes_object;
  /// True if an operator of the program may change its n-th operand of `count`.
  std::function<bool(operation op, std::size_t count, std::size_t n)> changes_operand;
  /// True if it is called on lanes, so that it takes pointers to locals as they are.
  std::function<bool(expression const& call)> is_lane;
  /// True if structs may have an array as a member of that name.
  std::function<bool(std::string_view)> is_member_array;
  /// True if a name that is no variable of the body stands for a number that the text tells.
  std::function<bool(std::string_view)> is_number;
  /// True if the program names anything so.
  std::function<bool(std::string_view)> is_named;
  /// True of variables of the program outside of functions, enumerators among them.
  std::function<bool(std::string_view)> is_value;
  /// The program's classes.
  semantics::class_table const* classes = nullptr;
  /// True of a parameter, by its number, for which some call passes the address of shared memory.
  std::function<bool(function const& f, std::size_t n)> is_given_shared = {};
  /// Where what calls pass to it points to.
  std::function<memory_space(function const& f, std::size_t n)> given_memory = {};
};

namespace detail {

/// Walks a body: finds the variable behind each name, where it is written and under which
/// conditions.
class resolver {
 public:
  using declarators = std::unordered_set<declarator const*>;

  /// `renamed`: variables that may be another one for each value that they have, from where all
  /// that follows has it, or where `ranges` says so.
  resolver(function const& f, callee_traits const& callees, declarators renamed = {},
           value_ranges ranges = {});

  [[nodiscard]] model run();

 private:
  void open() { marks_.push_back(scope_.size()); }
  void close();

  [[nodiscard]] int find(std::string_view name) const;

  [[nodiscard]] int add_node(node_kind kind, statement const* of, expression const* condition);

  static bool all_constant(expression const& e);

  /// True if only constants and what all threads share are in it: it may stay as it is.
  bool is_static(expression const& e) const;

  variable_kind kind_of(declarator const& d, specifiers const& words, bool parameter) const;

  static bool makes_group(expression const& e);

  /// True of a parameter of a type that a template takes which is asked what only a group of
  /// threads knows: `template <class G> int sum(G group, int x)` with `group.shfl_down(x, 1)`.
  bool is_asked_as_group(declarator const& d) const;

  int declare(declarator const& d, specifiers const& words, bool parameter);

  void changed(int v, expression const* value, bool unknown, bool adds,
               expression const* part = nullptr);

  // Statements.

  void body(statement const& s);

  void within(int node, auto&& f) {
    int const before = std::exchange(node_, node);
    f();
    node_ = before;
  }

  void declaration_(declaration const& d) {
    for (declarator const& n : d.names) declare(n, d.words, false);
  }

  void jump_(statement const& s, int target);

  /// True if a variable's name is known just where the block around here is, so that what assigns
  /// to it here does so for all that follows.
  [[nodiscard]] bool is_of_this_block(std::size_t at) const;

  /// The statement `v = e`, or null.
  struct assigned_name {
    expression const* of = nullptr;
    expression const* name = nullptr;
    std::size_t at = 0;  // in scope_
  };
  [[nodiscard]] assigned_name assigned_in(statement const& s) const;

  /// True if `v += n` is `v = v + n`: that of a pointer or a number.
  static bool computes(variable const& v);
  [[nodiscard]] bool is_sum(expression const& e) const;

  /// Another variable for the name of `old`, from here on.
  int renew(int old);

  /// `p += n;`: what follows has a variable of its own.
  [[nodiscard]] bool redefinition(statement const& s);

  /// The loop has variables of its own for what nobody asks for behind it: threads that leave it
  /// need no value to be kept, so that `i += n` of those that go on is a step for all who know i.
  void enter(statement const& s);

  /// The variable that v was made of by declarations alone, of the same type.
  [[nodiscard]] int original(int v, std::unordered_map<int, int> const& source) const;

  /// `i = tid;` as often as you like, where nothing else is ever assigned to i: i is tid.
  void find_copies();

  void statement_(statement const& s);

  void loop(statement const& s);

  /// The variable of a for over a range, in each turn another element.
  void element(statement const& s);

  // Expressions.

  void write_to(expression const& place, expression const* value, bool unknown, bool adds = false);

  void in_memory(expression const& place);
  /// `p[i]` of a pointer, or `p[i].x`, is no part of the variable.
  static bool root_is_pointer(expression const& place, variable const& x);
  /// `int* p`, and `int p[4]` as a parameter.
  static bool is_pointer(variable const& x);

  /// The last of `depth` subscripts: a row of an array of the thread's own is an address.
  void visit_subscript(expression const& e, std::size_t depth);
  void visit_member(expression const& e);

  /// Visits what is subscripted, or has a member asked for.
  void visit_base(expression const& e);
  /// A name of a variable: of one around a lambda, it is captured, and stays what it is, since
  /// nobody knows when the lambda runs.
  void name(expression const& e, int v);

  void lambda_(expression const& e);

  [[nodiscard]] bool changes(expression const& call, std::size_t n) const;
  /// Marks what an operator of the program may change of its operands.
  void changed_operands(expression const& e);
  /// True if what a call calls is an object that the call may change.
  [[nodiscard]] bool changes_object(expression const& called) const;

  /// `&x` as an argument of a lane form needs no address.
  void argument(expression const& call, expression const& e);

  void visit(expression const& e);

  callee_traits const& callees_;
  declarators renamed_;
  value_ranges ranges_;
  std::unordered_map<statement const*, int> outer_of_;  // by the start of a range
  int versions_ = 0;
  model out_;
  struct known_name {
    std::string_view name;
    int variable = none;
    bool is_outer = false;  // known further out as well: it had another variable meanwhile
  };
  std::vector<known_name> scope_;
  std::vector<std::size_t> marks_;
  int node_ = none;
  int break_ = none;
  int continue_ = none;
  int return_ = none;
  struct open_lambda {
    expression const* of;
    int first;  // variable that is its own
  };
  std::vector<open_lambda> lambdas_;
};

}  // namespace detail

namespace detail {

/// Marks parameters for which calls may pass the address of shared memory.
void mark_shared_parameters(model& m, callee_traits const& callees);

}  // namespace detail

[[nodiscard]] inline model resolve(function const& f, callee_traits const& callees) {
  model m = detail::resolver{f, callees}.run();
  detail::mark_shared_parameters(m, callees);
  return m;
}

/// The same with a variable for each value that a pointer or a number has one after the other: what
/// was computed from threads' indices stays such an index, although it is assigned to; a counter
/// that is declared far outside of its loop is the same for all threads there; and what is wanted
/// in one block only is no masked assignment.
[[nodiscard]] model resolve_values(function const& f, callee_traits const& callees);

}  // namespace simt::cu::lane
