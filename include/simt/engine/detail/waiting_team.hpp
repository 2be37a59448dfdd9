#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/block_queue.hpp>
#include <simt/engine/detail/spin_lock.hpp>

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <thread>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// The time that one more member of a waiting team costs a grid, in nanoseconds.
/// - Source:  measured on 64 cores of Sapphire Rapids
inline constexpr float member_ns = 50;
/// The time that a grid on `n` threads, all but one of a waiting team, takes beyond its n-th part,
/// in nanoseconds.
[[nodiscard]] inline float asking_ns(unsigned n) noexcept {
  return 450.0F + member_ns * static_cast<float>(n);
}

/// How many of `most` threads, all but one of a waiting team, a grid is worth that takes one of
/// them `alone` nanoseconds: those with which it ends first, where they save a quarter.
[[nodiscard]] inline unsigned worth_asking(float alone, unsigned most) noexcept {
  float const n = std::min(__builtin_sqrtf(alone / member_ns), static_cast<float>(most));
  auto const threads = static_cast<unsigned>(n);
  bool const saves = threads > 1 && alone / n + asking_ns(threads) < alone * 0.75F;
  return saves ? threads : 1;
}

/// Asks the members of a team for work(what, member), with members counted from 1. They begin to
/// fetch what `reads` points to at once, not one after the other as they come to it.
struct team_task {
  void* what = nullptr;
  void (*work)(void* what, unsigned member) noexcept = nullptr;
  void const* reads[4] = {};
};

/// TBB's workers that spin for a while, because grids of a few microseconds come one after another:
/// all of them wait at one line of memory, which says who is asked and for what, so that to ask is
/// one store, where TBB takes microseconds to hand work over. Each member has a slab of the grid.
/// - Needs:   who asks holds the team (`turn`); of several workers one at least stays with TBB, for
///            tasks that have nothing to do with the team
/// - Order:   what is done before `ask` is seen by members, what they do by who has called
/// `finish`.
///            A member that has not begun by then has not been asked: no one waits for a worker
///            that the system does not run
class waiting_team {
 public:
  static constexpr unsigned most_members = 40;
  static constexpr std::int64_t patience = 150'000;        // nanoseconds without work
  static constexpr std::int64_t longest_stay = 2'000'000;  // then others get the worker

  /// Holds the team, if nobody else does.
  class turn {
   public:
    explicit turn(waiting_team& team) noexcept
        : team_(team), held_(!team.held_.exchange(true, std::memory_order_acquire)) {}
    ~turn() {
      if (held_) team_.held_.store(false, std::memory_order_release);
    }
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;

    explicit operator bool() const noexcept { return held_; }

   private:
    waiting_team& team_;
    bool const held_;
  };

  /// How many members an arena of `concurrency` threads can have: who asks is none, and one worker
  /// stays with TBB, unless it is the only one: what else it is to do waits for `longest_stay` at
  /// most. Where there are more threads than processors, those that wait hold up others.
  [[nodiscard]] static unsigned most_of(unsigned concurrency) noexcept {
    if (SIMT_CHECK || concurrency < 2) return 0;
    if (!always && concurrency > static_cast<unsigned>(tbb::info::default_concurrency())) return 0;
    return std::clamp(concurrency - 2, 1U, most_members);
  }
  /// Set by tests: members are asked whether they save time or not.
  static inline constinit bool always = false;

  /// How many wait.
  [[nodiscard]] unsigned members() const noexcept {
    return static_cast<unsigned>(std::popcount(present_.load(std::memory_order_relaxed)));
  }

  /// Has the team grow to `wanted` members, as soon as TBB has workers for them, where grids come
  /// one after another. `now`: the time; `arena`: that of the workers, the present one where null.
  /// True where it is soon to have as many.
  bool grow(unsigned wanted, std::int64_t now, tbb::task_arena* arena = nullptr) noexcept {
    bool const at_once = now - std::exchange(asked_for_, now) < 100'000;
    unsigned const waiting_now = members();
    unsigned const here = waiting_now + coming_.load(std::memory_order_relaxed);
    if (!at_once || waiting_now > wanted / 2) lacking_ = now;
    bool const soon = at_once && now - lacking_ < 500'000;
    if (!soon || here >= wanted || now - grown_ < 50'000) return soon;
    closing_.store(false, std::memory_order_relaxed);
    grown_ = now;
    for (unsigned i = here; i < std::min(wanted, most_members); ++i) {
      coming_.fetch_add(1, std::memory_order_relaxed);
      try {
        auto const member = [this] { stay(); };
        if (arena != nullptr)
          arena->enqueue(member);
        else
          tbb::this_task_arena::enqueue(member);
      } catch (...) {
        coming_.fetch_sub(1, std::memory_order_relaxed);
        return false;
      }
    }
    return soon;
  }

  /// Sends the members back to TBB, which is about to need them.
  void close() noexcept {
    if (!closing_.load(std::memory_order_relaxed)) closing_.store(true, std::memory_order_relaxed);
  }

  /// Chooses `count` of the members that wait, or as many as there are, to be asked next; gives how
  /// many they are.
  [[nodiscard]] unsigned choose(unsigned count) noexcept {
    std::uint64_t left = present_.load(std::memory_order_relaxed);
    chosen_ = 0;
    for (asked_ = 0; asked_ < count && left != 0; ++asked_, left &= left - 1)
      chosen_ |= left & -left;
    constexpr std::uint64_t round = std::uint64_t{1} << block_queue::slab::turn_bits;
    number_ = (number_ + 1) % round;
    if (number_ % (round / 4) == 0) {  // slabs that have had no owner for as long
      for (block_queue::slab& s : slabs_) s.lay_out(0, 0, number_, false);
      ++number_;
    }
    return asked_;
  }
  /// The slabs of those who are chosen, by member, with one for who asks in front; and the turn in
  /// which they are to be laid out.
  [[nodiscard]] block_queue::slab* slabs() noexcept { return slabs_; }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

  /// Asks those who are chosen. Who comes has begun its slab and is to lay it out.
  void ask(team_task const& task) noexcept {
    task_ = task;
    order_.store(number_ << most_members | chosen_, std::memory_order_release);
  }

  /// Waits for those who have begun.
  void finish() noexcept {
    for (unsigned member = 1; member <= asked_; ++member) {
      block_queue::slab& s = slabs_[member];
      s.skip(number_);
      for (unsigned turns = 0; s.is_busy(number_); ++turns)
        if (turns < 10'000)
          spin_pause();
        else
          std::this_thread::yield();
    }
  }

 private:
  /// A member's life.
  void stay() noexcept {
    coming_.fetch_sub(1, std::memory_order_relaxed);
    std::uint64_t seen = present_.load(std::memory_order_relaxed);
    while (!closing_.load(std::memory_order_relaxed)) {
      std::uint64_t const place = ~seen & (seen + 1);  // the first that nobody has
      if (place >> most_members != 0) return;
      if (!present_.compare_exchange_weak(seen, seen | place, std::memory_order_relaxed)) continue;
      wait_at(place);
      present_.fetch_and(~place, std::memory_order_relaxed);
      return;
    }
  }

  void wait_at(std::uint64_t place) noexcept {
    std::int64_t const came = clock_nanoseconds();
    std::int64_t last = came;
    std::uint64_t seen = 0;
    bool worked = false;
    for (unsigned turns = 1;; ++turns) {
      std::uint64_t const order = order_.load(std::memory_order_acquire);
      if (order != seen) {
        seen = order;
        if ((order & place) != 0 && work(order, place)) worked = true;
        continue;
      }
      if (turns % 4 == 0) spin_pause();
      if (turns % 64 != 0) continue;
      std::int64_t const now = clock_nanoseconds();
      if (std::exchange(worked, false)) last = now;
      if (closing_.load(std::memory_order_relaxed) || now - last >= patience ||
          now - came >= longest_stay)
        return;
    }
  }

  /// Does what an order asks of `place`, unless that is over.
  bool work(std::uint64_t order, std::uint64_t place) noexcept {
    std::uint64_t const chosen = order % (std::uint64_t{1} << most_members);
    auto const member = static_cast<unsigned>(std::popcount(chosen & (place - 1))) + 1;
    std::uint64_t const number = order >> most_members;
    block_queue::slab& own = slabs_[member];
    if (!own.begin(number)) return false;
    for (void const* const line : task_.reads) __builtin_prefetch(line);
    task_.work(task_.what, member);
    own.leave(number);
    return true;
  }

  alignas(128) std::atomic<std::uint64_t> order_{0};  // the turn above, the places asked below
  team_task task_;  // read by those who have begun their slab in this turn
  alignas(128) std::atomic<std::uint64_t> present_{0};  // places with members that wait
  std::atomic<unsigned> coming_{0};
  alignas(128) std::atomic<bool> closing_{false};
  alignas(128) std::atomic<bool> held_{false};
  unsigned asked_ = 0;  // who holds the team reads and writes these
  std::uint64_t chosen_ = 0;
  std::uint64_t number_ = 0;
  std::int64_t asked_for_ = 0;
  std::int64_t lacking_ = 0;
  std::int64_t grown_ = 0;
  block_queue::slab slabs_[most_members + 1]{};
};

/// The process' team.
inline constinit waiting_team small_grids_team{};

}  // namespace simt::inline SIMT_ABI::detail
