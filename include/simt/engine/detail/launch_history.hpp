#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/clock.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

namespace simt::inline SIMT_ABI::detail {

/// When the process last ran a grid on several threads, in nanoseconds.
inline constinit std::atomic<std::int64_t> last_shared{0};
/// True where TBB's workers, which sleep when they have had no work for a while, are awake.
[[nodiscard]] inline bool workers_are_awake() noexcept {
  return clock_nanoseconds() - last_shared.load(std::memory_order_relaxed) < 60'000;
}

/// The time that a grid on `n` threads takes beyond its n-th part, in nanoseconds.
/// - Source:  measured on 16 cores: 2.2 microseconds for each doubling, ten where TBB's workers
///            sleep, as they do when they have had no work for a while
[[nodiscard]] inline float sharing_ns(unsigned n, bool awake) noexcept {
  return 500.0F + (awake ? 2200.0F : 10'000.0F) * static_cast<float>(std::bit_width(n - 1));
}

/// How many of `concurrency` threads a grid is worth that takes one of them `alone` nanoseconds:
/// those with which it ends first, where they save a quarter.
[[nodiscard]] inline unsigned worth_waking(float alone, unsigned concurrency, bool awake) noexcept {
  float best_ns = alone * 0.75F;
  unsigned best = 1;
  for (unsigned n = 1; n < concurrency;) {
    n = std::min(n * 2, concurrency);
    float const ns = alone / static_cast<float>(n) + sharing_ns(n, awake);
    if (ns < best_ns) {
      best_ns = ns;
      best = n;
    }
  }
  return best;
}

/// Remembers what a launch site has learnt about its blocks. Threads read and write it at once: a
/// number that is lost costs time, nothing else.
class launch_history {
 public:
  /// A block's time in nanoseconds, the longest of late; 0: not known.
  [[nodiscard]] float longest_block() const noexcept { return get(longest_); }
  /// The same, on average: a block that was held up says little.
  [[nodiscard]] float usual_block() const noexcept { return get(usual_); }

  /// Some blocks took `ns` nanoseconds each.
  void learn(float ns) noexcept {
    set(longest_, std::max({ns, get(longest_) * 0.875F, 0.5F}));
    set(usual_, std::max(drawn_to(get(usual_), ns), 0.5F));
  }

  /// True where blocks have waited for others.
  [[nodiscard]] bool waits() const noexcept { return waits_.load(std::memory_order_relaxed); }
  void learn_that_blocks_wait() noexcept { waits_.store(true, std::memory_order_relaxed); }

  /// True where a grid of `total` blocks, which takes so little that the estimate may mislead (data
  /// that moves between caches at every launch makes blocks look slow), is to run on one thread.
  /// Of 128 launches of equal grids two try one thread and two several; the others do as those that
  /// took less. `estimate` counts as long as they have not been tried.
  [[nodiscard]] bool prefers_one_thread(std::uint64_t total, bool estimate) noexcept {
    if (total_.exchange(total, std::memory_order_relaxed) != total) {
      launches_.store(0, std::memory_order_relaxed);
      set(alone_, 0);
      set(shared_, 0);
      set(team_, 0);
      team_launches_.store(0, std::memory_order_relaxed);
    }
    unsigned const turn = launches_.fetch_add(1, std::memory_order_relaxed) % 128;
    if (turn / 2 == 2) return true;
    if (turn / 2 == 3) return false;
    float const alone = get(alone_);
    float const shared = get(shared_);
    return alone > 0 && shared > 0 ? alone <= shared : estimate;
  }
  /// True where the last launch is to be one on one thread, to find out how long that takes.
  [[nodiscard]] bool tries_one_thread() const noexcept {
    return (launches_.load(std::memory_order_relaxed) - 1) % 128 / 2 == 2;
  }
  /// True where such a grid took longer on a waiting team than on one thread. Some launches on a
  /// team bring the data to its caches before that is known; of 1024 the first ones try again.
  [[nodiscard]] bool refuses_team() noexcept {
    if (launches_.load(std::memory_order_relaxed) % 1024 == 1) {
      set(team_, 0);
      team_launches_.store(0, std::memory_order_relaxed);
    }
    return team_launches_.load(std::memory_order_relaxed) >= 16 && get(alone_) > 0 &&
           get(team_) > get(alone_);
  }
  void learn_team(float ns) noexcept {
    learn_least(team_, ns);
    team_launches_.fetch_add(1, std::memory_order_relaxed);
  }
  /// Such a grid took `ns` nanoseconds, on one thread or on several. (Less time than before says
  /// more than more: the first launch of each way brings the data to its caches.)
  void learn_grid(bool one_thread, float ns) noexcept {
    learn_least(one_thread ? alone_ : shared_, ns);
  }

 private:
  static void learn_least(std::atomic<float>& known, float ns) noexcept {
    float const before = get(known);
    set(known, ns < before ? (ns + before) / 2 : drawn_to(before, ns));
  }
  [[nodiscard]] static float get(std::atomic<float> const& v) noexcept {
    return v.load(std::memory_order_relaxed);
  }
  static void set(std::atomic<float>& v, float to) noexcept {
    v.store(to, std::memory_order_relaxed);
  }
  /// Moves what is known an eighth of the way, towards twice itself at most.
  [[nodiscard]] static float drawn_to(float known, float ns) noexcept {
    return known > 0 ? known + (std::min(ns, 2 * known) - known) * 0.125F : ns;
  }

  std::atomic<float> longest_{0};
  std::atomic<float> usual_{0};
  std::atomic<float> alone_{0};  // of grids with total_ blocks
  std::atomic<float> shared_{0};
  std::atomic<float> team_{0};
  std::atomic<std::uint64_t> total_{0};
  std::atomic<unsigned> team_launches_{0};
  std::atomic<unsigned> launches_{0};
  std::atomic<bool> waits_{false};
};

}  // namespace simt::inline SIMT_ABI::detail
