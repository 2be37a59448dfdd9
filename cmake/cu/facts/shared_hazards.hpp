// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/model.hpp"
#include "analysis.hpp"
#include "call_graph.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

/// Finds shared memory that some threads read and others write with no barrier in between:
/// `x = s[0]; …; s[warp] = y;`, `s[i] = x; … s[blockDim.x - 1]`. It is a race, which warps that run
/// side by side win: all of them have read before the first one writes, or written before the first
/// one reads. Here a gang runs to its next barrier before another one begins.
class hazard_finder {
 public:
  /// Who runs one after the other: gangs, whose own threads run side by side, or all threads.
  enum class runs { gangs, threads };

  hazard_finder(model const& m, call_graph const& graph, uniformity const& u,
                runs what = runs::gangs)
      : m_{m}, graph_{graph}, uniformity_{u}, by_thread_{what == runs::threads} {}

  /// The statements behind which threads have to meet once more. All threads of a block come there
  /// together, as they have come to the barrier in front.
  [[nodiscard]] std::vector<statement const*> find();

  /// Assignments that read what other threads write in the same step: `s[i] += s[i + 1];`, which
  /// all threads come to, `if (i > 0) s[i] = s[i - 1];`. For threads, behind find().
  [[nodiscard]] std::vector<expression const*> const& steps() const noexcept { return steps_; }
  /// Statements behind which it is enough that the threads of a warp meet: in functions and loops
  /// without barriers, and where a thread reads what another one of its warp has written. For
  /// threads, behind find().
  [[nodiscard]] std::vector<statement const*> const& warp_waits() const noexcept {
    return warp_waits_;
  }

  /// Statements `if` one of whose branches writes what the other one uses: a warp is through with
  /// the first before the second begins. For threads, behind find().
  [[nodiscard]] std::vector<statement const*> const& branches() const noexcept { return branches_; }

  /// Collects what the function does to the shared memory that it is given.
  [[nodiscard]] shared_effects effects();

 private:
  using kind = expression_kind;

  /// A read or a write of an array that others see.
  struct access {
    int array = none;               // its variable
    std::string index;              // all that stands behind it, in terms of what it hangs on
    bool moves = false;             // the index is of another part in each turn
    bool is_common = true;          // threads of several warps come to the same element
    bool is_one = true;             // all threads come to the same element
    bool is_called = false;         // by a function that is called here
    bool is_atomic = false;         // an atomic function's: what it finds there is to stay
    bool is_behind_barrier = false;  // a write behind the last barrier of a function called here
    bool is_of_one_warp = false;    // only threads of the block's first warp come to it
    std::string guarded, guard;     // within `if (guarded == guard)`
    std::string conditions;         // all that it stands under within its statement
    statement const* at = nullptr;  // of a list that all threads go through
  };

  // What stands where.

  /// A barrier, or a call of what has one; not a variable that is named like such a function.
  [[nodiscard]] bool meets(range tokens) const;
  [[nodiscard]] bool syncs_warp(range tokens) const;
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
  /// True if a statement waits for the block, or calls what does.
  [[nodiscard]] bool meets_here(statement const& s) const { return meets(s.tokens); }
  void met();

  void written(access const& w);
  /// Holds what threads of other warps have written, with no barrier since.
  void read_late(access const& r);
  /// Notes that what the threads of a warp have written so far is read by others of it.
  void read(access const& r);
  void note(std::vector<statement const*>& list, statement const* at);
  [[nodiscard]] bool is_hazard(access const& r, access const& w) const;
  /// True if an atomic function finds what all threads store to one place, one after the other: a
  /// thread's store may not undo what others have done.
  [[nodiscard]] static bool is_undone(access const& atomic, access const& w);
  [[nodiscard]] bool is_volatile(int variable) const;
  /// True if what is read is what threads of other warps have written before.
  [[nodiscard]] bool is_late(access const& r, access const& w) const;

  /// How far `[i + 1]` or `[i - n]` is from `[i]`; empty where it is something else.
  [[nodiscard]] static std::string_view distance(std::string_view a, std::string_view b);
  /// True if they are as close as that, by a small number.
  [[nodiscard]] static bool is_near(std::string_view a, std::string_view b);
  /// `[i ^ n]` beside `[i]`.
  [[nodiscard]] static bool is_partner(std::string_view read, std::string_view write);
  /// `[n - i]` beside `[i]`.
  [[nodiscard]] static bool is_opposite(std::string_view read, std::string_view write);
  /// True if two places are never one.
  [[nodiscard]] static bool are_apart(std::string_view a, std::string_view b);
  /// True if only one warp comes to both.
  [[nodiscard]] static bool is_same_warp(std::string_view a, std::string_view b);

  // Accesses.

  void collect(statement const& s, statement const& at);

  /// How a place is used.
  enum class use : std::uint8_t { reads, writes, changes };
  void collect(expression const& e, statement const& at, use how);
  /// Visits what the subscripts of a place read.
  void inner(expression const& e, statement const& at);

  using effects_of_kind = std::vector<shared_effect> shared_effects::*;
  /// Collects what the functions that an expression calls do to the arrays that they are given.
  void calls(expression const& e, statement const& at, std::vector<access>& written,
             std::vector<access>& read, effects_of_kind writes, effects_of_kind reads) const;
  /// Assignments of a statement, several in a row too, that read in one step what others write.
  void step(expression const& e);
  /// The same of all that stands in a statement without loops, which some threads may leave out.
  void steps_of(statement const& s);
  /// True if a statement calls anything that may hang on what other threads do.
  [[nodiscard]] static bool may_wait(statement const& s);
  /// True if what one branch of an `if` writes may be what another thread uses in the other one.
  [[nodiscard]] bool has_sharing_branches(statement const& s);
  [[nodiscard]] static bool may_share(access const& one, access const& other);
  /// True of `s[i] = s[i - n]`, where a guard does not say that readers and writers are apart, as
  /// `if (i < n) s[i] += s[i + n];` does.
  [[nodiscard]] static bool takes_from_neighbour(access const& r, access const& w);
  /// True of conditions that leave out those between, as `t % (2 * n) == 0` does.
  [[nodiscard]] static bool takes_every_nth(std::string_view conditions);
  void clear_accesses();

  /// True if a place lies in an array that others see; which, and where in it.
  [[nodiscard]] bool place(expression const& e, access& out) const;
  /// The same of what lies `index` elements behind a pointer.
  [[nodiscard]] bool pointed(expression const& pointer, std::string index, access& out,
                             int depth = 0) const;
  /// The same of what an atomic function changes at an address.
  [[nodiscard]] bool changed_by_atomic(expression const& address, access& out) const;
  /// True if other threads may see what a variable names, or points to.
  [[nodiscard]] bool is_seen(int v) const;
  [[nodiscard]] bool is_scalar(int v) const;
  /// An index in terms of what it hangs on: a variable that is computed once is what it is computed
  /// from. `moves`: it is of another part of the array in each turn.
  [[nodiscard]] std::string canonical(expression const& given, bool& moves, int depth) const;
  /// True if an index is the same in several warps: one for all threads, or of the thread's place
  /// in its warp, or of the warp.
  [[nodiscard]] bool is_common(expression const& given, int depth) const;

  /// True of what all threads change together, turn by turn: the half of a buffer that is filled,
  /// or the counter of a loop with barriers.
  [[nodiscard]] bool is_moving(variable const& x) const;
  [[nodiscard]] bool has_versions(variable const& x) const;
  /// True if a variable is that of an inner loop.
  [[nodiscard]] bool is_counter(variable const& x) const;

  /// The equation that a thread has to meet to come to an access.
  void find_guard(access& a) const;
  /// True if only threads of the block's first warp meet it: `threadIdx.x < 32`, `warp == 0`.
  [[nodiscard]] bool is_first_warp(expression const& condition) const;

  model const& m_;
  call_graph const& graph_;
  uniformity const& uniformity_;
  bool const by_thread_;
  bool is_of_warps_ = false;
  bool has_met_ = false;         // a barrier lies behind
  std::vector<access> pending_;  // reads since the last one
  std::vector<access> early_;    // writes before the first one
  std::vector<access> reads_, writes_, atomics_;
  std::vector<access> early_reads_;  // before the first barrier
  std::vector<expression const*> steps_;
  std::vector<statement const*> branches_;
  std::vector<access> open_;  // writes since the last meeting of the warp
  std::vector<access> fresh_;  // writes since the last barrier, or __syncwarp()
  std::vector<access> last_writes_;  // since the last barrier, or __syncwarp()
  std::size_t outer_ = 0;      // how many of them stand in front of the loop without barriers
  bool is_placing_ = false;    // there are barriers, and more may be set
  statement const* before_ = nullptr;  // behind it is in front of what is looked at
  std::vector<statement const*> warp_waits_;
  int loops_of_warps_ = 0;  // around here, without barriers
  std::vector<expression const*> guards_;
  std::vector<access> guarded_reads_;  // in front, within the same `if`, since the warp has met
  std::vector<statement const*> loops_;  // with barriers, around here
  std::vector<statement const*> waits_;
  statement const nowhere_{};
};

}  // namespace simt::cu::lane::detail
