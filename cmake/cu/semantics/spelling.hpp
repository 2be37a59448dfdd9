// SPDX-License-Identifier: MIT
#pragma once

#include "model.hpp"

#include <string>

namespace simt::cu::lane {

/// Thrown where a function turns out to have no lane form.
struct refused {
  refusal why;
};
[[noreturn]] inline void refuse(offset line, std::string reason) {
  throw refused{{line, std::move(reason)}};
}

/// The text of some tokens.
[[nodiscard]] std::string spelled(lexeme_list const& tokens, range r);

/// A type as a template argument, without volatile, without a const of its own and without `&`.
class type_speller {
 public:
  type_speller(lexeme_list const& tokens, offset line) : tokens_{tokens}, line_{line} {}

  [[nodiscard]] std::string value(type const& t) const { return spell(t, t.extents.size(), 0); }
  /// Spells what an array holds in the end.
  [[nodiscard]] std::string element(type const& t) const { return spell(t, 0, 0); }
  /// A parameter's: arrays are pointers.
  [[nodiscard]] std::string parameter(type const& t) const;
  /// An array's, whose first extent may follow from its initialiser.
  [[nodiscard]] std::string array(type const& t, std::size_t initialisers) const {
    return spell(t, t.extents.size(), initialisers);
  }

  /// The declaration of a name, for overload resolution: with its volatile and `&`.
  [[nodiscard]] std::string declare(type const& t, std::string const& name) const;

 private:
  [[nodiscard]] std::string extent(type const& t, std::size_t i) const;

  [[nodiscard]] std::string spell(type const& t, std::size_t extents,
                                  std::size_t initialisers) const;

  lexeme_list const& tokens_;
  offset line_;
};

}  // namespace simt::cu::lane
