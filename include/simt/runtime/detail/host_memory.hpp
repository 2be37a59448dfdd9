#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

namespace simt::inline SIMT_ABI::detail {

/// The share of the host's memory that a process may have, in bytes.
struct host_memory {
  std::size_t physical = std::size_t{1} << 32;  // or the limit of its control group
  std::size_t available = std::size_t{1} << 32;
};

/// The number that a file begins with; none where it holds no number, as "max".
inline bool number_in(std::string const& path, std::size_t& out) {
  std::ifstream in(path);
  unsigned long long n = 0;
  if (!(in >> n)) return false;
  out = static_cast<std::size_t>(n);
  return true;
}

/// Reads the host's memory: /proc/meminfo, and the control groups of the process (version 2, its
/// group and those above it; version 1, its mount's).
/// - Needs:   `root`: a folder that stands for /, for tests
inline host_memory read_host_memory(std::string const& root = {}) {
  host_memory out;
  std::ifstream meminfo(root + "/proc/meminfo");
  std::string word;
  while (meminfo >> word) {
    std::size_t kib = 0;
    if (word == "MemTotal:" && meminfo >> kib) out.physical = kib * 1024;
    if (word == "MemAvailable:" && meminfo >> kib) out.available = kib * 1024;
  }
  auto const limit = [&](std::string const& most, std::string const& used) {
    std::size_t bytes = 0, taken = 0;
    if (!number_in(most, bytes) || bytes == 0 || bytes >= out.physical) return;
    out.physical = bytes;
    if (number_in(used, taken))
      out.available = std::min(out.available, bytes - std::min(bytes, taken));
  };
  std::ifstream groups(root + "/proc/self/cgroup");
  std::string group = "/";
  for (std::string line; std::getline(groups, line);)
    if (line.compare(0, 3, "0::") == 0) group = line.substr(3);
  for (;;) {
    std::string const folder = root + "/sys/fs/cgroup" + (group == "/" ? "" : group);
    limit(folder + "/memory.max", folder + "/memory.current");
    auto const end = group.rfind('/');
    if (end == std::string::npos || group == "/") break;
    group = end == 0 ? "/" : group.substr(0, end);
  }
  std::string const first = root + "/sys/fs/cgroup/memory/memory.";
  limit(first + "limit_in_bytes", first + "usage_in_bytes");
  out.available = std::min(out.available, out.physical);
  return out;
}

/// The memory that all devices have together unless SIMT_DEVICE_MEMORY says: three quarters of the
/// host's, and no more than seven eighths of what is free, so that a program that takes most of it
/// is not ended by the system.
inline std::size_t default_device_memory(host_memory const& m) noexcept {
  return std::min(m.physical / 4 * 3, m.available / 8 * 7);
}

}  // namespace simt::inline SIMT_ABI::detail
