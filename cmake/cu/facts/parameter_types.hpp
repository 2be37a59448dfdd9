// SPDX-License-Identifier: MIT
#pragma once

#include "call_graph.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace simt::cu::lane {

/// An integer type other than bool, by a name that all programs have.
[[nodiscard]] bool is_integer(std::string_view base);

/// True if a type may be one of integers other than bool: by its own name, or by one that only the
/// compiler knows, a template's parameter or an alias.
[[nodiscard]] bool may_be_integer(type const& t, semantics::class_table const& classes);

/// True if a parameter is a number, or an object that consists of numbers, as a copy or by
/// `const&`: nothing is stored through it. Without `classes` no object is known.
[[nodiscard]] bool gives_numbers(type const& t, semantics::class_table const* classes);

/// `unsigned char` of `uchar4`; empty for what is no vector of integers.
[[nodiscard]] std::string_view component_of(std::string_view vector);

/// A call, as far as it tells what its arguments become.
struct called_function {
  std::string_view name;
  std::string_view of_class;   // empty: no member
  std::string_view scope;      // `space::`
  std::string_view arguments;  // of its template: `<int, 4>`
  std::size_t count = 0;       // of what it is called with
};

/// Returns the type that argument n of a call becomes where that may be an integer, as the caller
/// can spell it: of the program's own functions, as far as all that the call may mean agree, and of
/// make_int4 and its kind. Empty where it is another type or not known.
[[nodiscard]] std::string integer_parameter(call_graph const& graph,
                                            semantics::class_table const& classes,
                                            function const& caller, called_function const& call,
                                            std::size_t n);

/// The call of a class's constructor.
[[nodiscard]] called_function constructor_of(std::string_view type, std::size_t arguments);

/// True if a call can mean one function only, no template itself, whose n-th parameter may be an
/// integer: an argument may then be anything that becomes that parameter's type.
[[nodiscard]] bool is_only_one(call_graph const& graph, semantics::class_table const& classes,
                               called_function const& call, std::size_t n);

/// True if a call may mean several functions, and the n-th parameter of some is an integer, but not
/// of all: which one it means, the compiler knows. (Of a single argument, a floating-point number
/// goes to the parameter that is one.)
[[nodiscard]] bool is_integer_for_some(call_graph const& graph, called_function const& call,
                                       std::size_t n);

/// The same of a call in a body.
[[nodiscard]] called_function function_of(call_graph const& graph, model const& m,
                                          semantics::class_table const& classes,
                                          expression const& call);

}  // namespace simt::cu::lane
