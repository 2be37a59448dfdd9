// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/edits.hpp"
#include "../text/messages.hpp"

#include <optional>
#include <string>
#include <vector>

namespace simt::cu {

/// Where a `kernel<<<configuration>>>(arguments)` has its parts, as token indices.
struct launch {
  std::size_t head;     // first token of the kernel's name
  std::size_t open;     // first `<` of `<<<`
  std::size_t close;    // first `>` of `>>>`
  std::size_t paren;    // `(` of the arguments
  std::size_t closing;  // their `)`
};

/// Describes the place of a launch.
struct launch_site {
  bool in_function = true;
  bool in_macro = false;
  /// The kernel is a pointer's value, as it is when the launch is made.
  bool through_pointer = false;
  /// A variable may have the kernel's name: it is launched by its name, whatever that is there.
  bool may_be_variable = false;
  /// Parameters of the macro: the kernel's name shows their arguments.
  std::vector<std::string_view> parameters;
  /// The kernel has a lane form, which is passed along.
  bool has_lane_form = false;
  /// The extents of its blocks, "16, 16, 1", where the text tells them: empty otherwise.
  std::string blocks;
  /// The kernel has a launch bound, see declare_bound().
  bool has_bound = false;
};

namespace detail {

/// First token of the postfix expression that ends before `end`: a name with its scopes, template
/// arguments and objects, a call, an element, or something in parentheses.
[[nodiscard]] std::size_t expression_begin(code const& text, std::size_t end) noexcept;

/// A literal says the same inside the call as outside it, and keeps what it means there: 0 is a
/// null pointer or a number, a braced list takes the parameter's type.
[[nodiscard]] bool is_literal(code const& text, std::size_t begin, std::size_t end) noexcept;

/// True if an argument may stand for several.
[[nodiscard]] inline bool is_pack(code const& text, std::size_t begin, std::size_t end) noexcept {
  return text[end - 1].is(symbol::dots) || text.text(begin) == "__VA_ARGS__";
}

/// The kernel's name as a literal; a macro's parameters show what is passed for them.
[[nodiscard]] std::string kernel_name(code const& text, launch const& l, launch_site const& site);

/// Parameters of the lambda, the arguments that the kernel gets from them, and what is passed.
struct launch_arguments {
  using part = std::pair<std::size_t, std::size_t>;
  std::string parameters, kernel;
  std::vector<part> parts;   // all arguments
  std::vector<part> inside;  // literals, written in the lambda
  bool any_passed = false;

  /// The parameters with `type` in place of auto.
  [[nodiscard]] std::string parameters_as(std::string_view type) const;
};

[[nodiscard]] launch_arguments split_arguments(code const& text, launch const& l);

}  // namespace detail

/// The parts of the launch whose `<<<` is at `open`.
[[nodiscard]] launch find_launch(source const& file, code const& text, std::size_t open);

/// False of `<<<blocks, threads>>>` whose kernel or arguments stand elsewhere, as in a macro's
/// text.
[[nodiscard]] bool is_whole_launch(code const& text, std::size_t open) noexcept;

/// True if the kernel is an object's member, an element, or what an expression in parentheses
/// gives.
[[nodiscard]] bool is_expression(code const& text, launch const& l) noexcept;

/// The last name of a kernel's, in front of its template arguments: npos where it is no name.
[[nodiscard]] std::size_t kernel_identifier(code const& text, launch const& l) noexcept;

/// Its lane form as an argument of the call: what gives the form with the kernel's arguments.
[[nodiscard]] std::string lane_argument(code const& text, launch const& l, launch_site const& site,
                                        detail::launch_arguments const& arguments);

/// The kernel's parameters as an argument of the call: objects that convert to them do so at the
/// launch.
[[nodiscard]] std::string signature_argument(std::string const& kernel,
                                             detail::launch_arguments const& arguments);

/// Returns what the lambda of a kernel with a launch bound gives back.
[[nodiscard]] std::string bound_result(code const& text, launch const& l,
                                       detail::launch_arguments const& arguments);

/// Makes a launch a call; every newline of it stays.
void rewrite_launch(code const& text, launch const& l, launch_site const& site, edits& out);

}  // namespace simt::cu
