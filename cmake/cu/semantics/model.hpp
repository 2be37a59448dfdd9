// SPDX-License-Identifier: MIT
#pragma once

#include "../program/syntax.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// e without parentheses around it.
[[nodiscard]] inline expression const& bare(expression const& e) {
  return e.is(expression_kind::parenthesis) ? bare(e[0]) : e;
}
/// True if an expression names a place: `x`, `p[i]`, `s.m`, `*p`.
[[nodiscard]] inline bool is_lvalue(expression const& e) {
  expression const& b = bare(e);
  return b.is(expression_kind::name) || b.is(expression_kind::subscript) ||
         b.is(expression_kind::member) || b.is_dereference();
}

/// Kind of what a name of a function's body stands for.
enum class variable_kind : std::uint8_t {
  parameter,
  local,      // one value a thread
  array,      // an array a thread
  reference,  // another name of something
  shared,     // __shared__: one a block
  constant    // static, constexpr, or an array of constants: stays plain C++
};

inline constexpr int none = -1;

/// Where a pointer points to, as far as the text says.
enum class memory_space : std::uint8_t {
  unsaid,  // nothing says so, as where a pointer is only ever moved
  other,   // not to shared memory, or read from memory, where a GPU counts in 64 bits
  shared,  // to shared memory
  any      // may be either
};
/// Returns where a pointer points to that has one of two values.
[[nodiscard]] constexpr memory_space either(memory_space a, memory_space b) noexcept {
  if (a == memory_space::unsaid || b == memory_space::unsaid)
    return a == memory_space::unsaid ? b : a;
  return a == b ? a : memory_space::any;
}

struct variable {
  declarator const* declared = nullptr;
  variable_kind kind = variable_kind::local;
  int node = none;           // the innermost one around the declaration
  bool written = false;      // after its declaration
  bool escapes = false;      // its address is taken, or a reference to it is bound
  bool uniform = true;       // the same value in all active threads, by the analysis
  bool steps = true;         // all writes add something uniform, for all threads that know it
  bool is_group = false;     // of cooperative groups: never changes
  bool in_memory = false;    // needs an address of its own for each thread
  bool is_referred = false;  // a reference of this body names it, or a part of it
  int refers = none;         // reference: the variable that it names, where that is one
  int version = 0;           // how often its name was given a new value before: see redefined
  bool is_copy = false;      // all that is ever assigned to it is the value that it has
  bool in_lambda = false;    // declared in one
  memory_space given = memory_space::other;  // parameter: where what calls pass to it points to
  bool is_given_shared = false;  // parameter: some call passes the address of shared memory

  [[nodiscard]] std::string name() const {
    return version == 0 ? declared->name : declared->name + "_simt" + std::to_string(version);
  }
};

/// Names a parameter's argument. Like all that lane forms add to a program's names: none
/// that a program has.
[[nodiscard]] inline std::string argument_name(declarator const& parameter) {
  return parameter.name + "_simt_in";
}

/// A part of a body that not all threads that come by need to go through: the body of an if, a
/// loop, a side of `?:`. What stands in it is under the conditions of all nodes around it.
enum class node_kind : std::uint8_t {
  branch,     // sides of an if, right sides of && and ||
  loop,       // condition, step and body; what a for-init declares is within
  loop_body,  // what `continue` leaves
  switch_
};
struct node {
  node_kind kind = node_kind::branch;
  statement const* of = nullptr;
  expression const* condition = nullptr;
  int parent = none;
  bool divergent = false;
};

/// break, continue, return.
struct jump {
  statement const* at = nullptr;
  int node = none;    // the innermost one around it
  int target = none;  // the node that it leaves: loop or switch_ for break, loop_body; for a return
                      // none, or a lambda's
  bool divergent = false;

  [[nodiscard]] bool is_return() const noexcept { return at->is(statement_kind::return_); }
};

/// A lambda in a body.
struct written_lambda {
  int node = none;         // of its body
  std::set<int> captured;  // variables from around it
};

struct write {
  int variable = none;
  expression const* value = nullptr;  // null: what else is in the variable decides
  int node = none;
  bool unknown = false;              // any value: by another function, through a reference
  bool initial = false;              // its declaration
  bool adds = false;                 // += -= ++ --, v = v + value
  expression const* part = nullptr;  // of the variable: `v.a[i]`; null: all of it
};

/// A body with its names resolved.
struct model {
  function const* of = nullptr;
  std::vector<variable> variables;
  std::vector<node> nodes;
  std::vector<jump> jumps;
  std::vector<write> writes;
  std::vector<std::pair<expression const*, int>> calls;  // with the node around each
  std::unordered_map<expression const*, int> names;      // a name's variable
  std::unordered_map<declarator const*, int> declared;
  std::unordered_map<statement const*, int> node_of;  // the outermost node of a statement
  std::unordered_map<statement const*, int> jump_of;
  /// `p += n;` for all threads that know p, and nobody has its address: from there on the name
  /// stands for another variable, which has a form of its own.
  std::unordered_map<statement const*, int> redefined;
  /// Variables that a loop has instead of those outside of it, with the names of these.
  std::unordered_map<statement const*, std::vector<std::pair<int, expression const*>>> entered;
  std::vector<expression_ptr> made;  // names that the text does not have
  std::unordered_map<expression const*, written_lambda> lambdas;
  bool has_conditional_writes = false;

  [[nodiscard]] int variable_of(expression const& e) const;
  /// The lambda that e is, or that the variable e was made as; null where it is neither.
  [[nodiscard]] expression const* lambda_of(expression const& e) const;
  /// True if what stands at a node runs where a lambda is called.
  [[nodiscard]] bool is_in_lambda(int inner) const;
  /// True if `inner` is `outer` or within it; everything is within none.
  [[nodiscard]] bool is_within(int inner, int outer) const;
  /// True if threads part anywhere between two nodes, the outer one left out.
  [[nodiscard]] bool parts_between(int inner, int outer) const;
};

/// The type of a template parameter that is a value, `int` of `template <int N>`; empty of others.
[[nodiscard]] std::string_view value_parameter_type(function const& f,
                                                    std::string_view name) noexcept;
/// True if an expression is a number by its shape.
[[nodiscard]] bool is_number(model const& m, expression const& e);
/// True of `printf("text")`: C's, which gives another number than CUDA's.
[[nodiscard]] inline bool is_text_alone(expression const& call) {
  return call.is(expression_kind::call) && call.operands.size() == 2 &&
         bare(call[0]).is(expression_kind::name) && bare(call[0]).id == "printf";
}
/// True if a type is one of numbers, by its usual name.
[[nodiscard]] bool is_number_type(std::string_view base);
/// True for `threadIdx.x` and its like.
[[nodiscard]] bool is_coordinate(model const& m, expression const& e);

/// The name at the bottom of `a.b[i].c`: what a write to it changes. Null where a pointer is
/// followed on the way, so that memory changes.
[[nodiscard]] expression const* root_of(expression const& e);

/// The subscript or member at the bottom of `a.b[i].c`: `a.b`.
[[nodiscard]] expression const* first_step(expression const& e);

/// Returns what an assignment adds to the variable or takes away from it: n of `v += n`, `v = v +
/// n`, `v = n + v`, `v = v - n`; null where it does something else.
[[nodiscard]] expression const* added(expression const& e);

}  // namespace simt::cu::lane
