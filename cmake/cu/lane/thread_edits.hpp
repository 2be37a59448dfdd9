// SPDX-License-Identifier: MIT
#pragma once

#include "../edits.hpp"
#include "call_graph.hpp"
#include "resolve.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// What functions need to be right where their threads run one by one, as far as it takes an
/// understanding of their text: indices of shared memory that count in 32 bits, and threads that
/// meet where a GPU's warps run in lock step.
class thread_edits {
 public:
  /// `meets`: whether threads meet where a GPU's run side by side.
  thread_edits(call_graph& graph, callee_traits traits, semantics::class_table const& classes,
               bool meets = true)
      : graph_{graph}, traits_{std::move(traits)}, classes_{classes}, meets_{meets} {}

  /// Finds out what the functions of a file do with shared memory that they are given, and which
  /// are given any.
  void survey(file_syntax const& file);

  /// Edits a function's thread form; true where there was anything. `others`: statements behind
  /// which its threads meet, too.
  bool write(function const& f, std::vector<statement const*> const& others, edits& out) const;

 private:
  void find_given(model const& m, bool& changed);
  void find_given(model const& m, statement const& s, bool& changed);
  void find_given(model const& m, expression const& e, bool& changed);

  bool count_in_32_bits(model const& m, edits& out) const;
  bool meet(function const& f, std::vector<statement const*> others, edits& out) const;
  bool step_together(model const& m, expression const& assignment, edits& out) const;

  [[nodiscard]] static bool has_shared(function const& f);

  call_graph& graph_;
  callee_traits traits_;
  semantics::class_table const& classes_;
  bool meets_;
};

}  // namespace simt::cu::lane
