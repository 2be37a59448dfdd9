#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/memory_file.hpp>

#include <sys/mman.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// Blocks below a page, side by side in files in memory, which other processes can map as they are:
/// to map such a block anew when it is shown would take its neighbours along.
class small_blocks {
 public:
  static constexpr std::size_t chunk_bytes = std::size_t{4} << 20;
  static constexpr std::size_t end_of_small = 4096;

  struct chunk {
    std::uintptr_t begin;
    int file;
  };

  /// - Needs:   a multiple of 512 bytes below end_of_small
  /// - Errors:  null where the system has no such file
  [[nodiscard]] void* take(std::size_t bytes) noexcept {
    std::scoped_lock const hold(lock_);
    try {
      auto& free = free_[bytes];
      if (!free.empty()) {
        void* const p = free.back();
        free.pop_back();
        return p;
      }
      if (left_ < bytes && !grow()) return nullptr;
    } catch (...) {
      return nullptr;
    }
    void* const p = next_;
    next_ += bytes;
    left_ -= bytes;
    return p;
  }
  /// False for a block that came from elsewhere.
  bool give_back(void* p, std::size_t bytes) noexcept {
    std::scoped_lock const hold(lock_);
    if (!find(p)) return false;
    try {
      free_[bytes].push_back(p);
    } catch (...) {  // no memory to note it: it is lost
    }
    return true;
  }
  /// The file that holds a block.
  [[nodiscard]] std::optional<chunk> chunk_of(void const* p) {
    std::scoped_lock const hold(lock_);
    return find(p);
  }

 private:
  [[nodiscard]] bool grow() {
    file_descriptor file = make_memory_file(chunk_bytes);
    if (file.get() < 0) return false;
    void* const p = ::mmap(nullptr, chunk_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (p == MAP_FAILED) return false;
    chunks_[reinterpret_cast<std::uintptr_t>(p)] = file.release();
    next_ = static_cast<char*>(p);
    left_ = chunk_bytes;
    return true;
  }
  [[nodiscard]] std::optional<chunk> find(void const* p) const noexcept {
    auto const at = reinterpret_cast<std::uintptr_t>(p);
    auto const next = chunks_.upper_bound(at);
    if (next == chunks_.begin()) return std::nullopt;
    auto const& [begin, file] = *std::prev(next);
    if (at - begin >= chunk_bytes) return std::nullopt;
    return chunk{begin, file};
  }

  std::mutex lock_;
  std::map<std::uintptr_t, int> chunks_;  // files by where they are mapped
  std::unordered_map<std::size_t, std::vector<void*>> free_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};
/// Never destroyed: memory may be freed after main has returned.
[[nodiscard]] inline small_blocks& small_memory() {
  static auto& state = *new small_blocks;
  return state;
}

}  // namespace simt::inline SIMT_ABI::detail
