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
  message& operator<<(std::string_view piece);
  message& operator<<(std::uint64_t number);
  message& operator<<(unsigned number);
  /// As (x, y, z).
  message& operator<<(uint3 const& v);

  [[nodiscard]] std::string const& text() const noexcept { return text_; }
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }

 private:
  std::string text_;
};

}  // namespace simt::inline SIMT_ABI::detail

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/engine/detail/message-inl.hpp>
#endif
