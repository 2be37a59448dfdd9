// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/qualifiers.hpp"

#include <string_view>
#include <unordered_set>

namespace simt::cu {

/// The names that a file's tokens, or a macro's, declare as variables: by their looks, wherever.
class variables {
 public:
  variables(code const& text, names const& known) : text_{text}, known_{known} {}

  /// True if the name at `at` may be a variable's: `void (*name)(`, or `Kernel name` in front of
  /// `,`, `)` or `=`, anywhere before.
  [[nodiscard]] bool hold(std::size_t at);
  /// True if it may be one that points to a kernel: `Pointer name` with a type `void (*Pointer)(`
  /// or one that a template takes, `auto name` as a parameter, or `auto name = ... kernel ...`.
  [[nodiscard]] bool hold_pointer(std::size_t at);

 private:
  /// Goes on to `end`: each token is read once.
  void read(std::size_t end);

  [[nodiscard]] bool points_to_kernel(std::size_t type, std::size_t name) const;
  [[nodiscard]] bool begins_with_kernel(std::size_t name) const;

  code const& text_;
  names const& known_;
  std::unordered_set<std::string_view> all_, pointers_;
  std::unordered_set<std::string_view> type_parameters_;  // `K` of `template <class K>`
  std::size_t end_ = 1;  // the tokens in front of it are read
};

}  // namespace simt::cu
