#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/clock.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>

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

/// Where a grid runs: on the thread that launches it, there and on a waiting team, or on workers
/// that TBB wakes.
enum class grid_way : unsigned char { alone, team, shared };

/// How many nanoseconds a grid takes on each way, or infinitely many where there is no such way.
struct way_times {
  float alone, team, shared;

  [[nodiscard]] float least() const noexcept { return std::min({alone, team, shared}); }
  [[nodiscard]] grid_way fastest() const noexcept {
    if (team < alone && team < shared) return grid_way::team;
    return alone <= shared ? grid_way::alone : grid_way::shared;
  }
};

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

  /// The time of a grid with `total` blocks on one thread: what it took, or `otherwise`. The blocks
  /// of a small grid say little about it, since data that moves between caches makes them look
  /// slow.
  [[nodiscard]] float alone(std::uint64_t total, float otherwise) const noexcept {
    float const ns = is_of(total) ? get(alone_) : 0;
    return ns > 0 ? ns : otherwise;
  }
  /// True where such a grid has been faster on a team than on one thread.
  [[nodiscard]] bool gains_by_team(std::uint64_t total) const noexcept {
    return is_of(total) && knows_team() && get(team_) < get(alone_);
  }
  /// True where such a grid has taken less than `ns` on workers that TBB wakes.
  [[nodiscard]] bool was_shared_within(std::uint64_t total, float ns) const noexcept {
    return is_of(total) && get(shared_) > 0 && get(shared_) < ns;
  }

  /// Chooses the way of a grid with `total` blocks: the one that took least, where `estimates`
  /// count for ways that have not been tried. Of 4096 launches of equal grids a few try another
  /// way.
  [[nodiscard]] grid_way choose(std::uint64_t total, way_times const& estimates) noexcept {
    if (!is_of(total)) forget(total);
    unsigned const turn = launches_.fetch_add(1, std::memory_order_relaxed) % 4096;
    if (turn == 0) team_launches_.store(0, std::memory_order_relaxed);
    way_times const times = known(estimates);
    bool const has_team = estimates.team < no_way;
    if (turn == 4 || turn == 5) return grid_way::alone;
    if (turn >= 8 && turn < 72 && has_team && !knows_team()) return grid_way::team;
    if ((turn == 72 || turn == 73) && estimates.shared < 2 * times.least()) return grid_way::shared;
    return times.fastest();
  }
  /// The way where the team cannot come.
  [[nodiscard]] grid_way choose_without_team(way_times estimates) const noexcept {
    estimates = known(estimates);
    estimates.team = no_way;
    return estimates.fastest();
  }
  static constexpr float no_way = std::numeric_limits<float>::infinity();

  /// A grid of `total` blocks took `ns` nanoseconds. (Less time than before says more than more:
  /// the first launch of each way brings the data to its caches.)
  void learn_grid(std::uint64_t total, grid_way way, float ns) noexcept {
    if (!is_of(total)) forget(total);
    if (way == grid_way::team) team_launches_.fetch_add(1, std::memory_order_relaxed);
    learn_least(way == grid_way::alone ? alone_ : way == grid_way::team ? team_ : shared_, ns);
  }

 private:
  [[nodiscard]] bool is_of(std::uint64_t total) const noexcept {
    return total_.load(std::memory_order_relaxed) == total;
  }
  void forget(std::uint64_t total) noexcept {
    total_.store(total, std::memory_order_relaxed);
    launches_.store(0, std::memory_order_relaxed);
    for (std::atomic<float>* const time : {&alone_, &team_, &shared_}) set(*time, 0);
    team_launches_.store(0, std::memory_order_relaxed);
  }
  /// Some launches on a team bring the data to its caches before its time is known.
  [[nodiscard]] bool knows_team() const noexcept {
    return team_launches_.load(std::memory_order_relaxed) >= 16;
  }
  [[nodiscard]] way_times known(way_times const& estimates) const noexcept {
    auto const one = [](float time, float estimate) {
      return estimate < no_way && time > 0 ? time : estimate;
    };
    return {one(get(alone_), estimates.alone), one(knows_team() ? get(team_) : 0, estimates.team),
            one(get(shared_), estimates.shared)};
  }
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
  std::atomic<std::uint64_t> total_{0};  // blocks of the grids whose times follow
  std::atomic<float> alone_{0};
  std::atomic<float> team_{0};
  std::atomic<float> shared_{0};
  std::atomic<unsigned> team_launches_{0};
  std::atomic<unsigned> launches_{0};
  std::atomic<bool> waits_{false};
};

}  // namespace simt::inline SIMT_ABI::detail
