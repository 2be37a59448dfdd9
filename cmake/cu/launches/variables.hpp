// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/qualifiers.hpp"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace simt::cu {

/// The names that a file's tokens, or a macro's, declare as variables: by their looks. Those of a
/// function's parameters and blocks are forgotten behind them, those of a class are not.
class variables {
 public:
  variables(code const& text, names const& known) : text_{text}, known_{known} {}

  /// True if the name at `at` may be a variable's: `void (*name)(`, or `Kernel name` in front of
  /// `,`, `)` or `=`, before and not in a block that has ended.
  [[nodiscard]] bool hold(std::size_t at);
  /// True if it may be one that points to a kernel: `Pointer name` with a type `void (*Pointer)(`
  /// or one that a template takes, `auto name` as a parameter, or `auto name = ... kernel ...`.
  [[nodiscard]] bool hold_pointer(std::size_t at);

 private:
  /// Goes on to `end`: each token is read once.
  void read(std::size_t end);

  /// Begins and ends what a bracket, a brace or a `;` begins and ends.
  void keep_scopes(std::size_t i);
  [[nodiscard]] bool begins_block(std::size_t brace) const;
  void declare(std::string_view name);
  void forget(std::vector<std::string_view> const& all);

  [[nodiscard]] bool points_to_kernel(std::size_t type, std::size_t name) const;
  [[nodiscard]] bool begins_with_kernel(std::size_t name) const;

  struct scope {
    bool is_block;
    int brackets;  // those that were open around it
    std::vector<std::string_view> declared;
  };

  code const& text_;
  names const& known_;
  std::unordered_map<std::string_view, int> all_;  // how many declarations are in reach
  std::unordered_set<std::string_view> pointers_;
  std::vector<scope> scopes_;
  std::vector<std::string_view> in_brackets_;  // parameters, whose block is still to come
  int brackets_ = 0;
  std::unordered_set<std::string_view> type_parameters_;  // `K` of `template <class K>`
  std::size_t end_ = 1;                                   // the tokens in front of it are read
};

}  // namespace simt::cu
