#pragma once
// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace simt_test {

/// Two pages between two that may not be touched.
class lone_pages {
 public:
  lone_pages()
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        all_(mmap(nullptr, 4 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    REQUIRE(all_ != MAP_FAILED);
    REQUIRE(mprotect(begin(), 2 * page_, PROT_READ | PROT_WRITE) == 0);
  }
  lone_pages(lone_pages const&) = delete;
  lone_pages& operator=(lone_pages const&) = delete;
  ~lone_pages() { munmap(all_, 4 * page_); }
  std::byte* begin() const { return static_cast<std::byte*>(all_) + page_; }
  std::byte* end() const { return begin() + 2 * page_; }

 private:
  std::size_t page_;
  void* all_;
};

}  // namespace simt_test
