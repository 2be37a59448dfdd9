// SPDX-License-Identifier: MIT
#pragma once

#include "../facts/call_graph.hpp"
#include "../program/symbols.hpp"

#include <memory>
#include <string>

namespace simt::cu::lane {

/// Reads a method once more, as a function whose first parameter is the object: members that its
/// text names alone are members of that parameter. What speaks against a lane form is among its
/// refusals.
[[nodiscard]] std::shared_ptr<function const> method_of_object(function const& f,
                                                               call_graph const& graph,
                                                               symbols const& known);

/// The name of the class of a method, without template arguments.
[[nodiscard]] std::string class_of(function const& method);

}  // namespace simt::cu::lane
