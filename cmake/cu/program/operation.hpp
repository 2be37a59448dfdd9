// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace simt::cu::lane {

// Name and spelling of each operator; assignments follow one another.
// clang-format off
#define SIMT_CU_OPERATIONS(X) \
  X(none, "") \
  X(plus, "+") \
  X(minus, "-") \
  X(times, "*") \
  X(divide, "/") \
  X(modulo, "%") \
  X(bit_and, "&") \
  X(bit_or, "|") \
  X(bit_xor, "^") \
  X(shift_left, "<<") \
  X(shift_right, ">>") \
  X(complement, "~") \
  X(negation, "!") \
  X(logical_and, "&&") \
  X(logical_or, "||") \
  X(equal, "==") \
  X(unequal, "!=") \
  X(less, "<") \
  X(less_equal, "<=") \
  X(greater, ">") \
  X(greater_equal, ">=") \
  X(three_way, "<=>") \
  X(increment, "++") \
  X(decrement, "--") \
  X(assign, "=") \
  X(plus_assign, "+=") \
  X(minus_assign, "-=") \
  X(times_assign, "*=") \
  X(divide_assign, "/=") \
  X(modulo_assign, "%=") \
  X(and_assign, "&=") \
  X(or_assign, "|=") \
  X(xor_assign, "^=") \
  X(shift_left_assign, "<<=") \
  X(shift_right_assign, ">>=") \
  X(comma, ",") \
  X(choice, "?") \
  X(dot, ".") \
  X(arrow, "->") \
  X(static_cast_, "static_cast") \
  X(const_cast_, "const_cast") \
  X(reinterpret_cast_, "reinterpret_cast") \
  X(dynamic_cast_, "dynamic_cast") \
  X(sizeof_, "sizeof") \
  X(alignof_, "alignof") \
  X(gnu_alignof_, "__alignof__")
// clang-format on

/// The operator of an expression, by its spelling: `times` is `*` also where it follows a pointer,
/// `bit_and` is `&` also where it takes an address; expression_kind tells them apart.
enum class operation : std::uint8_t {
#define SIMT_CU_OPERATION(name, text) name,
  SIMT_CU_OPERATIONS(SIMT_CU_OPERATION)
#undef SIMT_CU_OPERATION
};

namespace detail {

inline constexpr std::string_view operation_texts[] = {
#define SIMT_CU_OPERATION(name, text) text,
    SIMT_CU_OPERATIONS(SIMT_CU_OPERATION)
#undef SIMT_CU_OPERATION
};

inline constexpr std::string_view operation_names[] = {
#define SIMT_CU_OPERATION(name, text) #name,
    SIMT_CU_OPERATIONS(SIMT_CU_OPERATION)
#undef SIMT_CU_OPERATION
};

}  // namespace detail

/// Returns `plus` of `+`.
[[nodiscard]] constexpr std::string_view name_of(operation op) noexcept {
  return detail::operation_names[std::size_t(op)];
}

[[nodiscard]] constexpr std::string_view text_of(operation op) noexcept {
  return detail::operation_texts[std::size_t(op)];
}

/// Returns the operator that is spelled so; none where there is no such operator.
[[nodiscard]] constexpr operation operation_of(std::string_view text) noexcept {
  for (std::size_t i = 0; i < std::size(detail::operation_texts); ++i)
    if (detail::operation_texts[i] == text) return operation(i);
  return operation::none;
}

[[nodiscard]] constexpr bool is_one_of(operation op,
                                       std::initializer_list<operation> all) noexcept {
  for (operation const one : all)
    if (one == op) return true;
  return false;
}

/// True of `=`, `+=` and their kind.
[[nodiscard]] constexpr bool is_assignment(operation op) noexcept {
  return op >= operation::assign && op <= operation::shift_right_assign;
}

/// Returns `+` of `+=`; none of `=` and of what assigns nothing.
[[nodiscard]] constexpr operation arithmetic_of(operation op) noexcept {
  std::string_view const text = text_of(op);
  return is_assignment(op) ? operation_of(text.substr(0, text.size() - 1)) : operation::none;
}

/// True of the operators whose result is true or false.
[[nodiscard]] constexpr bool is_truth(operation op) noexcept {
  using enum operation;
  return is_one_of(
      op, {logical_and, logical_or, equal, unequal, less, less_equal, greater, greater_equal});
}

}  // namespace simt::cu::lane
