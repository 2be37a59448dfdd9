// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"
#include "call_graph.hpp"

#include <vector>

namespace simt::cu::lane::detail {

/// Finds the ifs and loops with barriers behind which a kernel has nothing left to do: `if (i < n)
/// { …; __syncthreads(); … } }`. Threads that do not come in have ended, as far as those within can
/// tell, and a GPU's barrier does not wait for them.
class final_statements {
 public:
  final_statements(model const& m, call_graph const& graph) : m_{m}, graph_{graph} {}

  [[nodiscard]] std::vector<statement const*> find() const;

 private:
  void last_of(std::vector<statement_ptr> const& list, std::vector<statement const*>& out) const;

  void last_statement(statement const& s, std::vector<statement const*>& out) const;

  void mark(statement const& s, statement const& within, std::vector<statement const*>& out) const;

  model const& m_;
  call_graph const& graph_;
};

}  // namespace simt::cu::lane::detail
