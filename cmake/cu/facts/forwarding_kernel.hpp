// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"
#include "call_graph.hpp"

namespace simt::cu::lane::detail {

/// Finds kernels that do nothing but count and call what the host passes, `if (i < n) f(i);`: f's
/// text is none of the kernel's, so that lanes would call it thread by thread, and gain nothing.
class forwarding_kernel_finder {
 public:
  forwarding_kernel_finder(model const& m, call_graph const& graph) : m_{m}, graph_{graph} {}

  [[nodiscard]] bool is_shell();

 private:
  using kind = expression_kind;

  [[nodiscard]] bool is_plain(statement const& s);
  [[nodiscard]] bool is_plain(expression const& e);

  model const& m_;
  call_graph const& graph_;
  bool calls_ = false;
};

}  // namespace simt::cu::lane::detail
