#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/detail/on_demand.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// The blocks of a grid that nobody has begun, by their linear numbers: those from a counter on,
/// or, once the grid is split, those of each slab; and those that somebody has taken and given
/// back, because the block in front of them waits.
class block_queue {
 public:
  /// The home of a thread that owns no slab.
  static constexpr unsigned nowhere = ~0u;

  /// Consecutive blocks, on a cache line of their own: their owner takes from the front, thieves
  /// from the end.
  class alignas(64) slab {
   public:
    static constexpr std::uint64_t most_blocks = ~std::uint32_t{0};

    void reset(std::uint64_t first, std::uint64_t end) noexcept {
      owned_.store(false, std::memory_order_relaxed);
      range_.store(first << 32 | end, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t first() const noexcept {
      return range_.load(std::memory_order_relaxed) >> 32;
    }
    [[nodiscard]] std::uint64_t left() const noexcept {
      return left_of(range_.load(std::memory_order_relaxed));
    }
    /// True where its owner has come, who will take what others leave.
    [[nodiscard]] bool owned() const noexcept { return owned_.load(std::memory_order_relaxed); }

    /// Takes half of what is left, or all where no thief would take any: less than `least` blocks.
    bool take_own(std::uint64_t& count, std::uint64_t& first, std::uint64_t least) noexcept {
      if (!owned()) owned_.store(true, std::memory_order_relaxed);
      std::uint64_t const here = left();
      std::uint64_t half = std::min(count, here < least ? here : here / 2 + 1);
      if (!take_front(half, first)) return false;
      count = half;
      return true;
    }
    bool take_front(std::uint64_t& count, std::uint64_t& first) noexcept {
      std::uint64_t range = range_.load(std::memory_order_relaxed);
      std::uint64_t taken = 0;
      do {
        taken = std::min(count, left_of(range));
        if (taken == 0) return false;
      } while (
          !range_.compare_exchange_weak(range, range + (taken << 32), std::memory_order_relaxed));
      first = range >> 32;
      count = taken;
      return true;
    }
    bool take_back(std::uint64_t& count, std::uint64_t& first) noexcept {
      std::uint64_t range = range_.load(std::memory_order_relaxed);
      std::uint64_t taken = 0;
      do {
        taken = std::min(count, (left_of(range) + 1) / 2);
        if (taken == 0) return false;
      } while (!range_.compare_exchange_weak(range, range - taken, std::memory_order_relaxed));
      first = end_of(range) - taken;
      count = taken;
      return true;
    }

   private:
    static constexpr std::uint64_t end_of(std::uint64_t range) noexcept {
      return range & most_blocks;
    }
    static constexpr std::uint64_t left_of(std::uint64_t range) noexcept {
      return end_of(range) - (range >> 32);
    }

    std::atomic<bool> owned_{false};
    std::atomic<std::uint64_t> range_{0};  // the first block above, the end below
  };

  explicit block_queue(std::uint64_t total) noexcept : total_(total) {}
  block_queue(block_queue const&) = delete;
  block_queue& operator=(block_queue const&) = delete;
  ~block_queue() {
    if (owns_slabs_) delete[] slabs_;
  }

  [[nodiscard]] bool any() const noexcept {
    if (next_.load(std::memory_order_relaxed) < total_ ||
        returned_.load(std::memory_order_acquire) != 0)
      return true;
    for (unsigned k = 0; k < slab_count_; ++k)
      if (slabs_[k].left() != 0) return true;
    return false;
  }
  /// True where slab `k` has none.
  [[nodiscard]] bool is_taken(unsigned k) const noexcept { return slabs_[k].left() == 0; }
  /// Gives slabs back that were kept for the queue: no more blocks are taken.
  void drop_slabs() noexcept { slab_count_ = 0; }
  /// How many there are beside those of slabs.
  [[nodiscard]] std::uint64_t left() const noexcept {
    return total_ - std::min(total_, next_.load(std::memory_order_relaxed)) +
           returned_.load(std::memory_order_acquire);
  }

  /// Splits the blocks that are left into `count` slabs, whose bounds depend on the grid's size
  /// alone: a worker that owns the same slab at each launch finds in its cache what it left there.
  /// The slabs are `kept` ones, which are the queue's until `drop_slabs`, or new ones.
  /// - Needs:   nobody else takes blocks meanwhile
  /// - Errors:  false, and all stays as it is, where there is no memory or the grid is too large
  bool split(unsigned count, slab* kept = nullptr) noexcept {
    std::uint64_t const begun = next_.load(std::memory_order_relaxed);
    if (begun >= total_ || total_ > slab::most_blocks) return false;
    slabs_ = kept != nullptr ? kept : new (std::nothrow) slab[count];
    if (slabs_ == nullptr) return false;
    owns_slabs_ = kept == nullptr;
    slab_count_ = count;
    for (unsigned k = 0; k < count; ++k)
      slabs_[k].reset(std::max(begun, total_ * k / count),
                      std::max(begun, total_ * (k + 1) / count));
    next_.store(total_, std::memory_order_relaxed);
    return true;
  }

  /// Takes up to `count` consecutive blocks, those that were given back first; gives the first one,
  /// and in `count` how many: 0 where none is left beside those of slabs.
  std::uint64_t take(std::uint64_t& count) noexcept {
    if (returned_.load(std::memory_order_acquire) != 0) [[unlikely]] {
      std::uint64_t first = 0;
      if (take_returned(count, first)) return first;
    }
    std::uint64_t const first = next_.fetch_add(count, std::memory_order_relaxed);
    count = first < total_ ? std::min(count, total_ - first) : 0;
    return first;
  }

  /// Says what a thread whose own slab is done leaves to others: data would move from their caches.
  struct manners {
    std::uint64_t least = 0;  // fewer blocks than these of a slab on which its owner works
    bool patient = false;     // slabs whose owners have not come
  };

  /// The same from slabs, at most half of what a slab has left if that is worth a thief's while:
  /// those that were given back first, then the slab `home`'s, ascending, then the last ones of the
  /// slab that has most.
  /// - Errors:  count is 0 where none is left for this thread; only then, `later` says whether that
  ///            may change
  [[gnu::noinline]] std::uint64_t take(std::uint64_t& count, unsigned home, manners const& thief,
                                       bool& later) noexcept {
    std::uint64_t first = 0;
    later = false;
    if (returned_.load(std::memory_order_acquire) != 0 && take_returned(count, first)) return first;
    if (home < slab_count_ && slabs_[home].take_own(count, first, thief.least)) return first;
    for (;;) {
      later = false;
      slab* victim = nullptr;
      std::uint64_t most = 0;
      for (unsigned k = 0; k < slab_count_; ++k) {
        std::uint64_t const left = slabs_[k].left();
        if (left <= most) continue;
        if (slabs_[k].owned() ? left < thief.least : thief.patient) {
          later = later || !slabs_[k].owned();
          continue;
        }
        most = left;
        victim = &slabs_[k];
      }
      if (victim == nullptr) {
        count = 0;
        return total_;
      }
      if (victim->take_back(count, first)) {
        later = false;
        return first;
      }
    }
  }

  /// Takes the lowest block that nobody has begun: blocks may wait for lower ones. Gives in `count`
  /// how many: 1, or 0 where none is left.
  std::uint64_t take_lowest(std::uint64_t& count) noexcept {
    for (unsigned k = 0; k < slab_count_; ++k) {
      count = 1;
      std::uint64_t first = slabs_[k].first();
      if (lowest_returned() < first && take_returned(count, first)) return first;
      if (slabs_[k].take_front(count, first)) return first;
    }
    count = 1;
    return take(count);
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

  SIMT_COLD bool take_returned(std::uint64_t& count, std::uint64_t& first) noexcept {
    returned_blocks& back = *back_.made();
    std::scoped_lock const hold(back.lock);
    auto const lowest = std::min_element(back.ranges.begin(), back.ranges.end());
    if (lowest == back.ranges.end()) return false;
    count = std::min(count, lowest->second - lowest->first);
    first = lowest->first;
    lowest->first += count;
    if (lowest->first == lowest->second) back.ranges.erase(lowest);
    returned_.fetch_sub(count, std::memory_order_release);
    return true;
  }
  /// The lowest block that was given back, or the largest number where there is none.
  SIMT_COLD std::uint64_t lowest_returned() noexcept {
    if (returned_.load(std::memory_order_acquire) == 0) return ~std::uint64_t{0};
    returned_blocks& back = *back_.made();
    std::scoped_lock const hold(back.lock);
    auto const lowest = std::min_element(back.ranges.begin(), back.ranges.end());
    return lowest == back.ranges.end() ? ~std::uint64_t{0} : lowest->first;
  }

  std::uint64_t const total_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> returned_{0};  // in back_
  slab* slabs_ = nullptr;
  unsigned slab_count_ = 0;
  bool owns_slabs_ = false;
  on_demand<returned_blocks> back_;
};

}  // namespace simt::inline SIMT_ABI::detail
