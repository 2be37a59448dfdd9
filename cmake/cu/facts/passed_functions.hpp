// SPDX-License-Identifier: MIT
#pragma once

#include "../text/lexed.hpp"
#include "call_graph.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Functions as values: template arguments, arguments, variables. Who calls them by such a name
/// calls nobody knows what.
class passed_functions {
 public:
  explicit passed_functions(call_graph const& graph) : graph_{graph} {}

  /// The template parameters that a function's text calls, `template <F reduce> ... reduce(x)`, or
  /// gives on to functions that do.
  [[nodiscard]] std::vector<std::string> called_parameters(function const& f) const;
  /// Their positions among the function's template parameters.
  [[nodiscard]] std::vector<std::size_t> called_positions(function const& f) const;

  /// The first place where a function's text names one that needs other threads, and does not call
  /// it. `resolved`: tokens of which it is known what they become in lanes.
  [[nodiscard]] std::optional<refusal> first_value(function const& f,
                                                   std::set<std::size_t> const& resolved) const;

  /// A callable of the program that needs other threads and may be behind a call of an object or of
  /// a value: an operator () so far.
  [[nodiscard]] std::string callable_object() const;

  /// The first of some functions that the text of a file names and does not call. Without lane
  /// forms: what they do with it is known.
  [[nodiscard]] std::string value_in(lexed const& file, name_set const& functions) const;

  /// True if a function's text calls a variable, or what may be an object's member.
  [[nodiscard]] static bool calls_value(function const& f, symbols const& known);

 private:
  [[nodiscard]] std::vector<std::string> called_parameters(
      function const& f, call_graph::parameters_of const& of_others) const;
  /// The parameters of all functions: in rounds, each of which finds out who gives on to whom the
  /// last one has found.
  [[nodiscard]] call_graph::parameters_of all_called_parameters() const;
  /// True if a function's text has `other<..., name, ...>` where the other calls what it is given.
  [[nodiscard]] bool is_given(function const& f, std::string_view name,
                              call_graph::parameters_of const& of_others) const;
  [[nodiscard]] static bool is_member(lexeme_list const& t, std::size_t i) {
    return i > 0 && (t[i - 1].is('.') || t[i - 1].is(symbol::arrow));
  }
  [[nodiscard]] static bool is_call(lexeme_list const& t, std::size_t i);
  /// A word that a value may follow.
  [[nodiscard]] static bool is_operand_word(std::string_view word) noexcept;
  /// True of the name in `using type = space::name`.
  [[nodiscard]] static bool names_alias(code const& text, std::size_t i) noexcept;
  /// `using space::name;`
  [[nodiscard]] static bool is_using(lexeme_list const& t, std::size_t i);
  /// Those that a bare name does not stand for.
  [[nodiscard]] static bool is_method_only(call_graph::entries const& all) {
    return std::all_of(all.begin(), all.end(), [](entry const& e) { return e.of->is_member(); });
  }
  /// True if a function has a variable, parameter or template parameter of that name.
  [[nodiscard]] static bool is_declared(function const& f, std::string_view name);
  [[nodiscard]] static bool is_declared(statement const& s, std::string_view name);

  call_graph const& graph_;
};

}  // namespace simt::cu::lane
