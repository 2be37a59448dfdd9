#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI {

/// The kinds of instructions whose throughput CUDA's guide tells apart.
enum class instruction_class : unsigned char {
  half_arithmetic,          ///< 16-bit floating-point add, multiply, multiply-add
  float_arithmetic,         ///< 32-bit floating-point add, multiply, multiply-add
  double_arithmetic,        ///< 64-bit floating-point add, multiply, multiply-add
  special_function,         ///< of float: 1 / x, rsqrt, __log2f, exp2f, __sinf, __cosf
  integer_add,              ///< 32 bits, also subtract and with a carry
  integer_multiply,         ///< 32 bits, also multiply-add
  multiply_24_bits,         ///< __mul24
  shift,                    ///< 32 bits
  comparison,               ///< compare, minimum, maximum
  bit_field,                ///< bit reverse, bit field extract and insert
  bitwise,                  ///< 32 bits: AND, OR, XOR
  leading_zeros,            ///< also the most significant non-sign bit
  population_count,         ///< __popc
  shuffle,                  ///< __shfl_sync and its kind
  absolute_difference_sum,  ///< __sad
  video_difference_2,       ///< vabsdiff2
  video_difference_4,       ///< vabsdiff4
  other_video,              ///< all other SIMD video instructions
  narrow_conversion,        ///< from 8-bit and 16-bit integers to 32-bit types
  wide_conversion,          ///< from and to 64-bit types
  other_conversion,
};

/// How many results of an instruction a multiprocessor makes in a clock cycle.
struct throughput {
  static constexpr std::uint16_t not_available = 0;  ///< the device has no such instruction
  static constexpr std::uint16_t several = 0xffff;   ///< it takes several instructions

  std::uint16_t results = not_available;

  [[nodiscard]] constexpr bool is_one_instruction() const noexcept {
    return results != not_available && results != several;
  }
  /// Clock cycles in which a multiprocessor issues the instruction for a warp.
  /// - Needs:   is_one_instruction()
  [[nodiscard]] constexpr double cycles_of_warp() const noexcept { return 32.0 / results; }
};

/// Returns the throughput of instructions on devices of a compute capability, 35 for 3.5, from 2.0
/// to 6.2; of any other capability the guide says nothing, and the result is `not_available`. Where
/// GeForce devices have a lower one (double precision of 2.0 and 3.5, shifts of 3.5, conversions of
/// 64 bits of both), it is that of the others.
/// - Units:   results a clock cycle and multiprocessor
/// - Source:  CUDA C Programming Guide 8.0, Table 2
[[nodiscard]] constexpr throughput throughput_of(instruction_class c, unsigned capability) noexcept {
  constexpr std::uint16_t no = throughput::not_available, many = throughput::several;
  struct column {
    unsigned first, second;  // the capabilities
    std::array<std::uint16_t, 21> results;
  };
  // clang-format off
  constexpr std::array<column, 9> columns{{
    {20, 20, {no, 32, 16, 4, 32, 16, many, 16, 32, 16, 32, 16, 16, no, 16, no, no, 16, 16, 16, 16}},
    {21, 21, {no, 48, 4, 8, 48, 16, many, 16, 48, 16, 48, 16, 16, no, 16, no, no, 16, 16, 4, 16}},
    {30, 32, {no, 192, 8, 32, 160, 32, many, 32, 160, 32, 160, 32, 32, 32, 32, 160, 160, 32, 128, 8, 32}},
    {35, 37, {no, 192, 64, 32, 160, 32, many, 64, 160, 32, 160, 32, 32, 32, 32, 160, 160, 32, 128, 32, 32}},
    {50, 52, {no, 128, 4, 32, 128, many, many, 64, 64, 64, 128, many, 32, 32, 64, many, many, many, 32, 4, 32}},
    {53, 53, {256, 128, 4, 32, 128, many, many, 64, 64, 64, 128, many, 32, 32, 64, many, many, many, 32, 4, 32}},
    {60, 60, {128, 64, 32, 16, 64, many, many, 32, 32, 32, 64, many, 16, 32, 32, many, many, many, 16, 16, 16}},
    {61, 61, {2, 128, 4, 32, 128, many, many, 64, 64, 64, 128, many, 32, 32, 64, many, many, many, 32, 4, 32}},
    {62, 62, {256, 128, 4, 32, 128, many, many, 64, 64, 64, 128, many, 32, 32, 64, many, many, many, 32, 4, 32}},
  }};
  // clang-format on
  for (column const& k : columns)
    if (capability == k.first || capability == k.second)
      return {k.results[static_cast<std::size_t>(c)]};
  return {};
}

}  // namespace simt::inline SIMT_ABI
