#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <sys/mman.h>
#include <unistd.h>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

// Files in memory, which other processes open through /proc. <fcntl.h>, <sys/stat.h> and <signal.h>
// stay out of what CUDA's headers bring: programs have functions and variables of their own that
// are called open, stat, tee or signal.
namespace simt::inline SIMT_ABI::detail {

/// Closes a file when it goes.
class file_descriptor {
 public:
  explicit file_descriptor(int file) noexcept : file_{file} {}
  file_descriptor(file_descriptor&& other) noexcept : file_{std::exchange(other.file_, -1)} {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~file_descriptor() {
    if (file_ >= 0) ::close(file_);
  }
  [[nodiscard]] int get() const noexcept { return file_; }
  /// Leaves the file to the caller.
  [[nodiscard]] int release() noexcept { return std::exchange(file_, -1); }

 private:
  int file_;
};

inline constexpr std::string_view memory_file_name = "simt-";

/// A file in memory with so many bytes; no file (-1) where the system has none to give. Its name
/// holds the nanosecond that it was made in: no later file of the process has it.
[[nodiscard]] inline file_descriptor make_memory_file(std::size_t bytes) noexcept {
  char name[32];
  auto const now = std::chrono::steady_clock::now().time_since_epoch();
  std::snprintf(name, sizeof name, "%s%llu", memory_file_name.data(),
                static_cast<unsigned long long>(now / std::chrono::nanoseconds(1)));
  file_descriptor file(::memfd_create(name, MFD_CLOEXEC));
  if (file.get() >= 0 && ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
    return file_descriptor(-1);
  return file;
}

/// Where a process' open file is found while the process lives.
[[nodiscard]] inline std::string path_of_file(int process, int file) {
  return "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
}

/// The number in the name of a file that make_memory_file() has made; 0 for any other.
[[nodiscard]] inline std::uint64_t number_of_file(std::string const& path) noexcept {
  char target[64];
  ssize_t const n = ::readlink(path.c_str(), target, sizeof target - 1);
  if (n <= 0) return 0;
  target[n] = 0;
  char const* const at = std::strstr(target, memory_file_name.data());
  return at == nullptr ? 0 : std::strtoull(at + memory_file_name.size(), nullptr, 10);
}

}  // namespace simt::inline SIMT_ABI::detail
