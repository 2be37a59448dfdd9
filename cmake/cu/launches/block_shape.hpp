// SPDX-License-Identifier: MIT
#pragma once

#include "../preprocessor/condition.hpp"
#include "../program/shapes.hpp"
#include "../program/symbols.hpp"
#include "../text/function_bodies.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace simt::cu {

using lane::block_shape;

/// Follows what launches say of their blocks, `dim3 block(SIZE, 1)`, `block.x = 256;`, to numbers.
/// Finds a kernel's block in its launches' text: a good guess and no more: a launch goes by what it
/// has when it runs.
class block_shapes {
 public:
  /// - Needs:   bodies lives as long as this
  block_shapes(function_bodies const& bodies, lane::symbols const& known);

  /// The shape that the expression [begin, end) gives.
  [[nodiscard]] std::optional<block_shape> shape(std::size_t begin, std::size_t end,
                                                 int depth = 0) const;

 private:
  using body = function_bodies::body;
  /// Where a variable gets a value: a list, `(16, 16)`, or an expression; of no tokens where the
  /// text does not show it. Or where its `member` gets one: x, y or z.
  struct assignment {
    std::size_t at, begin, end;
    bool is_list;
    char member = 0;
  };

  /// A macro, or a variable that other files hold.
  [[nodiscard]] bool is_constant(std::size_t name) const;

  void note(std::size_t i);
  /// True if what stands in front of an operator gets a value that the text does not show.
  [[nodiscard]] static bool changes(std::string_view op);
  /// Where the value that begins at a place ends.
  [[nodiscard]] std::size_t end_of_value(std::size_t at) const;
  /// `dim3 const grid(n), block(16, 16);`
  void note_dim3(std::size_t at);

  /// The value of the variable that is named at a place: the only one that its function gives it
  /// or, where that gives none, the only one outside of functions.
  [[nodiscard]] std::optional<assignment> value_of(std::size_t name) const;

  /// `block.x = 16; block.y = 16;`: the extents of a variable whose function gives each of its
  /// members one value, be it in several places, and no other value to it.
  [[nodiscard]] std::optional<block_shape> by_members(std::size_t name, int depth) const;

  [[nodiscard]] std::optional<block_shape> extents(std::size_t begin, std::size_t end,
                                                   int depth) const;

  [[nodiscard]] std::optional<std::int64_t> number(std::size_t begin, std::size_t end,
                                                   int depth) const;

  /// The tokens with what variables have in place of these.
  [[nodiscard]] bool spell(std::size_t begin, std::size_t end, int depth,
                           std::vector<std::string_view>& out) const;

  code const& text_;
  lane::symbols const& known_;
  function_bodies const& bodies_;
  std::unordered_map<std::string_view, std::vector<assignment>> values_;
};

}  // namespace simt::cu
