// SPDX-License-Identifier: MIT
#pragma once

#include "../program/builtins.hpp"
#include "analysis.hpp"

#include <vector>

namespace simt::cu::lane::detail {

/// Finds what a loop with barriers reads of global memory in each of its turns: `wall[i * cols +
/// x]`.
class prefetch_finder {
 public:
  prefetch_finder(model const& m, uniformity const& u) : m_{m}, uniformity_{u} {}

  [[nodiscard]] std::vector<expression const*> rows(statement const& loop);

 private:
  using kind = expression_kind;

  void look_at(statement const& s);
  void look_at(expression const& e);
  /// A parameter that points to numbers.
  [[nodiscard]] bool is_global(expression const& e) const;

  model const& m_;
  uniformity const& uniformity_;
  std::vector<expression const*> rows_;
  bool has_barrier_ = false;
};

}  // namespace simt::cu::lane::detail
