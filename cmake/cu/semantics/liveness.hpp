// SPDX-License-Identifier: MIT
#pragma once

#include "model.hpp"

#include <unordered_map>
#include <unordered_set>

namespace simt::cu::lane::detail {

/// Where a name may stand for a variable of its own.
struct value_ranges {
  /// `j = 0` of `for (j = 0; ...)`, where nobody asks for j behind the loop: the value is wanted
  /// within the statement's own block only, although j is declared further out.
  std::unordered_set<statement const*> starts;
  /// An assignment behind one of `starts` in the same block: what follows has the outer variable
  /// again.
  std::unordered_map<statement const*, statement const*> ends;
  /// Variables that a loop changes and nobody asks for behind it.
  std::unordered_map<statement const*, std::vector<declarator const*>> loops;
};

/// Finds the ranges by which values are wanted where.
class range_finder {
 public:
  /// For variables of `among`.
  [[nodiscard]] static value_ranges run(model const& m,
                                        std::unordered_set<declarator const*> const& among);

 private:
  /// Variables by number: those whose value somebody may still ask for.
  using live = std::vector<std::uint64_t>;

  range_finder(model const& m, std::unordered_set<declarator const*> const& among);

  [[nodiscard]] live nothing() const { return live(std::size_t(count_ + 63) / 64, 0); }
  static void add(live& to, live const& more) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] |= more[i];
  }
  static std::uint64_t bit(int n) { return std::uint64_t{1} << (n % 64); }
  static bool has(live const& l, int n) { return (l[std::size_t(n) / 64] & bit(n)) != 0; }

  [[nodiscard]] int number_of(expression const& e) const;

  void reads(expression const* e, live& l) const;

  /// The variable that a statement gives a value, whatever it had before.
  [[nodiscard]] int assigned(expression const& e) const;
  void evaluate(expression const& whole, live& l) const;

  void declare(declaration const& d, live& l) const;

  /// Returns what is live in front of a statement, from what is live behind it.
  [[nodiscard]] live before(statement const& s, live l);

  /// A block: what it leaves to others is live behind it, or where jumps out of it go.
  [[nodiscard]] live list(std::vector<statement_ptr> const& all, live l);
  /// The statements of a switch, which begins at any of its labels.
  [[nodiscard]] live cases(std::vector<statement_ptr> const& all, live l);

  [[nodiscard]] int assigned_by(statement const& s) const {
    return s.is(statement_kind::expression) && s.value ? assigned(bare(*s.value)) : none;
  }
  /// (A loop is gone through again when more is known of what is live: that counts.)
  void note(std::vector<statement_ptr> const& all, std::size_t at, int n, bool is_left);
  static bool has_jump(statement const& s);

  [[nodiscard]] live loop(statement const& s, live const& behind);

  void enters(statement const& s, live const& head, live const& behind);

  model const& m_;
  std::vector<int> numbers_;
  int count_ = 0;
  int depth_ = 0;
  live break_, continue_;  // live where they go
  std::vector<write const*> changes_;
  std::unordered_map<statement const*, statement const*> end_of_;
  value_ranges out_;
};

}  // namespace simt::cu::lane::detail
