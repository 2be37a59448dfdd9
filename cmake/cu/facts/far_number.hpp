// SPDX-License-Identifier: MIT
#pragma once

#include "../program/syntax.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace simt::cu::lane {

/// True of an integer that may take an index past 2^31 between the threads of a gang: 2^30 or more.
/// (A lane form's index keeps its mathematical value.)
[[nodiscard]] inline bool is_far_number(expression const& given) {
  expression const& e = bare(given);
  if (!e.is(expression_kind::number)) return false;
  std::string digits = e.text;
  digits.erase(std::remove(digits.begin(), digits.end(), '\''), digits.end());
  bool const is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (!is_hex && digits.find_first_of(".eE") != std::string::npos) return false;
  return std::strtoull(digits.c_str(), nullptr, 0) >= 1ull << 30;
}

}  // namespace simt::cu::lane
