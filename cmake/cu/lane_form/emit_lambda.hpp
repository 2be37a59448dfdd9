// SPDX-License-Identifier: MIT
#pragma once

#include "emit_statement.hpp"

#include <string>

namespace simt::cu::lane::detail {

/// Writes the bodies of lambdas, and what they have in common with functions.
class lambda_writer : public statement_writer {
 public:
  using statement_writer::statement_writer;

 protected:
  /// How often a body returns (`target`: none, or a lambda's node), and the one return that ends it
  /// with a value.
  struct returns {
    statement const* last = nullptr;
    std::size_t count = 0;
  };
  [[nodiscard]] returns returns_of(statement const& body, int target) const;

  /// Declares a parameter.
  void argument(declarator const& p, bool of_kernel);

  /// True if returns end a body where they stand. (Barriers and warp functions see who has left.)
  [[nodiscard]] bool ends_where_it_returns(statement_list const& list) const;

  /// A generic lambda, which C++ inlines where it is called: all that it names of what is around it
  /// is there, and the mask is the caller's.
  [[nodiscard]] std::string lambda_text(expression const& e) override;

 private:
  /// Returns what a lambda keeps as it is where it is made, because it changes.
  [[nodiscard]] std::string copies(expression const& e);

  /// The type of what a lambda returns in several places: of a return that names nothing that the
  /// lambda declares.
  [[nodiscard]] std::string result_of(lambda const& f, int node);
  [[nodiscard]] bool names_own(expression const& e) const;
};

}  // namespace simt::cu::lane::detail
