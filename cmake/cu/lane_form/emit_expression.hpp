// SPDX-License-Identifier: MIT
#pragma once

#include "../facts/analysis.hpp"
#include "../facts/argument_order.hpp"
#include "../facts/call_graph.hpp"
#include "../facts/constructors.hpp"
#include "../facts/interference.hpp"
#include "../facts/object_operators.hpp"
#include "../facts/parameter_types.hpp"
#include "../facts/shared_index.hpp"
#include "../semantics/object_types.hpp"
#include "../semantics/spelling.hpp"
#include "../text/messages.hpp"

#include <functional>
#include <map>
#include <string>
#include <unordered_map>

namespace simt::cu::lane {

/// How a variable is declared in lane form.
enum class storage : std::uint8_t {
  let,      // a value that stays
  uniform,  // one for all threads
  step,     // changed by uniform amounts only
  var,      // one a thread
  memory,   // one a thread, with an address
  array,
  alias,
  plain  // as the text has it: shared, static, constant
};

[[nodiscard]] storage storage_of(variable const& v);

namespace detail {

/// Writes expressions in lane form. Anything not understood is refused.
class expression_writer {
 public:
  expression_writer(model const& m, call_graph const& graph, uniformity const& u)
      : m_{m}, graph_{graph}, uniformity_{u} {}

 protected:
  using kind = expression_kind;

  [[nodiscard]] std::string text(expression const& e) const {
    return spelled(m_.of->tokens, e.tokens);
  }
  [[nodiscard]] type_speller types(offset line) const { return {m_.of->tokens, line}; }

  /// Refuses text that stays as it is, of a constant or a type, where it asks something of a
  /// variable that lanes have in another form: the compiler would answer for that form.
  void check_constant(range r, bool with_decltype = true) const;
  /// True if `a.part` is, of lanes, another constant, or none. (What the compiler does not find
  /// there it says.)
  [[nodiscard]] bool has_other_part(lexeme_list const& t, std::size_t i) const;
  void check_constant(type const& t) const;
  [[nodiscard]] bool is_in_lanes(std::string_view name) const;

  /// True of what may be evaluated although nobody wants it: no load, call, division, change.
  [[nodiscard]] bool is_harmless(expression const& e) const;

  /// e as a value, read from memory where it lies there.
  [[nodiscard]] std::string value(expression const& e);

  /// e as an operand: an array of the thread's own, or a row of it, is the address of its first
  /// element.
  [[nodiscard]] std::string operand(expression const& e) {
    return is_own_array(bare(e)) ? "simt_l::first_of(" + place(bare(e)) + ")" : value(e);
  }
  [[nodiscard]] bool is_own_array(expression const& e) const;

  /// e as something that may be assigned, or whose address may be taken.
  /// Spells e as a place; what a condition chooses is a value here, in which an assignment would be
  /// lost: refused.
  [[nodiscard]] std::string place(expression const& e);
  /// The same where nobody changes it.
  [[nodiscard]] std::string read_place(expression const& e);
  /// Refuses `++a` and `*a` of an object that is another one for each thread: lanes have these of
  /// numbers and pointers.
  void check_number(expression const& e) const;
  /// True if e is a call that gives a reference, and place() follows it.
  [[nodiscard]] bool gives_place(expression const& e) const;

  /// An operand of e, in 32 bits where it is an index of shared memory that may be less than zero.
  [[nodiscard]] std::string index(expression const& e, expression const& of,
                                  std::string const& text) const;
  /// Returns that index where only addresses tell whether the memory is shared.
  [[nodiscard]] wrapped_index unknown_index(expression const& e) const;
  /// Writes the place that `p[index]` names.
  [[nodiscard]] std::string element(expression const& e);
  /// The right side of `p += index` of memory that may be shared.
  [[nodiscard]] std::string index_of_step(expression const& e, std::string const& right);
  /// `p + index` of memory that may be shared: `sum` is what stands for `simt_a + simt_b`.
  [[nodiscard]] static std::string moved(wrapped_index const& found, expression const& e,
                                         std::string const& a, std::string const& b,
                                         std::string const& sum);
  /// `a.b` and `a->b`. Where nobody has seen that each object has a b of its own, the compiler
  /// looks: it may be static, or an enumerator.
  [[nodiscard]] std::string member_place(expression const& e);

  /// Names what stands for a member that is a value of its own.
  [[nodiscard]] static std::string part_name(variable const& v, std::string_view part) {
    return v.declared->name + "_simt_" + std::string(part);
  }

  [[nodiscard]] std::string assignment(expression const& e);

  /// True if a variable that is one value for all threads may be an integer, and what it is given a
  /// floating-point number: plain C++ would convert that otherwise than a GPU.
  [[nodiscard]] bool converts(variable const& to, expression const& value) const;
  /// The function that a call calls, as far as it tells what its arguments become.
  [[nodiscard]] called_function called_by(expression const& e) const;
  /// The integer type that its n-th argument becomes; empty for another one, or one not known.
  [[nodiscard]] std::string integer_argument(called_function const& to, std::size_t n) const;
  /// Its n-th argument, converted as a GPU does it.
  [[nodiscard]] std::string converted_argument(called_function const& to, std::size_t n,
                                               std::string const& argument) const;
  /// T(from): a constructor's parameter is converted as a GPU converts it.
  [[nodiscard]] std::string constructed(type const& t, expression const& from, offset line);
  /// The same of several arguments.
  [[nodiscard]] std::string construct_by(type const& t, std::vector<expression_ptr> const& values,
                                         offset line);
  /// T(values) made by each thread in its turn, or with objects in memory as the arguments that
  /// they are; empty where neither is needed.
  [[nodiscard]] std::string made_by_threads(type const& t,
                                            std::vector<expression const*> const& values,
                                            bool braces, offset line);
  [[nodiscard]] std::string made_by_threads(type const& t,
                                            std::vector<expression_ptr> const& values, bool braces,
                                            offset line);
  /// The same of two or more values, one of a class's constructors being meant; `to`: the type as
  /// the form spells it.
  [[nodiscard]] std::string made_by(type const& t, std::string const& to,
                                    std::vector<expression_ptr> const& values);

  /// How many elements a list gives to an array.
  [[nodiscard]] static std::size_t listed_count(declarator const& d);

  [[nodiscard]] std::string make(std::string const& type,
                                 std::vector<expression_ptr> const& values);
  [[nodiscard]] std::string listed(std::vector<expression_ptr> const& values);
  /// The same of a list with lists in it, or with designated members.
  [[nodiscard]] std::string make_nested(std::string const& type,
                                        std::vector<expression_ptr> const& values);
  /// Returns the list's text with names for its items, `{simt_0, {1, simt_1}}`, and adds these.
  [[nodiscard]] std::string nested_list(std::vector<expression_ptr> const& values,
                                        std::vector<std::string>& items);
  [[nodiscard]] static bool is_literal(expression const& e);

  /// Writes what `write` makes of operands; those from `first` on are evaluated as a GPU does it,
  /// from left to right.
  [[nodiscard]] std::string in_order(std::vector<expression_ptr> const& all, std::size_t first,
                                     std::function<std::string()> const& write,
                                     expression const* of = nullptr);
  /// Writes what `write` makes of the items of a list in braces, which C++ evaluates from left to
  /// right, too; each is what it is in its turn.
  [[nodiscard]] std::string list_in_order(std::vector<expression_ptr> const& all,
                                          std::function<std::string()> const& write);
  /// The same of the `ordered` ones, of which some are copied.
  [[nodiscard]] std::string evaluated(std::vector<expression_ptr> const& all,
                                      std::vector<std::size_t> const& ordered,
                                      std::map<std::size_t, argument_order::held> const& copies,
                                      std::function<std::string()> const& write);

  /// True if an operator of the program may change its operand e, the n-th of `count`. Refuses
  /// those that are no places.
  [[nodiscard]] bool changes_operand(expression const& e, operation op, std::size_t count,
                                     std::size_t n) const;

  /// x op y
  [[nodiscard]] std::string binary(operation op, expression const& x, expression const& y,
                                   expression const* whole = nullptr);
  /// The same of operands that have been written.
  [[nodiscard]] std::string combined(operation op, expression const& x, expression const& y,
                                     std::string const& a, std::string const& b);

  [[nodiscard]] bool is_number(expression const& e) const { return lane::is_number(m_, e); }

  [[nodiscard]] declarator const* declared_by(expression const& e) const;

  [[nodiscard]] bool is_coordinate(expression const& e) const { return lane::is_coordinate(m_, e); }

  [[nodiscard]] std::string name(expression const& e, bool read);
  /// True of `A::n` where A has `static const int n = 4;`: lane forms take operands by reference.
  [[nodiscard]] bool is_undefined_member(expression const& e) const;

  [[nodiscard]] std::string prefix(expression const& e);

  [[nodiscard]] std::string conditional(expression const& e);

  [[nodiscard]] std::string cast(expression const& e, expression const& of);

  [[nodiscard]] std::string construct(expression const& e);

  [[nodiscard]] std::string size_of(expression const& e);

  [[nodiscard]] virtual std::string call(expression const& e) = 0;
  /// The place that a call's reference names: see gives_place.
  [[nodiscard]] virtual std::string called_place(expression const& e) = 0;
  [[nodiscard]] virtual std::string lambda_text(expression const& e) = 0;
  [[nodiscard]] interference order() const { return {m_, graph_, callees_.classes}; }

  /// e as a function of its operands, and them, where wide gangs run it register by register.
  [[nodiscard]] virtual std::string fused(expression const& e) = 0;

  model const& m_;
  call_graph const& graph_;
  uniformity const& uniformity_;
  callee_traits callees_;
  std::unordered_set<int> valued_;  // structures whose members are values of their own
  std::unordered_map<expression const*, std::string> rows_;       // loads, with what looks ahead
  std::unordered_map<expression const*, std::string> evaluated_;  // arguments that have a name
  /// Calls that gangs of one thread mark, with their numbers.
  std::unordered_map<expression const*, std::string> marked_;
  int loops_around_ = 0;
  int inner_loops_ = 0;  // of a chain of loops: how many stand within each other at most
};

}  // namespace detail

}  // namespace simt::cu::lane
