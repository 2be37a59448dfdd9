// SPDX-License-Identifier: MIT
#pragma once

#include "lines.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace simt::check {

/// Return addresses, the innermost first.
struct trace {
  static constexpr std::size_t most = 12;
  std::array<void const*, most> address{};
  std::size_t count = 0;
};
trace host_trace();

/// A number for a return address with the calls that led to it.
using site_id = std::uint32_t;
struct site {
  void const* address = nullptr;
  void const* callers[3] = {};
};
site_id intern(void const* return_address);
site const& site_of(site_id id);
frame frame_of(site_id id);

}  // namespace simt::check
