#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/dim.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace simt::inline SIMT_ABI::detail {

/// The text of an error, piece by piece. Every step is a call: texts are seldom made, but each file
/// with a kernel compiles those of all checks.
class message {
 public:
  SIMT_COLD message& operator<<(std::string_view piece) {
    text_ += piece;
    return *this;
  }
  SIMT_COLD message& operator<<(std::uint64_t number) {
    char digits[20];
    char* const end = digits + sizeof digits;
    char* p = end;
    do {
      *--p = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return *this << std::string_view(p, static_cast<std::size_t>(end - p));
  }
  SIMT_COLD message& operator<<(unsigned number) { return *this << std::uint64_t{number}; }
  /// As (x, y, z).
  SIMT_COLD message& operator<<(uint3 const& v) {
    return *this << "(" << v.x << ", " << v.y << ", " << v.z << ")";
  }

  [[nodiscard]] std::string const& text() const noexcept { return text_; }
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }

 private:
  std::string text_;
};

}  // namespace simt::inline SIMT_ABI::detail
