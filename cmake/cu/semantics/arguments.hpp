// SPDX-License-Identifier: MIT
#pragma once

#include "../program/builtins.hpp"
#include "model.hpp"

#include <string_view>

namespace simt::cu::lane {

namespace detail {

/// Finds numbers among a kernel template's parameters that its lane form may take as arguments, so
/// that instances which differ by them alone share it: those that decide neither types nor which
/// statements there are, and by which compilers gain little. Every mention of such a number is
/// looked for where that holds; what is mentioned elsewhere, if only once, is none.
class argument_finder {
 public:
  explicit argument_finder(function const& f) : f_{f} {}

  [[nodiscard]] bool is_argument(template_parameter const& p) const;

 private:
  using kind = expression_kind;

  [[nodiscard]] std::ptrdiff_t mentions(std::string_view name) const;

  [[nodiscard]] std::ptrdiff_t count(expression const& e, std::string_view name) const;
  [[nodiscard]] std::ptrdiff_t count(expression_ptr const& e, std::string_view name) const {
    return e ? count(*e, name) : 0;
  }

  [[nodiscard]] std::ptrdiff_t count(statement const& s, std::string_view name) const;
  [[nodiscard]] std::ptrdiff_t count(declarator const& d, specifiers const& words,
                                     std::string_view name) const;

  /// True if a pointer may stand for a shared array: threads do nothing but `x[i]` with it.
  [[nodiscard]] bool is_pointer_to_shared(declarator const& d, specifiers const& words) const;
  [[nodiscard]] static std::ptrdiff_t subscripts(statement const& s, std::string_view name);
  [[nodiscard]] static std::ptrdiff_t subscripts(expression const& e, std::string_view name);

  [[nodiscard]] bool has_barrier(statement const& s) const;

  function const& f_;
};

}  // namespace detail

/// Marks those of a kernel template with a good many instances, if the text does not tell its
/// blocks: where it does, distances and masks are constants, too.
void find_arguments(function& f);

/// True if an array's size is known only when the lane form runs.
[[nodiscard]] bool is_sized_by_argument(function const& f, type const& t);

}  // namespace simt::cu::lane
