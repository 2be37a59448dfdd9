// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simt::check {

/// Says which rules to check and where to tell findings: SIMT_CHECK_OPTIONS.
struct options {
  bool memory = true, race = true, init = true, sync = true, api = true;
  bool stop_at_first = false;
  bool exclusive = false;  // managed memory is the device's while a kernel may run
  bool unused = false;     // device memory that nobody has written is told
  int status = 86;
  std::uint64_t seed = 0;  // of the order of blocks and threads; 0: ascending
  std::string json, log;
  struct suppression {
    std::string kind, kernel, file;
    unsigned line = 0;
  };
  std::vector<suppression> suppressions;
};
options const& settings_at_first();
extern constinit options const* settings_known;
inline options const& settings() {
  return settings_known != nullptr ? *settings_known : settings_at_first();
}

}  // namespace simt::check
