// SPDX-License-Identifier: MIT
#include <simt/runtime/detail/host_memory.hpp>

#include <doctest/doctest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;

struct folder {
  folder() : path(fs::temp_directory_path() / ("simt_host_memory_" + std::to_string(getpid()))) {
    fs::remove_all(path);
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  ~folder() { fs::remove_all(path); }
  void put(std::string const& name, std::string const& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
  }
  fs::path const path;
};

}  // namespace

TEST_CASE("a device has what the host can spare: its control group counts, and what is free") {
  folder const root;
  auto const read = [&] { return simt::detail::read_host_memory(root.path.string()); };
  root.put("proc/meminfo", "MemTotal:  16384 kB\nMemFree:  1 kB\nMemAvailable:  8192 kB\n");
  auto m = read();
  CHECK(m.physical == 16384 * 1024);
  CHECK(m.available == 8192 * 1024);
  CHECK(simt::detail::default_device_memory(m) == 7168 * 1024);
  // Version 2: the group's own limit is none, the one above it has one.
  root.put("proc/self/cgroup", "0::/a/b\n");
  root.put("sys/fs/cgroup/a/b/memory.max", "max\n");
  root.put("sys/fs/cgroup/a/memory.max", "4194304\n");
  root.put("sys/fs/cgroup/a/memory.current", "1048576\n");
  m = read();
  CHECK(m.physical == 4194304);
  CHECK(m.available == 3145728);
  CHECK(simt::detail::default_device_memory(m) == 3145728 / 8 * 7);
  // Version 1.
  root.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "2097152\n");
  root.put("sys/fs/cgroup/memory/memory.usage_in_bytes", "0\n");
  m = read();
  CHECK(m.physical == 2097152);
  CHECK(simt::detail::default_device_memory(m) == 2097152 / 4 * 3);
}
