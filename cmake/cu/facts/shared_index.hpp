// SPDX-License-Identifier: MIT
#pragma once

#include "call_graph.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// An index that has to count in 32 bits where its pointer's memory is shared.
struct wrapped_index {
  expression const* of = nullptr;    // null: there is none
  expression const* base = nullptr;  // the pointer
  bool is_known = false;             // the memory is shared; else the address says so
};

/// Finds subscripts of shared memory that may be less than zero in unsigned arithmetic: `top[~x]`.
/// Addresses of shared memory are 32 bits wide on a GPU, so that 2^32 - 1 elements on is one back;
/// in C++ it is 16 GB on.
class shared_indices {
 public:
  /// Without `classes` no member's type is known.
  shared_indices(model const& m, call_graph const& graph, semantics::class_table const* classes)
      : m_{m}, graph_{graph}, classes_{classes} {}

  /// Returns where a pointer's value points to.
  [[nodiscard]] memory_space space_of(expression const& e) const {
    std::set<int> seen;
    memory_space const space = space_of(e, seen);
    return space == memory_space::unsaid ? memory_space::other : space;
  }

  /// The same of an argument: unsaid where nothing says so yet.
  [[nodiscard]] memory_space given_by(expression const& argument) const {
    std::set<int> seen;
    return space_of(argument, seen);
  }

  /// The expressions of a body that have such an index.
  [[nodiscard]] std::vector<expression const*> find() const;
  /// The index in e, `p[i]`, `p + i`, `p += i` or with a minus, if it is of that kind.
  [[nodiscard]] wrapped_index index_in(expression const& e) const;

 private:
  using kind = expression_kind;
  static constexpr int unknown_depth = -100;

  void look(statement const& s, std::vector<expression const*>& out) const;
  void look(expression const& e, std::vector<expression const*>& out) const;

  [[nodiscard]] memory_space space_of(expression const& given, std::set<int>& seen) const;
  [[nodiscard]] memory_space space_of_name(expression const& e, std::set<int>& seen) const;
  [[nodiscard]] memory_space space_of_variable(int v, std::set<int>& seen) const;
  /// Of an element that is a pointer, or of a row.
  [[nodiscard]] memory_space space_of_element(expression const& e, std::set<int>& seen) const;
  [[nodiscard]] memory_space space_of_member(expression const& e, std::set<int>& seen) const;
  [[nodiscard]] memory_space space_of_call(expression const& e) const;
  /// Where the object lies that a place is a part of.
  [[nodiscard]] memory_space space_of_place(expression const& place, std::set<int>& seen) const;
  /// True if a value comes from what the host passes, or from memory that such values point to.
  [[nodiscard]] bool is_from_host(expression const& given, std::set<int>& seen) const;

  /// True of `threadIdx.x` and its kind.
  [[nodiscard]] bool is_coordinate(expression const& e) const;
  /// The type of an object, as far as it is written somewhere.
  [[nodiscard]] semantics::object_type type_of(expression const& e) const;
  /// `uint4` of `v.x`; empty for members of other types.
  [[nodiscard]] std::string vector_of(expression const& e) const;
  /// True of the name of a type that is a number's or a class's.
  [[nodiscard]] bool is_no_pointer(std::string_view base) const;
  /// True if functions return numbers or objects.
  [[nodiscard]] bool gives_no_pointer(call_graph::entries const& all) const;
  /// How many `*` and `[]` there are around a value's type.
  [[nodiscard]] int depth_of(expression const& given) const;
  /// True where an operand of a sum may be a pointer to shared memory.
  [[nodiscard]] bool may_be_pointer(expression const& e) const;

  /// True if an index is computed by what leaves the numbers from zero on, in what may be unsigned.
  [[nodiscard]] bool may_be_negative(expression const& e) const {
    std::set<int> seen;
    return has_unsigned(e, 0) && subtracts(e, seen);
  }
  [[nodiscard]] bool subtracts(expression const& given, std::set<int>& seen) const;
  /// (Of what it is not known, it may be.)
  [[nodiscard]] bool has_unsigned(expression const& given, int depth) const;

  model const& m_;
  call_graph const& graph_;
  semantics::class_table const* classes_;
  mutable std::set<int> asked_;  // variables whose origin is being found
};

}  // namespace simt::cu::lane
