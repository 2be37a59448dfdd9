// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/resolve.hpp"
#include "../syntax/macro_uses.hpp"
#include "../text/edits.hpp"
#include "analysis.hpp"
#include "call_graph.hpp"
#include "shared_index.hpp"

#include <functional>
#include <set>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Finds what functions need to be right where their threads run one by one, as far as it takes an
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

  /// Edits the thread form of a function that stands in `file`; true where there was anything.
  /// `others`: statements behind which its threads meet, too. `left`, if asked for: lines in which
  /// numbers become integers as in C++.
  bool write(function const& f, std::string_view file, std::vector<statement const*> const& others,
             edits& out, std::set<offset>* left = nullptr) const;

 private:
  void find_given(model const& m, bool& changed);
  void find_given(model const& m, statement const& s, bool& changed);
  void find_given(model const& m, expression const& e, bool& changed);

  /// Has `printf("text")` give CUDA's number where that is used.
  static bool give_arguments(statement const& s, macro_uses& uses);
  static bool count_in_32_bits(function const& f, shared_indices const& memory, macro_uses& uses);
  /// Has lambdas name the block's shared memory, of which they would keep copies in C++.
  static bool share_with_lambdas(model const& m, edits& out);
  /// Has `decltype(x)` of shared memory be its type, where C++ has a reference.
  static bool name_shared_types(model const& m, macro_uses& uses);
  [[nodiscard]] detail::uniformity uniformity_of(model& m) const;
  /// Has threads of a warp that part around a warp function wait where their ways join.
  bool join_warps(model const& m, detail::uniformity const& u, edits& out) const;
  bool meet(model const& m, detail::uniformity const& u, std::vector<statement const*> others,
            edits& out) const;
  bool step_together(model const& m, expression const& assignment, edits& out) const;

  [[nodiscard]] static bool has_shared(function const& f);

  call_graph& graph_;
  callee_traits traits_;
  semantics::class_table const& classes_;
  bool meets_;
};

}  // namespace simt::cu::lane
