// SPDX-License-Identifier: MIT
#pragma once

#include "../lexer.hpp"
#include "symbols.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Expands the macros in lists of lexemes; constants and types stay names.
class expander {
 public:
  expander(symbols& known, std::vector<branch> const& here) : known_{known}, here_{here} {}

  void run(lexeme_list const& in, lexeme_list& out, std::string const& file);

  /// Names taken as not defined where a macro was that is used.
  [[nodiscard]] std::vector<std::string> const& undefined() const noexcept { return undefined_; }

 private:
  [[noreturn]] static void fail(lexeme const& at, std::string const& what) {
    throw refusal{at.line, what};
  }

  /// The macro that an identifier stands for and that takes part in expansion, or null.
  [[nodiscard]] macro_text const* find(lexeme const& l);

  void expand(lexeme_list const& in, lexeme_list& out, int depth);

  [[nodiscard]] static std::size_t closing(lexeme_list const& in, std::size_t open) noexcept;

  /// Expands the macro named at `at`, moves behind it; false where it is no call of it.
  [[nodiscard]] bool expand_one(macro_text const& m, lexeme_list const& in, std::size_t& at,
                                lexeme_list& out, int depth);

  [[nodiscard]] static std::vector<lexeme_list> split(macro_text const& m, lexeme_list const& in,
                                                      std::size_t begin, std::size_t end);

  [[nodiscard]] static std::size_t parameter(macro_text const& m, lexeme const& l) noexcept;

  [[nodiscard]] lexeme_list substitute(macro_text const& m,
                                       std::vector<lexeme_list> const& arguments, lexeme const& use,
                                       int depth);

  /// Appends; where asked to, the first one is pasted to the last one there.
  void join(lexeme_list& out, lexeme_list const& more, bool pastes, lexeme const& use);

  [[nodiscard]] lexeme pasted(lexeme const& a, lexeme const& b, lexeme const& use);

  [[nodiscard]] lexeme quoted(lexeme_list const& argument);

  symbols& known_;
  std::vector<branch> const& here_;
  std::vector<std::string_view> hidden_;
  std::vector<std::string> undefined_;
  std::string const* file_ = nullptr;
};

}  // namespace simt::cu::lane
