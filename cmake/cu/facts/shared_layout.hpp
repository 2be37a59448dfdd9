// SPDX-License-Identifier: MIT
#pragma once

#include "analysis.hpp"

#include <cstdint>
#include <string>

namespace simt::cu::lane::detail {

/// How a shared array of two dimensions lies in memory: rows, columns or diagonals one behind the
/// other.
enum class array_layout : std::uint8_t { rows, turned, slanted };

/// Decides how a shared array of two dimensions lies in memory. GPUs do not mind threads side by
/// side that walk along columns, `tile[threadIdx.x][k]`, or along diagonals, `tile[k - threadIdx.x]
/// [threadIdx.x]`; SIMD lanes would have to gather. Where that is what happens most, the lane form
/// keeps the array with its columns, or its diagonals, one behind the other.
class shared_layout {
 public:
  shared_layout(model const& m, uniformity const& u, callee_traits const& callees, int array)
      : m_{m}, uniformity_{u}, callees_{callees}, array_{array} {}

  [[nodiscard]] array_layout layout();
  /// Of subscripts `[0][threadIdx.x + n]` the largest n + 1, or 0 where there are none: what they
  /// name is in the first row if a block has no more threads than columns are left then.
  [[nodiscard]] int reach() const noexcept { return reach_; }

 private:
  using kind = expression_kind;
  /// How a subscript follows threadIdx.x.
  enum class step : std::uint8_t { none, one, minus_one, other };

  [[nodiscard]] bool is_outermost() const;

  void look_at(statement const& s, std::int64_t weight);

  [[nodiscard]] bool is_array(expression const& e) const {
    return bare(e).is(kind::name) && m_.variable_of(bare(e)) == array_;
  }

  void look_at(expression const& e, std::int64_t weight);

  void use(expression const& row, expression const& column, std::int64_t weight);

  /// n of `threadIdx.x + n`, a small number; -1 of all else.
  [[nodiscard]] int offset_of(expression const& e, int depth) const;

  [[nodiscard]] step step_of(expression const& e, int depth) const;
  [[nodiscard]] step step_of(int v, int depth) const;

  model const& m_;
  uniformity const& uniformity_;
  callee_traits const& callees_;
  int array_;
  bool is_sound_ = true;
  int reach_ = 0;
  // Uses, by how deep they lie in loops.
  std::int64_t along_columns_ = 0, along_rows_ = 0, along_diagonals_ = 0;
};

/// The macro that declares a shared array the way it lies best, with what stands before its type.
[[nodiscard]] std::string shared_macro(declarator const& d, model const& m, uniformity const& u,
                                       callee_traits const& callees);

}  // namespace simt::cu::lane::detail
