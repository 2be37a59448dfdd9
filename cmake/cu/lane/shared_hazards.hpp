// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"
#include "call_graph.hpp"
#include "model.hpp"

#include <string>
#include <vector>

namespace simt::cu::lane::detail {

/// Finds shared memory that is read behind a barrier and written again by other threads, with no
/// barrier in between: `x = s[0]; …; s[warp] = y;`. It is a race, which warps that run side by side
/// win: all of them have read before the first one writes. Here a gang runs to its next barrier
/// before another one reads.
class hazard_finder {
 public:
  hazard_finder(model const& m, call_graph const& graph, uniformity const& u)
      : m_{m}, graph_{graph}, uniformity_{u} {}

  /// The statements behind which threads have to meet once more. All threads of a block come there
  /// together, as they have come to the barrier in front.
  [[nodiscard]] std::vector<statement const*> find();

 private:
  using kind = expression_kind;

  /// A read or a write of an array that others see.
  struct access {
    int array = none;               // its variable
    std::string index;              // all that stands behind it, in terms of what it hangs on
    bool moves = false;             // the index is of another part in each turn
    bool is_common = true;          // threads of several warps come to the same element
    std::string guarded, guard;     // within `if (guarded == guard)`
    statement const* at = nullptr;  // of a list that all threads go through
  };

  // What stands where.

  [[nodiscard]] bool meets(range tokens) const { return graph_.may_meet(*m_.of, tokens); }
  [[nodiscard]] bool is_together(statement const& s) const;

  void list(std::vector<statement_ptr> const& all);

  void statement_(statement const& s);

  void loop(statement const& s);
  void body(statement const& s);
  void branch(statement const& s);

  /// A statement that is one step: its reads, then its writes.
  void leaf(statement const& s) { leaf_of(s, s); }

  void leaf_of(statement const& s, statement const& at);
  /// A condition or a step: behind it there is no place to wait at.
  void look(expression const& e);
  /// Whether a statement waits for the block, or calls what does.
  [[nodiscard]] bool meets_here(statement const& s) const { return meets(s.tokens); }
  void met();

  void written(access const& w);
  [[nodiscard]] static bool is_hazard(access const& r, access const& w);

  /// `[i + 1]` or `[i - n]` beside `[i]`.
  [[nodiscard]] static bool is_neighbour(std::string const& read, std::string const& write);

  // Accesses.

  void collect(statement const& s, statement const& at);

  void collect(expression const& e, statement const& at, bool is_write);
  /// What the subscripts of a place read.
  void inner(expression const& e, statement const& at);

  /// Whether a place lies in an array that others see; which, and where in it.
  [[nodiscard]] bool place(expression const& e, access& out) const;
  [[nodiscard]] bool is_scalar(int v) const;
  /// The shared array, or the parameter, that a name stands for, if it stands for one only.
  [[nodiscard]] int array_of(expression const& name, int depth = 0) const;

  /// An index in terms of what it hangs on: a variable that is computed once is what it is computed
  /// from. `moves`: it is of another part of the array in each turn.
  [[nodiscard]] std::string canonical(expression const& given, bool& moves, int depth) const;
  /// Whether an index is the same in several warps: one for all threads, or of the thread's place
  /// in its warp, or of the warp.
  [[nodiscard]] bool is_common(expression const& given, int depth) const;

  /// What all threads change together, turn by turn: the half of a buffer that is filled, or the
  /// counter of a loop with barriers.
  [[nodiscard]] bool is_moving(variable const& x) const;
  [[nodiscard]] bool has_versions(variable const& x) const;
  /// Whether a variable is that of an inner loop.
  [[nodiscard]] bool is_counter(variable const& x) const;

  /// The equation that a thread has to meet to come to an access.
  void find_guard(access& a) const;

  model const& m_;
  call_graph const& graph_;
  uniformity const& uniformity_;
  bool has_met_ = false;         // a barrier lies behind
  std::vector<access> pending_;  // reads since the last one
  std::vector<access> early_;    // writes before the first one
  std::vector<access> reads_, writes_;
  std::vector<expression const*> guards_;
  std::vector<statement const*> loops_;  // with barriers, around here
  std::vector<statement const*> waits_;
  statement const nowhere_{};
};

}  // namespace simt::cu::lane::detail
