// SPDX-License-Identifier: MIT
#pragma once

#include "../text/lexed.hpp"
#include "../text/scope.hpp"
#include "preprocess.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu {

/// A use of a macro for functions of device code that stays, as a compiler alone can expand it.
struct left_use {
  std::string file;
  offset line = 0;
  std::string macro, why;
};

/// Finds the uses of macros outside of functions that stand for kernels and device functions, or
/// for the heads of such, all uses within such functions, and those in host code that are given a
/// launch in pieces or quote one. With the text that they stand for in their place, on the line of
/// the use, all further stages see functions and launches like any others.
class function_macros {
 public:
  /// Goes through a file that an #include names, which defines macros as well.
  using include_reader = std::function<void(std::string_view name, bool quoted)>;

  /// `known`: the macros of the files so far, to which those of this one are added.
  function_macros(lexed const& file, lane::symbols& known, include_reader include)
      : file_{file.file},
        text_{file.tokens},
        known_{known},
        lines_{file_, text_, known},
        include_{std::move(include)} {}

  /// The file's text without such uses, if there are any.
  [[nodiscard]] std::optional<std::string> run();

  [[nodiscard]] std::vector<left_use> const& left() const noexcept { return left_; }

 private:
  struct expansion {
    offset begin = 0, end = 0;
    std::string text;
  };

  void directive_line();
  void open_brace();
  void begin_declaration(std::size_t at) noexcept;
  [[nodiscard]] bool in_function() const noexcept {
    return scopes_.back().kind != scope_kind::space && scopes_.back().kind != scope_kind::type;
  }

  /// True if the use of a macro at `at_`, in host code, has or is given a piece of a launch
  /// (`<<<1, 32>>>` without the kernel or without the arguments), or a launch that it quotes.
  [[nodiscard]] bool parts_launch() const noexcept;
  /// True of a macro's text that has `<<<…>>>` without the kernel or without the arguments.
  [[nodiscard]] static bool is_part_of_launch(lane::lexeme_list const& body) noexcept;

  /// Expands the use of a macro at `at_`, if it is one, and moves to its last token.
  void use_here();

  /// The end of a use, which begins at `at_`, that takes one argument list more than [at_, end).
  [[nodiscard]] std::size_t with_arguments(std::size_t end) const noexcept;

  /// The lexemes that the use at `at_` stands for; none where these are not wanted. Moves `end`
  /// behind the use.
  [[nodiscard]] lane::lexeme_list expanded(std::size_t& end);
  [[nodiscard]] lane::lexeme_list lexemes(std::size_t end,
                                          std::vector<std::string>& undefined) const;
  [[nodiscard]] bool is_wanted(lane::lexeme_list const& text, bool is_call) const noexcept;
  void check_once(lane::lexeme_list const& text, std::size_t end) const;

  [[nodiscard]] bool may_write_functions(std::string_view macro) const noexcept;
  /// True if a text has more of a function than the qualifiers that a name may stand for.
  [[nodiscard]] static bool writes_function(lane::lexeme_list const& text, bool is_call) noexcept;
  [[nodiscard]] static int opened_braces(lane::lexeme_list const& text) noexcept;

  source const& file_;
  code const& text_;
  lane::symbols& known_;
  lane::preprocessor lines_;
  include_reader include_;
  names const no_names_;
  std::size_t at_ = 0;
  std::size_t declaration_ = 0;  // where the declaration here begins
  std::vector<scope> scopes_{scope{}};
  std::vector<std::vector<scope>> saved_;  // at each #if
  int opened_ = 0;                         // braces that a macro has opened
  bool is_device_ = false;  // a macro has written the head of a device function in this declaration
  std::vector<expansion> expansions_;
  std::vector<left_use> left_;
};

}  // namespace simt::cu
