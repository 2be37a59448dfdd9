#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/memory_file.hpp>
#include <simt/runtime/detail/small_blocks.hpp>

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

inline constexpr std::size_t shared_page = 4096;

/// Pages of a process that other processes of the host map, as one of them tells another. A file in
/// memory holds them; its name is the process' entry of /proc, so that it goes with the process.
struct shared_pages {
  int process = 0;
  int file = -1;
  std::uint64_t number = 0;  // of the file, by which a later one in its place is known
  std::uint64_t bytes = 0;   // whole pages

  [[nodiscard]] bool operator==(shared_pages const&) const = default;
};

/// Holds what another process needs to map a file of this one, which make_memory_file() has made.
[[nodiscard]] inline shared_pages describe(int file, std::size_t bytes) noexcept {
  int const process = static_cast<int>(::getpid());
  try {
    return {process, file, number_of_file(path_of_file(process, file)), bytes};
  } catch (...) {
    return {};
  }
}

/// Maps pages of this process or of another one; null where they are gone or out of reach.
[[nodiscard]] inline void* map_pages(shared_pages const& pages) noexcept {
  try {
    std::string const path = path_of_file(pages.process, pages.file);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::fopen(path.c_str(), "r+e"),
                                                               &std::fclose);
    if (!file || pages.bytes == 0 || pages.number == 0 || number_of_file(path) != pages.number)
      return nullptr;
    int const number = ::fileno(file.get());
    if (::lseek(number, 0, SEEK_END) < static_cast<off_t>(pages.bytes)) return nullptr;
    void* const p = ::mmap(nullptr, pages.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    return p == MAP_FAILED ? nullptr : p;
  } catch (...) {
    return nullptr;
  }
}

/// The memory that this process has shown to others.
class shown_memory {
 public:
  /// Makes a block's pages ones that others may map; what they hold stays.
  /// `offset`: where the block begins in them.
  /// - Needs:   a block of a block_cache that nobody uses meanwhile
  [[nodiscard]] shared_pages show(std::uintptr_t begin, std::size_t bytes, std::uint64_t& offset) {
    if (auto const small = small_memory().chunk_of(reinterpret_cast<void*>(begin))) {
      offset = begin - small->begin;
      return describe(small->file, small_blocks::chunk_bytes);
    }
    offset = begin % shared_page;
    std::scoped_lock const hold(lock_);
    std::uintptr_t const first = begin / shared_page * shared_page;
    std::size_t const all = (begin + bytes - first + shared_page - 1) / shared_page * shared_page;
    if (auto const at = shown_.find(first); at != shown_.end())
      return describe(at->second.file.get(), at->second.bytes);
    auto* const from = reinterpret_cast<char*>(first);
    file_descriptor file = make_memory_file(all);
    if (file.get() < 0) return {};
    for (std::size_t done = 0; done < all;) {
      ssize_t const n =
          ::pwrite(file.get(), from + done, std::min(all - done, std::size_t{1} << 30),
                   static_cast<off_t>(done));
      if (n <= 0) return {};
      done += static_cast<std::size_t>(n);
    }
    int const number = file.get();
    auto const entry = shown_.emplace(first, block{std::move(file), all}).first;
    if (::mmap(from, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, number, 0) ==
        MAP_FAILED) {
      shown_.erase(entry);
      return {};
    }
    any_.store(true);
    return describe(number, all);
  }

  /// Takes a block back whose memory is freed: others keep what they have mapped.
  void take_back(std::uintptr_t begin) noexcept {
    if (!any_.load(std::memory_order_relaxed)) return;
    std::scoped_lock const hold(lock_);
    auto const at = shown_.find(begin / shared_page * shared_page);
    if (at == shown_.end()) return;
    ::mmap(reinterpret_cast<void*>(at->first), at->second.bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    shown_.erase(at);
  }

 private:
  struct block {
    file_descriptor file;
    std::size_t bytes;
  };
  std::mutex lock_;
  std::map<std::uintptr_t, block> shown_;  // by their first page
  std::atomic<bool> any_{false};
};
/// Never destroyed: memory may be freed after main has returned.
[[nodiscard]] inline shown_memory& shown() {
  static auto& state = *new shown_memory;
  return state;
}

/// The memory of other processes that this one has mapped.
class seen_memory {
 public:
  /// Maps pages for a block in them, or finds where they are mapped for it: each call wants a call
  /// of leave().
  [[nodiscard]] void* enter(shared_pages const& pages, std::uint64_t offset, bool& is_new) {
    std::scoped_lock const hold(lock_);
    is_new = false;
    for (view& v : views_)
      if (v.pages == pages && v.offset == offset) {
        ++v.uses;
        return v.at;
      }
    views_.reserve(views_.size() + 1);
    void* const at = map_pages(pages);
    if (at != nullptr) views_.push_back({at, pages, offset, 1});
    is_new = at != nullptr;
    return at;
  }
  enum class left { unknown, used, last };
  /// Unmaps the pages that `p` lies in, if it is the last who leaves; `last` is called before that.
  template <class F>
  left leave(void const* p, F const& last) {
    std::scoped_lock const hold(lock_);
    auto const at = std::find_if(views_.begin(), views_.end(), [p](view const& v) {
      auto const offset =
          static_cast<std::size_t>(static_cast<char const*>(p) - static_cast<char const*>(v.at));
      return offset < v.pages.bytes;
    });
    if (at == views_.end()) return left::unknown;
    if (--at->uses != 0) return left::used;
    last();
    ::munmap(at->at, at->pages.bytes);
    views_.erase(at);
    return left::last;
  }

 private:
  struct view {
    void* at;
    shared_pages pages;
    std::uint64_t offset;  // of the block
    int uses;
  };
  std::mutex lock_;
  std::vector<view> views_;
};
[[nodiscard]] inline seen_memory& seen() {
  static auto& state = *new seen_memory;
  return state;
}

}  // namespace simt::inline SIMT_ABI::detail
