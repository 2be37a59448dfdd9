// SPDX-License-Identifier: MIT
#include <simt/runtime/instruction_throughput.hpp>

#include <doctest/doctest.h>

#include <array>
#include <sstream>
#include <string>

namespace {

using simt::instruction_class;
using simt::throughput;

struct row {
  instruction_class instructions;
  char const* results;
};
// Table 2 of the CUDA C Programming Guide 8.0 as it is printed, without its footnotes. The columns:
// 2.0, 2.1, 3.0 and 3.2, 3.5 and 3.7, 5.0 and 5.2, 5.3, 6.0, 6.1, 6.2. The last word of a short row
// holds for the rest of it.
constexpr std::array<row, 21> table{{
    {instruction_class::half_arithmetic, "N/A | N/A | N/A | N/A | N/A | 256 | 128 | 2 | 256"},
    {instruction_class::float_arithmetic, "32 | 48 | 192 | 192 | 128 | 128 | 64 | 128 | 128"},
    {instruction_class::double_arithmetic, "16 | 4 | 8 | 64 | 4 | 4 | 32 | 4 | 4"},
    {instruction_class::special_function, "4 | 8 | 32 | 32 | 32 | 32 | 16 | 32 | 32"},
    {instruction_class::integer_add, "32 | 48 | 160 | 160 | 128 | 128 | 64 | 128 | 128"},
    {instruction_class::integer_multiply, "16 | 16 | 32 | 32 | Multiple instruct."},
    {instruction_class::multiply_24_bits, "Multiple instruct."},
    {instruction_class::shift, "16 | 16 | 32 | 64 | 64 | 64 | 32 | 64 | 64"},
    {instruction_class::comparison, "32 | 48 | 160 | 160 | 64 | 64 | 32 | 64 | 64"},
    {instruction_class::bit_field, "16 | 16 | 32 | 32 | 64 | 64 | 32 | 64 | 64"},
    {instruction_class::bitwise, "32 | 48 | 160 | 160 | 128 | 128 | 64 | 128 | 128"},
    {instruction_class::leading_zeros, "16 | 16 | 32 | 32 | Multiple instruct."},
    {instruction_class::population_count, "16 | 16 | 32 | 32 | 32 | 32 | 16 | 32 | 32"},
    {instruction_class::shuffle, "N/A | N/A | 32 | 32 | 32 | 32 | 32 | 32 | 32"},
    {instruction_class::absolute_difference_sum, "16 | 16 | 32 | 32 | 64 | 64 | 32 | 64 | 64"},
    {instruction_class::video_difference_2, "N/A | N/A | 160 | 160 | Multiple instruct."},
    {instruction_class::video_difference_4, "N/A | N/A | 160 | 160 | Multiple instruct."},
    {instruction_class::other_video, "16 | 16 | 32 | 32 | Multiple instruct."},
    {instruction_class::narrow_conversion, "16 | 16 | 128 | 128 | 32 | 32 | 16 | 32 | 32"},
    {instruction_class::wide_conversion, "16 | 4 | 8 | 32 | 4 | 4 | 16 | 4 | 4"},
    {instruction_class::other_conversion, "16 | 16 | 32 | 32 | 32 | 32 | 16 | 32 | 32"},
}};
constexpr std::array<std::array<unsigned, 2>, 9> columns{
    {{20, 20}, {21, 21}, {30, 32}, {35, 37}, {50, 52}, {53, 53}, {60, 60}, {61, 61}, {62, 62}}};

unsigned number(std::string const& cell) {
  if (cell.find("N/A") != std::string::npos) return throughput::not_available;
  if (cell.find("Multiple") != std::string::npos) return throughput::several;
  return static_cast<unsigned>(std::stoul(cell));
}

}  // namespace

TEST_CASE("the throughput of instructions is the guide's Table 2 [PERF-021]") {
  for (row const& r : table) {
    std::istringstream cells(r.results);
    std::string cell;
    for (auto const& capabilities : columns) {
      std::string next;
      if (std::getline(cells, next, '|')) cell = next;
      for (unsigned const c : capabilities) {
        INFO(static_cast<int>(r.instructions), " on ", c);
        CHECK(unsigned{simt::throughput_of(r.instructions, c).results} == number(cell));
      }
    }
  }
}
TEST_CASE("cycles of a warp, and devices of which the guide says nothing [PERF-021]") {
  static_assert(simt::throughput_of(instruction_class::float_arithmetic, 20).cycles_of_warp() ==
                1.0);
  static_assert(simt::throughput_of(instruction_class::special_function, 20).cycles_of_warp() ==
                8.0);
  static_assert(simt::throughput_of(instruction_class::half_arithmetic, 61).cycles_of_warp() ==
                16.0);
  CHECK(simt::throughput_of(instruction_class::shuffle, 60).is_one_instruction());
  CHECK_FALSE(simt::throughput_of(instruction_class::shuffle, 20).is_one_instruction());
  CHECK_FALSE(simt::throughput_of(instruction_class::multiply_24_bits, 35).is_one_instruction());
  CHECK_FALSE(simt::throughput_of(instruction_class::float_arithmetic, 90).is_one_instruction());
}
