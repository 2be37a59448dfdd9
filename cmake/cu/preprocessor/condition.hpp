// SPDX-License-Identifier: MIT
#pragma once

#include "../program/symbols.hpp"
#include "../text/lexer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Holds what an #if comes to.
struct decision {
  certainty value = certainty::maybe;
  std::vector<std::string> undefined;  // names taken as not defined
};

namespace detail {

/// Returns what the tool defines in front of a file, and what CUDA's headers here define.
[[nodiscard]] std::optional<std::int64_t> predefined(std::string_view name) noexcept;

/// Evaluates a condition in the preprocessor's arithmetic; a value that is not known is nullopt.
class condition_reader {
 public:
  using number = std::optional<std::int64_t>;

  condition_reader(symbols const& known, std::vector<branch> const& here, bool in_device_code,
                   std::vector<std::string>& undefined)
      : known_{known}, here_{here}, in_device_code_{in_device_code}, undefined_{undefined} {}

  [[nodiscard]] number value(std::vector<std::string_view> const& texts, int depth = 0);

  [[nodiscard]] number defined(std::string_view name);

 private:
  /// Names that compilers and systems define.
  [[nodiscard]] static bool is_compilers(std::string_view name) noexcept;
  /// Names that editors and other systems define, none that compiles for this one.
  [[nodiscard]] static bool is_elsewhere(std::string_view name) noexcept;

  [[nodiscard]] std::string_view here() const noexcept {
    return at_ < texts_->size() ? (*texts_)[at_] : std::string_view{};
  }
  bool take(std::string_view text) noexcept;

  [[nodiscard]] number conditional();

  [[nodiscard]] std::string_view binary_operator(int& strength) const noexcept;

  [[nodiscard]] number binary(int least);

  [[nodiscard]] static number apply(std::string_view op, number a, number b) noexcept;

  [[nodiscard]] number unary();

  [[nodiscard]] number unary_here();

  [[nodiscard]] static bool is_name(std::string_view text) noexcept;

  [[nodiscard]] number defined_operator();

  [[nodiscard]] static number literal(std::string_view text) noexcept;

  [[nodiscard]] number name(std::string_view text);

  void skip_group();

  symbols const& known_;
  std::vector<branch> const& here_;
  bool in_device_code_;
  std::vector<std::string>& undefined_;
  std::vector<std::string_view> const* texts_ = nullptr;
  std::size_t at_ = 0;
  int depth_ = 0;
  int nested_ = 0;
  bool failed_ = false;
};

}  // namespace detail

/// The number that an expression of literals, macros and constants comes to.
[[nodiscard]] std::optional<std::int64_t> known_number(std::vector<std::string_view> texts,
                                                       symbols const& known);

/// Decides `#if texts`.
[[nodiscard]] decision decide(std::vector<std::string_view> const& texts, symbols const& known,
                              std::vector<branch> const& here, bool in_device_code);

}  // namespace simt::cu::lane
