// SPDX-License-Identifier: MIT
#pragma once

#include "../preprocessor/preprocess.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

/// Looks ahead over declarations outside functions.
class file_scanner {
 public:
  file_scanner(source const& file, code const& text, symbols& known)
      : text_{text}, known_{known}, preprocessor_{file, text, known} {}

 protected:
  [[nodiscard]] token const& token_at(std::size_t i) const noexcept {
    return text_[std::min(i, text_.size())];
  }

  /// Behind `template <...>`.
  [[nodiscard]] std::size_t skip_templates(std::size_t i) const noexcept;

  /// Behind the `;` of the declaration at `i`; braces are passed.
  [[nodiscard]] std::size_t statement_end(std::size_t i) const noexcept;
  /// Behind its `;` or its body.
  [[nodiscard]] std::size_t declaration_end(std::size_t i) const noexcept;

  /// The token behind the `}` of a body; each branch of an #if closes what it opens.
  [[nodiscard]] std::size_t body_end(std::size_t open) const noexcept;

  /// Describes a function or a variable from its first word on.
  struct shape {
    qualifiers marks;
    bool is_constant = false;  // __constant__, __managed__
    bool is_static = false;
    bool is_operator = false;
    std::size_t name = npos;  // in front of the parameters
    std::size_t stop = npos;  // `;`, `=` of a variable, or `{`
    bool is_function = false;
    bool ends_with_body = false;
  };

  [[nodiscard]] shape shape_of(std::size_t begin) const noexcept;

  code const& text_;
  symbols& known_;
  preprocessor preprocessor_;
};

}  // namespace simt::cu::lane::detail
