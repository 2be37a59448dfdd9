// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Finds subscripts of shared memory that may be less than zero in unsigned arithmetic: `top[~x]`.
/// Addresses of shared memory are 32 bits wide on a GPU, so that 2^32 - 1 elements on is one back;
/// in C++ it is 16 GB on.
class shared_indices {
 public:
  explicit shared_indices(model const& m) : m_{m} {}

  /// Whether `of[index]`, `of + index` or `of += index` has to count in 32 bits.
  [[nodiscard]] bool wraps(expression const& of, expression const& index) const;

  /// Whether a pointer's value is the address of shared memory, or of a part of it.
  [[nodiscard]] bool points_to_shared(expression const& e) const {
    std::set<int> seen;
    return points_to_shared(e, seen);
  }

  /// Such indices of a body.
  [[nodiscard]] std::vector<expression const*> find() const;
  /// The index in e, if it is of that kind: null if not.
  [[nodiscard]] expression const* index_in(expression const& e) const;

 private:
  using kind = expression_kind;

  void look(statement const& s, std::vector<expression const*>& out) const;
  void look(expression const& e, std::vector<expression const*>& out) const;

  [[nodiscard]] bool points_to_shared(expression const& given, std::set<int>& seen) const;

  /// Whether an index is computed by what leaves the numbers from zero on, in what may be unsigned.
  [[nodiscard]] bool may_be_negative(expression const& e, std::set<int>& seen) const {
    return has_unsigned(e, 0) && subtracts(e, seen);
  }
  [[nodiscard]] bool subtracts(expression const& given, std::set<int>& seen) const;
  /// (Of what it is not known, it may be.)
  [[nodiscard]] bool has_unsigned(expression const& given, int depth) const;

  model const& m_;
};

}  // namespace simt::cu::lane
