#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/on_demand.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// The blocks of a grid that nobody has begun, by their linear numbers: those from a counter on,
/// and those that somebody has taken and given back, because the block in front of them waits.
class block_queue {
 public:
  explicit block_queue(std::uint64_t total) noexcept : total_(total) {}

  [[nodiscard]] bool any() const noexcept {
    return next_.load(std::memory_order_relaxed) < total_ ||
           returned_.load(std::memory_order_acquire) != 0;
  }
  /// How many there are.
  [[nodiscard]] std::uint64_t left() const noexcept {
    return total_ - std::min(total_, next_.load(std::memory_order_relaxed)) +
           returned_.load(std::memory_order_acquire);
  }

  /// Takes up to `count` consecutive blocks, those that were given back first; gives the first one,
  /// and in `count` how many: 0 where none is left.
  std::uint64_t take(std::uint64_t& count) noexcept {
    if (returned_.load(std::memory_order_acquire) != 0) [[unlikely]] {
      std::uint64_t first = 0;
      if (std::uint64_t const taken = take_returned(count, first); taken != 0) {
        count = taken;
        return first;
      }
    }
    std::uint64_t const first = next_.fetch_add(count, std::memory_order_relaxed);
    count = first < total_ ? std::min(count, total_ - first) : 0;
    return first;
  }

  /// The same where the grid is one block, which is not looked for elsewhere.
  SIMT_INLINE void take_only_one() noexcept { next_.store(1, std::memory_order_relaxed); }

  /// Gives back the blocks from `first` to below `end`, which were taken.
  /// - Errors:  false where there is no memory: they stay with who took them
  SIMT_COLD bool put(std::uint64_t first, std::uint64_t end) noexcept {
    returned_blocks* const back = back_.get();
    if (back == nullptr) return false;
    try {
      std::scoped_lock const hold(back->lock);
      back->ranges.emplace_back(first, end);
      returned_.fetch_add(end - first, std::memory_order_release);
      return true;
    } catch (...) {
      return false;
    }
  }

 private:
  struct returned_blocks {
    std::mutex lock;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;  // from first to below second
  };

  SIMT_COLD std::uint64_t take_returned(std::uint64_t most, std::uint64_t& first) noexcept {
    returned_blocks& back = *back_.made();
    std::scoped_lock const hold(back.lock);
    auto const lowest = std::min_element(back.ranges.begin(), back.ranges.end());
    if (lowest == back.ranges.end()) return 0;
    std::uint64_t const count = std::min(most, lowest->second - lowest->first);
    first = lowest->first;
    lowest->first += count;
    if (lowest->first == lowest->second) back.ranges.erase(lowest);
    returned_.fetch_sub(count, std::memory_order_release);
    return count;
  }

  std::uint64_t const total_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> returned_{0};  // in back_
  on_demand<returned_blocks> back_;
};

}  // namespace simt::inline SIMT_ABI::detail
