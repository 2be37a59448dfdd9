// SPDX-License-Identifier: MIT
#pragma once

#include "../program/symbols.hpp"
#include "../program/syntax.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

/// Kind of what a name stands for, as far as it is known.
enum class name_kind : std::uint8_t { unknown, type, variable, function, several };

/// A name with scopes and template arguments, [begin, end) in lexemes.
struct qualified_name {
  std::size_t begin = 0, end = 0;
  std::size_t id = 0;       // its last identifier
  std::size_t open = npos;  // `<` of the last template arguments
  bool is_scoped = false;   // has a `::`
};

/// The parameter of a method's lane form that is the object.
inline constexpr std::string_view self_name = "simt_self";

/// The object that the text of a method speaks of without naming it.
struct method_object {
  semantics::class_table const* classes = nullptr;
  std::string name;        // of its class
  bool is_static = false;  // there is none
};

/// A place in the lexemes of one function, and the names that are known there.
class parse_base {
 public:
  parse_base(lexeme_list const& tokens, symbols const& known);

 protected:
  [[nodiscard]] static bool fits(char open, char close) noexcept;

  // Lexemes.

  [[nodiscard]] std::size_t size() const noexcept { return tokens_.size() - 1; }
  [[nodiscard]] lexeme const& token(std::size_t i) const noexcept {
    return tokens_[i < size() ? i : size()];
  }
  [[nodiscard]] lexeme const& here() const noexcept { return token(at_); }
  [[nodiscard]] lexeme const& ahead(std::size_t n) const noexcept { return token(at_ + n); }
  [[nodiscard]] std::size_t partner(std::size_t i) const noexcept {
    return i < partners_.size() ? partners_[i] : npos;
  }
  bool take(char sign) noexcept;
  void expect(char sign) {
    if (!take(sign)) unexpected();
  }
  [[noreturn]] void fail(std::string const& why) const { throw refusal{here().line, why}; }
  [[noreturn]] void unexpected() const;
  [[nodiscard]] range since(std::size_t begin) const noexcept {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }

  /// The text of a range, blanks as one.
  [[nodiscard]] std::string text(std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool needs_blank(std::size_t i) const noexcept;

  // Recursion.

  struct level {
    explicit level(parse_base& p) : owner{p} {
      if (++owner.depth_ > 200) owner.fail("nested too deeply");
    }
    ~level() { --owner.depth_; }
    level(level const&) = delete;
    level& operator=(level const&) = delete;
    parse_base& owner;
  };

  // Names.

  void declare(std::string_view name, bool is_type) {
    if (!name.empty()) locals_.push_back({name, is_type, {}});
  }
  /// Where a variable is declared: its specifiers, and itself.
  struct declared_at {
    std::size_t specifiers = npos, declarator = npos;
  };
  void declared_last(declared_at at) { locals_.back().at = at; }
  [[nodiscard]] declared_at declaration_of(std::string_view name) const noexcept;
  [[nodiscard]] std::size_t scope_mark() const noexcept { return locals_.size(); }
  void leave_scope(std::size_t mark) { locals_.resize(mark); }

  [[nodiscard]] bool is_local(std::string_view name) const noexcept;
  [[nodiscard]] name_kind kind_of(std::string_view name) const noexcept;
  [[nodiscard]] name_kind kind_of(qualified_name const& n) const noexcept;

  [[nodiscard]] bool is_identifier(std::size_t i) const noexcept;
  [[nodiscard]] bool is_pointer_sign(std::size_t i) const noexcept;

  /// The `>` that ends the template list at `open`, if it may be one.
  [[nodiscard]] std::size_t closing_angle(std::size_t open) const noexcept;

  /// True if the `<` behind a name of some kind begins template arguments; their `>`.
  [[nodiscard]] std::size_t template_arguments(std::size_t open, name_kind kind,
                                               bool wants_type) const noexcept;

  /// The name at `at`, or an empty range. `wants_type`: a declaration or cast, where `<` after a
  /// name that is no variable begins template arguments.
  [[nodiscard]] qualified_name scan_name(std::size_t at, bool wants_type) const noexcept;

  lexeme_list const& tokens_;
  symbols const& known_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool in_class_ = false;  // in a member function, where data members need no object
  method_object const* object_ = nullptr;  // not null: it is named in what is read

 private:
  struct local_name {
    std::string_view name;
    bool is_type;
    declared_at at;
  };

  std::vector<std::size_t> partners_;
  std::vector<local_name> locals_;
};

}  // namespace simt::cu::lane::detail
