#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/runtime/detail/small_blocks.hpp>

#include <sys/mman.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

inline constexpr std::size_t allocation_alignment = 512;

inline constexpr bool keeps_blocks = !SIMT_ASAN && !SIMT_CHECK;  // lest it overlook a use after the end

/// Freed blocks by size, so that an allocation of a size that was used before costs no page fault.
class block_cache {
 public:
  [[nodiscard]] void* take(std::size_t bytes) {
    if (bytes <= largest) {
      std::scoped_lock const hold(lock_);
      auto const at = blocks_.find(bytes);
      if (at != blocks_.end() && !at->second.empty()) {
        void* const p = at->second.back();
        at->second.pop_back();
        held_ -= bytes;
        return p;
      }
    }
    void* p = allocate(bytes);
    if (p == nullptr && drop() != 0) p = allocate(bytes);
    return p;
  }

  void give_back(void* p, std::size_t bytes) noexcept {
    if (keeps_blocks && bytes <= largest) {
      std::scoped_lock const hold(lock_);
      if (held_ + bytes <= most) {
        try {
          blocks_[bytes].push_back(p);
          held_ += bytes;
          return;
        } catch (...) {  // no memory to note it: free it
        }
      }
    }
    release(p, bytes);
  }

  std::size_t drop() noexcept {
    std::scoped_lock const hold(lock_);
    for (auto& [bytes, list] : blocks_)
      for (void* const p : list) release(p, bytes);
    blocks_.clear();
    return std::exchange(held_, 0);
  }

 private:
  /// Large blocks in huge pages, where the system has them on demand, as a GPU's memory has: a
  /// fault for 512 pages, and indices that are data find their place in the processor's tables.
  [[nodiscard]] static void* allocate(std::size_t bytes) noexcept {
#if SIMT_CHECK
    return simt_check_allocate(bytes);
#else
    if (is_small(bytes))
      if (void* const p = small_memory().take(bytes)) return p;
    std::size_t const margins = margin_before(bytes);
    std::size_t const before = margins != 0 ? margins : place_in_page();
    std::size_t all = before + bytes + (margins != 0 ? margin : 0);
    // Pages of its own, so that another process may map them; the sanitizer is to see its end.
    std::size_t const own = SIMT_ASAN ? allocation_alignment : small_page;
    if (all < bytes || all > ~std::size_t{0} - own) return nullptr;
    if (!SIMT_ASAN) all = (all + own - 1) / own * own;
    void* p = nullptr;
    if (posix_memalign(&p, is_huge(bytes) ? huge_page : own, all) != 0) return nullptr;
    p = static_cast<char*>(p) + before;
#ifdef MADV_HUGEPAGE
    if (is_huge(bytes)) madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return p;
#endif
  }
  static void release(void* p, [[maybe_unused]] std::size_t bytes) noexcept {
#if SIMT_CHECK
    simt_check_release(p);
#else
    if (is_small(bytes) && small_memory().give_back(p, bytes)) return;
    std::size_t const margins = margin_before(bytes);
    std::size_t const place = SIMT_ASAN ? 0 : reinterpret_cast<std::uintptr_t>(p) % small_page;
    std::free(static_cast<char*>(p) - (margins != 0 ? margins : place));
#endif
  }

  static constexpr bool is_small(std::size_t bytes) noexcept {
    return !SIMT_ASAN && bytes < small_blocks::end_of_small;
  }

  /// Where a block without margins begins in its first page: one here, the next one there, lest all of them
  /// meet in a few lines of the cache.
  static std::size_t place_in_page() noexcept {
    static constinit std::atomic<std::size_t> count{0};
    if (SIMT_ASAN) return 0;
    return count.fetch_add(1, std::memory_order_relaxed) * 5 % 8 * allocation_alignment;
  }

  static bool is_huge([[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
    return bytes >= huge_page;
#else
    return false;
#endif
  }

  /// Gives the bytes in front of a block that the system maps for itself alone; behind it lie
  /// `margin` bytes. A GPU's pages of 2 MiB forgive reading the row in front of an array or the one
  /// behind it (Rodinia's srad does, and throws it away); here the page next to a block may be
  /// nobody's. Untouched, it costs addresses only. Sanitizers are to tell.
  static std::size_t margin_before(std::size_t bytes) noexcept {
    if (SIMT_ASAN || bytes < own_mapping) return 0;
    return is_huge(bytes) ? huge_page : margin;
  }

  static constexpr std::size_t small_page = 4096;
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  static constexpr std::size_t own_mapping = std::size_t{128} << 10;  // malloc's, at first
  static constexpr std::size_t margin = std::size_t{64} << 10;
  static constexpr std::size_t largest = std::size_t{64} << 20;
  static constexpr std::size_t most = std::size_t{256} << 20;

  std::mutex lock_;
  std::unordered_map<std::size_t, std::vector<void*>> blocks_;
  std::size_t held_ = 0;
};

}  // namespace simt::inline SIMT_ABI::detail
