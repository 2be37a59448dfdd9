// SPDX-License-Identifier: MIT
#pragma once

#include "../program/symbols.hpp"
#include "../text/lexer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// True if C++ reads two neighbouring lexemes as one where nothing stands between them, as here:
/// the lexer cuts `<<`, `->*` and their kind into pieces.
[[nodiscard]] bool are_joined(lexeme const& a, lexeme const& b) noexcept;

/// Expands the macros in lists of lexemes.
class expander {
 public:
  /// Macros that stand for a constant or a type: they stay names, or are expanded where no other
  /// definition may hold.
  enum class constants : bool { stay, expand };

  expander(symbols& known, std::vector<branch> const& here, constants what = constants::stay)
      : known_{known}, here_{here}, constants_{what} {}

  void run(lexeme_list const& in, lexeme_list& out, std::string const& file);

  /// Names taken as not defined where a macro was that is used.
  [[nodiscard]] std::vector<std::string> const& undefined() const noexcept { return undefined_; }

 private:
  [[noreturn]] static void fail(lexeme const& at, std::string const& what) {
    throw refusal{at.line, what};
  }

  /// The macro that an identifier stands for and that takes part in expansion, or null.
  [[nodiscard]] macro_text const* find(lexeme const& l);

  /// Refuses to paste or quote a name that should have been expanded before, and has stayed.
  void check_spelling(lexeme_list const& argument, lexeme const& use, int depth) const;

  /// A macro's body with what its __VA_OPT__s stand for.
  [[nodiscard]] lexeme_list chosen(macro_text const& m, std::vector<lexeme_list> const& arguments,
                                   lexeme const& use, int depth);

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
  constants constants_;
  std::vector<std::string_view> hidden_;
  std::vector<std::string> undefined_;
  std::string const* file_ = nullptr;
};

}  // namespace simt::cu::lane
