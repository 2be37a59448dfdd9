// SPDX-License-Identifier: MIT
#pragma once

#include "../facts/passed_functions.hpp"
#include "../text/messages.hpp"
#include "emit_expression.hpp"
#include "method_form.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

/// Writes calls: of lane forms, of CUDA's functions, and of others, thread by thread.
class call_writer : public expression_writer {
 public:
  using expression_writer::expression_writer;

 protected:
  [[nodiscard]] std::string arguments(expression const& e);

  [[nodiscard]] std::string call(expression const& e) override;
  [[nodiscard]] std::string called_place(expression const& e) override;

  /// A call of a function that builtins.def names.
  [[nodiscard]] std::string builtin_call(expression const& e, expression const& callee,
                                         builtin_traits known);

  [[nodiscard]] bool is_template_parameter(std::string_view name) const;
  /// Refuses a call of an object or a value, thread by thread, that may work across threads.
  void check_object_call(expression const& e, std::string const& name);
  /// `template <F f>`, f(x): the lane form of f where the caller has passed it.
  [[nodiscard]] std::string parameter_call(expression const& e, std::string const& id);
  /// Returns what a call of a function passes for those of its template parameters that it calls:
  /// their lane forms, as far as the program has them.
  [[nodiscard]] std::string passed_forms(function const& f, expression const& callee);
  [[nodiscard]] std::string passed_form(range r);
  /// Refuses a call where C++ chooses among functions that call different ones of their template
  /// parameters. `fits`: one that the call fits.
  void check_choice(expression const& e, function const& fits, bool is_method);
  /// The parts of `<a, b>` behind a name.
  [[nodiscard]] std::vector<range> template_arguments(expression const& callee) const;

  /// A call of a function that it does not name: the program's, thread by thread, or one that is
  /// known to be a thread's own. Nobody knows whether others ask which thread calls them.
  [[nodiscard]] std::string other_call(expression const& e, expression const& callee);
  /// True if the program names a function, macro, type or value so, or the function at hand a
  /// template parameter.
  [[nodiscard]] bool is_named_by_program(std::string_view name) const;

  /// `NAME(log)(x)`: a function whose name a macro makes.
  [[nodiscard]] bool is_made_by_macro(expression const& callee) const;
  /// Writes the call of an object that is made for it: `plus<T>()(a, b)`, `scale{2}(a)`.
  [[nodiscard]] std::string made_object_call(expression const& e, expression const& made);

  /// cg::this_thread_block(), cg::reduce(tile, x, cg::plus<int>()), ...
  [[nodiscard]] std::string group_call(expression const& e, expression const& callee);

  /// True if e is a group within the block.
  [[nodiscard]] bool is_group(expression const& e) const;

  /// Calls an ordinary function for each thread that is here; of an object, if there is one.
  [[nodiscard]] std::string by_lane(expression const& e, std::string const& function,
                                    std::string const& object, std::string const& how);

  /// assert(e): where it fails it says what the thread form says.
  [[nodiscard]] std::string assertion(expression const& e);

  [[nodiscard]] std::string method(expression const& e, expression const& callee);
  /// Names a method that is called for each thread by itself; refused where it cannot be.
  [[nodiscard]] std::string method_by_lane(expression const& e, expression const& callee);
  /// True of methods of the program's and of the standard library's classes, and of members that
  /// are objects to call. Any other one may work across threads.
  [[nodiscard]] bool is_known_method(expression const& callee) const;
  /// The object of a call of a method.
  [[nodiscard]] std::string object_of(expression const& callee);
  /// A call of the program's methods that have lane forms, which one of them the object's type
  /// says.
  [[nodiscard]] std::string method_form(expression const& e, expression const& callee);
  /// True if a call that names no object is one of a class's static function.
  [[nodiscard]] bool is_static_method(expression const& callee) const;

  /// (The object of the member is no part of the constants.)
  void check_template_of_member(offset line, expression const& callee) const;

  /// True if a function may be called with n arguments.
  [[nodiscard]] static bool takes(function const& f, std::size_t n);

  /// A lambda as what is called or passed: by its name, or as it is.
  [[nodiscard]] std::string lambda_operand(expression const& e);
  [[nodiscard]] std::string lambda_call(expression const& e, lambda const& l);
  /// True if another function's loop may wait for what a lambda does.
  [[nodiscard]] bool may_be_awaited(expression const& l) const;

  /// An argument for a parameter of a type that is known where it is not null.
  [[nodiscard]] std::string argument(expression const& e, type const* t, bool changes);

  /// True if a type is named by what a template is given.
  [[nodiscard]] static bool depends(function const& f, type const& t);

  /// True of a function in a namespace that is not around the call: its arguments, or `using`, say
  /// which one it is.
  [[nodiscard]] bool is_found_by_arguments(function const& f, expression const& callee) const;
  /// True if a call's text says which function it calls: there is one of the name, and its template
  /// arguments are all written.
  [[nodiscard]] bool is_only(function const& f, expression const& callee) const;

  /// True of a call of make_float4 and its kind with so many arguments as none of the program's own
  /// functions of that name takes.
  [[nodiscard]] bool is_only_builtin(expression const& e, std::string const& id) const;
  /// The program's own function: its lane form if it has one, else it thread by thread.
  [[nodiscard]] std::string own_call(expression const& e, expression const& callee);

  /// The same thread by thread; `how`: the function that calls it.
  [[nodiscard]] std::string own_by_lane(expression const& e, expression const& callee,
                                        std::string const& how);

  std::vector<function const*> used_;  // whose lane forms are called
  std::set<std::size_t> resolved_;     // tokens: functions that are passed as their lane forms
  std::set<std::string> by_thread_;    // functions that are called thread by thread
  bool calls_values_ = false;          // and objects, or values that are functions
};

}  // namespace simt::cu::lane::detail
