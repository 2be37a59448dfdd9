// SPDX-License-Identifier: MIT
#pragma once

#include "file_scanner.hpp"
#include "parse_function.hpp"
#include "read_class.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

/// Finds the functions and variables of a file, and takes those of kernels and device code apart.
class file_parser : private detail::file_scanner {
 public:
  using file_scanner::file_scanner;

  /// Reads on up to a token, such as an #include whose file is to be read first.
  void advance(std::size_t stop) {
    while (at_ < std::min(stop, text_.size())) item();
  }

  [[nodiscard]] file_syntax const& so_far() const noexcept { return out_; }

  /// The #ifs around what is read next.
  [[nodiscard]] surroundings around() const { return preprocessor_.around(); }

  [[nodiscard]] file_syntax finish();

 private:
  struct open_scope {
    enclosing_scope names;
    bool is_linkage = false;  // extern "C" {
    bool is_typedef = false;
  };

  [[nodiscard]] token const& here() const noexcept { return text_[at_]; }
  [[nodiscard]] bool in_class() const noexcept {
    return !scopes_.empty() && scopes_.back().names.is_class;
  }

  /// Reads what stands here outside functions: a directive, a brace, or a declaration.
  void item();

  void directive_here();

  void name_space();

  /// Behind the `}` of a namespace or a class.
  void end_scope();

  // Declarations.

  void declaration_here();

  /// `NAME(...)` of a macro that nothing is known of, in front of a function's first word.
  [[nodiscard]] bool is_macro_call(std::size_t i) const noexcept;

  /// The names that `using x = ...;` or `typedef ... x;` declares.
  void add_type_names(std::size_t begin, std::size_t end);

  /// `using name = T;` and `typedef T name;` of a class.
  void add_alias(std::size_t begin, std::size_t end);

  void enumeration(std::size_t i);

  /// Enters a class whose `struct` is at `key`; false where none is defined there.
  [[nodiscard]] bool class_definition(std::size_t begin, std::size_t key, bool is_typedef);

  /// Keeps what a class consists of, whose name ends at `end` and whose `{` is at `open`. That of
  /// `typedef struct {...} name;` has the name behind it, or both.
  void describe(std::size_t name, std::size_t end, std::size_t open,
                std::vector<template_head> const& templates, bool is_typedef);

  void enumeration_typedef(std::size_t key);

  [[nodiscard]] std::vector<template_head> heads(std::size_t begin, std::size_t end);

  void ordinary(std::size_t begin, std::size_t first);

  [[nodiscard]] std::vector<enclosing_scope> enclosing() const;

  void device_function(std::size_t begin, std::size_t end, shape const& s);

  void variable(std::size_t begin, std::size_t end, shape const& s, bool is_device);

  /// `constexpr int block = 256, half = block / 2;`
  void constants(std::size_t begin, std::size_t end);

  std::size_t at_ = 0;
  std::vector<open_scope> scopes_;
  std::vector<std::pair<std::size_t, std::vector<open_scope>>> saved_;  // at each #if
  file_syntax out_;
};

/// All kernels, device functions and device variables of a file.
[[nodiscard]] inline file_syntax parse_file(source const& file, code const& text, symbols& known) {
  return file_parser{file, text, known}.finish();
}

}  // namespace simt::cu::lane
