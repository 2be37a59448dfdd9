#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/on_demand.hpp>
#include <simt/engine/detail/spin_lock.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <thread>
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
  /// from the end. A slab that is kept from grid to grid counts turns, one a grid, and is laid out
  /// by who first comes to it in a turn: whoever launches the grid need not touch its line.
  class alignas(64) slab {
   public:
    static constexpr std::uint64_t most_blocks = ~std::uint32_t{0};
    static constexpr unsigned turn_bits = 24;  // turn 0 is that of slabs which are laid out already

    /// Lays it out for turn `turn`, with an owner in it or with none.
    /// - Needs:   a turn that has not begun, or that `begin` has given to the caller
    void lay_out(std::uint64_t first, std::uint64_t end, std::uint64_t turn, bool inside) noexcept {
      owned_.store(inside, std::memory_order_relaxed);
      range_.store(first << 32 | end, std::memory_order_relaxed);
      state_.store(turn * 4 + (inside ? has_owner : is_open), std::memory_order_release);
    }
    /// Begins a turn for whoever calls first: only then true. It lays the slab out next.
    [[nodiscard]] bool begin(std::uint64_t turn) noexcept { return begin_as(turn, is_begun); }
    /// Ends a turn that nobody has begun: who comes later finds nothing.
    void skip(std::uint64_t turn) noexcept { static_cast<void>(begin_as(turn, is_open)); }
    /// The owner leaves.
    void leave(std::uint64_t turn) noexcept {
      state_.store(turn * 4 + is_open, std::memory_order_release);
    }
    [[nodiscard]] bool has_begun(std::uint64_t turn) const noexcept {
      return state_.load(std::memory_order_acquire) >> 2 == turn;
    }
    /// True while somebody is about to lay it out, or its owner is there.
    [[nodiscard]] bool is_busy(std::uint64_t turn) const noexcept {
      std::uint64_t const state = state_.load(std::memory_order_acquire);
      return state >> 2 == turn && (state & 3) != is_open;
    }
    [[nodiscard]] bool is_laid_out(std::uint64_t turn) const noexcept {
      std::uint64_t const state = state_.load(std::memory_order_acquire);
      return state >> 2 == turn && (state & 3) != is_begun;
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

    /// Turns are counted round: what is less than half a round ahead is later.
    [[nodiscard]] bool begin_as(std::uint64_t turn, std::uint64_t what) noexcept {
      constexpr std::uint64_t round = std::uint64_t{1} << turn_bits;
      std::uint64_t seen = state_.load(std::memory_order_acquire);
      std::uint64_t const ahead = (turn - (seen >> 2)) % round;
      return ahead != 0 && ahead < round / 2 &&
             state_.compare_exchange_strong(seen, turn * 4 + what, std::memory_order_acq_rel);
    }

    static constexpr std::uint64_t is_begun = 0, has_owner = 1, is_open = 2;

    std::atomic<std::uint64_t> state_{is_open};  // 4 * turn + what
    std::atomic<std::uint64_t> range_{0};        // the first block above, the end below
    std::atomic<bool> owned_{false};
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
      if (!slabs_[k].is_laid_out(turn_) || slabs_[k].left() != 0) return true;
    return false;
  }
  /// True where slab `k`, which is laid out, has none.
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
  /// The slabs are new ones, or `kept` ones, which are the queue's until `drop_slabs`: those but
  /// the first are laid out in turn `turn` by who comes to them.
  /// - Needs:   nobody else takes blocks meanwhile
  /// - Errors:  false, and all stays as it is, where there is no memory or the grid is too large
  bool split(unsigned count, slab* kept = nullptr, std::uint64_t turn = 0) noexcept {
    begun_ = next_.load(std::memory_order_relaxed);
    if (begun_ >= total_ || total_ > slab::most_blocks) return false;
    slabs_ = kept != nullptr ? kept : new (std::nothrow) slab[count];
    if (slabs_ == nullptr) return false;
    owns_slabs_ = kept == nullptr;
    slab_count_ = count;
    turn_ = turn;
    for (unsigned k = 0; k < (owns_slabs_ ? count : 1); ++k) lay_out(k, false);
    next_.store(total_, std::memory_order_relaxed);
    return true;
  }
  /// Lays slab `k` out, with its owner in it or with none.
  void lay_out(unsigned k, bool inside) noexcept {
    slabs_[k].lay_out(std::max(begun_, total_ * k / slab_count_),
                      std::max(begun_, total_ * (k + 1) / slab_count_), turn_, inside);
  }
  /// Waits until slab `k`'s owner has come, or somebody else in its place, or `until`.
  void await_owner(unsigned k, std::int64_t until) const noexcept {
    for (unsigned turns = 1; !slabs_[k].is_laid_out(turn_) || !slabs_[k].owned(); ++turns) {
      spin_pause();
      if (turns % 16 != 0 || clock_nanoseconds() < until) continue;
      std::this_thread::yield();  // it may need this processor to come
      return;
    }
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
  /// - Errors:  count is 0 where none is left for this thread; only then, `later` is the slab whose
  ///            owner has not come, or is about to lay it out, or `nowhere`: none will be left
  ///            later
  [[gnu::noinline]] std::uint64_t take(std::uint64_t& count, unsigned home, manners const& thief,
                                       unsigned& later) noexcept {
    std::uint64_t first = 0;
    later = nowhere;
    if (returned_.load(std::memory_order_acquire) != 0 && take_returned(count, first)) return first;
    if (home < slab_count_ && slabs_[home].is_laid_out(turn_) &&
        slabs_[home].take_own(count, first, thief.least))
      return first;
    for (;;) {
      later = nowhere;
      slab* victim = nullptr;
      std::uint64_t most = 0;
      for (unsigned k = 0; k < slab_count_; ++k) {
        bool const is_there =
            slabs_[k].is_laid_out(turn_) || (!thief.patient && lay_out_for_all(k));
        std::uint64_t const left = is_there ? slabs_[k].left() : slab::most_blocks;
        if (left <= most && is_there) continue;
        if (!is_there || (slabs_[k].owned() ? left < thief.least : thief.patient)) {
          if (!is_there || !slabs_[k].owned()) later = k;
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
        later = nowhere;
        return first;
      }
    }
  }

  /// Takes the lowest block that nobody has begun: blocks may wait for lower ones. Gives in `count`
  /// how many: 1, or 0 where none is left.
  std::uint64_t take_lowest(std::uint64_t& count) noexcept {
    for (unsigned k = 0; k < slab_count_; ++k) {
      while (!slabs_[k].is_laid_out(turn_) && !lay_out_for_all(k)) std::this_thread::yield();
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

  /// Lays slab `k` out in its owner's place. False where somebody else is at it.
  SIMT_COLD bool lay_out_for_all(unsigned k) noexcept {
    if (!slabs_[k].begin(turn_)) return false;
    lay_out(k, false);
    return true;
  }
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
  std::uint64_t turn_ = 0;
  std::uint64_t begun_ = 0;  // blocks that were taken before there were slabs
  bool owns_slabs_ = false;
  on_demand<returned_blocks> back_;
};

}  // namespace simt::inline SIMT_ABI::detail
