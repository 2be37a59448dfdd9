// SPDX-License-Identifier: MIT
#pragma once

#include "parse_cast.hpp"

#include <cstddef>

namespace simt::cu::lane::detail {

/// An operator made of lexemes at hand.
struct operator_text {
  operation op = operation::none;
  int strength = 0;  // 0: none
  std::size_t length = 1;
};

/// Operators, some of which are two lexemes.
class operator_reader : public cast_reader {
 public:
  using cast_reader::cast_reader;

 protected:
  [[nodiscard]] operator_text assignment_operator() const noexcept;

  [[nodiscard]] operator_text binary_operator() const;
};

}  // namespace simt::cu::lane::detail
