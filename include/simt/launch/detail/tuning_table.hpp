#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// Which of several ways a launch takes.
struct tuning_choice {
  std::size_t index;
  bool settled;  // it is the fastest one
};

/// Remembers how long launches took on each of several ways, and which is the fastest, by a key
/// without white space. A file has a line for each key: key, tab, index of the fastest.
class tuning_table {
 public:
  static constexpr unsigned tries = 3;  // of each way; the first one brings data to the caches

  /// The one of the process, with the environment's file.
  static tuning_table& of_process() {
    static tuning_table table(std::getenv("SIMT_TUNE_FILE"));
    return table;
  }
  explicit tuning_table(char const* path = nullptr) {
    if (path != nullptr && *path != '\0') use(path);
  }
  tuning_table(tuning_table const&) = delete;
  tuning_table& operator=(tuning_table const&) = delete;

  /// Takes over what the file says, and writes there from now on.
  void use(std::string path) {
    std::scoped_lock const hold(lock_);
    path_ = std::move(path);
    read();
  }

  /// Chooses one of `count` ways.
  [[nodiscard]] tuning_choice choose(std::string const& key, std::size_t count) {
    std::scoped_lock const hold(lock_);
    entry const& e = of(key, count);
    if (e.fastest < count) return {e.fastest, true};
    return {e.next % count, false};
  }

  /// A launch took `ns` nanoseconds on way `index`. True where the fastest is known now.
  bool learn(std::string const& key, std::size_t index, std::size_t count, std::int64_t ns) {
    std::scoped_lock const hold(lock_);
    entry& e = of(key, count);
    if (e.fastest < count) return true;
    e.least[index] = std::min(e.least[index], ns);
    if (++e.next < tries * count) return false;
    e.fastest = static_cast<std::size_t>(std::min_element(e.least.begin(), e.least.end()) -
                                         e.least.begin());
    write();
    return true;
  }

 private:
  static constexpr std::size_t unknown = ~std::size_t{0};
  struct entry {
    std::size_t fastest = unknown;
    std::size_t next = 0;  // launches so far
    std::vector<std::int64_t> least{};
  };

  entry& of(std::string const& key, std::size_t count) {
    entry& e = entries_[key];
    e.least.resize(count, INT64_MAX);
    return e;
  }
  void read() {
    std::ifstream in(path_);
    std::string line;
    while (std::getline(in, line)) {
      std::size_t const tab = line.find('\t');
      if (tab == std::string::npos || tab == 0) continue;
      char* end = nullptr;
      unsigned long const fastest = std::strtoul(line.c_str() + tab + 1, &end, 10);
      if (end != line.c_str() + tab + 1 && *end == '\0')
        entries_[line.substr(0, tab)].fastest = fastest;
    }
  }
  /// Writes beside the file first, so that nobody reads half of it; what other processes have added
  /// stays.
  void write() {
    if (path_.empty()) return;
    std::map<std::string, entry> const own = entries_;
    read();
    for (auto const& [key, e] : own)
      if (e.fastest != unknown) entries_[key] = e;
    std::string const beside = path_ + ".new";
    {
      std::ofstream out(beside);
      for (auto const& [key, e] : entries_)
        if (e.fastest != unknown) out << key << '\t' << e.fastest << '\n';
      if (!out.flush()) return;
    }
    std::rename(beside.c_str(), path_.c_str());
  }

  std::mutex lock_;
  std::string path_;
  std::map<std::string, entry> entries_;
};

}  // namespace simt::inline SIMT_ABI::detail
