// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"
#include "library.hpp"

namespace simt::cu::lane::detail {

/// Finds kernels that do nothing but count and call what the host passes, `if (i < n) f(i);`: f's
/// text is none of the kernel's, so that lanes would call it thread by thread, and gain nothing.
class shell_finder {
 public:
  shell_finder(model const& m, library const& lib) : m_{m}, lib_{lib} {}

  [[nodiscard]] bool is_shell();

 private:
  using kind = expression_kind;

  [[nodiscard]] bool is_plain(statement const& s);
  [[nodiscard]] bool is_plain(expression const& e);

  model const& m_;
  library const& lib_;
  bool calls_ = false;
};

}  // namespace simt::cu::lane::detail
