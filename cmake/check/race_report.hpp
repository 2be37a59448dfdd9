// SPDX-License-Identifier: MIT
#pragma once

#include "segments.hpp"

#include <cstdint>
#include <string>

namespace simt::check {

/// Tells that an access of thread `thread`, at site `mine`, and that one have nothing between that
/// orders them. `both_atomic`: each is one step for some.
void report_race(context& c, record other, site_id mine, unsigned thread, bool was_write,
                 bool is_write, bool both_atomic, std::uintptr_t address, unsigned bytes,
                 std::string values);
/// The same of a plain write, which is about to be made: told once the value is known.
void note_pending(context& c, record other, site_id mine, std::uintptr_t address, unsigned bytes,
                  bool after_read);
/// The value that lies there, as a number.
std::string value_at(std::uintptr_t address, unsigned bytes);

}  // namespace simt::check
