#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/message.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace simt::inline SIMT_ABI::detail {

SIMT_COLD SIMT_RUNTIME_FUNCTION message& message::operator<<(std::string_view piece) {
  text_ += piece;
  return *this;
}

SIMT_COLD SIMT_RUNTIME_FUNCTION message& message::operator<<(std::uint64_t number) {
  char digits[20];
  char* const end = digits + sizeof digits;
  char* p = end;
  do {
    *--p = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return *this << std::string_view(p, static_cast<std::size_t>(end - p));
}

SIMT_COLD SIMT_RUNTIME_FUNCTION message& message::operator<<(unsigned number) {
  return *this << std::uint64_t{number};
}

SIMT_COLD SIMT_RUNTIME_FUNCTION message& message::operator<<(uint3 const& v) {
  return *this << "(" << v.x << ", " << v.y << ", " << v.z << ")";
}

}  // namespace simt::inline SIMT_ABI::detail
