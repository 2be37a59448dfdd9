// SPDX-License-Identifier: MIT
#pragma once

#include "../program/builtins.hpp"
#include "../semantics/spelling.hpp"
#include "analysis.hpp"

#include <optional>
#include <string>

namespace simt::cu::lane::detail {

/// A loop whose counter takes values that a compiler can list where it knows the block's extents,
/// as plain C++.
struct constant_trip_count {
  std::string type, name;  // of the counter
  std::string initial, condition, step;
};

/// Finds loops that halve or double a distance from barrier to barrier: trees, scans, sorts. With
/// the distance a constant in each turn, masks are constants, and so is what is loaded and stored.
class trip_count_finder {
 public:
  trip_count_finder(model const& m, callee_traits const& callees) : m_{m}, callees_{callees} {}

  [[nodiscard]] std::optional<constant_trip_count> turns(statement const& s);

 private:
  using kind = expression_kind;

  /// True if nothing but its declaration and the loop's step changes the counter.
  [[nodiscard]] bool only_steps(int v) const;
  /// `s *= 2`, `s >>= 1`, `s = s / 2`
  [[nodiscard]] static bool is_doubling(expression const& e);

  /// True if a body is short and runs to its end: it is written, and compiled, once a turn.
  [[nodiscard]] bool is_small(statement const& s);
  [[nodiscard]] bool is_barrier(expression const& e) const;

  /// An expression of which everything is known when it is compiled, in plain C++.
  [[nodiscard]] std::optional<std::string> spell(expression const& e, int depth = 0) const;
  [[nodiscard]] std::optional<std::string> name(expression const& e, int depth) const;
  /// The loop's counter, a constant, or a variable that keeps its first value.
  [[nodiscard]] std::optional<std::string> of_variable(int v, int depth) const;

  model const& m_;
  callee_traits const& callees_;
  int counter_ = none;
  int statements_ = 0;
  bool has_barrier_ = false;
};

}  // namespace simt::cu::lane::detail
