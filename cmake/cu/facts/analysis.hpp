// SPDX-License-Identifier: MIT
#pragma once

#include "../program/builtins.hpp"
#include "../semantics/object_types.hpp"
#include "../semantics/resolve.hpp"

namespace simt::cu::lane {

namespace detail {

/// Finds what is the same for all threads, by a fixpoint that begins with everything.
class uniformity {
 public:
  explicit uniformity(model& m) : m_{m} {}

  void run();

  /// True if all active threads have one value for it.
  [[nodiscard]] bool is_uniform(expression const& e) const;

 private:
  [[nodiscard]] bool is_uniform_call(expression const& e) const;

  void look_at(write const& w);

  void look_at(node& n);

  /// A jump that not all threads of its target take makes the rest of that target divergent; who
  /// returns does not come back, so that the others stay together.
  void look_at(jump& j);

  model& m_;
  bool changed_ = false;

 public:
  /// The program's classes.
  semantics::class_table const* classes_ = nullptr;
  /// True of types whose objects may be another one in each thread that makes them.
  std::function<bool(type const& of)> asks_thread_ = [](type const&) { return false; };
  /// True if the program has a function of that name itself.
  std::function<bool(std::string_view)> is_own_ = [](std::string_view) { return false; };
};

}  // namespace detail

}  // namespace simt::cu::lane
